import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Bridge, Plain } from './bridge.ts';

const MOST_RANDOM_BYTES = 65_536;

const textOf = (value: Plain): string => JSON.parse(String(value)) as string;
const bytesOf = (value: Plain): Uint8Array => (value instanceof Uint8Array ? value : new Uint8Array());

const PARTS = [
  'href',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const;
type Part = (typeof PARTS)[number];

/** The parts of an address, after one of them was changed on request. */
const readUrl = (request: { href: string; base?: string; part?: Part; value?: string }): Record<string, string> => {
  if (!URL.canParse(request.href, request.base)) throw new TypeError('Invalid URL');
  const url = new URL(request.href, request.base);
  if (request.part !== undefined) url[request.part] = request.value ?? '';
  return { ...Object.fromEntries(PARTS.map((part) => [part, url[part]])), origin: url.origin };
};

/**
 * Coding of texts and addresses, and hashes: what the interpreter's language lacks. Texts and records cross as JSON.
 */
export const codingBridges: Readonly<Record<string, Bridge>> = {
  encode: (text) => new TextEncoder().encode(textOf(text)),
  decode: (bytes, options) => {
    const { label, ...how } = JSON.parse(String(options)) as { label: string; fatal: boolean; ignoreBOM: boolean };
    return JSON.stringify(new TextDecoder(label, how).decode(bytesOf(bytes)));
  },
  encoding: (label) => new TextDecoder(textOf(label)).encoding,
  toBase64: (bytes) => Buffer.from(bytesOf(bytes)).toString('base64'),
  fromBase64: (text) => {
    const latin = atob(textOf(text));
    return Uint8Array.from(latin, (character) => character.charCodeAt(0));
  },
  url: (request) => JSON.stringify(readUrl(JSON.parse(String(request)) as { href: string })),
  readQuery: (text) => JSON.stringify([...new URLSearchParams(textOf(text))]),
  writeQuery: (pairs) =>
    JSON.stringify(new URLSearchParams(JSON.parse(String(pairs)) as [string, string][]).toString()),
  sha256: (bytes) => new Uint8Array(createHash('sha256').update(bytesOf(bytes)).digest()),
  hmac: (key, bytes) => new Uint8Array(createHmac('sha256', bytesOf(key)).update(bytesOf(bytes)).digest()),
  randomBytes: (length) => new Uint8Array(randomBytes(Math.min(MOST_RANDOM_BYTES, Math.max(0, Number(length))))),
};
