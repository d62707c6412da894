import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { countCells } from '../../src/core/flaps/cells.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { StoredPlugins } from '../../src/plugins/keeping/configuration.ts';
import { readMessage, variableOf } from '../../src/plugins/builtin/common/mqtt.ts';
import { shortAge } from '../../src/plugins/builtin/common/rss.ts';
import { conditionOf } from '../../src/plugins/builtin/common/weather-words.ts';
import { stepsOf } from '../../src/core/path-steps.ts';
import { valueAt } from '../../src/documents/json/json-path.ts';
import { until } from '../support/until.ts';
import { withBroker } from '../support/small-broker.ts';
import { createHost, FLAGSHIP, NOTE, SIZES, startHost } from './fixture.ts';
import { serveJson, serveText, withServer } from './loopback.ts';

const test = suite('plugins/sources');

const on = (id: string, config: Record<string, unknown>, secrets: Record<string, unknown> = {}): StoredPlugins => ({
  [id]: { enabled: true, config, secrets },
});
const read = async (id: string, config: Record<string, unknown>, secrets: Record<string, unknown> = {}) =>
  createHost({}, on(id, config, secrets)).host.data(id, FLAGSHIP);

const fitsEverywhere = async (id: string, config: Record<string, unknown>, secrets: Record<string, unknown> = {}) => {
  const { host } = createHost({}, on(id, config, secrets));
  for (const size of SIZES) {
    const { lines, available } = await host.data(id, size);
    assert.is(available, true);
    assert.ok(lines.length > 0 && lines.length <= size.rows);
    for (const line of lines) assert.ok(countCells(line) <= size.cols, line);
  }
};

for (const [path, steps] of [
  ['a.b', ['a', 'b']],
  ['$.a', ['a']],
  ['a[0].b', ['a', '0', 'b']],
  ['a.0.b', ['a', '0', 'b']],
  ['["a b"].c', ['a b', 'c']],
  ["['x.y']", ['x.y']],
  ['a[-1]', ['a', '-1']],
  ['', []],
  ['$', []],
] as const) {
  test(`the path ${path}`, () => assert.equal(stepsOf(path), steps));
}

for (const [path, value] of [
  ['list[0].n', 1],
  ['list.1.n', 2],
  ['list[-1].n', 2],
  ['list.length', 2],
  ['list[2].n', undefined],
  ['constructor', undefined],
  ['list.constructor', undefined],
  ['text.length', undefined],
  ['none.a', undefined],
  ['zero', 0],
] as const) {
  test(`the value at ${path}`, () =>
    assert.is(valueAt({ list: [{ n: 1 }, { n: 2 }], text: 'abc', none: null, zero: 0 }, path), value));
}

const DOCUMENT = { data: { items: [{ name: 'first', price: 9.5 }, { name: 'second' }] }, ok: true };

test('json: a path per variable, null where nothing is', () =>
  withServer(serveJson(DOCUMENT), async (base) => {
    const variables = [
      { name: 'name', path: 'data.items[0].name' },
      { name: 'price', path: '$.data.items.0.price' },
      { name: 'ok', path: 'ok' },
      { name: 'gone', path: 'x.y' },
    ];
    assert.equal((await read('json', { url: base, variables })).data, {
      name: 'first',
      price: 9.5,
      ok: true,
      gone: null,
    });
  }));

test('json: without variables the members of the answer', () =>
  withServer(serveJson(DOCUMENT), async (base) => assert.equal((await read('json', { url: base })).data, DOCUMENT)));
test('json: a list becomes items', () =>
  withServer(serveJson([1, 2]), async (base) =>
    assert.equal((await read('json', { url: base })).data, { items: [1, 2], count: 2 }),
  ));
test('json: a plain value becomes value', () =>
  withServer(serveJson('x'), async (base) => assert.equal((await read('json', { url: base })).data, { value: 'x' })));

test('json: headers are sent, stored as secrets, and never shown', () =>
  withServer(serveJson({}), async (base, requests) => {
    const { host, store } = createHost();
    const detail = await host.installation.update('json', {
      enabled: true,
      config: { url: base, headers: { 'X-Key': 'hush' } },
    });
    assert.equal(detail.config, { url: base, headers: { 'X-Key': '***' } });
    assert.equal(store.plugins['json']?.config, { url: base, headers: {} });
    await host.installation.update('json', { config: detail.config });
    await host.data('json', FLAGSHIP);
    assert.is(requests[0]?.headers['x-key'], 'hush');
  }));

