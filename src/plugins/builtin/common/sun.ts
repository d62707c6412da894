import { dateOf, readingAt } from '../../../core/time/day.ts';
import { moonAt, sunTimes, type SunTimes } from '../../../core/time/sun.ts';
import { clockText } from '../calendar-words.ts';
import { choiceSetting, demoPages, flagVariable, numberVariable, textVariable } from '../../contract/declare.ts';
import { centerBlock } from '../../contract/lines.ts';
import { clockPlugin } from '../../contract/clock-plugin.ts';
import { NO_PLACE, PLACE_SETTINGS, placeOf } from '../../contract/place.ts';
import type { PluginMoment } from '../../contract/plugin.ts';

const PHASES = [
  'NEW MOON',
  'WAXING CRESCENT',
  'FIRST QUARTER',
  'WAXING GIBBOUS',
  'FULL MOON',
  'WANING GIBBOUS',
  'LAST QUARTER',
  'WANING CRESCENT',
] as const;

/** The name of a phase of the moon, from 0 (new) over 0.5 (full) to 1. */
export const phaseName = (phase: number): string => PHASES[Math.round(phase * 8) % 8] ?? PHASES[0];

const MONTH_OF_MOON_DAYS = 29.530588;

/** Rises and sets from yesterday to the day after tomorrow: around midnight the next one may belong to either. */
export const eventsAround = ({ config, now, zone, location }: PluginMoment): SunTimes[] => {
  const place = placeOf(config, location) ?? { latitude: null, longitude: null };
  const today = readingAt(now, zone).number;
  return [-1, 0, 1, 2].map((shift) => sunTimes(dateOf(today + shift), zone, place));
};

const length = (ms: number): string => `${Math.floor(ms / 3_600_000)}h ${Math.floor(ms / 60_000) % 60}m`;

const sunVariables = (moment: PluginMoment) => {
  const days = eventsAround(moment);
  const { sunrise = null, sunset = null } = days[1] ?? {};
  const show = (at: number | null): string =>
    at === null ? '' : clockText(at, moment.zone, moment.config['time_format']);
  const events = days
    .flatMap((day) => [
      { name: 'RISE', at: day.sunrise },
      { name: 'SET', at: day.sunset },
    ])
    .flatMap(({ name, at }) => (at === null ? [] : [{ name, at }]));
  const next = events.filter(({ at }) => at > moment.now).sort((a, b) => a.at - b.at)[0];
  return {
    sunrise: show(sunrise),
    sunset: show(sunset),
    day_length: sunrise !== null && sunset !== null ? length(sunset - sunrise) : '',
    // Under a sun that neither rises nor sets nobody can tell from the times alone.
    is_daytime: next ? next.name === 'SET' : null,
    next_sun_event: next?.name ?? '',
    next_sun_event_time: show(next?.at ?? null),
    time_to_next: next ? length(next.at - moment.now) : '',
  };
};

/** The sun and the moon over a place. */
export const sun = clockPlugin({
  id: 'sun',
  name: 'Sun and moon',
  description: 'Sunrise, sunset and the moon, computed on the appliance',
  icon: 'sunrise',
  category: 'weather',
  zoned: false,
  settings: {
    ...PLACE_SETTINGS,
    time_format: choiceSetting('Clock', ['24h', '12h'], ['06:45', '6:45 AM']),
  },
  variables: {
    groups: { sun: { label: 'Sun' }, moon: { label: 'Moon' } },
    simple: {
      sunrise: textVariable('Sunrise today; empty where there is none', 8, 'sun', '07:32'),
      sunset: textVariable('Sunset today; empty where there is none', 8, 'sun', '16:05'),
      day_length: textVariable('From sunrise to sunset', 7, 'sun', '8h 33m'),
      is_daytime: flagVariable('Whether the sun is up', 'sun', true),
      next_sun_event: textVariable('What comes next: RISE or SET', 4, 'sun', 'SET'),
      next_sun_event_time: textVariable('When it comes', 8, 'sun', '16:05'),
      time_to_next: textVariable('How long until then', 7, 'sun', '1h 35m'),
      moon_phase: textVariable('Name of the phase', 15, 'moon', 'WAXING GIBBOUS'),
      moon_illumination: numberVariable('Lit part of the moon, percent', 3, 'moon', 83),
      moon_age: numberVariable('Days since the new moon', 4, 'moon', 11),
    },
  },
  demo: demoPages(
    'Sun and moon',
    ['', '{65} RISE {{sun.sunrise}}', '{64} SET {{sun.sunset}}', '', '{{sun.moon_phase}}', ''],
    ['RISE {{sun.sunrise}}', 'SET {{sun.sunset}}', '{{sun.moon_phase}}'],
  ),
  values: (moment) => {
    if (!placeOf(moment.config, moment.location)) return NO_PLACE;
    const { phase, illumination } = moonAt(moment.now);
    const moon = {
      moon_phase: phaseName(phase),
      moon_illumination: Math.round(illumination * 100),
      moon_age: Math.round(phase * MONTH_OF_MOON_DAYS * 10) / 10,
    };
    return { ...sunVariables(moment), ...moon };
  },
  format: ({ data, board }) =>
    centerBlock(
      [`{65} RISE ${data['sunrise'] || '-'}`, `{64} SET ${data['sunset'] || '-'}`, String(data['moon_phase'])],
      board,
    ),
});
