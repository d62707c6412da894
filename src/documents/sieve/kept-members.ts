import { valueAt } from '../json/json-path.ts';
import type { Sieve, SieveNear, SieveRule } from '../sieve-document.ts';
import { MOST_KEPT_BYTES, SieveError, TOO_MUCH_KEPT } from './kept-bytes.ts';

const MARKS = /\p{M}/gu;
const DEGREE = Math.PI / 180;
/** What a member costs beside its bytes. */
const MEMBER_BYTES = 100;

/** A text as it is compared: without accents, in small letters. */
export const plainText = (text: string): string =>
  text.normalize('NFD').replace(MARKS, '').toLowerCase().replaceAll('ß', 'ss');

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

const holds = (member: unknown, rule: SieveRule): boolean => {
  const texts = rule.paths.map((path) => textOf(valueAt(member, path)));
  if ('is' in rule) return texts.some((text) => rule.is.includes(text));
  const whole = plainText(texts.join(' '));
  return rule.words.every((word) => whole.includes(word));
};

/** Something that grows with the distance to the place; NaN where the member tells no place. */
const distanceOf = (member: unknown, { paths, place }: SieveNear): number => {
  const [latitude = NaN, longitude = NaN] = paths.map((path) => Number.parseFloat(textOf(valueAt(member, path))));
  const east = ((longitude - place[1] + 540) % 360) - 180;
  return Math.hypot(latitude - place[0], east * Math.cos(place[0] * DEGREE));
};

/** An object in which every name is a field: an answer may well have one that is called `__proto__`. */
const emptyObject = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>;

/** The wanted fields of a member, where they lay. */
const narrow = (member: unknown, fields: readonly string[]): unknown => {
  const kept = emptyObject();
  for (const path of fields) {
    const value = valueAt(member, path);
    if (value === undefined) continue;
    const names = path.split('.');
    const last = names.pop() ?? '';
    let at = kept;
    for (const name of names) at = (at[name] ??= emptyObject()) as Record<string, unknown>;
    at[last] = value;
  }
  return kept;
};

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const element = (name: string, inner: string): string => `<${name}>${inner}</${name}>`;

const asText = (value: unknown): string => textOf(value).replace(/[&<>]/g, (sign) => SIGNS[sign] ?? '');

/** The wanted fields of a member as text; those of an element are its children. */
const writeFields = (member: unknown, fields: readonly string[], { kind, list }: Sieve): string => {
  if (kind !== 'xml') return JSON.stringify(narrow(member, fields));
  const inner = fields.flatMap((name) => {
    const value = valueAt(member, name);
    const all: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
    return all.map((one) => element(name, asText(one)));
  });
  return element(list.at(-1) ?? '', inner.join(''));
};

interface Member {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly distance: number;
}

/** The members of a list that a sieve keeps: the nearest in their order, else the first. */
export class KeptMembers {
  readonly #sieve: Sieve;
  readonly #members: Member[] = [];
  readonly #witnesses: Uint8Array<ArrayBuffer>[] = [];
  #seen = 0;
  #bytes = 0;

  constructor(sieve: Sieve) {
    this.#sieve = sieve;
  }

  /** Bytes that are held. */
  get held(): number {
    return this.#bytes;
  }

  /** The bytes of the members, in their order, and of the witnesses. */
  get all(): readonly Uint8Array<ArrayBuffer>[] {
    return [...this.#members.map(({ bytes }) => bytes), ...this.#witnesses];
  }

  /** Whether no further member can be kept. */
  get isFull(): boolean {
    return this.#sieve.near === null && this.#members.length >= this.#sieve.most;
  }

  /** Keeps a member where it is one of those that are wanted: what is written of it. Throws SieveError. */
  offer(member: unknown, written: Uint8Array): void {
    if (this.isFull) return;
    const { where, near, witnesses } = this.#sieve;
    const distance = near ? distanceOf(member, near) : 0;
    const isWanted = !Number.isNaN(distance) && where.every((rule) => holds(member, rule));
    if (isWanted) this.#keep(member, written, distance);
    else if (this.#seen < witnesses) this.#witnesses.push(this.#copy(member, written));
    this.#seen++;
  }

  #keep(member: unknown, written: Uint8Array, distance: number): void {
    const { near, most } = this.#sieve;
    const last = this.#members.at(-1);
    if (last && this.#members.length >= most) {
      if (distance >= last.distance) return;
      this.#members.pop();
      this.#bytes -= last.bytes.length + MEMBER_BYTES;
    }
    const at = near ? this.#members.findIndex((one) => one.distance > distance) : -1;
    const kept = { bytes: this.#copy(member, written), distance };
    this.#members.splice(at < 0 ? this.#members.length : at, 0, kept);
  }

  /** What stays of a member, which is counted. Throws SieveError. */
  #copy(member: unknown, written: Uint8Array): Uint8Array<ArrayBuffer> {
    const { fields } = this.#sieve;
    const bytes = fields ? new TextEncoder().encode(writeFields(member, fields, this.#sieve)) : written;
    this.#bytes += bytes.length + MEMBER_BYTES;
    if (this.#bytes > MOST_KEPT_BYTES) throw new SieveError(TOO_MUCH_KEPT);
    return bytes.slice() as Uint8Array<ArrayBuffer>;
  }
}

/** The parts of a short answer in one piece. */
export const joinBytes = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(parts.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};
