import type { ColorRule } from '../../../core/template/context.ts';
import { instantOf } from '../../../core/time/zone.ts';
import type { JsonObject } from '../../../schema/common.ts';
import { baseUrlSetting, refreshSetting } from '../../../sources/form/settings.ts';
import { clockText, WEEKDAYS } from '../calendar-words.ts';
import {
  choiceSetting,
  addressUnder,
  cutText,
  demoPages,
  itemVariable,
  numberVariable,
  textVariable,
  tileVariable,
  colorSteps,
} from '../../contract/declare.ts';
import { valueAt } from '../../../documents/json/json-path.ts';
import { centerBlock } from '../../contract/lines.ts';
import { defineManifest } from '../../contract/manifest.ts';
import { NO_PLACE, PLACE_SETTINGS, placeOf } from '../../contract/place.ts';
import type { DataPlugin, FetchRequest } from '../../contract/plugin.ts';
import { conditionOf } from './weather-words.ts';

const CURRENT = 'temperature_2m,apparent_temperature,relative_humidity_2m,weather_code,wind_speed_10m';
const DAILY =
  'weather_code,temperature_2m_max,temperature_2m_min,sunrise,sunset,uv_index_max,precipitation_probability_max';
const DAYS = 5;

const degrees = (description: string, example: number) => numberVariable(description, 3, 'now', example);

const manifest = defineManifest({
  id: 'weather',
  name: 'Weather',
  description: 'Weather and forecast from Open-Meteo, without an account',
  icon: 'cloud-sun',
  category: 'weather',
  documentation:
    'Follows the location of the appliance unless it has a place of its own. Add an instance per place. ' +
    'Data: open-meteo.com.',
  settings: {
    ...PLACE_SETTINGS,
    location_name: { type: 'string', title: 'Name of the place', maxLength: 15, default: '' },
    units: choiceSetting('Units', ['metric', 'imperial'], ['°C, km/h', '°F, mph']),
    time_format: { type: 'string', title: 'Clock', enum: ['24h', '12h'], default: '24h' },
    refresh_seconds: refreshSetting(600, 10),
    base_url: baseUrlSetting('https://api.open-meteo.com'),
  },
  variables: {
    groups: { now: { label: 'Now' }, today: { label: 'Today' }, sun: { label: 'Sun' }, place: { label: 'Place' } },
    simple: {
      temperature: degrees('Temperature in the chosen unit', 8),
      temperature_c: degrees('Temperature, degrees Celsius', 8),
      temperature_f: degrees('Temperature, degrees Fahrenheit', 46),
      feels_like: degrees('Apparent temperature in the chosen unit', 5),
      feels_like_c: degrees('Apparent temperature, degrees Celsius', 5),
      humidity: numberVariable('Relative humidity, percent', 3, 'now', 81),
      wind_speed: numberVariable('Wind in the chosen unit', 3, 'now', 14),
      condition: textVariable('Weather in words', 12, 'now', 'PARTLY SUNNY'),
      condition_short: textVariable('Weather in a word', 9, 'now', 'PARTLY'),
      condition_tile: tileVariable('Weather as a colour', 'now'),
      high_temp: numberVariable('Highest temperature today in the chosen unit', 3, 'today', 11),
      high_temp_c: numberVariable('Highest temperature today, degrees Celsius', 3, 'today', 11),
      low_temp: numberVariable('Lowest temperature today in the chosen unit', 3, 'today', 2),
      low_temp_c: numberVariable('Lowest temperature today, degrees Celsius', 3, 'today', 2),
      precipitation_chance_today: numberVariable('Chance of rain or snow today, percent', 3, 'today', 20),
      uv_index: numberVariable('Highest UV index today', 2, 'today', 1),
      sunrise: textVariable('Sunrise today', 8, 'sun', '07:32'),
      sunset: textVariable('Sunset today', 8, 'sun', '16:05'),
      location: textVariable('Name of the place', 15, 'place', 'BERLIN'),
    },
    arrays: {
      forecast: {
        label_field: 'day_name',
        item_fields: {
          date: itemVariable('Date', 10),
          day_name: itemVariable('Weekday', 3),
          high: itemVariable('Highest temperature', 3),
          low: itemVariable('Lowest temperature', 3),
          condition: itemVariable('Weather in words', 12),
          condition_tile: { ...itemVariable('Weather as a colour', 1), format: 'markup' },
          precipitation_chance: itemVariable('Chance of rain or snow, percent', 3),
        },
      },
    },
  },
  color_rules_schema: {
    uv_index: {
      default_rules: colorSteps({ violet: 11, red: 8, orange: 6, yellow: 3 }, 'green'),
    },
  },
  demo: demoPages(
    'Weather',
    [
      '{{weather.location}}',
      '{{weather.temperature_color}} {{weather.temperature}}{62} {{weather.condition}}',
      '',
      '{{weather.low_temp}}{62} TO {{weather.high_temp}}{62}',
      'RAIN {{weather.precipitation_chance_today}}%',
      '{{weather.sunrise}} - {{weather.sunset}}',
    ],
    [
      '{{weather.temperature}}{62} {{weather.condition_short}}',
      '{{weather.low_temp}}{62} TO {{weather.high_temp}}{62}',
      'RAIN {{weather.precipitation_chance_today}}%',
    ],
  ),
});

