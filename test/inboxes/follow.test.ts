import type { IncomingMessage, ServerResponse } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { InboxKind } from '../../src/core/inbox-kinds.ts';
import { askJson, joinTitle, type Feed, type Follow } from '../../src/inboxes/feed.ts';
import { follow as gotify } from '../../src/inboxes/gotify.ts';
import { follow as matrix } from '../../src/inboxes/matrix.ts';
import { follow as ntfy } from '../../src/inboxes/ntfy.ts';
import { follow as telegram } from '../../src/inboxes/telegram.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { NetError } from '../../src/platform/network/exchange.ts';
import type { StoredInbox } from '../../src/schema/plugins/inboxes.ts';
import { inboxOf, sendJson, startWeb } from './rig.ts';

// What one connection asks, keeps and shows, answer by answer.
const test = suite('inboxes/follow');

interface Told {
  readonly shown: (readonly [text: string, ...who: string[]])[];
  readonly cursors: (string | null)[];
  readonly waits: number[];
  readonly asked: IncomingMessage[];
  connected: number;
  problem: string;
  /** What was set for late answers, and what of it was called off. */
  readonly timers: number[];
  cancelled: number;
}

type Answer = (response: ServerResponse, at: number) => void;

/** Follows a server whose answers come one after the other, until it has waited as often as it may. */
const tellOf = async (
  kind: InboxKind,
  follow: Follow,
  answer: Answer,
  {
    inbox = {},
    cursor: first = null,
    looks = 1,
  }: { inbox?: Partial<StoredInbox>; cursor?: string | null; looks?: number } = {},
): Promise<Told> => {
  const told: Told = {
    shown: [],
    cursors: [],
    waits: [],
    asked: [],
    connected: 0,
    problem: '',
    timers: [],
    cancelled: 0,
  };
  const server = await startWeb((request, response) => {
    told.asked.push(request);
    answer(response, told.asked.length - 1);
  });
  let cursor = first;
  const feed: Feed = {
    inbox: inboxOf(kind, { server: server.url, topic: 'a', ...inbox }),
    clock: {
      ...systemClock,
      after: (ms) => {
        told.timers.push(ms);
        return () => void told.cancelled++;
      },
    },
    signal: new AbortController().signal,
    get cursor() {
      return cursor;
    },
    set cursor(next) {
      cursor = next;
      told.cursors.push(next);
    },
    connected: () => void told.connected++,
    take: async (text, who = []) => {
      told.shown.push([text, ...who]);
      return true;
    },
    wait: async (ms) => {
      told.waits.push(ms);
      if (told.waits.length >= looks) throw new NetError('enough');
    },
  };
  await follow(feed).catch((error: unknown) => {
    told.problem = (error as Error).message;
  });
  await server.leave();
  return told;
};

const always =
  (value: unknown, status = 200): Answer =>
  (response) =>
    sendJson(response, value, status);

for (const [status, problem] of [
  [401, 'the server refuses the token'],
  [403, 'the server refuses the token, or the account may not read there'],
  [404, 'the server knows no such place'],
  [409, 'the server says that another program reads there already'],
  [500, 'the server answers with status 500'],
  [300, 'the server answers with status 300'],
  [200, 'the server is no Gotify'],
  [299, 'the server is no Gotify'],
] as const)
  test(`status ${status}: ${problem}`, async () => {
    const { problem: said, connected } = await tellOf('gotify', gotify, always({}, status));
    assert.equal([said, connected], [problem, 0]);
  });

test('an answer has as long as a silence may be, and half a minute more; what waits for it is called off', async () => {
  const { timers, cancelled } = await tellOf('gotify', gotify, always({ messages: [] }));
  assert.equal([timers, cancelled], [[40_000], 1]);
  const failed = await tellOf('gotify', gotify, always({}, 500));
  assert.equal([failed.timers, failed.cancelled], [[40_000], 1]);
  const long = await tellOf('telegram', telegram, always({ result: [] }));
  assert.equal(long.timers, [90_000]);
});

test('a server that sends byte by byte is left when its time is over', async () => {
  const server = await startWeb((_request, response) => void response.write('{'));
  const feed = {
    signal: new AbortController().signal,
    clock: { ...systemClock, after: (_ms: number, run: () => void) => systemClock.after(0, run) },
  } as unknown as Feed;
  assert.match(await askJson(feed, server.url).then(String, String), /abort/i);
  await server.leave();
});

