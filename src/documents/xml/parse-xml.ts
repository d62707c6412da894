import type { Parsed } from '../parsed.ts';
import { charsetOf, decodeText, xmlEncodingOf } from '../text-decoding.ts';
import type { XmlOptions } from '../tree-document.ts';
import { walkXml, type XmlElement, type XmlListener } from '../feed/xml-walk.ts';

type Tree = { [name: string]: unknown };

interface Open {
  readonly name: string;
  readonly members: Tree;
  text: string;
}

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);
const LONGEST_TEXT = 20_000;

const add = (members: Tree, name: string, value: unknown): void => {
  if (FORBIDDEN.has(name)) return;
  const before = members[name];
  if (before === undefined) members[name] = value;
  else if (Array.isArray(before)) before.push(value);
  else members[name] = [before, value];
};

const attributesOf = ({ attributes }: XmlElement): Tree => {
  const members: Tree = {};
  for (const [name, value] of attributes) {
    const local = name.slice(name.indexOf(':') + 1);
    if (!name.startsWith('xmlns') && !FORBIDDEN.has(local)) members[local] = value;
  }
  return members;
};

/** Attributes are members as children are: those of one name, of either kind, are a list. */
class TreeReader implements XmlListener {
  root: Tree | null = null;
  readonly #open: Open[] = [];

  onOpen(element: XmlElement): void {
    this.#open.push({ name: element.local, members: attributesOf(element), text: '' });
  }

  onText(text: string): void {
    const open = this.#open.at(-1);
    if (open && open.text.length < LONGEST_TEXT) open.text += text.slice(0, LONGEST_TEXT);
  }

  onClose(): void {
    const open = this.#open.pop();
    if (!open) return;
    const { name, members } = open;
    const text = open.text.trim();
    const isPlain = Object.keys(members).length === 0;
    if (!isPlain && text !== '' && members['text'] === undefined) members['text'] = text;
    const around = this.#open.at(-1);
    if (around) add(around.members, name, isPlain ? text : members);
    else this.root ??= { [name]: isPlain ? text : members };
  }
}

/** Whether a text ends behind its outermost element: others close by themselves where they are forgotten. */
const isWhole = (text: string): boolean => {
  const name = /<([A-Za-z_][^\s/>]*)/.exec(text)?.[1] ?? '';
  const last = text.slice(text.lastIndexOf('<', text.lastIndexOf('>')));
  return new RegExp(`^</\\s*${name.replace(/[^\w:-]/g, '.')}\\s*>|/>\\s*$|-->\\s*$`, 'i').test(last);
};

/**
 * An XML text as plain values: an element is its text, or an object of its attributes and children when it has any, and
 * their text is `text`; elements of one name are a list. Names are without prefixes and in small letters.
 */
export const parseXml = (bytes: Uint8Array, { contentType }: XmlOptions): Parsed<unknown> => {
  const reader = new TreeReader();
  const text = decodeText(bytes, [charsetOf(contentType ?? ''), xmlEncodingOf(bytes)]);
  walkXml(text, reader);
  if (!reader.root) return { error: 'the answer is no XML' };
  return isWhole(text) ? { value: reader.root } : { error: 'the answer breaks off in the middle' };
};
