import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { listHubs } from '../../../../hw/panel/broker/hub-search.ts';
import { INSTANT } from '../../../../src/board/driver.ts';
import {
  LAST_SEQUENCE,
  encodeFrame,
  frameTopic,
  parseFrame,
  stateTopic,
  type PublishedFrame,
} from '../../../../src/core/follow/frame.ts';
import { askTopic, type HubLine, type JoiningDesk } from '../../../../src/core/follow/joining.ts';
import { furthestAfter } from '../../../../src/core/follow/order.ts';
import { OFFLINE } from '../../../../src/core/follow/state.ts';
import { createGrid } from '../../../../src/core/flaps/grid.ts';
import { createFakeClock, settle, type FakeClock } from '../../../support/fake-clock.ts';
import { SMALLEST } from '../rig.ts';
import { MemoryBroker, MemoryFollower, PREFIX, brokerRig, type BrokerRig, type BrokerRigOptions } from './rig.ts';

const test = suite('walls over a broker');
const START = '2025-03-01T10:00:00Z';
const never = (): AbortSignal => new AbortController().signal;
const frameOf = (code: number) => ({ grid: createGrid(SMALLEST.rows, SMALLEST.cols, code), transition: INSTANT });

interface Hub extends BrokerRig {
  readonly clock: FakeClock;
  readonly restarts: () => number;
  readonly frames: () => PublishedFrame[];
}

/** A hub that has started, by a clock that the test moves. */
const startHub = async (options: BrokerRigOptions & { clock?: FakeClock } = {}): Promise<Hub> => {
  const clock = options.clock ?? createFakeClock(START);
  const rig = brokerRig({ ...options, clock });
  let restarts = 0;
  rig.driver.listen({ onRestart: () => restarts++ });
  const starting = rig.driver.start();
  await clock.advance(500);
  await starting;
  const frames = (): PublishedFrame[] =>
    rig.broker.messages.flatMap(({ topic, payload }) => {
      const reading = topic === frameTopic(PREFIX) ? parseFrame(payload) : null;
      return reading && 'value' in reading ? [reading.value] : [];
    });
  return { ...rig, clock, restarts: () => restarts, frames };
};

const failure = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error: Error) => error.message,
  );

const failureOf = async ({ driver }: Hub): Promise<string> => {
  const outcome = await driver.read(never());
  return outcome.status === 'failed' ? outcome.reason : '';
};

/** The connection is gone, and is made again. */
const reconnect = async (hub: Hub): Promise<void> => {
  hub.broker.drop();
  const looking = hub.driver.watch.look(never());
  await hub.clock.advance(500);
  await looking;
};

test('the order grows with every frame, also when the clock is set back', async () => {
  const hub = await startHub();
  await hub.driver.write(frameOf(1), never());
  hub.clock.jump(-86_400_000);
  await hub.driver.write(frameOf(2), never());
  const [first, second] = hub.frames();
  assert.ok(first && second && second.sequence > first.sequence);
});

test('after a restart the frame that the broker keeps is nothing to do, and another goes on behind it', async () => {
  const hub = await startHub();
  await hub.driver.write(frameOf(1), never());
  await hub.driver.stop();
  const clock = createFakeClock('2001-01-01T00:00:00Z');
  const later = await startHub({ broker: hub.broker, clock });
  assert.is((await later.driver.write(frameOf(1), never())).status, 'unchanged');
  assert.is(later.frames().length, 1);
  assert.is((await later.driver.write(frameOf(2), never())).status, 'sent');
  assert.is((await later.driver.write(frameOf(2), never())).status, 'sent', 'a frame that is forced goes out');
  const sequences = later.frames().map(({ sequence }) => sequence);
  assert.equal(
    sequences,
    [...sequences].sort((a, b) => a - b),
  );
});

