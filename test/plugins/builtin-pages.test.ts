import { suite } from 'uvu';
import type { Geometry } from '../../src/core/flaps/geometry.ts';
import type { Grid } from '../../src/core/flaps/grid.ts';
import { builtinPlugins, latePlugins } from '../../src/plugins/builtin/builtins.ts';
import { isTransition, type DataPlugin, type Plugin } from '../../src/plugins/contract/plugin.ts';
import { readSettingSchema, withDefaults } from '../../src/plugins/contract/settings-schema.ts';
import type { JsonObject } from '../../src/schema/common.ts';
import { plain } from './computed/rig.ts';
import { createHost, FLAGSHIP, NOTE } from './fixture.ts';
import { assertRecorded } from '../support/recording.ts';

// How the pages of plugins that compute look, and what owners and pages find in the manifests of all that are built in.
const test = suite('plugins/builtin-pages');

const ALL = [...builtinPlugins(), ...latePlugins().flatMap(({ load }) => load())];

const BOARDS: readonly Geometry[] = [
  FLAGSHIP,
  NOTE,
  { device_type: 'note_array', rows: 9, cols: 45 },
  { device_type: 'panel', rows: 2, cols: 10 },
  { device_type: 'panel', rows: 13, cols: 13 },
];

/** A working day, a night at the end of a summer, a feast, and the last minute of a leap year. */
const MOMENTS = ['2026-11-20T13:30:00Z', '2027-08-31T22:05:09Z', '2026-12-25T08:45:00Z', '2028-12-31T22:59:00Z'];

/** Ends of years, a day of a leap year, both nights in which clocks are changed, Easter, a long day, and an eve. */
const OTHER_MOMENTS = [
  '2026-01-01T00:30:00Z',
  '2028-02-29T12:00:00Z',
  '2026-03-01T23:30:00Z',
  '2026-03-29T01:30:00Z',
  '2026-04-05T05:05:05Z',
  '2026-06-21T20:15:00Z',
  '2026-11-13T17:59:59Z',
  '2026-10-25T00:59:00Z',
  '2026-12-24T20:00:00Z',
  '2027-05-17T11:45:30Z',
  '2029-12-30T23:20:00Z',
];

/** What has to be set, or is long otherwise. */
const CONFIGS: Readonly<Record<string, JsonObject>> = {
  countdown: { event_name: 'Moving day', target_datetime: '2027-12-24T18:00' },
  guest_wifi: { ssid: 'GUESTS', password: 'welcome' },
  random: { choices: ['A', 'B', 'C'] },
};

/** Settings that are machines', not the owner's. */
const LEFT_OUT = ['system', 'mqtt', 'webhook'];

