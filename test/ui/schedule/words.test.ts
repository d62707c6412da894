import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Schedule } from '../../../src/schema/content/schedules.ts';
import { daysText, edgeText, formatDate, formatDay, formatMinute } from '../../../ui/schedule/words.ts';
import { sampleRule } from './samples.ts';

const test = suite('rules in words');

const DAYS: readonly (readonly [Partial<Schedule>, string])[] = [
  [{ day_pattern: 'all' }, 'every day'],
  [{ day_pattern: 'weekdays' }, 'Monday to Friday'],
  [{ day_pattern: 'weekends' }, 'Saturday and Sunday'],
  [{ day_pattern: 'custom', custom_days: ['monday', 'wednesday'] }, 'Monday and Wednesday'],
  [{ recurrence_type: 'annual_date', annual_date: '12-24' }, 'every year on 24 December'],
  [
    { recurrence_type: 'annual_date', annual_date: '12-24', annual_end_date: '01-06' },
    'every year from 24 December to 6 January',
  ],
  [{ recurrence_type: 'annual_date', annual_date: '02-29' }, 'every year on 29 February'],
  [{ recurrence_type: 'one_off_date', one_off_date: '2026-03-02' }, 'on 2 March 2026'],
  [
    { recurrence_type: 'one_off_date', one_off_date: '2026-03-02', one_off_end_date: '2026-03-04' },
    'from 2 March 2026 to 4 March 2026',
  ],
];
for (const [change, words] of DAYS)
  test(`days: ${words}`, () => assert.is(daysText(sampleRule(change)).toLowerCase(), words.toLowerCase()));

const EDGES: readonly (readonly [Partial<Schedule>, string | null, string])[] = [
  [{ start_type: 'fixed' }, '06:30', '06:30'],
  [{ start_type: 'fixed' }, null, 'midnight'],
  [{ start_type: 'sunrise', start_sun_offset: 0 }, '06:12', 'sunrise (06:12)'],
  [{ start_type: 'sunset', start_sun_offset: -1 }, '18:00', '1 minute before sunset (18:00)'],
  [{ start_type: 'sunset', start_sun_offset: -30 }, '18:00', '30 minutes before sunset (18:00)'],
  [{ start_type: 'sunrise', start_sun_offset: 15 }, '07:00', '15 minutes after sunrise (07:00)'],
];
for (const [change, resolved, words] of EDGES)
  test(`a time: ${words}`, () => assert.is(edgeText(sampleRule(change), 'start', resolved), words));

test('the end of a rule has words of its own', () => {
  const rule = sampleRule({ start_type: 'sunrise', end_type: 'fixed' });
  assert.is(edgeText(rule, 'end', '09:00'), '09:00');
});

test('minutes and days as a clock and a calendar show them', () => {
  assert.equal([0, 390, 1439, 1440].map(formatMinute), ['00:00', '06:30', '23:59', 'midnight']);
  assert.equal([formatDay(0), formatDay(59)], ['1 Jan', '1 Mar']);
  assert.equal([formatDate('2026-13-01'), formatDate('x'), formatDate('12-24')], ['2026-13-01', 'x', '24 December']);
});

test.run();
