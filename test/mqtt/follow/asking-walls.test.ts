import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AskingWalls } from '../../../src/mqtt/follow/asking-walls.ts';
import type { StoredBoard } from '../../../src/schema/boards/boards.ts';
import type { Store } from '../../../src/store/store.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const test = suite('mqtt/follow/asking-walls');

const MINUTE = 60_000;

/** Desks of boards at brokers of the test, with connections that note what is asked of them. */
const rig = () => {
  const clock = createFakeClock('2026-03-02T10:00:00.000Z');
  const state = { boards: [] as StoredBoard[], settings: { declined_walls: [] as string[] } };
  let changes = 0;
  const walls = new AskingWalls({
    store: { state } as unknown as Store,
    clock,
    onChange: () => void changes++,
  });
  const calls: string[] = [];
  const takes = { isTaken: true };
  const line = (name: string) => ({
    publish: async (topic: string, payload: string) => {
      calls.push(`${name} ${topic} ${payload}`);
      if (!takes.isTaken) throw new Error('gone');
    },
    listen: (topic: string, anew?: boolean) => void calls.push(`${name} listens ${topic}${anew ? ' anew' : ''}`),
    renew: () => void calls.push(`${name} renews`),
  });
  const add = (id: string, url: string | null = 'mqtt://one', username = 'ann', secrets = {}) => {
    const board = { id, panel: { driver: 'broker', connection: { url, username } }, secrets };
    state.boards.push(board as unknown as StoredBoard);
    const desk = walls.deskOf(board as unknown as StoredBoard);
    desk.opened(line(id));
    return desk;
  };
  return { clock, state, walls, calls, takes, line, add, changes: () => changes };
};
const ask = (name = 'Hall'): string => JSON.stringify({ v: 1, rows: 3, cols: 15, name });
const topic = (id: string): string => `flapbox/joining/${id}`;

test('walls are told once for each broker and account, with all boards there', () => {
  const { walls, add } = rig();
  for (const desk of [add('a'), add('b'), add('c', 'mqtt://two')]) desk.heard(topic('yard'), ask());
  const told = walls
    .list()
    .map(({ id, name, rows, cols, broker, boards, given }) =>
      [id, name, rows, cols, broker, boards.join(), given].join(' '),
    );
  assert.equal(told, ['yard Hall 3 15 mqtt://one a,b ', 'yard Hall 3 15 mqtt://two c ']);
});

test('what is no question is passed over, and whoever asks no more is gone', () => {
  const { walls, add } = rig();
  const desk = add('a');
  desk.heard('flapbox/joining/one/topic', ask());
  desk.heard(topic('two'), `${ask()}${' '.repeat(1025)}`);
  desk.heard(topic('three'), '{"v":1}');
  desk.heard(topic('six'), `${ask()}${' '.repeat(1025 - ask().length)}`);
  desk.heard(topic('longest'), `${ask()}${' '.repeat(1024 - ask().length)}`);
  desk.heard(topic('four'), ask());
  assert.equal(
    walls.list().map(({ id }) => id),
    ['longest', 'four'],
  );
  desk.heard(topic('four'), '');
  assert.is(walls.list().length, 1);
});

test('200 walls and 32 KiB of what they say are listed, and how many more there are', () => {
  const { walls, add } = rig();
  const desk = add('a');
  for (let at = 0; at < 205; at++) desk.heard(topic(`w${at}`), ask());
  assert.equal([walls.list().length, walls.leftOut], [200, 5]);
  // Who says something new keeps his place.
  desk.heard(topic('w7'), ask('Yard'));
  assert.equal([walls.list().length, walls.leftOut], [200, 5]);
  const long = add('b', 'mqtt://two');
  const id = (at: number): string => `${'x'.repeat(130)}${at}`;
  for (let at = 0; at < 200; at++) long.heard(topic(id(at)), ask('N'.repeat(60)));
  const there = walls.list().filter(({ broker }) => broker === 'mqtt://two');
  const bytes = there.reduce((sum, one) => sum + one.id.length + one.name.length + 16, 0);
  assert.ok(bytes <= 32 * 1024 && bytes > 32 * 1024 - 300, `${bytes} bytes`);
  assert.is(walls.leftOut, 5 + 200 - there.length);
});

