import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHost, FLAGSHIP } from './fixture.ts';
import { withServer } from './loopback.ts';
import { fileFor } from './source-file.ts';
import { hostWith, withStock } from './source-rig.ts';
import type { FakeClock } from '../support/fake-clock.ts';

/** Sources that are data, run by the host against a real server. */
const test = suite('plugins/source-plugin');

const json = (response: ServerResponse, value: unknown, headers: Record<string, string> = {}, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
};

/** Lets the fake clock run while real sockets answer. */
const during = async <T>(clock: FakeClock, work: Promise<T>): Promise<T> => {
  let done = false;
  const finished = work.finally(() => {
    done = true;
  });
  while (!done) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    await clock.advance(100);
  }
  return finished;
};

const paths = (requests: readonly IncomingMessage[]) => requests.map(({ url }) => url);

test('a source of the stock costs nothing, is found by its id, and is listed once it is used', () =>
  withStock(async (folder) => {
    const { host } = createHost({ builtins: [], stockDir: folder });
    assert.equal(host.installation.list(), []);
    const detail = host.installation.detail('quakes');
    assert.is(detail.category, 'nature');
    assert.is(detail.source?.account, null);
    assert.ok(detail.source?.attribution.text);
    assert.is(detail.enabled, false);
    await host.installation.update('quakes', { enabled: true });
    assert.equal(
      host.installation.list().map(({ id }) => id),
      ['quakes'],
    );
    assert.throws(() => host.installation.detail('nothing_of_it'));
  }));

test('a service that wants to know whom to reach is not asked before there is a contact', () =>
  withServer(
    (_request, response) => json(response, { t: 20 }),
    async (base, requests) => {
      let contact = '';
      const { host, clock } = hostWith([fileFor(base, { needs_contact: true })], {}, { contact: () => contact });
      const without = await during(clock, host.data('probe', FLAGSHIP));
      assert.match(without.error ?? '', /wants to know whom to reach: write .* as contact into the settings/);
      assert.is(requests.length, 0);
      contact = 'https://example.org/me';
      await host.installation.update('probe', { config: {} });
      assert.equal((await during(clock, host.data('probe', FLAGSHIP))).data, { temp: 20 });
      assert.match(requests[0]?.headers['user-agent'] ?? '', /^flapbox\/\S+ \(\+https:\/\/example\.org\/me\)$/);
    },
  ));

test('its values are fetched, shown in the units of the region, and drawn', () =>
  withServer(
    (_request, response) => json(response, { t: 20 }),
    async (base) => {
      const { host, clock, place } = hostWith([fileFor(base)]);
      const data = await during(clock, host.data('probe', FLAGSHIP));
      assert.equal(data.data, { temp: 20 });
      assert.is(data.lines[0]?.trim(), '20');
      place.zone = 'America/New_York';
      const other = hostWith([fileFor(base)]);
      other.place.zone = 'America/New_York';
      assert.equal((await during(other.clock, other.host.data('probe', FLAGSHIP))).data, { temp: 68 });
      const metric = hostWith([fileFor(base)], { probe: { units: 'metric' } });
      metric.place.zone = 'America/New_York';
      assert.equal((await during(metric.clock, metric.host.data('probe', FLAGSHIP))).data, { temp: 20 });
    },
  ));

test('a missing required value is a sentence', () =>
  withServer(
    (_request, response) => json(response, {}),
    async (base) => {
      const { host, clock } = hostWith([fileFor(base)]);
      assert.is((await during(clock, host.data('probe', FLAGSHIP))).error, 'the answer holds no temp');
    },
  ));

const REFUSALS: readonly (readonly [status: number, body: object, sentence: string])[] = [
  [401, { message: 'no such user' }, 'the service refuses the key in "API key", with status 401: no such user'],
  [403, {}, 'the service refuses the key in "API key", with status 403'],
  [402, {}, 'the service wants to be paid for this, with status 402'],
  [429, { error: { message: 'slow down' } }, 'the service was asked too often, with status 429: slow down'],
  [500, {}, 'the server answers with status 500'],
];

for (const [status, body, sentence] of REFUSALS)
  test(`status ${status} is told as what it means, in the words of the service`, () =>
    withServer(
      (_request, response) => response.writeHead(status).end(JSON.stringify(body)),
      async (base) => {
        const settings = { key: { type: 'string', title: 'API key', 'ui:widget': 'password', default: '' } };
        const { host, clock } = hostWith([fileFor(base, { settings })]);
        assert.is((await during(clock, host.data('probe', FLAGSHIP))).error, sentence);
      },
    ));

