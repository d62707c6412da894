import { RARE_ANSWERS, firstWith } from './rare-answers.ts';
import type { RareView } from './rare-view.ts';

const action = (name: string, summary: string) => ({ name, summary });
const ACTIONS = {
  actions: [
    action('diagnose', 'Tells how the modules do.'),
    action('blink', 'Blinks "modules".'),
    action('home', 'Sends "modules" home.'),
    action('nudge', 'Turns "modules" by "quarters".'),
    action('reverse', 'Lets "modules" turn the other way: "reversed".'),
    action('save_offsets', 'Stores the offsets.'),
    action('set_speed', 'Sets the speed of "module" to "value".'),
  ],
};
const health = (address: number, change: object = {}) => ({
  address,
  row: 0,
  col: address,
  state: 'ok',
  moving: false,
  position: address,
  missed_homes: 0,
  unexpected_homes: 1,
  offset: 12,
  reversed: false,
  sensor: 'ok',
  ...change,
});
const HEALTH = {
  modules: [
    health(0),
    health(1, { state: 'homing', moving: true, position: null, reversed: true }),
    health(2, { state: 'sensor_stuck', sensor: 'stuck_high', missed_homes: 3, position: 99 }),
  ],
  faults: ['Module 2 finds no home.'],
};
const TABLED = {
  on: true,
  off: false,
  none: null,
  list: [1, 'two'],
  nested: { deep: [1] },
  text: 'plain',
  lines: [
    { first_name: 'a', is_on: true },
    { first_name: 'b', at: 7 },
  ],
};
const WIRED = { driver: 'mbus', connection: { path: '/dev/ttyUSB0' }, flaps: null };
/** Every wall with modules, in one of the ways in which they are mapped. */
const walls =
  (modules: object) =>
  (told: Record<string, unknown>): object => ({
    ...told,
    boards: (told['boards'] as { panel: object | null }[]).map((board) =>
      board.panel ? { ...board, grid_rows: 2, grid_cols: 3, panel: { ...board.panel, ...WIRED, modules } } : board,
    ),
  });
const MAPPED = [
  { row: 0, col: 0, address: 0 },
  { row: 0, col: 2, address: 2 },
  { row: 1, col: 1, address: 2 },
];
/** The settings of boards. */
export const BOARD_VIEWS: readonly RareView[] = [
  {
    at: 'board-wall',
    answers: {
      'GET /settings/board': walls(MAPPED),
      'GET /boards/*/actions': ACTIONS,
      'POST /boards/*/actions/diagnose': { result: HEALTH },
      'POST /boards/*/actions/*': { result: TABLED },
    },
  },
  {
    at: 'board-wall',
    answers: {
      'GET /settings/board': walls({ layout: 'zigzag', first: 1 }),
      'GET /boards/*/actions': { actions: ACTIONS.actions.slice(1, 3) },
      'POST /boards/*/actions/*': { result: {} },
    },
  },
  {
    at: '/settings/boards',
    answers: {
      ...RARE_ANSWERS,
      'GET /settings/board': firstWith('boards', {
        enabled: false,
        paused: true,
        device_type: 'panel',
        panel: { ...WIRED, driver: 'broker', modules: { layout: 'rows', first: 0 } },
      }),
    },
  },
];
