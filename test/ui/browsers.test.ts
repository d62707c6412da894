import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sourcesBelow } from '../architecture/project.ts';

/** The build lowers the syntax for older browsers, and leaves what they lack of the language's own functions. */
const test = suite('browsers of the interface');

const TARGETS = "['chrome107', 'safari16', 'firefox110']";
const YOUNGER =
  /(?<!\.)\.(?:toSorted|toReversed|toSpliced|fromAsync|groupBy|withResolvers|union|intersection|difference|isSubsetOf|isWellFormed)\(/;

test('nothing is called that the oldest of them lack', () => {
  assert.match(readFileSync('ui/build/interface.mjs', 'utf8'), TARGETS);
  const files = ['ui', 'src/core'].flatMap((folder) => sourcesBelow(folder, '.ts', '.tsx'));
  assert.ok(files.length > 300);
  assert.equal(
    files.filter(({ text }) => YOUNGER.test(text)).map(({ path }) => path),
    [],
  );
});

test.run();
