import type { FeedDocument, FeedEntry } from '../feed-document.ts';
import { decodeText } from '../text-decoding.ts';
import { readFeedDate } from './feed-date.ts';
import { gapOf, readFeedText, type TextKind } from './feed-text.ts';
import { walkXml, type XmlElement, type XmlListener } from './xml-walk.ts';

/** An element whose text is being collected. */
interface Field {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Whether it holds markup of its own instead of text. */
  readonly isMarkup: boolean;
  text: string;
}

const LONGEST_TEXT = 4000;
const MOST_ENTRIES = 2000;
/** Elements whose text is collected, by their names in whatever vocabulary. */
const LISTED = new Set(
  'title link guid id pubdate published updated issued modified created date description summary content'.split(' '),
);
const DATES = 'pubdate published issued dc:date dc:issued dc:created created updated modified dc:modified'.split(' ');
const TITLES = ['title', 'dc:title', 'media:title'];
const BODIES = ['description', 'summary', 'content'];
/** Elements whose content is for no reader. */
const CODE = new Set(['script', 'style']);
/** Elements of other vocabularies that are read. */
const FURTHER = new Set([...DATES, ...TITLES, 'atom:link']);

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text);

const toLink = ({ attributes, text }: Field): { readonly rel: string; readonly address: string } => ({
  rel: attributes.get('rel') ?? 'alternate',
  address: text.trim() || (attributes.get('href')?.trim() ?? ''),
});

/** The description of a feed or of one of its entries. */
class Description {
  readonly about: string;
  readonly #fields: Field[] = [];

  constructor(about = '') {
    this.about = about;
  }

  add(field: Field): void {
    this.#fields.push(field);
  }

