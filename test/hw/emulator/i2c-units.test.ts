import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseUnitCommand } from '../../../hw/emulator/i2c-units/arguments.ts';
import { EmulatedBus } from '../../../hw/emulator/i2c-units/bus.ts';
import { EmulatedUnit } from '../../../hw/emulator/i2c-units/unit.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const test = suite('emulator i2c-units');

const make = (firmware: 'first' | 'commands' = 'first') => {
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  return { clock, unit: new EmulatedUnit(clock, firmware) };
};

const show = (unit: EmulatedUnit, flap: number, rpm = 10): void => unit.receive(Uint8Array.of(flap, rpm));

test('a unit takes a turn of time for a turn of its reel', async () => {
  const { clock, unit } = make();
  show(unit, 44);
  await clock.advance(5900);
  assert.equal([unit.turning, unit.shown], [true, 0]);
  await clock.advance(200);
  assert.equal([unit.turning, unit.shown], [false, 44]);
});

test('a flap before the present one lies past home', async () => {
  const { clock, unit } = make();
  show(unit, 30);
  await clock.advance(10_000);
  show(unit, 29);
  await clock.advance(5900);
  assert.is(unit.turning, true);
  await clock.advance(600);
  assert.is(unit.shown, 29);
});

test('a second turn begins two seconds after the first at the earliest', async () => {
  const { clock, unit } = make();
  show(unit, 1);
  await clock.advance(500);
  assert.is(unit.shown, 1);
  show(unit, 2);
  await clock.advance(1400);
  assert.equal([unit.turning, unit.shown], [false, 1]);
  await clock.advance(400);
  assert.is(unit.shown, 2);
});

test('the first firmware sleeps after two seconds and misses what wakes it', async () => {
  const { clock, unit } = make();
  assert.is(unit.hears(), true);
  await clock.advance(2000);
  assert.is(unit.hears(), false);
  assert.is(unit.hears(), true);
});

test('the first firmware turns wildly at what it does not know', () => {
  for (const bytes of [[], [0x81], [1, 2, 3], [45, 10]]) {
    const { unit } = make();
    unit.receive(Uint8Array.from(bytes));
    assert.is(unit.abuses, 1, bytes.join());
  }
});

test('the firmware with commands ignores what it does not know', () => {
  for (const bytes of [[], [5], [1, 2, 3]]) {
    const { unit } = make('commands');
    unit.receive(Uint8Array.from(bytes));
    assert.is(unit.target, 0, bytes.join());
  }
});

test('what a unit does not send reads as ones', () => {
  const { unit } = make();
  assert.equal(unit.request(4), Uint8Array.of(0, 255, 255, 255));
});

test('an offset beyond a turn is not stored', () => {
  const { unit } = make('commands');
  unit.receive(Uint8Array.of(0x93, 0xf7, 0x07));
  assert.is(unit.offset, 100);
  unit.receive(Uint8Array.of(0x93, 0xf6, 0x07));
  assert.is(unit.offset, 2038);
});

test('nobody answers an address without a unit, nor reads to the address of all', async () => {
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  const bus = await new EmulatedBus(clock, [1, 2], 'commands').open(0);
  const refused = (work: Promise<unknown>) =>
    work.then(
      () => false,
      (error: { code: string }) => error.code === 'EREMOTEIO',
    );
  assert.is(await refused(bus.read(3, 1)), true);
  assert.is(await refused(bus.read(0, 1)), true);
  await bus.quick(0);
});

const COMMANDS: readonly [string[], RegExp | object][] = [
  [[], { rows: 3, cols: 15, firmware: 'first', trace: false }],
  [['--size', '1x126', '--firmware', 'commands', '--trace'], { rows: 1, cols: 126, firmware: 'commands', trace: true }],
  [['--size', '1x127'], /up to 126/],
  [['--size', '0x5'], /up to 126/],
  [['--size', 'big'], /up to 126/],
  [['--firmware', 'other'], /first or commands/],
  [['--nothing'], /nothing/],
];

for (const [argv, expected] of COMMANDS) {
  test(`command line: ${argv.join(' ') || 'empty'}`, () => {
    const command = parseUnitCommand(argv);
    if (expected instanceof RegExp) assert.match('complaint' in command ? command.complaint : '', expected);
    else assert.equal('options' in command ? command.options : null, expected);
  });
}

test('the help says that the service cannot use it', () => {
  const command = parseUnitCommand(['--help']);
  assert.match('help' in command ? command.help : '', /service cannot be pointed at them/);
});

test.run();
