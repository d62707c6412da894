import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { DAY_MS } from '../../src/core/time/durations.ts';
import { MOST_COLS, MOST_MESSAGES, MOST_ROWS, MOST_SILENCE_WINDOWS } from '../../src/schema/limits.ts';
import type { State } from '../../src/schema/state.ts';
import { findUnbounded } from '../../src/store/backup-bounds.ts';
import { sampleSchedule, sampleState } from '../support/sample-state.ts';

const test = suite('bounds of backups');

const LONG = 'x'.repeat(100_000);
const STATE = sampleState();
const [BOARD] = STATE.boards;
const [PAGE] = STATE.pages;
const [COLLECTION] = STATE.collections;
const FAVOURITE = { id: 'f', name: 'F', boards: 'all', minutes: null, text: 'x' };

const SCHEDULE = { ...sampleSchedule('s2'), day_pattern: 'weekends', custom_days: ['someday'] };
const { settings: SETTINGS } = STATE;

const message = (content: object, lasts_ms: number | null = null) => ({ content, lasts_ms });
const sized = (rows: number, cols: number) => message({ kind: 'grid', rows, cols, characters: [[1]] });
const grid = (rows: number, cols: number) =>
  message({
    kind: 'grid',
    rows: 1,
    cols: 1,
    characters: Array.from({ length: rows }, () => new Array<number>(cols).fill(1)),
  });
const PAGE_CONTENT = { kind: 'page', page_id: 'p' };
const stays = (chosen: object) => ({ programmes: { b1: { active_page_id: null, messages: [], ...chosen } } });
const messages = (...all: object[]) => ({ programmes: { b1: { active_page_id: null, messages: all } } });

const WINDOW = { start: '22:00', end: 'sunrise+15', days: ['monday'], mode: 'freeze', page_id: null, brightness: 10 };
const windows = (count: number, window: object = WINDOW) => Array.from({ length: count }, () => window);
const settings = (change: object) => ({ settings: { ...SETTINGS, ...change } });
const silence = (change: object) => settings({ silence: { ...SETTINGS.silence, ...change } });
const light = (window: object, count = 1) =>
  settings({ brightness_by_board: { b1: { on: true, windows: windows(count, window), set: null } } });
const mqtt = (change: object) => settings({ mqtt: { ...SETTINGS.mqtt, ...change } });
const rule = (change: object) => ({ schedules: [SCHEDULE, { ...SCHEDULE, ...change }] });

