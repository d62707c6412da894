import { numericOf } from '../../core/template/formula/coerce.ts';
import { isRecord } from '../../core/record.ts';
import { looseMembers } from '../compiling/expects.ts';
import type { RequestSpec } from '../form/schema.ts';

/** What may come instead of an answer, as an owner reads it. */
export const DAMAGES = [
  'a web page',
  'an error with status 200',
  'an empty body',
  'an empty object',
  'empty lists',
  'nothing but nulls',
  'texts instead of numbers',
  'half of the answer',
  'another kind of answer',
] as const;

/** One kind of damage. */
export type Damage = (typeof DAMAGES)[number];

/** Stands where a number stood. */
const RUBBISH = 'qzxj';

const PAGE =
  '<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body><h1>Sign in</h1><p>This network needs a sign-in.</p></body></html>';
const ERROR = { error: { code: 500, message: 'internal failure' }, status: 'error', message: 'internal failure' };

type Change = (value: unknown) => unknown;

/** Every value that holds no others, changed. */
const changeLeaves = (
  value: unknown,
  change: (leaf: unknown, at: readonly string[]) => unknown,
  at: readonly string[] = [],
): unknown => {
  if (Array.isArray(value)) return value.map((item) => changeLeaves(item, change, [...at, '0']));
  if (!isRecord(value)) return change(value, at);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, changeLeaves(member, change, [...at, name])]),
  );
};

const emptyLists: Change = (value) => {
  if (Array.isArray(value)) return [];
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, emptyLists(member)]));
};

const otherKind: Change = (value) => (Array.isArray(value) ? (value[0] ?? {}) : isRecord(value) ? [value] : {});

const IN_JSON: { readonly [kind in Damage]?: Change } = {
  'empty lists': emptyLists,
  'nothing but nulls': (value) => changeLeaves(value, () => null),
  'another kind of answer': otherKind,
};

/** The texts of an XML answer, or the cells of a CSV one below its heads, changed. */
const changeCells = (text: string, { answer, csv }: RequestSpec, change: (cell: string) => string): string => {
  if (answer === 'xml') return text.replace(/>([^<]+)</g, (_, cell: string) => `>${change(cell)}<`);
  const separator = csv?.separator ?? ',';
  return text
    .split('\n')
    .map((line, at) => (at === 0 && !csv?.columns ? line : line.split(separator).map(change).join(separator)))
    .join('\n');
};

const inText = (text: string, damage: Damage, spec: RequestSpec): string | null => {
  const isTable = spec.answer === 'xml' || spec.answer === 'csv';
  switch (damage) {
    case 'nothing but nulls':
      return isTable ? changeCells(text, spec, () => '') : spec.answer === 'text' ? null : 'null';
    case 'texts instead of numbers':
      return isTable ? changeCells(text, spec, (cell) => (numericOf(cell) === undefined ? cell : RUBBISH)) : null;
    case 'half of the answer':
      return spec.answer === 'xml' ? text.slice(0, text.length * 0.6) : null;
    case 'another kind of answer':
      return spec.answer === 'xml' || spec.answer === 'rss' ? '<other><thing>1</thing></other>' : '["other"]';
    default:
      return null;
  }
};

/** Numbers that may be texts as well stay as they are. */
const spoilNumbers = (body: unknown, { expects }: RequestSpec): unknown => {
  const isText = looseMembers(expects ?? {});
  return changeLeaves(body, (leaf, at) => (typeof leaf === 'number' && !isText(at) ? RUBBISH : leaf));
};

const inJson = (body: unknown, damage: Damage, spec: RequestSpec): string | null => {
  if (damage === 'texts instead of numbers') return JSON.stringify(spoilNumbers(body, spec));
  if (damage === 'half of the answer') {
    const text = JSON.stringify(body);
    return text.length < 4 ? null : text.slice(0, text.length * 0.6);
  }
  const change = IN_JSON[damage];
  return change ? JSON.stringify(change(body)) : null;
};

/** A body as a damaged answer has it; null where that damage changes nothing. */
export const damageBody = (body: unknown, damage: Damage, spec: RequestSpec): string | null => {
  if (damage === 'a web page') return PAGE;
  if (damage === 'an error with status 200') return JSON.stringify(ERROR);
  if (damage === 'an empty body') return '';
  if (damage === 'an empty object') return '{}';
  const isText = spec.answer !== 'json' && typeof body === 'string';
  const damaged = isText ? inText(body, damage, spec) : inJson(body, damage, spec);
  return damaged === (isText ? body : JSON.stringify(body)) ? null : damaged;
};
