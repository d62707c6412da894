import { readFileSync } from 'node:fs';
import { CATEGORIES } from '../../src/sources/categories.ts';
import { hostsOf } from '../../src/sources/hosts.ts';
import { toSource } from '../../src/sources/source.ts';
import type { Source } from '../../src/sources/source.ts';
import * as v from 'valibot';
import { SourceSchema } from '../../src/sources/schema.ts';
import { sourceJsonSchema } from '../../src/sources/json-schema.ts';
import { stockFiles } from './stock.ts';

const sourceIn = (path: string): Source => toSource(v.parse(SourceSchema, JSON.parse(readFileSync(path, 'utf8'))));

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');

const every = (seconds: number): string =>
  seconds < 120
    ? `${seconds} s`
    : seconds < 7200
      ? `${Math.round(seconds / 60)} min`
      : `${Math.round(seconds / 3600)} h`;

const needsOf = ({ account, required, settings, place }: Source): string =>
  [
    ...(place ? ['a place'] : []),
    ...required.map((name) => String((settings[name] as { title?: unknown } | undefined)?.title ?? name)),
    ...(account === 'none' ? [] : [`account: ${account.url}`]),
  ].join(', ') || 'nothing';

const rowOf = (source: Source): string =>
  `| ${[
    `${source.name} (\`${source.id}\`)`,
    source.description,
    needsOf(source),
    `${source.attribution.text}: ${hostsOf(source).join(', ').replaceAll('*', '\\*')}`,
    every(source.refresh.usual),
    source.reference.join(', '),
    source.untested ? 'untested' : '',
  ]
    .map(cell)
    .join(' | ')} |`;

/** The table of all sources, by category, as `docs/catalogue.md` has it. */
export const catalogueTable = (): string => {
  const sources = stockFiles().map(sourceIn);
  const free = sources.filter(({ account }) => account === 'none').length;
  const rows = Object.entries(CATEGORIES).flatMap(([category, label]) =>
    sources
      .filter((source) => source.category === category)
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .map((source) => `| ${label} ${rowOf(source)}`),
  );
  return [
    '# The catalogue',
    '',
    `${sources.length} sources, ${free} of them without an account. This page is made by \`npm run catalogue -- --table\`.`,
    '"untested": made from the documentation of the service; nobody has seen it answer yet. "reference": what other products call it.',
    '',
    '| category | source | shows | needs | data | asks every | reference | state |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
};

/** The form of files as `docs/source.schema.json` has it. */
export const schemaText = (): string => `${JSON.stringify(sourceJsonSchema(), null, 2)}\n`;
