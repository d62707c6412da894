import type { Sieve } from '../sieve-document.ts';
import { BROKEN_OFF, KeptBytes, SieveError, type Sifter } from './kept-bytes.ts';
import { joinBytes, KeptMembers } from './kept-members.ts';

const DEEPEST = 64;
/** Most values of one member: they are parsed together. */
const MOST_VALUES = 8192;
const NO_JSON = 'the answer is no JSON';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const LAST_SPACE = 0x20;

const COMMA_BYTES = new Uint8Array([COMMA]);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new SieveError(NO_JSON);
  }
};

/** Reads JSON piece by piece: what stands around the list stays as it is, of the list what the sieve keeps. */
export class JsonSifter implements Sifter {
  readonly #path: readonly string[];
  readonly #members: KeptMembers;
  readonly #head = KeptBytes.rest();
  readonly #tail = KeptBytes.rest();
  /** What stands before the list goes into the head, what stands behind it into the tail. */
  #rest = this.#head;
  readonly #member = KeptBytes.member();
  readonly #key = KeptBytes.member();
  readonly #decoder = new TextDecoder();
  /** What is open, outermost first: the bytes that opened it. */
  readonly #open: number[] = [];
  /** How many steps of the path the open objects are those of. */
  #matched = 0;
  /** Where a key of the innermost object may come, and whether that key was the next of the path. */
  #isKeyNext = false;
  #isOnPath = false;
  #inString = false;
  #isEscaped = false;
  #isKey = false;
  /** Whether the list was found, and how deep its members lie while it is open. */
  #isFound = false;
  #listDepth = 0;
  #values = 0;
  #isBegun = false;

  constructor(sieve: Sieve) {
    this.#path = sieve.list;
    this.#members = new KeptMembers(sieve);
  }

  get held(): number {
    const parts = [this.#head, this.#tail, this.#member, this.#key];
    return parts.reduce((sum, { held }) => sum + held, this.#members.held);
  }

  write(bytes: Uint8Array): void {
    let from = 0;
    for (let at = 0; at < bytes.length; at++) {
      const code = bytes[at] as number;
      if (this.#inString) {
        at = this.#inside(bytes, at);
        continue;
      }
      if (code <= LAST_SPACE) {
        if (from === at && this.#isBeforeMember()) from = at + 1;
        continue;
      }
      if (code === QUOTE) {
        this.#inString = true;
        this.#isKey = this.#isKeyNext;
        if (this.#isKey) this.#key.clear();
      } else if (code === COMMA) {
        if (this.#open.length === this.#listDepth && this.#listDepth > 0) {
          this.#take(bytes, from, at);
          from = at + 1;
        } else this.#separate();
      } else if (code === COLON) this.#isKeyNext = false;
      else if (code === OPEN_LIST || code === OPEN_OBJECT) {
        if (this.#push(code)) {
          this.#pass(bytes, from, at + 1);
          this.#listDepth = this.#open.length;
          from = at + 1;
        }
      } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
        if (this.#open.length === this.#listDepth && this.#listDepth > 0) {
          this.#take(bytes, from, at);
          this.#listDepth = 0;
          this.#rest = this.#tail;
          from = at;
        }
        this.#pop(code);
      }
    }
    this.#pass(bytes, from, bytes.length);
  }

  end(): Uint8Array<ArrayBuffer> {
    if (this.#open.length > 0 || this.#inString) throw new SieveError(BROKEN_OFF);
    if (!this.#isBegun) throw new SieveError(NO_JSON);
    const parts: Uint8Array[] = [this.#head.view];
    for (const [index, member] of this.#members.all.entries()) parts.push(...(index > 0 ? [COMMA_BYTES] : []), member);
    return joinBytes([...parts, this.#tail.view]);
  }

  #isBeforeMember(): boolean {
    return this.#listDepth > 0 && this.#open.length === this.#listDepth && this.#member.size === 0;
  }

  /** Goes on inside a string; answers where it ends, or the last byte. */
  #inside(bytes: Uint8Array, from: number): number {
    let at = from;
    for (; at < bytes.length; at++) {
      const code = bytes[at];
      if (this.#isEscaped) this.#isEscaped = false;
      else if (code === BACKSLASH) this.#isEscaped = true;
      else if (code === QUOTE) {
        this.#inString = false;
        break;
      }
    }
    if (this.#isKey) this.#key.add(bytes, from, at);
    if (!this.#inString && this.#isKey) this.#compareKey();
    return at;
  }

  #compareKey(): void {
    this.#isKey = false;
    this.#isOnPath = parse(`"${this.#decoder.decode(this.#key.view)}"`) === this.#path[this.#matched];
  }

  #separate(): void {
    if (this.#listDepth > 0) return this.#count();
    if (!this.#isAtStep()) return;
    this.#isOnPath = false;
    this.#isKeyNext = true;
  }

  /** Whether what is open leads along the path, and a further name of it is looked for. */
  #isAtStep(): boolean {
    return (
      !this.#isFound &&
      this.#open.length === this.#matched + 1 &&
      this.#matched < this.#path.length &&
      this.#open.at(-1) === OPEN_OBJECT
    );
  }

  #count(): void {
    if (++this.#values > MOST_VALUES)
      throw new SieveError(`one entry of the answer has more than ${MOST_VALUES} values`);
  }

  /** Notes what opens; true when it is the list. */
  #push(code: number): boolean {
    this.#isBegun = true;
    if (this.#listDepth > 0) this.#count();
    const isRoot = this.#open.length === 0;
    const goesOn = isRoot || (this.#isAtStep() && this.#isOnPath);
    if (goesOn && !isRoot) this.#matched++;
    this.#open.push(code);
    if (this.#open.length > DEEPEST) throw new SieveError(`the answer is nested deeper than ${DEEPEST} levels`);
    if (this.#listDepth > 0) return false;
    const isList = goesOn && code === OPEN_LIST && this.#matched === this.#path.length && !this.#isFound;
    this.#isFound ||= isList;
    this.#isOnPath = false;
    this.#isKeyNext = this.#isAtStep();
    return isList;
  }

  #pop(code: number): void {
    // An opening sign and its closing one are two apart.
    if (this.#open.pop() !== code - 2) throw new SieveError(NO_JSON);
    if (this.#listDepth === 0 && this.#matched > 0 && this.#open.length === this.#matched) this.#matched--;
    this.#isKeyNext = false;
  }

  #pass(bytes: Uint8Array, from: number, to: number): void {
    if (this.#listDepth > 0) this.#hold(bytes, from, to);
    else this.#rest.add(bytes, from, to);
  }

  #hold(bytes: Uint8Array, from: number, to: number): void {
    if (!this.#members.isFull) this.#member.add(bytes, from, to);
  }

  /** A member is complete. */
  #take(bytes: Uint8Array, from: number, to: number): void {
    this.#hold(bytes, from, to);
    const text = this.#members.isFull ? '' : this.#decoder.decode(this.#member.view).trim();
    if (text !== '') this.#members.offer(parse(text), this.#member.view);
    this.#member.clear();
    this.#values = 0;
  }
}