for (const [body, problem] of [
  ['{"messages": []', 'the answer is no JSON'],
  [`{"messages":[],"more":${'['.repeat(70)}${']'.repeat(70)}}`, 'the answer is nested too deeply, or too long'],
  ['[]', 'the server is no Gotify'],
  ['{"messages": {}}', 'the server is no Gotify'],
] as const)
  test(`${body.slice(0, 30)}: ${problem}`, async () =>
    assert.is((await tellOf('gotify', gotify, (response) => response.end(body))).problem, problem));

test('an answer has 512 KiB at most', async () => {
  const problemOf = async (bytes: number): Promise<string> =>
    (await tellOf('gotify', gotify, (response) => response.end('{"messages":[]}'.padEnd(bytes)))).problem;
  assert.is(await problemOf(512 * 1024), 'enough');
  assert.match(await problemOf(512 * 1024 + 1), /^the answer is larger than 512 KiB$/);
});

for (const [title, body, text] of [
  ['A', 'b', 'A\nb'],
  ['A', '', 'A'],
  [' ', 'b', 'b'],
  [5, 'b', 'b'],
  [undefined, null, ''],
] as const)
  test(`${JSON.stringify(title)} above ${JSON.stringify(body)}`, () => assert.is(joinTitle(title, body), text));

const message = (id: unknown, text: string) => ({ id, title: '', message: text });

test('Gotify: at first nothing is shown, then what is newer, the oldest first', async () => {
  const { shown, cursors, waits, connected, problem } = await tellOf(
    'gotify',
    gotify,
    (response, at) =>
      sendJson(response, {
        messages: [
          [message(5, 'five'), message(4, 'four')],
          [message(8, 'eight'), message('x', 'odd'), 7, message(7, 'seven'), message(5, 'five')],
        ][at],
      }),
    { looks: 2 },
  );
  assert.equal(shown, [['seven'], ['eight']]);
  assert.equal(cursors, ['5', '7', '8']);
  assert.equal([waits, connected, problem], [[30_000, 30_000], 2, 'enough']);
});

test('Gotify: where nothing was written yet everything is new', async () => {
  const { cursors, shown } = await tellOf(
    'gotify',
    gotify,
    (response, at) => sendJson(response, { messages: at === 0 ? [] : [message(1, 'first')] }),
    { looks: 2 },
  );
  assert.equal([cursors, shown], [['0', '1'], [['first']]]);
});

test('Gotify: a look reads twenty messages, and goes on where the last one ended', async () => {
  const messages = Array.from({ length: 21 }, (_, at) => message(100 - at, `${100 - at}`));
  const { shown, asked } = await tellOf('gotify', gotify, always({ messages }), {
    cursor: '82',
    inbox: { secrets: { token: 'key' } },
  });
  assert.equal(
    shown.map(([text]) => text),
    Array.from({ length: 18 }, (_, at) => String(83 + at)),
  );
  assert.equal([asked[0]?.url, asked[0]?.headers['x-gotify-key']], ['/message?limit=20', 'key']);
  const all = await tellOf('gotify', gotify, always({ messages }), { cursor: '0' });
  assert.is(all.shown.length, 20);
  assert.is(all.asked[0]?.headers['x-gotify-key'], '');
});

const write = (id: number, more: object) => ({ update_id: id, message: { text: `t${id}`, ...more } });

test('Telegram: what was written before is left out, with its place known', async () => {
  const { asked, cursors, shown, waits, connected } = await tellOf(
    'telegram',
    telegram,
    (response, at) =>
      sendJson(response, {
        result: [
          [write(7, {})],
          [write(9, { chat: { id: 1 }, from: { id: 2, username: 'anna' } }), { update_id: 8 }, { message: {} }, 5],
          [],
        ][at],
      }),
    { looks: 3, inbox: { secrets: { token: '1:a' } } },
  );
  assert.equal(
    asked.map(({ url }) => url),
    ['offset=-1&timeout=0', 'offset=8&timeout=30', 'offset=10&timeout=30'].map(
      (place) => `/bot1:a/getUpdates?${place}&limit=20&allowed_updates=[%22message%22]`,
    ),
  );
  assert.equal(cursors, ['0', '8', '10', '10']);
  assert.equal(shown, [
    ['t9', '1', '2', 'anna'],
    ['', '', '', ''],
  ]);
  assert.equal([waits, connected], [[1000, 1000, 1000], 3]);
});

test('Telegram: a bot that nobody wrote to begins at 0, and the first word is shown', async () => {
  const { cursors, shown } = await tellOf(
    'telegram',
    telegram,
    (response, at) => sendJson(response, { result: at === 0 ? [] : [write(3, { chat: { id: 1 } })] }),
    { looks: 2 },
  );
  assert.equal([cursors, shown], [['0', '4'], [['t3', '1', '', '']]]);
});

