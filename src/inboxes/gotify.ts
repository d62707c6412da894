import { isRecord } from '../core/record.ts';
import { NetError } from '../platform/network/exchange.ts';
import { askJson, joinTitle, type Follow } from './feed.ts';

const EVERY_MS = 30_000;
/** Messages of one look: what came beyond them meanwhile is left out. */
const MOST = 20;

/** The messages of an answer, the oldest first. Throws NetError for what is none. */
const readGotify = (answer: unknown): { readonly id: number; readonly text: string }[] => {
  const messages = isRecord(answer) ? answer['messages'] : null;
  if (!Array.isArray(messages)) throw new NetError('the server is no Gotify');
  return messages
    .slice(0, MOST)
    .filter(isRecord)
    .flatMap(({ id, title, message }) =>
      Number.isSafeInteger(id) ? [{ id: id as number, text: joinTitle(title, message) }] : [],
    )
    .sort((one, other) => one.id - other.id);
};

/** Looks at the messages of a Gotify server from time to time, with the token of a client. */
export const follow: Follow = async (feed) => {
  const { server, secrets } = feed.inbox;
  const headers = { 'x-gotify-key': secrets?.token ?? '' };
  for (;;) {
    const messages = readGotify(await askJson(feed, `${server}/message?limit=${MOST}`, { headers }));
    feed.connected();
    const known = feed.cursor === null ? null : Number(feed.cursor);
    if (known === null) feed.cursor = String(messages.at(-1)?.id ?? 0);
    for (const { id, text } of messages) {
      if (known === null || id <= known) continue;
      feed.cursor = String(id);
      await feed.take(text);
    }
    await feed.wait(EVERY_MS);
  }
};