test('json: an answer larger than a payload may be is an error', () =>
  withServer(serveJson({ text: 'x'.repeat(300_000) }), async (base) =>
    assert.match((await read('json', { url: base })).error ?? '', /256 KiB/),
  ));
test('json: an answer deeper than a payload may be is an error', () =>
  withServer(serveText(`${'[['.repeat(20)}${']]'.repeat(20)}`), async (base) =>
    assert.match((await read('json', { url: base })).error ?? '', /deeper/),
  ));
test('json: what is no JSON is an error', () =>
  withServer(serveText('<html>'), async (base) =>
    assert.match((await read('json', { url: base })).error ?? '', /no JSON/),
  ));
test('json: an error of the server is an error', () =>
  withServer(
    (_request, response) => void response.writeHead(503).end(),
    async (base) => assert.match((await read('json', { url: base })).error ?? '', /503/),
  ));
test('json: lines fit every board', () =>
  withServer(serveJson({ a: 'x'.repeat(200), long_name_of_a_value: 12345 }), (base) =>
    fitsEverywhere('json', { url: base }),
  ));

for (const config of [
  { url: 'nothing' },
  { url: 'http://a', headers: { 'bad name': 'x' } },
  { url: 'http://a', headers: { a: 'x\r\ny: z' } },
  { url: 'http://a', headers: { a: 1 } },
  { url: 'http://a', variables: [{ path: 'x' }] },
  { url: 'http://a', variables: [{ name: 'a b' }] },
  { url: 'http://a', refresh_seconds: 9 },
  { url: 'http://a', refresh_seconds: '60' },
]) {
  test(`json refuses ${JSON.stringify(config)}`, async () => {
    const { host } = createHost();
    const problem = await host.installation.update('json', { config }).catch((error: { status?: number }) => error);
    assert.is('status' in problem && problem.status, 400);
  });
}

test('json: its variables are in the catalog before the first fetch', async () => {
  const { host } = createHost({}, on('json', { url: 'http://127.0.0.1:1', variables: [{ name: 'a', path: 'x' }] }));
  assert.equal(host.report.variables().variables['json'], ['a']);
});

const FORECAST = {
  current: {
    temperature_2m: 7.6,
    apparent_temperature: 4.4,
    relative_humidity_2m: 81,
    weather_code: 2,
    wind_speed_10m: 16.1,
  },
  daily: {
    time: ['2026-11-20', '2026-11-21'],
    weather_code: [61, 0],
    temperature_2m_max: [11.2, 3.5],
    temperature_2m_min: [-2.4, -5.6],
    sunrise: ['2026-11-20T07:32', '2026-11-21T07:34'],
    sunset: ['2026-11-20T16:05', '2026-11-21T16:04'],
    uv_index_max: [1.05, 1],
    precipitation_probability_max: [20, 0],
  },
};

test('weather: every variable, in metric units', () =>
  withServer(serveJson(FORECAST), async (base, requests) => {
    assert.equal((await read('weather', { base_url: base, location_name: 'Berlin' })).data, {
      temperature: 8,
      temperature_c: 8,
      temperature_f: 46,
      feels_like: 4,
      feels_like_c: 4,
      humidity: 81,
      wind_speed: 16,
      condition: 'PARTLY SUNNY',
      condition_short: 'PARTLY',
      condition_tile: '{65}',
      high_temp: 11,
      high_temp_c: 11,
      low_temp: -2,
      low_temp_c: -2,
      precipitation_chance_today: 20,
      uv_index: 1,
      sunrise: '07:32',
      sunset: '16:05',
      location: 'Berlin',
      forecast: [
        {
          date: '2026-11-20',
          day_name: 'Fri',
          high: 11,
          low: -2,
          condition: 'LIGHT RAIN',
          condition_tile: '{67}',
          precipitation_chance: 20,
        },
        {
          date: '2026-11-21',
          day_name: 'Sat',
          high: 4,
          low: -6,
          condition: 'CLEAR',
          condition_tile: '{65}',
          precipitation_chance: 0,
        },
      ],
    });
    const url = new URL(requests[0]?.url ?? '', base);
    assert.is(url.pathname, '/v1/forecast');
    assert.equal(
      [url.searchParams.get('latitude'), url.searchParams.get('longitude'), url.searchParams.get('timezone')],
      ['52.52', '13.41', 'Europe/Berlin'],
    );
  }));

