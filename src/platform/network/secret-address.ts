import { decodePart } from '../../core/encode.ts';
import { isRecord, mapValues } from '../../core/record.ts';
import type { JsonObject } from '../../schema/common.ts';

/** What stands in answers for a secret, and in a request for one that stays. */
export const MASK = '***';

/**
 * Settings without the secrets of their addresses, and those addresses in whole at the same places; undefined where
 * there is none.
 */
export interface Concealed {
  readonly open: unknown;
  readonly secret: unknown;
}

interface Parts {
  readonly scheme: string;
  readonly user: string;
  /** Null without a colon in the user information. */
  readonly password: string | null;
  readonly host: string;
  readonly path: readonly string[];
  readonly query: readonly string[];
  readonly fragment: string;
}

const FORM = /^([a-z][a-z0-9+.-]*):\/\/(?:([^/?#]*)@)?([^/?#@]*)([^?#]*)(?:\?([^#]*))?(#.*)?$/is;

const KEY_NAME =
  /(?:key|token|secret|password|passwd|passphrase|pwd|auth|authorization|sig|signature|credentials?|jwt|hmac|session|sessionid|session_id|sid|appid|app_id)$|^(?:pass|pw|pin)$|token|secret|password|signature/i;

const KEY_WORDS = new Set(['private', 'secret', 'token', 'key', 'apikey', 'api_key', 'webhook', 'webhooks', 'hooks']);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

// Browsers and Node read `https:\\user@host` and `https:user@host` as addresses too: those are looked at as they are
// understood.
const readable = (text: string): string | null => {
  const trimmed = text.trim();
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/\s\\][^\s\\]*$/i.test(trimmed)) return trimmed;
  if (!/^[a-z][a-z0-9+.-]*:/i.test(trimmed) || !URL.canParse(trimmed)) return null;
  const { href, host } = new URL(trimmed);
  return host === '' ? null : href;
};

/** The parts of an address; null when a text is none. */
export const partsOf = (text: string): Parts | null => {
  const match = FORM.exec(readable(text) ?? '');
  if (!match) return null;
  const [, scheme = '', login = '', host = '', path = '', query, fragment = ''] = match;
  const colon = login.indexOf(':');
  return {
    scheme: scheme.toLowerCase(),
    user: colon < 0 ? login : login.slice(0, colon),
    password: colon < 0 ? null : login.slice(colon + 1),
    host,
    path: path.split('/'),
    query: query === undefined ? [] : query.split('&'),
    fragment,
  };
};

/** The address that parts make. */
export const format = ({ scheme, user, password, host, path, query, fragment }: Parts): string => {
  const login = user === '' && password === null ? '' : `${user}${password === null ? '' : `:${password}`}@`;
  return `${scheme}://${login}${host}${path.join('/')}${query.length === 0 ? '' : `?${query.join('&')}`}${fragment}`;
};

/** Whether a text looks random: a UUID, long hexadecimal digits, or letters and digits in turns. */
const looksRandom = (text: string): boolean => {
  if (UUID.test(text)) return true;
  if (!/^[\w~.=%+-]+$/.test(text) || !/\d/.test(text) || !/[a-z]/i.test(text)) return false;
  if (
    /^[0-9a-f]{16,}$/i.test(text) ||
    (text.length >= 20 && /[a-z]/.test(text) && /[A-Z]/.test(text) && !/[.%]/.test(text))
  )
    return true;
  return text.length >= 8 && (text.match(/(?<=\d)[a-z]|(?<=[a-z])\d/gi) ?? []).length >= 4;
};

const maskValue = (value: string): string => (value === '' ? '' : MASK);

const maskSegment = (segment: string, index: number, path: readonly string[]): string => {
  const [, name = '', extension = ''] = /^(.*?)(\.[a-z]{2,5})?$/is.exec(segment) ?? [];
  const [third = '', second = '', last = ''] = [3, 2, 1].map((back) => path[index - back]?.toLowerCase());
  const prefix = /^(?:private|secret|token|key|cid)[-_=]/i.exec(name)?.[0];
  if (name === '') return segment;
  if (prefix !== undefined) return `${prefix}${maskValue(name.slice(prefix.length))}${extension}`;
  // The published calendars of two vendors, and the addresses of a chat bot.
  const isPublished =
    (second === 'published' && /^\d+$/.test(last)) ||
    (second === 'owa' && last === 'calendar') ||
    (third === 'owa' && second === 'calendar');
  if (isPublished || KEY_WORDS.has(last) || /^bot\d+:/.test(name)) return MASK;
  return looksRandom(name) ? `${MASK}${extension}` : segment;
};

const maskMember = (member: string): string => {
  const at = member.indexOf('=');
  if (at < 0) return looksRandom(member) ? MASK : member;
  const [name, value] = [member.slice(0, at), member.slice(at + 1)];
  return KEY_NAME.test(decodePart(name)) || looksRandom(decodePart(value)) ? `${name}=${maskValue(value)}` : member;
};

const maskFragment = (fragment: string): string =>
  fragment.length > 1 ? `#${fragment.slice(1).split('&').map(maskMember).join('&')}` : fragment;

/** Parts of an address with `***` for those that are secret. */
export const maskParts = (parts: Parts): Parts => ({
  ...parts,
  user: maskValue(parts.user),
  password: parts.password === null ? null : maskValue(parts.password),
  path: parts.path.map(maskSegment),
  query: parts.query.map(maskMember),
  fragment: maskFragment(parts.fragment),
});

/**
 * An address with `***` for its user information, for members of its query that look like keys, and for secret parts of
 * its path; any other text as it is.
 */
export const maskAddress = (text: string): string => {
  const parts = partsOf(text);
  if (!parts) return text;
  const masked = format(maskParts(parts));
  return masked === format(parts) ? text : masked;
};

/** Whether a text is an address of which a part is masked. */
export const isMaskedAddress = (text: string): boolean => text.includes(MASK) && partsOf(text) !== null;

const PORTS: Readonly<Record<string, string>> = {
  http: '80',
  https: '443',
  ws: '80',
  wss: '443',
  mqtt: '1883',
  mqtts: '8883',
};

const SAME_SCHEME: Readonly<Record<string, string>> = { webcal: 'https', webcals: 'https', tcp: 'mqtt', tls: 'mqtts' };

/** Scheme, host and port of an address in one form; null when a text is none. */
export const destinationOf = (text: string): string | null => {
  const parts = partsOf(text);
  if (!parts) return null;
  const scheme = SAME_SCHEME[parts.scheme] ?? parts.scheme;
  // Through the parser, which knows that 127.1 and 127.0.0.1 are the same host.
  const written = `${PORTS[scheme] === undefined ? scheme : 'http'}://${parts.host}`;
  const [, host = '', port = ''] = /^(.*?)(?::(\d*))?$/.exec(parts.host) ?? [];
  const hostname = URL.canParse(written) ? new URL(written).hostname : host;
  return `${scheme}://${hostname.toLowerCase()}:${port || (PORTS[scheme] ?? '')}`;
};

/** The parts of an address that are secret, as they are written and as they are meant. */
export const secretsIn = (text: string): string[] => {
  const parts = partsOf(text);
  if (!parts) return [];
  const masked = maskParts(parts);
  const values = [
    // A name beside a password is no secret worth hiding in every sentence.
    ...(parts.password ? [parts.password] : [parts.user]),
    ...parts.path.flatMap((segment, index) =>
      masked.path[index] === segment ? [] : [segment, segment.replace(/^[a-z]+[-_=]/i, '')],
    ),
    ...parts.query.flatMap((member, index) =>
      masked.query[index] === member ? [] : [member.slice(member.indexOf('=') + 1)],
    ),
    ...(masked.fragment === parts.fragment ? [] : [parts.fragment.slice(1)]),
  ];
  return [...new Set(values.flatMap((value) => [value, decodePart(value)]))].filter((value) => value !== '');
};

/** Settings with every address in them masked. */
export const maskAddresses = (value: unknown): unknown => {
  if (typeof value === 'string') return maskAddress(value);
  if (Array.isArray(value)) return value.map(maskAddresses);
  return isRecord(value) ? mapValues(value, maskAddresses) : value;
};

/**
 * Splits settings into what may be shown and the addresses that may not; a list with such an address is kept as a
 * whole.
 */
export const concealAddresses = (value: unknown): Concealed => {
  if (!isRecord(value)) {
    const open = maskAddresses(value);
    return isSame(open, value) ? { open: value, secret: undefined } : { open, secret: value };
  }
  const open: JsonObject = {};
  const secret: JsonObject = {};
  for (const [name, member] of Object.entries(value)) {
    const parted = concealAddresses(member);
    open[name] = parted.open;
    if (parted.secret !== undefined) secret[name] = parted.secret;
  }
  return { open, secret: Object.keys(secret).length === 0 ? undefined : secret };
};

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
