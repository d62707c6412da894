import { encodeText } from '../core/encode.ts';
import type { IncomingMessage } from 'node:http';
import { SECOND_MS } from '../core/time/durations.ts';
import { parseObject } from '../core/json.ts';
import type { Clock } from '../platform/clock.ts';
import { NetError } from '../platform/network/exchange.ts';
import { joinTitle, openAnswer, type Feed, type Follow } from './feed.ts';

/** The server says something every 45 seconds. */
const SILENCE_MS = 120_000;
/** A message has 4 KiB at most, and some members besides. */
const MOST_LINE_BYTES = 32 * 1024;

/** Lines of one second that may be no message: a server says one every 45 seconds. */
const MOST_STRANGE = 100;

/** Counts lines that are no message. Throws NetError when too many come at once: looking at each is work, too. */
const countStrange = (clock: Pick<Clock, 'monotonic'>): (() => void) => {
  let since = -Infinity;
  let count = 0;
  return () => {
    const now = clock.monotonic();
    if (now - since >= SECOND_MS) [since, count] = [now, 0];
    if (++count > MOST_STRANGE) throw new NetError('the server sends what is no message');
  };
};

/** The lines of an answer as they come; it ends with who reads them. Throws NetError for one that is too long. */
async function* linesOf(answer: IncomingMessage): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  for await (const chunk of answer) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      yield rest.subarray(0, end).toString('utf8');
      rest = rest.subarray(end + 1);
    }
    if (rest.length > MOST_LINE_BYTES) throw new NetError('the server sends what is no message');
  }
}

/** What a line of the stream tells: a message with its id, or since when (in s) the stream is open; null for others. */
const readNtfy = (line: string): { readonly id: string; readonly text: string } | { readonly since: string } | null => {
  const value = parseObject(line);
  if (!value) return null;
  if (value['event'] === 'open' && Number.isSafeInteger(value['time'])) return { since: String(value['time']) };
  if (value['event'] !== 'message' || typeof value['id'] !== 'string') return null;
  return { id: value['id'].slice(0, 64), text: joinTitle(value['title'], value['message']) };
};

const loginOf = ({ username, secrets }: Feed['inbox']): Record<string, string> => {
  const token = secrets?.token;
  if (!token) return {};
  if (username === '') return { authorization: `Bearer ${token}` };
  return { authorization: `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}` };
};

/** Follows a topic of ntfy: the stream of its messages, one JSON a line. */
export const follow: Follow = async (feed) => {
  const { server, topic } = feed.inbox;
  const since = feed.cursor === null ? '' : `?since=${encodeText(feed.cursor)}`;
  const answer = await openAnswer(`${server}/${topic}/json${since}`, {
    // A compressed stream would be told late.
    headers: { ...loginOf(feed.inbox), 'accept-encoding': 'identity' },
    signal: feed.signal,
    silenceMs: SILENCE_MS,
  });
  feed.connected();
  const noteStrange = countStrange(feed.clock);
  for await (const line of linesOf(answer)) {
    const message = readNtfy(line);
    if (!message || 'since' in message) {
      if (message) feed.cursor ??= message.since;
      noteStrange();
      continue;
    }
    feed.cursor = message.id;
    await feed.take(message.text);
  }
};
