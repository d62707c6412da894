import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findChip, findPin } from '../../../hw/gpio/chip.ts';
import { readConsumers } from '../../../hw/gpio/consumers.ts';
import { openLed } from '../../../hw/gpio/led-output.ts';
import { explainPin } from '../../../hw/gpio/pin.ts';
import { openPlainPin } from '../../../hw/gpio/plain-pin.ts';
import { Seeker } from '../../../hw/gpio/seek.ts';
import type { Missing, Opened } from '../../../hw/gpio/source.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createFakeRoot } from './rig.ts';

const test = suite('ways to pins');

type Thing = Opened<'gpio'> | Missing;

/** A search over two ways; `answers` is what they lead to, and `lost` what they were told to call. */
const seeking = () => {
  const clock = createFakeClock('2026-01-01T00:00:00Z', 2);
  const told: string[] = [];
  const closed: string[] = [];
  const lost: ((reason: string) => void)[] = [];
  const answers: Thing[] = [{ missing: 'No first.' }, { missing: 'No second.' }];
  const looks: number[] = [];
  const way = (at: number) => (_pin: number, gone: (reason: string) => void) => {
    if (at === 0) looks.push(clock.monotonic());
    lost[at] = gone;
    return Promise.resolve(answers[at] ?? { missing: '' });
  };
  const seeker = new Seeker<Opened<'gpio'>>(clock, [way(0), way(1)], {
    found: ({ device }) => told.push(`found ${device}`),
    missing: (reason) => told.push(reason),
  });
  const thing = (device: string): Opened<'gpio'> => ({ kind: 'gpio', device, close: () => void closed.push(device) });
  return { clock, told, closed, lost, answers, looks, seeker, thing };
};

test('the first way that leads to a thing is taken', async () => {
  const { clock, answers, seeker, thing, told } = seeking();
  answers[0] = thing('one');
  answers[1] = thing('two');
  seeker.open(17);
  assert.is(seeker.reason, 'It is being looked for.');
  await clock.advance(0);
  assert.is(seeker.found?.device, 'one');
  assert.is(seeker.reason, null);
  assert.equal(told, ['found one']);
});

test('why there is nothing is told once, and again when the reason changes', async () => {
  const { clock, answers, seeker, told } = seeking();
  seeker.open(17);
  await clock.advance(60_000);
  assert.equal(told, ['No first. No second.']);
  answers[1] = { missing: 'In use.' };
  await clock.advance(60_000);
  assert.equal(told, ['No first. No second.', 'No first. In use.']);
  assert.is(seeker.reason, 'No first. In use.');
});

test('it is looked for after 2, 4, 8, 16, 32 s and then every minute', async () => {
  const { clock, looks, seeker } = seeking();
  seeker.open(17);
  await clock.advance(250_000);
  assert.equal(
    looks.map((at) => at / 1000),
    [0, 2, 6, 14, 30, 62, 122, 182, 242],
  );
});

test('a thing that is lost is let go and looked for again, first soon', async () => {
  const { clock, answers, looks, lost, seeker, thing, told, closed } = seeking();
  seeker.open(17);
  await clock.advance(14_500);
  answers[1] = thing('pin');
  await clock.advance(15_500);
  assert.is(seeker.found?.device, 'pin');
  answers[1] = { missing: 'No second.' };
  looks.length = 0;
  lost[1]?.('It was unplugged.');
  assert.equal([seeker.found, seeker.reason, closed], [null, 'It was unplugged.', ['pin']]);
  await clock.advance(6000);
  assert.equal(looks, [32_000, 36_000]);
  assert.equal(told, ['No first. No second.', 'found pin', 'It was unplugged.', 'No first. No second.']);
});

test('what an ended search finds is let go, and what it loses is nobody’s', async () => {
  const { clock, answers, lost, looks, seeker, thing, told, closed } = seeking();
  answers[0] = thing('late');
  seeker.open(17);
  seeker.close();
  await clock.advance(0);
  assert.equal([closed, told, seeker.found], [['late'], [], null]);
  looks.length = 0;
  lost[0]?.('It was unplugged.');
  await clock.advance(120_000);
  assert.equal([told, looks], [[], []]);
});

