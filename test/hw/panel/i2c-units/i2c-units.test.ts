import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { EmulatedUnit } from '../../../../hw/emulator/i2c-units/unit.ts';
import { openI2cBus } from '../../../../hw/panel/i2c-units/bus.ts';
import { I2cUnits } from '../../../../hw/panel/i2c-units/i2c-units.ts';
import { INSTANT, type WriteOutcome } from '../../../../src/board/driver.ts';
import { gridFromRows, gridToRows } from '../../../../src/core/flaps/grid.ts';
import { systemClock } from '../../../../src/platform/clock.ts';
import { createFakeClock, settle, type FakeClock } from '../../../support/fake-clock.ts';
import { panelOf } from '../rig.ts';
import { unitsRig, type UnitsRig, type UnitsRigOptions } from './rig.ts';

const test = suite('i2c-units');

const never = (): AbortSignal => new AbortController().signal;

const clockAt = (): FakeClock => createFakeClock('2026-01-01T00:00:00Z');

/** Lets the clock run until some work ends. */
const during = async <T>(clock: FakeClock, work: Promise<T>): Promise<T> => {
  let ended = false;
  const end = () => void (ended = true);
  work.then(end, end);
  for (let turn = 0; turn < 200 && !ended; turn++) {
    await settle();
    if (!ended) await clock.advance(1);
  }
  return work;
};

/** Writes text into the first row; letters are codes 1 to 26. */
const write = async (rig: UnitsRig & { clock: FakeClock }, text: string): Promise<WriteOutcome> => {
  const row = Array.from({ length: 15 }, (_, col) => Math.max(0, (text.charCodeAt(col) || 32) - 64));
  return during(rig.clock, rig.driver.write({ grid: gridFromRows([row], 3, 15), transition: INSTANT }, never()));
};

const start = async (options: Omit<UnitsRigOptions, 'clock'> = {}) => {
  const clock = clockAt();
  const rig = unitsRig({ clock, ...options });
  await during(clock, rig.driver.start());
  return { ...rig, clock };
};

const firstRow = [
  { row: 0, col: 0, address: 3 },
  { row: 0, col: 1, address: 4 },
  { row: 0, col: 2, address: 5 },
];

const COMMANDS = { firmware: 'commands', first: 1 } as const;

test('a start looks at every unit, and gives the first firmware nothing to misunderstand', async () => {
  const { lines, bus } = await start();
  assert.is(lines.length, 46);
  assert.ok(
    lines.every((line) => /^R [0-9a-f]{2}$/.test(line)),
    lines.join(),
  );
  assert.ok([...bus.units.values()].every(({ abuses }) => abuses === 0));
});

test('the first firmware is not asked questions even when no unit has address 0', async () => {
  const { lines, bus } = await start({ first: 1 });
  assert.ok(lines.some((line) => line === 'Q 00 nack'));
  assert.ok(!lines.some((line) => line.startsWith('W')));
  assert.ok([...bus.units.values()].every(({ abuses }) => abuses === 0));
});

test('firmware with commands is found out', async () => {
  const { lines } = await start(COMMANDS);
  assert.ok(lines.includes('Q 00') && lines.includes('W 01 81') && lines.includes('W 01 84'));
});

test('a unit with address 0, be it of another wall, keeps all from being called together', async () => {
  const { lines, bus } = await start({ panel: { modules: firstRow } });
  assert.ok([...bus.units.values()].every(({ abuses }) => abuses === 0));
  assert.ok(!lines.some((line) => line.startsWith('Q')));
});

test('a frame sends each unit the number of its flap', async () => {
  const rig = await start({ panel: { modules: firstRow } });
  rig.lines.length = 0;
  assert.is((await write(rig, 'HI')).status, 'sent');
  assert.equal([...rig.lines].sort(), ['R 03', 'R 04', 'R 05', 'W 03 08 0a', 'W 04 09 0a', 'W 05 00 0a']);
});

test('only what changes is sent', async () => {
  const rig = await start({ panel: { modules: firstRow } });
  await write(rig, 'HI');
  rig.lines.length = 0;
  await write(rig, 'HA');
  assert.equal(rig.lines, ['R 04', 'W 04 01 0a']);
});

