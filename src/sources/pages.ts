import { FLAGSHIP, NOTE } from '../core/geometry.ts';
import type { Area } from '../core/geometry.ts';
import { checkTemplate } from '../core/template/check.ts';
import { createBudget } from '../core/template/context.ts';
import type { ColorRule, RenderContext, TemplateSource } from '../core/template/context.ts';
import { compilePage } from '../core/template/page.ts';
import type { JsonObject } from '../schema/common.ts';
import type { Source, SourceProblem } from './source.ts';

/** Pages that come with a source. */
export type PageKind = 'flagship' | 'note';

/** The boards that they are for. */
export const PAGE_SIZES: Readonly<Record<PageKind, Area>> = { flagship: FLAGSHIP, note: NOTE };

/** Names of values that bring markers of their own. */
export const markupNames = ({ values }: Source): ReadonlySet<string> =>
  new Set(Object.keys(values).filter((name) => values[name]?.format === 'markup'));

const contextFor = (source: Source, data: JsonObject, now: number, zone: string): RenderContext => {
  const template: TemplateSource = {
    data,
    colorRules: source.colors as Readonly<Record<string, readonly ColorRule[]>>,
    markupFields: markupNames(source),
    entityLookup: false,
  };
  return { now, zone, budget: createBudget(), source: (key) => (key === source.id ? template : undefined) };
};

/** A page of a source with data, as rows of text: every row `cols` cells wide, tiles as `{63}`. */
export const drawPageOf = (source: Source, kind: PageKind, data: JsonObject, now: number, zone: string): string[] =>
  compilePage({ template: source.pages[kind] }, PAGE_SIZES[kind]).renderLines(contextFor(source, data, now, zone));

/** The ready-made page that fits a board best, as at most `rows` rows of text of at most `cols` cells. */
export const drawPage = (
  source: Source,
  data: JsonObject,
  { rows, cols }: Area,
  now: number,
  zone: string,
): string[] => {
  const kind = rows >= FLAGSHIP.rows && cols >= FLAGSHIP.cols ? 'flagship' : 'note';
  return compilePage({ template: source.pages[kind] }, { rows, cols }).renderLines(contextFor(source, data, now, zone));
};

const fieldsOf = (source: Source): readonly (readonly [string, number])[] => [
  ...Object.entries(source.values).map(([name, { max_length }]) => [name, max_length] as const),
  ...Object.entries(source.lists).flatMap(([list, { values }]) => [
    [`${list}_count`, 2] as const,
    ...Object.entries(values).map(([name, { max_length }]) => [`${list}.*.${name}`, max_length] as const),
  ]),
];

/** What can be said against the pages of a source: unknown names, and rows that may be wider than the board. */
export const checkPages = (source: Source): SourceProblem[] => {
  const fields = fieldsOf(source);
  const vocabulary = {
    variables: { [source.id]: fields.map(([name]) => name) },
    max_lengths: Object.fromEntries(fields.map(([name, length]) => [`${source.id}.${name}`, length])),
    colored: new Set(Object.keys(source.colors).map((name) => `${source.id}.${name}`)),
  };
  return (['flagship', 'note'] as const).flatMap((kind) => {
    const rows = source.pages[kind];
    const excess: SourceProblem[] =
      rows.length > PAGE_SIZES[kind].rows
        ? [{ path: ['pages', kind], message: `expected at most ${PAGE_SIZES[kind].rows} rows, found ${rows.length}` }]
        : [];
    const found = checkTemplate({ template: rows }, PAGE_SIZES[kind], vocabulary).map(({ line, message }) => ({
      path: ['pages', kind],
      message: `row ${line} "${rows[line - 1] ?? ''}": ${message}`,
    }));
    return [...excess, ...found];
  });
};
