import { sunAltitude } from '../../../core/time/sun.ts';
import { readingAt } from '../../../core/time/day.ts';
import { createRandom, seedOf } from '../../../core/random.ts';
import { shortDuration } from '../calendar-words.ts';
import { flagVariable, numberVariable, textVariable } from '../../contract/declare.ts';
import { columnsOf, Drawing, type Color } from './drawing.ts';
import { clockPlugin } from '../../contract/clock-plugin.ts';
import { eventsAround } from '../common/sun.ts';
import { NO_PLACE, PLACE_SETTINGS, placeOf } from '../../contract/place.ts';
import type { PluginMoment } from '../../contract/plugin.ts';

/** A sky: its bands from the top down (null is dark), and the sun's dome in it. */
interface Sky {
  readonly bands: readonly (Color | null)[];
  /** Rows of six that the sun rises over the lower edge; 0 for none. */
  readonly dome: number;
  readonly core: Color;
  readonly stars: boolean;
}

const sky = (bands: readonly (Color | null)[], dome = 0, core: Color = 'yellow', stars = false): Sky => ({
  bands,
  dome,
  core,
  stars,
});
const [N, V, B, R, O, W] = [null, 'violet', 'blue', 'red', 'orange', 'white'] as const;

const SKIES: Readonly<Record<string, Sky>> = {
  night: sky([N, N, N, N, N, N], 0, 'white', true),
  late_night: sky([N, N, N, N, V, V], 0, 'white', true),
  dawn: sky([V, V, V, B, R, O]),
  early_sunrise: sky([V, B, B, R, O, O], 1),
  sunrise: sky([B, B, B, B, O, O], 2),
  morning: sky([B, B, B, B, B, B], 3),
  noon: sky([B, B, B, B, B, W], 4, 'white'),
  afternoon: sky([B, B, B, B, B, O], 3),
  sunset: sky([B, V, R, R, O, O], 2),
  late_sunset: sky([V, V, R, R, R, O], 1),
  dusk: sky([V, V, V, V, R, R]),
  twilight: sky([N, N, V, V, V, V], 0, 'white', true),
};

/** The height of its centre, in degrees, at which its upper edge is seen at the horizon. */
const RISEN = -0.35;

/** Stages by the least height of the sun in degrees, highest first. */
const RISING: readonly (readonly [number, string])[] = [
  [30, 'noon'],
  [10, 'morning'],
  [3, 'sunrise'],
  [-1, 'early_sunrise'],
  [-6, 'dawn'],
  [-12, 'late_night'],
];
const FALLING: readonly (readonly [number, string])[] = [
  [30, 'noon'],
  [10, 'afternoon'],
  [3, 'sunset'],
  [-1, 'late_sunset'],
  [-6, 'dusk'],
  [-12, 'twilight'],
];

/** The stage of the sky with the sun at a height in degrees, on its way up or down. */
export const stageOf = (altitude: number, isRising: boolean): string =>
  (isRising ? RISING : FALLING).find(([least]) => altitude >= least)?.[1] ?? 'night';

/** How long until the next one of a kind, today or in the next two days. */
const untilNext = (kind: 'sunrise' | 'sunset', moment: PluginMoment): string => {
  const next = eventsAround(moment)
    .map((day) => day[kind])
    .find((at) => at !== null && at > moment.now);
  return next === undefined || next === null ? '' : shortDuration(next - moment.now);
};

const STAR_CHANCE = 0.12;

/** Paints a sky; stars are the same all through a day. */
const paint = (drawing: Drawing, { bands, dome, core, stars }: Sky, day: number): void => {
  const drawn = createRandom(seedOf(`stars ${day}`));
  const [height, middle] = [(dome * drawing.rows) / bands.length, (drawing.cols - 1) / 2];
  const width = columnsOf(height);
  drawing.fill((row, col) => {
    const isStar = drawn() < STAR_CHANCE;
    const up = drawing.rows - row - 0.5;
    const distance = height === 0 ? 2 : Math.hypot((col - middle) / width, up / height);
    if (distance <= 0.5) return core;
    if (distance <= 1) return 'yellow';
    const band = bands[Math.floor((row * bands.length) / drawing.rows)] ?? null;
    return band === null && stars && isStar ? 'white' : band;
  });
};

/** The sky over a place. */
export const sunArt = clockPlugin({
  id: 'sun_art',
  name: 'Sky',
  description: 'The sky of the moment, painted by the height of the sun over a place',
  icon: 'sunrise',
  category: 'art',
  zoned: false,
  settings: { ...PLACE_SETTINGS },
  variables: {
    groups: { sun: { label: 'Sun' } },
    simple: {
      sun_stage: textVariable('Name of the stage', 15, 'sun', 'AFTERNOON'),
      sun_position: numberVariable('Height of the sun in degrees', 5, 'sun', 13.5),
      is_daytime: flagVariable('Whether the sun is up', 'sun', true),
      time_to_sunrise: textVariable('Until the sun rises; empty where it does not soon', 8, 'sun', '18h 3m'),
      time_to_sunset: textVariable('Until the sun sets; empty where it does not soon', 8, 'sun', '2h 35m'),
    },
  },
  values: (moment) => {
    const place = placeOf(moment.config, moment.location);
    if (!place) return NO_PLACE;
    const altitude = sunAltitude(moment.now, place);
    const stage = stageOf(altitude, sunAltitude(moment.now + 60_000, place) > altitude);
    return {
      sun_stage: stage.replace('_', ' ').toUpperCase(),
      sun_position: Math.round(altitude * 10) / 10,
      is_daytime: altitude > RISEN,
      time_to_sunrise: untilNext('sunrise', moment),
      time_to_sunset: untilNext('sunset', moment),
    };
  },
  format: ({ data, board, now, zone }) => {
    const drawing = new Drawing(board);
    const stage = String(data['sun_stage']).toLowerCase().replace(' ', '_');
    paint(drawing, SKIES[stage] ?? sky([N]), readingAt(now, zone).number);
    return drawing.lines;
  },
});
