import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ConnectionField } from '../../../src/schema/boards/connection-field.ts';
import type { Pin } from '../../../src/schema/boards/pins.ts';
import { isUnfinished, modulesOn, NO_PIN, putWires, wiresOf } from '../../../ui/settings/pins/connection-wires.ts';
import {
  FIND_BEGIN,
  goOn,
  mapOf,
  turningBackwards,
  wayBefore,
  withFinding,
  withoutPlace,
  type Findings,
} from '../../../ui/settings/pins/find-plan.ts';
import { movingWires, placesOf, roomFor, withSuggestions, type Wire } from '../../../ui/settings/pins/header-plan.ts';

const test = suite('ui/settings/pins');

const WIRES = ['coil 1', 'sensor'];
const field = (name: string, input: ConnectionField['input'], wires: string[] = []): ConnectionField => ({
  name,
  title: name,
  hint: null,
  input,
  required: false,
  usual: null,
  min: 0,
  max: 53,
  choices: [],
  ports: 'pins',
  wires,
});
const LIST = [field('pins', 'numbers', WIRES)];
const LINES = [field('data_pin', 'number'), field('clock_pin', 'number')];

const pin = (number: number, change: Partial<Pin> = {}): Pin => ({
  pin: number,
  position: number + 1,
  name: `GPIO${number}`,
  free: true,
  use: null,
  used_by: null,
  board_id: null,
  moves_at_power_up: number < 9,
  note: null,
  ...change,
});
const wire = (name: string, taken: number | null, module: number | null = 0): Wire => ({
  key: `pins ${name} ${module}`,
  name,
  module,
  pin: taken,
});

test('a list of pins is the wires of modules, and a place without a pin is no pin of another wire', () => {
  assert.equal(
    wiresOf(LIST, { pins: [12, 4, 13, NO_PIN] }).map(({ name, module, pin: taken }) => [name, module, taken]),
    [
      ['coil 1', 0, 12],
      ['sensor', 0, 4],
      ['coil 1', 1, 13],
      ['sensor', 1, null],
    ],
  );
  const wires = wiresOf(LIST, { pins: [12, 4] });
  assert.equal(putWires(LIST, [{ ...wires[0], pin: null } as Wire, wires[1] as Wire]), { pins: [NO_PIN, 4] });
  assert.equal(putWires(LIST, wiresOf(LIST, {})), { pins: null });
  assert.equal([modulesOn(LIST, {}), modulesOn(LIST, { pins: [12, 4, 13, 5] })], [0, 2]);
  assert.equal([isUnfinished(LIST, { pins: [12, NO_PIN] }), isUnfinished(LIST, { pins: [12, 4] })], [true, false]);
});

test('single pins are a wire each', () => {
  assert.equal(
    wiresOf(LINES, { data_pin: 5 }).map(({ key, module, pin: taken }) => [key, module, taken]),
    [
      ['data_pin', null, 5],
      ['clock_pin', null, null],
    ],
  );
  assert.equal(putWires(LINES, wiresOf(LINES, { data_pin: 5 })), { data_pin: 5, clock_pin: null });
});

test('the header has forty places: supply, free pins, those of the wall and those of others', () => {
  const pins = [pin(2), pin(3, { free: false, used_by: 'I2C bus 1' }), pin(4, { free: false, board_id: 'wall' })];
  const states = (boardId: string | null) => placesOf(pins, [wire('coil 1', 4)], boardId).map(({ state }) => state);
  assert.is(states(null).length, 40);
  assert.equal(states(null).slice(2, 5), ['free', 'other', 'other']);
  assert.equal(states('wall').slice(2, 5), ['free', 'other', 'mine']);
  assert.equal(
    placesOf([], [], null)
      .slice(0, 6)
      .map(({ name }) => name),
    ['3V3', '5V', '5V', '5V', '5V', 'GND'],
  );
});

test('pins are suggested where nothing twitches, sensors where the machine pulls up, buses last', () => {
  const pins = [pin(4), pin(5), pin(9, { name: 'GPIO9 MISO' }), pin(12), pin(16, { free: false })];
  const [coil, sensor, second, third] = withSuggestions(
    [wire('coil 1', null), wire('sensor', null), wire('coil 2', null), wire('coil 3', null)],
    pins,
    null,
  );
  assert.equal([coil?.pin, sensor?.pin, second?.pin, third?.pin], [12, 4, 5, 9]);
  assert.is(roomFor(2, pins, [wire('coil 1', 12)], null), 1);
  assert.equal(
    movingWires([wire('coil 1', 5), wire('sensor', 4), wire('coil 2', 12)], pins).map(({ pin: found }) => found.pin),
    [5],
  );
});

test('what was seen becomes a map; a place has one module, the one that was seen there last', () => {
  let findings: Findings = {};
  findings = withFinding(findings, 0, { cell: 2, backwards: true });
  findings = withFinding(findings, 1, 'nothing');
  findings = withFinding(findings, 2, { cell: 4, backwards: false });
  assert.equal(mapOf(findings, 3), [
    { row: 0, col: 2, address: 0 },
    { row: 1, col: 1, address: 2 },
  ]);
  assert.equal(turningBackwards(findings), [0]);
  assert.equal(withoutPlace(findings, 4), [1, 3]);
  assert.equal([wayBefore(findings, 0), wayBefore(findings, 1), wayBefore(findings, 2)], [false, true, false]);
  findings = withFinding(findings, 3, { cell: 2, backwards: false });
  assert.equal(withoutPlace(findings, 4), [0, 1]);
});

test('the guide goes on where it was left, unless another map was stored meanwhile', () => {
  const findings: Findings = { 0: { cell: 1, backwards: false } };
  const left = { at: 1, findings, turned: 0 };
  const found = mapOf(findings, 2);
  assert.equal(goOn(null, found, 2), FIND_BEGIN);
  assert.equal(goOn(left, [], 2), left);
  assert.equal(goOn({ ...left, saved: true }, found, 2), { ...left, saved: true });
  assert.equal(goOn({ ...left, saved: true }, [{ row: 0, col: 0, address: 0 }], 2), FIND_BEGIN);
});

test.run();
