import * as v from 'valibot';
import { checkSource } from './check-source.ts';
import { compileSource, type CompiledSource } from './compile-source.ts';
import { JsonSyntaxError, locateJson, positionOf, type Position } from './json-position.ts';
import { SourceSchema } from '../form/schema.ts';
import { toSource, type SourceProblem } from '../form/source.ts';

/** What is wrong with a file, where, and what was expected. */
export interface FileProblem extends Position {
  /** Names and positions that lead there, joined by dots. */
  readonly path: string;
  readonly message: string;
}

/** A source that can be used, or all that is wrong with its file, at most 20 problems. */
export type ReadSource =
  | { readonly compiled: CompiledSource }
  | { readonly problems: readonly [FileProblem, ...FileProblem[]] };

/** No file is larger, in characters. */
const LARGEST_FILE = 256 * 1024;
const MOST_PROBLEMS = 20;

const refuse = ([first, ...others]: readonly FileProblem[]): ReadSource => ({
  problems: [first ?? { line: 1, column: 1, path: '', message: 'expected a source' }, ...others],
});

type Issue = v.BaseIssue<unknown>;

interface Found {
  readonly issue: Issue;
  readonly path: SourceProblem['path'];
}

/** The issue that tells most: of a union, the one of the branch that went furthest, whose path begins at the union. */
const deepest = (issue: Issue): Found => {
  const here: Found = { issue, path: [] };
  const best = (issue.issues ?? [])
    .map(deepest)
    .reduce((found, one) => (one.path.length > found.path.length ? one : found), here);
  const path = (issue.path ?? []).map(({ key }) => key as string | number);
  return { issue: best.issue, path: [...path, ...best.path] };
};

const sentenceOf = ({ message, expected, received, type }: Issue): string => {
  if (type === 'strict_object' && expected === 'never') return `unknown member ${received}`;
  if (type === 'strict_object' && received === 'undefined') return `expected the member ${expected ?? ''}`;
  if (message.startsWith('Invalid ')) return `expected ${expected ?? 'something else'}, found ${received}`;
  return message;
};

const toProblem = ({ issue, path }: Found): SourceProblem => ({ path, message: sentenceOf(issue) });

const readForm = (
  text: string,
): { value: unknown; locate: ReturnType<typeof locateJson> } | { problems: readonly FileProblem[] } => {
  try {
    return { locate: locateJson(text), value: JSON.parse(text) as unknown };
  } catch (error) {
    const offset = error instanceof JsonSyntaxError ? error.offset : 0;
    const message = error instanceof JsonSyntaxError ? error.message : 'expected JSON';
    return { problems: [{ ...positionOf(text, offset), path: '', message }] };
  }
};

/**
 * Reads a file `NAME.source.json`: its form, its face and all its formulas. A file that is not in order is refused with
 * line and column of each problem and what was expected there.
 */
export const readSource = (text: string): ReadSource => {
  if (text.length > LARGEST_FILE)
    return refuse([{ line: 1, column: 1, path: '', message: 'expected at most 256 KiB' }]);
  const json = readForm(text);
  if ('problems' in json) return refuse(json.problems);
  const { locate, value } = json;
  const place = (problems: readonly SourceProblem[]): FileProblem[] =>
    problems.slice(0, MOST_PROBLEMS).map(({ path, message }) => ({ ...locate(path), path: path.join('.'), message }));
  const parsed = v.safeParse(SourceSchema, value);
  if (!parsed.success) return refuse(place(parsed.issues.map(deepest).map(toProblem)));
  const source = toSource(parsed.output);
  const result = compileSource(source);
  const problems = [...('problems' in result ? result.problems : []), ...checkSource(parsed.output, source)];
  return 'compiled' in result && problems.length === 0 ? result : refuse(place(problems));
};
