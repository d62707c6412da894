import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PLAIN_BRIGHTNESS, lightAt } from '../../src/core/brightness.ts';
import type { StoredBrightness } from '../../src/schema/boards/brightness.ts';
import { NOWHERE } from '../support/rules.ts';

const test = suite('brightness of displays (rules, B17)');

const NIGHT = { start: '22:00', end: '07:00', brightness: 10 };
const BERLIN = { latitude: 52.5, longitude: 13.4 };
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString().slice(0, 16));

/** [what, decided, usual, at (UTC), level, until] */
const CASES: [string, Partial<StoredBrightness>, number | null, string, number | null, string | null][] = [
  ['nothing decided', {}, null, '2026-03-02T12:00Z', null, null],
  ['what is usual', {}, 40, '2026-03-02T12:00Z', 40, null],
  ['off', { on: false, windows: [NIGHT] }, 40, '2026-03-02T12:00Z', 0, null],
  ['before a window', { windows: [NIGHT] }, 40, '2026-03-02T21:59Z', 40, '2026-03-02T22:00'],
  ['full where nothing is usual', { windows: [NIGHT] }, null, '2026-03-02T12:00Z', 100, '2026-03-02T22:00'],
  ['when it begins', { windows: [NIGHT] }, 40, '2026-03-02T22:00Z', 10, '2026-03-03T07:00'],
  ['past midnight', { windows: [NIGHT] }, 40, '2026-03-03T06:59Z', 10, '2026-03-03T07:00'],
  ['when it ends', { windows: [NIGHT] }, 40, '2026-03-03T07:00Z', 40, '2026-03-03T22:00'],
  [
    'the first of several that are open',
    { windows: [{ start: '23:00', end: '05:00', brightness: 0 }, NIGHT] },
    40,
    '2026-03-02T23:30Z',
    0,
    '2026-03-03T05:00',
  ],
  ['set by hand', { set: { brightness: 5, until: null } }, 40, '2026-03-02T12:00Z', 5, null],
  [
    'set by hand, in a window',
    { windows: [NIGHT], set: { brightness: 80, until: '2026-03-03T07:00:00Z' } },
    40,
    '2026-03-03T03:00Z',
    80,
    '2026-03-03T07:00',
  ],
  [
    'set by hand until an edge that has passed',
    { windows: [NIGHT], set: { brightness: 80, until: '2026-03-02T07:00:00Z' } },
    40,
    '2026-03-02T12:00Z',
    40,
    '2026-03-02T22:00',
  ],
  ['a window that cannot be read', { windows: [{ ...NIGHT, start: '25:00' }] }, 40, '2026-03-02T23:00Z', 40, null],
];
for (const [what, decided, usual, at, level, until] of CASES)
  test(what, () => {
    const read = lightAt({ ...PLAIN_BRIGHTNESS, ...decided }, usual, Date.parse(at), 'UTC', NOWHERE);
    assert.equal([read.level, iso(read.until)], [level, until]);
  });

test('the sun of the place decides, and without one it sets at 18', () => {
  const dusk = { ...PLAIN_BRIGHTNESS, windows: [{ start: 'sunset', end: 'sunrise', brightness: 15 }] };
  const at = Date.parse('2026-06-21T18:30Z');
  assert.is(lightAt(dusk, null, at, 'UTC', BERLIN).level, 100, 'it sets at 19:33 there');
  assert.is(lightAt(dusk, null, at, 'UTC', NOWHERE).level, 15);
  assert.is(lightAt(dusk, null, Date.parse('2026-06-21T20:00Z'), 'UTC', BERLIN).level, 15);
});

test.run();
