import { fieldNames } from '../strings/field-names.ts';

const PATH = /^([a-z]\w*(?:\[\d+\]|\.\w+)*): (?=\S)/;
const NAMES_CHARACTER = /\[\d+\]\.expression: [^]* \(at offset \d+\)$/;
/** Between quotes and braces stands what somebody wrote, and in an address anything. */
const WORDS = /"[^"]*"|\{\{[^}]*\}\}|\S+:\/\/\S*|\b[a-z]+(?:_[a-z]+)+\b/g;

const asLabel = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll('_', ' ');

/** What a field is called where it is filled in; `path` leads to it, as in `panel.connection.host`. */
const labelOf = (path: string): string => {
  const names = path.replace(/\[\d+\]/g, '').split('.');
  const last = names.at(-1) ?? '';
  return fieldNames[last] ?? asLabel(last);
};

/**
 * A sentence of the service in which fields are called by their labels instead of their names on the wire. One that
 * names a character of a rule stays as it is: the form reads from it which of its rules is meant.
 */
export const withLabels = (sentence: string): string =>
  NAMES_CHARACTER.test(sentence)
    ? sentence
    : sentence
        .replace(PATH, (_all, path: string) => `${labelOf(path)}: `)
        .replace(WORDS, (word) => (fieldNames[word] === undefined ? word : `“${fieldNames[word]}”`));

/** What is wrong with a request, for people: the sentence, or every finding, of the service; null when it has none. */
export const explainDetail = (detail: unknown): string | null => {
  if (typeof detail === 'string') return withLabels(detail);
  if (!Array.isArray(detail)) return null;
  const found = (detail as { readonly loc?: readonly unknown[]; readonly msg?: string }[]).flatMap(({ loc, msg }) => {
    const field = (loc ?? [])
      .slice(1)
      .filter((step) => typeof step === 'string')
      .at(-1);
    return msg ? [typeof field === 'string' ? `${labelOf(field)}: ${msg}` : msg] : [];
  });
  return found.join('; ') || null;
};