interface Setting {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The settings that differ from the usual ones in one member: every choice, both ends of every number. */
const variationsOf = ({ manifest }: Plugin): JsonObject[] =>
  Object.entries((manifest.settings_schema['properties'] ?? {}) as Record<string, Setting>).flatMap(
    ([name, { type, enum: choices, default: usual, minimum, maximum }]) =>
      (choices ?? (type === 'boolean' ? [true, false] : [minimum, maximum]))
        .filter((value) => value !== undefined && value !== usual)
        .map((value) => ({ [name]: value })),
  );

const draw = async (id: string, config: JsonObject, at: string, boards: readonly Geometry[]): Promise<string[]> => {
  const { host } = createHost({}, { [id]: { enabled: true, config: { ...CONFIGS[id], ...config }, secrets: {} } }, at);
  const pages = [];
  for (const board of boards) {
    const { lines, data, error } = await host.data(id, board);
    if (board === boards[0]) pages.push(error ?? JSON.stringify(data));
    pages.push(`${board.rows}x${board.cols}`, ...plain(lines).map((line) => `|${line}`));
  }
  return [`${id} ${JSON.stringify(config)} ${at}`, ...pages];
};

const computed = ALL.filter((one): one is DataPlugin => !isTransition(one) && one.live !== undefined).filter(
  ({ manifest }) => !LEFT_OUT.includes(manifest.id),
);

test('pages and values as they were recorded', async () => {
  const lines: string[] = [];
  for (const plugin of computed) {
    const { id } = plugin.manifest;
    for (const at of MOMENTS) lines.push(...(await draw(id, {}, at, BOARDS)));
    for (const at of OTHER_MOMENTS) lines.push(...(await draw(id, {}, at, [NOTE])));
    for (const config of variationsOf(plugin))
      lines.push(...(await draw(id, config, MOMENTS[0] ?? '', [FLAGSHIP, NOTE])));
  }
  assertRecorded('plugins/builtin-pages.txt', lines);
});

/** Data as they are fetched, for the plugins that compute nothing by themselves. */
const FETCHED: readonly (readonly [id: string, config: JsonObject, data: JsonObject])[] = [
  ['rss', {}, { feed_title: 'DAILY NEWS', item_count: 0, items: [] }],
  [
    'rss',
    {},
    {
      feed_title: 'DAILY NEWS',
      item_count: 2,
      items: [
        { title: 'FLAPS ARE BACK IN EVERY STATION OF THE LAND', link: 'http://x/1', published: '2026-11-20T13:25:00Z' },
        { title: 'OLD', link: 'http://x/2', published: null },
      ],
    },
  ],
  ['json', {}, { inside: 21.5, is_open: true, text: 'A B', list: [1], none: null }],
  ['json', { variables: [{ name: 'is_open' }, { name: 'list' }] }, { inside: 21.5, is_open: true, list: [1] }],
  ['mqtt', { topics: [{ topic: 'a/attic_temp' }, { topic: 'b', name: 'door' }] }, { attic_temp: 19.5, door: 'SHUT' }],
  ['mqtt', { topics: [{ topic: 'a' }, { topic: 'b' }] }, { a: {}, b: false }],
  ['webhook', { display_field: 'text' }, { text: 'PIZZA IS HERE' }],
  ['webhook', { display_field: 'text' }, { text: 0 }],
  ['webhook', { display_field: 'text' }, { text: null, other: 'X' }],
  [
    'system',
    {},
    {
      hostname: 'flapbox-in-the-hall-of-the-house',
      address: '10.0.0.2',
      uptime: '3D',
      temperature: 48,
      memory_percent: 31,
    },
  ],
  ['system', {}, { hostname: 'flapbox', address: '10.0.0.2', uptime: '3D', temperature: '', memory_percent: 31 }],
  [
    'home_assistant',
    { entities: ['light.desk', { entity_id: 'sensor.outside', name: 'out_side' }, 'light.gone'] },
    {
      'light.desk': { state: 'on', attributes: { friendly_name: 'Desk' } },
      'sensor.outside': { state: '7.5', attributes: { unit_of_measurement: '°C' } },
      out_side: '7.5',
      connected: true,
      entity_count: 2,
    },
  ],
  [
    'home_assistant',
    { entities: [] },
    {
      'light.desk': { state: 'on', attributes: { friendly_name: 'Desk' } },
      'sun.sun': { state: 'above_horizon', attributes: {} },
      connected: true,
      entity_count: 2,
    },
  ],
  [
    'stocks',
    {},
    {
      symbol: 'AAPL',
      formatted: 'AAPL 189.84 +1.4%',
      stocks: [
        {
          symbol: 'AAPL',
          current_price: '189.84',
          change_percent: '+1.4%',
          change_direction: 'up',
          formatted: 'AAPL 189.84 +1.4%',
        },
        {
          symbol: 'SAP.DE',
          current_price: '1234.50',
          change_percent: '-0.4%',
          change_direction: 'down',
          formatted: 'SAP.DE 1234.50 -0.4%',
        },
        {
          symbol: 'X',
          current_price: '1.00',
          change_percent: '+0.0%',
          change_direction: 'flat',
          formatted: 'X 1.00 +0.0%',
        },
      ],
    },
  ],
  [
    'weather',
    {},
    {
      temperature: 8,
      feels_like: 4,
      condition: 'PARTLY SUNNY',
      condition_short: 'PARTLY',
      condition_tile: '{65}',
      high_temp: 11,
      low_temp: -2,
      precipitation_chance_today: 20,
      wind_speed: 16,
      humidity: 81,
      sunrise: '07:32',
      sunset: '16:05',
      location: 'Berlin',
      forecast: ['Fri', 'Sat', 'Sun'].map((day_name, index) => ({
        day_name,
        high: 11 - index,
        low: -index,
        condition: 'LIGHT RAIN',
        condition_tile: '{67}',
        precipitation_chance: 20 * index,
      })),
    },
  ],
  [
    'weather',
    {},
    {
      temperature: 8,
      high_temp: null,
      low_temp: null,
      condition: null,
      condition_short: null,
      location: '',
      forecast: [],
    },
  ],
  [
    'calendar',
    { time_format: '12h', max_events: 3 },
    {
      occurrences: [
        { name: 'OVER', start: '2026-11-20T10:00:00Z', end: '2026-11-20T13:30:00Z' },
        { name: 'STAND-UP', start: '2026-11-20T13:00:00Z', end: '2026-11-20T14:00:00Z', location: 'ROOM 5' },
        { name: 'DENTIST', start: '2026-11-20T14:00:30Z', end: '2026-11-20T15:00:00Z', description: 'PAPERS' },
        { name: 'FEAST', start: '2026-11-20T23:00:00Z', end: '2026-11-21T23:00:00Z', all_day: true },
        { name: 'TOO LATE', start: '2026-11-22T14:00:00Z', end: '2026-11-22T15:00:00Z' },
      ].map((one) => ({
        all_day: false,
        location: '',
        description: '',
        ...one,
        start: Date.parse(one.start),
        end: Date.parse(one.end),
      })),
      left_out: 0,
      note: '',
    },
  ],
  ['calendar', { max_events: 3 }, { occurrences: [], left_out: 0, note: '' }],
];

test('pages and values of what was fetched, as they were recorded', () => {
  const at = {
    now: Date.parse(MOMENTS[0] ?? ''),
    zone: 'Europe/Berlin',
    location: { latitude: null, longitude: null },
  };
  const lines = FETCHED.flatMap(([id, settings, fetched]) => {
    const plugin = ALL.find(({ manifest }) => manifest.id === id) as DataPlugin;
    const schema = readSettingSchema(plugin.manifest.settings_schema);
    const config = 'schema' in schema ? withDefaults(schema.schema, settings) : settings;
    const data = plugin.present?.({ ...at, config, data: fetched }) ?? fetched;
    return [
      `${id} ${JSON.stringify(settings)}`,
      JSON.stringify(data),
      ...BOARDS.flatMap((board) => [
        `${board.rows}x${board.cols}`,
        ...plain(plugin.format?.({ ...at, config, data, board }) ?? []).map((line) => `|${line}`),
      ]),
    ];
  });
  assertRecorded('plugins/fetched-pages.txt', lines);
});

const pictureOf = ({ rows, cols, codes }: Grid): string =>
  Array.from({ length: rows }, (_, row) =>
    Array.from(codes.slice(row * cols, (row + 1) * cols), (code) =>
      code === 0 ? '.' : String.fromCodePoint(64 + code),
    ).join(''),
  ).join(' ');

test('frames of transitions, as they were recorded', async () => {
  const gridOf = (text: string): Grid => ({
    rows: 2,
    cols: 7,
    codes: Uint8Array.from(text, (letter) => (letter === ' ' ? 0 : (letter.codePointAt(0) ?? 64) - 64)),
  });
  const [from, to] = [gridOf('ABCDEFGHI  JKL'), gridOf('ABXDE   IYZJKM')];
  const lines: string[] = [];
  for (const plugin of ALL.filter(isTransition)) {
    const schema = readSettingSchema(plugin.manifest.settings_schema);
    for (const settings of [{}, ...variationsOf(plugin)]) {
      const config = 'schema' in schema ? withDefaults(schema.schema, settings) : settings;
      lines.push(`${plugin.manifest.id} ${JSON.stringify(settings)}`);
      let draws = 0;
      const random = (): number => (draws++ * 0.618_034) % 1;
      for await (const { grid, delay_ms } of plugin.frames({ from, to, rows: 2, cols: 7, config, random }))
        lines.push(`${pictureOf(grid)} ${delay_ms}`);
    }
  }
  assertRecorded('plugins/transition-frames.txt', lines);
});

/** Sentences for people may be said in other words. */
const withoutSentences = (name: string, value: unknown): unknown =>
  ['description', 'documentation'].includes(name) ? undefined : value;

const linesOf = (path: string, value: unknown): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && path.split('.').length < 4
    ? Object.entries(value).flatMap(([name, member]) => linesOf(`${path}.${name}`, member))
    : [`${path}: ${JSON.stringify(value)}`];

test('manifests as they were recorded', () =>
  assertRecorded(
    'plugins/builtin-manifests.txt',
    ALL.flatMap(({ manifest }) => linesOf(manifest.id, JSON.parse(JSON.stringify(manifest, withoutSentences)))),
  ));

test.run();
