import { colorCode } from '../flaps/flaps.ts';
import { renderValue } from './values.ts';
import { textCost, type Budget, type ColorRule, type TemplateSource } from './context.ts';

const NUMBER = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;

const numberOf = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'string' && value.length < 64 && NUMBER.test(value) ? Number(value) : undefined;
};

const textOf = (value: unknown): string => String(value).toLowerCase();

/** Equal as text in any case; a boolean is also what it is rendered as. */
const sameText = (value: unknown, other: unknown): boolean =>
  textOf(value) === textOf(other) ||
  (typeof value === 'boolean' && renderValue(value)?.toLowerCase() === textOf(other));

const order: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
};

const holds = (rule: ColorRule, value: unknown): boolean => {
  if (rule.condition === '==') return sameText(value, rule.value);
  if (rule.condition === '!=') return !sameText(value, rule.value);
  const a = numberOf(value);
  const b = numberOf(rule.value);
  return a !== undefined && b !== undefined && (order[rule.condition]?.(a, b) ?? false);
};

/** A field with each position in a list written as `*`, as manifests name the fields of list items. */
export const starred = (field: string): string => field.replace(/(^|\.)\d+(?=\.|$)/g, '$1*');

const rulesOf = ({ colorRules }: TemplateSource, field: string): readonly ColorRule[] | undefined => {
  if (Object.hasOwn(colorRules, field)) return colorRules[field];
  if (!field.includes('.')) return undefined;
  const pattern = starred(field);
  return Object.hasOwn(colorRules, pattern) ? colorRules[pattern] : undefined;
};

/** Rules that are held against a short value in one step. */
const RULES_PER_STEP = 8;

/**
 * The tile of the first rule of a field that a scalar value meets; undefined without one. Throws BudgetSpent when there
 * are more rules than the budget allows.
 */
export const colorOf = (source: TemplateSource, field: string, value: unknown, budget: Budget): number | undefined => {
  const rules = rulesOf(source, field);
  const text = rules && renderValue(value);
  if (!rules || text === undefined) return undefined;
  budget.spend((rules.length * textCost(text.length)) / RULES_PER_STEP);
  const rule = rules.find((one) => holds(one, value));
  return rule && colorCode(String(rule.color));
};