const coded = (code: string): Error => Object.assign(new Error('x'), { code });
for (const [error, sentence] of [
  [coded('EBUSY'), 'The pin is in use by the kernel or another program.'],
  [coded('EACCES'), 'The pin cannot be used: the service needs the group "gpio".'],
  [coded('EPERM'), 'The pin cannot be used: the service needs the group "gpio".'],
  [coded('EINVAL'), 'The pin cannot be used (EINVAL).'],
  [new Error('x'), 'The pin cannot be used.'],
] as const)
  test(`a refused pin: ${sentence}`, () => assert.is(explainPin(error), sentence));

test('a pin is asked for by the number of its chip, and a chip without its files does not count', () => {
  const machine = createFakeRoot();
  const folder = join(machine.root, 'sys/class/gpio');
  assert.equal(findChip(folder, null), { missing: 'The kernel offers no GPIO pins to programs.' });
  machine.write('sys/class/gpio/gpiochip512/label', 'pinctrl-rp1');
  assert.equal(findChip(folder, null), { missing: 'This machine has no GPIO header of a Raspberry Pi.' });
  machine.addChip('gpiochip571', 'pinctrl-rp1', 571);
  machine.addChip('gpiochip600', 'another', 600);
  assert.equal(findChip(folder, ''), { label: 'pinctrl-rp1', base: 571, count: 54 });
  assert.equal(findPin(folder, 53, undefined), { number: 624, chip: 'pinctrl-rp1' });
  assert.equal(findPin(folder, 54, null), { missing: 'The GPIO chip "pinctrl-rp1" has no pin 54.' });
  assert.equal(findPin(folder, 0, 'another'), { number: 600, chip: 'another' });
  assert.equal(findPin(folder, 0, 'third'), { missing: 'This machine has no GPIO chip "third".' });
  machine.remove();
});

test('the chip of a label is asked for its users, no other one', async () => {
  const asked: string[] = [];
  const run = (program: string, words: readonly string[]): Promise<string> => {
    asked.push([program, ...words].join(' '));
    return Promise.resolve('gpiochip3 [a] (8 lines)\ngpiochip4 [b] (8 lines)\n\tline   2:\t"x" input consumer="y"\n');
  };
  assert.equal(await readConsumers('b', run), [{ pin: 2, consumer: 'y' }]);
  assert.equal(await readConsumers('c', run), []);
  assert.equal(asked, ['gpiodetect', 'gpioinfo -c gpiochip4', 'gpiodetect']);
});

test('an LED that cannot be switched is told as such', () => {
  const machine = createFakeRoot();
  machine.write('sys/class/leds/flapbox/trigger/x', '');
  assert.equal(openLed(join(machine.root, 'sys/class/leds')), {
    missing: 'The LED "flapbox" cannot be switched.',
  });
  machine.remove();
});

test('an output begins low without having been high, and stays as it is when it is let go', () => {
  const machine = createFakeRoot();
  const file = (name: string) => join(machine.root, 'gpio7', name);
  machine.write('gpio7/direction', '....');
  machine.write('gpio7/value', '0\n');
  machine.write('export', '');
  const pin = openPlainPin(machine.root, 7, 'low');
  assert.is(readFileSync(file('direction'), 'utf8'), 'low.', 'in one word');
  assert.is(readFileSync(join(machine.root, 'export'), 'utf8'), '', 'it was there already');
  for (const [high, text] of [
    [true, '1\n'],
    [false, '0\n'],
    [true, '1\n'],
  ] as const) {
    pin.write(high);
    assert.is(readFileSync(file('value'), 'utf8'), text);
  }
  pin.close();
  pin.close();
  assert.throws(() => pin.write(false), /EBADF/);
  assert.is(readFileSync(file('value'), 'utf8'), '1\n');
  const input = openPlainPin(machine.root, 7, 'in');
  assert.is(readFileSync(file('direction'), 'utf8'), 'inw.');
  assert.is(input.read(), true);
  writeFileSync(file('value'), '0\n');
  assert.is(input.read(), false);
  writeFileSync(file('value'), '');
  assert.is(input.read(), false);
  input.close();
  assert.throws(() => openPlainPin(join(machine.root, 'export'), 7, 'in'), /^The pin cannot be used \(ENOTDIR\)\.$/);
  machine.remove();
});

test.run();
