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

const NAMED: Readonly<Record<string, string>> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', hellip: '...', ndash: '-', mdash: '-', lsquo: "'", rsquo: "'", ldquo: '"', rdquo: '"', laquo: '"', raquo: '"',
  auml: 'ä', ouml: 'ö', uuml: 'ü', Auml: 'Ä', Ouml: 'Ö', Uuml: 'Ü', szlig: 'ß', agrave: 'à', aacute: 'á', acirc: 'â', ccedil: 'ç', egrave: 'è', eacute: 'é', ecirc: 'ê', iacute: 'í',
  ntilde: 'ñ', oacute: 'ó', ocirc: 'ô', uacute: 'ú', deg: '°', euro: 'EUR', pound: 'GBP', copy: '(C)', times: 'x', bull: '-', middot: '-',
};

const characterOf = (whole: string, body: string): string => {
  if (!body.startsWith('#')) return NAMED[body] ?? whole;
  const code = /^#x/i.test(body) ? Number.parseInt(body.slice(2), 16) : Number.parseInt(body.slice(1), 10);
  return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
};

/** Titles are HTML more often than not, inside CDATA or escaped: once more decoded, tags dropped. */
const plain = (html: string): string => html.replace(/<[^>]{0,1000}>/g, ' ').replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, characterOf);

/** Text of an element, whether it is plain, has attributes, or holds markup. */
const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return textOf(value[0]);
  const text = isObject(value) ? member(value, '#text') : value;
  return plain(String(text ?? ''))
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