const addressOf = (
  base: unknown,
  place: { readonly latitude: number; readonly longitude: number },
  zone: string,
): string => {
  const query = new URLSearchParams({
    latitude: String(place.latitude),
    longitude: String(place.longitude),
    current: CURRENT,
    daily: DAILY,
    timezone: zone,
    forecast_days: String(DAYS),
  });
  return addressUnder(String(base).replace(/(?<!\/)\/+(v1(\/forecast)?\/*)?$/, ''), `/v1/forecast?${query.toString()}`);
};

const rounded = (value: unknown): number | null => (typeof value === 'number' ? Math.round(value) : null);
const toFahrenheit = (celsius: unknown): number | null =>
  typeof celsius === 'number' ? Math.round(celsius * 1.8 + 32) : null;

/** Times come as the local time of the place, without an offset. */
const sunTime = (value: unknown, { zone, config }: FetchRequest): string | null => {
  const parts =
    typeof value === 'string' ? /^(\d+)-(\d+)-(\d+)T(\d+):(\d+)/.exec(value)?.slice(1).map(Number) : undefined;
  if (!parts) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = parts;
  return clockText(instantOf({ year, month, day, hour, minute, second: 0 }, zone), zone, config['time_format']);
};

const forecastOf = (answer: unknown, show: (celsius: unknown) => number | null): JsonObject[] => {
  const dates = valueAt(answer, 'daily.time');
  if (!Array.isArray(dates)) return [];
  return dates.slice(0, DAYS).map((date, index) => {
    const condition = conditionOf(valueAt(answer, `daily.weather_code[${index}]`));
    return {
      date: String(date),
      day_name: WEEKDAYS[(new Date(`${String(date)}T12:00:00Z`).getUTCDay() + 6) % 7]?.slice(0, 3) ?? null,
      high: show(valueAt(answer, `daily.temperature_2m_max[${index}]`)),
      low: show(valueAt(answer, `daily.temperature_2m_min[${index}]`)),
      condition: condition?.long ?? null,
      condition_tile: condition?.tile ?? null,
      precipitation_chance: rounded(valueAt(answer, `daily.precipitation_probability_max[${index}]`)),
    };
  });
};

const toData = (answer: unknown, request: FetchRequest): JsonObject | null => {
  const isImperial = request.config['units'] === 'imperial';
  const show = isImperial ? toFahrenheit : rounded;
  const now = (name: string): unknown => valueAt(answer, `current.${name}`);
  const today = (name: string): unknown => valueAt(answer, `daily.${name}[0]`);
  const temperature = now('temperature_2m') ?? valueAt(answer, 'current_weather.temperature');
  if (typeof temperature !== 'number') return null;
  const feels = now('apparent_temperature');
  const wind = now('wind_speed_10m') ?? valueAt(answer, 'current_weather.windspeed');
  const condition = conditionOf(now('weather_code') ?? valueAt(answer, 'current_weather.weathercode'));
  return {
    temperature: show(temperature),
    temperature_c: rounded(temperature),
    temperature_f: toFahrenheit(temperature),
    feels_like: show(feels),
    feels_like_c: rounded(feels),
    humidity: rounded(now('relative_humidity_2m')),
    wind_speed: isImperial && typeof wind === 'number' ? rounded(wind / 1.609344) : rounded(wind),
    condition: condition?.long ?? null,
    condition_short: condition?.short ?? null,
    condition_tile: condition?.tile ?? null,
    high_temp: show(today('temperature_2m_max')),
    high_temp_c: rounded(today('temperature_2m_max')),
    low_temp: show(today('temperature_2m_min')),
    low_temp_c: rounded(today('temperature_2m_min')),
    precipitation_chance_today: rounded(today('precipitation_probability_max')),
    uv_index: rounded(today('uv_index_max')),
    sunrise: sunTime(today('sunrise'), request),
    sunset: sunTime(today('sunset'), request),
    location: cutText(request.config['location_name'], 15),
    forecast: forecastOf(answer, show),
  };
};

const temperatureRules = (isImperial: boolean): ColorRule[] =>
  colorSteps(
    isImperial ? { red: 90, orange: 75, green: 60, blue: 45 } : { red: 32, orange: 24, green: 16, blue: 7 },
    'violet',
  );

/** The weather at a place. */
export const weather: DataPlugin = {
  manifest,
  fetchData: async (request) => {
    const { config, location, net, signal, zone } = request;
    const place = placeOf(config, location);
    if (!place) return { available: false, error: NO_PLACE };
    const answer = await net.json(addressOf(config['base_url'], place, zone), { signal });
    if ('error' in answer) return { available: false, error: answer.error };
    const data = toData(answer.value, request);
    return data ? { available: true, data } : { available: false, error: 'the answer holds no weather' };
  },
  colorRules: (config) => ({ temperature: temperatureRules(config['units'] === 'imperial') }),
  format: ({ data, board }) => {
    const show = (name: string): string => String(data[name] ?? '-');
    return centerBlock(
      [
        String(data['location']),
        `${show('temperature')}{62} ${String(data[board.cols < 18 ? 'condition_short' : 'condition'] ?? '')}`,
        `${show('low_temp')}{62} TO ${show('high_temp')}{62}`,
        `RAIN ${show('precipitation_chance_today')}%`,
      ].slice(board.rows < 4 ? 1 : 0),
      board,
    );
  },
};
