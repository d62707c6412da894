import type { FeedDocument, FeedEntry } from '../feed-document.ts';
import { parseJson } from '../json/parse-json.ts';
import { readFeedDate } from './feed-date.ts';
import { readFeedText } from './feed-text.ts';
import { isRecord } from '../../core/record.ts';

type Member = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const isAddress = (text: string): boolean => /^https?:\/\//i.test(text);

const toEntry = (item: Member): FeedEntry => {
  const body =
    readFeedText(textOf(item['content_text']) || textOf(item['summary']), 'text') ||
    readFeedText(textOf(item['content_html']), 'html');
  const address = [item['url'], item['external_url'], item['id']].map(textOf);
  return {
    title: readFeedText(textOf(item['title']), 'text') || body,
    link: address[0] || address[1] || address.find(isAddress) || '',
    published: readFeedDate(textOf(item['date_published']) || textOf(item['date_modified'])),
  };
};

/** The feed that a JSON text holds (jsonfeed.org, 1 and 1.1); null when it is none. */
export const readJsonFeed = (bytes: Uint8Array, contentType: string): FeedDocument | null => {
  const parsed = parseJson(bytes, { contentType });
  if ('error' in parsed || !isRecord(parsed.value) || !Array.isArray(parsed.value['items'])) return null;
  const { version, title, items } = parsed.value as { version?: unknown; title?: unknown; items: unknown[] };
  if (!textOf(version).includes('jsonfeed.org') && typeof title !== 'string') return null;
  return { title: readFeedText(textOf(title), 'text'), items: items.filter(isRecord).map(toEntry) };
};
