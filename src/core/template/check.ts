import type { TemplateCheck } from '../../schema/content/templates.ts';
import { countCells } from '../flaps/cells.ts';
import { colorCode } from '../flaps/flaps.ts';
import type { Geometry } from '../flaps/geometry.ts';
import { starred } from './color-rules.ts';
import { nextDouble, type Span } from './double-braces.ts';
import { parseFill } from './fill.ts';
import { filterProblem, splitFilter } from './filters.ts';
import { checkFormula } from './formula/formula.ts';
import { readPrefixes } from './prefixes.ts';
import { parsePath, type Path } from './lookup.ts';
import type { RenderContext } from './context.ts';
import type { PageTemplate } from './page.ts';
import { MISSING, coloredPath, splitBody } from './placeholder.ts';
import { renderString } from './text.ts';

/**
 * A problem of a template, for its author: a warning names what may go wrong, an error what will not print as it is
 * meant.
 */
export type TemplateProblem = TemplateCheck['problems'][number];

/**
 * What templates may use, as in the catalogue: names by source, greatest lengths by `source.field`, the `source.field`
 * that have colour rules.
 */
export interface Vocabulary {
  readonly variables: Readonly<Record<string, readonly string[]>>;
  readonly max_lengths: Readonly<Record<string, number>>;
  readonly colored?: ReadonlySet<string>;
  /** Keys of sources that may have more names than are listed. */
  readonly open?: ReadonlySet<string>;
}

/** What every source has without naming it. */
const EVERYWHERE = ['age'];
/** What is checked of a line: many times what the widest display shows. */
const MOST_CHECKED = 4096;

type Found = Omit<TemplateProblem, 'line'>;

const found = (column: number, code: Found['code'], message: string, severity: Found['severity'] = 'error'): Found => ({
  column,
  severity,
  code,
  message,
});

const spansOf = (line: string): Span[] => {
  const spans: Span[] = [];
  for (let span = nextDouble(line, 0); span; span = nextDouble(line, span.end)) spans.push(span);
  return spans;
};

/** The stretches between the spans, each with its place. */
const gapsOf = (line: string, spans: readonly Span[]): { text: string; start: number }[] => {
  const starts = [0, ...spans.map(({ end }) => end)];
  return starts.map((start, at) => ({ start, text: line.slice(start, spans[at]?.start ?? line.length) }));
};

const checkBraces = ({ text, start }: { text: string; start: number }): Found[] => {
  const open = text.indexOf('{{');
  const close = text.indexOf('}}');
  if (open >= 0)
    return [
      found(start + open + 1, 'braces', 'these double braces are not closed, hold nothing, or hold another brace'),
    ];
  return close >= 0 ? [found(start + close + 1, 'braces', 'these double braces were not opened')] : [];
};

const checkBody = (body: string, column: number, vocabulary: Vocabulary): Found[] => {
  if (body.startsWith('=')) {
    const lead = body.length - 1 - body.slice(1).trimStart().length;
    const known = new Set(Object.keys(vocabulary.variables));
    return checkFormula(body.slice(1), known).map(({ offset, message }) =>
      found(column + '{{='.length + lead + offset, 'formula', message),
    );
  }
  if (colorCode(body) !== undefined || parseFill(body.trim())) return [];
  const { name, stages } = splitBody(body);
  const filters = stages
    .flatMap((stage) => filterProblem(stage) ?? [])
    .map((message) => found(column, 'filter', message));
  return [...checkName(name, column, vocabulary), ...filters];
};

const checkName = (name: string, column: number, { variables, open }: Vocabulary): Found[] => {
  const { key, steps } = coloredPath(name) ?? parsePath(name);
  const names = Object.hasOwn(variables, key) ? variables[key] : undefined;
  if (!names && name.includes('(')) return [found(column, 'formula', `a formula begins with "=": write "=${name}"`)];
  if (steps.length === 0)
    return [
      found(
        column,
        'variable',
        `"${name}" is no variable: write the source and the field, as in "weather.temperature"`,
      ),
    ];
  if (!names) return [found(column, 'unknown_source', `there is no source "${key}", or it is off`)];
  if (open?.has(key)) return [];
  const wanted = new Set([starred(steps.join('.')).toLowerCase(), (steps[0] ?? '').toLowerCase()]);
  return [...names, ...EVERYWHERE].some((one) => wanted.has(one.toLowerCase()))
    ? []
    : [found(column, 'unknown_field', `"${key}" has no field "${steps.join('.')}"`)];
};

