import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';

/**
 * Compares lines with those that were recorded in a file below `test`. `RECORD=1 node test/run.mjs PATH` writes them
 * down anew: what changed is then seen, and meant.
 */
export const assertRecorded = (name: string, lines: readonly string[]): void => {
  const file = join(process.cwd(), 'test', name);
  const text = `${lines.join('\n')}\n`;
  if (process.env['RECORD']) writeFileSync(file, text);
  assert.fixture(text, readFileSync(file, 'utf8'));
};
