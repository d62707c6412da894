/**
 * How the text of an element is meant: as it stands, as real markup whose tags are gone, as HTML that was escaped, or
 * as what is usually HTML, often escaped twice.
 */
export type TextKind = 'text' | 'markup' | 'html' | 'lenient';

const BREAK = /^(?:br|p|div|li|ul|ol|td|tr|h[1-6]|blockquote|hr)$/;
/** What stands for a tag of this name, where it begins and where it ends: a blank where it parts words. */
export const gapOf = (name: string): string => (BREAK.test(name.toLowerCase()) ? ' ' : '');

const TAG_START = /^<(\/?)([a-z][a-z0-9]*|!--|[!?])/i;
const ENTITY = /&(?:#x[0-9a-f]{1,6}|#\d{1,7}|[a-z][a-z0-9]{1,31});/i;
/** Entities that XML does not define: in plain text they are markup that was not declared. */
const HTML_ENTITY = /&(?!(?:amp|lt|gt|quot|apos);)[a-z][a-z0-9]{1,31};/gi;

const decode = (text: string): string => {
  if (!text.includes('&')) return text;
  const { decodeHTML } = require('entities') as typeof import('entities');
  return decodeHTML(text);
};

/**
 * Where what begins at a tag is over, as a position after it; the text's end when it never is, and -1 when it is no tag
 * after all.
 */
const endOfTag = (text: string, open: number, name: string): number => {
  if (name === 'script' || name === 'style') return endOfCode(text, open, name);
  if (name === '!--') return after(text, '-->', open);
  // No further than the next tag: a text of open ones would be searched to its end for each of them.
  const next = text.indexOf('<', open + 1);
  const close = text.slice(open, next === -1 ? undefined : next).indexOf('>');
  return close === -1 ? -1 : open + close + 1;
};

/** The position after the next `end`; the text's end where there is none. */
const after = (text: string, end: string, from: number): number => {
  const found = text.indexOf(end, from);
  return found === -1 ? text.length : found + end.length;
};

/** Behind the end tag of a script or style, in whatever case; the end of the text where there is none. */
const endOfCode = (text: string, open: number, name: string): number => {
  const end = new RegExp(`</${name}`, 'gi');
  end.lastIndex = open;
  return end.test(text) ? after(text, '>', end.lastIndex) : text.length;
};

/** A text without scripts and styles, which are for no reader, however often it was escaped. */
const dropCode = (text: string): string => {
  let words = '';
  let at = 0;
  const start = /<(script|style)(?=[\s>/])/gi;
  for (let found = start.exec(text); found; found = start.exec(text)) {
    words += `${text.slice(at, found.index)} `;
    at = endOfCode(text, found.index, found[1]?.toLowerCase() ?? '');
    start.lastIndex = at;
  }
  return words + text.slice(at);
};

/** A text without its tags, in one pass. */
const stripTags = (text: string): string => {
  let words = '';
  let at = 0;
  for (let open = text.indexOf('<'); open !== -1; open = text.indexOf('<', at)) {
    const [, slash, name = ''] = TAG_START.exec(text.slice(open, open + 20)) ?? [];
    const end = slash === undefined ? -1 : endOfTag(text, open, slash === '' ? name.toLowerCase() : '');
    words += end === -1 ? text.slice(at, open + 1) : text.slice(at, open) + gapOf(name);
    at = end === -1 ? open + 1 : end;
  }
  return words + text.slice(at);
};

/** Characters that are no text: what controls a terminal, or is invisible. */
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060\ufeff]/g;

const tidy = (text: string): string =>
  text
    .replace(CONTROLS, (letter) => (/[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]/.test(letter) ? '' : ' '))
    .replace(/\s+/g, ' ')
    .trim();

/** The words of a text without its markup. */
export const readFeedText = (text: string, kind: TextKind): string => {
  if (kind === 'text') return tidy(dropCode(text.replace(HTML_ENTITY, decode)));
  if (kind === 'markup') return tidy(dropCode(decode(text)));
  const once = decode(stripTags(text));
  return tidy(dropCode(kind === 'lenient' && ENTITY.test(once) ? decode(once) : once));
};
