import type { JsonObject } from '../../schema/common.ts';
import type { Location } from '../../schema/appliance/location.ts';

/** The settings `latitude` and `longitude`, which are empty to follow the appliance. */
export const PLACE_SETTINGS: Readonly<Record<string, JsonObject>> = {
  latitude: {
    type: 'number',
    title: 'Latitude',
    description: 'Degrees north; empty follows the appliance',
    minimum: -90,
    maximum: 90,
  },
  longitude: {
    type: 'number',
    title: 'Longitude',
    description: 'Degrees east; empty follows the appliance',
    minimum: -180,
    maximum: 180,
  },
};

/** What an owner is told when no place is known. */
export const NO_PLACE = 'no place is known: set latitude and longitude here, or the location of the appliance';

/** The place that a plugin works for: its own settings, or those of the appliance; null when neither is complete. */
export const placeOf = (
  config: JsonObject,
  location: Location,
): { readonly latitude: number; readonly longitude: number } | null => {
  const { latitude, longitude } = config;
  if (typeof latitude === 'number' && typeof longitude === 'number') return { latitude, longitude };
  return location.latitude === null || location.longitude === null
    ? null
    : { latitude: location.latitude, longitude: location.longitude };
};
