import { decodeWestern } from '../western-text.ts';

/** One property of a component, unfolded and without its meaning. Names are in upper case. */
export interface ContentLine {
  readonly name: string;
  readonly params: Readonly<Record<string, string>>;
  readonly value: string;
}

const LF = 10;
const CR = 13;
const SPACE = 32;
const TAB = 9;
const LONGEST_LINE = 256 * 1024;
const LONGEST_NAME = 64;

const strict = new TextDecoder('utf-8', { fatal: true });

const decodeLine = (bytes: Uint8Array): string => {
  try {
    return strict.decode(bytes);
  } catch {
    return decodeWestern(bytes);
  }
};

/** The name that a line begins with, in upper case; empty when the line has no form. */
const nameOf = (bytes: Uint8Array): string => {
  let name = '';
  for (let at = 0; at < bytes.length && at < LONGEST_NAME; at++) {
    const code = bytes[at] as number;
    if (code === 0x3a || code === 0x3b) return name.trim().toUpperCase();
    name += String.fromCharCode(code);
  }
  return '';
};

/**
 * Where the value of a line begins: after the first colon outside quotes, or after the first at all when quotes do not
 * close.
 */
const valueAt = (text: string): number => {
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') quoted = !quoted;
    else if (text[at] === ':' && !quoted) return at + 1;
  }
  return text.indexOf(':') + 1;
};

const paramsOf = (text: string): Record<string, string> => {
  const params: Record<string, string> = {};
  for (const [, name = '', quoted, plain = ''] of text.matchAll(/;([^=;:"]+)=\s*(?:"([^"]*)"|([^;]*))/g)) {
    params[name.trim().toUpperCase()] ??= (quoted ?? plain).trim();
  }
  return params;
};

const toLine = (name: string, bytes: Uint8Array): ContentLine => {
  const text = decodeLine(bytes);
  const from = valueAt(text);
  return { name, params: paramsOf(text.slice(0, from - 1)), value: text.slice(from) };
};

/**
 * Walks over the unfolded lines of a text. A fold may cut a letter in two, so that bytes are joined before they are
 * read.
 */
class Unfolding {
  readonly #bytes: Uint8Array;
  readonly #separator: number;
  readonly #scratch = new Uint8Array(LONGEST_LINE);
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#separator = bytes.includes(LF) ? LF : CR;
  }

  /** The next line, valid until the one after it is asked for; null at the end. */
  next(): Uint8Array | null {
    const first = this.#physical();
    if (first === null || !this.#isFolded()) return first;
    let length = this.#append(first, 0);
    while (this.#isFolded()) length = this.#append((this.#physical() as Uint8Array).subarray(1), length);
    return this.#scratch.subarray(0, length);
  }

  #append(part: Uint8Array, length: number): number {
    const taken = part.subarray(0, LONGEST_LINE - length);
    this.#scratch.set(taken, length);
    return length + taken.length;
  }

  #isFolded(): boolean {
    const code = this.#bytes[this.#at];
    return code === SPACE || code === TAB;
  }

  /** The next line as it is written; lines without content are skipped. */
  #physical(): Uint8Array | null {
    while (this.#at < this.#bytes.length) {
      const found = this.#bytes.indexOf(this.#separator, this.#at);
      const next = found === -1 ? this.#bytes.length : found;
      let end = next;
      while (end > this.#at && this.#bytes[end - 1] === CR) end--;
      const line = this.#bytes.subarray(this.#at, Math.min(end, this.#at + LONGEST_LINE));
      this.#at = next + 1;
      if (line.length > 0) return line;
    }
    return null;
  }
}

/** The lines of an iCalendar text whose names are wanted, in order; whatever has no form of a line is passed over. */
export function* readLines(bytes: Uint8Array, isWanted: (name: string) => boolean): Generator<ContentLine> {
  const unfolding = new Unfolding(bytes);
  for (let line = unfolding.next(); line !== null; line = unfolding.next()) {
    const name = nameOf(line);
    if (name !== '' && isWanted(name)) yield toLine(name, line);
  }
}
