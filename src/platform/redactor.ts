/** Masks the present secrets in texts. */
export interface Redactor {
  /**
   * From now on a source has exactly these values, in the forms they take in JSON and in addresses too; those that it
   * had before are no secrets any more. Values under 4 characters are ignored.
   */
  set(source: string, values: readonly string[]): void;
  /** The text with `***` in place of every value of every source. */
  hide(text: string): string;
}

const SHORTEST = 4;
/** More secrets than an appliance can store; what a source brings beyond them is left out. */
const MOST_VALUES = 4000;
const MOST_CHARACTERS = 1024 * 1024;

const formsOf = (value: string): string[] => [
  value,
  JSON.stringify(value).slice(1, -1),
  encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\uFFFD')),
];

const bounded = (values: readonly string[]): string[] => {
  const kept: string[] = [];
  let characters = 0;
  for (const value of new Set(values)) {
    characters += value.length;
    if (kept.length === MOST_VALUES || characters > MOST_CHARACTERS) break;
    if (value.length >= SHORTEST) kept.push(value);
  }
  return kept;
};

/** A redactor that knows the values of one source without a name. */
export const createRedactor = (values: readonly string[] = []): Redactor => {
  const sources = new Map([['', values]]);
  // The longest first: a value inside another must not leave the rest of that one readable.
  const sorted = (): string[] =>
    [...new Set(bounded([...sources.values()].flat()).flatMap(formsOf))].sort((a, b) => b.length - a.length);
  let forms: string[] | null = null;
  return {
    set: (source, next) => {
      sources.set(source, next);
      forms = null;
    },
    hide: (text) => (forms ??= sorted()).reduce((rest, form) => rest.replaceAll(form, '***'), text),
  };
};
