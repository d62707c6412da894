import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { StoredPlugins } from '../../src/plugins/keeping/configuration.ts';
import { createHost, FLAGSHIP } from './fixture.ts';
import { serveJson, withServer } from './loopback.ts';

/** What built-in plugins say of services that fail, or that tell less than usual. */
const test = suite('plugins/failing-services');

const read = async (id: string, config: Record<string, unknown>, secrets: Record<string, unknown> = {}) => {
  const stored: StoredPlugins = { [id]: { enabled: true, config, secrets } };
  return createHost({}, stored).host.data(id, FLAGSHIP);
};

const PLUGINS: Readonly<Record<string, (base: string) => Record<string, unknown>>> = {
  weather: (base_url) => ({ base_url }),
  stocks: (base_url) => ({ base_url, symbols: ['A'] }),
  home_assistant: (url) => ({ url, token: 'tok' }),
  'home_assistant with entities': (url) => ({ url, token: 'tok', entities: ['light.desk'] }),
  rss: (url) => ({ url }),
  calendar: (url) => ({ url }),
  json: (url) => ({ url }),
};

for (const [name, configOf] of Object.entries(PLUGINS)) {
  const id = name.split(' ')[0] ?? '';
  test(`${name}: the status of a service that fails is told`, () =>
    withServer(
      (_request, response) => void response.writeHead(503).end(),
      async (base) => assert.is((await read(id, configOf(base))).error, 'the server answers with status 503'),
    ));
}

for (const status of [401, 403])
  test(`home_assistant: ${status} is a refused token`, () =>
    withServer(
      (_request, response) => void response.writeHead(status).end(),
      async (base) =>
        assert.is(
          (await read('home_assistant', { url: base, token: 'tok' })).error,
          'Home Assistant refuses the access token',
        ),
    ));

const quoteOf = (meta: Record<string, unknown>) => ({ chart: { result: [{ meta }] } });

for (const [what, meta, expected] of [
  ['a short name', { regularMarketPrice: 2, shortName: 'Short', longName: 'Long' }, { company_name: 'Short' }],
  ['a long name only', { regularMarketPrice: 2, longName: 'Long' }, { company_name: 'Long' }],
  ['a name that is too long', { regularMarketPrice: 2, longName: 'x'.repeat(21) }, { company_name: 'x'.repeat(20) }],
  ['no name', { regularMarketPrice: 2 }, { company_name: 'brk-b', currency: '' }],
  [
    'the close before',
    { regularMarketPrice: 2, previousClose: 4 },
    { previous_price: '4.00', change_percent: '-50.0%' },
  ],
  [
    'no close',
    { regularMarketPrice: 2 },
    { previous_price: null, change_percent: null, change_direction: null, formatted: 'BRK-B 2.00' },
  ],
] as const)
  test(`stocks: an answer with ${what}`, () =>
    withServer(serveJson(quoteOf(meta)), async (base) => {
      const { data } = await read('stocks', { base_url: base, symbols: ['brk-b'] });
      assert.equal({ ...data, ...expected }, data);
    }));

for (const meta of [{ shortName: 'Apple' }, { previousClose: 2 }, { regularMarketPrice: '2' }])
  test(`stocks: the answer ${JSON.stringify(meta)} is told to be without a price, with its symbol`, () =>
    withServer(serveJson(quoteOf(meta)), async (base) =>
      assert.is(
        (await read('stocks', { base_url: base, symbols: ['AAPL'] })).error,
        'the answer holds no price of AAPL',
      ),
    ));

test.run();
