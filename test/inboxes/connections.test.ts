import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Feed, Follow } from '../../src/inboxes/feed.ts';
import { NetError } from '../../src/platform/network/exchange.ts';
import type { StoredInbox } from '../../src/schema/plugins/inboxes.ts';
import type { InboxPositions } from '../../src/store/inbox-positions.ts';
import { createFakeClock, settle, type FakeClock } from '../support/fake-clock.ts';
import { createPositions, followInboxes, inboxOf, type InboxRig } from './rig.ts';

// When connections of inboxes are made, how long after a failure, and what of them is told and kept.
const test = suite('inboxes/connections');

const INBOX = inboxOf('gotify', { server: 'http://127.0.0.1:1' });

interface Line {
  readonly feed: Feed;
  /** Ends the connection. */
  end(error?: Error): void;
}

/** Inboxes whose connections a test ends. */
const connect = async (
  first: readonly StoredInbox[] = [INBOX],
  positions: InboxPositions = createPositions(),
): Promise<{ rig: InboxRig; lines: Line[]; clock: FakeClock }> => {
  const clock = createFakeClock('2026-11-20T13:30:00Z', 2);
  const lines: Line[] = [];
  const follow: Follow = (feed) =>
    new Promise((resolve, reject) => {
      lines.push({ feed, end: (error) => (error ? reject(error) : resolve()) });
    });
  const load = () => follow;
  const rig = followInboxes(first, { gotify: load, matrix: load, telegram: load }, positions, clock);
  await settle();
  return { rig, lines, clock };
};

const last = (lines: readonly Line[]): Line => {
  const line = lines.at(-1);
  if (!line) throw new Error('there is no connection');
  return line;
};

test('pauses double from a second to five minutes', async () => {
  const { rig, lines, clock } = await connect();
  for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
    const { length } = lines;
    last(lines).end(new NetError('gone'));
    await clock.advance(seconds * 1000 - 1);
    assert.is(lines.length, length, `before ${seconds} s`);
    await clock.advance(1);
    assert.is(lines.length, length + 1, `after ${seconds} s`);
  }
  await rig.stop();
});

for (const [ms, seconds] of [
  [59_999, 4],
  [60_000, 1],
] as const)
  test(`after a connection of ${ms} ms the next one is made in ${seconds} s`, async () => {
    const { rig, lines, clock } = await connect();
    for (const pause of [1000, 2000]) {
      last(lines).end(new NetError('gone'));
      await clock.advance(pause);
    }
    last(lines).feed.connected();
    await clock.advance(ms - 1);
    last(lines).feed.connected();
    await clock.advance(1);
    last(lines).end(new NetError('gone'));
    await clock.advance(seconds * 1000 - 1);
    assert.is(lines.length, 3);
    await clock.advance(1);
    assert.is(lines.length, 4);
    await rig.stop();
  });

test('a connection that never held begins with longer pauses, however long it took', async () => {
  const { rig, lines, clock } = await connect();
  await clock.advance(100_000);
  last(lines).end(new NetError('gone'));
  await clock.advance(1000);
  await clock.advance(100_000);
  last(lines).end(new NetError('gone'));
  await clock.advance(1999);
  assert.is(lines.length, 2);
  await clock.advance(1);
  assert.is(lines.length, 3);
  await rig.stop();
});

