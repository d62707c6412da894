import { execFileSync } from 'node:child_process';
import v8 from 'node:v8';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { collectWithCode, compileAtRest, compileAtStart, compileWhenBusy } from '../../src/platform/engine-flags.ts';

const test = suite('flags of the engine');

const OPTIONS = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });

const nameOf = (flag: string): string => flag.replace(/^--(?:no-)?/, '').replace(/=.*/, '');
const numberOf = (flag: string): number => Number(flag.split('=')[1]);

/** A flag of that name as it is by default; empty when this engine has none. */
const ownFlag = (name: string): string =>
  new RegExp(`^ +--${name} \\(.*\\n.*default: (\\S+)`, 'm').exec(OPTIONS)?.[1] ?? '';

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

test('a busy service has its code compiled as early as the engine does by itself', () => {
  const set = flagsSetBy(compileWhenBusy);
  assert.ok(set.length > 0);
  assert.equal(
    set,
    set.map((flag) => ownFlag(nameOf(flag))),
  );
});

test('one at rest has it compiled later, by the same flags, and not by the quick compiler', () => {
  const [busy, rest] = [flagsSetBy(compileWhenBusy), flagsSetBy(compileAtRest)];
  assert.equal(rest.map(nameOf), busy.map(nameOf));
  assert.is(rest.at(-1), '--no-sparkplug');
  for (const [at, flag] of rest.slice(0, -1).entries()) assert.ok(numberOf(flag) > 5 * numberOf(busy[at] ?? ''), flag);
});

test('a start changes flags where that costs nothing', () => {
  const isOld = Number.parseInt(process.versions.v8, 10) < 12;
  assert.equal(flagsSetBy(compileAtStart), isOld ? flagsSetBy(compileAtRest) : []);
});

test('a collection with code leaves the flags as they were', () => {
  let during: string[] = [];
  const set = flagsSetBy(() => collectWithCode(() => (during = ['collected'])));
  assert.equal(during, ['collected']);
  const flags = ['stress-flush-code', 'compact-on-every-full-gc'];
  assert.equal(set, [...flags.map((one) => `--${one}`), ...flags.map(ownFlag)]);
});

test.run();
