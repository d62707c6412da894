import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { tryDamages } from '../../src/sources/trying/trial.ts';
import { createDirectDocuments } from '../support/documents.ts';
import { loadSource, stockFiles } from './stock.ts';

/** No file of the stock makes data of an answer that is none. */
const test = suite('damaged answers in the files of the stock');
const documents = createDirectDocuments();

for (const path of stockFiles())
  test(path, async () => {
    const compiled = loadSource(path);
    for (const { spec } of compiled.parts.requests) assert.ok(spec.expects, `${spec.id} says what a true answer has`);
    assert.equal(await tryDamages(compiled, documents), { mistakes: [] });
  });

test.run();
