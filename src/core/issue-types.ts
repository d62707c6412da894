import type { BaseIssue } from 'valibot';
import { plural } from './plural.ts';

/** A finding in the words that clients of the API know. */
export interface Finding {
  readonly type: string;
  readonly msg: string;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

type Issue = BaseIssue<unknown>;

const MESSAGE_LENGTH = 300;

const finding = (type: string, msg: string, ctx?: Record<string, unknown>): Finding =>
  ctx ? { type, msg, ctx } : { type, msg };

const bound = (type: string, words: string, key: string) => (issue: Issue) =>
  finding(type, `Must be ${words} ${String(issue.requirement)}`, { [key]: issue.requirement });

const length = (side: 'short' | 'long', key: 'min_length' | 'max_length') => (issue: Issue) => {
  const { requirement } = issue;
  const limit = side === 'short' ? 'at least' : 'at most';
  const [type, unit] =
    typeof issue.input === 'string' ? [`string_too_${side}`, 'character'] : [`too_${side}`, 'element'];
  return finding(type, `Must have ${limit} ${plural(Number(requirement), unit)}`, { [key]: requirement });
};

const choice = (issue: Issue): Finding => {
  const expected = String(issue.expected)
    .replace(/^\((.*)\)$/, '$1')
    .replaceAll('"', "'")
    .replaceAll(' | ', ', ');
  return finding('literal_error', `Must be one of: ${expected}`, { expected });
};

/** The sentence that a schema brings itself; valibot's own repeat what was sent, and are not passed on. */
const ownSentence = ({ message }: Issue): string | null =>
  message.startsWith('Invalid ') ? null : message.slice(0, MESSAGE_LENGTH);

const pattern = (issue: Issue): Finding => {
  const source = issue.requirement instanceof RegExp ? issue.requirement.source : String(issue.requirement);
  const expected = ownSentence(issue);
  const sentence = expected === null ? 'Has not the expected form' : `Has not the expected form: ${expected}`;
  return finding('string_pattern_mismatch', sentence, { pattern: source });
};

const ownWords = (issue: Issue): Finding => finding('value_error', ownSentence(issue) ?? 'Is not a permitted value');

const KNOWN: Readonly<Record<string, (issue: Issue) => Finding>> = {
  string: () => finding('string_type', 'Must be text'),
  number: () => finding('float_type', 'Must be a number'),
  integer: () => finding('int_from_float', 'Must be a whole number'),
  boolean: () => finding('bool_type', 'Must be true or false'),
  array: () => finding('list_type', 'Must be a list'),
  object: () => finding('model_type', 'Must be an object'),
  strict_object: ({ expected, message }) =>
    expected === 'never' ? finding('extra_forbidden', message) : finding('model_type', 'Must be an object'),
  record: () => finding('dict_type', 'Must be an object'),
  picklist: choice,
  literal: choice,
  variant: choice,
  min_value: bound('greater_than_equal', 'at least', 'ge'),
  max_value: bound('less_than_equal', 'at most', 'le'),
  min_length: length('short', 'min_length'),
  max_length: length('long', 'max_length'),
  regex: pattern,
  iso_timestamp: pattern,
};

/** A required member that is not there. */
export const MISSING: Finding = finding('missing', 'This field is required');

/** A whole number that is something else. */
export const NOT_INTEGER: Finding = finding('int_type', 'Must be a whole number');

/** A list where an object has to be. */
export const NOT_OBJECT: Finding = finding('model_type', 'Must be an object');

/** Whether an issue says that a member is not there. */
export const isMissing = (issue: Issue): boolean =>
  issue.kind === 'schema' && issue.path?.at(-1)?.origin === 'key' && issue.input === undefined;

/** What an issue of valibot is called; the value that was sent is never part of it. */
export const nameIssue = (issue: Issue): Finding =>
  isMissing(issue) ? MISSING : (KNOWN[issue.type] ?? ownWords)(issue);
