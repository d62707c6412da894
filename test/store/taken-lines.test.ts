import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { takenLines } from '../../src/store/taken-lines.ts';
import { createQuietLog } from '../support/quiet-log.ts';

const test = suite('store/taken lines');

const fileIn = (dir: string): string => join(dir, 'lines.json');

const inFolder = (name: string, run: (dir: string) => Promise<void>) =>
  test(name, async () => {
    const dir = mkdtempSync(join(tmpdir(), 'flapbox-lines-'));
    await run(dir).finally(() => rmSync(dir, { recursive: true, force: true }));
  });

inFolder('the lines that boards drive now are on the disk, each once', async (dir) => {
  const lines = takenLines(dir, createQuietLog());
  const stored = (): unknown => JSON.parse(readFileSync(fileIn(dir), 'utf8'));
  void lines.note('one', { line: 'spi', path: 'a' });
  await lines.note('two', { line: 'gpio' });
  assert.equal(stored(), [{ line: 'spi', path: 'a' }, { line: 'gpio' }]);
  const { ino } = statSync(fileIn(dir));
  await lines.note('two', { line: 'gpio' });
  assert.is(statSync(fileIn(dir)).ino, ino, 'what is the same is not written again');
  await lines.note('one', { line: 'spi', path: 'b' });
  assert.equal(stored(), [{ line: 'spi', path: 'b' }, { line: 'gpio' }]);
  await lines.note('one', null);
  await lines.note('never there', null);
  assert.equal(stored(), [{ line: 'gpio' }]);
});

inFolder('a disk that cannot be written is told, and tried again with the next change', async (dir) => {
  const log = createQuietLog();
  const lines = takenLines(dir, log);
  mkdirSync(fileIn(dir));
  await lines.note('one', { line: 'spi' });
  assert.is(log.lines.length, 1);
  assert.match(log.lines[0] ?? '', /lines of motors were not written down.*lines\.json/);
  rmSync(fileIn(dir), { recursive: true });
  await lines.note('one', { line: 'spi' });
  assert.is(readFileSync(fileIn(dir), 'utf8'), '[{"line":"spi"}]');
});

test.run();
