import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Asker } from '../../../src/mqtt/follow/asker.ts';
import type { BrokerAddress, Session, SessionEvents } from '../../../src/mqtt/session.ts';
import { createFakeClock, settle } from '../../support/fake-clock.ts';

const test = suite('mqtt/follow/asker');

const ADDRESS = { url: 'mqtt://broker', username: 'ann', password: 'p', clientId: 'me', authority: '' };
const ASK = 'flapbox/joining/me';
const ANSWER = `${ASK}/topic`;
const given = (topic: string): string => JSON.stringify({ v: 1, topic });

/** A wall that asks, over a session of the test. */
const rig = (address: BrokerAddress | null = ADDRESS) => {
  const opened: { address: BrokerAddress; will: { topic: string; payload: string }; events: SessionEvents }[] = [];
  const calls: string[] = [];
  const broker = { connected: true, failure: null as unknown };
  const wall = { ask: { name: 'Yard', rows: 3, cols: 15 } as { name: string; rows: number; cols: number } | null };
  const topics: string[] = [];
  const port = { takes: true };
  let changes = 0;
  const asker = new Asker(
    { address, topic: '', follower: 'me' },
    {
      clock: createFakeClock('2026-03-02T10:00:00Z'),
      open: (one, will, events): Session => {
        if (broker.failure !== null) throw broker.failure;
        opened.push({ address: one, will, events });
        return {
          get connected() {
            return broker.connected;
          },
          unconfirmed: 0,
          publish: (topic, payload, retain) =>
            void calls.push(`${topic} ${String(payload)}${retain ? ' retained' : ''}`),
          subscribe: (some) => void calls.push(`+ ${some.join(' ')}`),
          unsubscribe: () => undefined,
          end: async ({ topic, payload }, graceMs) => void calls.push(`end ${topic} ${payload} ${graceMs}`),
        };
      },
      ask: () => wall.ask,
      onTopic: (topic) => {
        topics.push(topic);
        return port.takes;
      },
      onChange: () => changes++,
    },
  );
  const events = (): SessionEvents => opened.at(-1)?.events ?? (assert.unreachable() as never);
  const hear = (payload: string): void => events().message(ANSWER, Buffer.from(payload), true);
  const since = (): string[] => calls.splice(0);
  return { asker, opened, broker, wall, port, topics, events, hear, since, changes: () => changes };
};
const asking = async () => {
  const one = rig();
  await one.asker.start();
  one.events().connected();
  one.since();
  return one;
};

test('it connects as itself, listens to its answer and asks; the broker takes the question back when it is lost', async () => {
  const { asker, opened, events, since } = rig();
  await asker.start();
  const [one] = opened;
  assert.equal(
    [one?.address, one?.will],
    [
      { ...ADDRESS, newestOnly: true },
      { topic: ASK, payload: '' },
    ],
  );
  assert.equal(since(), []);
  events().connected();
  assert.equal(since(), [`+ ${ANSWER}`, `${ASK} {"v":1,"name":"Yard","rows":3,"cols":15} retained`]);
  events().connected();
  assert.is(since().length, 2, 'after a new connection it asks again');
});

test('it asks again when it says something else of itself, and only then', async () => {
  const { asker, since, wall, broker } = await asking();
  asker.changed();
  assert.equal(since(), []);
  wall.ask = { name: 'Yard', rows: 6, cols: 22 };
  asker.changed();
  assert.equal(since(), [`${ASK} {"v":1,"name":"Yard","rows":6,"cols":22} retained`]);
  wall.ask = null;
  asker.changed();
  wall.ask = { name: 'Hall', rows: 6, cols: 22 };
  broker.connected = false;
  asker.changed();
  assert.equal([since(), asker.connected], [[], false]);
});

test('it waits until who had its name has left, and not where it is ended meanwhile', async () => {
  for (const isEnded of [false, true]) {
    const { asker, opened } = rig();
    let leave = (): void => undefined;
    void asker.start(new Promise((resolve) => (leave = resolve)));
    await settle();
    assert.equal([opened.length, asker.connected], [0, false]);
    if (isEnded) await asker.stop();
    leave();
    await settle();
    assert.is(opened.length, isEnded ? 0 : 1);
  }
});

test('what keeps it from asking is told, each once', async () => {
  const { asker, events, changes } = await asking();
  assert.is(asker.error, null);
  const before = changes();
  const reasons: [reason: string | null, told: string][] = [
    [null, 'the connection to the broker is lost.'],
    ['It hangs.', 'It hangs.'],
    [null, 'It hangs.'],
  ];
  for (const [reason, told] of reasons) {
    events().failed(reason);
    assert.is(asker.error, `The board asks to join: ${told}`);
  }
  assert.is(changes() - before, 2);
  events().connected();
  assert.equal([asker.error, changes() - before], [null, 3]);
});

for (const [what, failure] of [
  ['an error', new Error('The certificate cannot be read.')],
  ['a text', 'The certificate cannot be read.'],
] as const)
  test(`an address that cannot be opened is told: ${what}`, async () => {
    const { asker, broker } = rig();
    broker.failure = failure;
    await asker.start();
    assert.equal([asker.error, asker.connected], ['The board asks to join: The certificate cannot be read.', false]);
  });

test('without a broker it opens nothing, and says which setting is missing', async () => {
  const { asker, opened } = rig(null);
  await asker.start();
  assert.is(opened.length, 0);
  assert.match(asker.error ?? '', /no broker is known/);
});

const answers: [what: string, payload: string, topics: string[]][] = [
  ['a topic', given('campus/hall'), ['campus/hall']],
  ['nothing', '', []],
  ['no answer', '{"v":1}', []],
  ['the longest that is read', given('x'.repeat(1024 - given('').length)), ['x'.repeat(1024 - given('').length)]],
  ['too much', given('x'.repeat(1025 - given('').length)), []],
];
for (const [what, payload, topics] of answers)
  test(`the answer is ${what}`, async () => {
    const one = await asking();
    one.hear(payload);
    assert.equal(one.topics, topics);
  });

test('it takes its question back, and the answer that it took', async () => {
  for (const [payload, takes, isAnswered] of [
    ['{}', true, false],
    [given('campus/hall'), false, false],
    [given('campus/hall'), true, true],
  ] as const) {
    const { asker, hear, port, since, topics, events } = await asking();
    port.takes = takes;
    hear(payload);
    await asker.stop();
    assert.equal(since(), [...(isAnswered ? [`${ANSWER}  retained`] : []), `end ${ASK}  500`]);
    topics.length = 0;
    hear(given('late'));
    events().failed('It hangs.');
    asker.changed();
    assert.equal([topics, asker.error, asker.connected, since()], [[], null, false, []]);
    await asker.stop();
    assert.equal(since(), []);
  }
});

test.run();
