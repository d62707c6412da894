import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { MODES, STATES } from '../../../hw/motion/motion-settings.ts';
import type { DeviceMemory } from '../../../hw/panel/description.ts';
import { Wall } from '../../../hw/panel/wall.ts';
import { ClockMemory, type Order } from '../../../hw/steppers/clock-memory.ts';
import { Places } from '../../../hw/steppers/places.ts';
import { stepperActions, type StepperActionsPort } from '../../../hw/steppers/stepper-actions.ts';
import { boardWires } from '../../../hw/steppers/wires.ts';
import { CommandRefused, UnusableInput } from '../../../src/board/driver.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { panelOf } from '../panel/rig.ts';
import { never } from '../rig.ts';

const test = suite('actions of a wall of motors');

/** Five steps a flap. */
const REEL = { stepsPerTurn: 50, flaps: 10 };

/** Three modules on a line with four places; all are at rest at their third flap, at offsets of 10 steps a place. */
const rig = (change: Partial<StepperActionsPort> = {}) => {
  const memory = ClockMemory.make(4);
  const saved: Readonly<Record<string, unknown>>[] = [];
  const device: DeviceMemory = { load: () => null, save: (value) => Promise.resolve(void saved.push(value)) };
  const places = new Places(device, 'a shape');
  const [orders, departed]: [Order[], [number, number][]] = [[], []];
  for (let address = 0; address < 4; address++) {
    memory.set(address, 'state', STATES.ok);
    memory.set(address, 'offset', 10 * address);
    memory.set(address, 'position', (10 * address + 15) % REEL.stepsPerTurn);
  }
  const wall = new Wall({
    rows: 1,
    cols: 3,
    panel: panelOf('shift-steppers', { modules: [1, 2, 3].map((address) => ({ row: 0, col: address - 1, address })) }),
    highestAddress: 3,
    defaultFlaps: ' ABCDEFGHI',
  });
  const actions = stepperActions({
    clock: createFakeClock('2026-01-01T00:00:00Z'),
    wall,
    reel: REEL,
    places: 4,
    wires: boardWires,
    turnsBack: false,
    guesses: false,
    connect: () => Promise.resolve(memory),
    tell: (told) => Promise.resolve(void orders.push(...told)),
    show: () => Promise.resolve(),
    kept: () => places,
    departed: (module, flap) => void departed.push([module, flap]),
    ...change,
  });
  const act = (name: string, input: object = {}): Promise<Record<string, unknown>> =>
    actions[name]?.run({ ...input }, never()) ?? Promise.reject(new Error(`no action ${name}`));
  return { memory, places, saved, orders, departed, actions, act };
};

const problemOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

/** What is told, which modules set out for which flaps, and whether something is written down. */
const ORDERS: readonly (readonly [string, object, Order[], [number, number][], boolean])[] = [
  ['home', { modules: [2] }, [{ what: 'home', module: 2, a: 3 }], [[1, 3]], false],
  [
    'turn',
    { modules: [1, 3] },
    [
      { what: 'aim', module: 1, a: 3, b: 25 },
      { what: 'aim', module: 3, a: 3, b: 25 },
    ],
    [
      [0, 3],
      [2, 3],
    ],
    false,
  ],
  [
    'nudge',
    { modules: [2], quarters: -3 },
    [
      { what: 'offset', module: 2, a: 16.25 },
      { what: 'aim', module: 2, a: 3 },
    ],
    [[1, 3]],
    true,
  ],
  [
    'nudge',
    { modules: [1], quarters: -9 },
    [
      { what: 'offset', module: 1, a: 48.75 },
      { what: 'aim', module: 1, a: 3 },
    ],
    [[0, 3]],
    true,
  ],
  ['set_offset', { modules: [3] }, [{ what: 'offset', module: 3, a: 45 }], [], true],
  ['reverse', { modules: [2], reversed: true }, [{ what: 'reverse', module: 2, a: 1 }], [], true],
  ['reverse', { modules: [2], reversed: false }, [{ what: 'reverse', module: 2, a: 0 }], [], true],
  ['jog', { module: 0, steps: -4096 }, [{ what: 'jog', module: 0, a: -4096 }], [], false],
  ['jog', { module: 3, steps: 4096 }, [{ what: 'jog', module: 3, a: 4096 }], [], false],
  ['release', {}, [1, 2, 3].map((module): Order => ({ what: 'release', module })), [], false],
];
for (const [name, input, orders, departed, isSaved] of ORDERS)
  test(`${name} ${JSON.stringify(input)}`, async () => {
    const told = rig();
    await told.act(name, input);
    assert.equal(told.orders, orders);
    assert.equal(told.departed, departed);
    assert.is(told.saved.length, isSaved ? 1 : 0);
    for (const { what, module = 0, a = 0 } of orders)
      if (what === 'offset') {
        assert.is(told.memory.get(module, 'offset'), a);
        assert.is(told.places.offsets.get(module), a);
      }
  });

test('a module that was sent to a flap goes on to that one; one whose place is unknown goes to the first', async () => {
  const { act, memory, orders } = rig();
  memory.set(1, 'flap', 7);
  memory.set(2, 'state', STATES.silent);
  await act('home', { modules: [1, 2] });
  assert.equal(orders, [
    { what: 'home', module: 1, a: 7 },
    { what: 'home', module: 2, a: 0 },
  ]);
});