test('a wall is given its topic once the broker has it, and the answer goes when it asks no more', async () => {
  const { walls, add, calls, takes } = rig();
  const desk = add('a');
  desk.heard(topic('yard'), ask());
  calls.length = 0;
  takes.isTaken = false;
  assert.is(await walls.give('yard', 'a', 'campus/hall'), false);
  assert.is(walls.list()[0]?.given, null);
  takes.isTaken = true;
  assert.is(await walls.give('nobody', 'a', 'campus/hall'), false);
  assert.is(await walls.give('yard', 'nobody', 'campus/hall'), false);
  assert.is(await walls.give('yard', 'a', 'campus/hall'), true);
  assert.is(walls.list()[0]?.given, 'campus/hall');
  desk.heard(topic('yard'), ask('Yard'));
  assert.equal([walls.list()[0]?.given, calls.length], ['campus/hall', 2], 'it says something new of itself');
  desk.heard(topic('nobody'), '');
  desk.heard(topic('yard'), '');
  const answer = `a ${topic('yard')}/topic`;
  assert.equal(calls, [
    `${answer} {"v":1,"topic":"campus/hall"}`,
    `${answer} {"v":1,"topic":"campus/hall"}`,
    `${answer} `,
  ]);
});

test('a wall that says something new of itself while the broker takes its topic has it', async () => {
  const { walls, add, calls, line } = rig();
  const desk = add('a');
  let take = (): void => undefined;
  const taken = new Promise<void>((resolve) => (take = resolve));
  const quick = line('a');
  desk.opened({ ...quick, publish: (...said) => quick.publish(...said).then(() => taken) });
  desk.heard(topic('yard'), ask());
  const given = walls.give('yard', 'a', 'campus/hall');
  desk.heard(topic('yard'), ask('Yard'));
  take();
  assert.is(await given, true);
  assert.equal([walls.list()[0]?.name, walls.list()[0]?.given], ['Yard', 'campus/hall']);
  desk.heard(topic('yard'), '');
  assert.is(calls.at(-1), `a ${topic('yard')}/topic `);
});

test('a broker that does not say whether it has the answer is waited for no longer than five seconds', async () => {
  const { clock, walls, state } = rig();
  const board = { id: 'a', panel: { connection: { url: 'mqtt://one' } }, secrets: {} } as unknown as StoredBoard;
  state.boards.push(board);
  const desk = walls.deskOf(board);
  desk.opened({ publish: () => new Promise(() => undefined), listen: () => undefined, renew: () => undefined });
  desk.heard(topic('yard'), ask());
  let taken: boolean | null = null;
  void walls.give('yard', 'a', 'campus/hall').then((is) => (taken = is));
  await clock.advance(4999);
  assert.is(taken, null);
  await clock.advance(1);
  assert.is(taken, false);
});

test('who is declined is listed no more, and all are heard anew when that changes', () => {
  const { walls, add, state, calls } = rig();
  const desk = add('a');
  desk.heard(topic('yard'), ask());
  state.settings.declined_walls = ['yard'];
  walls.sync();
  desk.heard(topic('yard'), ask());
  assert.equal([walls.list().length, walls.leftOut], [0, 0]);
  state.settings.declined_walls = [];
  walls.sync();
  desk.heard(topic('yard'), ask());
  assert.is(walls.list().length, 1);
  walls.sync();
  assert.equal(
    calls,
    Array.from({ length: 3 }, () => 'a listens flapbox/joining/+ anew'),
  );
});

test('what was heard counts while there is a connection and a board', () => {
  const { walls, add, state } = rig();
  const desk = add('a');
  desk.heard(topic('yard'), ask());
  desk.closed();
  assert.is(walls.list().length, 0);
  desk.heard(topic('yard'), ask());
  assert.is(walls.list().length, 1);
  state.boards.length = 0;
  walls.sync();
  assert.is(walls.list().length, 0);
});

