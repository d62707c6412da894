import { parseXml } from '../xml/parse-xml.ts';
import { isRecord } from '../../core/record.ts';
import type { Sieve } from '../sieve-document.ts';
import { charsetOf, xmlEncodingOf } from '../text-decoding.ts';
import { BROKEN_OFF, KeptBytes, SieveError, type Sifter } from './kept-bytes.ts';
import { joinBytes, KeptMembers } from './kept-members.ts';

const DEEPEST = 100;
const LONGEST_START = 200;
const NO_XML = 'the answer is no XML';

const [LESS, GREATER, SLASH, QUOTE, APOSTROPHE] = [0x3c, 0x3e, 0x2f, 0x22, 0x27];
const LAST_SPACE = 0x20;

/** What begins in a special way, and its end. */
const SPECIAL: readonly (readonly [begin: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];
const LONGEST_BEGIN = 9;

const endsWith = (bytes: Uint8Array, end: string): boolean => {
  for (let back = 1; back <= end.length; back++)
    if (bytes[bytes.length - back] !== end.charCodeAt(end.length - back)) return false;
  return bytes.length >= end.length;
};

/** Reads XML piece by piece: of the elements of the list stays what the sieve keeps, all around them as it is. */
export class XmlSifter implements Sifter {
  readonly #sieve: Sieve;
  readonly #members: KeptMembers;
  readonly #head = KeptBytes.rest();
  readonly #tail = KeptBytes.rest();
  /** What stands before the first element of the list goes into the head, all else into the tail. */
  #rest = this.#head;
  readonly #member = KeptBytes.member();
  readonly #decoder = new TextDecoder('latin1');
  /** The sign that is being read, from `<` on, and its last bytes where it is long. */
  readonly #sign = KeptBytes.member();
  #inSign = false;
  /** Whether nothing but blanks came since the last sign. */
  #isBlank = true;
  /** What ends the sign that is being read; null while that is not known. */
  #end: string | null = null;
  #quote = 0;
  readonly #open: string[] = [];
  /** How deep the elements of the list lie while one is open. */
  #memberDepth = 0;
  #isBegun = false;

  constructor(sieve: Sieve) {
    this.#sieve = sieve;
    this.#members = new KeptMembers(sieve);
  }

  get held(): number {
    const parts = [this.#head, this.#tail, this.#member, this.#sign];
    return parts.reduce((sum, { held }) => sum + held, this.#members.held);
  }

  write(bytes: Uint8Array): void {
    let from = 0;
    for (let at = 0; at < bytes.length; at++) {
      const code = bytes[at] as number;
      if (this.#inSign) {
        if (this.#goOn(bytes, at, code)) from = at + 1;
      } else if (code === LESS) {
        this.#text(bytes, from, at);
        this.#inSign = true;
        this.#isBlank = true;
        this.#end = null;
        this.#quote = 0;
        this.#sign.clear();
        this.#sign.add(bytes, at, at + 1);
      }
    }
    if (!this.#inSign) this.#text(bytes, from, bytes.length);
  }

  end(): Uint8Array<ArrayBuffer> {
    if (!this.#isBegun) throw new SieveError(NO_XML);
    if (this.#open.length > 0 || this.#inSign) throw new SieveError(BROKEN_OFF);
    return joinBytes([this.#head.view, ...this.#members.all, this.#tail.view]);
  }

  /** Whether what is open are the elements that hold the list. */
  get #isAround(): boolean {
    const { list } = this.#sieve;
    return this.#open.length === list.length - 1 && this.#open.every((name, at) => name === list[at]);
  }

  #text(bytes: Uint8Array, from: number, to: number): void {
    if (this.#memberDepth > 0) return this.#hold(bytes.subarray(from, to));
    let first = from;
    // There may be as many blanks as elements of the list: those that a text begins with are left out.
    if (this.#isBlank && this.#isAround) while (first < to && (bytes[first] as number) <= LAST_SPACE) first++;
    this.#isBlank &&= first === to;
    this.#rest.add(bytes, first, to);
  }

  /** Takes a byte of a sign; true when it was the last one. */
  #goOn(bytes: Uint8Array, at: number, code: number): boolean {
    this.#sign.add(bytes, at, at + 1);
    if (this.#end === null && this.#sign.size <= LONGEST_BEGIN) {
      const begin = this.#decoder.decode(this.#sign.view);
      this.#end = SPECIAL.find(([first]) => first === begin)?.[1] ?? null;
      if (this.#end !== null) return false;
    }
    if (this.#end !== null) {
      if (code !== GREATER || !endsWith(this.#sign.view, this.#end)) return false;
      this.#inSign = false;
      this.#put();
      return true;
    }
    if (this.#quote > 0) this.#quote = code === this.#quote ? 0 : this.#quote;
    else if (code === QUOTE || code === APOSTROPHE) this.#quote = code;
    else if (code === GREATER) {
      this.#inSign = false;
      this.#tag();
      return true;
    }
    return false;
  }

  #put(): void {
    if (this.#memberDepth > 0) this.#hold(this.#sign.view);
    else this.#rest.add(this.#sign.view);
  }

  #hold(bytes: Uint8Array): void {
    if (!this.#members.isFull) this.#member.add(bytes);
  }

  /** A tag is complete. */
  #tag(): void {
    const sign = this.#sign.view;
    if (sign[1] === 0x21) return this.#put();
    const isClosing = sign[1] === SLASH;
    const name = /^<\/?\s*(?:[^\s/>:]*:)?([^\s/>]*)/.exec(this.#decoder.decode(sign))?.[1]?.toLowerCase() ?? '';
    if (isClosing) return this.#close(name);
    this.#isBegun = true;
    const isMember = this.#memberDepth === 0 && this.#isAround && name === this.#sieve.list.at(-1);
    this.#open.push(name);
    if (this.#open.length > DEEPEST) throw new SieveError(`the answer is nested deeper than ${DEEPEST} levels`);
    if (isMember) {
      this.#memberDepth = this.#open.length;
      this.#rest = this.#tail;
    }
    this.#put();
    if (sign[sign.length - 2] === SLASH) this.#leave();
  }

  #close(name: string): void {
    if (this.#open.at(-1) !== name) throw new SieveError(NO_XML);
    this.#put();
    this.#leave();
  }

  /** The innermost element ends. */
  #leave(): void {
    const depth = this.#open.length;
    this.#open.pop();
    if (depth !== this.#memberDepth) return;
    this.#memberDepth = 0;
    if (!this.#members.isFull) this.#members.offer(this.#read(), this.#member.view);
    this.#member.clear();
  }

  /** What the formulas see of an element. Throws SieveError. */
  #read(): unknown {
    const start = this.#head.view.subarray(0, LONGEST_START);
    const charset = charsetOf(this.#sieve.contentType) ?? xmlEncodingOf(start) ?? 'utf-8';
    const parsed = parseXml(this.#member.view, { contentType: `text/xml; charset=${charset}` });
    if ('error' in parsed) throw new SieveError(parsed.error);
    return isRecord(parsed.value) ? Object.values(parsed.value)[0] : null;
  }
}
