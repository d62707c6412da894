import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readSource } from '../../src/sources/compiling/read-source.ts';
import { runSample } from '../../src/sources/trying/sample.ts';
import { createDirectDocuments } from '../support/documents.ts';
import { STOCK, idOf, loadSource, stockFiles } from './stock.ts';

const test = suite('recorded answers of services');
const FOLDER = 'test/sources/recorded';
const ENDING = '.json';

interface Recorded {
  readonly origin: string;
  readonly licence: string;
  readonly samples: Readonly<Record<string, object>>;
}

const recordedIds = readdirSync(FOLDER)
  .filter((name) => name.endsWith(ENDING))
  .map((name) => name.slice(0, -ENDING.length));

test('a file has evidence of a recorded answer exactly when one lies here', () => {
  for (const path of stockFiles()) {
    const { evidence } = loadSource(path).source;
    const has = evidence.some(({ kind }) => kind === 'recorded');
    assert.is(has, existsSync(`${FOLDER}/${idOf(path)}${ENDING}`), path);
  }
});

test('every file of the stock was compared with something', () => {
  for (const path of stockFiles()) assert.ok(loadSource(path).source.evidence.length > 0, `${path} has no evidence`);
});

test('no file of the stock says by itself how much it is to be trusted', () => {
  for (const path of stockFiles()) {
    const file = JSON.parse(readFileSync(path, 'utf8')) as object;
    for (const name of ['confidence', 'untested']) assert.not(name in file, `${path}: ${name}`);
  }
});

for (const id of recordedIds)
  test(id, async () => {
    const { origin, licence, samples } = JSON.parse(readFileSync(`${FOLDER}/${id}${ENDING}`, 'utf8')) as Recorded;
    assert.ok(licence, 'the licence of where it is published');
    const file = JSON.parse(readFileSync(`${STOCK}/${id}.source.json`, 'utf8')) as object;
    const read = readSource(JSON.stringify({ ...file, samples }));
    if (!('compiled' in read)) throw new Error(JSON.stringify(read.problems));
    const { compiled } = read;
    const origins = compiled.source.evidence.filter(({ kind }) => kind === 'recorded').map(({ url }) => url);
    assert.ok(origins.includes(origin), `${origin} is not among its evidence`);
    for (const [name, sample] of Object.entries(compiled.source.samples)) {
      const result = await runSample(compiled, sample, createDirectDocuments());
      assert.is(result.error, null, name);
      const expected = Object.entries(sample.values ?? {});
      assert.ok(expected.length > 0, `${name}: has to name values`);
      for (const [variable, value] of expected) {
        assert.not(['', '-', '[]'].includes(JSON.stringify(value)), `${name}: ${variable} is nothing`);
        const shown = result.data[variable];
        assert.equal(
          Array.isArray(value) ? (shown as unknown[]).slice(0, value.length) : shown,
          value,
          `${name}: ${variable}`,
        );
      }
      for (const kind of ['flagship', 'note'] as const)
        assert.ok(/[^\s\-?]/.test(result[kind].join('')), `${name}: ${kind} shows nothing`);
    }
  });

test.run();
