import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openFolderPins, openSimulatedPins, WiredWall } from '../../../hw/emulator/steppers/pins.ts';
import { SteppedWall } from '../../../hw/emulator/steppers/wall.ts';
import { openLine } from '../../../hw/steppers/open-line.ts';
import type { StepLine } from '../../../hw/steppers/line.ts';

const test = suite('gpio line');
const folder = mkdtempSync(join(tmpdir(), 'flapbox-pins-'));
test.after(() => rmSync(folder, { recursive: true }));

const PINS = [5, 6, 12, 13, 4, 16, 19, 20, 21, 22];
const open = (pins: readonly number[] = PINS, chipLabel: string | null = null): StepLine =>
  openLine({ kind: 'gpio', folder, chipLabel, pins });
let ends = openFolderPins(folder, 'pinctrl-bcm2835', PINS);
const contentOf = (pin: number, file: string): string => readFileSync(`${folder}/gpio${pin}/${file}`, 'utf8');
/** The coils of both modules. */
const levels = (): string => [0, 1, 2, 3, 5, 6, 7, 8].map((wire) => Number(ends.isHigh(wire))).join('');

test('coils are outputs that begin low, sensors are inputs', () => {
  const line = open();
  assert.is(line.modules, 2);
  assert.equal(line.faults, [null, null]);
  const directions = PINS.map((pin) => contentOf(pin, 'direction').slice(0, 2).replace('lo', 'low'));
  assert.is(directions.join(' '), 'low low low low in low low low low in');
  line.close();
});

test('a pattern is put on the coils of its module, coil 1 first, and a low sensor means a magnet', () => {
  const line = open();
  const sensors = new Uint8Array(2);
  ends.pull(4, false);
  ends.pull(9, true);
  line.exchange(Uint8Array.of(0b0011, 0b1000), sensors);
  assert.is(levels(), '11000001');
  assert.equal([...sensors], [0, 1]);
  line.exchange(Uint8Array.of(0b0110, 0b1000), sensors);
  assert.is(levels(), '01100001');
  line.close();
  line.close();
  assert.is(levels(), '00000000');
});

test('coils are switched off before others are switched on, and one that fails is named', () => {
  // Every writing to this file fails.
  rmSync(`${folder}/gpio13/value`);
  symlinkSync('/dev/full', `${folder}/gpio13/value`);
  const line = open();
  line.exchange(Uint8Array.of(0b0011), new Uint8Array(2));
  assert.throws(
    () => line.exchange(Uint8Array.of(0b1001), new Uint8Array(2)),
    /^GPIO13 \(module 0, coil 4\) cannot be switched any more \(ENOSPC\)\.$/,
  );
  assert.is(levels().slice(0, 3), '100');
  line.close();
  assert.is(levels().slice(0, 3), '000');
  rmSync(`${folder}/gpio13/value`);
  writeFileSync(`${folder}/gpio13/value`, '0');
  ends = openFolderPins(folder, 'pinctrl-bcm2835', PINS);
});

test('a sensor that cannot be read any more is named', () => {
  // A folder can be opened as a file can, and not be read.
  rmSync(`${folder}/gpio4/value`);
  mkdirSync(`${folder}/gpio4/value`);
  const line = open();
  assert.throws(
    () => line.exchange(new Uint8Array(2), new Uint8Array(2)),
    /^GPIO4 \(module 0, sensor\) cannot be read any more \(EISDIR\)\.$/,
  );
  line.close();
  rmSync(`${folder}/gpio4/value`, { recursive: true });
});

test('a module of which the kernel refuses a pin is left alone with a sentence that names it', () => {
  symlinkSync('value', `${folder}/gpio4/value`);
  const line = open();
  assert.equal(line.faults, ['GPIO4 (module 0, sensor): The pin cannot be used (ELOOP).', null]);
  line.close();
  rmSync(`${folder}/gpio4/value`);
  writeFileSync(`${folder}/gpio4/value`, '0');
  ends = openFolderPins(folder, 'pinctrl-bcm2835', PINS);
});

