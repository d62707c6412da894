import { totalmem } from 'node:os';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { countCells } from '../../src/core/flaps/cells.ts';
import { builtinPlugins, latePlugins } from '../../src/plugins/builtin/builtins.ts';
import { dateTime, timeInEnglish } from '../../src/plugins/builtin/date-time.ts';
import { parseTarget } from '../../src/plugins/builtin/common/countdown.ts';
import { QUOTES } from '../../src/plugins/builtin/common/quote-collection.ts';
import { phaseName } from '../../src/plugins/builtin/common/sun.ts';
import { isTransition } from '../../src/plugins/contract/plugin.ts';
import { readSettingSchema } from '../../src/plugins/contract/settings-schema.ts';
import type { StoredPlugins } from '../../src/plugins/keeping/configuration.ts';
import { variableNames } from '../../src/plugins/contract/variables.ts';
import { sourcesBelow } from '../architecture/project.ts';
import { createHost, FLAGSHIP, SIZES } from './fixture.ts';

const test = suite('plugins/builtins');

const on = (id: string, config: Record<string, unknown> = {}): StoredPlugins => ({
  [id]: { enabled: true, config, secrets: {} },
});
const dataOf = async (id: string, config: Record<string, unknown> = {}, at?: string) => {
  const { host } = createHost({}, on(id, config), at);
  return (await host.data(id, FLAGSHIP)).data ?? {};
};
const errorOf = async (id: string, config: Record<string, unknown>) => {
  const { host } = createHost();
  return host.installation.update(id, { config }).then(
    () => null,
    (error: { detail?: string }) => error.detail ?? String(error),
  );
};

const ALL = [...builtinPlugins(), ...latePlugins().flatMap(({ load }) => load())];

test('clocks that are read in turn keep their zones apart, and go on with the time', () => {
  const at = Date.parse('2026-11-20T13:30:59Z');
  const read = (zone: string, now: number) =>
    dateTime.live?.({ config: {}, now, zone, location: { latitude: null, longitude: null } }).data?.['time'];
  assert.equal(
    [
      read('UTC', at),
      read('UTC', at),
      read('Asia/Tokyo', at),
      read('UTC', at + 999),
      read('UTC', at + 1000),
      read('UTC', at),
    ],
    ['13:30', '13:30', '22:30', '13:30', '13:31', '13:30'],
  );
});

for (const [rows, cols, time_format, lines] of [
  [3, 17, '24h', ['Friday', 'Nov 20 2026', '14:30']],
  [4, 18, '12h', ['Friday', 'November 20 2026', '2:30 PM']],
  [5, 22, '24h', ['Friday', 'November 20 2026', '', '14:30']],
] as const)
  test(`a clock of ${rows} rows and ${cols} columns shows ${lines.join(', ')}`, async () => {
    const { host } = createHost({}, on('date_time', { time_format }), '2026-11-20T13:30:00Z');
    const told = await host.data('date_time', { ...FLAGSHIP, rows, cols });
    const shown = told.lines.map((line) => line.trim());
    const first = shown.indexOf('Friday');
    assert.equal(shown.slice(first, first + lines.length), lines);
  });

test('placeholders in documents and texts name variables that there are', () => {
  const texts = [...sourcesBelow('docs', '.md'), ...sourcesBelow('ui', '.ts'), ...sourcesBelow('src/mcp', '.ts')];
  const named = new Map(ALL.map(({ manifest }) => [manifest.id, new Set(variableNames(manifest, [], null))]));
  const lost = texts.flatMap(({ path, text }) =>
    [...text.matchAll(/\{\{[^{}]*?\b([a-z]\w+)(?::\w+)?\.([a-z]\w+)[^{}]*\}\}/g)]
      .filter(([, id = '', name = '']) => named.get(id)?.size && !named.get(id)?.has(name))
      .map(([placeholder]) => `${path}: ${placeholder}`),
  );
  assert.equal(lost, []);
});

test('every plugin of the list is there', () => {
  const ids = ALL.map(({ manifest }) => manifest.id);
  for (const id of [
    'date_time',
    'countdown',
    'weather',
    'sun',
    'calendar',
    'rss',
    'json',
    'mqtt',
    'home_assistant',
    'stocks',
    'webhook',
    'guest_wifi',
    'quotes',
    'random',
    'system',
    'typewriter',
    'dissolve',
    'slot_machine',
    'wipe',
  ]) {
    assert.ok(ids.includes(id), id);
  }
  assert.is(new Set(ids).size, ids.length);
});

