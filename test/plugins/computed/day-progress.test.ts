import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { partOver } from '../../../src/plugins/builtin/computed/day-progress.ts';
import { flagship, note, values } from './rig.ts';

const test = suite('plugins/computed/day-progress');

for (const [span, at, zone, part] of [
  ['day', '2026-11-20T12:00:00Z', 'UTC', 0.5],
  ['day', '2026-11-20T00:00:00Z', 'UTC', 0],
  // 23 hours on the day that loses one, 25 on the day that gains one.
  ['day', '2026-03-29T10:00:00Z', 'Europe/Berlin', 11 / 23],
  ['day', '2026-10-25T11:00:00Z', 'Europe/Berlin', 13 / 25],
  ['week', '2026-11-16T00:00:00Z', 'UTC', 0],
  ['week', '2026-11-22T12:00:00Z', 'UTC', 6.5 / 7],
  ['month', '2024-02-15T12:00:00Z', 'UTC', 0.5],
  ['month', '2026-02-15T00:00:00Z', 'UTC', 0.5],
  ['month', '2026-12-31T12:00:00Z', 'UTC', 30.5 / 31],
  ['year', '2024-12-31T00:00:00Z', 'UTC', 365 / 366],
  ['year', '2026-12-31T00:00:00Z', 'UTC', 364 / 365],
  ['year', '2026-12-31T12:00:00Z', 'Pacific/Kiritimati', 2 / 24 / 365],
] as const) {
  test(`the part of the ${span} at ${at} in ${zone}`, () =>
    assert.ok(
      Math.abs(partOver(span, Date.parse(at), zone) - part) < 1e-9,
      String(partOver(span, Date.parse(at), zone)),
    ));
}

test('a flagship has four bars, a note three', async () => {
  assert.equal(await flagship('day_progress'), [
    '',
    'DAY   yyyyyyy      60%',
    'WEEK  gggggggg     65%',
    'MONTH bbbbbbbb     65%',
    'YEAR  vvvvvvvvvvv  88%',
  ]);
  assert.equal(await note('day_progress'), ['DAY  yyyy   60%', 'WEEK gggg   65%', 'YEAR vvvvv  88%']);
});

test('the last minute of a year is not yet all of it', async () => {
  const data = await values('day_progress', { at: '2026-12-31T22:59:59Z' });
  assert.equal([data['day'], data['month'], data['year']], [99, 99, 99]);
  assert.is(data['year_bar'], '{68}'.repeat(10));
});

test.run();
