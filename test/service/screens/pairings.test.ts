import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '../../../src/fault.ts';
import { Pairings } from '../../../src/service/screens/pairings.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const test = suite('service/screens: pairings');

const HOME = '192.168.1.20';
const from = (address: string) => ({ address, user_agent: 'LG TV', width: 1920, height: 1080 });

const statusOf = (act: () => unknown): number => {
  try {
    act();
    return 200;
  } catch (error) {
    return error instanceof Fault ? error.status : 500;
  }
};

const open = () => {
  const clock = createFakeClock('2026-03-02T10:00:00.000Z');
  return { clock, pairings: new Pairings(clock) };
};

test('a code has six signs that nobody takes for each other, and its secret cannot be guessed', async () => {
  const { clock, pairings } = open();
  for (let turn = 0; turn < 200; turn++) {
    const { code, secret } = pairings.begin(from(`10.0.0.${turn % 8}`));
    assert.match(code, /^[ACDEFGHJKMNPQRTUVWXY34679]{6}$/);
    assert.match(secret, /^[\w-]{43}$/);
    await clock.advance(60_000);
  }
});

test('a screen is told how long its code holds, and how often to ask', () => {
  const { expires_in_seconds, poll_seconds } = open().pairings.begin(from(HOME));
  assert.equal([expires_in_seconds, poll_seconds], [600, 3]);
});

test('a code that waits is confirmed once, and its token is collected once', () => {
  const { pairings } = open();
  const { code, secret } = pairings.begin(from(HOME));
  assert.equal(pairings.collect(secret), { status: 'waiting', token: null });
  const waiting = pairings.take(` ${code.slice(0, 3).toLowerCase()}-${code.slice(3)} `, HOME);
  assert.is(
    statusOf(() => pairings.take(code, HOME)),
    404,
  );
  assert.equal(pairings.list(), []);
  waiting.token = 'token';
  assert.equal(pairings.collect(secret), { status: 'confirmed', token: 'token' });
  assert.is(
    statusOf(() => pairings.collect(secret)),
    404,
  );
});

test('a code is gone after ten minutes, for the screen and for its owner', async () => {
  const { clock, pairings } = open();
  const { code, secret } = pairings.begin(from(HOME));
  await clock.advance(599_000);
  assert.is(pairings.list().length, 1);
  await clock.advance(1000);
  assert.equal(pairings.list(), []);
  assert.is(
    statusOf(() => pairings.collect(secret)),
    404,
  );
  assert.is(
    statusOf(() => pairings.take(code, HOME)),
    404,
  );
});

test('one address has four codes at most: the oldest makes room', () => {
  const { pairings } = open();
  const codes = Array.from({ length: 6 }, () => pairings.begin(from(HOME)).code);
  assert.equal(
    pairings.list().map(({ code }) => code),
    codes.slice(2).reverse(),
  );
});

test('one address asks for ten codes in a minute at most', async () => {
  const { clock, pairings } = open();
  for (let turn = 0; turn < 10; turn++) pairings.begin(from(HOME));
  assert.is(
    statusOf(() => pairings.begin(from(HOME))),
    429,
  );
  assert.is(
    statusOf(() => pairings.begin(from('10.0.0.9'))),
    200,
  );
  await clock.advance(60_000);
  assert.is(
    statusOf(() => pairings.begin(from(HOME))),
    200,
  );
});

test('no address keeps others unpaired: the one with most codes loses its oldest (rules, A9)', () => {
  const { pairings } = open();
  for (let turn = 0; turn < 128; turn++) pairings.begin(from(`10.0.0.${Math.floor(turn / 4)}`));
  const { code } = pairings.begin(from('10.0.1.1'));
  const waiting = pairings.list();
  assert.is(waiting.length, 128);
  assert.is(waiting.filter(({ address }) => address === '10.0.0.0').length, 3);
  for (let turn = 0; turn < 8; turn++) pairings.begin(from(`10.0.0.${turn + 1}`));
  assert.is(pairings.take(code, HOME).code, code);
});

test('addresses of one IPv6 network count as one', () => {
  const { pairings } = open();
  for (let turn = 0; turn < 9; turn++) pairings.begin(from(`2001:db8:0:1:${turn}::1`));
  pairings.begin(from('2001:db8:0:2::1'));
  assert.is(pairings.list().filter(({ address }) => address.startsWith('2001:db8:0:1:')).length, 4);
  assert.is(pairings.list().length, 5);
});

test('ten wrong codes within a minute shut a client out, from the right one too', async () => {
  const { clock, pairings } = open();
  const { code } = pairings.begin(from(HOME));
  for (let turn = 0; turn < 10; turn++)
    assert.is(
      statusOf(() => pairings.take('222222', HOME)),
      404,
    );
  assert.is(
    statusOf(() => pairings.take(code, HOME)),
    429,
  );
  await clock.advance(60_000);
  assert.is(
    statusOf(() => pairings.take(code, HOME)),
    200,
  );
});

test('while as many codes as there may be are being confirmed, there is no room for another', async () => {
  const { clock, pairings } = open();
  for (let turn = 0; turn < 128; turn++) {
    const address = `10.0.0.${Math.floor(turn / 4)}`;
    pairings.take(pairings.begin(from(address)).code, address);
  }
  assert.equal(pairings.list(), []);
  assert.is(
    statusOf(() => pairings.begin(from(HOME))),
    429,
  );
  await clock.advance(600_000);
  assert.is(
    statusOf(() => pairings.begin(from(HOME))),
    200,
  );
});

test.run();