test('a module whose pin cannot be had is left alone with a sentence, the others turn', () => {
  const line = open([...PINS.slice(0, 5), 60, 6, 12, 13, 4]);
  assert.equal(line.faults, [null, 'GPIO60 (module 1, coil 1): The GPIO chip "pinctrl-bcm2835" has no pin 60.']);
  line.exchange(Uint8Array.of(0b0011, 0b0011), new Uint8Array(2));
  assert.is(levels(), '11000000');
  line.close();
});

test('without any module there is no line', () => {
  assert.throws(() => open([60, 6, 12, 13, 4]), /^GPIO60 \(module 0, coil 1\): The GPIO chip .* has no pin 60\.$/);
  assert.throws(
    () => open(PINS, 'another-chip'),
    /^GPIO5 \(module 0, coil 1\): This machine has no GPIO chip "another-chip"\.$/,
  );
  assert.throws(
    () => openLine({ kind: 'gpio', folder: `${folder}/none`, chipLabel: null, pins: PINS }),
    /The kernel offers no GPIO pins to programs\.$/,
  );
});

test('a line turns emulated motors, and their magnets answer', () => {
  const wall = new SteppedWall({ modules: 2, stepper: { start: 90, magnet: 100, magnetWidth: 40 } });
  const wired = new WiredWall(wall, ends);
  const line = open();
  const sensors = new Uint8Array(2);
  const found = [0, 0];
  for (let step = 0; step < 40; step++) {
    const pattern = [12, 6, 3, 9][step % 4] ?? 0;
    line.exchange(Uint8Array.of(pattern, 0), sensors);
    wired.look(step * 5000);
    line.exchange(Uint8Array.of(pattern, 0), sensors);
    sensors.forEach((near, address) => (found[address] ||= near === 1 ? step : 0));
  }
  assert.equal(found, [10, 0]);
  assert.equal(
    wall.models.map(({ effectiveSteps }) => effectiveSteps),
    [39, 0],
  );
  line.close();
});

test('pins that the kernel simulates are those of the chip with the name, among others', () => {
  const root = mkdtempSync(join(folder, 'devices-'));
  const chipOf = (device: string, label: string): string => {
    const chip = join(root, device, 'gpiochip3');
    mkdirSync(join(root, device, 'gpio', 'gpiochip3'), { recursive: true });
    writeFileSync(join(root, device, 'gpio', 'gpiochip3', 'label'), `${label}\n`);
    for (const pin of [0, 8, 9]) mkdirSync(join(chip, `sim_gpio${pin}`), { recursive: true });
    for (const pin of [8, 9]) writeFileSync(join(chip, `sim_gpio${pin}`, 'value'), pin === 9 ? '1\n' : '0\n');
    return chip;
  };
  chipOf('gpio-sim.0', 'another');
  mkdirSync(join(root, 'gpio-sim.1', 'gpiochip4'), { recursive: true });
  mkdirSync(join(root, 'gpio-sim.2', 'gpiochip5', 'sim_gpio0'), { recursive: true });
  mkdirSync(join(root, 'serial8250', 'gpiochip6', 'sim_gpio0'), { recursive: true });
  const chip = chipOf('gpio-sim.3', 'simulated');
  const pins = openSimulatedPins('simulated', [8, 9], root);
  assert.equal([pins.isHigh(0), pins.isHigh(1)], [false, true]);
  const pullOf = (pin: number): string => readFileSync(join(chip, `sim_gpio${pin}`, 'pull'), 'utf8');
  pins.pull(0, true);
  pins.pull(1, false);
  assert.equal([pullOf(8), pullOf(9)], ['pull-down', 'pull-up']);
  assert.throws(() => openSimulatedPins('third', [8], root), /^There is no simulated GPIO chip "third"\.$/);
});

test.run();
