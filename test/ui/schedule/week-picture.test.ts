import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { blocksOf, placeBlocks } from '../../../ui/schedule/week/blocks.ts';
import { instantInWeek, minuteInWeek, weekOf } from '../../../ui/schedule/week/days.ts';
import {
  effectOf,
  gapsOf,
  silenceOf,
  segmentsOf,
  winningParts,
  type Range,
} from '../../../ui/schedule/week/segments.ts';
import { BERLIN, NOWHERE, ZONE, sampleRule } from './samples.ts';

const week = weekOf('2026-03-04', 0, ZONE);
const range = (from: string, to: string, change: Partial<Range> = {}): Range => ({
  from,
  to,
  source: 'schedule',
  page_id: 'p',
  scheduled_page_id: null,
  schedule_id: null,
  silence: false,
  ...change,
});

const test = suite('the week as a picture');

test('a week begins on the Monday before its date, in the zone of the appliance', () => {
  assert.equal(
    week.map(({ day }) => day),
    [2, 3, 4, 5, 6, 7, 8],
  );
  assert.is(weekOf(null, Date.parse('2026-03-01T23:30:00Z'), ZONE)[0]?.day, 2);
  assert.is(weekOf('nonsense', Date.parse('2026-03-01T22:30:00Z'), ZONE)[0]?.day, 23);
});

test('moments of the week and their instants lead back to each other, also when the clock is set', () => {
  for (const days of [week, weekOf('2026-03-29', 0, ZONE), weekOf('2026-10-25', 0, ZONE)]) {
    for (let minute = 0; minute < 7 * 1440; minute += 35)
      assert.ok(Math.abs(minuteInWeek(days, instantInWeek(days, minute)) - minute) <= 1, String(minute));
  }
});

test('a window over midnight is drawn on both days, and one of Sunday begins the week', () => {
  const blocks = blocksOf(
    [sampleRule({ start_time: '22:00', end_time: '06:00', day_pattern: 'custom', custom_days: ['sunday', 'tuesday'] })],
    week,
    NOWHERE,
  );
  assert.equal(
    blocks.map(({ place, from, to, begins, ends }) => [place, from, to, begins, ends]),
    [
      [0, 0, 360, false, true],
      [1, 1320, 1440, true, false],
      [2, 0, 360, false, true],
      [6, 1320, 1440, true, false],
    ],
  );
});

test('edges that follow the sun move from day to day; rules that are off are not drawn', () => {
  const rules = [sampleRule({ start_type: 'sunrise', end_time: '12:00' }), sampleRule({ id: 'off', enabled: false })];
  const starts = blocksOf(rules, week, BERLIN).map(({ from }) => from);
  assert.is(starts.length, 7);
  assert.ok(
    starts.every((start, index) => index === 0 || start < (starts[index - 1] ?? 0)),
    starts.join(),
  );
});

test('blocks that overlap stand side by side, others have the whole width', () => {
  const at = (id: string, start_time: string, end_time: string) =>
    sampleRule({ id, start_time, end_time, day_pattern: 'custom', custom_days: ['monday'] });
  const blocks = placeBlocks(
    blocksOf(
      [at('a', '06:00', '09:00'), at('b', '08:00', '10:00'), at('c', '09:00', '11:00'), at('d', '12:00', '13:00')],
      week,
      NOWHERE,
    ),
  );
  assert.equal(
    blocks.map(({ rule, lane, lanes }) => [rule.id, lane, lanes]),
    [
      ['a', 0, 2],
      ['b', 1, 2],
      ['c', 0, 2],
      ['d', 0, 1],
    ],
  );
});

test('a timeline tells which part of a block decides, what is silent, and what fills the rest', () => {
  const ranges = [
    range('2026-03-01T20:00:00.000Z', '2026-03-02T05:00:00.000Z', { silence: true }),
    range('2026-03-02T05:00:00.000Z', '2026-03-02T07:00:00.000Z', { schedule_id: 'a', page_id: 'm1' }),
    range('2026-03-02T07:00:00.000Z', '2026-03-02T08:00:00.000Z', { schedule_id: 'a', page_id: 'm2' }),
    range('2026-03-02T08:00:00.000Z', '2026-03-02T23:00:00.000Z', { schedule_id: 'b' }),
    range('2026-03-02T23:00:00.000Z', '2026-03-03T12:00:00.000Z', { source: 'none', page_id: null }),
  ];
  const [monday, tuesday] = week;
  assert.ok(monday && tuesday);
  const segments = segmentsOf(ranges, monday);
  assert.equal(winningParts(segments, 'a', 360, 600), [{ from: 360, to: 540 }]);
  assert.equal(winningParts(segments, 'b', 480, 600), [{ from: 540, to: 600 }]);
  assert.equal(
    [
      effectOf(segments, 'a', 360, 540),
      effectOf(segments, 'a', 360, 600),
      effectOf(segments, 'c', 360, 600),
      effectOf(segments, 'c', 0, 360),
      effectOf([], 'a', 0, 60),
    ],
    ['wins', 'partly', 'covered', 'idle', null],
  );
  assert.equal(silenceOf(segments), [{ from: 0, to: 360 }]);
  assert.equal(gapsOf(segments), [{ from: 0, to: 360, page_id: 'p', pinned: false, silence: true }]);
  assert.equal(gapsOf(segmentsOf(ranges, tuesday)), [
    { from: 0, to: 780, page_id: null, pinned: false, silence: false },
  ]);
});

test('hours of a rule that decides nothing belong to it, and a pinned page is no gap of the rules', () => {
  const tuesday = week[1] as (typeof week)[number];
  const day = { from: '2026-03-02T23:00:00Z', to: '2026-03-03T23:00:00Z' };
  const nothing = segmentsOf([range(day.from, day.to, { source: 'none', page_id: null })], tuesday);
  const free = { page_id: null, pinned: false, silence: false };
  const rules = [
    { from: 0, to: 60 },
    { from: 600, to: 720 },
  ];
  assert.equal(gapsOf(nothing, rules), [
    { from: 60, to: 600, ...free },
    { from: 720, to: 1440, ...free },
  ]);
  assert.equal(gapsOf(nothing, [{ from: 0, to: 1440 }]), []);
  const pinned = segmentsOf([range(day.from, day.to, { source: 'manual' })], tuesday);
  assert.equal(gapsOf(pinned), [{ from: 0, to: 1440, page_id: 'p', pinned: true, silence: false }]);
});

test.run();
