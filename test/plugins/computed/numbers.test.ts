import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ELEMENTS, GROUPS } from '../../../src/plugins/builtin/computed/element-table.ts';
import { stardateAt } from '../../../src/plugins/builtin/computed/stardate.ts';
import { flagship, note, refusal, values } from './rig.ts';

const test = suite('plugins/computed/numbers');

for (const [at, zone, config, text] of [
  ['2026-11-20T13:30:00Z', 'Europe/Berlin', {}, '-296113.5'],
  ['2026-01-01T00:00:00Z', 'UTC', {}, '-297000.0'],
  ['2026-12-31T23:59:59Z', 'UTC', {}, '-296000.1'],
  ['2026-12-31T23:59:59Z', 'Europe/Berlin', {}, '-295999.9'],
  ['2026-07-02T12:00:00Z', 'UTC', { base_year: 1947 }, '79500.0'],
  ['2024-07-02T00:00:00Z', 'UTC', { base_year: 2024 }, '500.0'],
] as const) {
  test(`the stardate at ${at} in ${zone} with ${JSON.stringify(config)}`, async () =>
    assert.is((await values('stardate', { at, zone, config }))['stardate'], text));
}

test('stardates grow all through a year of two changes of the clock', () => {
  let last = -Infinity;
  for (let hour = 0; hour < 8784; hour++) {
    const value = stardateAt(Date.parse('2025-12-31T23:00:00Z') + hour * 3_600_000, 'Europe/Berlin', 2323);
    assert.ok(value > last);
    last = value;
  }
});

test('a stardate on both boards', async () => {
  assert.equal(await flagship('stardate'), ['', '', '       STARDATE', '      -296113.5']);
  assert.equal(await note('stardate'), ['   STARDATE', '   -296113.5']);
});

test('118 elements, each symbol and name once, each with a weight and a known group', () => {
  assert.is(ELEMENTS.length, 118);
  const parts = ELEMENTS.map((line) => line.split(' '));
  for (const part of parts)
    assert.ok(part.length === 4 && Number(part[2]) > 0 && (part[3] ?? '') in GROUPS, part.join());
  assert.is(new Set(parts.map(([symbol]) => symbol)).size, 118);
  assert.is(new Set(parts.map(([, name]) => name)).size, 118);
});

for (const [number, line] of [
  [1, 'H Hydrogen 1.008 n'],
  [26, 'Fe Iron 55.845 t'],
  [47, 'Ag Silver 107.87 t'],
  [57, 'La Lanthanum 138.91 l'],
  [79, 'Au Gold 196.97 t'],
  [82, 'Pb Lead 207.2 p'],
  [92, 'U Uranium 238.03 c'],
  [118, 'Og Oganesson 294 g'],
] as const) {
  test(`the element ${number}`, () => assert.is(ELEMENTS[number - 1], line));
}

for (const [at, zone, number, name] of [
  ['2026-01-01T12:00:00Z', 'UTC', 1, 'HYDROGEN'],
  ['2026-04-28T12:00:00Z', 'UTC', 118, 'OGANESSON'],
  ['2026-04-29T12:00:00Z', 'UTC', 1, 'HYDROGEN'],
  ['2024-02-29T12:00:00Z', 'UTC', 60, 'NEODYMIUM'],
  ['2024-12-31T12:00:00Z', 'UTC', 12, 'MAGNESIUM'],
  ['2026-12-31T12:00:00Z', 'Pacific/Kiritimati', 1, 'HYDROGEN'],
] as const) {
  test(`the element of ${at} in ${zone}`, async () => {
    const data = await values('element_of_day', { at, zone });
    assert.equal([data['atomic_number'], data['element_name']], [number, name]);
  });
}

test('an element on both boards', async () => {
  const at = '2026-03-20T12:00:00Z';
  assert.equal(await flagship('element_of_day', { at }), [
    '',
    '      GOLD (Au)',
    '      NUMBER 79',
    '    WEIGHT 196.97',
    '   TRANSITION METAL',
  ]);
  assert.equal(await note('element_of_day', { at }), ['     GOLD', '   Au NO 79', '    196.97']);
});

test('a base year out of bounds is refused', async () =>
  assert.match((await refusal('stardate', { base_year: 0 })) ?? '', /base_year/));

test.run();
