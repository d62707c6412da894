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
  readonly published: string[];
  ended: string | null;
}

/** Connections that are made at once, and nothing behind them. */
const rig = () => {
  const clock = createFakeClock('2026-03-02T10:00:00.000Z');
  const opened: Opened[] = [];
  const sessions = new SharedSessions((_address, will, events) => {
    const one: Opened = { will: will.topic, events, subscribed: [], published: [], ended: null };
    opened.push(one);
    return {
      connected: true,
      unconfirmed: 0,
      publish: (topic, payload, _retain, confirmed) => {
        one.published.push(`${topic} ${String(payload)}`);
        confirmed?.();
      },
      subscribe: (topics) => void one.subscribed.push(topics),
      unsubscribe: () => undefined,
      end: async ({ topic, payload }) => void (one.ended = `${topic} ${payload}`),
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
  return { opened, join };
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
  opened[0]?.events.failed(null);
  assert.equal(second.heard, [], 'what the earlier connection tells is over');
  await second.session.end({ topic: 'state/b', payload: '' }, 500);
  assert.is(opened[1]?.ended, 'state/b ');
  join('c', 'hall');
  assert.is(opened.length, 3);
});

test('one that leaves while others stay says its last word and is not told any more', async () => {
  const { opened, join } = rig();
  const [, second] = [join('a', 'hall'), join('b', 'hall')];
  await second.session.end({ topic: 'state/b', payload: 'off' }, 500);
  assert.equal([opened[0]?.ended, opened[0]?.published], [null, ['state/b off']]);
  opened[0]?.events.failed('lost');
  assert.equal(second.heard, []);
});

test.run();
