import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type PublishedFrame } from '../../../src/core/follow/frame.ts';
import { OFFLINE, type FollowerReport } from '../../../src/core/follow/state.ts';
import { Follower } from '../../../src/mqtt/follow/follower.ts';
import type { BrokerAddress, Session, SessionEvents } from '../../../src/mqtt/session.ts';
import { presenceTopic } from '../../../src/platform/network/hub-presence.ts';
import { isOfFollowing } from '../../../ui/home/attention/faults.ts';
import { createFakeClock, settle } from '../../support/fake-clock.ts';
import { START, frame } from './published.ts';

const test = suite('mqtt/follow/follower-link');

const TOPIC = 'campus/hall';
const ADDRESS = { url: 'mqtt://broker', username: 'ann', password: 'p', clientId: 'me', authority: '' };

const REPORT: FollowerReport = {
  name: 'Library',
  rows: 3,
  cols: 15,
  sequence: null,
  shows: true,
  code: 'sent',
  reason: null,
  fit: 'exact',
  drifted: false,
  error: null,
  characters: null,
};

/** A follower that has not begun, and the broker, the disk and the board that it meets. */
const rig = (address: BrokerAddress | null = ADDRESS) => {
  const clock = createFakeClock(START);
  const opened: { address: BrokerAddress; will: { topic: string; payload: string }; events: SessionEvents }[] = [];
  const calls: string[] = [];
  const broker = { connected: true, failure: null as unknown, presence: undefined as string | undefined };
  const disk = { keep: (): Promise<void> => Promise.resolve() };
  const board = { report: REPORT as FollowerReport | null };
  let changes = 0;
  const follower = new Follower(
    { address, topic: TOPIC, follower: 'me' },
    {
      clock,
      open: (given, will, events): Session => {
        if (broker.failure !== null) throw broker.failure;
        opened.push({ address: given, will, events });
        return {
          get connected() {
            return broker.connected;
          },
          get presence() {
            return broker.presence ?? `${TOPIC}/state/me`;
          },
          unconfirmed: 0,
          publish: (topic, payload, retain) =>
            void calls.push(`${topic} ${String(payload)}${retain ? ' retained' : ''}`),
          subscribe: (topics) => void calls.push(`+ ${topics.join(' ')}`),
          unsubscribe: () => undefined,
          end: async ({ topic, payload }, graceMs) => void calls.push(`end ${topic} ${payload} ${graceMs}`),
        };
      },
      keep: (text) => {
        calls.push(`keep ${JSON.parse(text).sequence}`);
        return disk.keep();
      },
      report: (shown, error) => board.report && { ...board.report, sequence: shown?.sequence ?? null, error },
      onChange: () => changes++,
    },
  );
  const events = (): SessionEvents => opened.at(-1)?.events ?? (assert.unreachable() as never);
  const tell = (text: string, topic = `${TOPIC}/frame`): void => events().message(topic, Buffer.from(text), false);
  /** What was called since the last time, as far as it begins so. */
  const since = (begin = ''): string[] => calls.splice(0).filter((one) => one.startsWith(begin));
  return { clock, follower, opened, broker, disk, board, events, tell, since, changes: () => changes };
};

const connected = async () => {
  const one = rig();
  one.follower.start(null);
  one.events().connected();
  await one.clock.advance(1000);
  one.since();
  return one;
};

test('it connects as itself, with a pause before another try that differs from wall to wall', () => {
  const usual = Math.random;
  try {
    for (const [random, reconnectMs] of [
      [0, 2000],
      [0.5, 5000],
      [0.9999, 7999],
    ] as const) {
      Math.random = () => random;
      const { follower, opened } = rig();
      follower.start(null);
      assert.equal(
        [opened[0]?.address, opened[0]?.will],
        [
          { ...ADDRESS, reconnectMs },
          { topic: `${TOPIC}/state/me`, payload: OFFLINE },
        ],
      );
    }
  } finally {
    Math.random = usual;
  }
});

test('it waits until who had its name has left, and not where it is ended meanwhile', async () => {
  for (const isEnded of [false, true]) {
    const { follower, opened } = rig();
    let leave = (): void => undefined;
    follower.start(null, new Promise((resolve) => (leave = resolve)));
    await settle();
    assert.is(opened.length, 0);
    if (isEnded) await follower.stop(false);
    leave();
    await settle();
    assert.is(opened.length, isEnded ? 0 : 1);
  }
});

for (const [what, failure] of [
  ['an error', new Error('The certificate cannot be read.')],
  ['a text', 'The certificate cannot be read.'],
] as const)
  test(`what keeps it from connecting is told: ${what}`, () => {
    const { follower, broker, changes } = rig();
    broker.failure = failure;
    follower.start(null);
    assert.is(follower.error, `The board follows "${TOPIC}": The certificate cannot be read.`);
    assert.ok(isOfFollowing(follower.error ?? ''), 'the interface knows it from faults of the board');
    assert.equal([follower.connected, changes()], [false, 1]);
  });

