import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { builtinPlugins, latePlugins } from '../../src/plugins/builtin/builtins.ts';
import { countCells } from '../../src/core/flaps/cells.ts';
import type { CompiledSource } from '../../src/sources/compiling/compile-source.ts';
import { runSample } from '../../src/sources/trying/sample.ts';
import type { SampleSpec } from '../../src/sources/form/schema.ts';
import { startWorkerDocuments } from '../support/worker-documents.ts';
import { checkPages } from '../../src/sources/compiling/check-pages.ts';
import { STOCK, idOf, loadSource, stockFiles } from './stock.ts';

const test = suite('the files of the stock');
const KINDS = ['full', 'empty', 'partial', 'error'];
const worker = startWorkerDocuments();

const checkSample = async (compiled: CompiledSource, name: string, sample: SampleSpec): Promise<void> => {
  const where = `${compiled.source.id}, sample ${name}`;
  const result = await runSample(compiled, sample, (await worker).documents);
  assert.equal(result.requests, sample.requests, `${where}: requests`);
  assert.is(result.error, sample.error ?? null, `${where}: error`);
  if (name === 'error') assert.ok(sample.error, `${where}: has to name its error`);
  if (result.error !== null) return;
  for (const [variable, value] of Object.entries(sample.values ?? {}))
    assert.equal(
      Array.isArray(value) ? (result.data[variable] as unknown[]).slice(0, value.length) : result.data[variable],
      value,
      `${where}: ${variable}`,
    );
  for (const kind of ['flagship', 'note'] as const) {
    assert.equal(result[kind], sample[kind], `${where}: ${kind}`);
    assert.not.match(result[kind].join('\n'), /\?\?\?|#(?:REF|VALUE|NUM|NAME|DIV|SYNTAX)/, `${where}: ${kind}`);
  }
};

const checkLengths = async (compiled: CompiledSource): Promise<void> => {
  const { source } = compiled;
  for (const [name, sample] of Object.entries(source.samples)) {
    const { data } = await runSample(compiled, sample, (await worker).documents);
    for (const [variable, { max_length, format }] of Object.entries(source.values))
      if (data[variable] !== undefined && format !== 'markup')
        assert.ok(countCells(String(data[variable])) <= max_length, `${source.id}, ${name}: ${variable} is too long`);
  }
};

/** Every choice has a name where one has, and what is usual is one of them; what is searched for is drawn so. */
const checkChoices = ({ id, settings, lookups }: CompiledSource['source']): void => {
  for (const [name, schema] of Object.entries(settings)) {
    const { enum: values, enumNames: names, default: usual } = schema as Record<string, unknown[] | undefined>;
    if (names) assert.is(names.length, values?.length, `${id}: names of ${name}`);
    if (values && usual !== undefined) assert.ok(values.includes(usual), `${id}: what is usual of ${name}`);
    assert.is(schema['ui:widget'] === 'lookup', Object.hasOwn(lookups, name), `${id}: the search of ${name}`);
  }
};

/** Who takes the place of another is offered itself, by its name, and has the choice that shows the same. */
const checkSuccessor = ({ id, retired }: CompiledSource['source']): void => {
  if (!retired) return;
  const successor = loadSource(`${STOCK}/${retired.successor}.source.json`).source;
  assert.is(successor.retired, undefined, `${id}: its successor is retired, too`);
  assert.is(successor.name, retired.name, `${id}: the name of its successor`);
  const choices = Object.values(successor.settings).flatMap(
    ({ enum: values, enumNames: names = values }) => (names ?? []) as unknown[],
  );
  const isSearched = Object.keys(successor.lookups).length > 0;
  if (retired.choice !== undefined && !isSearched)
    assert.ok(choices.includes(retired.choice), `${id}: its successor has no choice "${retired.choice}"`);
};

const ids = new Set([
  ...builtinPlugins().map(({ manifest }) => manifest.id),
  ...latePlugins().flatMap(({ ids }) => [...ids]),
]);

for (const path of stockFiles())
  test(path, async () => {
    const compiled = loadSource(path);
    const { source } = compiled;
    assert.is(source.id, idOf(path), 'the id is the name of the file');
    assert.not(ids.has(source.id), 'the id is taken');
    ids.add(source.id);
    assert.equal(checkPages(source), [], 'pages');
    assert.ok(source.pages.flagship.length > 0 && source.pages.note.length > 0, 'a page for both boards');
    for (const kind of KINDS) assert.ok(source.samples[kind], `the sample "${kind}" is missing`);
    for (const [name, sample] of Object.entries(source.samples)) {
      assert.ok(sample.requests, `${name}: requests are missing`);
      if (sample.error === undefined)
        assert.ok(sample.values && sample.flagship && sample.note, `${name}: values, flagship and note are missing`);
      await checkSample(compiled, name, sample);
    }
    await checkLengths(compiled);
    checkChoices(source);
    checkSuccessor(source);
  });

test.after(async () => (await worker).stop());
test.run();
