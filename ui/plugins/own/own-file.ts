import type { JsonObject } from '../../../src/schema/common.ts';
import { SOURCE_NAME } from '../../../src/schema/limits.ts';
import type { OwnAnswerFound } from '../../../src/schema/plugins/sources.ts';
import { sources } from '../../strings/sources.ts';

/** A value that was chosen of an answer. */
export interface Chosen {
  readonly name: string;
  readonly path: string;
  readonly formula: string;
  readonly cells: number;
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 30);

/** The name that a path suggests, unlike those that are taken. */
export const nameFor = (path: string, taken: readonly string[]): string => {
  const base =
    plain(
      path
        .split(/[.[\]"]+/)
        .filter((part) => part !== '' && !/^\d+$/.test(part))
        .at(-1) ?? '',
    ) || 'value';
  if (!taken.includes(base)) return base;
  const at = [...Array(99).keys()].find((number) => !taken.includes(`${base}_${number + 2}`)) ?? 0;
  return `${base}_${at + 2}`;
};

/** What is wrong with the name of each value, in words; null where nothing is. */
export const nameProblems = (chosen: readonly Chosen[]): readonly (string | null)[] =>
  chosen.map(({ name }, at) => {
    if (!SOURCE_NAME.test(name)) return sources.valueNameProblem;
    return chosen.findIndex((one) => one.name === name) < at ? sources.valueNameTwice : null;
  });

/** What the service says of a file, for whoever filled in a form and sees no file. */
export const withoutPlace = (problem: string): string =>
  problem.replace(/^File: line \d+, column \d+ \((?:values\.)?(\w+)[^)]*\): /, '$1: ');

/** The path of a member, as files write it. */
export const memberPath = (path: string, name: string | number): string => {
  if (typeof name === 'number') return `${path}[${name}]`;
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return `${path}[${name.includes('"') ? `'${name}'` : `"${name}"`}]`;
  return path === '' ? name : `${path}.${name}`;
};

const today = (): string => new Date().toISOString().slice(0, 10);

const memberOf = ({ path }: Chosen): string => (path === '' ? '$' : path.slice(0, 100));

/** The file of a source that shows the chosen values of an answer, a row for each. */
export const writeOwnFile = (name: string, found: OwnAnswerFound, chosen: readonly Chosen[]): string => {
  const rows = (most: number) => chosen.slice(0, most).map((value) => `{{${value.name}}}`);
  const values: JsonObject = Object.fromEntries(
    chosen.map(({ name: value, path, formula, cells }) => [
      value,
      { ...(path === '' ? {} : { path }), ...(formula === '' ? {} : { formula }), max_length: cells },
    ]),
  );
  const host = URL.canParse(found.url) ? new URL(found.url).origin : 'https://example.org';
  return JSON.stringify(
    {
      form: 1,
      id: plain(name) || 'my_source',
      name,
      description: `Made from ${host}`.slice(0, 200),
      category: 'home',
      icon: 'activity',
      attribution: { text: host.slice(0, 120), url: host.slice(0, 300), terms: 'those of the service' },
      account: 'none',
      evidence: [
        { kind: 'recorded', url: host.slice(0, 300), date: today(), compared: chosen.slice(0, 30).map(memberOf) },
      ],
      settings: found.settings,
      requests: [{ id: 'one', url: found.url, answer: found.kind }],
      values,
      refresh: { usual: 600, least: 60 },
      pages: { flagship: rows(6), note: rows(3) },
    },
    null,
    2,
  );
};
