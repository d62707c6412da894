import type { StoredBoard } from '../../src/schema/boards/boards.ts';
import type { Schedule } from '../../src/schema/content/schedules.ts';
import { defaultSettings } from '../../src/schema/appliance/settings.ts';
import type { Silence } from '../../src/schema/appliance/silence.ts';
import type { State } from '../../src/schema/state.ts';
import type { Draw } from '../fuzz/draw.ts';
import { sampleSchedule } from '../support/sample-state.ts';
import { createCalendar, PLACE, type WallCalendar } from './calendar.ts';
import type { Strictness } from './judge.ts';
import type { ModelBoard, ModelCollection, ModelHouse, ModelRule, ModelSilence } from './model.ts';
import { storedBoard, storedCollection, storedPage, type Form, type ModelPage } from './pages.ts';
import type { BoardTraits } from './world.ts';

const FLAGSHIP: Form = { device_type: 'flagship', notes_wide: 1, notes_tall: 1, grid_rows: null, grid_cols: null };
const FORMS: Readonly<Record<string, Form>> = {
  f: FLAGSHIP,
  n: { ...FLAGSHIP, device_type: 'note' },
  m: { ...FLAGSHIP, device_type: 'note_array', notes_wide: 2, notes_tall: 2 },
  p: { ...FLAGSHIP, device_type: 'panel', grid_rows: 8, grid_cols: 40 },
  w: { ...FLAGSHIP, device_type: 'panel', grid_rows: 24, grid_cols: 80 },
};
const SIZES: Readonly<Record<string, { rows: number; cols: number }>> = {
  f: { rows: 6, cols: 22 },
  n: { rows: 3, cols: 15 },
  m: { rows: 6, cols: 30 },
  p: { rows: 8, cols: 40 },
  w: { rows: 24, cols: 80 },
};

interface Cast extends BoardTraits {
  readonly form: keyof typeof SIZES;
  readonly strictness: Strictness;
}

/**
 * The boards of the simulation: of several sizes, with a floor, with read-back, one that fails and one that is slow.
 */
export const CAST: readonly Cast[] = [
  { id: 'b1', form: 'f', strictness: 'exact' },
  { id: 'b2', form: 'f', strictness: 'exact', readBackMs: 600_000 },
  { id: 'b3', form: 'n', strictness: 'exact' },
  { id: 'b4', form: 'm', strictness: 'exact' },
  { id: 'b5', form: 'p', strictness: 'lenient' },
  { id: 'b6', form: 'f', strictness: 'lenient', floorMs: 15_000 },
  { id: 'b7', form: 'w', strictness: 'lenient' },
  { id: 'b8', form: 'n', strictness: 'exact' },
];

/** All that the simulation begins with, as it is stored and as the model knows it. */
export interface Plot {
  readonly house: ModelHouse;
  readonly boards: readonly ModelBoard[];
  readonly initial: (state: State) => Partial<State>;
}

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

const timeOf = (draw: Draw): string => {
  // Many rules begin or end where clocks are set.
  const minute = draw.chance(0.25) ? draw.integer(60, 210) : draw.integer(0, 1439);
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
};

/** A rule of chance for a board, over one of its pages or collections; `created_at` is told by a number that grows. */
export const drawRule = (
  draw: Draw,
  id: string,
  board_id: string,
  targets: readonly string[],
  year: string,
  created_at: string,
): Schedule => {
  const start_time = timeOf(draw);
  const end_time = draw.chance(0.12) ? null : timeOf(draw);
  const date = `${String(draw.integer(1, 12)).padStart(2, '0')}-${String(draw.integer(1, 28)).padStart(2, '0')}`;
  const later = `${date.slice(0, 3)}${String(Math.min(28, Number(date.slice(3)) + draw.integer(0, 9))).padStart(2, '0')}`;
  return {
    ...sampleSchedule(id),
    board_id,
    page_id: draw.pick(targets),
    start_time,
    end_time: end_time === start_time ? null : end_time,
    day_pattern: draw.pick(['all', 'weekdays', 'weekends', 'custom'] as const),
    custom_days: [draw.pick(DAYS), draw.pick(DAYS)],
    recurrence_type: draw.pick(['weekly', 'weekly', 'weekly', 'weekly', 'annual_date', 'one_off_date'] as const),
    annual_date: date,
    annual_end_date: draw.chance(0.5) ? (draw.chance(0.2) ? '02-03' : later) : null,
    one_off_date: `${year}-${date}`,
    one_off_end_date: draw.chance(0.6) ? `${year}-${later}` : null,
    start_type: draw.pick(['fixed', 'fixed', 'fixed', 'fixed', 'sunrise', 'sunset'] as const),
    end_type: draw.pick(['fixed', 'fixed', 'fixed', 'fixed', 'sunrise', 'sunset'] as const),
    start_sun_offset: draw.integer(-90, 90),
    end_sun_offset: draw.integer(-90, 90),
    created_at,
  };
};

const RANKS = { one_off_date: 2, annual_date: 1, weekly: 0 } as const;

