import { isRecord } from '../record.ts';

/** Values that the fields of a document are filled with. */
export type Props = Readonly<Record<string, unknown>>;

/** Fills the fields of one template after another. */
export type FillFields = (template: string) => string;

/** Letters that all templates of a document may have when they are filled in; the largest board shows a fifth. */
const MOST_LETTERS = 65_536;
/** Tags that are read and filled in and members that are gone through, in all templates of a document. */
const MOST_STEPS = 20_000;
const MOST_LEVELS = 4;
const TAG = /\{\{\{([^{}]+)\}\}\}|\{\{([^{}]+)\}\}/g;
/** A line of nothing but comments and beginnings and ends of sections. */
const OWN_LINE = /^[ \t]*((?:\{\{[ \t]*[#^/!][^{}\n]+\}\}[ \t]*)+)(?:\r?\n|$(?![^]))/gm;
const withoutOwnLines = (template: string): string =>
  template.replace(OWN_LINE, (_line, tags: string) => tags.replace(/\}[ \t]+/g, '}'));

interface Token {
  /** As it is written. */
  readonly text: string;
  /** What a tag is: `#`, `^`, `/`, or empty for a field; null for text. */
  readonly kind: string | null;
  readonly name: string;
  readonly path: readonly string[];
  /** Where a section ends; null for one without an end. */
  end: number | null;
}

/** What names stand for in a section: what it is gone through for, before what stands around it. */
interface Scope {
  readonly values: Props;
  readonly outer: Scope | null;
}

const textToken = (text: string): Token => ({ text, kind: null, name: '', path: [], end: null });

const tagToken = (text: string, inner: string): Token => {
  const said = inner.trim();
  const sign = /^[#^/&!>=]/.exec(said)?.[0] ?? '';
  // Comments, partials and delimiters stand for nothing.
  const name = /[!>=]/.test(sign) ? '' : said.slice(sign.length).trim();
  const kind = /[#^/]/.test(sign) ? sign : '';
  return { text, kind, name, path: name === '.' ? ['.'] : name.split('.'), end: null };
};

/** Finds the end of each section; one that begins in another ends in it, or is text. */
const pairSections = (tokens: readonly Token[]): void => {
  const open: Token[] = [];
  const counts = new Map<string, number>();
  const countUp = (name: string, by: number): void => void counts.set(name, (counts.get(name) ?? 0) + by);
  for (const [at, token] of tokens.entries()) {
    const { kind, name } = token;
    if (kind === '#' || kind === '^') {
      open.push(token);
      countUp(name, 1);
    } else if (kind === '/' && counts.get(name)) {
      let last = open.pop();
      for (; last && last.name !== name; last = open.pop()) countUp(last.name, -1);
      countUp(name, -1);
      if (last) last.end = at;
    }
  }
};

const ownOf = (value: unknown, name: string): unknown =>
  (isRecord(value) || Array.isArray(value)) && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

const valueOf = ([first = '', ...rest]: readonly string[], scope: Scope): unknown => {
  let around: Scope | null = scope;
  while (around && !Object.hasOwn(around.values, first)) around = around.outer;
  let value = around?.values[first];
  for (const part of rest) {
    if (value === undefined) break;
    value = ownOf(value, part);
  }
  return value;
};

const print = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

const isThere = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

/** What a section is gone through for; once for an inverted one. */
const turnsOf = ({ kind }: Token, value: unknown): readonly unknown[] => {
  if (kind === '^') return isThere(value) ? [] : [null];
  if (!isThere(value)) return [];
  return Array.isArray(value) ? value : [value];
};

/** What is left of the letters and steps of a document: each is paid before the work. */
class Filling {
  #letters = MOST_LETTERS;
  #steps = MOST_STEPS;

  fill(template: string, props: Props): string {
    const tokens = this.#readTokens(withoutOwnLines(template));
    pairSections(tokens);
    return this.#fillTokens(tokens, 0, tokens.length, { values: props, outer: null }, 0);
  }

  #readTokens(template: string): Token[] {
    const tokens: Token[] = [];
    let from = 0;
    for (const { 0: text, 1: raw, 2: plain = '', index } of template.matchAll(TAG)) {
      if (this.#steps-- <= 0) break;
      tokens.push(textToken(template.slice(from, index)), tagToken(text, raw ?? plain));
      from = index + text.length;
    }
    tokens.push(textToken(template.slice(from)));
    return tokens;
  }

  #fillTokens(tokens: readonly Token[], from: number, to: number, scope: Scope, level: number): string {
    let filled = '';
    for (let at = from; at < to && this.#steps-- > 0; at++) {
      const token = tokens[at];
      if (!token) break;
      if (token.kind === '') filled += this.#take(print(valueOf(token.path, scope)));
      else if (token.end === null) filled += this.#take(token.text);
      else {
        filled += this.#fillSection(tokens, at, scope, level);
        at = token.end;
      }
    }
    return filled;
  }

  #fillSection(tokens: readonly Token[], at: number, scope: Scope, level: number): string {
    const section = tokens[at];
    if (!section || level >= MOST_LEVELS) return '';
    let filled = '';
    for (const turn of turnsOf(section, valueOf(section.path, scope))) {
      if (this.#steps-- <= 0) break;
      const values = section.kind === '^' ? {} : isRecord(turn) ? turn : { '.': turn };
      filled += this.#fillTokens(tokens, at + 1, section.end ?? at, { values, outer: scope }, level + 1);
    }
    return filled;
  }

  #take(text: string): string {
    const taken = text.slice(0, this.#letters);
    this.#letters -= taken.length;
    return taken;
  }
}

/**
 * Fills the fields and sections of a document's templates; one without a value is empty, a section without an end is
 * text, and so is what a value says. All templates together have a bounded number of letters and steps.
 */
export const createFill = (props: Props): FillFields => {
  const filling = new Filling();
  return (template) => filling.fill(template, props);
};