/** Codes of WMO table 4677 that the service tells, by what they are called. */
const CODES: readonly (readonly [tile: string, words: RegExp, codes: readonly number[]])[] = [
  ['{65}', /CLEAR|SUNNY/, [0, 1, 2]],
  ['{69}', /CLOUDY|FOG/, [3, 45, 48]],
  ['{67}', /DRIZZLE|RAIN|SHOWERS/, [51, 53, 55, 61, 63, 65, 80, 81, 82]],
  ['{68}', /ICY RAIN|SNOW/, [56, 57, 66, 67, 71, 73, 75, 77, 85, 86]],
  ['{64}', /STORM/, [95, 96, 99]],
];

for (const [tile, words, codes] of CODES)
  for (const code of codes) {
    test(`weather: what code ${code} means, in words that fit`, () => {
      const { long = '', short = '', tile: shown } = conditionOf(code) ?? {};
      assert.is(shown, tile);
      assert.match(long, words);
      assert.ok(long.length <= 12, long);
      assert.match(short, /^[A-Z ]{3,9}$/);
    });
  }

for (const code of [-1, 4, 100, '0', null]) {
  test(`weather: ${JSON.stringify(code)} is no code`, () => assert.is(conditionOf(code), null));
}

test('weather: imperial units, 12 hours, a place of its own', () =>
  withServer(serveJson(FORECAST), async (base, requests) => {
    const { data } = await read('weather', {
      base_url: base,
      units: 'imperial',
      time_format: '12h',
      latitude: 40.7,
      longitude: -74,
    });
    assert.equal(
      [data?.['temperature'], data?.['temperature_c'], data?.['high_temp'], data?.['wind_speed'], data?.['sunrise']],
      [46, 8, 52, 10, '7:32 AM'],
    );
    assert.match(requests[0]?.url ?? '', /latitude=40\.7&longitude=-74/);
  }));

/** A service that tells what it is asked for, of as many days, and nothing else. */
const tellsWhatIsAsked: Parameters<typeof withServer>[0] = (request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'http://localhost');
  const names = (of: string): string[] => searchParams.get(of)?.split(',') ?? [];
  const dates = Array.from({ length: Number(searchParams.get('forecast_days')) }, (_, day) => `2026-11-${20 + day}`);
  const valueOf = (name: string): unknown => (name.startsWith('sun') ? '2026-11-20T07:30' : 1);
  const of = (all: readonly string[], value: (name: string) => unknown) =>
    Object.fromEntries(all.map((name) => [name, value(name)]));
  const current = of(names('current'), valueOf);
  const daily = { time: dates, ...of(names('daily'), (name) => dates.map(() => valueOf(name))) };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ current, daily }));
};

test('weather: all that it tells is asked for, and nothing else', () =>
  withServer(tellsWhatIsAsked, async (base, requests) => {
    const { data } = await read('weather', { base_url: base });
    assert.ok(data);
    assert.equal(
      Object.entries(data).filter(([, value]) => value === null),
      [],
    );
    const forecast = data['forecast'] as Record<string, unknown>[];
    assert.equal(
      forecast.map(({ date }) => date),
      ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24'],
    );
    assert.ok(forecast.every((day) => Object.values(day).every((value) => value !== null)));
    const { searchParams } = new URL(requests[0]?.url ?? '', base);
    const asked = ['current', 'daily'].flatMap((of) => searchParams.get(of)?.split(',') ?? []);
    assert.is(asked.length, 12);
  }));

for (const suffix of ['', '/', '/v1', '/v1/forecast', '/v1/forecast/']) {
  test(`weather: a base address that ends in "${suffix}"`, () =>
    withServer(serveJson(FORECAST), async (base, requests) => {
      await read('weather', { base_url: base + suffix });
      assert.match(requests[0]?.url ?? '', /^\/v1\/forecast\?/);
    }));
}

test('weather: what the answer leaves out is left out, an answer without weather is an error', async () => {
  await withServer(serveJson({ current_weather: { temperature: 5, weathercode: 95 } }), async (base) => {
    const { data } = await read('weather', { base_url: base });
    assert.equal(
      [data?.['temperature'], data?.['condition'], data?.['high_temp'], data?.['forecast']],
      [5, 'THUNDERSTORM', null, []],
    );
  });
  await withServer(serveJson({ error: true }), async (base) =>
    assert.match((await read('weather', { base_url: base })).error ?? '', /no weather/),
  );
});