for (const turnsBack of [false, true])
  for (const reversed of [false, true])
    test(`reversed: ${reversed}, on a wall that turns ${turnsBack ? 'back' : 'forward'}`, async () => {
      const { act, memory, places } = rig({ turnsBack });
      await act('reverse', { modules: [2], reversed });
      assert.is(memory.get(2, 'reversed'), reversed === turnsBack ? 0 : 1);
      assert.equal([...places.reversed], reversed ? [2] : []);
      await act('reverse', { modules: [2], reversed: false });
      assert.equal([...places.reversed], []);
    });

const MOVING = [MODES.waiting, MODES.ready, MODES.turning];
const LOST = [STATES.stopped, STATES.homing, STATES.missed, STATES.silent];
const INPUTS: Readonly<Record<string, object>> = {
  turn: {},
  nudge: { quarters: 1 },
  set_offset: {},
  reverse: { reversed: true },
  jog: { module: 2, steps: 1 },
};
for (const [names, field, values, sentence] of [
  [['set_offset', 'reverse', 'jog'], 'mode', MOVING, 'The motor of module 2 (row 1, column 2) turns: wait until'],
  [['turn', 'nudge', 'set_offset'], 'state', LOST, 'Where module 2 (row 1, column 2) stands is not known: let it'],
] as const)
  for (const name of names)
    test(`${name} is refused where ${field === 'mode' ? 'a module turns' : 'it is not known where one stands'}`, async () => {
      for (const value of values) {
        const { act, memory, orders, saved } = rig();
        memory.set(2, field, value);
        const problem = await problemOf(act(name, INPUTS[name]));
        assert.instance(problem, CommandRefused);
        assert.ok(String(problem).includes(sentence), String(problem));
        assert.equal([orders, saved], [[], []]);
      }
    });

test('a place of the line that is on no map can be jogged, and is named by its number', async () => {
  const { act, memory } = rig();
  memory.set(0, 'mode', MODES.turning);
  assert.match(String(await problemOf(act('jog', { module: 0, steps: 1 }))), /The motor of module 0 turns/);
});

for (const name of ['set_offset', 'reverse', 'jog'])
  test(`${name} goes on while a module settles`, async () => {
    const { act, memory } = rig();
    memory.set(2, 'mode', MODES.settling);
    await act(name, INPUTS[name]);
  });

for (const [name, input] of [
  ['nudge', { quarters: 201 }],
  ['nudge', { quarters: -201 }],
  ['reverse', { reversed: 1 }],
  ['jog', { module: 4, steps: 1 }],
  ['jog', { module: -1, steps: 1 }],
  ['jog', { module: 0, steps: 4097 }],
  ['jog', { module: 0, steps: -4097 }],
  ['home', { modules: [0] }],
] as const)
  test(`${name} does not take ${JSON.stringify(input)}`, async () => {
    const { act, orders } = rig();
    assert.instance(await problemOf(act(name, input)), UnusableInput);
    assert.equal(orders, []);
  });

test('without sensors nothing can find a home, and what is known is a guess', async () => {
  const { actions, act, memory } = rig({ guesses: true });
  assert.not.ok('home' in actions);
  memory.set(3, 'state', STATES.stopped);
  const { modules } = await act('diagnose');
  assert.equal(
    (modules as { state: string }[]).map(({ state }) => state),
    ['guessed', 'guessed', 'stopped'],
  );
});

test('a diagnosis tells all that is known of each module', async () => {
  const { act, memory, places } = rig();
  memory.set(1, 'mode', MODES.turning);
  memory.set(1, 'position', 27.34);
  memory.set(1, 'missedHomes', 2);
  memory.set(1, 'unexpectedHomes', 1);
  memory.set(2, 'near', 1);
  memory.set(3, 'state', STATES.stuck);
  places.reversed.add(2);
  const { modules, flaps, faults } = await act('diagnose');
  const common = { row: 0, moving: false, missed_homes: 0, unexpected_homes: 0, reversed: false, sensor: 'far' };
  assert.equal(modules, [
    {
      ...common,
      col: 0,
      address: 1,
      state: 'ok',
      moving: true,
      position: 3,
      steps: 27.3,
      offset: 10,
      missed_homes: 2,
      unexpected_homes: 1,
    },
    { ...common, col: 1, address: 2, state: 'ok', position: 3, steps: 35, offset: 20, reversed: true, sensor: 'near' },
    { ...common, col: 2, address: 3, state: 'sensor_silent', position: null, steps: null, offset: 30 },
  ]);
  assert.equal(flaps, [...' ABCDEFGHI']);
  assert.equal(faults, [
    "Module 3 (row 1, column 3) sees its magnet all the time: check the sensor's wire at sensor 4 of board 1, " +
      'and whether the motor at motor 4 of board 1 turns.',
  ]);
});

test('who looks and who changes something is told apart', () => {
  const looking = Object.entries(rig().actions).filter(([, { looks }]) => looks === true);
  assert.equal(
    looking.map(([name]) => name),
    ['diagnose'],
  );
});

test.run();
