import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findKeyDevice, parseInputDevices } from '../../../hw/gpio/key-device.ts';
import { createKeyReader, recordSize } from '../../../hw/gpio/key-events.ts';
import { openKeyEvents } from '../../../hw/gpio/key-source.ts';
import { gpioPaths } from '../../../hw/gpio/source.ts';
import { createFakeRoot, keyEvent } from './rig.ts';

const test = suite('keys');

const block = (name: string, handlers: string) =>
  `I: Bus=0019 Vendor=0001 Product=0001 Version=0100\nN: Name="${name}"\nP: Phys=gpio-keys/input0\nS: Sysfs=/devices/platform/x/input/input0\nU: Uniq=\nH: Handlers=${handlers} \nB: PROP=0\nB: EV=3\nB: KEY=1000000 0 0\n`;

const POWER = block('pwr_button', 'kbd event0');
const KEYBOARD = block('Logitech USB Keyboard', 'sysrq kbd leds event1');
const MOUSE = block('Logitech Mouse', 'mouse0 event2');
const OWN = block('flapbox-button', 'kbd event3');
const STOCK = block('button@11', 'kbd event4');
const NODE = block('gpio-keys', 'kbd event12');
const SILENT = block('flapbox-button', 'kbd');

const listOf = (...blocks: string[]) => blocks.join('\n');

const CASES: readonly [string, string, number, string | undefined][] = [
  ['ours', listOf(POWER, KEYBOARD, OWN), 17, 'event3'],
  ['ours before the stock overlay', listOf(STOCK, OWN), 17, 'event3'],
  ['the stock overlay at the pin, in hexadecimal', listOf(POWER, STOCK), 17, 'event4'],
  ['the stock overlay at another pin', listOf(POWER, STOCK), 27, undefined],
  ['a plain device-tree node', listOf(POWER, NODE), 5, 'event12'],
  ['a plain node of an older kernel', listOf(POWER, block('gpio_keys', 'kbd event2')), 5, 'event2'],
  ['the best name first', listOf(block('gpio_keys', 'event2'), NODE, STOCK), 17, 'event4'],
  ['the power key alone is no button', listOf(POWER), 17, undefined],
  ['keyboards and mice are no buttons', listOf(KEYBOARD, MOUSE), 17, undefined],
  ['a device without an event file', listOf(SILENT), 17, undefined],
  ['an empty list', '', 17, undefined],
  ['a name with quotes', block('a "b" c', 'event9'), 17, undefined],
];

for (const [name, list, pin, handler] of CASES)
  test(`find: ${name}`, () => assert.is(findKeyDevice(list, pin)?.handler, handler));

for (const [name, list, handler] of [
  ['ours', listOf(OWN), undefined],
  ['a plain device-tree node', listOf(NODE), undefined],
  ['the stock overlay at its pin', listOf(OWN, NODE, STOCK), 'event4'],
] as const)
  test(`find for a further button: ${name}`, () => assert.is(findKeyDevice(list, 17, false)?.handler, handler));

test('the list is read with its names', () => {
  assert.equal(parseInputDevices(listOf(POWER, block('a "b" c', 'kbd event10'))), [
    { name: 'pwr_button', handler: 'event0' },
    { name: 'a "b" c', handler: 'event10' },
  ]);
});

for (const [arch, size] of [
  ['arm64', 24],
  ['x64', 24],
  ['riscv64', 24],
  ['arm', 16],
  ['ia32', 16],
] as const) {
  test(`records of ${arch} have ${size} bytes`, () => assert.is(recordSize(arch), size));
}

const read = (chunks: readonly Uint8Array[], size = 24): boolean[] => {
  const levels: boolean[] = [];
  const reader = createKeyReader(size, (down) => levels.push(down));
  for (const chunk of chunks) reader(chunk);
  return levels;
};

const SYN = keyEvent(0, 0, 0);
const DOWN = keyEvent(1, 148, 1);
const UP = keyEvent(1, 148, 0);

test('down and up', () => assert.equal(read([DOWN, SYN, UP, SYN]), [true, false]));
test('several records in one piece', () => assert.equal(read([Buffer.concat([DOWN, SYN, UP, SYN])]), [true, false]));
test('a repeat is still down', () => assert.equal(read([keyEvent(1, 148, 2)]), [true]));
test('other kinds of events are passed over', () =>
  assert.equal(read([keyEvent(4, 4, 1), keyEvent(5, 0, 1), SYN]), []));
test('values that mean nothing are passed over', () =>
  assert.equal(read([keyEvent(1, 148, 3), keyEvent(1, 148, -1)]), []));
test('dropped events count as up', () => assert.equal(read([DOWN, keyEvent(0, 3, 0)]), [true, false]));
test('records of a 32-bit system', () =>
  assert.equal(read([keyEvent(1, 148, 1, 16), keyEvent(1, 148, 0, 16)], 16), [true, false]));

for (const cut of [1, 7, 16, 23, 24, 25, 47]) {
  test(`records are read across pieces of ${cut} bytes`, () => {
    const bytes = Buffer.concat([DOWN, SYN, UP, SYN]);
    const chunks = Array.from({ length: Math.ceil(bytes.length / cut) }, (_, at) =>
      bytes.subarray(at * cut, (at + 1) * cut),
    );
    assert.equal(read(chunks), [true, false]);
  });
}

test('a key device whose file is not there is told by its name', () => {
  const fake = createFakeRoot();
  fake.write('proc/bus/input/devices', listOf(OWN));
  const listener = { level: () => undefined, lost: () => undefined };
  try {
    assert.equal(openKeyEvents(gpioPaths(fake.root), 17, listener), {
      missing: 'The key device "flapbox-button" is missing.',
    });
  } finally {
    fake.remove();
  }
});

test.run();
