import type { CalendarDocument, CalendarOptions } from './calendar-document.ts';
import type { FeedDocument, FeedOptions } from './feed-document.ts';
import type { JsonOptions } from './json-document.ts';
import type { Parsed } from './parsed.ts';
import type { CsvOptions, XmlOptions } from './tree-document.ts';
import { parseCalendar } from './calendar/parse-calendar.ts';
import { parseCsv } from './csv/parse-csv.ts';
import { parseFeed } from './feed/parse-feed.ts';
import { parseJson } from './json/parse-json.ts';
import { parseXml } from './xml/parse-xml.ts';

/** What each parser takes and gives; all of it is plain data that can be posted to a worker. */
export interface ParserTypes {
  readonly calendar: { readonly options: CalendarOptions; readonly value: CalendarDocument };
  readonly feed: { readonly options: FeedOptions; readonly value: FeedDocument };
  readonly json: { readonly options: JsonOptions; readonly value: unknown };
  readonly xml: { readonly options: XmlOptions; readonly value: unknown };
  readonly csv: { readonly options: CsvOptions; readonly value: unknown };
}

/** Names of the parsers. */
export type ParserName = keyof ParserTypes;

/** A parser: synchronous and pure, bounded in steps by itself. */
export type Parser<N extends ParserName> = (
  bytes: Uint8Array,
  options: ParserTypes[N]['options'],
) => Parsed<ParserTypes[N]['value']>;

/** Every parser by name. */
export const PARSERS: { readonly [N in ParserName]: Parser<N> } = {
  calendar: parseCalendar,
  feed: parseFeed,
  json: parseJson,
  xml: parseXml,
  csv: parseCsv,
};
