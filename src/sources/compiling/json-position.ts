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
/** Most values of a file, all levels together. */
const MOST_VALUES = 20_000;

/** Where a value begins, and its members by their names or positions. */
interface Place {
  readonly offset: number;
  readonly members: Map<string, Place>;
}

/** Scalars have no members. */
const NONE: Place['members'] = new Map();

/** Reads JSON for the places of its values alone. */
class Places {
  readonly #text: string;
  #at = 0;
  #values = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Place {
    const root = this.#value(0);
    this.#space();
    if (this.#at < this.#text.length) throw new JsonSyntaxError('expected the end of the file', this.#at);
    return root;
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

  #value(depth: number): Place {
    this.#space();
    const offset = this.#at;
    if (depth > DEEPEST) throw new JsonSyntaxError(`expected at most ${DEEPEST} levels`, offset);
    if (++this.#values > MOST_VALUES) throw new JsonSyntaxError(`expected at most ${MOST_VALUES} values`, offset);
    if (this.#take('{')) return { offset, members: this.#object(depth) };
    if (this.#take('[')) return { offset, members: this.#list(depth) };
    if (this.#text[this.#at] === '"') this.#string();
    else if (this.#match(SCALAR) === undefined) throw new JsonSyntaxError('expected a JSON value', offset);
    return { offset, members: NONE };
  }

  #list(depth: number): Place['members'] {
    const members: Place['members'] = new Map();
    this.#members(']', (at) => members.set(String(at), this.#value(depth + 1)));
    return members;
  }

  #object(depth: number): Place['members'] {
    const members: Place['members'] = new Map();
    this.#members('}', () => {
      this.#space();
      const start = this.#at;
      const name = this.#string();
      if (members.has(name)) throw new JsonSyntaxError(`the member "${name.slice(0, 60)}" stands here twice`, start);
      if (!this.#take(':')) throw new JsonSyntaxError('expected ":"', this.#at);
      members.set(name, this.#value(depth + 1));
    });
    return members;
  }

  #members(end: string, read: (at: number) => unknown): void {
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
  const root = new Places(text).read();
  return (path) => {
    let place = root;
    for (const step of path) place = place.members.get(String(step)) ?? { ...place, members: NONE };
    return positionOf(text, place.offset);
  };
};
