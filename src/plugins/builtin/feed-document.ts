import type { JsonObject } from '../../schema/common.ts';

/** One entry of a feed; `published` is an ISO instant, null when the feed tells none. */
export interface FeedEntry {
  readonly title: string;
  readonly link: string;
  readonly published: string | null;
}

/** A feed, newest entry first where dates are known, in its own order otherwise. */
export interface FeedDocument {
  readonly title: string;
  readonly entries: readonly FeedEntry[];
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value : [value]).filter(isObject);
const member = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

/** Text of an element, whether it is plain, has attributes, or holds markup. */
const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return textOf(value[0]);
  const text = isObject(value) ? member(value, '#text') : value;
  return String(text ?? '')
    .replace(/<[^>]{0,1000}>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
};

const instantOf = (value: unknown): string | null => {
  const at = Date.parse(textOf(value));
  return Number.isNaN(at) ? null : new Date(at).toISOString();
};

/** Atom writes addresses as attributes; the one for readers has no `rel` or `alternate`. */
const linkOf = (value: unknown): string => {
  const links = Array.isArray(value) ? value : [value];
  const chosen = links.find((link) => !isObject(link) || link['@rel'] === undefined || link['@rel'] === 'alternate') ?? links[0];
  return isObject(chosen) && typeof chosen['@href'] === 'string' ? chosen['@href'] : textOf(chosen);
};

const toEntry = (item: JsonObject): FeedEntry => ({
  title: textOf(item['title']),
  link: linkOf(item['link']),
  published: instantOf(item['pubDate'] ?? item['published'] ?? item['updated'] ?? item['dc:date']),
});

const newestFirst = (entries: readonly FeedEntry[]): readonly FeedEntry[] =>
  entries.every(({ published }) => published !== null) ? [...entries].sort((a, b) => Date.parse(b.published ?? '') - Date.parse(a.published ?? '')) : entries;

const parse = (xml: string): JsonObject | null => {
  const { XMLParser } = require('fast-xml-parser') as typeof import('fast-xml-parser');
  try {
    const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@', parseTagValue: false, htmlEntities: true });
    return parser.parse(xml) as JsonObject;
  } catch {
    return null;
  }
};

/** The feed that an XML text holds: RSS 0.9 to 2.0, or Atom; null when it is none. */
export const readFeed = (xml: string): FeedDocument | null => {
  const document = parse(xml);
  const channel = member(member(document, 'rss'), 'channel') ?? member(member(document, 'rdf:RDF'), 'channel');
  const atom = member(document, 'feed');
  if (isObject(atom)) return { title: textOf(atom['title']), entries: newestFirst(listOf(atom['entry']).map(toEntry)) };
  if (!isObject(channel)) return null;
  const items = channel['item'] ?? member(member(document, 'rdf:RDF'), 'item');
  return { title: textOf(channel['title']), entries: newestFirst(listOf(items).map(toEntry)) };
};
