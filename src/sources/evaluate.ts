import { BudgetSpent, type RenderContext } from '../core/template/context.ts';
import { asValue, orderOf, toTruth, type Value } from '../core/template/formula/coerce.ts';
import { isError } from '../core/template/formula/errors.ts';
import { payComparison } from '../core/template/formula/definition.ts';
import type { JsonObject } from '../schema/common.ts';
import type { CompiledList, CompiledSource, CompiledValue, ListRule } from './compiling/compile-source.ts';
import { FormulaProblem, contextOf, startScope, type Scope, type SourceMoment } from './scope.ts';
import { missingOf, showValue } from './shown-value.ts';
import { writeJson } from './write-json.ts';

/** Answers by the id of their request; null where there was nothing. */
export type Answers = Readonly<Record<string, unknown>>;

/** The variables of a source, or a sentence that says why there are none. */
export type Evaluation = { readonly data: JsonObject } | { readonly error: string };

const MOST_ITEMS = 2000;
const MOST_ROWS = 300;

interface Work {
  readonly moment: SourceMoment;
  readonly context: RenderContext;
}

interface Item {
  readonly item: unknown;
  readonly index: number;
  readonly raw: JsonObject;
  readonly shown: JsonObject;
}

const rawOf = ({ rule, at, spec }: CompiledValue, scope: Scope, start: unknown, { context }: Work): Value => {
  context.budget.spend(1 + (spec.path?.length ?? 0) / 8);
  const value = at === undefined ? null : asValue(at(start));
  return rule ? rule.read({ ...scope, value }, context) : isError(value) ? null : value;
};

/** What formulas see of a value: what it was before it was shown, or what stands for it. */
const seen = (raw: Value, { spec }: CompiledValue): unknown => {
  if (!isMissing(raw)) return raw;
  const stands = missingOf(spec);
  return stands === '-' ? null : stands;
};

const isMissing = (value: Value): boolean => value === null || value === '';

const toRow = (list: CompiledList, { item, index }: Pick<Item, 'item' | 'index'>, scope: Scope, work: Work): Item => {
  const raw: JsonObject = {};
  const shown: JsonObject = {};
  const inside = { ...scope, item, index, row: raw };
  // The object of the row and its two forms of data.
  work.context.budget.spendMembers(3 + list.values.length * 2);
  for (const value of list.values) {
    const found = rawOf(value, inside, item, work);
    raw[value.name] = seen(found, value);
    shown[value.name] = showValue(found, value.spec, work.moment, work.context);
  }
  return { item, index, raw, shown };
};

/** Of an item that is no row yet. */
const NO_DATA: JsonObject = {};

type ItemRead = (item: Item) => Value;

const readWith =
  (rule: ListRule, scope: Scope, { context }: Work): ItemRead =>
  ({ item, index, raw }) =>
    rule.rule.read({ ...scope, item, index, row: raw }, context);

const order = (items: readonly Item[], read: ItemRead, descending: boolean, { context }: Work): Item[] => {
  context.budget.spendMembers(items.length);
  const keyed = items.map((item) => ({ item, key: read(item) }));
  const direction = descending ? -1 : 1;
  return keyed
    .sort((a, b) => {
      if (isMissing(a.key) || isMissing(b.key)) return Number(isMissing(a.key)) - Number(isMissing(b.key));
      payComparison(context, a.key, b.key);
      const result = orderOf(a.key, b.key);
      return (isError(result) ? 0 : result) * direction;
    })
    .map(({ item }) => item);
};

const distinct = (items: readonly Item[], read: ItemRead, { context }: Work): Item[] => {
  const known = new Set<string>();
  return items.filter((item) => {
    const key = writeJson(read(item), context.budget);
    return !known.has(key) && known.add(key) !== undefined;
  });
};

/** Filters, sorts and thins out by those rules that read the row's values, or by those that do not. */
const arrange = (items: readonly Item[], list: CompiledList, readsRow: boolean, scope: Scope, work: Work): Item[] => {
  const use = (rule: ListRule | undefined): ItemRead | undefined =>
    rule?.readsRow === readsRow ? readWith(rule, scope, work) : undefined;
  const [where, sort, unique] = [use(list.where), use(list.sort), use(list.unique)];
  const kept = where ? items.filter((item) => toTruth(where(item)) === true) : [...items];
  const sorted = sort ? order(kept, sort, list.spec.descending === true, work) : kept;
  return unique ? distinct(sorted, unique, work) : sorted;
};

const listOf = (value: Value): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : isMissing(value) ? [] : [value];

/** What stands where items have passed since the answers came, and none came after them. */
const PASSED = '-';

const blankRow = ({ values, spec }: CompiledList, isFirst: boolean, isPassed: boolean): JsonObject =>
  Object.fromEntries(
    values.map(({ name }) => {
      const none = isFirst ? spec.none?.[name] : undefined;
      return [name, none === undefined ? '' : isPassed ? PASSED : none];
    }),
  );

