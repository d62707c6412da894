import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFakeClock } from '../support/fake-clock.ts';
import { MOST_SESSIONS, Sessions } from '../../src/mcp/sessions.ts';

const test = suite('mcp: sessions');

const URI = 'flapbox://boards/primary/picture';

const openStream = (sessions: Sessions, id: string): ReadableStreamDefaultReader<Uint8Array> =>
  new ReadableStream<Uint8Array>({
    start: (controller) => sessions.streams.create(id, controller as never),
    cancel: () => sessions.streams.delete(id),
  }).getReader();

const textOf = async (reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string | null> => {
  const { done, value } = await reader.read();
  return done ? null : new TextDecoder().decode(value);
};

const create = () => {
  const clock = createFakeClock('2025-03-01T10:00:00Z');
  return { clock, sessions: new Sessions(clock) };
};

test('there are never more than allowed', () => {
  const { sessions } = create();
  const ids = Array.from({ length: MOST_SESSIONS * 3 }, () => sessions.open('2025-06-18'));
  assert.is(new Set(ids).size, MOST_SESSIONS * 3);
  assert.is(sessions.size, MOST_SESSIONS);
  assert.not(sessions.markActive(ids[0] ?? ''));
  assert.ok(sessions.markActive(ids.at(-1) ?? ''));
});

test('even when all have streams, the one that was idle for longest ends, with its stream', async () => {
  const { sessions } = create();
  const readers = Array.from({ length: MOST_SESSIONS }, () => openStream(sessions, sessions.open('2025-06-18')));
  sessions.open('2025-06-18');
  assert.is(sessions.size, MOST_SESSIONS);
  assert.is(await textOf(readers[0] as ReadableStreamDefaultReader<Uint8Array>), null);
});

test('only subscribers are notified, until they unsubscribe', async () => {
  const { sessions } = create();
  const id = sessions.open('2025-06-18');
  const reader = openStream(sessions, id);
  sessions.notify(URI);
  sessions.info.addSubscription(id, URI);
  sessions.notify(`${URI}/other`);
  sessions.notify(URI);
  assert.match((await textOf(reader)) ?? '', /^event: message\ndata: \{.*"notifications\/resources\/updated".*\}\n\n$/);
  assert.equal(await sessions.info.getSubscriptions(URI), [id]);
  sessions.info.removeSubscription(id, URI);
  assert.equal(await sessions.info.getSubscriptions(URI), []);
  sessions.notify(URI);
  sessions.end(id);
  assert.is(await textOf(reader), null);
});

test('a client cannot subscribe without bound', async () => {
  const { sessions } = create();
  const id = sessions.open('2025-06-18');
  for (let i = 0; i < 65; i++) sessions.info.addSubscription(id, `flapbox://${i}`);
  assert.equal(await sessions.info.getSubscriptions('flapbox://63'), [id]);
  assert.equal(await sessions.info.getSubscriptions('flapbox://64'), []);
});

test('a stream is written to from time to time, so that a lost client shows', async () => {
  const { clock, sessions } = create();
  const reader = openStream(sessions, sessions.open('2025-06-18'));
  await clock.advance(25_000);
  assert.is(await textOf(reader), ': \n\n');
  await clock.advance(25_000);
  assert.is(await textOf(reader), ': \n\n');
});

test('a client that reads no more loses its stream instead of filling the memory', async () => {
  const { sessions } = create();
  const id = sessions.open('2025-06-18');
  const reader = openStream(sessions, id);
  sessions.info.addSubscription(id, URI);
  for (let i = 0; i < 1000; i++) sessions.notify(URI);
  const outcome = await textOf(reader).then(
    () => 'kept',
    () => 'dropped',
  );
  assert.is(outcome, 'dropped');
});

for (const waiting of [0, 1]) {
  test(`a newer stream takes the place of an older one with ${waiting} unread messages, whose end changes nothing`, async () => {
    const { sessions } = create();
    const id = sessions.open('2025-06-18');
    const older = openStream(sessions, id);
    sessions.info.addSubscription(id, URI);
    for (let i = 0; i < waiting; i++) sessions.notify(URI);
    const newer = openStream(sessions, id);
    await older.cancel().catch(() => undefined);
    sessions.notify(URI);
    assert.match((await textOf(newer)) ?? '', /resources\/updated/);
  });
}

test('disconnect ends streams and keeps sessions', async () => {
  const { sessions } = create();
  const id = sessions.open('2025-06-18');
  const reader = openStream(sessions, id);
  sessions.disconnect();
  assert.is(await textOf(reader), null);
  assert.ok(sessions.markActive(id));
});

test('a stream that its client has closed may be ended again', async () => {
  const { sessions } = create();
  const id = sessions.open('2025-06-18');
  await openStream(sessions, id).cancel();
  sessions.notify(URI);
  sessions.end(id);
  assert.is(sessions.size, 0);
});

test('a stream of no session is closed at once', async () => {
  const { sessions } = create();
  assert.is(await textOf(openStream(sessions, 'nobody')), null);
});

test('nothing that a client reports of itself is kept', async () => {
  const { sessions } = create();
  const { info } = sessions;
  sessions.open('2025-06-18');
  info.setClientInfo();
  for (const ask of [info.getClientInfo, info.getClientCapabilities, info.getLogLevel])
    assert.is(
      await ask().then(
        () => 'kept',
        () => 'forgotten',
      ),
      'forgotten',
    );
});

test('a client without a stream ends before those that have one, the one that was idle for longest', () => {
  const { sessions } = create();
  const ids = Array.from({ length: MOST_SESSIONS }, () => sessions.open('2025-06-18'));
  const [first = '', second = '', third = '', fourth = ''] = ids;
  openStream(sessions, first);
  sessions.markActive(second);
  sessions.open('2025-06-18');
  assert.equal(
    [first, second, third, fourth].map((id) => sessions.versionOf(id)),
    ['2025-06-18', '2025-06-18', '', '2025-06-18'],
  );
});

test('a session speaks the version that was agreed upon', () => {
  const { sessions } = create();
  assert.equal([sessions.versionOf(sessions.open('2024-11-05')), sessions.versionOf('nobody')], ['2024-11-05', '']);
});

test('heartbeats are written every 25 s, once however many streams there are, and end with the last', async () => {
  const { clock, sessions } = create();
  let timers = 0;
  const counting = new Sessions({ ...clock, after: (ms, run) => (timers++, clock.after(ms, run)) });
  const ids = [counting.open('2025-06-18'), counting.open('2025-06-18')];
  const readers = ids.map((id) => openStream(counting, id));
  assert.is(timers, 1);
  await clock.advance(24_999);
  let isRead = false;
  void readers[0]?.read().then(() => (isRead = true));
  await clock.advance(0);
  assert.is(isRead, false);
  await clock.advance(1);
  assert.equal([isRead, timers], [true, 2]);
  for (const id of ids) counting.end(id);
  await clock.advance(50_000);
  assert.is(timers, 2);
  openStream(counting, counting.open('2025-06-18'));
  assert.is(timers, 3, 'and begin with the next');
  assert.is(sessions.size, 0);
});

test('a stream may lag behind by a hundred messages', async () => {
  const { sessions } = create();
  const id = sessions.open('2025-06-18');
  let isOpen = true;
  openStream(sessions, id).closed.catch(() => (isOpen = false));
  sessions.info.addSubscription(id, URI);
  // The first of them is taken by the reader's side, as its buffer has room for one.
  let count = 0;
  for (; isOpen && count < 1000; count++) {
    sessions.notify(URI);
    await Promise.resolve();
  }
  assert.is(count, 103);
});

test('what is said of sessions that there are not changes nothing', () => {
  const { sessions } = create();
  sessions.end('nobody');
  sessions.info.delete('nobody');
  sessions.streams.delete('nobody');
  sessions.info.addSubscription('nobody', URI);
  sessions.info.removeSubscription('nobody', URI);
  sessions.info.setClientCapabilities();
  sessions.info.setLogLevel();
  sessions.streams.send();
  assert.equal([sessions.size, sessions.markActive('nobody')], [0, false]);
});

test.run();
