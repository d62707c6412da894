import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openFolderPins } from '../../../hw/emulator/steppers/pins.ts';
import type { ShiftPinSetup, StepLine } from '../../../hw/steppers/line.ts';
import type { NamedPin } from '../../../hw/steppers/line-pins.ts';
import { BitBang } from '../../../hw/steppers/line-shift-pins.ts';
import { openLine } from '../../../hw/steppers/open-line.ts';

const test = suite('line of shift registers on four pins');

const PINS = { data: 5, clock: 6, latch: 12, read: 13 } as const;
const ROLES = ['data', 'clock', 'latch', 'read'] as const;

let folder: string;
test.before.each(() => {
  folder = mkdtempSync(join(tmpdir(), 'flapbox-shift-pins-'));
  openFolderPins(folder, 'pinctrl-bcm2835', Object.values(PINS));
});
test.after.each(() => rmSync(folder, { recursive: true }));

const open = (change: Partial<ShiftPinSetup> = {}): StepLine =>
  openLine({ kind: 'shift-pins', folder, chipLabel: null, ...PINS, layout: 'plain', modules: 2, ...change });
const contentOf = (pin: number, file: string): string => readFileSync(`${folder}/gpio${pin}/${file}`, 'utf8');

test('three outputs that begin low, and an input', () => {
  const line = open();
  assert.is(line.modules, 2);
  assert.equal(
    ROLES.map((role) => contentOf(PINS[role], 'direction').slice(0, 3).trim()),
    ['low', 'low', 'low', 'in'],
  );
  line.exchange(Uint8Array.of(12, 12), new Uint8Array(2));
  line.close();
  assert.equal(
    ['data', 'clock', 'latch'].map((role) => contentOf(PINS[role as 'data'], 'value')[0]),
    ['0', '0', '0'],
  );
});

for (const role of ROLES)
  test(`a pin for ${role} that the machine does not have is named`, () =>
    assert.throws(() => open({ [role]: 60 }), new RegExp(`^GPIO60 \\(${role}\\): The GPIO chip .* has no pin 60\\.$`)));

for (const role of ['data', 'clock', 'latch'] as const)
  test(`a pin for ${role} that cannot be switched is named`, () => {
    // Every writing to this file fails.
    rmSync(`${folder}/gpio${PINS[role]}/value`);
    symlinkSync('/dev/full', `${folder}/gpio${PINS[role]}/value`);
    assert.throws(
      () => open().exchange(Uint8Array.of(12, 12), new Uint8Array(2)),
      `GPIO${PINS[role]} (${role}) cannot be switched any more (ENOSPC).`,
    );
  });

test('bits go out and come in with the highest first, a tick for each, and what comes in is held meanwhile', () => {
  const told: string[] = [];
  const inputs = [0b1010_0110, 0b0000_0001];
  let [data, latch, ticks] = [false, false, 0];
  const pin = (name: string, write: (high: boolean) => void, read = () => false): NamedPin => ({
    name,
    write,
    read,
    close: () => void told.push(`${name} closed`),
  });
  const wires = new BitBang({
    data: pin('data', (high) => (data = high)),
    clock: pin('clock', (high) => {
      if (!high) return;
      if (latch) ticks++;
      else told.push(data ? '1' : '0');
    }),
    latch: pin('latch', (high) => {
      latch = high;
      ticks = 0;
    }),
    read: pin(
      'read',
      () => undefined,
      () => (((inputs[ticks >> 3] ?? 0) >> (7 - (ticks & 7))) & 1) === 1,
    ),
  });
  for (const out of [
    [0b1100_0101, 0b0000_1111],
    [0, 255],
  ]) {
    const into = new Uint8Array(2);
    wires.transfer(Uint8Array.from(out), into);
    assert.equal([...into], inputs);
    assert.is(told.splice(0).join(''), out.map((byte) => byte.toString(2).padStart(8, '0')).join(''));
    assert.equal([latch, ticks], [false, 0]);
  }
  wires.close();
  assert.equal([told.sort(), data], [['clock closed', 'data closed', 'latch closed', 'read closed'], false]);
});

test.run();