const chosenOf = (list: CompiledList, scope: Scope, work: Work): Item[] => {
  const { spec } = list;
  const found = listOf(list.from.read(scope, work.context)).slice(0, MOST_ITEMS);
  work.context.budget.spendMembers(found.length);
  const items = found.map((item, at): Item => ({ item, index: at + 1, raw: NO_DATA, shown: NO_DATA }));
  const early = arrange(items, list, false, scope, work);
  const isLate = [list.where, list.sort, list.unique].some((rule) => rule?.readsRow);
  const rows = early.slice(0, isLate ? MOST_ROWS : spec.limit).map((item) => toRow(list, item, scope, work));
  return arrange(rows, list, true, scope, work).slice(0, spec.limit);
};

/** Whether a list had items when its answers came: that they have passed is no word that there is nothing. */
const hasPassed = (list: CompiledList, scope: Scope, { moment, context }: Work): boolean => {
  const now = Number(scope['asked']) * 1000;
  if (!(now < moment.now) || !list.spec.none) return false;
  const then = { ...moment, now };
  return chosenOf(list, scope, { moment: then, context: { ...context, now } }).length > 0;
};

const evaluateList = (list: CompiledList, scope: Scope, work: Work): { raw: JsonObject[]; shown: JsonObject[] } => {
  const { spec } = list;
  const chosen = chosenOf(list, scope, work);
  const isPassed = chosen.length === 0 && hasPassed(list, scope, work);
  work.context.budget.spendMembers(spec.rows * (1 + list.values.length));
  const blanks = Array.from({ length: Math.max(0, spec.rows - chosen.length) }, (_, at) =>
    blankRow(list, at === 0 && chosen.length === 0, isPassed),
  );
  return { raw: chosen.map(({ raw }) => raw), shown: [...chosen.map(({ shown }) => shown), ...blanks] };
};

/** An evaluation with what its formulas saw. */
type Evaluated = { readonly data: JsonObject; readonly scope: Scope; readonly work: Work } | { readonly error: string };

const evaluateAll = (compiled: CompiledSource, answers: Answers, moment: SourceMoment): Evaluated => {
  const { source } = compiled;
  const { vars, lists, values } = compiled.parts;
  const work: Work = { moment, context: contextOf(moment) };
  const first = source.requests[0]?.id ?? '';
  const varValues: JsonObject = {};
  const raw: JsonObject = {};
  const scope: Scope = {
    ...startScope(source, moment),
    ...answers,
    answer: answers[first],
    vars: varValues,
    data: raw,
  };
  for (const { name, rule } of vars) varValues[name] = rule.read(scope, work.context);
  const data: JsonObject = {};
  for (const list of lists) {
    const result = evaluateList(list, scope, work);
    raw[list.name] = result.raw;
    data[`${list.name}_count`] = result.raw.length;
    data[list.name] = result.shown;
  }
  for (const value of values) {
    const found = rawOf(value, scope, scope['answer'], work);
    if (value.spec.required === true && isMissing(found))
      return { error: `the answer holds no ${value.name.replaceAll('_', ' ')}` };
    raw[value.name] = seen(found, value);
    data[value.name] = showValue(found, value.spec, moment, work.context);
  }
  return { data, scope, work };
};

/**
 * The variables that answers give at a moment: equal arguments give equal data. A list has as many rows as its pages
 * need; `NAME_count` tells how many of them are real. Never throws.
 */
export const evaluate = (compiled: CompiledSource, answers: Answers, moment: SourceMoment): Evaluation => {
  const result = guard(() => evaluateAll(compiled, answers, moment));
  return 'error' in result ? result : { data: result.data };
};

/** What the owner reads when formulas exceed their budget. */
export const TOO_MUCH_WORK = 'the formulas of the source ask for too much work';

/** What formulas give, or a sentence when they cannot be compiled or ask for too much work. */
export const guard = <T>(run: () => T): T | { readonly error: string } => {
  try {
    return run();
  } catch (error) {
    if (error instanceof BudgetSpent) return { error: TOO_MUCH_WORK };
    if (error instanceof FormulaProblem) return { error: error.message };
    throw error;
  }
};

/** A trigger whose formula holds, with its message. */
export interface FiredTrigger {
  readonly id: string;
  readonly message: string;
}

/** The triggers of a source that hold at a moment. Never throws. */
export const evaluateTriggers = (
  compiled: CompiledSource,
  answers: Answers,
  moment: SourceMoment,
): readonly FiredTrigger[] => {
  const result = guard(() => {
    const all = evaluateAll(compiled, answers, moment);
    if ('error' in all) return [];
    const { scope, work } = all;
    return compiled.parts.triggers
      .filter(({ when }) => toTruth(when.read(scope, work.context)) === true)
      .map(({ id, message }) => ({ id, message: message.print(scope, work.context) }));
  });
  return Array.isArray(result) ? result : [];
};