test('a broker that forgot the frame gets it again under its number', async () => {
  const hub = await startHub();
  await hub.driver.write(frameOf(1), never());
  hub.broker.retained.clear();
  await reconnect(hub);
  const [first, second] = hub.frames();
  assert.is(second?.sequence, first?.sequence);
  assert.is(hub.restarts(), 0);
  await reconnect(hub);
  assert.is(hub.frames().length, 2, 'a broker that has it is told nothing');
});

test('a follower that has a newer frame than the hub: the order goes on behind it', async () => {
  const hub = await startHub();
  await hub.driver.write(frameOf(1), never());
  const ahead = hub.clock.now() + 86_400_000;
  hub.follower.tell({ sequence: ahead });
  assert.is(hub.restarts(), 1);
  await hub.driver.write(frameOf(1), never());
  assert.ok((hub.frames().at(-1)?.sequence ?? 0) > ahead);
});

test('who empties the topic is told as a loss, and a second sender as a fault', async () => {
  const hub = await startHub();
  await hub.driver.write(frameOf(1), never());
  hub.broker.publish(frameTopic(PREFIX), '');
  assert.is(hub.restarts(), 1);
  const other = await startHub({ broker: hub.broker, clock: hub.clock });
  await other.driver.write(frameOf(3), never());
  assert.match(await failureOf(hub), /Somebody else publishes/);
  await hub.driver.write(frameOf(1), never());
  assert.is(await failureOf(hub), '');
});

/** What the broker has when the connection is back: by how much its number is higher, by whom, and what comes of it. */
const RETURNS: readonly (readonly [what: string, ahead: number, isOwn: boolean, restarts: number, frames: number])[] = [
  ['a newer frame of somebody else is told as a loss', 5, false, 1, 0],
  ['a newer frame of its own counts', 5, true, 0, 0],
  ['an older frame is replaced', -5, false, 0, 1],
];
for (const [what, ahead, isOwn, restarts, published] of RETURNS)
  test(`when the connection is back ${what}`, async () => {
    const hub = await startHub();
    await hub.driver.write(frameOf(1), never());
    const [own] = hub.frames();
    assert.ok(own);
    const other = { ...own, ...frameOf(2), sequence: own.sequence + ahead, sender: isOwn ? own.sender : 'another' };
    hub.broker.retained.set(frameTopic(PREFIX), encodeFrame(other));
    hub.broker.messages.length = 0;
    await reconnect(hub);
    assert.equal([hub.restarts(), hub.frames().length], [restarts, published]);
    hub.follower.vanish();
    hub.broker.publish(stateTopic(PREFIX, 'wall'), '');
    assert.equal(await hub.driver.read(never()), { status: 'read', grid: frameOf(ahead > 0 ? 2 : 1).grid });
  });

test('a connection that does not get as far as the frame is closed, and made anew', async () => {
  const hub = await startHub();
  await hub.driver.write(frameOf(1), never());
  hub.broker.retained.clear();
  hub.broker.drop();
  hub.broker.fault = 'unacknowledged';
  const looking = failure(hub.driver.watch.look(never()));
  await hub.clock.advance(6000);
  assert.is(await looking, 'The connection to the MQTT broker is lost.');
  assert.is(hub.broker.connections, 0);
  hub.broker.fault = 'none';
  await reconnect(hub);
  assert.is(hub.frames().at(-1)?.sequence, hub.frames()[0]?.sequence);
});

/** A frame that comes while there is a connection: whether the hub has written, whether it was kept, and its number. */
const COMING: readonly (readonly [what: string, writes: boolean, isKept: boolean, ahead: number, restarts: number])[] =
  [
    ['that was kept and is newer is told as a loss', true, true, 1, 1],
    ['that was kept and is older is nothing', true, true, -1, 0],
    ['that was kept is what a hub takes over that has written nothing', false, true, 1, 0],
    ['that comes is what a hub takes over that has written nothing', false, false, 1, 0],
  ];
