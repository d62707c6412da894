import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { NetError } from '../../../src/platform/network/exchange.ts';
import { HostPace, type Asker } from '../../../src/plugins/network/host-pace.ts';
import { explain } from '../../../src/plugins/network/net.ts';
import { Reach, isInHouse } from '../../../src/plugins/network/reach.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

// When a host may be asked, which hosts lie in the house, and how failures are told.
const test = suite('plugins/pace');

const STOCK: Asker = { source: null, daily: undefined, hide: (text) => text };

const create = () => {
  const clock = createFakeClock('2026-11-20T13:30:00Z', 2);
  const pace = new HostPace(clock);
  const left: [name: string, at: number, refusal: string | null][] = [];
  const enter = (host: string, asker: Partial<Asker> = {}): void => {
    void pace.enter(host, { ...STOCK, ...asker }).then((refusal) => left.push([host, clock.monotonic(), refusal]));
  };
  return { clock, pace, left, enter };
};

test('requests to one host leave 1.1 s apart, the first ones of several hosts 0.1 s apart', async () => {
  const { clock, left, enter } = create();
  for (const host of ['a.com', 'a.com', 'b.com', 'a.com', 'c.com']) enter(host);
  await clock.advance(10_000);
  assert.equal(left, [
    ['a.com', 0, null],
    ['b.com', 100, null],
    ['c.com', 200, null],
    ['a.com', 1100, null],
    ['a.com', 2200, null],
  ]);
  enter('a.com');
  enter('b.com');
  await clock.advance(1000);
  assert.equal(left.slice(5), [
    ['a.com', 10_000, null],
    ['b.com', 10_100, null],
  ]);
});

test('a host has as many requests a day as a source allows, 3000 unless one says so, and anew each day', async () => {
  const { clock, pace, enter, left } = create();
  const asks = async (count: number, host: string, asker: Partial<Asker> = {}): Promise<(string | null)[]> => {
    const before = left.length;
    for (let at = 0; at < count; at++) enter(host, asker);
    await clock.advance(count * 1100 + 100);
    return left.slice(before).map(([, , refusal]) => refusal);
  };
  const spent = "today's budget of 2 requests to a.com is spent";
  assert.equal((await asks(3, 'a.com', { daily: 2 })).sort(), [null, null, spent].sort());
  assert.equal(await asks(1, 'a.com'), [spent], 'the least that any source of the stock says counts');
  assert.equal(await asks(1, 'a.com', { source: 'mine', daily: 1 }), [null]);
  assert.equal(pace.list(), [
    { host: 'a.com', source: null, requests: 2, budget: 2, not_before: null },
    { host: 'a.com', source: 'mine', requests: 1, budget: 1, not_before: null },
  ]);
  assert.equal(await asks(1, 'b.com'), [null]);
  assert.equal(await asks(1, 'hub.local'), [null]);
  assert.equal(
    pace.list().map(({ host, budget }) => [host, budget]),
    [
      ['a.com', 2],
      ['a.com', 1],
      ['b.com', 3000],
      ['hub.local', null],
    ],
  );
  await clock.advance(11 * 3_600_000);
  assert.equal(pace.list(), []);
  assert.equal(await asks(1, 'a.com', { daily: 2 }), [null]);
});

test('what a source of the owner says holds for itself, each time as it says it', async () => {
  const { clock, pace, enter } = create();
  enter('a.com', { source: 'mine', daily: 1 });
  await clock.advance(2000);
  enter('a.com', { source: 'mine', daily: 5 });
  enter('a.com', { source: 'mine' });
  await clock.advance(5000);
  assert.equal(
    pace.list().map(({ requests, budget }) => [requests, budget]),
    [[3, 3000]],
  );
});

for (const [rest, minutes, ms] of [
  [120_000, 2, 120_000],
  [1, 1, 1000],
  [48 * 3_600_000, 1440, 86_400_000],
] as const)
  test(`a host that asks for ${rest} ms is left alone for ${ms} ms`, async () => {
    const { clock, pace, enter, left } = create();
    pace.refused('a.com', rest);
    enter('a.com');
    await clock.advance(0);
    assert.is(left[0]?.[2], `a.com asks to be left alone for another ${minutes} min`);
    await clock.advance(ms - 1);
    enter('a.com');
    await clock.advance(0);
    assert.is(left[1]?.[2], 'a.com asks to be left alone for another 1 min');
    await clock.advance(1);
    enter('a.com');
    await clock.advance(0);
    assert.is(left[2]?.[2], null);
  });

test('a host that does not say how long rests twice as long each time, up to 64 minutes, until it answers', async () => {
  const { clock, pace, enter, left } = create();
  const restAfter = async (): Promise<number> => {
    pace.refused('a.com', null);
    enter('a.com');
    await clock.advance(0);
    return Number(/(\d+) min$/.exec(left.at(-1)?.[2] ?? '')?.[1]);
  };
  const rests: number[] = [];
  for (let at = 0; at < 9; at++) rests.push(await restAfter());
  assert.equal(rests, [1, 2, 4, 8, 16, 32, 64, 64, 64]);
  pace.answered('a.com');
  assert.is(await restAfter(), 1);
});

test('a request that waits when its host asks for rest does not leave, and is not counted', async () => {
  const { clock, pace, enter, left } = create();
  enter('a.com');
  enter('a.com');
  await clock.advance(500);
  pace.refused('a.com', 60_000);
  assert.equal(pace.list(), [
    { host: 'a.com', source: null, requests: 2, budget: 3000, not_before: '2026-11-20T13:31:00.500Z' },
  ]);
  await clock.advance(1000);
  assert.match(left[1]?.[2] ?? '', /left alone/);
  assert.is(pace.list()[0]?.requests, 1);
});

