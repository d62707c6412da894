import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeFrame } from '../../../src/core/follow/frame.ts';
import { createGrid } from '../../../src/core/flaps/grid.ts';
import { Following } from '../../../src/mqtt/follow.ts';
import type { FollowingOptions } from '../../../src/mqtt/follow/followers.ts';
import type { SessionEvents } from '../../../src/mqtt/session.ts';
import type { StoredBoard } from '../../../src/schema/boards/boards.ts';
import { defaultSettings } from '../../../src/schema/appliance/settings.ts';
import { createFakeClock, settle } from '../../support/fake-clock.ts';
import { createQuietLog } from '../../support/quiet-log.ts';
import { sampleBoard } from '../../support/sample-state.ts';

const test = suite('mqtt/follow/following-runs');

const FOLLOW = { topic: 'campus/hall', url: 'mqtt://broker', username: '', ca_certificate: '' };
const wall: StoredBoard = { ...sampleBoard('wall'), follow: FOLLOW };
const asks: StoredBoard = { ...sampleBoard('asks'), follow: { ...FOLLOW, topic: null, url: 'mqtt://other' } };
const hub = {
  ...sampleBoard('hub'),
  panel: { driver: 'broker', connection: { url: 'mqtt://broker', topic_prefix: 'campus/hall' } },
} as unknown as StoredBoard;

/** What follows, over sessions of the test. */
const rig = () => {
  const state = { boards: [] as StoredBoard[], settings: defaultSettings() };
  const clock = createFakeClock('2026-03-01T10:00:00Z');
  let listener: ((state: unknown, previous: unknown, changed: Set<string>) => void) | null = null;
  let reads = 0;
  let asked = 0;
  const opened: { url: string; events: SessionEvents }[] = [];
  const published: string[] = [];
  const ended: string[] = [];
  const broker = { connected: false };
  const following = new Following({
    store: {
      state,
      onChange: (call: typeof listener) => {
        listener = call;
        return () => (listener = null);
      },
    } as unknown as FollowingOptions['store'],
    frames: {
      read: async () => {
        reads++;
        return {};
      },
      write: async () => undefined,
    },
    clock,
    log: createQuietLog(),
    url: undefined,
    report: (_boardId, frame, error) => ({
      name: `${asked}`,
      rows: 6,
      cols: 22,
      sequence: frame?.sequence ?? null,
      shows: true,
      code: null,
      reason: null,
      fit: null,
      drifted: false,
      error,
      characters: null,
    }),
    onChange: () => undefined,
    onAsk: () => asked++,
    open: ({ url }, _will, events) => {
      opened.push({ url, events });
      return {
        get connected() {
          return broker.connected;
        },
        unconfirmed: 0,
        publish: (topic, payload) => void published.push(`${topic} ${String(payload)}`),
        subscribe: () => undefined,
        unsubscribe: () => undefined,
        end: async () => void ended.push(url),
      };
    },
  });
  /** Other boards are stored; the store says that these parts changed. */
  const store = async (boards: StoredBoard[], ...changed: string[]): Promise<void> => {
    state.boards = boards;
    listener?.(state, state, new Set(changed));
    await settle();
  };
  return {
    state,
    clock,
    following,
    opened,
    published,
    ended,
    broker,
    store,
    isHeard: () => listener !== null,
    reads: () => reads,
    asked: () => asked,
  };
};

test('nothing is loaded before the first board follows, and what is kept is read once', async () => {
  const { following, store, reads, opened } = rig();
  await following.start();
  await store([sampleBoard('own')], 'boards');
  assert.equal([reads(), opened.length], [0, 0]);
  assert.equal(
    [following.relayOf('own'), following.followedOf(sampleBoard('own')), following.linkOf('own')],
    [null, null, null],
  );
  following.changed('own');
  await store([wall], 'pages');
  assert.is(reads(), 0, 'a change of something else');
  await store([wall], 'boards');
  assert.equal([reads(), opened.length], [1, 1]);
  await store([wall, asks], 'settings');
  assert.equal([reads(), opened.length], [1, 2]);
  await store([], 'boards');
  await store([wall], 'boards');
  assert.equal([reads(), opened.length], [1, 3]);
});

test('what is stored already is followed from the start, until the end', async () => {
  const { following, state, opened, ended, isHeard } = rig();
  state.boards = [wall];
  await following.start();
  assert.equal([opened.length, isHeard()], [1, true]);
  await following.stop();
  assert.equal([ended, isHeard()], [['mqtt://broker'], false]);
});

test('how it stands is told of boards that follow, and of those that ask', async () => {
  const { following, state, broker, opened, clock } = rig();
  state.boards = [wall, asks];
  await following.start();
  const told = (id: string) => {
    const { connected, frame, error, broker: url } = following.linkOf(id) ?? {};
    return [url, connected, frame?.sequence ?? frame, error];
  };
  await settle();
  assert.equal(told('wall'), ['mqtt://broker', false, null, null]);
  assert.equal(told('asks'), ['mqtt://other', false, null, null]);
  broker.connected = true;
  for (const { events } of opened) events.connected();
  assert.equal([told('wall')[1], told('asks')[1]], [true, true]);
  opened[1]?.events.failed('It hangs.');
  assert.is(told('asks')[3], 'The board asks to join: It hangs.');
  const frame = encodeFrame({
    sender: 'hub',
    sequence: 5,
    at: clock.now(),
    timeToLive: null,
    grid: createGrid(6, 22, 1),
    transition: { strategy: null, interval_ms: null, step_size: null },
  });
  opened[0]?.events.message('campus/hall/frame', Buffer.from(frame), false);
  await clock.advance(0);
  assert.is(told('wall')[2], 5);
  assert.equal([following.followedOf(wall)?.rows, following.relayOf('wall')?.grid?.cols], [6, 22]);
  assert.equal([following.linkOf('nobody'), following.linkOf('hub')], [null, null]);
});

test('without a broker there is no address', async () => {
  const { following, state } = rig();
  state.boards = [{ ...wall, follow: { ...FOLLOW, url: null } }];
  state.settings.mqtt.broker_host = '';
  await following.start();
  assert.is(following.linkOf('wall')?.broker, null);
});

test('a hub is told when something of a board is different', async () => {
  const { following, state, broker, opened, published, clock, asked } = rig();
  state.boards = [wall];
  broker.connected = true;
  await following.start();
  opened[0]?.events.connected();
  await clock.advance(1000);
  published.length = 0;
  const desk = following.deskOf(hub);
  desk.heard('flapbox/joining/yard', '{"v":1,"name":"Yard","rows":3,"cols":15}');
  await clock.advance(300);
  assert.is(asked(), 1);
  following.changed('nobody');
  following.changed('wall');
  await clock.advance(400);
  assert.equal([published.length, /"name":"1"/.test(published[0] ?? '')], [1, true]);
});

test('walls that ask are heard once a board publishes frames, and follow what is stored', async () => {
  const { following, store, clock, asked } = rig();
  await following.start();
  assert.is(following.walls, null);
  await store([hub], 'boards');
  const desk = following.deskOf(hub);
  const { walls } = following;
  desk.heard('flapbox/joining/yard', '{"v":1,"name":"Yard","rows":3,"cols":15}');
  assert.is(walls?.list().length, 1);
  following.deskOf({ ...hub, id: 'other' });
  assert.is(following.walls, walls);
  await store([], 'boards');
  assert.is(walls?.list().length, 0);
  await following.stop();
  await clock.advance(1000);
  assert.is(asked(), 0);
});

test.run();
