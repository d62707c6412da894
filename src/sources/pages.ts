import { FLAGSHIP, NOTE, type Area } from '../core/flaps/geometry.ts';
import { createBudget, type ColorRule, type RenderContext, type TemplateSource } from '../core/template/context.ts';
import { compilePage } from '../core/template/page.ts';
import type { JsonObject } from '../schema/common.ts';
import type { Source } from './form/source.ts';

/** Pages that come with a source. */
export type PageKind = 'flagship' | 'note';

/** The boards that they are for. */
const PAGE_SIZES: Readonly<Record<PageKind, Area>> = { flagship: FLAGSHIP, note: NOTE };

/** Names of values that bring markers of their own. */
const markupNames = ({ values }: Source): ReadonlySet<string> =>
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