const CASES: readonly (readonly [string, object, string | null])[] = [
  ['what was written here', {}, null],
  ['a board with a long name', { boards: [BOARD, { ...BOARD, name: LONG }] }, 'boards, entry 2, name'],
  ['a page with a long name', { pages: [PAGE, PAGE, { ...PAGE, name: LONG }] }, 'pages, entry 3, name'],
  ['a collection with a long name', { collections: [{ ...COLLECTION, name: LONG }] }, 'collections, entry 1, name'],
  ['a favourite with a long name', { favourites: [{ ...FAVOURITE, name: LONG }] }, 'favourites, entry 1, name'],
  ['as many messages as a board takes', messages(...new Array<object>(MOST_MESSAGES).fill(grid(1, 1))), null],
  ['one message more', messages(...new Array<object>(MOST_MESSAGES + 1).fill(grid(1, 1))), 'programmes.b1.messages'],
  ['a frame of the largest size', messages(grid(MOST_ROWS, MOST_COLS)), null],
  ['a frame with a row more', messages(grid(MOST_ROWS + 1, 1)), 'programmes.b1.messages, entry 1, content.characters'],
  [
    'a frame with a column more',
    messages(grid(1, 1), grid(2, MOST_COLS + 1)),
    'programmes.b1.messages, entry 2, content.characters, entry 1',
  ],
  ['a frame that says it is of the largest size', messages(sized(MOST_ROWS, MOST_COLS)), null],
  [
    'a frame that says it has gigabytes',
    messages(sized(20_000, 20_000)),
    'programmes.b1.messages, entry 1, content.rows',
  ],
  [
    'a frame that says it has less than nothing',
    messages(sized(1, -1)),
    'programmes.b1.messages, entry 1, content.cols',
  ],
  ['a message of a page', messages(message(PAGE_CONTENT)), null],
  ['a message that lasts a year', messages(message(PAGE_CONTENT, 365 * DAY_MS)), null],
  ['a message that never ends', messages(message(PAGE_CONTENT, 1e300)), 'programmes.b1.messages, entry 1, lasts_ms'],
  [
    'a message that ended before it began',
    messages(message(PAGE_CONTENT, -1)),
    'programmes.b1.messages, entry 1, lasts_ms',
  ],
  ['a page for a day', stays({ passing: { page_id: 'p', ends: { minutes: 1440 } }, quiet: null }), null],
  ['quiet for ever', stays({ quiet: { minutes: 1e300 } }), 'programmes.b1.quiet.minutes'],
  ['a pin that ended before it began', stays({ pin_ends: { minutes: -1 } }), 'programmes.b1.pin_ends.minutes'],
  ['a page for ever', stays({ passing: { ends: { minutes: 1e300 } } }), 'programmes.b1.passing.ends.minutes'],
  [
    'a page held for ever',
    stays({ turn: { hold: { ends: { minutes: 1e300 } } } }),
    'programmes.b1.turn.hold.ends.minutes',
  ],
  ['a message of lines', messages(message({ kind: 'template', template: ['a'], line_metadata: null })), null],
  [
    'a message of long lines',
    messages(message({ kind: 'template', template: [LONG], line_metadata: null })),
    'programmes.b1.messages, entry 1, content.template, entry 1',
  ],
  ['a message of another kind', messages(message({ kind: 'film' })), 'programmes.b1.messages, entry 1, content.kind'],
  ['a rule with other words where they do not count', { schedules: [SCHEDULE] }, null],
  [
    'a rule that begins at no time',
    { schedules: [SCHEDULE, { ...SCHEDULE, start_time: 'x' }] },
    'schedules, entry 2, start_time',
  ],
  ['a rule with a long page', { schedules: [{ ...SCHEDULE, page_id: LONG }] }, 'schedules, entry 1, page_id'],
  [
    'an inbox that is none',
    { settings: { ...SETTINGS, inboxes: [...SETTINGS.inboxes, null] } },
    `settings.inboxes, entry ${SETTINGS.inboxes.length + 1}`,
  ],
  [
    'a time zone that this machine does not know',
    { settings: { ...SETTINGS, general: { ...SETTINGS.general, timezone: 'Mars/Olympus' } } },
    'settings.general.timezone',
  ],
  [
    'a contact that is a header of its own',
    { settings: { ...SETTINGS, general: { ...SETTINGS.general, contact: 'a@b.c\r\nCookie: d' } } },
    'settings.general.contact',
  ],
  ['more windows than a silence has', silence({ further: windows(MOST_SILENCE_WINDOWS) }), 'settings.silence.further'],
  ['as many windows as a silence has', silence({ further: windows(MOST_SILENCE_WINDOWS - 1) }), null],
  ['a silence that begins at no time', silence({ start_time: '99:99' }), 'settings.silence.start_time'],
  ['a silence that begins with the sun', silence({ start_time: 'sunset-30' }), null],
  [
    'a second window that ends at no time',
    silence({ further: [{ ...WINDOW, end: '24:00' }] }),
    'settings.silence.further, entry 1, end',
  ],
  ['a silence with a long text', silence({ indicator_text: LONG }), 'settings.silence.indicator_text'],
  ['a part of a silence for a board', settings({ silence_by_board: { b1: { mode: 'freeze' } } }), null],
  [
    'a silence of a board that ends at no time',
    settings({ silence_by_board: { b1: { end_time: '7' } } }),
    'settings.silence_by_board.b1.end_time',
  ],
  ['a light', light(WINDOW, 10), null],
  ['a light with too many windows', light(WINDOW, 11), 'settings.brightness_by_board.b1.windows'],
  [
    'a light from no time on',
    light({ ...WINDOW, start: '12:60' }),
    'settings.brightness_by_board.b1.windows, entry 1, start',
  ],
  ['a broker at no port', mqtt({ broker_port: 99_999 }), 'settings.mqtt.broker_port'],
  ['a broker with a long name', mqtt({ broker_host: LONG }), 'settings.mqtt.broker_host'],
  ['a topic that earlier versions took', mqtt({ base_topic: '$SYS/flapbox' }), null],
  ['a long topic', mqtt({ discovery_prefix: LONG }), 'settings.mqtt.discovery_prefix'],
  [
    'a light at no pin',
    settings({ gpio: { ...SETTINGS.gpio, led: { enabled: true, pin: -1 } } }),
    'settings.gpio.led.pin',
  ],
  [
    'a long strategy',
    settings({ transitions: { ...SETTINGS.transitions, strategy: LONG } }),
    'settings.transitions.strategy',
  ],
  [
    'an appliance with a long name',
    settings({ general: { ...SETTINGS.general, instance_name: LONG } }),
    'settings.general.instance_name',
  ],
  [
    'new boards like a long one',
    settings({ new_boards: { board_id: LONG, page_id: null } }),
    'settings.new_boards.board_id',
  ],
  ['many walls that were declined', settings({ declined_walls: new Array(501).fill('w') }), 'settings.declined_walls'],
  ['a rule from 99:99 on', rule({ start_time: '99:99' }), 'schedules, entry 2, start_time'],
  ['a rule that would never apply', rule({ start_time: '08:00', end_time: '08:00' }), 'schedules, entry 2, start_time'],
  ['a rule of a day that never was', rule({ one_off_date: '2026-02-30' }), 'schedules, entry 2, one_off_date'],
  ['a rule of no day', rule({ day_pattern: 'custom', custom_days: [] }), 'schedules, entry 2, custom_days'],
  [
    'several at once: the first',
    { collections: [{ ...COLLECTION, name: LONG }], ...messages(grid(1, MOST_COLS + 1)) },
    'collections, entry 1, name',
  ],
];
for (const [name, change, place] of CASES)
  test(`${name}: ${place ?? 'nothing is too long'}`, () =>
    assert.is(findUnbounded({ ...STATE, ...change } as State), place));

test.run();
