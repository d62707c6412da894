import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SharedSessions } from '../../../src/mqtt/follow/shared-sessions.ts';
import type { Session, SessionEvents } from '../../../src/mqtt/session.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const test = suite('mqtt/follow/shared-sessions');

interface Opened {
  readonly will: string;
  readonly events: SessionEvents;
  readonly subscribed: (readonly string[])[];
  readonly unsubscribed: (readonly string[])[];
  readonly published: string[];
  newestOnly: boolean | undefined;
  ended: string | null;
}

/** Connections that are made at once, and nothing behind them. */
const rig = () => {
  const clock = createFakeClock('2026-03-02T10:00:00.000Z');
  const opened: Opened[] = [];
  const broker = {
    connected: true,
    confirms: true,
    failure: null as Error | null,
    ending: (): Promise<void> => Promise.resolve(),
  };
  const sessions = new SharedSessions(({ newestOnly }, will, events) => {
    if (broker.failure) throw broker.failure;
    const one: Opened = {
      will: will.topic,
      events,
      subscribed: [],
      unsubscribed: [],
      published: [],
      newestOnly,
      ended: null,
    };
    opened.push(one);
    return {
      get connected() {
        return broker.connected;
      },
      unconfirmed: 7,
      publish: (topic, payload, retain, confirmed) => {
        one.published.push(`${topic} ${String(payload)}${retain ? ' retained' : ''}`);
        if (broker.confirms) confirmed?.();
      },
      subscribe: (topics) => void one.subscribed.push(topics),
      unsubscribe: (topics) => void one.unsubscribed.push(topics),
      end: ({ topic, payload }) => {
        one.ended = `${topic} ${payload}`;
        return broker.ending();
      },
    };
  });
  const join = (name: string, topic: string, password = '') => {
    const heard: string[] = [];
    const address = { url: 'mqtt://broker', username: '', password, clientId: name, authority: '' };
    let connections = 0;
    const events: SessionEvents = {
      connected: () => {
        connections++;
        session.subscribe([topic]);
      },
      message: (at, payload) => void heard.push(`${at} ${payload.toString()}`),
      failed: (reason) => void heard.push(`failed ${reason}`),
      skipped: (bytes) => void heard.push(`skipped ${bytes}`),
    };
    const session: Session = sessions.open(address, { topic: `state/${name}`, payload: 'gone' }, events, clock);
    return { session, heard, connections: () => connections };
  };
  return { opened, join, broker, clock };
};

const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test('walls of one broker and account share a connection, and each topic is asked for once', async () => {
  const { opened, join } = rig();
  const walls = ['a', 'b', 'c'].map((name) => join(name, name === 'c' ? 'other' : 'hall'));
  opened[0]?.events.connected();
  await settled();
  assert.is(opened.length, 1);
  const asked = opened[0]?.subscribed.flat() ?? [];
  assert.equal([...new Set(asked)].sort(), ['hall', 'other']);
  opened[0]?.subscribed.splice(0);
  opened[0]?.events.connected();
  await settled();
  assert.equal(opened[0]?.subscribed, [['hall', 'other']]);
  opened[0]?.events.message('hall', Buffer.from('1'), false);
  opened[0]?.events.skipped?.(9, 'other');
  assert.equal(
    walls.map(({ heard }) => heard),
    [['hall 1'], ['hall 1'], ['skipped 9']],
  );
  join('d', 'hall', 'another account');
  assert.is(opened.length, 2);
});

test('the will is that of the first; when it leaves, the next one gives its own', async () => {
  const { opened, join } = rig();
  const [first, second] = [join('a', 'hall'), join('b', 'hall')];
  assert.equal([opened[0]?.will, second.session.presence], ['state/a', 'state/a']);
  await first.session.end({ topic: 'state/a', payload: '' }, 500);
  assert.equal([opened[0]?.ended, opened.length, opened[1]?.will], ['state/a ', 2, 'state/b']);
  assert.is(second.session.presence, 'state/b');
  await second.session.end({ topic: 'state/b', payload: '' }, 500);
  assert.is(opened[1]?.ended, 'state/b ');
  join('c', 'hall');
  assert.is(opened.length, 3);
});

test('one that leaves while others stay says its last word and is not told any more', async () => {
  const { opened, join } = rig();
  const [, second] = [join('a', 'hall'), join('b', 'hall')];
  await second.session.end({ topic: 'state/b', payload: 'off' }, 500);
  assert.equal([opened[0]?.ended, opened[0]?.published], [null, ['state/b off retained']]);
  opened[0]?.events.failed('lost');
  assert.equal(second.heard, []);
});