for (const [error, problem] of [
  [undefined, 'the server ended the connection'],
  [new NetError('full'), 'full'],
  [Object.assign(new Error('x'), { code: 'CERT_HAS_EXPIRED' }), 'the certificate of the server is not trusted'],
  [
    Object.assign(new Error('x'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
    'the certificate of the server is not trusted',
  ],
  [
    Object.assign(new Error('x'), { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }),
    'the certificate of the server is not trusted',
  ],
] as const)
  test(`an end is told: ${problem}`, async () => {
    const { rig, lines } = await connect();
    last(lines).feed.connected();
    last(lines).end(error);
    await settle();
    assert.equal(rig.reports, [
      { connected: true, problem: null },
      { connected: false, problem },
    ]);
    assert.equal(rig.warnings, [['an inbox is not connected', { inbox: 'One', problem }]]);
    await rig.stop();
  });

test('a cursor stays over connections, and is given up when a server refuses it before it let anybody in', async () => {
  const { rig, lines, clock } = await connect();
  const cursorAfter = async (error: Error, isConnected = false): Promise<string | null> => {
    const { feed, end } = last(lines);
    feed.cursor = '7';
    if (isConnected) feed.connected();
    end(error);
    await clock.advance(300_000);
    return last(lines).feed.cursor;
  };
  assert.is(await cursorAfter(new NetError('gone')), '7');
  assert.is(await cursorAfter(new NetError('gone', 401)), '7');
  assert.is(await cursorAfter(new NetError('unknown', 400), true), '7');
  assert.is(await cursorAfter(Object.assign(new Error('x'), { status: 400 })), '7');
  assert.is(await cursorAfter(new NetError('unknown', 400)), null);
  await rig.stop();
});

for (const [change, isSame] of [
  [{ name: 'Other', priority: 'urgent', senders: ['a'] }, true],
  [{ secrets: { token: '' } }, true],
  [{ server: 'http://other' }, false],
  [{ topic: 'b' }, false],
  [{ room: 'b' }, false],
  [{ mailbox: 'b' }, false],
  [{ username: 'b' }, false],
  [{ secrets: { token: 'b' } }, false],
  [{ kind: 'telegram' }, false],
] as const)
  test(`an inbox with ${JSON.stringify(change)} is read ${isSame ? 'on' : 'anew'}`, async () => {
    const { rig, lines } = await connect();
    last(lines).feed.cursor = '7';
    rig.set([{ ...INBOX, ...(change as Partial<StoredInbox>) }]);
    await settle();
    assert.equal([lines.length, last(lines).feed.cursor], [2, isSame ? '7' : null]);
    await rig.stop();
  });

test('the place of an inbox is written as earlier versions wrote it', async () => {
  const places: string[] = [];
  const positions: InboxPositions = { ...createPositions(), of: (_id, place) => (places.push(place), null) };
  const { rig } = await connect([INBOX], positions);
  assert.equal(places, ['19d4b64a9c41a0e3a859153ba284528b']);
  await rig.stop();
});

test('senders count in kinds that have them', async () => {
  const { rig, lines } = await connect([
    { ...INBOX, senders: ['anna'] },
    inboxOf('matrix', { id: 'two', senders: ['anna'] }),
  ]);
  const [gotify, matrix] = lines.map(({ feed }) => feed);
  assert.is(await gotify?.take('one', ['bob']), true);
  assert.is(await matrix?.take('two', ['bob']), false);
  assert.is(await matrix?.take('three'), false);
  assert.is(await matrix?.take('four', ['bob', 'Anna']), true);
  assert.is(await matrix?.take(' \n', ['anna']), true);
  assert.equal(rig.shown, ['one', 'four']);
  await rig.stop();
});

test('a message is shown when the place before it is kept', async () => {
  let keep: () => void = () => undefined;
  const positions: InboxPositions = {
    ...createPositions(),
    keep: () =>
      new Promise((resolve) => {
        keep = resolve;
      }),
  };
  const { rig, lines } = await connect([INBOX], positions);
  last(lines).feed.cursor = '7';
  const taken = last(lines).feed.take('text');
  await settle();
  assert.equal(rig.shown, []);
  keep();
  await taken;
  assert.equal(rig.shown, ['text']);
  await rig.stop();
});

test('a hundred messages of a connection may be beyond what is taken, counted anew in the next', async () => {
  const { rig, lines, clock } = await connect();
  rig.refuse(429);
  const takeMany = async (count: number): Promise<void> => {
    for (let at = 0; at < count; at++) assert.is(await last(lines).feed.take('x'), true);
  };
  await takeMany(100);
  assert.match(await last(lines).feed.take('x').then(String, String), /far too many messages/);
  last(lines).end(new NetError('gone'));
  await clock.advance(1000);
  await takeMany(100);
  rig.refuse(409);
  await takeMany(100);
  rig.refuse(new Error('a mistake'));
  assert.match(await last(lines).feed.take('x').then(String, String), /a mistake/);
  await rig.stop();
});

test('what is closed takes, tells and keeps nothing more, and waits for nothing', async () => {
  const kept: (string | null)[] = [];
  const positions = createPositions();
  const { rig, lines, clock } = await connect([INBOX], {
    ...positions,
    keep: (id, place, cursor) => {
      kept.push(cursor);
      return positions.keep(id, place, cursor);
    },
  });
  const { feed, end } = last(lines);
  feed.cursor = '1';
  const waiting = feed.wait(1000).then(String, String);
  rig.set([]);
  assert.match(await waiting, /the inbox is closed/);
  assert.match(await feed.wait(1000).then(String, String), /the inbox is closed/);
  feed.cursor = '2';
  feed.connected();
  assert.is(await feed.take('text'), false);
  end(new NetError('late'));
  await clock.advance(10_000);
  assert.equal(kept, ['1']);
  assert.equal(rig.reports, [{ connected: false, problem: null }]);
  assert.equal([rig.shown, rig.warnings, lines.length], [[], [], 1]);
  await rig.stop();
});

test('a wait ends when its time is over', async () => {
  const { rig, lines, clock } = await connect();
  let isOver = false;
  void last(lines)
    .feed.wait(1000)
    .then(() => {
      isOver = true;
    });
  await clock.advance(999);
  assert.is(isOver, false);
  await clock.advance(1);
  assert.is(isOver, true);
  await rig.stop();
});

test('what stays as it is stays connected, and what is followed is known to the positions', async () => {
  const known: string[][] = [];
  const positions = { ...createPositions(), keepOnly: (ids: ReadonlySet<string>) => void known.push([...ids]) };
  const { rig, lines } = await connect([INBOX], positions);
  rig.set([{ ...INBOX }]);
  rig.set([], 'pages');
  assert.is(lines.length, 1);
  assert.equal(rig.reports, []);
  const webhook = inboxOf('webhook', { id: 'hook' });
  const mail = inboxOf('mail', { id: 'mail' });
  rig.set([INBOX, webhook, { ...INBOX, id: 'off', enabled: false }, mail]);
  await settle();
  assert.is(lines.length, 1);
  assert.equal(known, [['one'], ['one'], ['one', 'mail']]);
  await rig.stop();
});

test('inboxes that are stopped before they began are not followed', async () => {
  const clock = createFakeClock('2026-11-20T13:30:00Z', 2);
  let followed = 0;
  let closed = 0;
  const positions = { ...createPositions(), close: async () => void closed++ };
  const rig = followInboxes([INBOX], { gotify: () => async () => void followed++ }, positions, clock);
  await rig.stop();
  await settle();
  assert.equal([followed, closed], [0, 1]);
});

test.run();