for (const [units, temperature, color] of [
  ['metric', 32, 'red'],
  ['metric', 31, 'orange'],
  ['metric', 16, 'green'],
  ['metric', 7, 'blue'],
  ['metric', 6, 'violet'],
  ['imperial', 32.3, 'red'],
  ['imperial', 7, 'blue'],
  ['imperial', 6, 'violet'],
] as const) {
  test(`weather: ${temperature} degrees Celsius shown as ${units} are ${color}`, () =>
    withServer(serveJson({ current: { temperature_2m: temperature } }), async (base) => {
      const { host, clock } = createHost({}, on('weather', { base_url: base, units }));
      await host.data('weather', FLAGSHIP);
      const source = host.values.source('weather', FLAGSHIP, clock.now());
      const value = Number(source?.data['temperature']);
      const rule = source?.colorRules['temperature']?.find(({ condition, value: bound }) =>
        condition === '>=' ? value >= Number(bound) : value < Number(bound),
      );
      assert.is(rule?.color, color);
    }));
}

test('weather: lines fit every board', () =>
  withServer(serveJson(FORECAST), (base) =>
    fitsEverywhere('weather', { base_url: base, location_name: 'A long name 15' }),
  ));

const QUOTE = (price: number, before: number) => ({
  chart: {
    result: [
      { meta: { regularMarketPrice: price, chartPreviousClose: before, currency: 'USD', shortName: 'Apple Inc.' } },
    ],
  },
});

test('stocks: price, change and direction', () =>
  withServer(serveJson(QUOTE(189.84, 187.15)), async (base, requests) => {
    const { data } = await read('stocks', { base_url: base, symbols: ['aapl'] });
    const stock = {
      symbol: 'AAPL',
      company_name: 'Apple Inc.',
      current_price: '189.84',
      previous_price: '187.15',
      change_percent: '+1.4%',
      change_direction: 'up',
      currency: 'USD',
      formatted: 'AAPL 189.84 +1.4%',
    };
    assert.equal(data, { ...stock, symbol_count: 1, stocks: [stock] });
    assert.match(requests[0]?.url ?? '', /^\/v8\/finance\/chart\/AAPL\?/);
  }));

for (const [price, before, change, direction] of [
  [90, 100, '-10.0%', 'down'],
  [100, 100, '+0.0%', 'flat'],
  [1, 0, null, 'up'],
] as const) {
  test(`stocks: ${price} after ${before}`, () =>
    withServer(serveJson(QUOTE(price, before)), async (base) => {
      const { data } = await read('stocks', { base_url: base, symbols: ['A'] });
      assert.equal([data?.['change_percent'], data?.['change_direction']], [change, direction]);
    }));
}

test('stocks: an unknown symbol is left out beside a known one, and an error alone', () =>
  withServer(
    (request, response) =>
      void (request.url?.includes('BAD') ? response.writeHead(404).end() : response.end(JSON.stringify(QUOTE(1, 1)))),
    async (base) => {
      assert.is((await read('stocks', { base_url: base, symbols: ['BAD', 'OK'] })).data?.['symbol_count'], 1);
      assert.is((await read('stocks', { base_url: base, symbols: ['BAD'] })).error, 'BAD is unknown');
    },
  ));

test('stocks: lines fit every board', () =>
  withServer(serveJson(QUOTE(123456.789, 1)), (base) =>
    fitsEverywhere('stocks', { base_url: base, symbols: ['A', 'BTC-USD', 'EURUSD=X'] }),
  ));

const STATES: Readonly<Record<string, object>> = {
  'light.desk': {
    entity_id: 'light.desk',
    state: 'on',
    attributes: { friendly_name: 'Desk', brightness: 128, effect_list: ['a'] },
    last_changed: '2026-11-20T10:00:00Z',
  },
  'sensor.outside': { entity_id: 'sensor.outside', state: '7.5', attributes: { unit_of_measurement: '°C' } },
};

