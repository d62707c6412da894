import type { JsonObject } from '../../schema/common.ts';
import { clientSettings, requiredClientSettings } from '../sign-in/client-settings.ts';
import type { Source } from './source.ts';

const PLACE: JsonObject = {
  type: 'object',
  title: 'Place',
  description: 'Empty follows the appliance',
  'ui:widget': 'place',
  properties: {
    name: { type: 'string', title: 'Name', maxLength: 60 },
    latitude: { type: 'number', title: 'Latitude', minimum: -90, maximum: 90 },
    longitude: { type: 'number', title: 'Longitude', minimum: -180, maximum: 180 },
    time_zone: { type: 'string', title: 'Time zone', 'ui:widget': 'time-zone' },
  },
};

const UNITS: JsonObject = {
  type: 'string',
  title: 'Units',
  description: 'auto follows the time zone',
  enum: ['auto', 'metric', 'imperial'],
  default: 'auto',
};

/** Declares the setting `base_url`: where a source is asked instead of its usual address. */
export const baseUrlSetting = (usual: string): JsonObject => ({
  type: 'string',
  title: 'Server',
  description: 'Base address of the source',
  format: 'uri',
  default: usual,
  'ui:widget': 'url',
});

/** Declares the setting `refresh_seconds`. */
export const refreshSetting = (usual: number, least: number): JsonObject => ({
  type: 'integer',
  title: 'Refresh',
  description: 'Seconds between two fetches',
  default: usual,
  minimum: least,
  maximum: 86_400,
});

const LOCAL_FORMATS = new Set(['time', 'date']);

/** Whether a region makes a difference to what the source shows. */
const isRegional = (source: Source): boolean => {
  const values = [
    ...Object.values(source.values),
    ...Object.values(source.lists).flatMap((list) => Object.values(list.values)),
  ];
  return (
    values.some(({ unit, format }) => unit !== undefined || LOCAL_FORMATS.has(format)) ||
    JSON.stringify([source.values, source.lists, source.vars, source.requests]).includes('region.')
  );
};

/** The settings of a source as JSON Schema: its own, then those that all sources of its kind have. */
export const settingsSchemaOf = (source: Source): JsonObject => ({
  type: 'object',
  required: [...requiredClientSettings(source), ...source.required],
  properties: {
    ...clientSettings(source),
    ...(source.place ? { place: PLACE } : {}),
    ...(source.settings as JsonObject),
    ...(isRegional(source) ? { units: UNITS } : {}),
    refresh_seconds: refreshSetting(source.refresh.usual, source.refresh.least),
    ...(source.base_url === undefined ? {} : { base_url: baseUrlSetting(source.base_url) }),
  },
});

/** The settings of a source before anybody changed them. */
export const defaultSettings = (source: Source): JsonObject => {
  const { properties } = settingsSchemaOf(source) as { properties: Record<string, JsonObject> };
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) =>
      schema['default'] === undefined ? [] : [[name, structuredClone(schema['default'])]],
    ),
  );
};
