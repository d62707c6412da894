import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeFrame } from '../../../src/core/follow/frame.ts';
import { OFFLINE } from '../../../src/core/follow/state.ts';
import { createGrid } from '../../../src/core/flaps/grid.ts';
import { Followers } from '../../../src/mqtt/follow/followers.ts';
import type { SessionEvents } from '../../../src/mqtt/session.ts';
import type { StoredBoard } from '../../../src/schema/boards/boards.ts';
import type { State } from '../../../src/schema/state.ts';
import type { KeptFrame } from '../../../src/store/followed-frames.ts';
import type { Store } from '../../../src/store/store.ts';
import { createFakeClock, settle } from '../../support/fake-clock.ts';
import { createQuietLog } from '../../support/quiet-log.ts';
import { sampleBoard, sampleState } from '../../support/sample-state.ts';

const test = suite('mqtt/follow/followers-sync');

const FOLLOW = { topic: 'campus/hall', url: 'mqtt://broker', username: '', ca_certificate: '' };
const wall = (id: string, follow: Partial<StoredBoard['follow']> = {}, more = {}): StoredBoard => ({
  ...sampleBoard(id),
  enabled: true,
  follow: { ...FOLLOW, ...follow },
  ...more,
});
const frame = (sequence: number): string =>
  encodeFrame({
    sender: 'hub',
    sequence,
    at: Date.parse('2026-03-01T10:00:00Z'),
    timeToLive: null,
    grid: createGrid(6, 22, 1),
    transition: { strategy: null, interval_ms: null, step_size: null },
  });

/** All followers of an appliance, over sessions of the test. */
const rig = (kept: Record<string, KeptFrame> = {}) => {
  const clock = createFakeClock('2026-03-01T10:00:00Z');
  const log = createQuietLog();
  const sample = sampleState();
  let state: State = { ...sample, boards: [], settings: { ...sample.settings } };
  const opened: { clientId: string; topic: string; events: SessionEvents }[] = [];
  const calls: string[] = [];
  const written: Readonly<Record<string, KeptFrame>>[] = [];
  const told: string[] = [];
  const broker = { ending: (): Promise<void> => Promise.resolve() };
  const disk = { failure: null as Error | null, writing: Promise.resolve() };
  const followers = new Followers({
    store: {
      get state() {
        return state;
      },
      update: async (change: (state: State) => Partial<State>) => {
        if (disk.failure) throw disk.failure;
        state = { ...state, ...change(state) };
      },
    } as unknown as Store,
    frames: {
      read: async () => kept,
      write: async (frames) => {
        if (disk.failure) throw disk.failure;
        written.push(frames);
        await disk.writing;
      },
    },
    clock,
    log,
    url: undefined,
    report: (boardId, shown, error) => {
      told.push(`${boardId} ${shown?.sequence ?? null} ${error}`);
      return null;
    },
    onChange: (boardId) => void told.push(boardId),
    open: ({ clientId }, { topic }, events) => {
      opened.push({ clientId, topic, events });
      return {
        connected: true,
        unconfirmed: 0,
        publish: (to, payload, _retain, confirmed) => {
          calls.push(`${to} ${String(payload)}`);
          confirmed?.();
        },
        subscribe: () => undefined,
        unsubscribe: () => undefined,
        end: ({ topic: to, payload }) => {
          calls.push(`end ${to} ${payload}`);
          return broker.ending();
        },
      };
    },
  });
  const setBoards = async (...boards: StoredBoard[]): Promise<void> => {
    state = { ...state, boards };
    followers.sync();
    await settle();
  };
  const hear = async (topic: string, payload: string, ms = 0): Promise<void> => {
    opened.at(-1)?.events.message(topic, Buffer.from(payload), false);
    await clock.advance(ms);
  };
  return {
    clock,
    log,
    opened,
    calls,
    written,
    told,
    broker,
    disk,
    followers,
    setBoards,
    hear,
    now: () => state,
    setSettings: (settings: Partial<State['settings']>) =>
      void (state = { ...state, settings: { ...state.settings, ...settings } }),
  };
};
const { instance_id } = sampleState().settings.mqtt;
const stateOf = (topic = 'campus/hall', id = 'b1'): string => `${topic}/state/${instance_id}-${id}`;