test('Telegram: twenty updates of an answer are read, and what is none is told', async () => {
  const result = Array.from({ length: 21 }, (_, at) => write(at, {}));
  assert.is((await tellOf('telegram', telegram, always({ result }), { cursor: '0' })).shown.length, 20);
  for (const wrong of [{ result: {} }, [], null, { ok: false }])
    assert.is((await tellOf('telegram', telegram, always(wrong))).problem, 'the server is no Telegram');
});

const ROOM = '!r:example.org';
const said = (body: unknown, more: object = {}, sender: unknown = '@a:example.org') => ({
  type: 'm.room.message',
  sender,
  content: { msgtype: 'm.text', body, ...more },
});
const syncOf = (next: unknown, events: unknown, room = ROOM) => ({
  next_batch: next,
  rooms: { join: { [room]: { timeline: { events } } } },
});
const rooms =
  (...answers: unknown[]): Answer =>
  (response, at) =>
    sendJson(response, at === 0 ? { room_id: ROOM } : answers[at - 1]);

test('Matrix: the room is joined, then asked for its texts from where the last answer ended', async () => {
  const { asked, shown, cursors, waits, connected } = await tellOf(
    'matrix',
    matrix,
    rooms(syncOf('s1', [said('before')]), syncOf('s2', [said('one'), said('two')]), syncOf('s3', undefined)),
    { looks: 3, inbox: { room: '#r:example.org', secrets: { token: 'syt' } } },
  );
  assert.equal(shown, [
    ['one', '@a:example.org'],
    ['two', '@a:example.org'],
  ]);
  assert.equal([cursors, waits, connected], [['s1', 's2', 's3'], [1000, 1000, 1000], 3]);
  const urls = asked.map(({ url }) => new URL(url ?? '', 'http://x'));
  assert.equal(
    urls.map(({ pathname, searchParams }) => [pathname, searchParams.get('timeout'), searchParams.get('since')]),
    [
      ['/_matrix/client/v3/join/%23r%3Aexample.org', null, null],
      ['/_matrix/client/v3/sync', '0', null],
      ['/_matrix/client/v3/sync', '30000', 's1'],
      ['/_matrix/client/v3/sync', '30000', 's2'],
    ],
  );
  assert.equal(
    asked.slice(0, 2).map(({ method, headers }) => [method, headers.authorization, headers['content-type']]),
    [
      ['POST', 'Bearer syt', 'application/json'],
      ['GET', 'Bearer syt', 'application/json'],
    ],
  );
  const none = { types: [] };
  assert.equal(JSON.parse(urls[1]?.searchParams.get('filter') ?? ''), {
    presence: none,
    account_data: none,
    room: {
      rooms: [ROOM],
      timeline: { limit: 20, types: ['m.room.message'] },
      state: none,
      ephemeral: none,
      account_data: none,
    },
  });
});

test('Matrix: an answer may come late by its silence and half a minute', async () =>
  assert.equal((await tellOf('matrix', matrix, rooms(syncOf('s', [])))).timers, [40_000, 90_000]));

test('Matrix: texts of people alone are shown, the last twenty of an answer', async () => {
  const events = [
    { ...said('other type'), type: 'm.room.member' },
    said('picture', { msgtype: 'm.image' }),
    said('mended', { 'm.relates_to': { rel_type: 'm.replace' } }),
    said('answer', { 'm.relates_to': { rel_type: 'm.thread' } }),
    said(5),
    said('nobody', {}, 7),
    null,
  ];
  const { shown } = await tellOf('matrix', matrix, rooms(syncOf('s', events)), { cursor: 'r' });
  assert.equal(shown, [['answer', '@a:example.org']]);
  const many = Array.from({ length: 21 }, (_, at) => said(String(at)));
  const last = await tellOf('matrix', matrix, rooms(syncOf('s', many)), { cursor: 'r' });
  assert.equal([last.shown.length, last.shown[0]?.[0]], [20, '1']);
  const other = await tellOf('matrix', matrix, rooms(syncOf('s', many, '!other')), { cursor: 'r' });
  assert.equal(other.shown, []);
});

test('Matrix: what is no answer of it is told', async () => {
  for (const wrong of [{}, { room_id: 5 }, [], null])
    assert.is((await tellOf('matrix', matrix, always(wrong))).problem, 'the server is no Matrix server');
  for (const wrong of [{}, { next_batch: 5 }])
    assert.is((await tellOf('matrix', matrix, rooms(wrong))).problem, 'the server is no Matrix server');
});

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
const arrived = (id: unknown, text: string, more: object = {}) =>
  line({ event: 'message', id, message: text, ...more });

