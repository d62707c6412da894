import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openFolderPins } from '../../../hw/emulator/steppers/pins.ts';
import { createQuietLog } from '../../support/quiet-log.ts';
import { takenLines } from '../../../src/store/taken-lines.ts';
import { until } from '../../support/until.ts';

/** What is left on the wires after the service was killed, and who switches it off. */
const test = suite('release of coils after the service');
const PINS = [5, 6, 12, 13, 4, 16, 19, 20, 21, 22];
const data = mkdtempSync(join(tmpdir(), 'flapbox-release-'));
const folder = mkdtempSync(join(tmpdir(), 'flapbox-release-pins-'));
test.after(() => {
  for (const one of [data, folder]) rmSync(one, { recursive: true });
});

const release = () => spawnSync(process.execPath, ['dist/steppers/release.cjs', data], { encoding: 'utf8' });
const ends = openFolderPins(folder, 'pinctrl-bcm2835', PINS);
const levels = (): string => [0, 1, 2, 3, 5, 6, 7, 8].map((wire) => Number(ends.isHigh(wire))).join('');
const gpio = { kind: 'gpio', folder, chipLabel: null, pins: PINS };

/** A program that takes the line, puts a pattern on its coils, and is killed in the middle. */
const killHolding = async (): Promise<void> => {
  const program = `
    const fs = require('node:fs');
    for (const pin of ${JSON.stringify([5, 6, 16, 19])}) {
      fs.writeFileSync(${JSON.stringify(folder)} + '/gpio' + pin + '/direction', 'out');
      fs.writeFileSync(${JSON.stringify(folder)} + '/gpio' + pin + '/value', '1');
    }
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['-e', program]);
  await until(() => levels() === '11001100');
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
};

test('what a killed program left on is switched off, and stays so when it is done twice', async () => {
  await takenLines(data, createQuietLog()).note('wall', gpio);
  await killHolding();
  assert.is(levels(), '11001100');
  assert.is(release().status, 0);
  assert.is(levels(), '00000000');
  assert.is(release().status, 0);
});

test('a line that is gone does not keep the others on', async () => {
  const lines = takenLines(data, createQuietLog());
  await lines.note('chain', { kind: 'spi', writePath: '/nowhere', readPath: '/nowhere', layout: 'six', modules: 6 });
  await lines.note('wall', gpio);
  await killHolding();
  const { status, stderr } = release();
  assert.is(status, 1);
  assert.match(stderr, /^The SPI device \/nowhere is not there/);
  assert.is(levels(), '00000000');
});

test('a line that was let go is not touched, and no program is run because the file says so', async () => {
  const lines = takenLines(data, createQuietLog());
  await lines.note('wall', gpio);
  await lines.note('wall', null);
  await killHolding();
  assert.is(release().status, 0);
  assert.is(levels(), '11001100');
  for (const content of [
    '',
    '{',
    '{}',
    '[1,null]',
    `[{"kind":"module","path":${JSON.stringify(join(data, 'evil.cjs'))}}]`,
  ]) {
    writeFileSync(join(data, 'evil.cjs'), `require('node:fs').writeFileSync(${JSON.stringify(join(data, 'ran'))}, '')`);
    writeFileSync(join(data, 'lines.json'), content);
    assert.not.match(release().stderr, /\bat /, content);
  }
  assert.throws(() => rmSync(join(data, 'ran')));
});

test.run();