test('the same frame again is sent whole', async () => {
  const rig = await start({ panel: { modules: firstRow } });
  await write(rig, 'HI');
  rig.lines.length = 0;
  await write(rig, 'HI');
  assert.is(rig.lines.filter((line) => line.startsWith('W')).length, 3);
});

test('units that sleep are woken, and nothing but two bytes is ever written to them', async () => {
  const rig = await start();
  await rig.clock.advance(60_000);
  assert.is((await write(rig, 'HELLO')).status, 'sent');
  assert.ok(rig.lines.some((line) => line.endsWith('nack')));
  assert.ok([...rig.bus.units.values()].every(({ abuses }) => abuses === 0));
  assert.equal(rig.shown()[0]?.slice(0, 5), [8, 5, 12, 12, 15]);
});

test('a unit that turns keeps the newest flap for afterwards', async () => {
  const rig = await start({ panel: { modules: firstRow } });
  await write(rig, 'Z');
  await rig.clock.advance(500);
  await write(rig, 'A');
  await write(rig, 'B');
  await rig.clock.advance(30_000);
  assert.is(rig.bus.units.get(3)?.shown, 2);
});

test('a unit that is silent fails the write by name, and only it', async () => {
  const rig = await start();
  rig.bus.units.delete(17);
  const outcome = await write(rig, 'HELLO');
  assert.equal(outcome, {
    status: 'failed',
    reason: 'Module 17 (row 2, column 3) does not answer: check its power, wires and address switch.',
    failedRegions: [{ row: 1, col: 2, rows: 1, cols: 1 }],
  });
  assert.equal(rig.shown()[0]?.slice(0, 5), [8, 5, 12, 12, 15]);
});

test('a unit that is silent fails a read by name', async () => {
  const rig = await start();
  rig.bus.units.delete(0);
  rig.bus.units.delete(44);
  const outcome = await during(rig.clock, rig.driver.read(never()));
  assert.equal(outcome, {
    status: 'failed',
    reason:
      '2 modules do not answer (check power, wires and address switches): module 0 (row 1, column 1), module 44 (row 3, column 15).',
  });
});

test('a start with some silent units goes on, with none it fails', async () => {
  const clock = clockAt();
  const rig = unitsRig({ clock });
  rig.bus.units.delete(3);
  await during(clock, rig.driver.start());
  const lonely = unitsRig({ clock });
  lonely.bus.units.clear();
  try {
    await during(clock, lonely.driver.start());
    assert.unreachable();
  } catch (error) {
    assert.match((error as Error).message, /^None of the 45 units answers: check/);
  }
});

test('a bus that is not there is named', async () => {
  const clock = clockAt();
  const rig = unitsRig({ clock });
  rig.bus.fault = 'gone';
  const outcome = during(clock, rig.driver.start());
  await outcome.then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /The I2C bus 1 is not there/),
  );
});

test('a bus that hangs is stuck after a while', async () => {
  const rig = await start();
  rig.bus.fault = 'hanging';
  const writing = rig.driver.write({ grid: gridFromRows([[1]], 3, 15), transition: INSTANT }, never());
  await rig.clock.advance(500);
  assert.equal(await writing, { status: 'failed', reason: 'The I2C bus 1 is stuck: one of its wires is held low.' });
  rig.bus.fault = 'none';
});

test('a reading of the first firmware is what units took', async () => {
  const rig = await start();
  assert.equal(await during(rig.clock, rig.driver.read(never())), { status: 'read', grid: null });
  await write(rig, 'HELLO');
  const reading = await during(rig.clock, rig.driver.read(never()));
  assert.equal(
    reading.status === 'read' && reading.grid && gridToRows(reading.grid)[0]?.slice(0, 5),
    [8, 5, 12, 12, 15],
  );
});

const rowOf = async (rig: UnitsRig & { clock: FakeClock }): Promise<number[] | undefined> => {
  const reading = await during(rig.clock, rig.driver.read(never()));
  if (reading.status === 'failed') throw new Error(reading.reason);
  return reading.grid ? gridToRows(reading.grid)[0]?.slice(0, 3) : undefined;
};