for (const [what, writes, isKept, ahead, restarts] of COMING)
  test(`a frame of somebody else ${what}`, async () => {
    const hub = await startHub();
    hub.follower.vanish();
    hub.broker.publish(stateTopic(PREFIX, 'wall'), '');
    if (writes) await hub.driver.write(frameOf(1), never());
    const sequence = (hub.frames()[0]?.sequence ?? hub.clock.now()) + ahead;
    const other = { ...frameOf(2), sequence, sender: 'another', at: hub.clock.now(), timeToLive: null, via: [] };
    hub.broker.publish(frameTopic(PREFIX), encodeFrame(other), isKept);
    assert.is(hub.restarts(), restarts);
    assert.equal(await hub.driver.read(never()), { status: 'read', grid: frameOf(writes ? 1 : 2).grid });
  });

test('a kept frame that has ended is written again', async () => {
  const hub = await startHub({ connection: { time_to_live: 60 } });
  await hub.driver.write(frameOf(1), never());
  await hub.driver.stop();
  await hub.clock.advance(61_000);
  const later = await startHub({ broker: hub.broker, clock: hub.clock, connection: { time_to_live: 60 } });
  assert.is((await later.driver.write(frameOf(1), never())).status, 'sent');
});

test('a frame is not prolonged while there is no connection, and goes on when there is one', async () => {
  const hub = await startHub({ connection: { time_to_live: 60 } });
  await hub.driver.write(frameOf(1), never());
  hub.broker.drop();
  await hub.clock.advance(31_000);
  assert.is(hub.frames().length, 1);
  const looking = hub.driver.watch.look(never());
  await hub.clock.advance(31_000);
  await looking;
  assert.is(hub.frames().length, 2);
});

const ELSEWHERE = 'campus/other/followers/shared';
for (const before of [true, false])
  test(`a wall that shares a connection is gone with it, told ${before ? 'before' : 'after'} the start`, async () => {
    const broker = new MemoryBroker();
    const follower = new MemoryFollower(broker, 'twin');
    if (before) follower.tell({ presence: ELSEWHERE });
    const hub = await startHub({ broker });
    await hub.driver.write(frameOf(1), never());
    follower.tell({ presence: ELSEWHERE });
    assert.is(await failureOf(hub), '');
    broker.publish(ELSEWHERE, OFFLINE);
    assert.match(await failureOf(hub), /"twin" \(not there\)/);
    follower.tell({ presence: ELSEWHERE });
    broker.publish(ELSEWHERE, broker.retained.get(stateTopic(PREFIX, 'twin')) ?? '');
    assert.is(await failureOf(hub), '');
  });

test('walls that ask to join are heard at the desk, as long as there is a connection', async () => {
  const heard: string[] = [];
  let line: HubLine | null = null;
  const desk: JoiningDesk = {
    opened: (given) => {
      heard.push('opened');
      line = given;
      given.listen(askTopic('new-wall'));
    },
    heard: (topic, payload) => void heard.push(`${topic} ${payload}`),
    closed: () => void heard.push('closed'),
  };
  let desks = 0;
  const hub = await startHub({ desk: () => (desks++, desk) });
  hub.broker.publish(askTopic('new-wall'), 'x');
  assert.equal(heard.splice(0), ['opened', `${askTopic('new-wall')} x`]);
  await reconnect(hub);
  assert.equal(heard.splice(0), ['closed', 'opened', `${askTopic('new-wall')} x`]);
  (line as HubLine | null)?.renew();
  assert.equal([heard.splice(0), hub.broker.connections], [['closed'], 0]);
  const looking = hub.driver.watch.look(never());
  await hub.clock.advance(500);
  await looking;
  await hub.driver.stop();
  assert.equal([heard.at(0), heard.at(-1), desks], ['opened', 'closed', 1]);
});

