import { neutralize } from '../markup.ts';
import { colorOf, starred } from './color-rules.ts';
import { textCost, type RenderContext, type TemplateSource } from './context.ts';
import { parseFilter, type Filter } from './filters.ts';
import { cutText } from './formula/characters.ts';
import { follow, parsePath, type Path } from './lookup.ts';
import { renderValue } from './values.ts';

/** What stands where a variable has no value. */
export const MISSING = '???';

/** A compiled `{{source.field|filters}}`. */
export interface Placeholder {
  /** Key of the source that it reads, lower-case; undefined when its path has fewer than two parts. */
  readonly source: string | undefined;
  /** Whether it is written with `|wrap`, so that its text flows over the following rows. */
  readonly flows: boolean;
  /** Its text: the value by its filters, without foreign markup, behind the tile of its colour rule. Throws BudgetSpent. */
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

const isMarkup = (source: TemplateSource, field: string): boolean => source.markupFields.has(field) || source.markupFields.has(starred(field));

/** Tile and space in front of a coloured value; nothing where the value brings a tile of its own. */
const prefixOf = (source: TemplateSource, field: string, value: unknown, text: string): string => {
  const color = colorOf(source, field, value);
  if (color === undefined || /^\{\d+\}/.test(text)) return '';
  return UNCOLORED.has(field.slice(field.lastIndexOf('.') + 1).toLowerCase()) ? '' : `{${color}} `;
};

const isMarked = (text: string): boolean => text.includes('{') || text.includes('}');

const printValue = (value: unknown, source: TemplateSource, field: string, filters: readonly Filter[], context: RenderContext): string => {
  const plain = renderValue(value);
  if (plain === undefined) return applyFilters(MISSING, filters, context);
  if (plain.length > FREE_LENGTH) context.budget.spend(textCost(plain.length));
  const text = filters.length === 0 ? cutText(plain) : applyFilters(plain, filters, context);
  const safe = isMarked(text) && !isMarkup(source, field) ? neutralize(text) : text;
  return prefixOf(source, field, value, plain) + safe;
};

const compileValue = (path: Path, filters: readonly Filter[]): Placeholder['print'] => (context) => {
  const found = follow(path, context);
  return found.found ? printValue(found.value, found.source, found.field, filters, context) : applyFilters(MISSING, filters, context);
};

/** `{{source.field_color}}`: the tile of the field's rule alone, nothing without one, `???` without the source. */
const compileColor = (base: Path): Placeholder['print'] => (context) => {
  const found = follow(base, context);
  if (!found.found) return context.source(base.key) ? '' : MISSING;
  const color = colorOf(found.source, found.field, found.value);
  return color === undefined ? '' : `{${color}}`;
};

const FLOWS = /\|wrap(\||$)/;

/** Reads the body of `{{body}}`: a path, then filters behind bars. */
export const compilePlaceholder = (body: string): Placeholder => {
  const text = body.trim();
  const bar = text.indexOf('|');
  const name = bar < 0 ? text : text.slice(0, bar).trim();
  const stages = bar < 0 ? [] : text.slice(bar + 1).split('|');
  const path = parsePath(name);
  const filters = stages.map(parseFilter).filter((filter) => filter !== undefined);
  const field = path.steps.at(-1) ?? '';
  const isColor = field.length > COLOR_SUFFIX.length && field.toLowerCase().endsWith(COLOR_SUFFIX);
  const print = isColor ? compileColor(parsePath(name.slice(0, -COLOR_SUFFIX.length))) : compileValue(path, filters);
  return { source: path.steps.length === 0 ? undefined : path.key, flows: bar >= 0 && FLOWS.test(text), print };
};
