// Bytes on the heap of a 64-bit engine; a test compares them with what the engine really needs.
const SLOT = 8;
const NUMBER = 16;
const STRING = 16;
const LIST = 48;
const OBJECT = 24;
/** Room that an object without members is given for those to come. */
const SPARE = 32;
/** A name that no object had at this place: its text, and the form of objects that have it. */
const NEW_FORM = 176;
/** An object with many members is a table. */
const LARGE_OBJECT = 100;
const TABLE_ENTRY = 64;
/** Members that are named by numbers lie in a table of their own. */
const NUMBERED = 160;
const NUMBERED_ENTRY = 56;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const COLON = 0x3a;
const ZERO = 0x30;
const NINE = 0x39;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Every character up to this one takes one byte. */
const LAST_NARROW = 0xff;
const LONGEST_SMALL_NUMBER = 9;
const SPACES: ReadonlySet<number> = new Set([0x20, 0x0a, 0x0d, 0x09]);

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;

/** What a JSON text becomes: bytes of heap, and levels of objects and lists. */
export interface JsonCost {
  readonly bytes: number;
  readonly levels: number;
}

/** Reads a text without building anything of it. */
class Scan {
  readonly #text: string;
  readonly #seed = Math.floor(Math.random() * 2 ** 31);
  /** Forms of objects that were met, by a hash of their names in order. */
  readonly #forms = new Set<number>();
  /** Objects and lists that are open; lists get no members by name. */
  readonly #open: { form: number; members: number; numbered: boolean }[] = [];
  #at = 0;
  #bytes = 0;
  #levels = 0;

  constructor(text: string) {
    this.#text = text;
  }

  run(most: number): JsonCost {
    while (this.#at < this.#text.length && this.#bytes <= most) this.#step();
    return { bytes: this.#bytes, levels: this.#levels };
  }

  #step(): void {
    const code = this.#text.charCodeAt(this.#at);
    if (code === QUOTE) this.#readString();
    else if (code === OPEN_OBJECT) this.#enter(OBJECT + SPARE);
    else if (code === OPEN_LIST) this.#enter(LIST);
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      this.#open.pop();
      this.#at++;
    } else if (code === 0x2d || isDigit(code)) this.#readNumber();
    else {
      // Of `true`, `false` and `null` the first letter counts.
      if (code === 0x74 || code === 0x66 || code === 0x6e) this.#bytes += SLOT;
      this.#at++;
    }
  }

  #enter(bytes: number): void {
    this.#bytes += SLOT + bytes;
    this.#open.push({ form: this.#seed, members: 0, numbered: false });
    this.#levels = Math.max(this.#levels, this.#open.length);
    this.#at++;
  }

  #readNumber(): void {
    const begin = this.#at;
    let isSmall = true;
    for (; this.#at < this.#text.length; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (isDigit(code)) continue;
      if (code !== 0x2d && code !== 0x2b && code !== 0x2e && (code | 0x20) !== 0x65) break;
      // A minus may stand before a zero, which makes it no small number.
      isSmall = false;
    }
    this.#bytes += SLOT + (isSmall && this.#at - begin <= LONGEST_SMALL_NUMBER ? 0 : NUMBER);
  }

  #readString(): void {
    const text = this.#text;
    const begin = this.#at + 1;
    let isWide = false;
    let end = begin;
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end);
      if (code === QUOTE) break;
      if (code > LAST_NARROW || (code === BACKSLASH && text.charCodeAt(++end) === LETTER_U)) isWide = true;
    }
    this.#at = end + 1;
    const bytes = STRING + Math.ceil(((end - begin) * (isWide ? 2 : 1)) / 8) * 8;
    if (this.#isName()) this.#addMember(begin, end, bytes);
    else this.#bytes += SLOT + bytes;
  }

  /** Whether what was read is the name of a member. */
  #isName(): boolean {
    while (SPACES.has(this.#text.charCodeAt(this.#at))) this.#at++;
    return this.#text.charCodeAt(this.#at) === COLON;
  }

  #addMember(begin: number, end: number, nameBytes: number): void {
    const object = this.#open.at(-1);
    if (!object) return;
    let hash = this.#seed;
    let isNumbered = end > begin;
    for (let at = begin; at < end; at++) {
      const code = this.#text.charCodeAt(at);
      isNumbered &&= isDigit(code);
      hash = Math.imul(hash ^ code, 0x01000193);
    }
    if (isNumbered) {
      this.#bytes += (object.numbered ? 0 : NUMBERED) + NUMBERED_ENTRY;
      object.numbered = true;
      return;
    }
    if (object.members++ === 0 && !object.numbered) this.#bytes -= SPARE;
    object.form = Math.imul(object.form ^ hash, 0x85ebca6b) ^ (hash >>> 13);
    if (!this.#forms.has(object.form)) {
      this.#forms.add(object.form);
      this.#bytes += NEW_FORM + nameBytes;
    }
    if (object.members === LARGE_OBJECT) this.#bytes += LARGE_OBJECT * TABLE_ENTRY;
    else if (object.members > LARGE_OBJECT) this.#bytes += TABLE_ENTRY;
  }
}

/**
 * What a JSON text will cost on the heap, told before it is parsed: a text of nothing but brackets becomes twenty times
 * its size. Seldom less than the truth, and for common data not much more. The count ends soon beyond `most` bytes.
 */
export const costOfJson = (text: string, most = Infinity): JsonCost => new Scan(text).run(most);
