import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseStepperCommand } from '../../../../hw/emulator/steppers/arguments.ts';
import { makeWall } from '../../../../hw/emulator/steppers/emulated-wall.ts';
import type { SteppedWall } from '../../../../hw/emulator/steppers/wall.ts';

const test = suite('emulated wall');

const PINS = ['--folder', '/tmp/pins', '--pins', '5,6,12,13,4,16,19,20,21,22'];
const FORWARD = [12, 6, 3, 9];
const SECOND_US = 1_000_000;

const wallOf = (...words: string[]): SteppedWall => {
  const command = parseStepperCommand(words);
  if (!('options' in command)) throw new Error('a command with options is expected');
  return makeWall(command.options);
};

/** Turns all motors of a wall from rest, so many steps a second, and tells how many steps each of them lost. */
const lostAt = (wall: SteppedWall, rate: number, steps = 400): number[] => {
  const coils = new Uint8Array(wall.models.length);
  for (let step = 0; step <= steps; step++) {
    coils.fill(FORWARD[step % FORWARD.length] ?? 0);
    wall.apply(coils, SECOND_US + (step * SECOND_US) / rate);
  }
  return wall.models.map(({ lostSteps }) => lostSteps);
};

test('motors on a chain lose steps as real ones do, those on pins follow whatever is seen of their coils', () => {
  assert.ok(lostAt(wallOf('--size', '1x2'), 1000).every((lost) => lost > 0));
  assert.equal(lostAt(wallOf(...PINS), 1000), [0, 0]);
});

test('a wall has the modules, reels and supply of the command line', () => {
  const wall = wallOf('--size', '2x3', '--reel', ' ABC', '--steps', '4096', '--supply', '2');
  assert.is(wall.models.length, 6);
  assert.is(wall.supply, 2);
  for (const { options } of wall.models) assert.equal([options.flaps, options.stepsPerTurn], [4, 4096]);
});

test('reels stand anywhere at first', () => {
  const places = wallOf('--size', '9x12').models.map(({ position }) => position);
  assert.ok(places.every((place) => place >= 0 && place < 2037.886));
  assert.ok(new Set(places).size > 1);
});

test('magnets sit in the middle of the first flap, and up to two flaps beside it where it is asked for', () => {
  const flap = 2000 / 40;
  const placesOf = (...words: string[]) =>
    wallOf('--size', '9x12', '--steps', '2000', '--reel', ' '.repeat(40), ...words).models.map(
      ({ options: { magnet } }) => magnet / flap,
    );
  assert.equal(new Set(placesOf()), new Set([0.5]));
  const untrimmed = placesOf('--untrimmed');
  assert.ok(untrimmed.every((place) => place >= -1.5 && place <= 2.5));
  assert.ok(Math.min(...untrimmed) < 0 && Math.max(...untrimmed) > 1, 'some sit on other flaps');
});

test('magnets of small reels are wide enough to be seen', () => {
  const widthOf = (steps: string) => wallOf('--steps', steps).models[0]?.options.magnetWidth;
  assert.is(widthOf('16'), 4);
  assert.is(widthOf('4000'), 80);
});

test.run();