test('ntfy: messages and the time of the beginning are what counts of a stream', async () => {
  const stream = [
    line({ event: 'open', time: 100 }),
    line({ event: 'keepalive', time: 101 }),
    arrived('a', 'one', { title: 'T' }),
    line({ event: 'open', time: 102 }),
    arrived(5, 'odd'),
    arrived('x'.repeat(70), 'long'),
    line([]),
    line(null),
    'rubbish\n',
    arrived('no end', 'cut').trimEnd(),
  ].join('');
  const { shown, cursors, connected, problem, asked } = await tellOf('ntfy', ntfy, (response) => response.end(stream), {
    inbox: { topic: 'house' },
  });
  assert.equal(shown, [['T\none'], ['long']]);
  assert.equal(cursors, ['100', 'a', 'x'.repeat(64)]);
  assert.equal([connected, problem, asked[0]?.url], [1, '', '/house/json']);
  assert.is(asked[0]?.headers['accept-encoding'], 'identity');
});

test('ntfy: a known place is asked for, and stays until a message comes', async () => {
  const { cursors, asked } = await tellOf('ntfy', ntfy, (response) => response.end(line({ event: 'open', time: 9 })), {
    inbox: { topic: 'house' },
    cursor: 'a b',
  });
  assert.equal([cursors, asked[0]?.url], [[], '/house/json?since=a%20b']);
  const odd = await tellOf('ntfy', ntfy, (response) => response.end(line({ event: 'open', time: '9' })));
  assert.equal(odd.cursors, []);
});

for (const [inbox, header] of [
  [{}, undefined],
  [{ username: 'me' }, undefined],
  [{ secrets: { token: 'tk' } }, 'Bearer tk'],
  [{ username: 'me', secrets: { token: 'tk' } }, `Basic ${Buffer.from('me:tk').toString('base64')}`],
] as const)
  test(`ntfy: a login of ${JSON.stringify(inbox)}`, async () => {
    const { asked } = await tellOf('ntfy', ntfy, (response) => response.end(), { inbox });
    assert.is(asked[0]?.headers.authorization, header);
  });

test('ntfy: a hundred lines of a second may be no message, and a line has 32 KiB at most', async () => {
  const flood = (count: number) => tellOf('ntfy', ntfy, (response) => response.end('\n'.repeat(count)));
  assert.is((await flood(100)).problem, '');
  assert.is((await flood(101)).problem, 'the server sends what is no message');
  const wide = (length: number) => tellOf('ntfy', ntfy, (response) => response.end('x'.repeat(length)));
  assert.is((await wide(32 * 1024)).problem, '');
  assert.is((await wide(32 * 1024 + 1)).problem, 'the server sends what is no message');
  const mixed = await tellOf('ntfy', ntfy, (response) =>
    response.end(`${'\n'.repeat(60)}${arrived('a', 'b')}${'\n'.repeat(40)}`),
  );
  assert.equal([mixed.problem, mixed.shown], ['', [['b']]]);
});

test('ntfy: a stream whose message cannot be taken is left', async () => {
  let isLeft: () => void = () => undefined;
  const left = new Promise<void>((resolve) => (isLeft = resolve));
  const server = await startWeb((_request, response) => {
    response.on('close', isLeft).write(arrived('a', 'one'));
  });
  const feed = {
    inbox: inboxOf('ntfy', { server: server.url, topic: 'a' }),
    clock: systemClock,
    signal: new AbortController().signal,
    cursor: null,
    connected: () => undefined,
    take: () => Promise.reject(new NetError('too many')),
  } as unknown as Feed;
  assert.match(await ntfy(feed).then(String, String), /too many/);
  await left;
  await server.leave();
});

test('ntfy: lines that are no message are counted for a second', async () => {
  let now = 0;
  const server = await startWeb((_request, response) => response.end('\n'.repeat(300)));
  const feed = {
    inbox: inboxOf('ntfy', { server: server.url, topic: 'a' }),
    // Every line comes 10 ms after the one before: a second has a hundred of them.
    clock: { ...systemClock, monotonic: () => (now += 10) },
    signal: new AbortController().signal,
    cursor: null,
    connected: () => undefined,
  } as unknown as Feed;
  await ntfy(feed);
  now = 0;
  const faster = { ...feed, clock: { ...systemClock, monotonic: () => (now += 9) } };
  assert.match(await ntfy(faster).then(String, String), /no message/);
  await server.leave();
});

test.run();
