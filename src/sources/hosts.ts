import type { Source } from './source.ts';

/** What an address may lead to: `typed` by the owner, `named` in the file, or neither. */
export type Lead = 'typed' | 'named' | null;

const PLACEHOLDER = /\{\{.*?\}\}/g;
const SETTING = /^\{\{\s*(?:TRIM\(\s*)?settings\.([a-z][a-z0-9_]*)\s*\)?\s*\}\}/;

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

const patternOf = (host: string): RegExp =>
  new RegExp(
    `^${host
      .split(PLACEHOLDER)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[a-z0-9.:-]*')}$`,
    'i',
  );

const originOf = (address: unknown): string | null =>
  typeof address === 'string' && URL.canParse(address) ? new URL(address).origin : null;

/** Whether nothing of a host but a placeholder is written: the owner says where it is. */
const isOpen = (host: string): boolean => /^(?:\{\{.*?\}\})(?::(?:\d+|\{\{.*?\}\}))?$/.test(host);

/** The hosts that a source asks, as its file writes them; `*` stands for what its settings say. */
export const hostsOf = (source: Source): string[] => {
  const hosts = addressesOf(source).flatMap((url) => {
    const written = writtenHost(url);
    return written ? [written.host.replace(PLACEHOLDER, '*')] : SETTING.test(url) ? ['*'] : [];
  });
  return [...new Set(hosts)].sort();
};

/** Where an address of a request leads that was made of `template`; nothing but what file or settings name is allowed. */
export const leadOf = (
  source: Source,
  template: string,
  url: string,
  settings: Readonly<Record<string, unknown>>,
): Lead => {
  const origin = originOf(url);
  if (origin === null) return null;
  const setting = template.startsWith('/') ? 'base_url' : SETTING.exec(template)?.[1];
  if (setting !== undefined && originOf(settings[setting]) === origin)
    return settings[setting] === (setting === 'base_url' ? source.base_url : undefined) ? 'named' : 'typed';
  const own = writtenHost(template);
  const { host, protocol } = new URL(url);
  if (own && isOpen(own.host)) return 'typed';
  const named = addressesOf(source).some((address) => {
    const written = writtenHost(address);
    return (
      written !== null &&
      !isOpen(written.host) &&
      `${written.scheme}:` === protocol &&
      patternOf(written.host).test(host)
    );
  });
  return named ? 'named' : null;
};
