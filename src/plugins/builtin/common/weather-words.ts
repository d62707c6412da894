/** What a WMO weather code means: in words of at most 12 and 9 characters, and as a tile. */
export interface Condition {
  readonly long: string;
  readonly short: string;
  readonly tile: string;
}

const condition = (long: string, short: string, tile: string): Condition => ({ long, short, tile });

const CLEAR = condition('CLEAR', 'CLEAR', '{65}');
const CLOUDY = condition('CLOUDY', 'CLOUDY', '{69}');
const DRIZZLE = condition('DRIZZLE', 'DRIZZLE', '{67}');
const RAIN = condition('RAIN', 'RAIN', '{67}');
const HEAVY_RAIN = condition('HEAVY RAIN', 'DOWNPOUR', '{67}');
const ICY_RAIN = condition('ICY RAIN', 'ICY RAIN', '{68}');
const SNOW = condition('SNOW', 'SNOW', '{68}');
const SHOWERS = condition('SHOWERS', 'SHOWERS', '{67}');
const STORM = condition('THUNDERSTORM', 'STORM', '{64}');

const CONDITIONS: Readonly<Record<number, Condition>> = {
  0: CLEAR,
  1: condition('MOSTLY CLEAR', 'CLEAR', '{65}'),
  2: condition('PARTLY SUNNY', 'PARTLY', '{65}'),
  3: CLOUDY,
  45: condition('FOG', 'FOG', '{69}'),
  48: condition('ICY FOG', 'FOG', '{69}'),
  51: DRIZZLE,
  53: DRIZZLE,
  55: DRIZZLE,
  56: ICY_RAIN,
  57: ICY_RAIN,
  61: condition('LIGHT RAIN', 'RAIN', '{67}'),
  63: RAIN,
  65: HEAVY_RAIN,
  66: ICY_RAIN,
  67: ICY_RAIN,
  71: condition('LIGHT SNOW', 'SNOW', '{68}'),
  73: SNOW,
  75: condition('HEAVY SNOW', 'SNOW', '{68}'),
  77: SNOW,
  80: SHOWERS,
  81: SHOWERS,
  82: HEAVY_RAIN,
  85: condition('SNOW SHOWERS', 'SNOW', '{68}'),
  86: condition('SNOW SHOWERS', 'SNOW', '{68}'),
  95: STORM,
  96: condition('HAILSTORM', 'HAIL', '{64}'),
  99: condition('HAILSTORM', 'HAIL', '{64}'),
};

/** The meaning of a WMO weather code; null for codes that have none. */
export const conditionOf = (code: unknown): Condition | null =>
  typeof code === 'number' ? (CONDITIONS[code] ?? null) : null;