const NO_ANSWERS: readonly (readonly [body: string, more: object, sentence: string])[] = [
  ['{"t":null}', { expects: { t: 'number' } }, 'the answer holds no number "t"'],
  ['{"error":{"message":"closed today"}}', { expects: { t: 'number' } }, 'the service says: closed today'],
  ['null', { expects: { t: 'number' } }, 'the answer holds no number "t"'],
  ['<!DOCTYPE html><p>Sign in</p>', { answer: 'csv' }, 'the answer is a web page instead of a table'],
  ['{"error":"no"}', { answer: 'text' }, 'the answer is JSON instead of a text'],
];

for (const [body, more, sentence] of NO_ANSWERS)
  test(`${body} with status 200 is no answer for ${JSON.stringify(more)}`, () =>
    withServer(
      (_request, response) => response.end(body),
      async (base) => {
        const { host, clock } = hostWith([fileFor(base, { requests: [{ id: 'one', url: `${base}/one`, ...more }] })]);
        const { available, error } = await during(clock, host.data('probe', FLAGSHIP));
        assert.equal({ available, error }, { available: false, error: sentence });
      },
    ));

test('a source that has nothing tells what it lacks and since when, until it has data', async () => {
  let body: object = {};
  await withServer(
    (_request, response) => json(response, body),
    async (base) => {
      const { host, clock } = hostWith([fileFor(base)]);
      const absence = () => host.values.absence('probe', FLAGSHIP, clock.now());
      assert.is(absence(), undefined, 'nobody has asked it');
      const since = clock.now();
      await during(clock, host.data('probe', FLAGSHIP));
      assert.equal(absence(), { name: 'Probe', error: 'the answer holds no temp', since });
      await clock.advance(60_000);
      await during(clock, host.data('probe', FLAGSHIP));
      assert.is(absence()?.since, since);
      body = { t: 3 };
      await clock.advance(60_000);
      await during(clock, host.data('probe', FLAGSHIP));
      assert.is(absence(), undefined);
    },
  );
});

test('instances ask and show each for themselves', () =>
  withServer(
    (request, response) => json(response, { t: request.url === '/a' ? 1 : 2 }),
    async (base) => {
      const file = fileFor(base, {
        settings: { city: { type: 'string', title: 'City', default: 'a' } },
        requests: [{ id: 'one', url: `${base}/{{settings.city}}` }],
      });
      const { host, clock } = hostWith([file]);
      await host.installation.addInstance('probe', 'second');
      await host.installation.update('probe:second', { enabled: true, config: { city: 'b' } });
      assert.equal((await during(clock, host.data('probe', FLAGSHIP))).data, { temp: 1 });
      assert.equal((await during(clock, host.data('probe:second', FLAGSHIP))).data, { temp: 2 });
      assert.ok(host.report.variables().variables['probe:second']?.includes('temp'));
    },
  ));

test('what tells how long ago grows older without another request', () =>
  withServer(
    (_request, response) => json(response, { at: '2026-11-20T13:20:00Z' }),
    async (base, requests) => {
      const values = { ago: { path: 'at', format: 'ago', max_length: 3 } };
      const { host, clock } = hostWith([fileFor(base, { values, refresh: { usual: 3600, least: 60 } })]);
      await during(clock, host.data('probe', FLAGSHIP));
      const first = host.values.source('probe', FLAGSHIP, clock.now())?.data['ago'];
      const later = host.values.source('probe', FLAGSHIP, clock.now() + 20 * 60_000)?.data['ago'];
      assert.is(first, '10M');
      assert.is(later, '30M');
      assert.is(requests.length, 1);
    },
  ));

test('what an answer tells in minutes is counted from when it came', () =>
  withServer(
    (_request, response) => json(response, { minutes: 30 }),
    async (base) => {
      const values = { left: { formula: 'asked + answer.minutes * 60', format: 'wait', max_length: 3 } };
      const { host, clock } = hostWith([fileFor(base, { values })]);
      await during(clock, host.data('probe', FLAGSHIP));
      const shownIn = (minutes: number) =>
        host.values.source('probe', FLAGSHIP, clock.now() + minutes * 60_000)?.data['left'];
      assert.ok(['29', '30'].includes(String(shownIn(0))));
      assert.ok(['9', '10'].includes(String(shownIn(20))));
    },
  ));

