/** A place in a text; both count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Why a text is no JSON, and where. */
export class JsonSyntaxError extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** Line and column of an offset. */
export const positionOf = (text: string, offset: number): Position => {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - before.lastIndexOf('\n') };
};

const SPACE = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\\n]|\\.)*"/y;
const SCALAR = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const DEEPEST = 64;

/** Reads JSON for the places of its values alone; the offsets of members by their path, joined by NUL. */
class Places {
  readonly found = new Map<string, number>();
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): void {
    this.#value([], 0);
    this.#space();
    if (this.#at < this.#text.length) throw new JsonSyntaxError('expected the end of the file', this.#at);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #space(): void {
    this.#match(SPACE);
  }

  #take(symbol: string): boolean {
    this.#space();
    if (this.#text[this.#at] !== symbol) return false;
    this.#at++;
    return true;
  }

  #string(): string {
    this.#space();
    const start = this.#at;
    const found = this.#match(STRING);
    if (found === undefined) throw new JsonSyntaxError('expected a text in double quotes', start);
    try {
      return JSON.parse(found) as string;
    } catch {
      throw new JsonSyntaxError('expected a text without control characters and unknown escapes', start);
    }
  }

  #value(path: readonly string[], depth: number): void {
    this.#space();
    if (depth > DEEPEST) throw new JsonSyntaxError(`expected at most ${DEEPEST} levels`, this.#at);
    const start = this.#at;
    this.found.set(path.join('\0'), start);
    if (this.#take('{')) this.#object(path, depth);
    else if (this.#take('[')) this.#members(']', (at) => this.#value([...path, String(at)], depth + 1));
    else if (this.#text[this.#at] === '"') this.#string();
    else if (this.#match(SCALAR) === undefined) throw new JsonSyntaxError('expected a JSON value', start);
  }

  #object(path: readonly string[], depth: number): void {
    const names = new Set<string>();
    this.#members('}', () => {
      this.#space();
      const start = this.#at;
      const name = this.#string();
      if (names.has(name)) throw new JsonSyntaxError(`the member "${name.slice(0, 60)}" stands here twice`, start);
      names.add(name);
      if (!this.#take(':')) throw new JsonSyntaxError('expected ":"', this.#at);
      this.#value([...path, name], depth + 1);
    });
  }

  #members(end: string, read: (at: number) => void): void {
    if (this.#take(end)) return;
    for (let at = 0; ; at++) {
      read(at);
      if (this.#take(end)) return;
      if (!this.#take(',')) throw new JsonSyntaxError(`expected "," or "${end}"`, this.#at);
    }
  }
}

/**
 * Where each value of a JSON text begins; of a path that is not there, the nearest one around it. Throws
 * JsonSyntaxError.
 */
export const locateJson = (text: string): ((path: readonly (string | number)[]) => Position) => {
  const places = new Places(text);
  places.read();
  return (path) => {
    for (let length = path.length; length >= 0; length--) {
      const offset = places.found.get(path.slice(0, length).map(String).join('\0'));
      if (offset !== undefined) return positionOf(text, offset);
    }
    return { line: 1, column: 1 };
  };
};
