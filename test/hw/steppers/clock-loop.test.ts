import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SteppedWall } from '../../../hw/emulator/steppers/wall.ts';
import { STATES } from '../../../hw/motion/motion-settings.ts';
import { ClockLoop } from '../../../hw/steppers/clock-loop.ts';
import { ClockMemory } from '../../../hw/steppers/clock-memory.ts';
import { STATE_WORDS, faultOf, joinFaults } from '../../../hw/steppers/faults.ts';

const test = suite('hw/steppers: the clock of steps');

const REEL = { stepsPerTurn: 200, flaps: 40 };
const TIMES = { wakeUs: 0, settleUs: 1000, haltUs: 15_000, staggerUs: 100, holdUs: 1_000_000 };
const STEPPER = { ...REEL, magnetWidth: 6, hysteresis: 0, pullIn: 100_000, pullOut: 1e6, agility: 1e9 };

/** A loop over two emulated motors, on a time that moves when the loop waits; orders come when it would linger. */
const rig = (orders: Parameters<ClockMemory['push']>[0][], memory = ClockMemory.make(2)) => {
  const motors = new SteppedWall({ modules: 2, stepper: STEPPER });
  let now = 0;
  let closed = 0;
  const coils: number[][] = [];
  const line = {
    modules: 2,
    exchange: (patterns: Uint8Array, sensors: Uint8Array) => {
      coils.push([...patterns]);
      motors.apply(patterns, now);
      motors.look(sensors);
      now += 20;
    },
    close: () => void closed++,
  };
  const lingers: number[] = [];
  memory.wait = (_signal, ms) => {
    if (ms !== 777) {
      now += ms * 1000;
      return true;
    }
    lingers.push(now);
    const next = orders.shift();
    if (next) memory.push(next);
    return !next;
  };
  const plan = {
    modules: 2,
    reel: REEL,
    speeds: { maxSpeed: 1200, acceleration: 20_000 },
    times: TIMES,
    hold: false,
    openLoop: false,
    maxMoving: null,
    lingerMs: 777,
  };
  const loop = new ClockLoop(plan, memory, line, () => now);
  return { loop, memory, motors, coils, lingers, closed: () => closed };
};
const shown = ({ motors }: ReturnType<typeof rig>): number[] => motors.flaps;

test('does what it is told until nothing turns any more, and tells where everything is', () => {
  const one = rig([
    [
      { what: 'aim', module: 0, a: 7 },
      { what: 'aim', module: 1, a: 30 },
    ],
  ]);
  one.loop.run();
  assert.equal([shown(one), one.lingers.length, one.closed()], [[7, 30], 2, 1]);
  const { memory } = one;
  assert.equal([memory.isCurrent, memory.done, memory.hasOrders], [true, 2, false]);
  for (const [module, flap] of [7, 30].entries()) {
    assert.equal(
      [
        memory.get(module, 'state'),
        memory.get(module, 'flap'),
        memory.get(module, 'coils'),
        memory.get(module, 'mode'),
      ],
      [STATES.ok, flap, 0, 0],
    );
    assert.ok(Math.abs(memory.get(module, 'position') - flap * 5) < 2);
  }
  assert.ok(memory.lateness(0.5).ticks > 300);
});

test('a stop ends everything where it is', () => {
  const one = rig([[{ what: 'aim', module: 0, a: 7 }, { what: 'stop' }]]);
  one.loop.run();
  assert.equal([one.lingers.length, one.closed(), one.memory.get(0, 'flap')], [1, 1, -1]);
  assert.is(one.memory.get(0, 'coils'), 0);
});

test('a halt ends movement, and the clock goes on', () => {
  const one = rig([[{ what: 'aim', module: 0, a: 7 }, { what: 'halt' }], [{ what: 'aim', module: 0, a: 3 }]]);
  one.loop.run();
  assert.equal([shown(one)[0], one.lingers.length], [3, 3]);
});

test('homes, turns by steps, moves an offset and turns the other way', () => {
  const one = rig([
    [{ what: 'home', module: 0, a: 4 }],
    [
      { what: 'offset', module: 0, a: 5 },
      { what: 'aim', module: 0, a: 4 },
    ],
    [{ what: 'jog', module: 0, a: 10 }],
    [{ what: 'aim', module: 0, a: 10, b: 100 }],
  ]);
  const flaps: (number | undefined)[] = [];
  const { wait } = one.memory;
  one.memory.wait = (signal, ms) => {
    if (ms === 777) flaps.push(shown(one)[0]);
    return wait(signal, ms);
  };
  one.loop.run();
  assert.equal(flaps.slice(1), [4, 5, 7, 11]);
  assert.ok((one.motors.models[0]?.position ?? 0) > 0);
});

test('a motor that was turned round is not where it was', () => {
  const one = rig([[{ what: 'home', module: 0, a: 4 }], [{ what: 'reverse', module: 0, a: 1 }]]);
  one.loop.run();
  assert.is(one.memory.get(0, 'state'), STATES.stopped);
  const same = rig([[{ what: 'home', module: 0, a: 4 }], [{ what: 'reverse', module: 0, a: 0 }]]);
  same.loop.run();
  assert.is(same.memory.get(0, 'state'), STATES.ok);
});

test('orders for a place that the line does not have do nothing', () => {
  const one = rig([[{ what: 'aim', module: 9, a: 7 }]]);
  one.loop.run();
  assert.ok(one.coils.flat().every((pattern) => pattern === 0));
});

