import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isLitAt, nextPhase } from '../../../src/plugins/builtin/computed/moon.ts';
import { flagship, note, values } from './rig.ts';

const test = suite('plugins/computed/moon');

// As almanacs list them, in UTC; the simple model of the library is off by up to two hours.
for (const [from, target, expected] of [
  ['2026-01-01T00:00:00Z', 0.5, '2026-01-03T10:03'],
  ['2026-01-04T00:00:00Z', 0, '2026-01-18T19:52'],
  ['2026-03-01T00:00:00Z', 0.5, '2026-03-03T11:38'],
  ['2026-08-01T00:00:00Z', 0, '2026-08-12T17:37'],
  ['2026-11-20T13:30:00Z', 0.5, '2026-11-24T14:53'],
  ['2026-12-25T00:00:00Z', 0, '2027-01-07T20:24'],
] as const) {
  test(`after ${from} the moon is at ${target} near ${expected}`, () => {
    const at = nextPhase(Date.parse(from), target);
    assert.ok(Math.abs(at - Date.parse(`${expected}:00Z`)) < 3 * 3_600_000, new Date(at).toISOString());
  });
}

test('the next full moon is always ahead, and within a month', () => {
  const start = Date.parse('2026-01-01T00:00:00Z');
  for (let hours = 0; hours < 24 * 60; hours += 5) {
    const now = start + hours * 3_600_000;
    const days = (nextPhase(now, 0.5) - now) / 86_400_000;
    assert.ok(days > 0 && days < 30, `${hours} ${days}`);
  }
});

for (const [phase, x, lit] of [
  [0, 1, false],
  [0.5, 1, true],
  [1, -1, false],
  [0.01, 0, false],
  [0.25, 0.5, true],
  [0.25, -0.5, false],
  [0.5, -0.9, true],
  [0.75, -0.5, true],
  [0.75, 0.5, false],
  [0.99, 0, false],
] as const) {
  test(`at ${phase} the point ${x} is ${lit ? 'lit' : 'dark'}`, () => assert.is(isLitAt(phase, x, 0), lit));
}

test('a waxing moon on a flagship and on a note', async () => {
  assert.equal(await flagship('moon'), [
    '  byyyyy',
    ' byyyyyyy  WAXING',
    'bbyyyyyyyy GIBBOUS',
    'bbyyyyyyyy 79%',
    ' byyyyyyy',
    '  byyyyy',
  ]);
  assert.equal(await note('moon'), [' yyy  WAXING', 'byyyy GIBBOUS', ' yyy  79%']);
});

test('south of the equator it is the other way round', async () => {
  const question = { location: { latitude: -33.9, longitude: 151.2 } };
  assert.is((await flagship('moon', question))[2], 'yyyyyyyybb GIBBOUS');
  assert.is((await flagship('moon', { ...question, config: { hemisphere: 'north' } }))[2], 'bbyyyyyyyy GIBBOUS');
});

test('a full moon is lit all over, a new one nowhere', async () => {
  assert.not.match((await flagship('moon', { at: '2026-11-24T14:53:00Z' })).join(''), /b/);
  assert.not.match((await flagship('moon', { at: '2026-12-09T00:52:00Z' })).join(''), /y/);
});

test('dates are those of the zone', async () => {
  assert.is((await values('moon', { zone: 'Pacific/Kiritimati' }))['next_full'], '2026-11-25');
  const data = await values('moon');
  assert.equal(
    [data['phase'], data['next_full'], data['days_to_full'], data['next_new'], data['days_to_new']],
    ['WAXING GIBBOUS', '2026-11-24', 4, '2026-12-09', 19],
  );
});

test.run();
