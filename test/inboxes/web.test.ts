import type { ServerResponse } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { until } from '../support/until.ts';
import type { Follow } from '../../src/inboxes/feed.ts';
import { NetError } from '../../src/platform/network/exchange.ts';
import type { StoredInbox } from '../../src/schema/plugins/inboxes.ts';
import { createPositions, followInboxes, inboxOf, sendJson, startWeb, type InboxRig, type StandIn } from './rig.ts';

/** ntfy, Gotify, Matrix and Telegram against servers that speak as their documents say. */
const test = suite<{ rig: InboxRig | null; server: StandIn | null }>('inboxes/web', { rig: null, server: null });

test.after.each(async (context) => {
  await context.rig?.stop();
  await context.server?.leave();
  context.rig = null;
  context.server = null;
});

const isConnected = ({ reports }: InboxRig) => reports.at(-1)?.connected === true;
const problem = ({ reports }: InboxRig) => reports.at(-1)?.problem ?? '';

/** A topic of ntfy: what is published goes to whoever listens, or is kept for those who ask since an id. */
const ntfyTopic = () => {
  const listeners = new Set<ServerResponse>();
  const kept: { id: string; line: string }[] = [];
  const seen: { url: string; authorization: string }[] = [];
  const line = (event: string, id: string, more: object = {}) =>
    `${JSON.stringify({ id, time: 1673542291, event, topic: 'phil_alerts', ...more })}\n`;
  return {
    seen,
    listeners,
    publish: (id: string, more: object) => {
      const sent = line('message', id, more);
      kept.push({ id, line: sent });
      for (const one of listeners) one.write(sent);
    },
    answer: (request: { url?: string; headers: { authorization?: string } }, response: ServerResponse) => {
      seen.push({ url: request.url ?? '', authorization: request.headers.authorization ?? '' });
      const since = new URL(request.url ?? '', 'http://x').searchParams.get('since');
      response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      response.write(line('open', 'o1'));
      const known = kept.findIndex(({ id }) => id === since);
      if (since !== null) for (const one of kept.slice(known + 1)) response.write(one.line);
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
    },
  };
};

test('ntfy: a message of the topic comes in, and after an outage those that were missed', async (context) => {
  const topic = ntfyTopic();
  const server = (context.server = await startWeb(topic.answer));
  topic.publish('old', { message: 'Before anybody listened' });
  const rig = (context.rig = followInboxes([
    inboxOf('ntfy', {
      server: server.url,
      topic: 'phil_alerts',
      secrets: { token: 'tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2' },
    }),
  ]));
  await until(() => isConnected(rig) && topic.listeners.size === 1);
  topic.publish('m1', { title: 'Backup', message: 'Done', priority: 4 });
  await until(() => rig.shown.length === 1);
  await server.leave();
  await until(() => rig.reports.at(-1)?.connected === false);
  topic.publish('m2', { message: 'While you were away' });
  await server.comeBack();
  await until(() => rig.shown.length === 2);
  assert.equal(rig.shown, ['Backup\nDone', 'While you were away']);
  assert.is(topic.seen[0]?.url, '/phil_alerts/json');
  assert.is(topic.seen.at(-1)?.url, '/phil_alerts/json?since=m1');
  assert.is(topic.seen[0]?.authorization, 'Bearer tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2');
});

test('what came while flapbox was off is shown after a restart, and nothing twice (rules, I6)', async (context) => {
  const positions = createPositions();
  const topic = ntfyTopic();
  const server = (context.server = await startWeb(topic.answer));
  const inbox = inboxOf('ntfy', { server: server.url, topic: 'a' });
  const runOnce = async (messages: number, more: Partial<StoredInbox> = {}): Promise<string[]> => {
    const rig = (context.rig = followInboxes([{ ...inbox, ...more }], undefined, positions));
    await until(() => isConnected(rig) && topic.listeners.size === 1 && rig.shown.length >= messages);
    topic.publish(`live${topic.seen.length}`, { message: 'LIVE' });
    await until(() => rig.shown.length > messages);
    await rig.stop();
    await until(() => topic.listeners.size === 0);
    return rig.shown;
  };
  assert.equal(await runOnce(0), ['LIVE']);
  topic.publish('m2', { message: 'OFF' });
  assert.equal(await runOnce(1), ['OFF', 'LIVE']);
  assert.equal(await runOnce(0), ['LIVE']);
  // Another topic is another place: nothing is known of it.
  assert.equal(await runOnce(0, { topic: 'b' }), ['LIVE']);
  assert.is(topic.seen.at(-1)?.url, '/b/json');
});

test('ntfy: before the first message it goes on from the time at which it connected', async (context) => {
  const topic = ntfyTopic();
  const server = (context.server = await startWeb(topic.answer));
  const rig = (context.rig = followInboxes([inboxOf('ntfy', { server: server.url, topic: 'a' })]));
  await until(() => isConnected(rig) && topic.listeners.size === 1);
  await server.leave();
  await until(() => rig.reports.at(-1)?.connected === false);
  await server.comeBack();
  await until(() => topic.seen.at(-1)?.url === '/a/json?since=1673542291');
});