test('firmware with commands tells what is shown, before any write too', async () => {
  const rig = await start({ ...COMMANDS, panel: { modules: firstRow } });
  rig.bus.units.get(3)?.receive(Uint8Array.of(26, 10));
  await rig.clock.advance(30_000);
  assert.equal(await rowOf(rig), [26, 0, 0]);
});

test('a unit that does not know the question for its flap is not taken to show its first', async () => {
  const clock = clockAt();
  const rig = { ...unitsRig({ clock, ...COMMANDS, panel: { modules: firstRow } }), clock };
  const old = rig.bus.units.get(4);
  if (old) old.knowsFlap = false;
  await during(clock, rig.driver.start());
  await write(rig, 'ZZZ');
  await clock.advance(30_000);
  assert.equal(await rowOf(rig), [26, 26, 26]);
  assert.is(old?.abuses, 2, 'it is asked at the start alone');
});

test('a unit on its way is taken to arrive, and what it tells then counts', async () => {
  const rig = await start({ ...COMMANDS, panel: { modules: firstRow } });
  await write(rig, 'ZZZ');
  assert.equal(await rowOf(rig), [26, 26, 26]);
  await rig.clock.advance(30_000);
  assert.equal(await rowOf(rig), [26, 26, 26]);
  rig.bus.units.get(4)?.powerUp();
  await rig.clock.advance(10_000);
  assert.equal(await rowOf(rig), [26, 0, 26]);
});

for (const [how, turn] of [
  ['has started anew', (unit: EmulatedUnit) => unit.powerUp()],
  ['was turned unseen', (unit: EmulatedUnit) => unit.receive(Uint8Array.of(2, 10))],
] as const)
  test(`a unit that shows something else as it ${how} is sent its flap with the next frame`, async () => {
    const rig = await start({ ...COMMANDS, panel: { modules: firstRow } });
    await write(rig, 'ZZZ');
    await rig.clock.advance(30_000);
    const unit = rig.bus.units.get(4);
    if (unit) turn(unit);
    await rig.clock.advance(30_000);
    await rowOf(rig);
    rig.lines.length = 0;
    await write(rig, 'ZZA');
    assert.equal(
      rig.lines.filter((line) => line.startsWith('W')),
      ['W 04 1a 0a', 'W 05 01 0a'],
    );
  });

test('a unit that missed two looks in a row has started anew, and one in turn is asked its seconds', async () => {
  const rig = await start({ ...COMMANDS, panel: { modules: firstRow } });
  let told = 0;
  rig.driver.listen({ onRestart: () => void told++ });
  await write(rig, 'ABC');
  await rig.clock.advance(30_000);
  const written = () => rig.lines.filter((line) => line.startsWith('W'));
  const look = () => during(rig.clock, rig.driver.watch.look(never()));
  const toldAfter = async (misses: number, miss: () => Promise<unknown> = look): Promise<number> => {
    rig.bus.fault = 'silent';
    for (let missed = 0; missed < misses; missed++) await miss();
    rig.bus.fault = 'none';
    rig.lines.length = 0;
    await look();
    return told;
  };
  assert.equal([await toldAfter(0), written()], [0, ['W 03 83']]);
  assert.equal([await toldAfter(1), written()], [0, ['W 05 83']]);
  await write(rig, 'ABD');
  assert.equal(written(), ['W 05 83', 'W 05 04 0a']);
  await rig.clock.advance(30_000);
  assert.equal([await toldAfter(2), written()], [1, ['W 05 83']]);
  await write(rig, 'ABE');
  assert.equal(written(), ['W 05 83', 'W 05 05 0a', 'W 04 02 0a', 'W 03 01 0a']);
  await rig.clock.advance(30_000);
  rig.bus.units.get(3)?.powerUp();
  assert.equal([await toldAfter(0), written()], [2, ['W 03 83']]);
  const read = () => during(rig.clock, rig.driver.read(never()));
  assert.is(await toldAfter(1, read), 3, 'a reading asks each several times');
  rig.bus.fault = 'gone';
  await refused(look(), /is gone/);
  assert.is(await toldAfter(1, () => refused(look(), /^None of the 3 units/)), 4, 'so does a start');
});