test('of more than a thousand in a minute nobody is heard for ten minutes, over connections', async () => {
  const { clock, walls, add, calls, line } = rig();
  const desk = add('a');
  for (let minute = 0; minute < 3; minute++) {
    for (let at = 0; at < 900; at++) desk.heard(topic(`w${at % 9}`), ask());
    await clock.advance(MINUTE + 1);
  }
  assert.equal([walls.list().length, calls.includes('a renews')], [9, false]);
  for (let at = 0; at <= 1000; at++) desk.heard(topic(`w${at % 9}`), ask());
  assert.ok(calls.includes('a renews'));
  desk.closed();
  calls.length = 0;
  for (let turn = 0; turn < 2; turn++) desk.opened(line('again'));
  desk.heard(topic('w1'), ask());
  assert.equal([walls.list().length, walls.leftOut, calls.length], [0, 1000, 0]);
  await clock.advance(10 * MINUTE - 1);
  desk.heard(topic('w1'), ask());
  assert.equal([walls.list().length, calls.length], [0, 0]);
  await clock.advance(1);
  desk.heard(topic('w1'), ask());
  assert.equal([walls.list().length, walls.leftOut, calls.join()], [1, 0, 'again listens flapbox/joining/+ anew']);
});

test('what comes together is told once', async () => {
  const { clock, walls, add, changes } = rig();
  const desk = add('a');
  for (let at = 0; at < 50; at++) desk.heard(topic(`w${at}`), ask());
  assert.is(changes(), 0);
  await clock.advance(300);
  assert.is(changes(), 1);
  desk.heard(topic('last'), ask());
  walls.stop();
  await clock.advance(300);
  assert.is(changes(), 1);
});

test('boards that have the same secret address are at one broker, which is not told', () => {
  const { walls, add } = rig();
  const secrets = { panel_url: 'mqtt://ann:p@one' };
  for (const desk of [add('a', null, 'ann', secrets), add('b', null, 'ann', secrets), add('c', null, 'ann')])
    desk.heard(topic('yard'), ask());
  assert.equal(
    walls.list().map(({ broker, boards }) => [broker, boards.join()]),
    [
      ['', 'a,b'],
      ['', 'c'],
    ],
  );
});

test('exactly 32 KiB are kept, before and after another connection', () => {
  const { walls, add, line } = rig();
  const desk = add('a');
  // Each has 256 bytes: 16, 100 of its id, and 35 characters of four bytes.
  const tell = (at: number): void => desk.heard(topic(String(at).padStart(100, 'x')), ask('😀'.repeat(35)));
  for (let turn = 0; turn < 2; turn++) {
    for (let at = 0; at < 128; at++) tell(at);
    assert.equal([walls.list().length, walls.leftOut], [128, 0]);
    desk.heard(topic('z'), ask(''));
    assert.equal([walls.list().length, walls.leftOut], [128, 1]);
    desk.closed();
    assert.equal([walls.list().length, walls.leftOut], [0, 0]);
    desk.opened(line('again'));
  }
});

test('a thousand in a minute are heard, and nobody more', async () => {
  for (const [later, isHeard] of [
    [MINUTE, false],
    [MINUTE + 1, true],
  ] as const) {
    const { clock, walls, add, calls } = rig();
    await clock.advance(5000);
    const desk = add('a');
    for (let at = 0; at < 1000; at++) desk.heard(topic('w'), ask());
    await clock.advance(later);
    assert.not(calls.includes('a renews'));
    desk.heard(topic('late'), ask());
    assert.equal([calls.includes('a renews'), walls.list().some(({ id }) => id === 'late')], [!isHeard, isHeard]);
  }
});

test('it is told when a wall is given its topic, and when walls are heard no more', async () => {
  const { clock, walls, add, changes } = rig();
  const told = async (): Promise<number> => {
    const before = changes();
    await clock.advance(300);
    return changes() - before;
  };
  const desk = add('a');
  assert.is(await told(), 0);
  desk.heard(topic('yard'), ask());
  assert.is(await told(), 1);
  await walls.give('yard', 'a', 'campus/hall');
  assert.is(await told(), 1);
  desk.heard(topic('nobody'), '');
  assert.is(await told(), 0);
  desk.closed();
  assert.is(await told(), 1);
  desk.closed();
  assert.is(await told(), 0);
});

test.run();
