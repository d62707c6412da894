import { isZone } from '../core/time/zone.ts';

/** Where the owner is: two capital letters, and an IANA time zone; empty where nobody knows. */
export interface Place {
  readonly country: string;
  readonly timezone: string;
}

/** Zones in which most people of a country with several live. */
const CAPITAL_ZONES: Readonly<Record<string, string>> = {
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  ES: 'Europe/Madrid',
  ID: 'Asia/Jakarta',
  MX: 'America/Mexico_City',
  NZ: 'Pacific/Auckland',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kyiv',
  US: 'America/New_York',
};

const regionOf = (tag: string): string | null => {
  try {
    return new Intl.Locale(tag).maximize().region ?? null;
  } catch {
    return null;
  }
};

/** Some engines have it as a property, others as a method. */
const zonesOf = (country: string): readonly string[] => {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & {
    timeZones?: string[];
    getTimeZones?: () => string[];
  };
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
};

/** The country of the first language that a browser asks for, and its usual time zone; a stored zone counts more. */
export const guessPlace = (acceptLanguage: string, storedZone: string | null): Place => {
  const tag = acceptLanguage.split(',', 1)[0]?.split(';', 1)[0]?.trim() ?? '';
  const region = regionOf(tag);
  const country = region !== null && /^[A-Z]{2}$/.test(region) ? region : '';
  const usual = country === '' ? '' : (CAPITAL_ZONES[country] ?? zonesOf(country)[0] ?? '');
  return { country, timezone: storedZone ?? (usual !== '' && isZone(usual) ? usual : '') };
};
