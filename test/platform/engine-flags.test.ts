import { execFileSync } from 'node:child_process';
import v8 from 'node:v8';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileAtRest, compileWhenBusy } from '../../src/platform/engine-flags.ts';

const test = suite('flags of the engine');

/** What the engine says of itself; null of one that has no such flag. */
const ownBudget = (): number | null => {
  const told = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  const budget = /--interrupt-budget \(.*\n.*default: --interrupt-budget=(\d+)/.exec(told)?.[1];
  return budget === undefined ? null : Number(budget);
};

const budgetsSetBy = (work: () => void): number[] => {
  const set: number[] = [];
  const { setFlagsFromString } = v8;
  v8.setFlagsFromString = (flag) => void set.push(Number(flag.replace('--interrupt-budget=', '')));
  try {
    work();
  } finally {
    v8.setFlagsFromString = setFlagsFromString;
  }
  return set;
};

test('a busy service has its code compiled for speed as early as the engine does by itself, one at rest later', () => {
  const own = ownBudget();
  const isKnown = own !== null && Number.parseInt(process.versions.v8, 10) < 13;
  assert.equal(budgetsSetBy(compileWhenBusy), isKnown ? [own] : []);
  const [atRest = Infinity] = budgetsSetBy(compileAtRest);
  assert.ok(atRest > (own ?? 0));
});

test.run();