test('a position that the server does not know any more is given up', async (context) => {
  const positions = createPositions();
  const inbox = inboxOf('gotify', { server: 'http://127.0.0.1:1' });
  const cursors: (string | null)[] = [];
  const follow: Follow = async (feed) => {
    cursors.push(feed.cursor);
    if (feed.cursor !== null) throw new NetError('unknown position', 400);
    feed.connected();
    feed.cursor = '7';
    throw new NetError('gone');
  };
  context.rig = followInboxes([inbox], { gotify: () => follow }, positions);
  await until(() => cursors.length >= 3);
  assert.equal(cursors.slice(0, 3), [null, '7', null]);
});

test('ntfy: rubbish is passed over, and a line without an end closes the connection', async (context) => {
  let calls = 0;
  context.server = await startWeb((_request, response) => {
    calls++;
    response.write('no json\n[]\n{"event":"message"}\n\n');
    response.write(
      calls === 1 ? 'x'.repeat(100_000) : `${JSON.stringify({ event: 'message', id: 'a', message: 'Hello' })}\n`,
    );
  });
  const rig = (context.rig = followInboxes([inboxOf('ntfy', { server: context.server.url, topic: 'a' })]));
  await until(() => rig.shown.length > 0);
  assert.equal(rig.shown, ['Hello']);
  assert.ok(rig.reports.some(({ problem: told }) => told === 'the server sends what is no message'));
});

test('ntfy: a flood of lines that are no message closes the connection, whatever they are', async (context) => {
  const open = `${JSON.stringify({ event: 'open', time: 1 })}\n`;
  for (const line of ['\n', '{}\n', open]) {
    context.server = await startWeb((_request, response) => void response.write(line.repeat(1000)));
    const rig = followInboxes([inboxOf('ntfy', { server: context.server.url, topic: 'a' })]);
    await until(() => problem(rig) === 'the server sends what is no message');
    await rig.stop();
    await context.server.leave();
  }
});

test('ntfy: a flood closes the connection for a while', async (context) => {
  const flood = Array.from(
    { length: 2000 },
    (_, at) => `${JSON.stringify({ event: 'message', id: `f${at}`, message: 'F' })}\n`,
  );
  context.server = await startWeb((_request, response) => void response.end(flood.join('')));
  const rig = (context.rig = followInboxes([inboxOf('ntfy', { server: context.server.url, topic: 'a' })]));
  rig.refuse(429);
  await until(() => problem(rig) === 'far too many messages came at once');
});

test('Gotify: new messages come in, in their order, and an outage ends by itself', async (context) => {
  const old = { id: 24, appid: 5, message: 'Old', title: 'Old', priority: 2, date: '2018-02-27T19:36:10Z' };
  let messages = [old];
  const keys: unknown[] = [];
  const server = (context.server = await startWeb((request, response) => {
    keys.push([request.headers['x-gotify-key'], request.url]);
    sendJson(response, { paging: { size: messages.length, since: 0, limit: 20 }, messages });
  }));
  const rig = (context.rig = followInboxes([
    inboxOf('gotify', { server: server.url, secrets: { token: 'C.client' } }),
  ]));
  await until(() => isConnected(rig));
  messages = [
    { ...old, id: 26, title: '', message: 'Second' },
    { ...old, id: 25, title: 'Backup', message: 'First' },
    ...messages,
  ];
  await until(() => rig.shown.length === 2);
  await server.leave();
  await until(() => rig.reports.at(-1)?.connected === false);
  messages = [{ ...old, id: 27, title: '', message: 'Third' }, ...messages];
  await server.comeBack();
  await until(() => rig.shown.length === 3);
  assert.equal(rig.shown, ['Backup\nFirst', 'Second', 'Third']);
  assert.equal(keys[0], ['C.client', '/message?limit=20']);
});

test('Gotify: a refused token, and an answer that is something else, are told', async (context) => {
  let status = 401;
  context.server = await startWeb((_request, response) => sendJson(response, { error: 'Unauthorized' }, status));
  const rig = (context.rig = followInboxes([
    inboxOf('gotify', { server: context.server.url, secrets: { token: 'wrong' } }),
  ]));
  await until(() => problem(rig) === 'the server refuses the token');
  status = 200;
  await until(() => problem(rig) === 'the server is no Gotify');
});

const ROOM = '!636q39766251:example.com';
const event = (sender: string, body: string, content: object = {}) => ({
  type: 'm.room.message',
  sender,
  event_id: '$143273582443PhrSn:example.org',
  origin_server_ts: 1_432_735_824_653,
  content: { msgtype: 'm.text', body, ...content },
});