  #all(name: string): Field[] {
    return this.#fields.filter((field) => field.name === name);
  }

  #words(name: string, isAtom: boolean): string {
    return firstOf(this.#all(name).map((field) => readFeedText(textOf(field), kindOf(field, isAtom))));
  }

  title(isAtom: boolean): string {
    return firstOf(TITLES.map((name) => this.#words(name, isAtom)));
  }

  /** The title, or the beginning of the text where there is none. */
  headline(isAtom: boolean): string {
    return this.title(isAtom) || firstOf(BODIES.map((name) => this.#words(name, isAtom)));
  }

  published(): string | null {
    return (
      DATES.flatMap((name) => this.#all(name).map(({ text }) => readFeedDate(text))).find((date) => date !== null) ??
      null
    );
  }

  /** The address for readers: a link, the name of the entry where that is one, or any link at all. */
  link(): string {
    const links = [...this.#all('link'), ...this.#all('atom:link')].map(toLink).filter(({ address }) => address !== '');
    const isLink = ({ attributes, text }: Field): boolean =>
      attributes.get('ispermalink')?.trim().toLowerCase() !== 'false' && isAddress(text.trim());
    const guid = this.#all('guid').find(isLink)?.text.trim();
    const id = [...this.#all('id').map(({ text }) => text.trim()), this.about].find(isAddress);
    return links.find(({ rel }) => rel === 'alternate')?.address ?? guid ?? id ?? links[0]?.address ?? '';
  }
}

const firstOf = (texts: readonly string[]): string => texts.find((text) => text !== '') ?? '';

const typeOf = ({ attributes }: Field): string => attributes.get('type')?.trim().toLowerCase() ?? '';

/** Whether a type is one that is written as text; pictures and the like are written in base64 (RFC 4287, 4.1.3.3). */
const isTextual = (type: string): boolean => !type.includes('/') || /^text\/|[/+](?:xml|html|xhtml)/.test(type);

/** The text of an element, where it is written in base64 too; empty for what is no text. */
const textOf = (field: Field): string => {
  const { attributes, text } = field;
  if (!isTextual(typeOf(field))) return '';
  const isCoded = [attributes.get('mode'), attributes.get('encoding')].some(
    (way) => way?.trim().toLowerCase() === 'base64',
  );
  if (!isCoded) return text;
  try {
    return decodeText(
      Uint8Array.from(atob(text.replace(/\s+/g, '')), (letter) => letter.charCodeAt(0)),
      [],
    );
  } catch {
    return '';
  }
};

const kindOf = ({ attributes, isMarkup }: Field, isAtom: boolean): TextKind => {
  if (isMarkup) return 'markup';
  if (!isAtom) return 'lenient';
  const type = attributes.get('type')?.trim().toLowerCase() ?? 'text';
  return type.includes('html') || attributes.get('mode') === 'escaped' ? 'html' : 'text';
};

/** Collects a feed while its document is read. */
class FeedReader implements XmlListener {
  readonly feed = new Description();
  readonly entries: Description[] = [];
  root: 'atom' | 'rss' | null = null;
  #isOther = false;
  #entry: Description | null = null;
  #field: Field | null = null;
  /** How many elements are open around the field and the entry. */
  #fieldDepth = 0;
  /** How many elements of code are open inside the field. */
  #codeDepth = 0;
  #entryDepth = 0;

  onOpen(element: XmlElement, path: readonly XmlElement[]): void {
    if (path.length === 0 && !this.root) this.#begin(element);
    else if (this.#field) this.#inside(element);
    else if (this.#isEntry(element)) this.#beginEntry(element, path.length);
    else if (this.#owner(path) || this.#isMediaTitle(element, path)) this.#beginField(element, path.length);
  }

  onText(text: string): void {
    if (this.#field && this.#codeDepth === 0 && this.#field.text.length < LONGEST_TEXT)
      this.#field.text += text.slice(0, LONGEST_TEXT);
  }

  onClose(path: readonly XmlElement[]): void {
    const local = path.at(-1)?.local ?? '';
    if (CODE.has(local) && this.#codeDepth > 0) this.#codeDepth--;
    if (this.#field && path.length > this.#fieldDepth) this.#field.text += gapOf(local);
    if (this.#field && path.length === this.#fieldDepth) {
      (this.#entry ?? this.feed).add(this.#field);
      this.#field = null;
    } else if (this.#entry && path.length === this.#entryDepth) {
      this.entries.push(this.#entry);
      this.#entry = null;
    }
  }

  isDone(): boolean {
    return this.#isOther || this.entries.length >= MOST_ENTRIES;
  }

  #begin({ local }: XmlElement): void {
    if (local === 'feed') this.root = 'atom';
    else if (local === 'rss' || local === 'rdf') this.root = 'rss';
    else this.#isOther = true;
  }

  /** Markup inside a text: some of it parts words. */
  #inside({ local }: XmlElement): void {
    if (!this.#field) return;
    if (CODE.has(local)) this.#codeDepth++;
    this.#field = { ...this.#field, isMarkup: true, text: this.#field.text + gapOf(local) };
  }

  /** Elements of the feed's own vocabulary, and those of none. */
  #isOwn({ vocabulary }: XmlElement): boolean {
    return vocabulary === 'plain' || vocabulary === this.root;
  }

  #isEntry(element: XmlElement): boolean {
    return !this.#entry && this.#isOwn(element) && element.local === (this.root === 'atom' ? 'entry' : 'item');
  }

  #beginEntry({ attributes }: XmlElement, depth: number): void {
    this.#entry = new Description(attributes.get('rdf:about') ?? attributes.get('about') ?? '');
    this.#entryDepth = depth + 1;
  }

  /** Whether what opens here belongs to the feed or an entry directly. */
  #owner(path: readonly XmlElement[]): boolean {
    if (this.#entry) return path.length === this.#entryDepth;
    const around = path.at(-1);
    return around !== undefined && this.#isOwn(around) && around.local === (this.root === 'atom' ? 'feed' : 'channel');
  }

  /** Titles of media stand in groups of their own. */
  #isMediaTitle({ vocabulary, local }: XmlElement, path: readonly XmlElement[]): boolean {
    const around = path.slice(this.#entryDepth);
    return (
      this.#entry !== null &&
      vocabulary === 'media' &&
      local === 'title' &&
      around.every((one) => one.vocabulary === 'media')
    );
  }

  #beginField(element: XmlElement, depth: number): void {
    const { vocabulary, local, attributes } = element;
    const name = this.#isOwn(element) ? local : `${vocabulary}:${local}`;
    if (!LISTED.has(local) || !(this.#isOwn(element) || FURTHER.has(name))) return;
    this.#field = { name, attributes, isMarkup: false, text: '' };
    this.#fieldDepth = depth + 1;
  }
}

/** The feed that an XML text holds; null when it is none. */
export const readXmlFeed = (text: string): FeedDocument | null => {
  const reader = new FeedReader();
  walkXml(text, reader);
  const { root, feed, entries } = reader;
  if (!root) return null;
  const toEntry = (entry: Description): FeedEntry => ({
    title: entry.headline(root === 'atom'),
    link: entry.link(),
    published: entry.published(),
  });
  return { title: feed.title(root === 'atom'), items: entries.map(toEntry) };
};
