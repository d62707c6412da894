import type { RenderContext } from '../../core/template/context.ts';
import { Moment } from '../../core/template/formula/moment.ts';
import { isError } from '../../core/template/formula/errors.ts';
import { toText, type Value } from '../../core/template/formula/coerce.ts';
import { compileRule, type FormulaNames, type Rule, type Scope } from '../scope.ts';
import { writeJson } from '../write-json.ts';

/** A text with formulas between double braces, compiled. */
export interface TextTemplate {
  readonly usesTime: boolean;
  /** The text; `write` makes the text of each value. */
  print(scope: Scope, context: RenderContext, write?: (text: string, at: number) => string): string;
  /** The value itself where the text is one formula alone; undefined otherwise. */
  readonly alone: Rule | undefined;
}

/** A formula between double braces, and where it stands with them. */
interface Braced {
  readonly formula: string;
  readonly from: number;
  readonly to: number;
}

/** The formulas of a text; braces that nothing closes are part of the text. */
const formulasIn = (text: string): Braced[] => {
  const found: Braced[] = [];
  for (let from = text.indexOf('{{'); from >= 0; from = text.indexOf('{{', found.at(-1)?.to)) {
    const start = from + (text[from + 2] === '=' ? 3 : 2);
    const end = text.indexOf('}}', start);
    if (end < 0) return found;
    found.push({ formula: text.slice(start, end), from, to: end + 2 });
  }
  return found;
};

/** A value as requests write it: numbers with all their digits. */
export const writeValue = (value: Value, { budget }: RenderContext): string => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Moment || value === null || typeof value === 'string') {
    const text = toText(value);
    return isError(text) ? '' : text;
  }
  return isError(value) ? '' : writeJson(value, budget);
};

/** Compiles a text whose `{{formulas}}` may use these names. Throws FormulaProblem. */
export const compileTemplate = (template: string, names: FormulaNames): TextTemplate => {
  const pieces: (string | Rule)[] = [];
  let end = 0;
  for (const { formula, from, to } of formulasIn(template)) {
    const rule = compileRule(formula, names);
    if (from > end) pieces.push(template.slice(end, from));
    pieces.push(rule);
    end = to;
  }
  if (end < template.length) pieces.push(template.slice(end));
  const [first] = pieces;
  return {
    usesTime: pieces.some((piece) => typeof piece !== 'string' && piece.usesTime),
    alone: pieces.length === 1 && typeof first === 'object' ? first : undefined,
    print: (scope, context, write = (text) => text) =>
      pieces
        .map((piece, at) => {
          const text = typeof piece === 'string' ? piece : writeValue(piece.read(scope, context), context);
          context.budget.spendLetters(text.length);
          return typeof piece === 'string' ? piece : write(text, at);
        })
        .join(''),
  };
};
