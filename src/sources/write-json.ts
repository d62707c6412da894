import { BudgetSpent, type Budget } from '../core/template/context.ts';
import { sizeOf } from '../core/template/lookup.ts';

/** More levels than any answer has, with what formulas put around it. */
const DEEPEST = 200;
const SCALAR_LETTERS = 8;
const MARKS = 4;

const pay = (value: unknown, budget: Budget, depth: number): void => {
  if (typeof value === 'string') return budget.spendLetters(value.length + MARKS);
  if (typeof value !== 'object' || value === null) return budget.spendLetters(SCALAR_LETTERS);
  if (depth === DEEPEST) throw new BudgetSpent();
  if (Array.isArray(value)) {
    budget.spend(value.length / 2);
    for (const item of value) pay(item, budget, depth + 1);
    return;
  }
  budget.spend(1 + sizeOf(value) / 2);
  for (const [name, item] of Object.entries(value)) {
    budget.spendLetters(name.length + MARKS);
    pay(item, budget, depth + 1);
  }
};

/** A value of formulas as JSON, paid before it is written: what lies in it at two places counts twice. */
export const writeJson = (value: unknown, budget: Budget): string => {
  pay(value, budget, 0);
  return JSON.stringify(value);
};
