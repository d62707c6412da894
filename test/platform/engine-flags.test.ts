import { execFileSync } from 'node:child_process';
import v8 from 'node:v8';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { collectWithCode, compileAtRest, compileWhenBusy } from '../../src/platform/engine-flags.ts';

const test = suite('flags of the engine');

const isKnown = Number.parseInt(process.versions.v8, 10) < 13;

/** What the engine says of its own: a flag as it is by default. */
const ownFlag = (name: string): string => {
  const told = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  return new RegExp(`^ +--${name} \\(.*\\n.*default: (\\S+)`, 'm').exec(told)?.[1] ?? '';
};

const flagsSetBy = (work: () => void): string[] => {
  const set: string[] = [];
  const { setFlagsFromString } = v8;
  v8.setFlagsFromString = (flag) => void set.push(flag);
  try {
    work();
  } finally {
    v8.setFlagsFromString = setFlagsFromString;
  }
  return set;
};

test('a busy service has its code compiled as early as the engine does by itself', () =>
  assert.equal(flagsSetBy(compileWhenBusy), isKnown ? [ownFlag('interrupt-budget'), ownFlag('sparkplug')] : []));

test('one at rest has it compiled later, and in one way', () => {
  const [budget = '', quick] = flagsSetBy(compileAtRest);
  assert.is(quick, isKnown ? '--no-sparkplug' : undefined);
  assert.ok(!isKnown || Number(budget.split('=')[1]) > Number(ownFlag('interrupt-budget').split('=')[1]));
});

test('a collection with code leaves the flags as they were', () => {
  let during: string[] = [];
  const set = flagsSetBy(() => collectWithCode(() => (during = ['collected'])));
  assert.equal(during, ['collected']);
  const flags = ['stress-flush-code', 'compact-on-every-full-gc'];
  assert.equal(set, isKnown ? [...flags.map((one) => `--${one}`), ...flags.map(ownFlag)] : []);
});

test.run();