for (const [items, now, later] of [
  [[600], '2026', '-'],
  [[], 'NOTHING', 'NOTHING'],
  [[-600], 'NOTHING', 'NOTHING'],
] as const)
  test(`what has passed since ${items.length} came ${items.join('')} is not told as nothing`, () =>
    withServer(
      (_request, response) => json(response, { items }),
      async (base) => {
        const lists = {
          list: {
            from: 'answer.items',
            where: 'EPOCH(NOW()) < asked + item',
            none: { year: 'NOTHING' },
            values: { year: { formula: '"2026"', max_length: 7 } },
          },
        };
        const pages = { flagship: ['{{list.0.year}}'], note: ['{{list.0.year}}'] };
        const { host, clock } = hostWith([fileFor(base, { lists, values: {}, pages })]);
        await during(clock, host.data('probe', FLAGSHIP));
        const shownIn = (minutes: number) => {
          const data = host.values.source('probe', FLAGSHIP, clock.now() + minutes * 60_000)?.data;
          return (data?.['list'] as { readonly year: string }[] | undefined)?.[0]?.year;
        };
        assert.is(shownIn(0), now);
        assert.is(shownIn(20), later);
      },
    ));

test('what a source cannot do without is not told any more when it has passed', () =>
  withServer(
    (_request, response) => json(response, { t: 1 }),
    async (base) => {
      const next = { formula: 'IF(EPOCH(NOW()) < asked + 600, "BUS", "")', max_length: 5, required: true };
      const { host, clock } = hostWith([fileFor(base, { values: { next } })]);
      await during(clock, host.data('probe', FLAGSHIP));
      const shownIn = (minutes: number) =>
        host.values.source('probe', FLAGSHIP, clock.now() + minutes * 60_000)?.data['next'];
      assert.equal([0, 5, 20, 21].map(shownIn), ['BUS', 'BUS', undefined, undefined]);
    },
  ));

test('a trigger fires once while it holds, and again after it did not', () => {
  let level = 5;
  return withServer(
    (_request, response) => json(response, { t: level }),
    async (base) => {
      const triggers = [
        { id: 'hot', when: 'data.temp > 30', message: 'HOT: {{data.temp}}', priority: 'urgent', seconds: 60 },
      ];
      const { host, clock } = hostWith([fileFor(base, { triggers })]);
      const look = async (value: number) => {
        level = value;
        await clock.advance(90_000);
        await during(clock, host.data('probe', FLAGSHIP));
        await host.triggerWatch.checkAll();
        return host.triggers.list().map(({ message, priority }) => `${message} ${priority}`);
      };
      assert.equal(await look(5), []);
      assert.equal(await look(31), ['HOT: 31 80']);
      assert.equal(await look(31), []);
      assert.equal(await look(5), []);
      assert.equal(await look(32), ['HOT: 32 80']);
    },
  );
});

test('a trigger that holds is shown again when its source begins anew', () =>
  withServer(
    (_request, response) => json(response, { t: 35 }),
    async (base) => {
      const triggers = [{ id: 'hot', when: 'data.temp > 30', message: 'HOT', seconds: 600 }];
      const { host, clock } = hostWith([fileFor(base, { triggers })]);
      const look = async () => {
        await clock.advance(2000);
        await during(clock, host.data('probe', FLAGSHIP));
        await host.triggerWatch.checkAll();
        return host.triggers.list().length;
      };
      assert.is(await look(), 1);
      await host.installation.update('probe', { config: { refresh_seconds: 90 } });
      assert.is(await look(), 1, 'other settings');
      await host.installation.update('probe', { enabled: false });
      assert.is(host.triggers.list().length, 0);
      await host.installation.update('probe', { enabled: true });
      assert.is(await look(), 1, 'switched on again');
    },
  ));