test('a number that jumps is not gone on behind: one message uses up nothing (rules, F2)', async () => {
  const hub = await startHub();
  await hub.driver.write(frameOf(1), never());
  const [own] = hub.frames();
  assert.ok(own);
  const publish = (sequence: number) =>
    hub.broker.publish(frameTopic(PREFIX), encodeFrame({ ...own, sender: 'another', sequence }));
  publish(Number.MAX_SAFE_INTEGER);
  assert.is((await hub.driver.write(frameOf(2), never())).status, 'sent');
  assert.ok((hub.frames().at(-1)?.sequence ?? 0) > own.sequence);
  publish(LAST_SEQUENCE);
  assert.is((await hub.driver.write(frameOf(3), never())).status, 'sent');
  assert.ok((hub.frames().at(-1)?.sequence ?? Infinity) < furthestAfter(own.sequence));
  for (let at = own.sequence; at < LAST_SEQUENCE; ) publish((at = Math.floor(furthestAfter(at))));
  const outcome = await hub.driver.write(frameOf(1), never());
  assert.match('reason' in outcome ? outcome.reason : '', /choose another topic/);
});

test('a board that follows names itself in its frames, and where a frame that it passes on came from (rules, F9)', async () => {
  const { grid } = frameOf(1);
  const hub = await startHub({ relay: () => ({ by: 'me', grid, via: ['origin'] }) });
  await hub.driver.write(frameOf(1), never());
  await hub.driver.write(frameOf(2), never());
  assert.equal(
    hub.frames().map(({ via }) => via),
    [['origin', 'me'], ['me']],
  );
});

test('a frame that ends by itself is prolonged while the hub is there, under its number', async () => {
  const hub = await startHub({ connection: { time_to_live: 60 } });
  await hub.driver.write(frameOf(1), never());
  await hub.clock.advance(31_000);
  const [first, second] = hub.frames();
  assert.is(second?.sequence, first?.sequence);
  assert.ok((second?.at ?? 0) >= (first?.at ?? 0) + 30_000);
  await hub.driver.stop();
  await hub.clock.advance(120_000);
  assert.is(hub.frames().length, 2, 'a hub that is gone prolongs nothing');
});

/** [what, what the follower tells, what the hub says of it] */
const FAULTS: [string, Parameters<MemoryFollower['tell']>[0], RegExp][] = [
  ['shows it', {}, /^$/],
  ['is paused', { shows: false, code: 'paused' }, /"wall" \(paused\)/],
  ['is in its silence window', { shows: false, code: 'silenced' }, /^$/],
  ['has a message', { shows: false, code: 'covered' }, /"wall" \(a message of its own\)/],
  ['cannot reach its board', { shows: false, code: 'unreachable', error: 'The board is off.' }, /The board is off/],
  ['is smaller', { fit: 'cropped' }, /3 rows x 15 columns and shows a part/],
  ['is on its way', { shows: false, code: null }, /^$/],
];
for (const [what, told, sentence] of FAULTS)
  test(`a wall that ${what} (rules, F5)`, async () => {
    const hub = await startHub();
    await hub.driver.write(frameOf(1), never());
    hub.follower.tell(told);
    assert.match(await failureOf(hub), sentence);
  });

