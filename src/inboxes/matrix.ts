import { encodeText } from '../core/encode.ts';
import { isRecord } from '../core/record.ts';
import { NetError } from '../platform/network/exchange.ts';
import { askJson, type Follow } from './feed.ts';

const API = '_matrix/client/v3';
/** How long the server waits for something new. */
const LONG_POLL_MS = 30_000;
/** So long between two answers at least: a server that does not wait is not asked all the time. */
const LEAST_MS = 1000;
const MOST = 20;

const filterOf = (room: string): string =>
  JSON.stringify({
    presence: { types: [] },
    account_data: { types: [] },
    room: {
      rooms: [room],
      timeline: { limit: MOST, types: ['m.room.message'] },
      state: { types: [] },
      ephemeral: { types: [] },
      account_data: { types: [] },
    },
  });

const within = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((part, name) => (isRecord(part) ? part[name] : undefined), value);

/**
 * What was written in a room, the oldest first, and where to go on. Throws NetError for what is no answer of Matrix.
 */
const readSync = (
  answer: unknown,
  room: string,
): { readonly next: string; readonly messages: readonly { readonly sender: string; readonly text: string }[] } => {
  const next = within(answer, 'next_batch');
  if (typeof next !== 'string') throw new NetError('the server is no Matrix server');
  const events = within(answer, 'rooms', 'join', room, 'timeline', 'events');
  const messages = (Array.isArray(events) ? events : [])
    .slice(-MOST)
    .filter((event) => within(event, 'type') === 'm.room.message' && within(event, 'content', 'msgtype') === 'm.text')
    // A message that was mended later comes once more.
    .filter((event) => within(event, 'content', 'm.relates_to', 'rel_type') !== 'm.replace')
    .map((event) => ({ sender: within(event, 'sender'), text: within(event, 'content', 'body') }))
    .filter(
      (one): one is { sender: string; text: string } => typeof one.sender === 'string' && typeof one.text === 'string',
    );
  return { next, messages };
};

/** Follows a room of Matrix, which the account of the token joins. */
export const follow: Follow = async (feed) => {
  const { server, room, secrets } = feed.inbox;
  const headers = { authorization: `Bearer ${secrets?.token ?? ''}`, 'content-type': 'application/json' };
  const body = new TextEncoder().encode('{}');
  const join = `${server}/${API}/join/${encodeText(room)}`;
  const id = within(await askJson(feed, join, { method: 'POST', headers, body }), 'room_id');
  if (typeof id !== 'string') throw new NetError('the server is no Matrix server');
  for (;;) {
    const query = new URLSearchParams({
      filter: filterOf(id),
      timeout: feed.cursor === null ? '0' : String(LONG_POLL_MS),
    });
    if (feed.cursor !== null) query.set('since', feed.cursor);
    const answer = await askJson(feed, `${server}/${API}/sync?${query}`, { headers, silenceMs: 2 * LONG_POLL_MS });
    const { next, messages } = readSync(answer, id);
    feed.connected();
    const isFirst = feed.cursor === null;
    feed.cursor = next;
    for (const { sender, text } of isFirst ? [] : messages) await feed.take(text, [sender]);
    await feed.wait(LEAST_MS);
  }
};