test('a session is kept, and opened again when it is refused', () => {
  let valid = 's1';
  return withServer(
    (request, response) => {
      if (request.url === '/login') json(response, { sid: valid });
      else if (request.headers['x-sid'] === valid) json(response, { t: 1 });
      else json(response, { error: { message: 'session over' } }, {}, 401);
    },
    async (base, requests) => {
      const file = fileFor(base, {
        requests: [
          { id: 'login', url: `${base}/login`, method: 'POST', session: true, keep: 900, body: {} },
          { id: 'read', url: `${base}/read`, headers: { 'x-sid': '{{login.sid}}' } },
        ],
        values: { temp: { formula: 'read.t', type: 'number', max_length: 4, required: true } },
      });
      const { host, clock } = hostWith([file]);
      const next = async () => {
        await clock.advance(90_000);
        return during(clock, host.data('probe', FLAGSHIP));
      };
      assert.equal((await next()).data, { temp: 1 });
      assert.equal((await next()).data, { temp: 1 });
      assert.equal(paths(requests), ['/login', '/read', '/read']);
      valid = 's2';
      assert.equal((await next()).data, { temp: 1 });
      assert.equal(paths(requests).slice(3), ['/read', '/login', '/read']);
    },
  );
});

test('a status that means nothing is an empty answer; another one is told with what the server says', () => {
  let status = 404;
  return withServer(
    (_request, response) => json(response, { message: 'no such thing' }, {}, status),
    async (base) => {
      const requests = [{ id: 'one', url: `${base}/one`, nothing: [404] }];
      const values = { temp: { formula: 'COALESCE(answer.t, 0)', type: 'number', max_length: 4 } };
      const { host, clock } = hostWith([fileFor(base, { requests, values })]);
      assert.equal((await during(clock, host.data('probe', FLAGSHIP))).data, { temp: 0 });
      status = 500;
      await clock.advance(90_000);
      const { error } = await during(clock, host.data('probe', FLAGSHIP));
      assert.is(error, 'the server answers with status 500: no such thing');
    },
  );
});

test('in its quiet hours nothing is asked', () =>
  withServer(
    (_request, response) => json(response, { t: 3 }),
    async (base, requests) => {
      const refresh = { usual: 60, least: 30, quiet: '14:31-15:30' };
      const { host, clock } = hostWith([fileFor(base, { refresh })]);
      await during(clock, host.data('probe', FLAGSHIP));
      const asked = host.report.overview()[0]?.fetched_at;
      assert.ok(asked);
      await clock.advance(20 * 60_000);
      assert.equal((await during(clock, host.data('probe', FLAGSHIP))).data, { temp: 3 });
      assert.is(requests.length, 1);
      assert.is(host.report.overview()[0]?.fetched_at, asked, 'when it was asked');
      await clock.advance(45 * 60_000);
      await during(clock, host.data('probe', FLAGSHIP));
      assert.is(requests.length, 2);
    },
  ));

test('an address that comes with an answer leads nowhere but to what the file names', () =>
  withServer(
    (_request, response) => json(response, { next: 'http://203.0.113.9/secret' }),
    async (base, requests) => {
      const file = fileFor(base, {
        requests: [
          { id: 'one', url: `${base}/one` },
          { id: 'two', url: '{{one.next}}' },
        ],
      });
      const { host, clock } = hostWith([file]);
      const { error } = await during(clock, host.data('probe', FLAGSHIP));
      assert.is(error, 'the address is none of those that the source names');
      assert.is(requests.length, 1);
    },
  ));

test('a file asks nothing of the home network but what the owner confirmed', () =>
  withServer(
    (_request, response) => json(response, { t: 4 }),
    async (base, requests) => {
      const file = fileFor('', {
        settings: { url: { type: 'string', title: 'Address', 'ui:widget': 'url' } },
        requests: [{ id: 'one', url: '{{settings.url}}/one' }],
      });
      const source = { text: JSON.stringify(file), local: true };
      const stored = { enabled: true, config: { url: base }, secrets: {}, source };
      const { host, clock } = createHost({ builtins: [] }, { probe: stored });
      const { error } = await during(clock, host.data('probe', FLAGSHIP));
      assert.match(error ?? '', /^http:\/\/127\.0\.0\.1:\d+ is not confirmed/);
      assert.is(requests.length, 0);
      const [wanted] = host.unconfirmed();
      assert.equal(wanted, { plugin_id: 'probe', destination: base, home: true, secrets: [] });
      await host.installation.confirm('probe', [{ destination: base, home: true, secrets: [] }]);
      assert.equal((await during(clock, host.data('probe', FLAGSHIP))).data, { temp: 4 });
      assert.equal(host.unconfirmed(), []);
    },
  ));

test.run();