test('without a broker it opens nothing', () => {
  const { follower, opened } = rig(null);
  follower.start(null);
  assert.equal([opened.length, follower.connected], [0, false]);
});

test('it listens to the frames of its topic and to the word of its hub', async () => {
  const { events, since, follower, broker } = await connected();
  events().connected();
  assert.equal(since(), [`+ ${TOPIC}/frame ${presenceTopic(TOPIC)}`]);
  assert.is(follower.connected, true);
  broker.connected = false;
  assert.is(follower.connected, false);
});

test('the reason why a connection is lost is told until there is one, and each is told once', async () => {
  const { events, follower, changes } = await connected();
  const reasons: [given: string | null, told: RegExp, isChange: boolean][] = [
    [null, /: the connection to the broker is lost\.$/, true],
    ['It hangs.', /: It hangs\.$/, true],
    [null, /: It hangs\.$/, false],
    ['It hangs.', /: It hangs\.$/, false],
    ['It is gone.', /: It is gone\.$/, true],
  ];
  for (const [given, told, isChange] of reasons) {
    const before = changes();
    events().failed(given);
    assert.match(follower.error ?? '', told);
    assert.is(changes() - before, isChange ? 1 : 0);
  }
  const before = changes();
  events().connected();
  assert.equal([follower.error, changes() - before], [null, 1]);
  events().connected();
  assert.is(changes() - before, 1);
});

test('a frame that is too large is told to people and to the hub, and once', async () => {
  const { events, follower, clock, since, changes } = await connected();
  const before = changes();
  events().skipped?.(300_000, null);
  events().skipped?.(300_000, null);
  assert.equal([follower.error, changes() - before], ['The frame on the topic cannot be used: it is too large.', 1]);
  assert.ok(isOfFollowing(follower.error ?? ''));
  await clock.advance(400);
  assert.match(since()[0] ?? '', /it is too large/);
});

test('a topic that is emptied, and one without a frame after ten seconds, is told to people and to the hub', async () => {
  const { events, tell, clock, follower, since, changes } = await connected();
  tell(frame(5));
  await clock.advance(1000);
  since();
  const before = changes();
  tell('');
  tell('');
  assert.match(follower.error ?? '', /no frame/);
  assert.is(changes() - before, 1);
  await clock.advance(400);
  assert.match(since()[0] ?? '', /there is no frame on the topic/);
  tell(frame(5));
  assert.equal([follower.error, changes() - before], [null, 2]);
  events().connected();
  await clock.advance(9999);
  assert.is(follower.error, null);
  await clock.advance(1);
  assert.match(follower.error ?? '', /no frame/);
});

test('what is wrong with a message goes before that there is none', async () => {
  const { tell, clock, follower } = await connected();
  tell(frame(5));
  await clock.advance(1000);
  tell('{');
  await clock.advance(1000);
  tell('');
  assert.match(follower.error ?? '', /not JSON/);
});

test('a new frame is told, kept before it is shown, and told to the hub within 400 ms', async () => {
  const { tell, clock, follower, since, changes, disk } = await connected();
  let keep = (): void => undefined;
  disk.keep = () => new Promise((resolve) => (keep = resolve));
  const before = changes();
  tell(frame(5));
  await clock.advance(0);
  assert.equal([follower.frame, since(), changes() - before], [null, ['keep 5'], 0]);
  keep();
  await clock.advance(0);
  assert.equal([follower.frame?.sequence, changes() - before], [5, 1]);
  await clock.advance(400);
  assert.match(since()[0] ?? '', new RegExp(`^${TOPIC}/state/me .*"sequence":5.* retained$`));
});

test('what comes while a frame is kept is taken afterwards, the newest of it', async () => {
  const { tell, clock, follower, since, disk } = await connected();
  let keep = (): void => undefined;
  disk.keep = () => new Promise((resolve) => (keep = resolve));
  tell(frame(5));
  await clock.advance(2000);
  tell(frame(6));
  tell(frame(7));
  await clock.advance(2000);
  assert.equal(since('keep'), ['keep 5']);
  keep();
  await clock.advance(0);
  assert.equal([follower.frame?.sequence, since('keep')], [5, ['keep 7']]);
  keep();
  await clock.advance(0);
  assert.is(follower.frame?.sequence, 7);
});

test('a frame is taken a second after the one before it, not earlier', async () => {
  const { tell, clock, since } = await connected();
  tell(frame(5));
  await clock.advance(999);
  tell(frame(6));
  await clock.advance(0);
  assert.equal(since('keep'), ['keep 5']);
  await clock.advance(1);
  assert.equal(since('keep'), ['keep 6']);
  await clock.advance(1000);
  tell(frame(7));
  await clock.advance(0);
  assert.equal(since('keep'), ['keep 7']);
});

