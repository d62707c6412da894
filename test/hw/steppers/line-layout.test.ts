import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { planChain } from '../../../hw/steppers/line-layout.ts';
import { boardWires, byteWires, pinWires } from '../../../hw/steppers/wires.ts';

/** Where modules lie in the bytes of a chain, by the circuit of the boards; the last byte sent is nearest to the Pi. */
const test = suite('hw/steppers: layout of chains');

/** Coils of two boards of six: byte of the frame and half of it. */
const SIX_COILS = [
  [7, 0],
  [7, 4],
  [6, 0],
  [5, 4],
  [4, 0],
  [4, 4],
  [3, 0],
  [3, 4],
  [2, 0],
  [1, 4],
  [0, 0],
  [0, 4],
];
const SIX_LIGHTS = [
  [6, 0x10],
  [6, 0x20],
  [6, 0x40],
  [5, 0x01],
  [5, 0x02],
  [5, 0x04],
  [2, 0x10],
  [2, 0x20],
  [2, 0x40],
  [1, 0x01],
  [1, 0x02],
  [1, 0x04],
];

test('two boards of six: four bytes out and one in for each', () => {
  const plan = planChain('six', 12);
  assert.equal([plan.outputBytes, plan.inputBytes, plan.perBoard], [8, 2, 6]);
  assert.equal(
    plan.coils.map(({ byte, shift }) => [byte, shift]),
    SIX_COILS,
  );
  assert.equal(
    plan.lights.map(({ byte, mask }) => [byte, mask]),
    SIX_LIGHTS,
  );
  assert.equal(
    plan.sensors.map(({ byte, mask }) => [byte, mask]),
    [0, 1].flatMap((board) => [1, 2, 4, 8, 16, 32].map((mask) => [board, mask])),
  );
  assert.equal(
    plan.loopBacks.map(({ board, output, input }) => [board, output.byte, output.mask, input.byte, input.mask]),
    [
      [0, 6, 0x80, 0, 0x40],
      [0, 5, 0x08, 0, 0x80],
      [1, 2, 0x80, 1, 0x40],
      [1, 1, 0x08, 1, 0x80],
    ],
  );
});

test('a last board that is not full has all its bytes', () => {
  const plan = planChain('six', 7);
  assert.equal([plan.outputBytes, plan.inputBytes, plan.coils.length, plan.loopBacks.length], [8, 2, 7, 4]);
  assert.equal(plan.coils[6], { byte: 3, shift: 0 });
});

test('a plain chain: two modules in a byte out, eight in a byte in, neither lights nor loop-backs', () => {
  const plan = planChain('plain', 9);
  assert.equal([plan.outputBytes, plan.inputBytes, plan.perBoard], [5, 2, 9]);
  assert.equal(
    plan.coils.map(({ byte, shift }) => [byte, shift]),
    [
      [4, 0],
      [4, 4],
      [3, 0],
      [3, 4],
      [2, 0],
      [2, 4],
      [1, 0],
      [1, 4],
      [0, 0],
    ],
  );
  assert.equal(
    plan.sensors.map(({ byte, mask }) => [byte, mask]),
    [...[1, 2, 4, 8, 16, 32, 64, 128].map((mask) => [0, mask]), [1, 1]],
  );
  assert.equal([plan.lights, plan.loopBacks], [[], []]);
});

const PINS = pinWires([4, 5, 6, 12, 13, 16, 17, 18, 19, 20]);
for (const [wires, address, coils, sensor] of [
  [PINS, 0, 'GPIO 4, 5, 6 and 12', 'GPIO 13'],
  [PINS, 1, 'GPIO 16, 17, 18 and 19', 'GPIO 20'],
  [boardWires, 0, 'motor 1 of board 1', 'sensor 1 of board 1'],
  [boardWires, 5, 'motor 6 of board 1', 'sensor 6 of board 1'],
  [boardWires, 6, 'motor 1 of board 2', 'sensor 1 of board 2'],
  [byteWires, 0, 'outputs 0 to 3 of the 1st output register', 'input 0 of the 1st input register'],
  [byteWires, 3, 'outputs 4 to 7 of the 2nd output register', 'input 3 of the 1st input register'],
  [byteWires, 20, 'outputs 0 to 3 of the 11th output register', 'input 4 of the 3rd input register'],
  [byteWires, 25, 'outputs 4 to 7 of the 13th output register', 'input 1 of the 4th input register'],
  [byteWires, 40, 'outputs 0 to 3 of the 21st output register', 'input 0 of the 6th input register'],
  [byteWires, 107, 'outputs 4 to 7 of the 54th output register', 'input 3 of the 14th input register'],
] as const)
  test(`the wires of module ${address} are ${coils} and ${sensor}`, () =>
    assert.equal([wires.coils(address), wires.sensor(address)], [coils, sensor]));

test.run();
