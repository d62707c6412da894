import type { Source } from './source.ts';

/** What an address may lead to: `typed` by the owner, `named` in the file, or neither. */
export type Lead = 'typed' | 'named' | null;

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

const addressesOf = ({ requests, lookups, base_url }: Source): readonly string[] => [
  ...requests.map(({ url }) => url),
  ...Object.values(lookups).map(({ url }) => url),
  ...(base_url === undefined ? [] : [base_url]),
];

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

/** What a file says itself where a formula takes it from: values of tables, and settings that nobody changed. */
const givenIn = (source: Source): string[] => {
  const urls = addressesOf(source);
  const usual = (among: readonly string[]) =>
    namesIn(among, SETTINGS).map((name) => source.settings[name]?.['default']);
  const hosts = usual(urls.filter((url) => !url.startsWith('{{')));
  const addresses = [
    ...usual(urls),
    ...namesIn(urls, TABLES).flatMap((name) => Object.values(source.tables[name] ?? {})),
  ];
  return [...hosts, ...addresses.filter((value) => isWeb(value))].filter(
    (value): value is string => typeof value === 'string' && value !== '',
  );
};

const patternOf = (host: string): RegExp =>
  new RegExp(
    `^${host
      .split(PLACEHOLDER)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[a-z0-9.:-]*')}$`,
    'i',
  );

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

/**
 * Where an address of a request leads that was made of a template; nothing but what file or settings name is allowed.
 */
export const leadOf = (source: Source, address: string, settings: Readonly<Record<string, unknown>>): Lead => {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const urls = addressesOf(source);
  const typed = namesIn(urls, SETTINGS).filter((name) => settings[name] !== source.settings[name]?.['default']);
  if (source.base_url !== undefined && settings['base_url'] !== source.base_url) typed.push('base_url');
  if (typed.some((name) => isMeantBy(settings[name], url))) return 'typed';
  const isWritten = urls.some((each) => {
    const written = writtenHost(each);
    return (
      written !== null &&
      !isOpen(written.host) &&
      `${written.scheme}:` === url.protocol &&
      patternOf(written.host).test(url.host)
    );
  });
  return isWritten || givenIn(source).some((value) => isMeantBy(value, url)) ? 'named' : null;
};
