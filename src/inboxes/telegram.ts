import { isRecord } from '../core/record.ts';
import { NetError } from '../platform/network/exchange.ts';
import { askJson, type Follow } from './feed.ts';

/** How long the server waits for something new. */
const LONG_POLL_SECONDS = 30;
/** So long between two answers at least: a server that does not wait is not asked all the time. */
const LEAST_MS = 1000;
const MOST = 20;

interface Update {
  readonly id: number;
  readonly text: string;
  readonly who: readonly string[];
}

const wordOf = (value: unknown, name: string): string => {
  const word = isRecord(value) ? value[name] : undefined;
  return typeof word === 'string' || typeof word === 'number' ? String(word) : '';
};

/** What a bot was written, with the chat and the sender of each. Throws NetError for what is no answer of Telegram. */
const readUpdates = (answer: unknown): Update[] => {
  const result = isRecord(answer) ? answer['result'] : null;
  if (!Array.isArray(result)) throw new NetError('the server is no Telegram');
  return result
    .slice(0, MOST)
    .filter(isRecord)
    .flatMap(({ update_id, message }) => {
      if (!Number.isSafeInteger(update_id)) return [];
      const { text, chat, from } = isRecord(message) ? message : {};
      const who = [wordOf(chat, 'id'), wordOf(from, 'id'), wordOf(from, 'username')];
      return [{ id: update_id as number, text: typeof text === 'string' ? text : '', who }];
    });
};

/** Follows the chats of a Telegram bot; it answers nothing. */
export const follow: Follow = async (feed) => {
  const { server, secrets } = feed.inbox;
  for (;;) {
    // The last one alone, at first: with it, all that was written before is known.
    const place = feed.cursor === null ? 'offset=-1&timeout=0' : `offset=${feed.cursor}&timeout=${LONG_POLL_SECONDS}`;
    const address = `${server}/bot${secrets?.token ?? ''}/getUpdates?${place}&limit=${MOST}&allowed_updates=["message"]`;
    const updates = readUpdates(await askJson(feed, address, { silenceMs: 2 * LONG_POLL_SECONDS * 1000 }));
    feed.connected();
    const isFirst = feed.cursor === null;
    feed.cursor ??= '0';
    for (const { id, text, who } of updates) {
      feed.cursor = String(Math.max(id + 1, Number(feed.cursor)));
      if (!isFirst) await feed.take(text, who);
    }
    await feed.wait(LEAST_MS);
  }
};