test('a rest goes on over midnight, with the failures before it', async () => {
  const { clock, pace, enter, left } = create();
  pace.refused('a.com', 12 * 3_600_000);
  await clock.advance(11 * 3_600_000);
  enter('a.com');
  await clock.advance(0);
  assert.match(left[0]?.[2] ?? '', /another 60 min/);
});

test('secrets in a host are hidden in all that is told', async () => {
  const { clock, pace, enter, left } = create();
  enter('key.a.com', { hide: (text) => text.replace('key', '***') });
  pace.refused('key.a.com', 60_000);
  enter('key.a.com');
  await clock.advance(2000);
  assert.is(pace.list()[0]?.host, '***.a.com');
  assert.match(left.at(-1)?.[2] ?? '', /^\*\*\*\.a\.com asks/);
});

test('the busiest hosts come first, then by name, and three hundred are remembered', async () => {
  const { clock, pace, enter } = create();
  for (const host of ['b.com', 'c.com', 'a.com', 'c.com']) enter(host);
  await clock.advance(5000);
  assert.equal(
    pace.list().map(({ host }) => host),
    ['c.com', 'a.com', 'b.com'],
  );
  for (let at = 0; at < 298; at++) enter(`h${at}.com`);
  await clock.advance(60_000);
  assert.equal([pace.list().length, pace.list().some(({ host }) => host === 'b.com')], [300, false]);
});

for (const [host, isInside] of [
  ['10.1.2.3', true],
  ['11.0.0.1', false],
  ['100.64.0.1', true],
  ['100.127.255.255', true],
  ['100.128.0.1', false],
  ['127.0.0.1', true],
  ['169.254.1.1', true],
  ['169.255.1.1', false],
  ['172.16.0.1', true],
  ['172.31.255.255', true],
  ['172.32.0.1', false],
  ['192.168.1.1', true],
  ['192.169.1.1', false],
  ['8.8.8.8', false],
  ['[::1]', true],
  ['::2', false],
  ['fc00::1', true],
  ['fdff::1', true],
  ['fe80::1', true],
  ['feff::1', true],
  ['ff00::1', false],
  ['2001:db8::1', false],
  ['hub', true],
  ['hub.local', true],
  ['hub.LAN', true],
  ['hub.home', true],
  ['hub.internal', true],
  ['hub.home.arpa', true],
  ['a.localhost', true],
  ['hub.local.', true],
  ['hub.local.com', false],
  ['example.com', false],
] as const)
  test(`${host} lies ${isInside ? 'in' : 'outside of'} the house`, () => assert.is(isInHouse(host), isInside));

for (const [code, offline] of [
  ['ENETDOWN', true],
  ['EHOSTUNREACH', false],
  ['ETIMEDOUT', false],
  ['ECONNRESET', false],
] as const)
  test(`${code} ${offline ? 'leaves no doubt' : 'may lie with the host'}`, () =>
    assert.equal(new Reach().lost('a.com', code), { host: 'a.com', offline }));

test('a hundred hosts are remembered', () => {
  const reach = new Reach();
  reach.answered('first.com');
  for (let at = 0; at < 99; at++) reach.lost(`h${at}.com`, 'ENOTFOUND');
  assert.is(reach.lost('h98.com', 'ENOTFOUND')?.offline, false);
  assert.is(reach.lost('h99.com', 'ENOTFOUND')?.offline, true);
});

const coded = (code: string, more: object = {}): Error => Object.assign(new Error('x'), { code, ...more });
for (const [problem, told] of [
  [new NetError('full'), { error: 'full' }],
  [new NetError('no', 404), { error: 'no', status: 404 }],
  [coded('', { name: 'AbortError' }), { error: 'no answer in time' }],
  [coded('ECONNREFUSED'), { error: 'the server refuses the connection' }],
  [coded('ENOTFOUND'), { error: 'the host name is unknown' }],
  [coded('EAI_AGAIN'), { error: 'the host name cannot be looked up' }],
  [coded('ECONNRESET'), { error: 'the server ended the connection' }],
  [coded('ETIMEDOUT'), { error: 'the server does not answer' }],
  [coded('EHOSTUNREACH'), { error: 'the host cannot be reached' }],
  [coded('ENETUNREACH'), { error: 'the network cannot be reached' }],
  [coded('EODD'), { error: 'the address cannot be fetched (EODD)' }],
  [coded('ERR_INVALID_CHAR'), { error: 'a token or key has characters that no header can carry: enter it again' }],
  [new Error('x'), { error: 'the address cannot be fetched' }],
] as const)
  test(`a failure: ${told.error}`, () => assert.equal(explain(problem), told));

test('a failure tells whether there is any internet', () => {
  const reach = new Reach();
  assert.equal(explain(coded('ENOTFOUND', { hostname: 'b.com' }), 'http://a.com/', reach), {
    error: 'no internet: b.com cannot be reached',
    unreached: { host: 'b.com', offline: true },
  });
  assert.equal(explain(coded('ECONNREFUSED'), 'http://a.com/', reach), {
    error: 'the server refuses the connection',
    unreached: { host: 'a.com', offline: false },
  });
  assert.equal(explain(coded('EODD'), 'http://a.com/', reach), { error: 'the address cannot be fetched (EODD)' });
  assert.is(explain(coded('ENETDOWN'), 'nonsense', reach).unreached?.host, '');
});

test.run();