test('only so many units turn at once', async () => {
  const rig = await start({ panel: { max_moving: 2 } });
  assert.is((await write(rig, 'ABCDEFGHIJKLMNO')).status, 'sent');
  let most = 0;
  for (let second = 0; second < 240; second++) {
    await rig.clock.advance(1000);
    most = Math.max(most, [...rig.bus.units.values()].filter(({ turning }) => turning).length);
  }
  assert.ok(most > 0 && most <= 2, `${most} turned at once`);
  assert.equal(
    rig.shown()[0],
    Array.from({ length: 15 }, (_, col) => col + 1),
  );
});

test('what waits for its turn is dropped by a halt, and asked for again', async () => {
  const rig = await start({ panel: { max_moving: 1, modules: firstRow } });
  let told = 0;
  rig.driver.listen({ onRestart: () => void told++ });
  rig.driver.halt();
  assert.is(told, 0, 'nothing was on its way');
  await write(rig, 'ABC');
  rig.driver.halt();
  assert.is(told, 1);
  await rig.clock.advance(60_000);
  const shown = () => rig.shown()[0]?.slice(3, 6);
  assert.not.equal(shown(), [1, 2, 3]);
  await write(rig, 'ABC');
  await rig.clock.advance(60_000);
  assert.equal(shown(), [1, 2, 3]);
});

test('a unit that is silent when its turn comes is told by the next read', async () => {
  const rig = await start({ panel: { max_moving: 1, modules: firstRow } });
  await write(rig, 'ABC');
  rig.bus.units.delete(3);
  await rig.clock.advance(60_000);
  const reading = await during(rig.clock, rig.driver.read(never()));
  assert.is(reading.status, 'failed');
  assert.match(reading.status === 'failed' ? reading.reason : '', /Module 3 .*does not answer/);
});

test('a bus that fails when the turn of a unit comes is told by the next read, once', async () => {
  const rig = await start({ panel: { max_moving: 1, modules: firstRow } });
  await write(rig, 'ABC');
  rig.bus.fault = 'gone';
  await rig.clock.advance(60_000);
  rig.bus.fault = 'none';
  const reading = await during(rig.clock, rig.driver.read(never()));
  assert.match(reading.status === 'failed' ? reading.reason : '', /^The I2C bus \d+ is gone\.$/);
  assert.is((await during(rig.clock, rig.driver.read(never()))).status, 'read');
});

test('letters without a flap are substituted, and reported', async () => {
  const rig = await start();
  const outcome = await during(
    rig.clock,
    rig.driver.write({ grid: gridFromRows([[63, 53]], 3, 15), transition: INSTANT }, never()),
  );
  assert.equal(outcome, { status: 'sent', substitutions: { '{63}': ' ', '"': ' ' } });
});

