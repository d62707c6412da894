import { signInAddresses } from './sign-in/check.ts';
import type { Source } from './form/source.ts';

/** Who says where an address leads: the `file` alone, the `settings` with it, or neither. */
export type Namer = 'file' | 'settings' | null;

const PLACEHOLDER = /\{\{.*?\}\}/g;
/** The formula that an address begins with, with or without a scheme in front. */
const HEAD = /^(?:https?:\/\/)?\{\{(.*?)\}\}/i;
const SETTINGS = /\bsettings\.([a-z][a-z0-9_]*)/g;
const TABLES = /\btables\.([a-z][a-z0-9_]*)/g;

/** Scheme and host of an address as it is written; null when it begins with a formula. */
const writtenHost = (url: string): { readonly scheme: string; readonly host: string } | null => {
  const kept = url.replace(PLACEHOLDER, (formula) => formula.replace(/[/?#]/g, '\u0000'));
  const found = /^(https?):\/\/([^/?#]+)/i.exec(kept);
  return found
    ? { scheme: (found[1] ?? '').toLowerCase(), host: (found[2] ?? '').replace(/^.*@/, '').toLowerCase() }
    : null;
};

const addressesOf = (source: Source): readonly string[] => {
  const { requests, lookups, base_url } = source;
  return [
    ...requests.map(({ url }) => url),
    ...Object.values(lookups).flatMap(({ url }) => url ?? []),
    ...signInAddresses(source),
    ...(base_url === undefined ? [] : [base_url]),
  ];
};

/** Whether nothing of a host but a placeholder is written: the owner says where it is. */
const isOpen = (host: string): boolean => /^(?:\{\{.*?\}\})(?::(?:\d+|\{\{.*?\}\}))?$/.test(host);

/** The formula that says where an address leads; undefined where the file does. */
const headOf = (url: string): string | undefined => {
  const written = writtenHost(url);
  return written && !isOpen(written.host) ? undefined : HEAD.exec(url)?.[1];
};

const namesIn = (urls: readonly string[], pattern: RegExp): string[] => [
  ...new Set(urls.flatMap((url) => [...(headOf(url) ?? '').matchAll(pattern)].map(([, name]) => name ?? ''))),
];

/** What a file says itself where a formula takes it from: values of tables, defaults and choices of settings. */
const givenIn = (source: Source): string[] => {
  const urls = addressesOf(source);
  const usual = (among: readonly string[]) =>
    namesIn(among, SETTINGS).flatMap((name) => {
      const { default: first, enum: choices } = source.settings[name] ?? {};
      return [first, ...(Array.isArray(choices) ? (choices as unknown[]) : [])];
    });
  const hosts = usual(urls.filter((url) => !url.startsWith('{{')));
  const addresses = [
    ...usual(urls),
    ...namesIn(urls, TABLES).flatMap((name) => Object.values(source.tables[name] ?? {})),
  ];
  return [...hosts, ...addresses.filter((value) => isWeb(value))].filter(
    (value): value is string => typeof value === 'string' && value !== '',
  );
};

const ANYTHING = /^[a-z0-9.:-]*$/;

/** Whether a host is one that a written host may become; what stands between its formulas is looked for once each. */
const isOf = (host: string, written: string): boolean => {
  const [start = '', ...others] = written.split(PLACEHOLDER);
  const end = others.pop();
  if (end === undefined) return host === start;
  if (!host.startsWith(start) || !host.endsWith(end)) return false;
  let at = start.length;
  for (const part of others) {
    const found = host.indexOf(part, at);
    if (found < 0 || !ANYTHING.test(host.slice(at, found))) return false;
    at = found + part.length;
  }
  return at + end.length <= host.length && ANYTHING.test(host.slice(at, host.length - end.length));
};

const isWeb = (value: unknown): boolean => typeof value === 'string' && /^\s*https?:\/\//i.test(value);

/** The address that a value means: it may be a whole one, or a host where the file writes the scheme. */
const addressIn = (value: string, protocol: string): URL | null => {
  const text = isWeb(value) ? value.trim() : `${protocol}//${value.trim()}`;
  return URL.canParse(text) ? new URL(text) : null;
};

const isMeantBy = (value: unknown, { origin, hostname, protocol }: URL): boolean => {
  if (typeof value !== 'string' || value.trim() === '') return false;
  const meant = addressIn(value, protocol);
  return isWeb(value) ? meant?.origin === origin : meant?.hostname === hostname;
};

/** The hosts that a source asks, as its file writes them; `*` stands for what its settings say. */
export const hostsOf = (source: Source): string[] => {
  const hosts = addressesOf(source).flatMap((url) => {
    const written = writtenHost(url);
    if (written) return [written.host.replace(PLACEHOLDER, '*')];
    return namesIn([url], SETTINGS).length > 0 && namesIn([url], TABLES).length === 0 ? ['*'] : [];
  });
  const given = givenIn(source).flatMap((value) => addressIn(value, 'https:')?.host ?? []);
  return [...new Set([...hosts, ...given])].sort();
};

/** Whether a host lies in a domain that is written out, whatever name in it a formula gives. */
const isFixed = (host: string): boolean => !host.includes('{{') || /\}\}(?:\.[a-z0-9-]+){2,}(?::\d+)?$/i.test(host);

/**
 * Who says where an address of a request leads that was made of a template. Null is to be refused: an answer may not
 * say whom to ask next.
 */
export const namerOf = (source: Source, address: string, settings: Readonly<Record<string, unknown>>): Namer => {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const written = addressesOf(source).flatMap((each) => {
    const found = writtenHost(each);
    const isMeant =
      found !== null && !isOpen(found.host) && `${found.scheme}:` === url.protocol && isOf(url.host, found.host);
    return isMeant ? [found.host] : [];
  });
  if (written.some(isFixed) || givenIn(source).some((value) => isMeantBy(value, url))) return 'file';
  return written.length > 0 || namesMeaning(source, url, settings).length > 0 ? 'settings' : null;
};

const namesMeaning = (source: Source, url: URL, settings: Readonly<Record<string, unknown>>): string[] =>
  [...namesIn(addressesOf(source), SETTINGS), ...(source.base_url === undefined ? [] : ['base_url'])].filter((name) =>
    isMeantBy(settings[name], url),
  );

/**
 * The settings into which the owner can have written where an address leads: those of which the file offers the value
 * itself, or a search fills in, are none.
 */
export const typedSettings = (
  source: Source,
  address: string,
  settings: Readonly<Record<string, unknown>>,
): string[] => {
  if (namerOf(source, address, settings) !== 'settings') return [];
  const filled = new Set(
    Object.entries(source.lookups).flatMap(([name, { also }]) => [name, ...Object.keys(also ?? {})]),
  );
  return namesMeaning(source, new URL(address), settings).filter((name) => !filled.has(name));
};