for (const plugin of ALL) {
  const { manifest } = plugin;
  test(`${manifest.id}: a manifest that an owner can read`, () => {
    assert.ok(manifest.description.length > 10);
    assert.ok('schema' in readSettingSchema(manifest.settings_schema));
    assert.ok(manifest.category !== undefined);
    if (isTransition(plugin)) return;
    const { simple, groups } = manifest.variables;
    assert.not(Array.isArray(simple));
    for (const [name, variable] of Object.entries(simple)) {
      const about = variable as { description?: string; max_length?: number; example?: unknown; group?: string };
      assert.ok(about.description, name);
      assert.ok(about.max_length, name);
      assert.ok(about.example !== undefined, name);
      if (about.group !== undefined) assert.ok(about.group in groups, name);
    }
  });

  const { demo } = manifest;
  if (demo) {
    test(`${manifest.id}: demo pages of the right size that name only its variables`, () => {
      for (const [type, rows, cols] of [
        ['flagship', 6, 22],
        ['note', 3, 15],
      ] as const) {
        const { template } = demo[type] as { template: string[] };
        assert.is(template.length, rows);
        for (const line of template) {
          for (const [, source, field] of line.matchAll(/\{\{(\w+)\.(\w+)/g)) {
            assert.is(source, manifest.id);
            const { simple } = manifest.variables;
            const base = (field ?? '').replace(/_color$/, '');
            assert.ok(base in simple || (field ?? '') in simple, field);
          }
          assert.ok(countCells(line.replace(/\{\{.*?\}\}/g, '')) <= cols);
        }
      }
    });
  }
}

const NOW = '2026-11-20T13:30:00Z';

test('date_time: every variable, on a Friday in November in Berlin', async () =>
  assert.equal(await dataOf('date_time'), {
    time: '14:30',
    hour: '14',
    minute: '30',
    time_12h: '2:30 PM',
    time_24h: '14:30',
    time_english: 'HALF PAST TWO',
    date: '2026-11-20',
    day: 20,
    day_of_week: 'Friday',
    day_of_week_abbr: 'Fri',
    day_of_week_num: 5,
    day_of_year: 324,
    week_of_year: 47,
    month: 'November',
    month_number: 11,
    month_number_padded: '11',
    month_abbr: 'Nov',
    quarter: 4,
    year: 2026,
    date_us: '11/20/2026',
    date_us_short: '11/20/26',
    timezone: 'Europe/Berlin',
    timezone_abbr: 'CET',
    datetime: '2026-11-20 14:30',
  }));

for (const [at, zone, expected] of [
  [
    '2026-01-01T00:00:00Z',
    'UTC',
    {
      time: '00:00',
      time_12h: '12:00 AM',
      time_english: "TWELVE O'CLOCK",
      day_of_year: 1,
      week_of_year: 1,
      quarter: 1,
      timezone_abbr: 'UTC',
    },
  ],
  ['2026-01-01T12:05:00Z', 'UTC', { time_12h: '12:05 PM', time_english: 'FIVE PAST TWELVE' }],
  ['2027-01-01T12:00:00Z', 'UTC', { week_of_year: 53, day_of_week: 'Friday' }],
  ['2024-12-30T12:00:00Z', 'UTC', { week_of_year: 1, day_of_year: 365 }],
  ['2024-12-31T12:00:00Z', 'UTC', { day_of_year: 366 }],
  ['2026-07-01T12:00:00Z', 'Europe/Berlin', { time: '14:00', timezone_abbr: 'CEST' }],
  ['2026-07-01T12:00:00Z', 'America/New_York', { time: '08:00', time_12h: '8:00 AM', timezone_abbr: 'EDT' }],
  ['2026-07-01T12:00:00Z', 'Asia/Kolkata', { time: '17:30', timezone_abbr: 'IST' }],
  ['2026-07-01T12:00:00Z', 'Asia/Kathmandu', { time: '17:45', timezone_abbr: '+0545' }],
  ['2026-07-01T12:00:00Z', 'Pacific/Kiritimati', { date: '2026-07-02', timezone_abbr: '+1400' }],
] as const) {
  test(`date_time: ${at} in ${zone}`, async () => {
    const data = await dataOf('date_time', { timezone: zone }, at);
    for (const [name, value] of Object.entries(expected)) assert.is(data[name], value, name);
  });
}

for (const [hour, minute, words] of [
  [0, 0, "TWELVE O'CLOCK"],
  [1, 1, 'ONE MINUTE PAST ONE'],
  [13, 15, 'QUARTER PAST ONE'],
  [14, 29, 'TWENTY-NINE MINUTES PAST TWO'],
  [14, 31, 'TWENTY-NINE MINUTES TO THREE'],
  [23, 45, 'QUARTER TO TWELVE'],
  [11, 59, 'ONE MINUTE TO TWELVE'],
  [5, 40, 'TWENTY TO SIX'],
  [6, 20, 'TWENTY PAST SIX'],
  [6, 50, 'TEN TO SEVEN'],
] as const) {
  test(`${hour}:${minute} in words`, () => assert.is(timeInEnglish(hour, minute), words));
}

test('a minute in words never exceeds 50 characters', () => {
  for (let minute = 0; minute < 1440; minute++)
    assert.ok(timeInEnglish(Math.floor(minute / 60), minute % 60).length <= 50);
});

test('date_time follows the clock from minute to minute', async () => {
  const { host, clock } = createHost();
  await clock.advance(60_000);
  assert.is(host.values.source('date_time', FLAGSHIP, clock.now())?.data['time'], '14:31');
  assert.is(host.values.source('date_time', FLAGSHIP, clock.now() + 29 * 60_000)?.data['time'], '15:00');
});

test('date_time refuses a zone that does not exist', async () =>
  assert.match((await errorOf('date_time', { timezone: 'Mars/Olympus' })) ?? '', /timezone/));

for (const [text, zone, instant] of [
  ['2026-12-24T18:00', 'Europe/Berlin', '2026-12-24T17:00:00.000Z'],
  ['2026-12-24 18:00:30', 'UTC', '2026-12-24T18:00:30.000Z'],
  ['2026-12-24', 'America/New_York', '2026-12-24T05:00:00.000Z'],
  ['2026-12-24T18:00:00Z', 'Europe/Berlin', '2026-12-24T18:00:00.000Z'],
  ['2026-12-24T18:00:00+02:00', 'Europe/Berlin', '2026-12-24T16:00:00.000Z'],
  ['2026-02-30', 'UTC', null],
  ['2026-13-01', 'UTC', null],
  ['2026-12-24T25:00', 'UTC', null],
  ['Christmas', 'UTC', null],
  ['', 'UTC', null],
] as const) {
  test(`the target "${text}" in ${zone}`, () => {
    const at = parseTarget(text, zone);
    assert.is(at === null ? null : new Date(at).toISOString(), instant);
  });
}

test('countdown: every variable', async () =>
  assert.equal(await dataOf('countdown', { event_name: 'Christmas Eve', target_datetime: '2026-12-24T18:00' }), {
    event_name: 'Christmas Eve',
    target_datetime: '2026-12-24T18:00',
    is_expired: false,
    days: 34,
    hours: 3,
    minutes: 30,
    seconds: 0,
    total_seconds: 2_950_200,
    formatted: '34d 3h 30m 0s',
  }));

test('countdown: a target that was stored and is none says so', async () => {
  const { host } = createHost({}, { countdown: { enabled: true, config: { target_datetime: 'soon' }, secrets: {} } });
  assert.is((await host.data('countdown', FLAGSHIP)).error, 'target_datetime is no date and time');
});

test('countdown: the instant itself is over, the second before is not', async () => {
  const target = { target_datetime: '2026-11-20T14:30:00' };
  assert.is((await dataOf('countdown', target))['is_expired'], true);
  const data = await dataOf('countdown', target, '2026-11-20T13:29:59Z');
  assert.equal([data['is_expired'], data['total_seconds']], [false, 1]);
});

for (const config of [
  { target_datetime: 'soon' },
  { target_datetime: '2026-02-30' },
  { target_datetime: '2026-12-24', timezone: 'Nowhere' },
]) {
  test(`countdown refuses ${JSON.stringify(config)}`, async () => assert.ok(await errorOf('countdown', config)));
}

test('guest_wifi: password hidden in the settings, shown on the board', async () => {
  const { host } = createHost();
  const detail = await host.installation.update('guest_wifi', {
    enabled: true,
    config: { ssid: 'GUESTS', password: 'welcome' },
  });
  assert.is(detail.config['password'], '***');
  assert.equal((await host.data('guest_wifi', FLAGSHIP)).data, { ssid: 'GUESTS', password: 'welcome' });
});

test('guest_wifi bounds its texts at 22', async () => {
  assert.is(await errorOf('guest_wifi', { ssid: 'x'.repeat(22), password: 'y'.repeat(22) }), null);
  assert.match((await errorOf('guest_wifi', { ssid: 'x'.repeat(23), password: 'y' })) ?? '', /ssid/);
});

test('quotes: at least 40, short enough for their variables', () => {
  assert.ok(QUOTES.length >= 40);
  for (const { text, author } of QUOTES) assert.ok(text.length <= 120 && author.length <= 22, text);
  assert.is(new Set(QUOTES.map(({ text }) => text)).size, QUOTES.length);
});

test('quotes: each is shown once before any comes again, and none twice in a row', async () => {
  const { host, clock } = createHost({}, on('quotes'));
  const start = Math.ceil(clock.now() / 3_600_000 / QUOTES.length) * QUOTES.length;
  const seen = Array.from({ length: QUOTES.length * 3 }, (_, step) =>
    String(host.values.source('quotes', FLAGSHIP, (start + step) * 3_600_000)?.data['quote']),
  );
  for (let round = 0; round < 3; round++)
    assert.is(new Set(seen.slice(round * QUOTES.length, (round + 1) * QUOTES.length)).size, QUOTES.length);
  for (let step = 1; step < seen.length; step++) assert.is.not(seen[step], seen[step - 1]);
});

test('quotes: no own one comes twice in a row, in whatever round', async () => {
  const own = ['A', 'B', 'C'].map((text) => ({ text, author: '' }));
  const { host } = createHost({}, on('quotes', { quotes: own }));
  const seen = Array.from({ length: 90 }, (_, step) =>
    String(host.values.source('quotes', FLAGSHIP, step * 3_600_000)?.data['quote']),
  );
  assert.equal([...new Set(seen)].sort(), ['A', 'B', 'C']);
  for (let step = 1; step < seen.length; step++) assert.is.not(seen[step], seen[step - 1]);
});

test('quotes: own ones replace the collection', async () =>
  assert.equal(await dataOf('quotes', { quotes: [{ text: 'Mine', author: 'Me' }] }), { quote: 'Mine', author: 'Me' }));

test('random: draws from the choices, the same for everybody until the next draw', async () => {
  const { host, clock } = createHost({}, on('random', { choices: ['A', 'B', 'C'], refresh_seconds: 60 }));
  const at = Math.ceil(clock.now() / 60_000) * 60_000;
  const draw = (now: number) => host.values.source('random', FLAGSHIP, now)?.data;
  assert.equal(draw(at), draw(at + 59_999));
  const draws = Array.from({ length: 60 }, (_, minute) => draw(at + minute * 60_000));
  assert.equal([...new Set(draws.map((one) => one?.['choice']))].sort(), ['A', 'B', 'C']);
  assert.equal([...new Set(draws.map((one) => one?.['coin_flip']))].sort(), ['HEADS', 'TAILS']);
  for (const one of draws) assert.match(String(one?.['color']), /^\{6[3-9]\}$/);
});

for (const config of [
  { choices: ['A'] },
  { choices: Array.from({ length: 11 }, String) },
  { choices: ['A', ''] },
  { refresh_seconds: 59 },
  { refresh_seconds: 86_401 },
]) {
  test(`random refuses ${JSON.stringify(config).slice(0, 40)}`, async () => assert.ok(await errorOf('random', config)));
}

test('sun: times and moon of a day in Berlin', async () => {
  const data = await dataOf('sun');
  assert.match(String(data['sunrise']), /^07:3\d$/);
  assert.match(String(data['sunset']), /^16:0\d$/);
  assert.equal(
    [data['is_daytime'], data['next_sun_event'], data['next_sun_event_time']],
    [true, 'SET', data['sunset']],
  );
  assert.match(String(data['day_length']), /^8h \d+m$/);
  assert.match(String(data['time_to_next']), /^1h \d+m$/);
});

for (const [at, event, isDay] of [
  ['2026-11-20T03:00:00Z', 'RISE', false],
  ['2026-11-20T12:00:00Z', 'SET', true],
  ['2026-11-20T20:00:00Z', 'RISE', false],
  ['2026-11-20T23:30:00Z', 'RISE', false],
] as const) {
  test(`sun: at ${at} comes ${event}`, async () => {
    const data = await dataOf('sun', {}, at);
    assert.equal([data['next_sun_event'], data['is_daytime']], [event, isDay]);
  });
}

test('sun: in polar night there is no sunrise, and nothing is made up', async () => {
  const data = await dataOf('sun', { latitude: 78.2, longitude: 15.6 }, '2026-12-21T12:00:00Z');
  assert.equal([data['sunrise'], data['sunset'], data['is_daytime'], data['next_sun_event']], ['', '', null, '']);
});

test('sun and weather without any place say what to do', async () => {
  for (const id of ['sun', 'weather']) {
    const { host, place } = createHost({}, on(id));
    place.location = { latitude: null, longitude: null };
    assert.match((await host.data(id, FLAGSHIP)).error ?? '', /latitude and longitude/);
  }
});

for (const [phase, name] of [
  [0, 'NEW MOON'],
  [0.1, 'WAXING CRESCENT'],
  [0.25, 'FIRST QUARTER'],
  [0.4, 'WAXING GIBBOUS'],
  [0.5, 'FULL MOON'],
  [0.6, 'WANING GIBBOUS'],
  [0.75, 'LAST QUARTER'],
  [0.9, 'WANING CRESCENT'],
  [0.99, 'NEW MOON'],
  [1, 'NEW MOON'],
] as const) {
  test(`the moon at ${phase}`, () => assert.is(phaseName(phase), name));
}

test('system: the machine itself', async () => {
  const data = await dataOf('system');
  assert.ok(String(data['hostname']).length > 0);
  assert.match(String(data['address']), /^\d+\.\d+\.\d+\.\d+$/);
  assert.ok(Number(data['memory_percent']) > 0 && Number(data['memory_percent']) <= 100);
  assert.ok(Number(data['uptime_seconds']) > 0);
  const megabytes = Number(data['memory_total']);
  assert.ok(Math.abs(megabytes * 1024 * 1024 - totalmem()) <= 1024 * 1024, 'in MB');
  assert.ok(Number(data['memory_free']) < megabytes);
});

const CONFIGS: Readonly<Record<string, Record<string, unknown>>> = {
  countdown: { event_name: 'A very long name of an event that nobody can fit', target_datetime: '2027-12-24' },
  guest_wifi: { ssid: 'ABCDEFGHIJKLMNOPQRSTUV', password: 'ABCDEFGHIJKLMNOPQRSTUV' },
  random: { choices: ['X'.repeat(32), 'Y'.repeat(32)] },
  webhook: {},
};

for (const { manifest } of ALL.filter((plugin) => !isTransition(plugin) && 'live' in plugin)) {
  for (const size of SIZES) {
    test(`${manifest.id}: lines that fit ${size.rows}x${size.cols}`, async () => {
      const { host } = createHost({}, on(manifest.id, CONFIGS[manifest.id]));
      const { lines, available } = await host.data(manifest.id, size);
      assert.is(available, true);
      assert.ok(lines.length > 0 && lines.length <= size.rows);
      for (const line of lines) assert.ok(countCells(line) <= size.cols, line);
    });
  }

  test(`${manifest.id}: values within the lengths that the manifest states`, async () => {
    const { host, clock } = createHost({}, on(manifest.id, CONFIGS[manifest.id]));
    const { max_lengths } = host.report.variables();
    for (let step = 0; step < 400; step++) {
      const data = host.values.source(manifest.id, FLAGSHIP, clock.now() + step * 7_777_777)?.data ?? {};
      for (const [name, value] of Object.entries(data)) {
        const longest = max_lengths[`${manifest.id}.${name}`];
        if (longest !== undefined && typeof value === 'string')
          assert.ok(countCells(value) <= longest, `${name}: ${value}`);
      }
    }
  });
}

test('the display of a clock on a flagship and on a note', async () => {
  const { host } = createHost();
  assert.equal((await host.data('date_time', FLAGSHIP)).lines, [
    '',
    '        Friday',
    '   November 20 2026',
    '',
    '        14:30',
  ]);
  assert.equal((await host.data('date_time', { device_type: 'note', rows: 3, cols: 15 })).lines, [
    '    Friday',
    '  Nov 20 2026',
    '     14:30',
  ]);
});

test(`the examples in manifests are of ${NOW}`, async () => {
  const data = await dataOf('date_time');
  const { simple } = ALL.find(({ manifest }) => manifest.id === 'date_time')?.manifest.variables ?? {};
  for (const [name, value] of Object.entries(data))
    assert.is((simple as Record<string, { example: unknown }>)[name]?.example, value, name);
});

test.run();
