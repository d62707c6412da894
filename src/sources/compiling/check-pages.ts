import { FLAGSHIP, NOTE } from '../../core/flaps/geometry.ts';
import { checkTemplate, type TemplateProblem } from '../../core/template/check.ts';
import type { Source, SourceProblem } from '../form/source.ts';

/** What can be said against a page; only what is of severity `error` will not print as it is meant. */
export interface PageProblem extends SourceProblem {
  readonly severity: TemplateProblem['severity'];
  readonly code: TemplateProblem['code'] | 'rows';
}

const BOARDS = [
  ['flagship', FLAGSHIP],
  ['note', NOTE],
] as const;

const fieldsOf = (source: Source): readonly (readonly [string, number])[] => [
  ...Object.entries(source.values).map(([name, { max_length }]) => [name, max_length] as const),
  ...Object.entries(source.lists).flatMap(([list, { values }]) => [
    [`${list}_count`, 2] as const,
    ...Object.entries(values).map(([name, { max_length }]) => [`${list}.*.${name}`, max_length] as const),
  ]),
];

/** What can be said against the pages of a source: unknown names, and rows that may be wider than the board. */
export const checkPages = (source: Source): PageProblem[] => {
  const fields = fieldsOf(source);
  const vocabulary = {
    variables: { [source.id]: fields.map(([name]) => name) },
    max_lengths: Object.fromEntries(fields.map(([name, length]) => [`${source.id}.${name}`, length])),
    colored: new Set(Object.keys(source.colors).map((name) => `${source.id}.${name}`)),
  };
  return BOARDS.flatMap(([kind, size]) => {
    const rows = source.pages[kind];
    const excess: PageProblem[] =
      rows.length > size.rows
        ? [
            {
              path: ['pages', kind],
              message: `expected at most ${size.rows} rows, found ${rows.length}`,
              severity: 'error',
              code: 'rows',
            },
          ]
        : [];
    const found = checkTemplate({ template: rows }, size, vocabulary).map(({ line, message, severity, code }) => ({
      path: ['pages', kind],
      severity,
      code,
      message: `row ${line} "${rows[line - 1] ?? ''}": ${message}`,
    }));
    return [...excess, ...found];
  });
};
