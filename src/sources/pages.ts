import { FLAGSHIP, NOTE, type Area } from '../core/flaps/geometry.ts';
import { createBudget, type ColorRule, type RenderContext, type TemplateSource } from '../core/template/context.ts';
import { compilePage } from '../core/template/page.ts';
import type { JsonObject } from '../schema/common.ts';
import type { Evaluation } from './evaluate.ts';
import type { Source } from './form/source.ts';

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

/** Both ready-made pages as rows of text, tiles as `{63}`. */
export interface PageRows {
  readonly flagship: readonly string[];
  readonly note: readonly string[];
}

/** What answers give: the data and their pages, or the sentence instead. */
export interface Shown extends PageRows {
  readonly data: JsonObject;
  readonly error: string | null;
}

/** What an evaluation gives an owner to see. */
export const showEvaluation = (
  source: Source,
  result: Evaluation,
  { now, zone }: { readonly now: number; readonly zone: string },
): Shown => {
  if ('error' in result) return { data: {}, error: result.error, flagship: [], note: [] };
  const draw = (size: Area): string[] => drawPage(source, result.data, size, now, zone).map((row) => row.trimEnd());
  return { data: result.data, error: null, flagship: draw(FLAGSHIP), note: draw(NOTE) };
};
