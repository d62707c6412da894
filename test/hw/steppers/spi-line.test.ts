import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openLine } from '../../../hw/steppers/open-line.ts';
import type { StepLine } from '../../../hw/steppers/line.ts';
import { until } from '../../support/until.ts';

const test = suite('spi line');
const folder = mkdtempSync(join(tmpdir(), 'flapbox-spi-'));
const path = join(folder, 'spidev0');
const children: ChildProcess[] = [];
test.after(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const open = (modules: number, layout: 'six' | 'plain' = 'six'): StepLine =>
  openLine({ kind: 'spi', writePath: `${path}.0`, readPath: `${path}.1`, layout, modules });

/** The emulator as a program of its own: a line waits for answers, so they have to come from elsewhere. */
const startEmulator = async (...words: string[]): Promise<{ child: ChildProcess; output(): string }> => {
  const child = spawn(process.execPath, ['emulators/steppers.cjs', '--path', path, ...words]);
  children.push(child);
  let output = '';
  child.stdout.on('data', (bytes: Buffer) => (output += String(bytes)));
  await until(() => output.includes('modules hang on'));
  return { child, output: () => output };
};

test('what is no device is told in a sentence', () => {
  assert.throws(() => open(6), /^The SPI device .*\.0 is not there: SPI has to be switched on\.$/);
  writeFileSync(`${path}.0`, '');
  assert.throws(() => open(6), /^The SPI device .*\.1 is not there: SPI has to be switched on\.$/);
  writeFileSync(`${path}.1`, '');
  assert.throws(() => open(6), /^The SPI device .*\.1 ends in the middle of a reading\.$/);
  assert.throws(
    () => openLine({ kind: 'spi', writePath: folder, readPath: folder, layout: 'six', modules: 6 }),
    /^The SPI device .* is no SPI device\.$/,
  );
  const below = `${path}.0/x`;
  assert.throws(
    () => openLine({ kind: 'spi', writePath: below, readPath: below, layout: 'six', modules: 6 }),
    /^The SPI device .*\.0\/x does not work \(ENOTDIR\)\.$/,
  );
});

test('the emulated chain turns its motors, and the flaps can be watched', async () => {
  const { child, output } = await startEmulator('--size', '1x8', '--reel', ' ABC', '--steps', '40');
  const line = open(8);
  const [coils, sensors] = [new Uint8Array(8), new Uint8Array(8)];
  let seen = 0;
  for (let step = 0; step < 40; step++) {
    coils[7] = [12, 6, 3, 9][step % 4] ?? 0;
    line.exchange(coils, sensors);
    seen |= sensors[7] ?? 0;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3);
  }
  assert.is(seen, 1, 'the magnet came by');
  child.stdin?.write('lost\n');
  await until(() => output().includes('0 0 0 0 0 0 0 0'));
  await until(() => /\+-{8}\+\n\|[ ABC]{8}\|/.test(output()));
  line.close();
  child.kill('SIGTERM');
  await until(() => !existsSync(`${path}.0`));
});

test('a board that is unplugged, and an emulator that is gone, are told', async () => {
  const { child, output } = await startEmulator('--size', '2x6');
  const line = open(12);
  child.stdin?.write('chain 1\n');
  await until(() => output().includes('nothing from board 1 on'));
  assert.throws(() => {
    for (let round = 0; round < 500; round++) line.exchange(new Uint8Array(12), new Uint8Array(12));
  }, /^Board 2 \(modules 6 to 11\) fails its own test/);
  line.close();
  const again = open(12);
  assert.match(String(again.faults?.[6]), /^Board 2/);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
  assert.throws(() => {
    for (let round = 0; round < 500; round++) again.exchange(new Uint8Array(12), new Uint8Array(12));
  }, /^The SPI device .*\.0 is gone\.$/);
  again.close();
  assert.throws(() => open(12), /is not there: nothing answers behind it\.$/);
});

test('a stand-in that hangs holds nobody for ever', async () => {
  const { child } = await startEmulator('--size', '1x6');
  const line = open(6);
  child.kill('SIGSTOP');
  assert.throws(() => line.exchange(new Uint8Array(6), new Uint8Array(6)), /^The SPI device .*\.1 does not answer\.$/);
  line.close();
  child.kill('SIGKILL');
});

test.run();