const serveStates = (
  request: { url?: string | undefined; headers: { authorization?: string | undefined } },
  response: { writeHead(status: number): { end(text?: string): unknown } },
): void => {
  if (request.headers.authorization !== 'Bearer tok') return void response.writeHead(401).end();
  const id = /^\/api\/states\/(.+)$/.exec(request.url ?? '')?.[1];
  if (request.url === '/api/states') return void response.writeHead(200).end(JSON.stringify(Object.values(STATES)));
  const state = STATES[id ?? ''];
  response.writeHead(state ? 200 : 404).end(JSON.stringify(state ?? {}));
};

test('home_assistant: states and attributes of entities, by id and by name', () =>
  withServer(serveStates, async (base) => {
    const { host, clock } = createHost(
      {},
      on(
        'home_assistant',
        { url: base, entities: ['light.desk', { entity_id: 'sensor.outside', name: 'outside' }, 'light.gone'] },
        { token: 'tok' },
      ),
    );
    const { data } = await host.data('home_assistant', FLAGSHIP);
    assert.equal(data, {
      'light.desk': {
        state: 'on',
        attributes: { friendly_name: 'Desk', brightness: 128, effect_list: ['a'] },
        last_changed: '2026-11-20T10:00:00Z',
      },
      'sensor.outside': { state: '7.5', attributes: { unit_of_measurement: '°C' } },
      outside: '7.5',
      connected: true,
      entity_count: 2,
    });
    assert.is(host.values.source('home_assistant', FLAGSHIP, clock.now())?.entityLookup, true);
    assert.ok(host.report.variables().variables['home_assistant']?.includes('light_desk.state'));
  }));

test('home_assistant: without entities all of them, with the usual attributes', () =>
  withServer(serveStates, async (base) => {
    const { data } = await read('home_assistant', { url: `${base}/` }, { token: 'tok' });
    assert.equal(data?.['light.desk'], { state: 'on', attributes: { friendly_name: 'Desk' } });
    assert.is(data?.['entity_count'], 2);
  }));

test('home_assistant: a refused token, and entities that nobody knows', () =>
  withServer(serveStates, async (base) => {
    assert.match(
      (await read('home_assistant', { url: base, entities: ['light.desk'] }, { token: 'wrong' })).error ?? '',
      /refuses the access token/,
    );
    assert.match(
      (await read('home_assistant', { url: base, entities: ['light.gone'] }, { token: 'tok' })).error ?? '',
      /none of the entities/,
    );
  }));

for (const [what, answer] of [
  ['no list', { message: 'starting' }],
  ['a list of something else', [5, null, { state: 'on' }]],
] as const)
  test(`home_assistant: ${what} in place of states is an error`, () =>
    withServer(serveJson(answer), async (base) => {
      const { available, error } = await read('home_assistant', { url: base }, { token: 'tok' });
      assert.is(available, false);
      assert.match(error ?? '', /^(?:the answer holds no states|none of the entities is known to Home Assistant)$/);
    }));

test('home_assistant: entities that are not told one by one come out of the list of all, with all their attributes', () =>
  withServer(
    (request, response) => {
      response.statusCode = request.url === '/api/states' ? 200 : 404;
      response.end(
        JSON.stringify(
          ['light.desk', 'light.hall'].map((entity_id) => ({ entity_id, state: 'on', attributes: { brightness: 7 } })),
        ),
      );
    },
    async (base) => {
      const { data } = await read(
        'home_assistant',
        { url: base, entities: [{ entity_id: 'light.hall', name: 'hall' }] },
        { token: 'tok' },
      );
      assert.equal(
        [data?.['light.hall'], data?.['hall'], data?.['light.desk'], data?.['entity_count']],
        [{ state: 'on', attributes: { brightness: 7 } }, 'on', undefined, 1],
      );
    },
  ));

for (const entities of [['desk'], ['Light.Desk'], [{ name: 'x' }], [5], [null], ['light.desk/../x']]) {
  test(`home_assistant refuses the entities ${JSON.stringify(entities)}`, async () => {
    const { host } = createHost();
    const problem = await host.installation
      .update('home_assistant', { config: { url: 'http://a', token: 't', entities } })
      .catch((error: { status?: number }) => error);
    assert.is('status' in problem && problem.status, 400);
  });
}

test('home_assistant: lines fit every board', () =>
  withServer(serveStates, (base) =>
    fitsEverywhere(
      'home_assistant',
      { url: base, entities: ['light.desk', { entity_id: 'sensor.outside', name: 'a long name of a sensor' }] },
      { token: 'tok' },
    ),
  ));

