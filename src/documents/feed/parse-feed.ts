import type { FeedDocument, FeedEntry, FeedOptions } from '../feed-document.ts';
import type { Parsed } from '../parsed.ts';
import { charsetOf, decodeText, xmlEncodingOf } from '../text-decoding.ts';
import { readJsonFeed } from './json-feed.ts';
import { readXmlFeed } from './xml-feed.ts';

// Boards show the beginning of a title; feeds without titles give whole articles for them.
const LONGEST_TITLE = 500;
const LONGEST_LINK = 2000;

const newestFirst = (items: readonly FeedEntry[]): readonly FeedEntry[] =>
  items.every(({ published }) => published !== null)
    ? [...items].sort((a, b) => Date.parse(b.published ?? '') - Date.parse(a.published ?? ''))
    : items;

const resolve = (link: string, base: string | undefined): string => {
  if (link === '' || base === undefined || URL.canParse(link) || !URL.canParse(link, base)) return link;
  return new URL(link, base).href;
};

const read = (bytes: Uint8Array, contentType: string): FeedDocument | null => {
  const text = decodeText(bytes, [charsetOf(contentType), xmlEncodingOf(bytes)]);
  return /^\s*\{/.test(text.slice(0, 1000)) ? readJsonFeed(bytes, contentType) : readXmlFeed(text);
};

/**
 * The feed that a document holds: RSS 0.9 to 2.0, Atom, or JSON Feed; the newest entries first where all have dates.
 */
export const parseFeed = (
  bytes: Uint8Array,
  { contentType = '', baseUrl, most = 100 }: FeedOptions,
): Parsed<FeedDocument> => {
  const feed = read(bytes, contentType);
  if (!feed) return { error: 'the answer is no RSS or Atom feed' };
  const items = newestFirst(feed.items).slice(0, most);
  const shown = items.map(({ title, link, published }) => ({
    title: title.slice(0, LONGEST_TITLE),
    link: resolve(link, baseUrl).slice(0, LONGEST_LINK),
    published,
  }));
  return { value: { title: feed.title.slice(0, LONGEST_TITLE), items: shown } };
};
