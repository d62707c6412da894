import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gridToRows } from '../../../src/core/flaps/grid.ts';
import type { Emulator, EmulatorOptions } from '../../../hw/emulator/vestaboard/emulator.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { someGrid, withEmulator } from '../rig.ts';
import { ask, type PeerRequest } from './peer.ts';

const test = suite('emulator: cloud');

type Ask = (request?: PeerRequest, path?: string) => ReturnType<typeof ask>;

const check = (
  name: string,
  options: EmulatorOptions,
  run: (emulator: Emulator, cloud: Ask, clock: FakeClock) => Promise<void>,
) =>
  test(name, () => {
    const clock = createFakeClock('2026-03-01T12:00:00Z');
    return withEmulator({ type: 'cloud', clock, ...options }, (emulator) =>
      run(
        emulator,
        ({ headers, ...request } = {}, path = '/') =>
          ask(`${emulator.url}${path}`, { headers: { 'x-vestaboard-token': emulator.token, ...headers }, ...request }),
        clock,
      ),
    );
  });

const post = (value: unknown): PeerRequest => ({ method: 'POST', body: JSON.stringify(value) });
const rowsOf = (seed: number) => gridToRows(someGrid(6, 22, seed));

check('a write is 200 with status, id and time', {}, async (emulator, cloud) => {
  const answer = await cloud(post({ characters: rowsOf(1) }));
  assert.is(answer.status, 200);
  const { status, id, created } = JSON.parse(answer.body) as Record<string, unknown>;
  assert.is(status, 'ok');
  assert.match(String(id), /^[0-9a-f-]{36}$/);
  assert.is(created, Date.parse('2026-03-01T12:00:00Z'));
  assert.equal(emulator.shown(), rowsOf(1));
});

check('a bare grid is taken', {}, async (emulator, cloud) => {
  await cloud(post(rowsOf(1)));
  assert.equal(emulator.shown(), rowsOf(1));
});

check('a reading has the layout as text', {}, async (_emulator, cloud) => {
  await cloud(post(rowsOf(1)));
  const { currentMessage } = JSON.parse((await cloud()).body) as { currentMessage: { layout: string; id: string } };
  assert.equal(JSON.parse(currentMessage.layout), rowsOf(1));
  assert.match(currentMessage.id, /^[0-9a-f-]{36}$/);
});

check('before the first message: 404', {}, async (_emulator, cloud) => assert.is((await cloud()).status, 404));
check('before the first message, otherwise: null', { switches: { unwritten: 'null' } }, async (_emulator, cloud) => {
  assert.is((await cloud()).body, '{"currentMessage":null}');
});

check('either key opens its own door only', {}, async (emulator) => {
  const status = async (headers: Record<string, string>) => (await ask(`${emulator.url}/`, { headers })).status;
  assert.is(await status({ 'x-vestaboard-read-write-key': emulator.key }), 404);
  assert.is(await status({ 'x-vestaboard-token': emulator.token }), 404);
  assert.is(await status({ 'x-vestaboard-token': emulator.key }), 401);
  assert.is(await status({ 'x-vestaboard-read-write-key': emulator.token }), 401);
  assert.is(await status({}), 401);
});

check('a message inside of 15 s is dropped with ok', {}, async (emulator, cloud, clock) => {
  await cloud(post(rowsOf(1)));
  await clock.advance(14_999);
  const answer = await cloud(post(rowsOf(2)));
  assert.match(answer.body, /"status":"ok"/);
  assert.equal(emulator.shown(), rowsOf(1));
  await clock.advance(1);
  await cloud(post(rowsOf(3)));
  assert.equal(emulator.shown(), rowsOf(3));
});

check('a dropped message does not prolong the 15 s', {}, async (emulator, cloud, clock) => {
  await cloud(post(rowsOf(1)));
  await clock.advance(10_000);
  await cloud(post(rowsOf(2)));
  await clock.advance(5000);
  await cloud(post(rowsOf(3)));
  assert.equal(emulator.shown(), rowsOf(3));
});

check(
  'or refused with 429 and a time',
  { switches: { early: 429, retryAfterSeconds: 12 } },
  async (_emulator, cloud) => {
    await cloud(post(rowsOf(1)));
    const answer = await cloud(post(rowsOf(2)));
    assert.is(answer.status, 429);
    assert.is(answer.headers['retry-after'], '12');
  },
);

