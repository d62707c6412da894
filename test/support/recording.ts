import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';

/** Lines that are shown before and after the first that differs. */
const AROUND = 12;

/**
 * Compares lines with those that were recorded in a file below `test`, and shows where they begin to differ.
 * `RECORD=1 node test/run.mjs PATH` writes them down anew: what changed is then seen, and meant. `hint`: where to see
 * more of it.
 */
export const assertRecorded = (name: string, lines: readonly string[], hint = ''): void => {
  const file = join(process.cwd(), 'test', name);
  const text = `${lines.join('\n')}\n`;
  if (process.env['RECORD']) writeFileSync(file, text);
  const [made, kept] = [text.split('\n'), readFileSync(file, 'utf8').split('\n')];
  const at = Array.from({ length: Math.max(made.length, kept.length) }).findIndex(
    (_, place) => made[place] !== kept[place],
  );
  if (at < 0) return;
  const around = (all: readonly string[]): string => all.slice(Math.max(0, at - AROUND), at + AROUND).join('\n');
  const problem = `test/${name} has something else from line ${at + 1} on`;
  assert.fixture(around(made), around(kept), hint === '' ? problem : `${problem}: ${hint}`);
};