/** The same rule as the model knows it. */
export const modelRule = (rule: Schedule, calendar: WallCalendar): ModelRule => ({
  page_id: rule.page_id,
  rank: RANKS[rule.recurrence_type],
  created: Date.parse(rule.created_at),
  spans: calendar.spans(rule),
});

const modelSilence = (silence: Silence, calendar: WallCalendar): ModelSilence => {
  const weekly = {
    ...sampleSchedule('silence'),
    start_time: silence.start_time,
    end_time: silence.end_time,
    day_pattern: 'custom' as const,
    custom_days: [...silence.days],
  };
  return { mode: silence.mode, page_id: silence.page_id, spans: calendar.spans(weekly) };
};

const SILENCES: Readonly<Record<string, Partial<Silence>>> = {
  b1: {},
  b2: { start_time: '23:15', end_time: '02:30', mode: 'page', page_id: 'f-q' },
  b3: { start_time: '01:30', end_time: '05:45', mode: 'indicator', days: ['friday', 'saturday', 'sunday'] },
  b4: { start_time: '13:00', end_time: '14:00', mode: 'indicator' },
  b5: { mode: 'freeze' },
  b6: { start_time: '02:15', end_time: '03:30', mode: 'page', page_id: 'f-q' },
  b7: { enabled: false },
  b8: { enabled: false },
};

/** Draws everything from a seed, for a stretch of time. */
export const drawPlot = (draw: Draw, from: number, to: number, pollSeconds: number): Plot => {
  const calendar = createCalendar(from, to);
  const year = new Date(from).toISOString().slice(0, 4);
  const pages = new Map<string, ModelPage>();
  const collections = new Map<string, ModelCollection>();
  for (const form of Object.keys(FORMS)) {
    for (const [name, kind] of [
      ['1', 'still'],
      ['2', 'still'],
      ['3', 'still'],
      ['4', 'still'],
      ['q', 'still'],
      ['c', 'clock'],
      ['h', 'pushed'],
    ] as const)
      pages.set(`${form}-${name}`, { id: `${form}-${name}`, kind, revision: 0 });
    const still = ['1', '2', '3', '4'].map((name) => `${form}-${name}`);
    for (const one of [
      { id: `${form}-turns`, page_ids: [...still.slice(0, 3), 'gone'], mode: 'time', seconds: 45 },
      { id: `${form}-chance`, page_ids: still, mode: 'random', seconds: 90 },
      { id: `${form}-half`, page_ids: still.slice(2), mode: 'variable', seconds: 30 },
    ] as const)
      collections.set(one.id, one);
  }
  const base: Silence = {
    ...defaultSettings().silence,
    enabled: true,
    start_time: '22:30',
    end_time: '06:15',
    mode: 'freeze',
  };
  const schedules: Schedule[] = [];
  const boards = CAST.map(({ id, form }, index): ModelBoard => {
    const targets = [...pages.keys(), ...collections.keys()].filter(
      (one) => one.startsWith(`${form}-`) && !one.endsWith('-q'),
    );
    const rules = Array.from({ length: draw.integer(4, 14) }, (_, number) =>
      drawRule(
        draw,
        `${id}-${number}`,
        index === 0 && number % 2 === 0 ? '' : id,
        [...targets, 'gone'],
        year,
        new Date(Date.parse('2024-01-01') + (index * 100 + number) * 1000).toISOString(),
      ),
    );
    schedules.push(...rules);
    const silence = { ...base, ...SILENCES[id] };
    return {
      id,
      size: SIZES[form] ?? { rows: 0, cols: 0 },
      fitting: new Set([...pages.keys()].filter((page) => page.startsWith(`${form}-`))),
      rules: rules.map((rule) => modelRule(rule, calendar)),
      silence: silence.enabled ? modelSilence(silence, calendar) : null,
      defaultPage: draw.chance(0.6) ? draw.pick(targets) : null,
      scheduled: true,
      paused: false,
      pin: null,
      timed: null,
      untimed: null,
      passing: false,
    };
  });
  const stored = (): readonly StoredBoard[] =>
    CAST.map(({ id, form }, index) =>
      storedBoard(id, FORMS[form] as Form, { default_page_id: boards[index]?.defaultPage ?? null }),
    );
  const settings = {
    ...defaultSettings(),
    output_target: 'both' as const,
    polling: { ...defaultSettings().polling, interval_seconds: pollSeconds },
    location: { latitude: PLACE.latitude, longitude: PLACE.longitude },
    silence: base,
    silence_by_board: SILENCES,
  };
  const initial = (): Partial<State> => ({
    boards: stored(),
    pages: [...pages.values()].map((page) => storedPage(page, FORMS[page.id.charAt(0)] as Form)),
    collections: [...collections.values()].map(({ id, page_ids, mode, seconds }) =>
      storedCollection(id, [...page_ids], mode, seconds),
    ),
    schedules,
    settings,
    plugins: {
      date_time: { enabled: true, config: {}, secrets: {} },
      webhook: { enabled: true, config: {}, secrets: {} },
    },
  });
  return { house: { calendar, pages, collections, clockOn: true, pushed: undefined }, boards, initial };
};