check(
  'or with 429 and a date',
  { switches: { early: 429, retryAfter: 'date', retryAfterSeconds: 12 } },
  async (_emulator, cloud) => {
    await cloud(post(rowsOf(1)));
    assert.is((await cloud(post(rowsOf(2)))).headers['retry-after'], 'Sun, 01 Mar 2026 12:00:12 GMT');
  },
);

check('or with 429 alone', { switches: { early: 429, retryAfter: 'none' } }, async (_emulator, cloud) => {
  await cloud(post(rowsOf(1)));
  assert.is((await cloud(post(rowsOf(2)))).headers['retry-after'], undefined);
});

check('or with 423', { switches: { early: 423 } }, async (_emulator, cloud) => {
  await cloud(post(rowsOf(1)));
  assert.is((await cloud(post(rowsOf(2)))).status, 423);
});

for (const [duplicate, words] of [
  [409, /FingerprintMatch/],
  [405, /fingerprint matches/],
  [304, /^$/],
] as const) {
  check(`a duplicate is ${duplicate}`, { switches: { duplicate } }, async (_emulator, cloud, clock) => {
    await cloud(post(rowsOf(1)));
    await clock.advance(20_000);
    const answer = await cloud(post(rowsOf(1)));
    assert.is(answer.status, duplicate);
    assert.match(answer.body, words);
  });
}

check(
  'messages are taken early, alike and blank, where that is switched so',
  { switches: { early: 'accept', duplicate: 'accept', blank: 'accept' } },
  async (emulator, cloud) => {
    const blank = rowsOf(1).map((line) => line.map(() => 0));
    for (const rows of [rowsOf(1), rowsOf(1), blank, rowsOf(2)]) {
      assert.is((await cloud(post(rows))).status, 200);
      assert.equal(emulator.shown(), rows);
    }
  },
);

check('a duplicate is one although it is early, and a dropped message is no last one', {}, async (_emulator, cloud) => {
  await cloud(post(rowsOf(1)));
  assert.is((await cloud(post(rowsOf(1)))).status, 409);
  assert.is((await cloud(post(rowsOf(2)))).status, 200);
  assert.is((await cloud(post(rowsOf(2)))).status, 200);
});

for (const [layout, shape] of [
  ['text', (rows: number[][]) => JSON.stringify(rows)],
  ['rows', (rows: number[][]) => rows],
  ['empty', () => ''],
  ['null', () => null],
] as const)
  check(`a layout may be ${layout}`, { switches: { layout } }, async (_emulator, cloud, clock) => {
    const first = JSON.parse((await cloud(post(rowsOf(1)))).body) as { id: string };
    await clock.advance(20_000);
    const { currentMessage } = JSON.parse((await cloud()).body) as { currentMessage: Record<string, unknown> };
    assert.equal(currentMessage['layout'], shape(rowsOf(1)));
    assert.is(currentMessage['appeared'], String(Date.parse('2026-03-01T12:00:00Z')));
    assert.is.not(currentMessage['id'], first.id);
  });

check('a blank message is refused', {}, async (_emulator, cloud) =>
  assert.is((await cloud(post(rowsOf(1).map((line) => line.map(() => 0))))).status, 400),
);
check('a message of black tiles is not blank', {}, async (_emulator, cloud) =>
  assert.is((await cloud(post(rowsOf(1).map((line) => line.map(() => 70))))).status, 200),
);
check('a grid of another size is 400', {}, async (_emulator, cloud) =>
  assert.is((await cloud(post([[1]]))).status, 400),
);
check('a grid of another size may be 422', { switches: { badGrid: 422 } }, async (_emulator, cloud) =>
  assert.is((await cloud(post([[1]]))).status, 422),
);
check('DELETE is 405', {}, async (_emulator, cloud) => {
  const { status, headers } = await cloud({ method: 'DELETE' });
  assert.equal([status, headers['allow']], [405, 'GET, POST']);
});
check('another path is 404', {}, async (_emulator, cloud) => assert.is((await cloud({}, '/message')).status, 404));

check('an array has its own size', { tiles: { wide: 2, tall: 2 } }, async (emulator, cloud) => {
  const rows = gridToRows(someGrid(6, 30));
  assert.is((await cloud(post(rows))).status, 200);
  assert.equal(emulator.shown(), rows);
});

test.run();