const again: [what: string, first: Partial<PublishedFrame>, second: Partial<PublishedFrame>, isKept: boolean][] = [
  ['a later end', { timeToLive: 60 }, { timeToLive: 60, at: Date.parse(START) + 1 }, true],
  ['the same instant', { timeToLive: 60 }, { timeToLive: 90 }, false],
  ['an earlier instant', { timeToLive: 60 }, { timeToLive: 60, at: Date.parse(START) - 1 }, false],
  ['no end any more', { timeToLive: 60 }, { timeToLive: null, at: Date.parse(START) + 1 }, false],
];
for (const [what, first, second, isKept] of again)
  test(`the same number with ${what} is ${isKept ? 'kept' : 'nothing new'}`, async () => {
    const { tell, clock, since } = await connected();
    tell(frame(5, first));
    await clock.advance(2000);
    since();
    tell(frame(5, second));
    await clock.advance(2000);
    assert.equal(since('keep'), isKept ? ['keep 5'] : []);
  });

test('a frame is placed once for a size', async () => {
  const { tell, clock, follower } = await connected();
  assert.equal([follower.followed(3, 15), follower.relay(3, 15)], [null, { by: 'me', grid: null, via: [] }]);
  tell(frame(5, { timeToLive: 60 }));
  await clock.advance(0);
  const placed = follower.followed(3, 15);
  assert.equal([placed?.rows, placed?.cols, placed?.until], [3, 15, Date.parse(START) + 60_000]);
  assert.is(follower.followed(3, 15), placed);
  assert.equal(follower.followed(2, 15)?.characters.length, 2);
  assert.equal(follower.followed(2, 14)?.characters[0]?.length, 14);
  const { grid, via } = follower.relay(3, 15);
  assert.equal([grid?.rows, grid?.cols, via], [3, 15, []]);
});

test('the topic at which the broker says that it is gone is told where it is another one', async () => {
  const { broker, clock, follower, since } = await connected();
  follower.changed();
  await clock.advance(400);
  broker.presence = `${TOPIC}/state/first`;
  follower.changed();
  await clock.advance(400);
  const told = since().map((one) => /"presence":"([^"]+)"/.exec(one)?.[1]);
  assert.equal(told, [`${TOPIC}/state/first`]);
});

test('changes that come together are told once, those of a board that is gone or has no connection never', async () => {
  const { board, broker, clock, follower, since } = await connected();
  board.report = { ...REPORT, name: 'Yard' };
  follower.changed();
  follower.changed();
  await clock.advance(400);
  assert.is(since().length, 1);
  for (const change of [
    () => void (board.report = null),
    () => Object.assign(board, { report: { ...REPORT, name: 'Hall' } }, void (broker.connected = false)),
  ]) {
    change();
    follower.changed();
    await clock.advance(400);
    assert.equal(since(), []);
  }
});

test('who leaves takes its state back, who stops says that it is gone, and neither hears or tells more', async () => {
  for (const leaves of [true, false]) {
    const { clock, follower, since, tell, events, changes } = await connected();
    tell(frame(5));
    await clock.advance(0);
    tell(frame(6));
    follower.changed();
    since();
    await follower.stop(leaves);
    assert.equal(since(), [`end ${TOPIC}/state/me ${leaves ? '' : OFFLINE} 500`]);
    const before = changes();
    tell(frame(7));
    tell('');
    events().failed('It hangs.');
    follower.changed();
    await clock.advance(20_000);
    assert.equal([since(), changes() - before, follower.frame?.sequence, follower.connected], [[], 0, 5, false]);
  }
});

test('a frame that was being kept when it stopped is not shown any more', async () => {
  const { tell, clock, follower, disk, changes } = await connected();
  let keep = (): void => undefined;
  disk.keep = () => new Promise((resolve) => (keep = resolve));
  tell(frame(5));
  await clock.advance(0);
  await follower.stop(false);
  const before = changes();
  keep();
  await clock.advance(0);
  assert.equal([follower.frame, changes() - before], [null, 0]);
});

const words: [what: string, text: string, isHub: boolean][] = [
  ['its name', '{"sender":"hub"}', true],
  ['a list', '["hub"]', false],
  ['a number', '{"sender":5}', false],
  ['no JSON', '{', false],
  ['nothing any more', '', false],
];
for (const [what, text, isHub] of words)
  test(`the word of the hub that is ${what} ${isHub ? 'makes' : 'does not make'} its frames count`, async () => {
    const { tell, clock, follower } = await connected();
    tell(frame(50, { sender: 'stranger' }));
    await clock.advance(2000);
    tell(text, presenceTopic(TOPIC));
    tell(frame(7));
    await clock.advance(2000);
    assert.is(follower.frame?.sequence, isHub ? 7 : 50);
  });

test('of the name of a hub 64 characters count, as in its frames', async () => {
  const { tell, clock, follower } = await connected();
  const sender = 'h'.repeat(70);
  tell(frame(50, { sender: 'stranger' }));
  await clock.advance(2000);
  tell(JSON.stringify({ sender }), presenceTopic(TOPIC));
  tell(frame(7, { sender }));
  await clock.advance(2000);
  assert.is(follower.frame?.sequence, 7);
});

test('a kept text that is no frame is left out', () => {
  const { follower } = rig();
  follower.start('{');
  assert.equal([follower.frame, follower.error], [null, null]);
});

test.run();
