import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CompiledSource } from '../../src/sources/compiling/compile-source.ts';
import { runSample } from '../../src/sources/trying/sample.ts';
import type { SampleSpec } from '../../src/sources/form/schema.ts';
import { createDirectDocuments } from '../support/documents.ts';
import { loadSource, stockFiles } from './stock.ts';

/** "Only these lines" takes a line as it stands on the flaps. */
const test = suite('lines of departures');
const documents = createDirectDocuments();

interface Departure {
  readonly line: string;
  readonly to: string;
}

const departuresOf = async (compiled: CompiledSource, sample: SampleSpec, lines: string): Promise<Departure[]> => {
  const settings = { ...sample.settings, lines };
  const { data } = await runSample(compiled, { ...sample, settings }, documents);
  return (data['deps'] as Departure[]).filter(({ line }) => line !== '');
};

for (const path of stockFiles()) {
  const compiled = loadSource(path);
  if (!Object.hasOwn(compiled.source.settings, 'lines')) continue;
  test(path, async () => {
    let tried = 0;
    for (const sample of Object.values(compiled.source.samples).filter(({ error }) => error === undefined))
      for (const { line, to } of await departuresOf(compiled, sample, '')) {
        tried++;
        for (const typed of [line, line.toLowerCase(), ` ${line} , none`]) {
          const found = await departuresOf(compiled, sample, typed);
          assert.ok(
            found.some((one) => one.line === line && one.to === to),
            `${line} to ${to} is gone with the lines "${typed}"`,
          );
        }
        const others = await departuresOf(compiled, sample, 'none');
        assert.equal(others, [], 'another line');
      }
    assert.ok(tried > 0);
  });
}

test.run();