test('whoever joins a connection that is there is told so a moment later, unless it has left', async () => {
  const { join, broker, opened } = rig();
  const first = join('a', 'hall');
  assert.is(first.connections(), 0);
  await settled();
  assert.equal([first.connections(), opened[0]?.newestOnly], [1, true]);
  const second = join('b', 'hall');
  void second.session.end({ topic: 'state/b', payload: '' }, 500);
  await settled();
  assert.equal([first.connections(), second.connections()], [1, 0]);
  broker.connected = false;
  const third = join('c', 'hall');
  await settled();
  assert.is(third.connections(), 0);
  opened[0]?.events.connected();
  assert.equal([first.connections(), third.connections()], [2, 1]);
});

test('each tells how it stands with the connection that is shared', async () => {
  const { join, broker } = rig();
  const { session } = join('a', 'hall');
  assert.equal([session.connected, session.unconfirmed, session.presence], [true, 7, 'state/a']);
  broker.connected = false;
  assert.is(session.connected, false);
  broker.connected = true;
  await session.end({ topic: 'state/a', payload: '' }, 500);
  assert.equal([session.connected, session.unconfirmed, session.presence], [false, 0, 'state/a']);
});

test('a topic is left when nobody listens to it any more', () => {
  const { join, opened } = rig();
  const [first, second] = [join('a', 'hall'), join('b', 'hall')];
  for (const { session } of [first, second]) session.subscribe(['hall', 'all']);
  first.session.subscribe(['own']);
  first.session.unsubscribe(['hall', 'own']);
  assert.equal(opened[0]?.unsubscribed, [['own']]);
  opened[0]?.events.message('hall', Buffer.from('1'), false);
  assert.equal([first.heard, second.heard], [[], ['hall 1']]);
  first.session.unsubscribe(['hall']);
  second.session.unsubscribe(['hall']);
  assert.equal(opened[0]?.unsubscribed, [['own'], ['hall']]);
});

test('nothing is asked for where nobody wants anything', async () => {
  const { join, opened } = rig();
  join('a', 'hall').session.subscribe([]);
  opened[0]?.subscribed.splice(0);
  await settled();
  assert.equal(opened[0]?.subscribed, [['hall']]);
});

test('what is too large and of no known topic is told to all', () => {
  const { join, opened } = rig();
  const walls = [join('a', 'hall'), join('b', 'other')];
  opened[0]?.events.skipped?.(9, null);
  assert.equal(
    walls.map(({ heard }) => heard),
    [['skipped 9'], ['skipped 9']],
  );
});

test('a last word is waited for until the broker has it, no longer than it may, and not without a connection', async () => {
  const { join, opened, broker, clock } = rig();
  join('a', 'hall');
  const leaving = (name: string) => {
    let hasLeft = false;
    const { session } = join(name, 'hall');
    void session.end({ topic: `state/${name}`, payload: '' }, 500).then(() => (hasLeft = true));
    return () => hasLeft;
  };
  const quick = leaving('b');
  await clock.advance(0);
  assert.is(quick(), true);
  broker.confirms = false;
  const slow = leaving('c');
  await clock.advance(499);
  assert.is(slow(), false);
  await clock.advance(1);
  assert.is(slow(), true);
  broker.connected = false;
  const lonely = leaving('d');
  await clock.advance(0);
  assert.is(lonely(), true);
  assert.equal(opened[0]?.published, ['state/b  retained', 'state/c  retained']);
});

test('the last one waits for the end of the connection, and whoever leaves twice leaves once', async () => {
  const { join, opened, broker } = rig();
  let end = (): void => undefined;
  broker.ending = () => new Promise((resolve) => (end = resolve));
  const { session } = join('a', 'hall');
  let hasLeft = false;
  void session.end({ topic: 'state/a', payload: '' }, 500).then(() => (hasLeft = true));
  await session.end({ topic: 'state/a', payload: 'again' }, 500);
  assert.equal([hasLeft, opened[0]?.ended], [false, 'state/a ']);
  const next = join('b', 'hall');
  assert.is(opened.length, 2, 'while it ends there is another one');
  end();
  await settled();
  assert.is(hasLeft, true);
  await session.end({ topic: 'state/a', payload: 'again' }, 500);
  assert.is(next.session.connected, true);
});

test('those who stay are told where no connection can be opened in their name', async () => {
  const { join, broker } = rig();
  const [first, second] = [join('a', 'hall'), join('b', 'hall')];
  broker.failure = new Error('The certificate cannot be read.');
  await first.session.end({ topic: 'state/a', payload: '' }, 500);
  assert.equal([first.heard, second.heard], [[], ['failed The certificate cannot be read.']]);
  assert.equal([second.session.connected, second.session.presence], [false, 'state/b']);
  broker.failure = null;
  await second.session.end({ topic: 'state/b', payload: '' }, 500);
});

test.run();