const act = (
  rig: UnitsRig & { clock: FakeClock },
  name: string,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> => {
  const action = rig.driver.actions[name];
  return action ? during(rig.clock, action.run(input, never())) : Promise.reject(new Error('no such action'));
};

const refused = (work: Promise<unknown>, pattern: RegExp): Promise<void> =>
  work.then(
    () => assert.unreachable('it was not refused'),
    (error: Error) => assert.match(error.message, pattern),
  );

const SENT: readonly [string, Record<string, unknown>, string[]][] = [
  ['home', { modules: [3] }, ['W 03 90']],
  ['home', {}, ['W 03 90', 'W 04 90', 'W 05 90']],
  ['set_offset', { modules: [4], steps: -100 }, ['W 04 93 9c ff 63 00']],
  ['jog', { modules: [5], steps: 12 }, ['W 05 91 0c']],
  ['blink', { modules: [3, 5] }, ['W 03 96', 'W 05 96']],
  ['restart', { modules: [3] }, ['W 03 92']],
];

for (const [name, input, expected] of SENT) {
  test(`action ${name} ${JSON.stringify(input)}`, async () => {
    const rig = await start({ ...COMMANDS, panel: { modules: firstRow } });
    rig.lines.length = 0;
    await act(rig, name, input);
    assert.equal(
      rig.lines.filter((line) => line.startsWith('W')),
      expected,
    );
  });
}

const REFUSED: readonly [string, Record<string, unknown>, RegExp][] = [
  ['set_offset', { steps: 2039 }, /"steps" has to be a whole number from -2038 to 2038/],
  ['set_offset', { steps: -2039 }, /from -2038 to 2038/],
  ['set_offset', {}, /"steps"/],
  ['jog', { steps: 128 }, /from -127 to 127/],
  ['jog', { steps: 1.5 }, /from -127 to 127/],
  ['home', { modules: [9] }, /no module of this panel/],
  ['home', { modules: [] }, /list of addresses/],
  ['self_test', { step: 256 }, /"step"/],
];

for (const [name, input, pattern] of REFUSED) {
  test(`action ${name} ${JSON.stringify(input)} is refused`, async () => {
    const rig = await start({ ...COMMANDS, panel: { modules: firstRow } });
    rig.lines.length = 0;
    await refused(act(rig, name, input), pattern);
    assert.equal(rig.lines, []);
  });
}

for (const name of ['home', 'blink', 'restart']) {
  test(`action ${name} is refused for the first firmware, and nothing is sent`, async () => {
    const rig = await start({ panel: { modules: firstRow } });
    rig.lines.length = 0;
    await refused(act(rig, name, {}), /Module 3|module 3/);
    assert.equal(rig.lines, []);
  });
}

test('an offset is stored, and diagnosed', async () => {
  const rig = await start({ ...COMMANDS, panel: { modules: firstRow } });
  await act(rig, 'set_offset', { modules: [4], steps: 123 });
  const { modules } = (await act(rig, 'diagnose', { modules: [4] })) as { modules: Record<string, unknown>[] };
  assert.equal(modules, [
    {
      row: 0,
      col: 1,
      address: 4,
      answers: true,
      firmware: 'a1b2c3d',
      moving: false,
      offset: 123,
      home_failed: false,
      sensor_silent: false,
      brown_outs: 2,
      watchdog_resets: 3,
      uptime_seconds: 0,
      bad_commands: 0,
      last_homing_steps: 2080,
    },
  ]);
});

test('a unit of the first firmware and one that is silent are diagnosed as far as it goes', async () => {
  const rig = await start({ panel: { modules: firstRow } });
  rig.bus.units.delete(5);
  const { modules } = (await act(rig, 'diagnose', {})) as { modules: Record<string, unknown>[] };
  assert.equal(modules[0], { row: 0, col: 0, address: 3, answers: true, firmware: null, moving: false });
  assert.equal(modules[2], { row: 0, col: 2, address: 5, answers: false, firmware: null, moving: null });
});

test('questions of several at once are not mixed up', async () => {
  const rig = await start({ ...COMMANDS, panel: { modules: firstRow } });
  const [diagnosed] = await Promise.all([
    act(rig, 'diagnose', { modules: [4] }),
    rig.driver.read(never()),
    rig.driver.read(never()),
  ]);
  assert.is((diagnosed as { modules: { offset: number }[] }).modules[0]?.offset, 100);
});

test('after homing a unit is sent its flap again', async () => {
  const rig = await start({ ...COMMANDS, panel: { modules: firstRow } });
  await write(rig, 'ABC');
  await act(rig, 'home', { modules: [4] });
  rig.lines.length = 0;
  await write(rig, 'ABD');
  assert.equal(rig.lines.filter((line) => line.startsWith('W')).sort(), ['W 04 02 0a', 'W 05 04 0a']);
});

test('the self-test shows neighbouring flaps', async () => {
  const rig = await start({ panel: { modules: firstRow } });
  const answer = act(rig, 'self_test', { step: 2, seconds: 0 });
  await answer;
  assert.equal(
    [3, 4, 5].map((address) => rig.bus.units.get(address)?.target),
    [2, 3, 4],
  );
});

test('settings without a bus, or with an address beyond it, are refused', () => {
  const make = (change: object) => () =>
    new I2cUnits({ rows: 3, cols: 15, panel: panelOf('i2c-units', change) }, { clock: systemClock });
  assert.throws(make({ connection: {} }), /needs the number of its I2C bus/);
  assert.throws(
    make({ connection: { bus: 1 }, modules: [{ row: 0, col: 0, address: 127 }] }),
    /addresses go from 0 to 126/,
  );
  assert.not.throws(make({ connection: { bus: 0 }, modules: [{ row: 0, col: 0, address: 126 }] }));
});

test('a machine without the bus says so', async () => {
  await refused(openI2cBus(250), /The I2C bus 250 is not there|native part was not compiled/);
});

test.run();