const declared = <T>(lengths: Readonly<Record<string, T>>, { key, steps }: Path): T | undefined => {
  const field = starred(steps.join('.'));
  for (const name of [`${key}.${field}`, `${key.split(':')[0]}.${field}`])
    if (Object.hasOwn(lengths, name)) return lengths[name];
  return undefined;
};

const isColored = ({ colored }: Vocabulary, { key, steps }: Path): boolean =>
  colored?.has(`${key.split(':')[0]}.${starred(steps.join('.'))}`) ?? false;

/**
 * The most cells that a body may take; an undeclared variable counts as a whole row, a formula, whose length is
 * unknown, as nothing.
 */
const widthOf = (body: string, vocabulary: Vocabulary, cols: number): number => {
  if (body.startsWith('=') || parseFill(body.trim())) return 0;
  const { name, stages } = splitBody(body);
  if (colorCode(body) !== undefined || coloredPath(name)) return 1;
  const path = parsePath(name);
  let width = declared(vocabulary.max_lengths, path) ?? cols;
  for (const stage of stages) {
    const { name: filter, argument } = splitFilter(stage);
    const count = Number(argument ?? NaN);
    if (!Number.isFinite(count)) continue;
    if (filter === 'pad') width = count;
    else if (filter === 'truncate') width = Math.min(width, count);
    else if (filter === 'zeropad') width = Math.max(width, count);
  }
  return width + (isColored(vocabulary, path) ? 2 : 0);
};

const checkWidth = (line: string, wraps: boolean, vocabulary: Vocabulary, cols: number): Found[] => {
  const spans = spansOf(line);
  const bodies = spans.map(({ start, end }) => line.slice(start + 2, end - 2));
  if (wraps || bodies.some((body) => splitBody(body).flows)) return [];
  const literal = gapsOf(line, spans).reduce((sum, { text }) => sum + countCells(text), 0);
  const width = bodies.reduce((sum, body) => sum + widthOf(body, vocabulary, cols), literal);
  return width <= cols
    ? []
    : [
        found(
          1,
          'too_long',
          `this line may take ${width} cells, a row has ${cols}: what is too much is cut`,
          'warning',
        ),
      ];
};

const checkLine = (line: string, vocabulary: Vocabulary): Found[] => {
  const spans = spansOf(line);
  const bodies = spans.flatMap(({ start, end }) => checkBody(line.slice(start + 2, end - 2), start + 1, vocabulary));
  return [...gapsOf(line, spans).flatMap(checkBraces), ...bodies];
};

/**
 * The problems of a page's template that can be found without its data, by line and column: braces, variables, filters,
 * formulas, and lines that may be too wide.
 */
export const checkTemplate = (
  { template, line_metadata }: PageTemplate,
  { rows, cols }: Pick<Geometry, 'rows' | 'cols'>,
  vocabulary: Vocabulary,
): TemplateProblem[] =>
  template.slice(0, rows).flatMap((whole, row) => {
    const line = whole.slice(0, MOST_CHECKED);
    const metadata = line_metadata?.[row];
    const { text, wraps } = metadata ? { text: line, wraps: metadata.wrap } : readPrefixes(line);
    const problems = [...checkLine(line, vocabulary), ...checkWidth(text, wraps, vocabulary, cols)];
    return problems.sort((a, b) => a.column - b.column).map((problem) => ({ line: row + 1, ...problem }));
  });

/** A place of a template that prints `???` now. */
export interface MissingValue {
  /** Line and column, from 1. */
  readonly line: number;
  readonly column: number;
  /** What stands between the braces. */
  readonly body: string;
}

const printsMissing = (span: string, context: RenderContext): boolean => {
  const body = span.slice(2, -2);
  if (body.startsWith('=')) return renderString(span, context).includes(MISSING);
  return renderString(`{{${splitBody(body).name}}}`, context) === MISSING;
};

/** The places of a template that print `???` with the data that is there now. */
export const missingValues = (
  template: readonly string[],
  { rows }: Pick<Geometry, 'rows'>,
  context: RenderContext,
): MissingValue[] =>
  template.slice(0, rows).flatMap((whole, row) => {
    const line = whole.slice(0, MOST_CHECKED);
    return spansOf(line)
      .filter(({ start, end }) => printsMissing(line.slice(start, end), context))
      .map(({ start, end }) => ({ line: row + 1, column: start + 1, body: line.slice(start + 2, end - 2).trim() }));
  });
