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

const BRACES = /\{\{=?([^]*?)\}\}/g;

/** A value as requests write it: numbers with all their digits. */
export const writeValue = (value: Value, { budget }: RenderContext): string => {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return String(value);
  if (value instanceof Moment || value === null || typeof value === 'string') {
    const text = toText(value);
    return isError(text) ? '' : text;
  }
  return isError(value) ? '' : writeJson(value, budget);
};

/** Compiles a text whose `{{formulas}}` may use these names; a sentence that says which of them fails. */
export const compileTemplate = (
  template: string,
  names: FormulaNames,
): { readonly template: TextTemplate } | { readonly error: string } => {
  const pieces: (string | Rule)[] = [];
  let end = 0;
  for (const match of template.matchAll(BRACES)) {
    const compiled = compileRule(match[1] ?? '', names);
    if ('error' in compiled) return compiled;
    if (match.index > end) pieces.push(template.slice(end, match.index));
    pieces.push(compiled.rule);
    end = match.index + match[0].length;
  }
  if (end < template.length) pieces.push(template.slice(end));
  const [first] = pieces;
  return {
    template: {
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
    },
  };
};
