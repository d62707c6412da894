import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  FLAP,
  HEALTH,
  OFFSET,
  VERSION,
  encodeBlink,
  encodeHome,
  encodeJog,
  encodeOffset,
  encodeRestart,
  encodeShow,
  isTurning,
} from '../../../../hw/panel/i2c-units/protocol.ts';
import { UNIT_FLAPS } from '../../../../hw/panel/i2c-units/unit-flaps.ts';

const test = suite('i2c-units protocol');

const bytes = (hex: string): Uint8Array =>
  Uint8Array.from(hex.split(' ').filter(Boolean), (byte) => Number.parseInt(byte, 16));

const ENCODED: readonly [string, Uint8Array, string][] = [
  ['home flap', encodeShow(0), '00 0a'],
  ['last flap', encodeShow(44), '2c 0a'],
  ['another speed', encodeShow(8, 12), '08 0c'],
  ['home', encodeHome(), '90'],
  ['restart', encodeRestart(), '92'],
  ['blink', encodeBlink(), '96'],
  ['jog forward', encodeJog(127), '91 7f'],
  ['jog back', encodeJog(-127), '91 81'],
  ['jog by one back', encodeJog(-1), '91 ff'],
  ['offset', encodeOffset(100), '93 64 00 9b ff'],
  ['highest offset', encodeOffset(2038), '93 f6 07 09 f8'],
  ['lowest offset', encodeOffset(-2038), '93 0a f8 f5 07'],
];

for (const [name, given, expected] of ENCODED) test(`encode: ${name}`, () => assert.equal(given, bytes(expected)));

test('the reel has 45 flaps, blank first', () => {
  assert.is([...UNIT_FLAPS].length, 45);
  assert.is(UNIT_FLAPS[0], ' ');
});

for (const [given, turning] of [
  ['01', true],
  ['00', false],
  ['ff', false],
  ['', false],
] as const) {
  test(`turning: ${given || 'nothing'}`, () => assert.is(isTurning(bytes(given)), turning));
}

const VERSIONS: readonly [string, string, string | null][] = [
  ['eight letters', '61 31 62 32 63 33 64 34', 'a1b2c3d4'],
  ['padded with zeros', '61 31 62 32 63 33 64 00', 'a1b2c3d'],
  ['an old unit that stands still', '00 ff ff ff ff ff ff ff', null],
  ['an old unit that turns', '01 ff ff ff ff ff ff ff', null],
  ['nothing', 'ff ff ff ff ff ff ff ff', null],
  ['zeros', '00 00 00 00 00 00 00 00', null],
  ['too short', '61 31 62', null],
  ['a zero inside', '61 31 00 32 63 33 64 34', null],
];

for (const [name, given, expected] of VERSIONS)
  test(`version: ${name}`, () => assert.is(VERSION.decode(bytes(given)), expected));

for (const [given, expected] of [
  ['64 00', 100],
  ['00 00', 0],
  ['f6 07', 2038],
  ['0a f8', -2038],
  ['ff ff', -1],
  ['64', null],
] as const) {
  test(`offset: ${given}`, () => assert.is(OFFSET.decode(bytes(given)), expected));
}

test('an offset is read from the middle of a buffer', () =>
  assert.is(OFFSET.decode(bytes('aa 64 00 bb').subarray(1, 3)), 100));

const SHOWN: readonly [string, number | null][] = [
  ['00 ff', 0],
  ['2c d3', 44],
  ['7f 80', 127],
  ['80 7f', null],
  ['2c d2', null],
  ['01 ff', null],
  ['ff ff', null],
  ['00', null],
  ['', null],
];

for (const [given, expected] of SHOWN)
  test(`flap: ${given || 'nothing'}`, () => assert.is(FLAP.decode(bytes(given)), expected));

test('health', () => {
  assert.equal(HEALTH.decode(bytes('07 02 05 06 01 04 03 82')), {
    moving: true,
    home_failed: true,
    sensor_silent: true,
    brown_outs: 5,
    watchdog_resets: 6,
    uptime_seconds: 260,
    bad_commands: 3,
    last_homing_steps: 2080,
  });
});

test('health of a unit that is well', () =>
  assert.is(HEALTH.decode(bytes('10 00 00 00 00 00 00 00'))?.home_failed, false));
test('health that is too short is none', () => assert.is(HEALTH.decode(bytes('01')), null));

test.run();