test('Matrix: those who may write are shown, strangers, pictures, changes and what was there before are not', async (context) => {
  const batches: unknown[][] = [
    [event('@alice:example.org', 'From yesterday')],
    [
      event('@mallory:example.org', 'I am no friend'),
      event('@alice:example.org', 'Photo', { msgtype: 'm.image' }),
      event('@alice:example.org', '* Dinner!', { 'm.relates_to': { rel_type: 'm.replace', event_id: '$1' } }),
      event('@Alice:example.org', 'Dinner'),
      { type: 'm.room.message', sender: 5, content: null },
    ],
  ];
  const asked: string[] = [];
  let at = 0;
  const server = (context.server = await startWeb((request, response) => {
    const url = new URL(request.url ?? '', 'http://x');
    asked.push(`${request.method} ${decodeURIComponent(url.pathname)} ${request.headers.authorization}`);
    if (url.pathname.includes('/join/')) return sendJson(response, { room_id: ROOM });
    const since = Number(url.searchParams.get('since')?.slice(1) ?? 0);
    const events = batches[since] ?? [];
    at = Math.min(since + 1, batches.length);
    sendJson(response, { next_batch: `s${at}`, rooms: { join: { [ROOM]: { timeline: { events, limited: false } } } } });
  }));
  const rig = (context.rig = followInboxes([
    inboxOf('matrix', {
      server: server.url,
      room: '#board:example.com',
      senders: ['@alice:example.org'],
      secrets: { token: 'syt_x' },
    }),
  ]));
  await until(() => rig.shown.length === 1);
  await server.leave();
  await until(() => rig.reports.at(-1)?.connected === false);
  batches.push([event('@alice:example.org', 'Back again')]);
  await server.comeBack();
  await until(() => rig.shown.length === 2);
  assert.equal(rig.shown, ['Dinner', 'Back again']);
  assert.is(asked[0], 'POST /_matrix/client/v3/join/#board:example.com Bearer syt_x');
});

const update = (update_id: number, text: unknown, from: object, chat = 1111) => ({
  update_id,
  message: {
    message_id: 1365,
    from: { is_bot: false, first_name: 'Test', ...from },
    chat: { id: chat, type: 'private' },
    date: 1441645532,
    text,
  },
});

test('Telegram: allowed chats and people are shown, what was written before and strangers are not', async (context) => {
  let updates: { update_id: number }[] = [update(9999, 'Yesterday', { id: 1111 })];
  const asked: URL[] = [];
  const server = (context.server = await startWeb((request, response) => {
    const url = new URL(request.url ?? '', 'http://x');
    asked.push(url);
    const offset = Number(url.searchParams.get('offset'));
    sendJson(response, {
      ok: true,
      result: offset < 0 ? updates.slice(offset) : updates.filter(({ update_id }) => update_id >= offset),
    });
  }));
  const rig = (context.rig = followInboxes([
    inboxOf('telegram', { server: server.url, senders: ['1111', '@Anna'], secrets: { token: '123:abc' } }),
  ]));
  await until(() => isConnected(rig));
  updates = [
    ...updates,
    update(10_000, '/start', { id: 1111 }),
    update(10_001, 'I am no friend', { id: 5, username: 'mallory' }, 5),
    update(10_002, 'Home at six', { id: 6, username: 'anna' }, 6),
    update(10_003, undefined, { id: 1111 }),
  ];
  await until(() => rig.shown.length === 2);
  await server.leave();
  await until(() => rig.reports.at(-1)?.connected === false);
  updates = [...updates, update(10_004, 'Back again', { id: 1111 })];
  await server.comeBack();
  await until(() => rig.shown.length === 3);
  assert.equal(rig.shown, ['/start', 'Home at six', 'Back again']);
  assert.is(asked[0]?.pathname, '/bot123:abc/getUpdates');
  assert.is(asked[0]?.searchParams.get('allowed_updates'), '["message"]');
});

test('an answer that is too large, too deep or no JSON costs only its inbox', async (context) => {
  const bodies = [`{"result":"${'x'.repeat(600_000)}"}`, '['.repeat(100_000), 'no json', '{"ok":true,"result":[]}'];
  let calls = 0;
  context.server = await startWeb((_request, response) => response.end(bodies[Math.min(calls++, 3)]));
  const rig = (context.rig = followInboxes([
    inboxOf('telegram', { server: context.server.url, senders: ['1'], secrets: { token: '1:a' } }),
  ]));
  await until(() => isConnected(rig));
  assert.equal(rig.reports.map(({ problem: told }) => told).slice(0, 4), [
    'the answer is larger than 512 KiB',
    'the answer is nested too deeply, or too long',
    'the answer is no JSON',
    null,
  ]);
});

test('what is switched off or removed asks no more, and another server is asked at once', async (context) => {
  const topic = ntfyTopic();
  context.server = await startWeb(topic.answer);
  const inbox = inboxOf('ntfy', { server: context.server.url, topic: 'a' });
  const rig = (context.rig = followInboxes([{ ...inbox, enabled: false }]));
  assert.equal(rig.reports, []);
  rig.set([inbox]);
  await until(() => topic.listeners.size === 1);
  rig.set([{ ...inbox, topic: 'b' }]);
  await until(() => topic.seen.at(-1)?.url === '/b/json' && topic.listeners.size === 1);
  rig.set([]);
  await until(() => topic.listeners.size === 0);
  assert.equal(rig.reports.at(-1), { connected: false, problem: null });
});

test.run();
