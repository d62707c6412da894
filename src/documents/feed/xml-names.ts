/** Which vocabulary an element belongs to; `plain` has no namespace that is known. */
export type Vocabulary = 'atom' | 'rss' | 'rdf' | 'dc' | 'media' | 'xhtml' | 'plain' | 'other';

/** The name of an element: its vocabulary, and its name there in lower case. */
export interface XmlName {
  readonly vocabulary: Vocabulary;
  readonly local: string;
}

const ADDRESSES: readonly (readonly [RegExp, Vocabulary])[] = [
  [/^https?:\/\/www\.w3\.org\/2005\/atom\/?$/i, 'atom'],
  [/^https?:\/\/purl\.org\/atom\//i, 'atom'],
  [/^https?:\/\/purl\.org\/(?:net\/)?rss/i, 'rss'],
  [/^https?:\/\/(?:my|channel)\.netscape\.com\/(?:publish\/formats\/|rdf\/)/i, 'rss'],
  [/^https?:\/\/(?:backend\.userland\.com|blogs\.law\.harvard\.edu|cyber\.law\.harvard\.edu)\//i, 'rss'],
  [/^https?:\/\/www\.w3\.org\/1999\/02\/22-rdf-syntax-ns#?$/i, 'rdf'],
  [/^https?:\/\/purl\.org\/dc\//i, 'dc'],
  [/^https?:\/\/(?:www\.)?(?:search\.yahoo|rssboard)\.(?:com\/mrss|org\/media-rss)\/?/i, 'media'],
  [/^https?:\/\/www\.w3\.org\/1999\/xhtml$/i, 'xhtml'],
];

// The meaning of the usual prefixes where none, or an unknown one, is declared.
const USUAL: Readonly<Record<string, Vocabulary>> = {
  '': 'plain',
  atom: 'atom',
  rss: 'rss',
  rdf: 'rdf',
  dc: 'dc',
  dcterms: 'dc',
  media: 'media',
  xhtml: 'xhtml',
};

/** The prefixes that are declared at some place of a document. */
export type Prefixes = ReadonlyMap<string, Vocabulary>;

/** Most prefixes at one place: each element that declares one has a list of all of them. */
const MOST_PREFIXES = 64;

const vocabularyOf = (address: string): Vocabulary | null =>
  ADDRESSES.find(([form]) => form.test(address.trim()))?.[1] ?? null;

/** The prefixes inside an element: those around it, and those that its attributes declare. */
export const declarePrefixes = (around: Prefixes, attributes: ReadonlyMap<string, string>): Prefixes => {
  const declared = [...attributes].filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'));
  if (declared.length === 0) return around;
  const inside = new Map(around);
  for (const [name, address] of declared) {
    const prefix = name.slice('xmlns:'.length);
    if (inside.size < MOST_PREFIXES || inside.has(prefix))
      inside.set(prefix, vocabularyOf(address) ?? USUAL[prefix] ?? 'other');
  }
  return inside;
};

/** What a written name means under some prefixes. */
export const resolveName = (written: string, prefixes: Prefixes): XmlName => {
  const [prefix, local] = written.includes(':')
    ? [written.slice(0, written.indexOf(':')), written.slice(written.indexOf(':') + 1)]
    : ['', written];
  return { vocabulary: prefixes.get(prefix) ?? USUAL[prefix.toLowerCase()] ?? 'other', local: local.toLowerCase() };
};