test('one of two walls vanishes, does not answer, and is forgotten', async () => {
  const hub = await startHub();
  const second = new MemoryFollower(hub.broker, 'second');
  await hub.driver.write(frameOf(1), never());
  assert.is(await failureOf(hub), '');
  second.tell({ sequence: 1 });
  assert.is(await failureOf(hub), '', 'it has time to answer');
  await hub.clock.advance(31_000);
  assert.match(await failureOf(hub), /^1 of 2 walls do not show this frame as it is: "second" \(it has not taken/);
  second.vanish();
  assert.match(await failureOf(hub), /"second" \(not there\)/);
  const told = await hub.driver.actions['followers']?.run({}, never());
  assert.is((told?.['followers'] as object[] | undefined)?.length, 2);
  await hub.driver.actions['forget_follower']?.run({ follower: 'second' }, never());
  assert.is(await failureOf(hub), '');
  assert.not.ok([...hub.broker.retained.keys()].some((topic) => topic.endsWith('/second')));
});

test('flaps of the only wall that somebody moved are read, for the board to tell as drift', async () => {
  const hub = await startHub();
  await hub.driver.write(frameOf(1), never());
  hub.follower.tell({ shows: false, drifted: true, code: null, characters: frameOf(9).grid });
  const outcome = await hub.driver.read(never());
  assert.equal(outcome, { status: 'read', grid: frameOf(9).grid });
});

test('the hub is listed at its broker for those who look for it, also after a test of its settings', async () => {
  const hub = await startHub();
  const [presence] = [...hub.broker.retained.keys()].filter((topic) => topic.startsWith('flapbox/hubs/'));
  hub.broker.messages.length = 0;
  hub.broker.publish(presence ?? '', '');
  assert.equal(
    hub.broker.messages.map(({ payload }) => payload !== ''),
    [false, true],
    'it says once that it is there',
  );
  const looking = listHubs({ url: 'mqtt://broker.local' }, hub.clock, never(), hub.broker.open);
  await hub.clock.advance(1000);
  assert.equal(await looking, { hubs: [{ topic: PREFIX, ...SMALLEST }], error: null });
  const broken = new MemoryBroker();
  broken.fault = 'unreachable';
  await settle();
  assert.match((await listHubs({ url: 'mqtt://x' }, hub.clock, never(), broken.open)).error ?? '', /cannot be reached/);
});

test('what it leaves at the broker is taken back, also when the broker is away at first (rules, F8)', async () => {
  const hub = await startHub();
  await hub.driver.write(frameOf(1), never());
  await hub.driver.stop();
  assert.ok(hub.broker.retained.has(frameTopic(PREFIX)), 'a stop alone leaves it');
  hub.broker.fault = 'unreachable';
  const clearing = hub.driver.remains.clear(never());
  await hub.clock.advance(60_000);
  assert.ok(hub.broker.retained.has(frameTopic(PREFIX)));
  hub.broker.fault = 'none';
  await hub.clock.advance(60_000);
  await clearing;
  assert.not(hub.broker.retained.has(frameTopic(PREFIX)));
  assert.equal(
    [...hub.broker.retained.keys()].filter((topic) => topic.startsWith('flapbox/hubs/')),
    [],
  );
  const stopping = new AbortController();
  hub.broker.fault = 'unreachable';
  const given = hub.driver.remains.clear(stopping.signal);
  stopping.abort();
  await given;
});

test('what is no hub is not listed', async () => {
  const broker = new MemoryBroker();
  const hub = { v: 1, topic: PREFIX, ...SMALLEST };
  for (const [at, said] of [
    'rubbish',
    [],
    { ...hub, topic: 'a/#' },
    { ...hub, topic: 'x'.repeat(50_000) },
    { ...hub, topic: 7 },
    { ...hub, rows: -1 },
    { ...hub, cols: 1e300 },
    { ...hub, rows: 1.5 },
    hub,
  ].entries())
    broker.publish(`flapbox/hubs/${at}`, typeof said === 'string' ? said : JSON.stringify(said));
  const clock = createFakeClock(START);
  const looking = listHubs({ url: 'mqtt://broker.local' }, clock, never(), broker.open);
  await clock.advance(1000);
  assert.equal((await looking).hubs, [{ topic: PREFIX, ...SMALLEST }]);
});

for (const [connection, sentence] of [
  [{ topic_prefix: '' }, /needs the topic/],
  [{ topic_prefix: 'a/+' }, /wildcards/],
  [{ topic_prefix: '$SYS' }, /begin with \$/],
  [{ url: 'http://x' }, /address of its MQTT broker/],
] as const)
  test(`unusable settings ${JSON.stringify(connection)}`, () =>
    assert.throws(() => brokerRig({ connection }), sentence));

test.run();
