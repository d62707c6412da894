import { hasBraces, neutralize } from '../flaps/markup.ts';
import { colorOf, starred } from './color-rules.ts';
import { textCost, type RenderContext, type TemplateSource } from './context.ts';
import { parseFilter, type Filter } from './filters.ts';
import { cutText } from './formula/characters.ts';
import { follow, parsePath, type Path } from './lookup.ts';
import { renderValue } from './values.ts';

/** What stands where a variable has no value. */
export const MISSING = '???';
/** What stands where a value is too old to be shown (rules, X11). */
export const OLD = '-';

/** A compiled `{{source.field|filters}}`. */
export interface Placeholder {
  /** Key of the source that it reads, lower-case; undefined when its path has fewer than two parts. */
  readonly source: string | undefined;
  /** Whether it is written with `|wrap`, so that its text flows over the following rows. */
  readonly flows: boolean;
  /**
   * Its text: the value by its filters, without foreign markup, behind the tile of its colour rule. Throws BudgetSpent.
   */
  print(context: RenderContext): string;
}

const COLOR_SUFFIX = '_color';
const UNCOLORED = new Set(['uv_index', 'temperature']);
const FREE_LENGTH = 64;

const applyFilters = (text: string, filters: readonly Filter[], context: RenderContext): string => {
  let result = cutText(text);
  for (const filter of filters) {
    result = cutText(filter(result));
    if (result.length > FREE_LENGTH) context.budget.spend(textCost(result.length));
  }
  return result;
};

const isMarkup = (source: TemplateSource, field: string): boolean =>
  source.markupFields.has(field) || source.markupFields.has(starred(field));

/** Tile and space in front of a coloured value; nothing where the value brings a tile of its own. */
const prefixOf = (
  source: TemplateSource,
  field: string,
  value: unknown,
  text: string,
  { budget }: RenderContext,
): string => {
  const color = colorOf(source, field, value, budget);
  if (color === undefined || /^\{\d+\}/.test(text)) return '';
  return UNCOLORED.has(field.slice(field.lastIndexOf('.') + 1).toLowerCase()) ? '' : `{${color}} `;
};

const printValue = (
  value: unknown,
  source: TemplateSource,
  field: string,
  filters: readonly Filter[],
  context: RenderContext,
): string => {
  const plain = renderValue(value);
  if (plain === undefined) return applyFilters(MISSING, filters, context);
  if (plain.length > FREE_LENGTH) context.budget.spend(textCost(plain.length));
  const text = filters.length === 0 ? cutText(plain) : applyFilters(plain, filters, context);
  const safe = hasBraces(text) && !isMarkup(source, field) ? neutralize(text) : text;
  return prefixOf(source, field, value, plain, context) + safe;
};

const compileValue =
  (path: Path, filters: readonly Filter[]): Placeholder['print'] =>
  (context) => {
    const found = follow(path, context);
    return found.found
      ? printValue(found.value, found.source, found.field, filters, context)
      : applyFilters(found.isOld ? OLD : MISSING, filters, context);
  };

/** `{{source.field_color}}`: the tile of the field's rule alone, nothing without one, `???` without the source. */
const compileColor =
  (base: Path): Placeholder['print'] =>
  (context) => {
    const found = follow(base, context);
    if (!found.found) return context.source(base.key) ? '' : MISSING;
    const color = colorOf(found.source, found.field, found.value, context.budget);
    return color === undefined ? '' : `{${color}}`;
  };

const FLOWS = /\|wrap(\||$)/;

/**
 * The body of `{{body}}` taken apart: the name of a variable, what stands between bars behind it, and whether `|wrap`
 * does.
 */
export const splitBody = (body: string): { name: string; stages: readonly string[]; flows: boolean } => {
  const text = body.trim();
  const bar = text.indexOf('|');
  if (bar < 0) return { name: text, stages: [], flows: false };
  return { name: text.slice(0, bar).trim(), stages: text.slice(bar + 1).split('|'), flows: FLOWS.test(text) };
};

/** The path whose colour rule `source.field_color` asks for; undefined for other names. */
export const coloredPath = (name: string): Path | undefined => {
  if (!name.toLowerCase().endsWith(COLOR_SUFFIX)) return undefined;
  const path = parsePath(name.slice(0, -COLOR_SUFFIX.length));
  return (path.steps.at(-1) ?? '') === '' ? undefined : path;
};

/** Reads the body of `{{body}}`: a path, then filters behind bars. */
export const compilePlaceholder = (body: string): Placeholder => {
  const { name, stages, flows } = splitBody(body);
  const path = parsePath(name);
  const filters = stages.map(parseFilter).filter((filter) => filter !== undefined);
  const colored = coloredPath(name);
  return {
    source: path.steps.length === 0 ? undefined : path.key,
    flows,
    print: colored ? compileColor(colored) : compileValue(path, filters),
  };
};
