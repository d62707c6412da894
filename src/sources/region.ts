import type { Region } from './scope.ts';

const CITIES =
  'New_York Detroit Chicago Menominee Denver Boise Phoenix Los_Angeles Anchorage Juneau Sitka Metlakatla Yakutat Nome Adak Puerto_Rico St_Thomas';
const IMPERIAL_ZONES = new Set([
  ...CITIES.split(' ').map((city) => `America/${city}`),
  'Pacific/Honolulu',
  'Pacific/Guam',
  'Pacific/Pago_Pago',
]);

/**
 * What is read in a time zone: imperial units in the United States, metric ones elsewhere. `units` decides unless auto.
 */
export const regionOf = (units: unknown, zone: string): Region => {
  if (units === 'metric' || units === 'imperial') return units;
  const isAmerican = IMPERIAL_ZONES.has(zone) || /^(?:US\/|America\/(?:Indiana|Kentucky|North_Dakota)\/)/.test(zone);
  return isAmerican ? 'imperial' : 'metric';
};
