import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { writeTables } from '../architecture/tables.ts';
import { runSample, type SampleResult } from '../../src/sources/trying/sample.ts';
import { mistakeText, tryDamages } from '../../src/sources/trying/trial.ts';
import { createDirectDocuments } from '../support/documents.ts';
import { askLive } from './ask-live.ts';
import { resultLine, writeReport, type LiveResult } from './live-report.ts';
import { catalogueTable, schemaText } from './publish.ts';
import { checkPages } from '../../src/sources/compiling/check-pages.ts';
import { STOCK, loadSource, stockFiles } from './stock.ts';

interface WrittenSample {
  requests?: readonly string[];
  values?: unknown;
  flagship?: readonly string[];
  note?: readonly string[];
  error?: string;
}

/** Where the report of real answers goes. */
const REPORT = 'catalogue-report.md';

const pathOf = (name: string): string => (existsSync(name) ? name : `${STOCK}/${name}.source.json`);

const frame = (rows: readonly string[], cols: number): string =>
  rows.map((row) => `    |${row.padEnd(cols)}|`).join('\n');

const show = (name: string, { requests, error, data, flagship, note }: SampleResult): void => {
  console.log(`\n  ${name}`);
  for (const request of requests) console.log(`    ${request}`);
  if (error !== null) console.log(`    error: ${error}`);
  else console.log(`    ${JSON.stringify(data)}\n${frame(flagship, 22)}\n\n${frame(note, 15)}`);
};

const scalars = (data: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      Array.isArray(value) ? (value as Record<string, unknown>[]).slice(0, 1) : value,
    ]),
  );

const fill = (sample: WrittenSample, { requests, error, data, flagship, note }: SampleResult): void => {
  sample.requests ??= requests;
  if (error !== null) sample.error ??= error;
  else {
    sample.values ??= scalars(data);
    sample.flagship ??= flagship;
    sample.note ??= note;
  }
};

const LONGEST_LINE = 110;

/** JSON with everything in one line that fits there. */
const writeJson = (value: unknown, indent = ''): string => {
  const flat = JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ').replace(/\[ /g, '[').replace(/ \]/g, ']');
  if (indent !== '' && indent.length + flat.length <= LONGEST_LINE) return flat;
  if (typeof value !== 'object' || value === null) return flat;
  const inner = `${indent}  `;
  if (Array.isArray(value)) return `[\n${value.map((one) => inner + writeJson(one, inner)).join(',\n')}\n${indent}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{\n${members.map(([name, member]) => `${inner}${JSON.stringify(name)}: ${writeJson(member, inner)}`).join(',\n')}\n${indent}}`;
};

const draw = async (path: string, writes: boolean): Promise<void> => {
  console.log(path);
  const compiled = loadSource(path);
  for (const { path: at, message } of checkPages(compiled.source)) console.log(`  ! ${at.join('.')}: ${message}`);
  const trial = await tryDamages(compiled, createDirectDocuments());
  for (const problem of 'error' in trial ? [trial.error] : trial.mistakes.map(mistakeText))
    console.log(`  ! ${problem}`);
  const text = readFileSync(path, 'utf8');
  const file = JSON.parse(text) as { samples: Record<string, WrittenSample> };
  for (const [name, sample] of Object.entries(compiled.source.samples)) {
    const result = await runSample(compiled, sample, createDirectDocuments());
    show(name, result);
    const written = file.samples[name];
    if (writes && written) fill(written, result);
  }
  if (writes) writeFileSync(path, `${writeJson(file)}\n`);
};

const main = async (): Promise<void> => {
  if (process.argv.includes('--table')) {
    writeFileSync('docs/catalogue.md', catalogueTable());
    writeFileSync('docs/source.schema.json', schemaText());
    writeTables();
    return;
  }
  const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const paths = names.length > 0 ? names.map(pathOf) : stockFiles();
  const isLive = process.argv.includes('--live');
  const asked: LiveResult[] = [];
  for (const path of paths) {
    try {
      if (isLive) {
        const result = await askLive(loadSource(path));
        asked.push(result);
        console.log(resultLine(result));
      } else await draw(path, process.argv.includes('--write'));
    } catch (error) {
      console.log(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    }
  }
  if (isLive) writeFileSync(REPORT, writeReport(asked, new Date().toISOString().slice(0, 10)));
};

void main();