const RSS = `<?xml version="1.0"?><rss version="2.0" xmlns:media="m" xmlns:atom="a"><channel><title>The Daily &amp; Flap</title><atom:link href="x"/>
<item><media:title>other</media:title><title>Older &lt;b&gt;news&lt;/b&gt;</title><link>http://x/1</link><pubDate>Fri, 20 Nov 2026 11:30:00 GMT</pubDate></item>
<item><title><![CDATA[Newest <i>news</i> &eacute;]]></title><link>http://x/2</link><pubDate>Fri, 20 Nov 2026 13:25:00 GMT</pubDate></item></channel></rss>`;
for (const [published, age] of [
  ['2026-11-20T13:30:00Z', '0M'],
  ['2026-11-20T12:31:00Z', '59M'],
  ['2026-11-20T12:30:00Z', '1H'],
  ['2026-11-19T13:31:00Z', '23H'],
  ['2026-11-19T13:30:00Z', '1D'],
  ['1990-01-01', '999D'],
  ['2026-11-21T00:00:00Z', '0M'],
  [null, ''],
] as const) {
  test(`the age of ${published}`, () => assert.is(shortAge(published, Date.parse('2026-11-20T13:30:00Z')), age));
}

test('rss: the newest entry as variables, and its age grows without a fetch', () =>
  withServer(serveText(RSS, 'application/rss+xml'), async (base, requests) => {
    const { host, clock } = createHost({}, on('rss', { url: base, max_items: 1 }));
    const { data } = await host.data('rss', FLAGSHIP);
    assert.equal(
      [data?.['feed_title'], data?.['item_count'], data?.['title'], data?.['age'], data?.['link']],
      ['The Daily & Flap', 1, 'Newest news é', '5M', 'http://x/2'],
    );
    await clock.advance(120_000);
    assert.is(host.values.source('rss', FLAGSHIP, clock.now())?.data['age'], '7M');
    assert.is(requests.length, 1);
  }));

test('rss: a feed that has not changed is not sent again, and stays', () =>
  withServer(
    (request, response) => {
      response.setHeader('etag', 'W/"1"');
      response.statusCode = request.headers['if-none-match'] === 'W/"1"' ? 304 : 200;
      response.end(response.statusCode === 304 ? undefined : RSS);
    },
    async (base, requests) => {
      const { host, clock } = createHost({}, on('rss', { url: base }));
      await host.data('rss', FLAGSHIP);
      await clock.advance(1_000_000);
      const { data, error } = await host.data('rss', FLAGSHIP);
      assert.equal(
        [data?.['title'], error, requests.length, requests[1]?.headers['if-none-match']],
        ['Newest news é', null, 2, 'W/"1"'],
      );
    },
  ));

test('rss: what is no feed is an error', () =>
  withServer(serveText('<html/>'), async (base) =>
    assert.match((await read('rss', { url: base })).error ?? '', /no RSS or Atom/),
  ));
test('rss: lines fit every board', () =>
  withServer(serveText(RSS.replace('Newest', 'Newest '.repeat(30))), (base) => fitsEverywhere('rss', { url: base })));

for (const [topic, name] of [
  [{ topic: 'house/kitchen/Temperature' }, 'temperature'],
  [{ topic: 'a/b c-d' }, 'b_c_d'],
  [{ topic: 'a', name: 'Own' }, 'Own'],
  [{ topic: 'a/' }, 'value'],
] as const)
  test(`the variable of ${JSON.stringify(topic)}`, () => assert.is(variableOf(topic), name));
for (const [message, path, value] of [
  ['21.5', undefined, 21.5],
  ['on', undefined, 'on'],
  ['{"a":{"b":1}}', 'a.b', 1],
  ['{"a":1}', 'x', null],
  ['plain', 'a', null],
  ['', undefined, ''],
] as const)
  test(`the message ${message} at ${path}`, () => assert.is(readMessage(message, path), value));