test('boards that follow and are in use are followed, and others not', async () => {
  const { setBoards, opened, followers, told } = rig();
  await setBoards(
    wall('b1', { url: 'mqtt://one' }),
    { ...wall('off'), enabled: false },
    sampleBoard('own'),
    wall('b2', { url: 'mqtt://two' }),
  );
  assert.equal(
    opened.map(({ clientId, topic }) => [clientId, topic]),
    [
      [`${instance_id}-b1`, stateOf()],
      [`${instance_id}-b2`, stateOf('campus/hall', 'b2')],
    ],
  );
  assert.equal(
    ['b1', 'b2', 'off', 'own'].map((id) => followers.get(id) !== undefined),
    [true, true, false, false],
  );
  assert.equal(told, ['b1', 'b2']);
  await setBoards(wall('b1', { url: 'mqtt://one' }), wall('b2', { url: 'mqtt://two' }));
  assert.is(opened.length, 2, 'as long as nothing of it changes');
});

const FORGOTTEN = `end ${stateOf()} `;
const GONE = `end ${stateOf()} ${OFFLINE}`;
const leaving: [what: string, boards: StoredBoard[], said: string, opens: number][] = [
  ['is removed', [], FORGOTTEN, 1],
  ['follows nothing any more', [sampleBoard('b1')], FORGOTTEN, 1],
  ['is not in use any more', [{ ...wall('b1'), enabled: false }], GONE, 1],
  ['follows another topic', [wall('b1', { topic: 'campus/yard' })], FORGOTTEN, 2],
  ['follows at another broker', [wall('b1', { url: 'mqtt://other' })], FORGOTTEN, 2],
  ['has another account there', [wall('b1', { username: 'ann' })], GONE, 2],
  ['asks for a topic again', [wall('b1', { topic: null })], FORGOTTEN, 2],
];
for (const [what, boards, said, opens] of leaving)
  test(`a board that ${what} ${said === GONE ? 'is told to be gone' : 'takes its word back'}`, async () => {
    const { setBoards, calls, opened, followers } = rig();
    await setBoards(wall('b1'));
    await setBoards(...boards);
    assert.equal(calls, [said]);
    assert.is(opened.length, opens);
    assert.is(followers.get('b1') !== undefined, opens === 2 && boards[0]?.follow?.topic !== null);
  });

test('an appliance with another name takes its former word back', async () => {
  const { setBoards, calls, setSettings, now } = rig();
  await setBoards(wall('b1'));
  setSettings({ mqtt: { ...now().settings.mqtt, instance_id: 'other' } });
  await setBoards(wall('b1'));
  assert.equal(calls, [FORGOTTEN]);
});

test('who follows anew waits until the former connection has ended', async () => {
  const { setBoards, opened, broker } = rig();
  await setBoards(wall('b1'));
  const ends: (() => void)[] = [];
  broker.ending = () => new Promise((resolve) => ends.push(resolve));
  await setBoards(wall('b1', { topic: 'campus/yard' }));
  await setBoards(wall('b1', { topic: 'campus/pool' }));
  assert.is(opened.length, 1);
  ends[0]?.();
  await settle();
  assert.equal(
    opened.slice(1).map(({ topic }) => topic),
    [stateOf('campus/pool')],
  );
});

test('what is followed lies on the size of the board; one that follows nothing has nothing', async () => {
  const { setBoards, hear, followers } = rig();
  const board = wall('b1');
  await setBoards(board, sampleBoard('own'), { ...wall('off'), enabled: false });
  assert.equal([followers.followedOf(board), followers.relayOf('b1')?.grid], [null, null]);
  await hear('campus/hall/frame', frame(5));
  const { rows, cols } = followers.followedOf(board) ?? {};
  assert.equal([rows, cols, followers.relayOf('b1')?.by], [6, 22, `${instance_id}-b1`]);
  assert.is(followers.followedOf({ ...board, follow: null }), null);
  for (const id of ['own', 'off', 'nobody']) assert.is(followers.relayOf(id), null);
  assert.is(followers.followedOf(wall('nobody')), null);
});

