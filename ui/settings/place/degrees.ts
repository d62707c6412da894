import { LANGUAGE } from '../../kit/language.ts';

/** A coordinate as a person writes it, such as `52.5° N`. */
export const formatDegrees = (degrees: number, axis: 'latitude' | 'longitude'): string => {
  const side = axis === 'latitude' ? (degrees < 0 ? 'S' : 'N') : degrees < 0 ? 'W' : 'E';
  return `${Math.abs(degrees).toLocaleString(LANGUAGE, { maximumFractionDigits: 2 })}° ${side}`;
};