test('mqtt: topics become variables, changes and a lost broker show', () =>
  withBroker(async (broker) => {
    const config = {
      connection: { url: broker.url, username: 'me' },
      topics: [{ topic: 'house/temperature' }, { topic: 'house/json', name: 'wind', path: 'speed' }],
    };
    const { host } = createHost({ clock: systemClock }, on('mqtt', config, { connection: { password: 'pw' } }));
    await startHost(host);
    try {
      assert.match((await host.data('mqtt', FLAGSHIP)).error ?? '', /no data yet/);
      await until(() => broker.topics.length === 2);
      assert.equal(broker.users, ['me:pw']);
      broker.publish('house/temperature', '21.5');
      broker.publish('other', 'x');
      await until(async () => (await host.data('mqtt', FLAGSHIP)).available);
      assert.equal((await host.data('mqtt', FLAGSHIP)).data, { temperature: 21.5 });
      broker.publish('house/json', '{"speed": 7}');
      await until(async () => (await host.data('mqtt', NOTE)).data?.['wind'] === 7);
      assert.equal(host.report.variables().variables['mqtt'], ['temperature', 'wind']);
      broker.drop();
      await until(async () => !(await host.data('mqtt', FLAGSHIP)).available);
      assert.ok(host.values.source('mqtt', FLAGSHIP, Date.now()));
      assert.equal(host.installation.detail('mqtt').config['connection'], {
        url: broker.url,
        username: 'me',
        password: '***',
      });
    } finally {
      await host.stop();
    }
  }));

test('mqtt: a message that is too large is told in the log and leaves what was there', () =>
  withBroker(async (broker) => {
    const config = { connection: { url: broker.url }, topics: [{ topic: 'a' }, { topic: 'b' }] };
    const { host, logged } = createHost({ clock: systemClock }, on('mqtt', config));
    await startHost(host);
    try {
      await until(() => broker.topics.length === 2);
      broker.publish('a', '1');
      const valueOf = async (name: string) => (await host.data('mqtt', FLAGSHIP)).data?.[name];
      await until(async () => (await valueOf('a')) === 1);
      broker.publish('a', '2'.repeat(65_537));
      await until(() => logged.includes('mqtt: a message of 65537 bytes on a is too large'));
      broker.publish('a', '3'.repeat(300_000));
      await until(() => logged.some((line) => /^mqtt: a message of 3\d{5} bytes is too large$/.test(line)));
      broker.publish('b', `"${'4'.repeat(65_534)}"`);
      await until(async () => (await valueOf('b')) !== undefined);
      assert.is(await valueOf('a'), 1);
    } finally {
      await host.stop();
    }
  }));

test('mqtt: a topic that the broker refuses is told in the log', () =>
  withBroker(async (broker) => {
    const config = { connection: { url: broker.url }, topics: [{ topic: 'forbidden' }, { topic: 'a' }] };
    const { host, logged } = createHost({ clock: systemClock }, on('mqtt', config));
    await startHost(host);
    try {
      await until(() => logged.some((line) => line.startsWith('mqtt: subscribing failed: ')));
      broker.publish('a', '1');
      await until(async () => (await host.data('mqtt', FLAGSHIP)).data?.['a'] === 1);
    } finally {
      await host.stop();
    }
  }));

test('mqtt: other settings open another connection, disabling closes it', () =>
  withBroker(async (broker) => {
    const connection = { url: broker.url };
    const { host } = createHost({ clock: systemClock }, on('mqtt', { connection, topics: [{ topic: 'a' }] }));
    await startHost(host);
    await until(() => broker.topics.length === 1);
    await host.installation.update('mqtt', { config: { connection, topics: [{ topic: 'b' }] } });
    await until(() => broker.topics.includes('b'));
    await host.installation.update('mqtt', { enabled: false });
    broker.publish('b', '1');
    assert.is((await host.data('mqtt', FLAGSHIP)).error, 'the plugin is disabled');
    await host.stop();
  }));

for (const config of [
  { connection: { url: 'http://a' } },
  { connection: {} },
  { topics: [] },
  { topics: [{ topic: 'a/#' }] },
  { topics: [{ topic: '+/a' }] },
  { topics: [{ topic: 'a\nb' }] },
  { topics: [{ topic: '$share/walls/a' }] },
  { topics: ['a'] },
  { topics: [{ topic: 'a', name: 'b c' }] },
]) {
  test(`mqtt refuses ${JSON.stringify(config)}`, async () => {
    const { host } = createHost();
    const problem = await host.installation.update('mqtt', { config }).catch((error: { status?: number }) => error);
    assert.is('status' in problem && problem.status, 400);
  });
}

test.run();