test('a thread that comes later goes on from what is written down', () => {
  const memory = ClockMemory.make(2);
  memory.set(0, 'offset', 5);
  memory.set(0, 'state', STATES.ok);
  memory.set(0, 'position', 40);
  memory.set(0, 'phase', 2);
  memory.set(1, 'reversed', 1);
  memory.set(1, 'state', STATES.missed);
  memory.set(1, 'missedHomes', 3);
  memory.set(1, 'unexpectedHomes', 2);
  const one = rig([], memory);
  one.loop.run();
  const of = (module: number) =>
    (['state', 'position', 'phase', 'missedHomes', 'unexpectedHomes'] as const).map((field) =>
      memory.get(module, field),
    );
  assert.equal(
    [of(0), of(1)],
    [
      [STATES.ok, 40, 2, 0, 0],
      [STATES.missed, 0, 0, 3, 2],
    ],
  );
  memory.set(1, 'state', STATES.homing);
  rig([], memory).loop.run();
  assert.is(memory.get(1, 'state'), STATES.stopped);
});

test('orders are handed out in their order, also around the end of their room, and far too many are refused', () => {
  const memory = ClockMemory.make(1);
  const taken: number[][] = [];
  for (let round = 0; round < 3; round++) {
    for (let at = 0; at < 1024; at++) memory.push([{ what: 'jog', module: round, a: at, b: at / 2 }]);
    assert.throws(() => memory.push([{ what: 'halt' }]), /hangs/);
    assert.ok(memory.hasOrders);
    assert.not.ok(memory.isCurrent);
    memory.take((...order) => taken.push(order));
    memory.finish();
    assert.equal([memory.hasOrders, memory.isCurrent, memory.done], [false, true, 1024 + 2048 * round]);
    assert.equal([taken[5], taken.splice(0).length], [[3, round, 5, 2.5], 1024]);
    memory.push([{ what: 'stop' }]);
    memory.dropOrders();
    assert.equal([memory.hasOrders, memory.isCurrent], [false, true]);
    memory.take(() => assert.unreachable());
    memory.push(Array.from({ length: 1023 }, () => ({ what: 'halt' }) as const));
    memory.dropOrders();
  }
});

test('each side wakes the other', async () => {
  const memory = ClockMemory.make(1);
  const { signal, told } = memory;
  assert.ok(memory.wait(signal, 0));
  memory.push([{ what: 'halt' }]);
  assert.not.ok(memory.wait(signal, 60_000));
  const change = memory.change(told);
  memory.tell();
  await change;
  await memory.change(told);
  assert.is(memory.told, told + 1);
  memory.thread = 4711;
  assert.is(memory.thread, 4711);
});

test('how late ticks came is told for all but a share of them', () => {
  const memory = ClockMemory.make(1);
  assert.equal(memory.lateness(0.01), { ticks: 0, us: 50, worstUs: 0 });
  for (let tick = 0; tick < 99; tick++) memory.noteLateness(20);
  memory.noteLateness(170);
  assert.equal(memory.lateness(0), { ticks: 100, us: 200, worstUs: 170 });
  assert.equal(memory.lateness(0.02), { ticks: 100, us: 50, worstUs: 170 });
  memory.noteLateness(1e6);
  memory.noteLateness(-5);
  assert.equal(memory.lateness(0), { ticks: 102, us: 3200, worstUs: 1e6 });
});

test('of a thread that ended in the middle nothing is known any more, but what was given up stays so', () => {
  const memory = ClockMemory.make(4);
  for (const [module, state] of [STATES.ok, STATES.silent, STATES.homing, STATES.missed].entries()) {
    memory.set(module, 'state', state);
    memory.set(module, 'mode', 3);
    memory.set(module, 'coils', 9);
    memory.set(module, 'flap', 5);
  }
  memory.forget();
  const of = (module: number) =>
    (['state', 'mode', 'coils', 'flap'] as const).map((field) => memory.get(module, field));
  assert.equal(
    [0, 1, 2, 3].map(of),
    [STATES.stopped, STATES.silent, STATES.stopped, STATES.missed].map((state) => [state, 0, 0, -1]),
  );
});

const WIRES = { coils: (address: number) => `C${address}`, sensor: (address: number) => `S${address}` } as never;
test('a module that was given up says what to look at', () => {
  const told = (state: number) => faultOf({ address: 3, row: 1, col: 2 }, state, WIRES) ?? '';
  assert.match(told(STATES.silent), /^[A-Z].* never saw its magnet: .* S3, .* C3 turns\.$/);
  assert.match(told(STATES.stuck), /sees its magnet all the time: .* S3, .* C3 turns\.$/);
  assert.match(told(STATES.missed), /missed its home three times: .* C3\.$/);
  assert.match(told(STATES.unexpected), /came home too early three times: .* S3\.$/);
  for (const fine of [STATES.stopped, STATES.ok, STATES.homing]) assert.is(told(fine), '');
  assert.equal(
    Object.values(STATES).map((state) => STATE_WORDS[state]),
    ['stopped', 'ok', 'homing', 'missing_home', 'unexpected_home', 'sensor_silent', 'sensor_silent'],
  );
});
test('three faults are told, of more only how many there are', () => {
  assert.is(joinFaults([]), null);
  assert.is(joinFaults(['A.', 'B.', 'C.']), 'A. B. C.');
  assert.is(joinFaults(['A.', 'B.', 'C.', 'D.']), 'A. B. C. 1 more module has faults.');
  assert.is(joinFaults(['A.', 'B.', 'C.', 'D.', 'E.']), 'A. B. C. 2 more modules have faults.');
});

test('an order that names no module and no numbers has zeros there', () => {
  const memory = ClockMemory.make(3);
  const taken: number[][] = [];
  memory.push([{ what: 'release' }, { what: 'aim', module: 2, a: 7, b: 9 }]);
  memory.take((...order) => void taken.push(order));
  assert.equal(
    taken.map(([, ...numbers]) => numbers),
    [
      [0, 0, 0],
      [2, 7, 9],
    ],
  );
});

test.run();