test('a frame of an earlier run counts where it came from', async () => {
  const text = frame(5);
  const places: [place: string, sequence: number | undefined][] = [
    ['mqtt://broker campus/hall', 5],
    ['mqtt://broker campus/yard', undefined],
    ['mqtt://other campus/hall', undefined],
  ];
  for (const [place, sequence] of places) {
    const { followers, setBoards } = rig({ b1: { place, text } });
    await followers.open();
    await setBoards(wall('b1'));
    assert.is(followers.get('b1')?.frame?.sequence, sequence);
  }
});

test('frames are kept with where they came from, those of boards that are gone no longer', async () => {
  const { followers, setBoards, hear, written } = rig({
    gone: { place: 'x', text: 'x' },
    b2: { place: 'y', text: 'y' },
  });
  await followers.open();
  await setBoards(wall('b1'), sampleBoard('b2'));
  await hear('campus/hall/frame', frame(5));
  assert.equal(written, [
    { b2: { place: 'y', text: 'y' }, b1: { place: 'mqtt://broker campus/hall', text: frame(5) } },
  ]);
});

test('a second frame is written a minute after the first, with the newest, and nothing is written twice', async () => {
  const { followers, setBoards, hear, written, clock } = rig();
  await setBoards(wall('b1'));
  await hear('campus/hall/frame', frame(1), 1000);
  await hear('campus/hall/frame', frame(2), 1000);
  await hear('campus/hall/frame', frame(3), 57_999);
  assert.is(written.length, 1);
  await clock.advance(1);
  assert.match(written[1]?.['b1']?.text ?? '', /"sequence":3/);
  await clock.advance(120_000);
  await followers.stop();
  assert.is(written.length, 2);
});

test('when it stops, what waits is written, boards say that they are gone, and no timer is left', async () => {
  const { followers, setBoards, hear, written, clock, calls, opened } = rig();
  await setBoards(wall('b1'), wall('asks', { topic: null, url: 'mqtt://other' }));
  opened[0]?.events.message('campus/hall/frame', Buffer.from(frame(1)), false);
  await clock.advance(1000);
  opened[0]?.events.message('campus/hall/frame', Buffer.from(frame(2)), false);
  await clock.advance(0);
  await followers.stop();
  assert.is(written.length, 2);
  assert.equal(calls, [`end flapbox/joining/${instance_id}-asks `, GONE]);
  assert.equal([followers.get('b1'), followers.asking('asks')], [undefined, undefined]);
  await clock.advance(120_000);
  assert.is(written.length, 2);
  await hear('campus/hall/frame', frame(3));
  assert.is(written.length, 2);
});

test('the end waits for those who were leaving already', async () => {
  const { followers, setBoards, broker } = rig();
  await setBoards(wall('b1'));
  let end = (): void => undefined;
  broker.ending = () => new Promise((resolve) => (end = resolve));
  await setBoards();
  let hasStopped = false;
  void followers.stop().then(() => (hasStopped = true));
  await settle();
  assert.is(hasStopped, false);
  end();
  await settle();
  assert.is(hasStopped, true);
});

test('the end waits until what is being written is on the disk', async () => {
  const { followers, setBoards, hear, disk } = rig();
  let write = (): void => undefined;
  disk.writing = new Promise((resolve) => (write = resolve));
  await setBoards(wall('b1'));
  await hear('campus/hall/frame', frame(1));
  let hasStopped = false;
  void followers.stop().then(() => (hasStopped = true));
  await settle();
  assert.is(hasStopped, false);
  write();
  await settle();
  assert.is(hasStopped, true);
});

test('a frame that cannot be kept is shown all the same, and the log tells it', async () => {
  const { followers, setBoards, hear, disk, log } = rig();
  disk.failure = new Error('full');
  await setBoards(wall('b1'));
  await hear('campus/hall/frame', frame(5));
  assert.is(followers.get('b1')?.frame?.sequence, 5);
  assert.match(log.lines.at(-1) ?? '', /a frame that is followed was not kept/);
});

test('what a board shows, and that something of it is different, is told of that board', async () => {
  const { setBoards, hear, told, clock } = rig();
  await setBoards(wall('b1'));
  told.length = 0;
  await hear('campus/hall/frame', frame(5));
  assert.equal(told, ['b1']);
  await clock.advance(1000);
  assert.is(told.at(-1), 'b1 5 null');
});

