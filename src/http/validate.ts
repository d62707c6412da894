import { safeParse, type BaseIssue, type GenericSchema } from 'valibot';
import type { ValidationIssue } from '../schema/error.ts';
import { MISSING, NOT_INTEGER, NOT_OBJECT, isMissing, nameIssue, type Finding } from '../core/issue-types.ts';
import { findListForObject, wantsInteger, type Step } from './reference/schema-shape.ts';
import { maskAddress } from '../platform/network/secret-address.ts';

const MOST_CHARACTERS = 1000;
const MOST_MEMBERS = 20;
const TEXT_CHARACTERS = 200;
const DEPTH = 3;

/** Whether a member of that name holds something that must not be shown. */
const isSecretName = (name: string): boolean => /pass|secret|token|key|psk|credential|authorization|cookie/i.test(name);

const shortenText = (text: string): string =>
  text.length > TEXT_CHARACTERS ? `${text.slice(0, TEXT_CHARACTERS)}…` : text;

const shorten = (value: unknown, depth: number): unknown => {
  if (typeof value === 'string') return shortenText(maskAddress(value));
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return '…';
  if (Array.isArray(value)) return value.slice(0, MOST_MEMBERS).map((one) => shorten(one, depth - 1));
  const members = Object.entries(value).slice(0, MOST_MEMBERS);
  return Object.fromEntries(
    members.map(([name, one]) => [
      name.slice(0, TEXT_CHARACTERS),
      isSecretName(name) ? '***' : shorten(one, depth - 1),
    ]),
  );
};

/**
 * What may be shown of a value that was sent: without secrets, in at most about 1 kB of JSON; undefined when it is
 * larger.
 */
const echo = (value: unknown): unknown => {
  const shown = shorten(value, DEPTH);
  const json = JSON.stringify(shown);
  return json === undefined || json.length > MOST_CHARACTERS ? undefined : shown;
};

/** Where a value came from: the first member of `loc`. */
export type Source = 'body' | 'query' | 'path';

/** A value of the right form, or what is wrong with it. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: ValidationIssue[] };

type Issue = BaseIssue<unknown>;

const MOST_ISSUES = 50;
const LARGE_BYTES = 16 * 1024;

const describe = (source: Source, steps: readonly Step[], finding: Finding, input: unknown): ValidationIssue => {
  // A body that is no object has no names that would tell whether it is a secret.
  const nameless = source === 'body' && steps.length === 0 && (typeof input !== 'object' || Array.isArray(input));
  const secret = nameless || steps.some((step) => typeof step === 'string' && isSecretName(step));
  const shown = secret || finding.type === 'extra_forbidden' ? undefined : echo(input);
  return {
    type: finding.type,
    loc: [source, ...steps],
    msg: finding.msg,
    ...(shown === undefined ? {} : { input: shown }),
    ...(finding.ctx ? { ctx: finding.ctx } : {}),
  };
};

const stepsOf = (issue: Issue): Step[] =>
  (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)));

const findingOf = (issue: Issue, schema: GenericSchema, steps: readonly Step[]): Finding =>
  issue.type === 'number' && wantsInteger(schema, steps) ? NOT_INTEGER : nameIssue(issue);

// None of a union's forms fitted: each says why, at its own place. A rule about the whole value sees it with defaults,
// which were not `sent`.
const translate = (
  issue: Issue,
  schema: GenericSchema,
  source: Source,
  sent: unknown,
  above: readonly Step[] = [],
): ValidationIssue[] => {
  const steps = [...above, ...stepsOf(issue)];
  if (isMissing(issue)) return [describe(source, steps, MISSING, issue.path?.at(-1)?.input)];
  if (issue.type === 'union' && issue.issues)
    return issue.issues.flatMap((one) => translate(one, schema, source, issue.input, steps));
  return [describe(source, steps, findingOf(issue, schema, steps), issue.path ? issue.input : sent)];
};

/** A required body or member that was not sent. */
export const missing = (source: Source, ...steps: Step[]): ValidationIssue => ({
  ...describe(source, steps, MISSING, undefined),
  input: null,
});

/**
 * Checks a value against a schema. Of a large value only the first finding is reported:
 * a list of all of them would be many times the size of what was sent.
 */
export const validate = <T>(
  schema: GenericSchema<unknown, T>,
  value: unknown,
  source: Source,
  bytes = 0,
): Outcome<T> => {
  const misplaced = findListForObject(schema, value);
  if (misplaced) return { ok: false, issues: [describe(source, misplaced, NOT_OBJECT, undefined)] };
  const result = safeParse(schema, value, { abortEarly: bytes > LARGE_BYTES });
  if (result.success) return { ok: true, value: result.output };
  return {
    ok: false,
    issues: result.issues
      .slice(0, MOST_ISSUES)
      .flatMap((issue) => translate(issue, schema, source, value))
      .slice(0, MOST_ISSUES),
  };
};
