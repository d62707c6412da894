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

test('a unit with commands answers each question once, then whether it turns', async () => {
  const { clock, unit } = make('commands');
  const asked = (question: number): number[] => {
    unit.receive(Uint8Array.of(question));
    return [...unit.request(8)];
  };
  const rest = [0, 255, 255, 255, 255, 255, 255, 255];
  unit.receive(Uint8Array.of(0x93, 0xfb, 0xff));
  show(unit, 3);
  await clock.advance(260_000);
  assert.equal(asked(0x81), [...Buffer.from('a1b2c3d\0')]);
  assert.equal([...unit.request(8)], rest);
  assert.equal(asked(0x82), [0xfb, 0xff, 255, 255, 255, 255, 255, 255]);
  assert.equal(asked(0x83), [0, 1, 2, 3, 1, 4, 0, 130]);
  assert.equal(asked(0x84), [3, 0xfc, 255, 255, 255, 255, 255, 255]);
  for (const unknown of [0x80, 0x85]) assert.equal(asked(unknown), rest);
  show(unit, 4);
  assert.equal(asked(0x83), [1, 1, 2, 3, 1, 4, 2, 130]);
  assert.is(unit.request(1)[0], 1);
});

for (const [bytes, abuses] of [
  [[0x85], 1],
  [[0x91], 1],
  [[0x91, 1], 0],
  [[0x91, 1, 2], 1],
  [[0x93, 1], 1],
  [[0x93, 1, 2, 0xfe, 0xfd], 0],
  [[0x93, 0x0a, 0xf8], 0],
  [[0x93, 0x09, 0xf8], 1],
  [[0x96], 0],
  [[44, 10], 0],
] as const)
  test(`a unit with commands takes ${bytes.join()} for ${abuses} abuses`, () => {
    const { unit } = make('commands');
    unit.receive(Uint8Array.from(bytes));
    assert.is(unit.abuses, abuses);
  });

test('a unit that is told to find home turns once around from there, and back from anywhere else', async () => {
  const { clock, unit } = make('commands');
  unit.receive(Uint8Array.of(0x90));
  await clock.advance(6099);
  assert.equal([unit.turning, unit.shown], [true, 0]);
  await clock.advance(1);
  assert.equal([unit.turning, unit.shown, unit.target], [false, 0, 0]);
  show(unit, 15);
  await clock.advance(2099);
  assert.is(unit.shown, 0);
  await clock.advance(1);
  assert.is(unit.shown, 15);
  unit.receive(Uint8Array.of(0x90));
  await clock.advance(10_000);
  assert.is(unit.shown, 0);
});

test('the speed that it is told counts: twice as fast takes half the time, and none never ends', async () => {
  const { clock, unit } = make();
  show(unit, 15, 20);
  await clock.advance(1099);
  assert.is(unit.turning, true);
  await clock.advance(1);
  assert.is(unit.shown, 15);
  show(unit, 16, 0);
  await clock.advance(600_000);
  assert.equal([unit.turning, unit.shown, unit.target], [true, 15, 16]);
  const other = make('commands');
  show(other.unit, 1, 0);
  await other.clock.advance(1_000_000);
  assert.is(other.unit.shown, 1, 'which the later firmware takes for the slowest');
});

test('a unit without power stands where it is and hears nothing, and turns home when it is back', async () => {
  const { clock, unit } = make('commands');
  show(unit, 15);
  await clock.advance(3000);
  unit.receive(Uint8Array.of(0x81));
  show(unit, 30);
  unit.powerDown();
  assert.equal([unit.hears(), unit.turning, unit.shown, unit.target], [false, false, 15, 15]);
  await clock.advance(60_000);
  unit.powerUp();
  assert.equal([unit.hears(), unit.turning, unit.target], [true, true, 0]);
  assert.is(unit.request(1)[0], 1, 'it has forgotten what it was asked');
  await clock.advance(10_000);
  unit.receive(Uint8Array.of(0x83));
  assert.equal([unit.shown, ...unit.request(6)], [0, 0, 1, 2, 3, 0, 10]);
  show(unit, 15);
  await clock.advance(3000);
  unit.receive(Uint8Array.of(0x92));
  await clock.advance(10_000);
  assert.is(unit.shown, 0);
});

test('a bus that is hanging goes on when it is mended, a silent one hears nobody, and one that is gone cannot be opened', async () => {
  const lines: string[] = [];
  const bus = new EmulatedBus(createFakeClock('2026-01-01T00:00:00Z'), [0, 5], 'first', (line) => lines.push(line));
  const opened = await bus.open(3);
  const codeOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'well',
      (error: { code?: string; message: string }) => error.code ?? error.message,
    );
  bus.fault = 'hanging';
  const waiting = codeOf(opened.write(5, Uint8Array.of(1, 10)));
  bus.fault = 'silent';
  assert.is(await waiting, 'EREMOTEIO');
  bus.fault = 'hanging';
  const again = codeOf(opened.read(0, 1));
  bus.fault = 'none';
  assert.is(await again, 'well');
  bus.fault = 'gone';
  assert.is(await codeOf(opened.quick(5)), 'ENOENT');
  assert.match(await codeOf(bus.open(3)), /^The I2C bus 3 is not there/);
  bus.fault = 'none';
  assert.is(await codeOf(opened.write(9, Uint8Array.of(12, 10))), 'EREMOTEIO');
  await opened.write(0, Uint8Array.of(2, 10));
  assert.equal([bus.transfers, bus.units.get(5)?.target, bus.units.get(0)?.target], [5, 0, 2]);
  assert.equal(lines, ['W 05 01 0a', 'R 00', 'W 09 0c 0a nack', 'W 00 02 0a']);
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