const asking = async (more: object = {}) => {
  const one = rig();
  await one.setBoards(wall('b1', { topic: null }, more));
  one.opened[0]?.events.connected();
  await settle();
  return { ...one, answer: (topic: string) => one.hear('', JSON.stringify({ v: 1, topic })) };
};
const ASKED = `flapbox/joining/${instance_id}-b1`;

test('a board without a topic asks for one, with its name and size, over a connection of its own', async () => {
  const { calls, opened, followers, setBoards, told } = await asking();
  assert.equal(calls, [`${ASKED} {"v":1,"name":"Board b1","rows":6,"cols":22}`]);
  assert.equal([followers.asking('b1')?.connected, followers.get('b1')], [true, undefined]);
  assert.ok(told.includes('b1'));
  await setBoards(wall('b1', { topic: null }, { name: 'Hall' }), wall('b2'));
  assert.match(calls.at(-1) ?? '', /"name":"Hall"/);
  assert.is(opened.length, 2);
});

test('the topic that a hub gives is kept, and followed once the question is taken back', async () => {
  const { answer, now, followers, setBoards, calls, opened, broker } = await asking();
  let end = (): void => undefined;
  broker.ending = () => new Promise((resolve) => (end = resolve));
  await answer('campus/hall');
  assert.equal(now().boards[0]?.follow, FOLLOW);
  await setBoards(...now().boards);
  assert.equal([followers.asking('b1'), followers.get('b1')?.plan.topic], [undefined, 'campus/hall']);
  assert.equal(calls.slice(1), [`${ASKED}/topic `, `end ${ASKED} `]);
  assert.is(opened.length, 1, 'it waits for the end of the connection, as it has the same name');
  end();
  await settle();
  assert.is(opened.length, 2);
});

const PUBLISHES = { panel: { driver: 'broker', connection: { topic_prefix: 'campus/hall' } } };
const refused: [what: string, topic: string, more: object][] = [
  ['is no topic', 'campus/#', {}],
  ['it publishes itself', 'campus/hall', PUBLISHES],
];
for (const [what, topic, more] of refused)
  test(`a topic that ${what} is not taken`, async () => {
    const { answer, now, calls, followers } = await asking(more);
    await answer(topic);
    assert.is(now().boards[0]?.follow?.topic, null);
    await followers.stop();
    assert.equal(calls.slice(1), [`end ${ASKED} `], 'the answer stays');
  });

test('a topic is taken by a board that publishes elsewhere, or whose panel is another one', async () => {
  for (const panel of [
    { driver: 'broker', connection: { topic_prefix: 'campus/yard' } },
    { driver: 'other', connection: { topic_prefix: 'campus/hall' } },
  ]) {
    const { answer, now } = await asking({ panel });
    await answer('campus/hall');
    assert.is(now().boards[0]?.follow?.topic, 'campus/hall');
  }
});

test('a topic for a board that has one meanwhile, follows nothing or is gone changes nothing', async () => {
  for (const boards of [[wall('b1', { topic: 'campus/own' })], [sampleBoard('b1')], [sampleBoard('b2')]]) {
    const { followers, answer, now, opened } = await asking();
    const asker = opened[0];
    Object.assign(now(), { boards });
    await answer('campus/hall');
    assert.equal(now().boards, boards);
    assert.ok(asker);
    await followers.stop();
  }
});

test('a topic that cannot be kept is told in the log', async () => {
  const { answer, disk, log } = await asking();
  disk.failure = new Error('full');
  await answer('campus/hall');
  await settle();
  assert.match(log.lines.at(-1) ?? '', /the topic that a hub gave was not kept/);
});

test('a board that asks and is removed or not in use any more takes its question back', async () => {
  for (const boards of [[], [{ ...wall('b1', { topic: null }), enabled: false }]]) {
    const { setBoards, calls, followers } = await asking();
    await setBoards(...boards);
    assert.equal([calls.slice(1), followers.asking('b1')], [[`end ${ASKED} `], undefined]);
  }
});

test.run();
