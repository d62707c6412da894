import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { activeRule, nextScheduleChange, rulesOf } from '../../src/core/schedule/schedule.ts';
import { resolveTimes } from '../../src/core/schedule/rule-times.ts';
import { checkRule } from '../../src/core/schedule/rule-check.ts';
import type { Schedule } from '../../src/schema/content/schedules.ts';
import { NOWHERE, ruleWith } from '../support/rules.ts';

const test = suite('schedule');
const BERLIN = { latitude: 52.52, longitude: 13.405 };
const TROMSO = { latitude: 69.6492, longitude: 18.9553 };
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString().slice(0, 16));

/** [what, members, zone, instants at which it applies, instants at which it does not] */
const WINDOWS: [name: string, fields: Partial<Schedule>, zone: string, applies: string[], not: string[]][] = [
  [
    'start included, end excluded',
    { start_time: '08:00', end_time: '09:00' },
    'UTC',
    ['2025-01-01T08:00:00Z', '2025-01-01T08:59:59.999Z'],
    ['2025-01-01T07:59:59.999Z', '2025-01-01T09:00:00Z'],
  ],
  [
    'an open end lasts to midnight',
    { start_time: '22:15', end_time: null },
    'UTC',
    ['2025-01-01T22:15Z', '2025-01-01T23:59:59Z'],
    ['2025-01-02T00:00Z', '2025-01-01T22:14:59Z'],
  ],
  [
    'an open end from midnight is the whole day',
    { start_time: '00:00', end_time: null },
    'UTC',
    ['2025-01-01T00:00Z', '2025-01-01T23:59:59Z'],
    [],
  ],
  [
    'one minute',
    { start_time: '23:59', end_time: null },
    'UTC',
    ['2025-01-01T23:59Z'],
    ['2025-01-01T23:58:59Z', '2025-01-02T00:00Z'],
  ],
  [
    'local time counts',
    { start_time: '08:00', end_time: '09:00' },
    'America/New_York',
    ['2025-01-01T13:00Z', '2025-07-01T12:00Z'],
    ['2025-01-01T12:59Z', '2025-07-01T13:00Z'],
  ],
  [
    'half an hour zones',
    { start_time: '08:00', end_time: '09:00' },
    'Asia/Kolkata',
    ['2025-01-01T02:30Z'],
    ['2025-01-01T02:29Z', '2025-01-01T03:30Z'],
  ],
  ['disabled', { enabled: false }, 'UTC', [], ['2025-01-01T08:30Z']],
  [
    'weekdays',
    { day_pattern: 'weekdays' },
    'UTC',
    ['2025-06-02T08:00Z', '2025-06-06T08:00Z'],
    ['2025-06-07T08:00Z', '2025-06-08T08:00Z'],
  ],
  [
    'weekends',
    { day_pattern: 'weekends' },
    'UTC',
    ['2025-06-07T08:00Z', '2025-06-08T08:00Z'],
    ['2025-06-06T08:00Z', '2025-06-09T08:00Z'],
  ],
  [
    'custom days',
    { day_pattern: 'custom', custom_days: ['monday', 'sunday'] },
    'UTC',
    ['2025-06-02T08:00Z', '2025-06-08T08:00Z'],
    ['2025-06-03T08:00Z', '2025-06-07T08:00Z'],
  ],
  ['custom without days', { day_pattern: 'custom', custom_days: null }, 'UTC', [], ['2025-06-02T08:00Z']],
  [
    'custom days of another pattern do not count',
    { day_pattern: 'weekdays', custom_days: ['sunday'] },
    'UTC',
    ['2025-06-02T08:00Z'],
    ['2025-06-08T08:00Z'],
  ],
  [
    'the weekday is the local one',
    { day_pattern: 'custom', custom_days: ['monday'], start_time: '00:00', end_time: '02:00' },
    'Pacific/Auckland',
    ['2025-06-01T12:30Z'],
    ['2025-06-02T00:30Z'],
  ],
  [
    'overnight',
    { start_time: '22:00', end_time: '02:00' },
    'UTC',
    ['2025-06-02T22:00Z', '2025-06-03T01:59:59Z', '2025-06-03T00:00Z'],
    ['2025-06-03T02:00Z', '2025-06-02T21:59Z'],
  ],
  [
    'overnight belongs to the day it began: weekdays',
    { day_pattern: 'weekdays', start_time: '22:00', end_time: '02:00' },
    'UTC',
    ['2025-06-06T23:00Z', '2025-06-07T01:00Z'],
    ['2025-06-02T01:00Z', '2025-06-07T22:30Z', '2025-06-08T01:00Z'],
  ],
  [
    'overnight belongs to the day it began: sunday',
    { day_pattern: 'custom', custom_days: ['sunday'], start_time: '23:30', end_time: '00:30' },
    'UTC',
    ['2025-06-08T23:45Z', '2025-06-09T00:15Z'],
    ['2025-06-08T00:15Z', '2025-06-09T23:45Z'],
  ],
  [
    'until midnight, written as 00:00',
    { start_time: '20:00', end_time: '00:00' },
    'UTC',
    ['2025-06-02T23:59Z'],
    ['2025-06-03T00:00Z', '2025-06-02T00:00Z'],
  ],
  [
    'nearly a whole day',
    { start_time: '12:00', end_time: '11:59', day_pattern: 'custom', custom_days: ['monday'] },
    'UTC',
    ['2025-06-02T12:00Z', '2025-06-03T11:58Z'],
    ['2025-06-03T11:59Z', '2025-06-02T11:59Z', '2025-06-03T12:00Z'],
  ],
  ['a time that is none', { start_time: '25:00' }, 'UTC', [], ['2025-06-02T08:30Z', '2025-06-03T01:30Z']],
  ['an end that is none', { end_time: '24:30' }, 'UTC', [], ['2025-06-02T08:30Z']],

  [
    'annual, one day',
    { recurrence_type: 'annual_date', annual_date: '12-25' },
    'UTC',
    ['2025-12-25T08:00Z', '2031-12-25T08:30Z'],
    ['2025-12-24T08:00Z', '2025-12-26T08:00Z'],
  ],
  [
    'annual range, end included',
    { recurrence_type: 'annual_date', annual_date: '07-01', annual_end_date: '07-03' },
    'UTC',
    ['2025-07-01T08:00Z', '2025-07-02T08:00Z', '2025-07-03T08:59Z'],
    ['2025-06-30T08:00Z', '2025-07-04T08:00Z'],
  ],
  [
    'annual range over the new year',
    { recurrence_type: 'annual_date', annual_date: '12-30', annual_end_date: '01-02' },
    'UTC',
    ['2025-12-30T08:00Z', '2025-12-31T08:00Z', '2026-01-01T08:00Z', '2026-01-02T08:00Z'],
    ['2025-12-29T08:00Z', '2026-01-03T08:00Z', '2025-07-01T08:00Z'],
  ],
  [
    'annual overnight past its last day',
    { recurrence_type: 'annual_date', annual_date: '12-31', start_time: '23:00', end_time: '01:00' },
    'UTC',
    ['2025-12-31T23:30Z', '2026-01-01T00:30Z'],
    ['2025-12-31T00:30Z', '2026-01-01T23:30Z'],
  ],
  [
    'leap day in a leap year',
    { recurrence_type: 'annual_date', annual_date: '02-29' },
    'UTC',
    ['2024-02-29T08:00Z', '2028-02-29T08:00Z'],
    ['2024-02-28T08:00Z', '2024-03-01T08:00Z'],
  ],
  [
    'leap day in other years',
    { recurrence_type: 'annual_date', annual_date: '02-29' },
    'UTC',
    [],
    ['2025-02-28T08:00Z', '2025-03-01T08:00Z'],
  ],
  [
    'range from the leap day in another year',
    { recurrence_type: 'annual_date', annual_date: '02-29', annual_end_date: '03-02' },
    'UTC',
    ['2025-03-01T08:00Z', '2025-03-02T08:00Z'],
    ['2025-02-28T08:00Z', '2025-03-03T08:00Z'],
  ],
  [
    'range to the leap day in another year',
    { recurrence_type: 'annual_date', annual_date: '02-27', annual_end_date: '02-29' },
    'UTC',
    ['2025-02-28T08:00Z'],
    ['2025-03-01T08:00Z'],
  ],
  [
    'annual ignores the day pattern',
    { recurrence_type: 'annual_date', annual_date: '06-01', day_pattern: 'weekdays' },
    'UTC',
    ['2025-06-01T08:00Z'],
    [],
  ],
  ['annual without a date', { recurrence_type: 'annual_date' }, 'UTC', [], ['2025-06-01T08:00Z']],

  [
    'one-off, one day',
    { recurrence_type: 'one_off_date', one_off_date: '2025-06-01' },
    'UTC',
    ['2025-06-01T08:00Z'],
    ['2025-05-31T08:00Z', '2025-06-02T08:00Z', '2026-06-01T08:00Z'],
  ],
  [
    'one-off range, end included',
    { recurrence_type: 'one_off_date', one_off_date: '2025-12-31', one_off_end_date: '2026-01-01' },
    'UTC',
    ['2025-12-31T08:00Z', '2026-01-01T08:00Z'],
    ['2025-12-30T08:00Z', '2026-01-02T08:00Z'],
  ],
  [
    'one-off overnight',
    { recurrence_type: 'one_off_date', one_off_date: '2025-06-01', start_time: '23:00', end_time: '01:00' },
    'UTC',
    ['2025-06-01T23:00Z', '2025-06-02T00:59Z'],
    ['2025-06-01T00:30Z', '2025-06-02T23:30Z'],
  ],
  [
    'one-off on a leap day',
    { recurrence_type: 'one_off_date', one_off_date: '2024-02-29' },
    'UTC',
    ['2024-02-29T08:00Z'],
    ['2025-02-28T08:00Z', '2025-03-01T08:00Z'],
  ],
  ['one-off without a date', { recurrence_type: 'one_off_date' }, 'UTC', [], ['2025-06-01T08:00Z']],
  [
    'one-off with an impossible date',
    { recurrence_type: 'one_off_date', one_off_date: '2025-02-30' },
    'UTC',
    [],
    ['2025-03-02T08:00Z'],
  ],

  [
    'Berlin, spring: a skipped start begins when the clock goes on',
    { start_time: '02:30', end_time: '04:00' },
    'Europe/Berlin',
    ['2025-03-30T01:00Z', '2025-03-30T01:59Z'],
    ['2025-03-30T00:59:59Z', '2025-03-30T02:00Z'],
  ],
  [
    'Berlin, spring: a skipped end ends when the clock goes on',
    { start_time: '01:00', end_time: '02:30' },
    'Europe/Berlin',
    ['2025-03-30T00:00Z', '2025-03-30T00:59:59Z'],
    ['2025-03-30T01:00Z', '2025-03-29T23:59Z'],
  ],
  [
    'Berlin, spring: within the skipped hour there is nothing',
    { start_time: '02:15', end_time: '02:45' },
    'Europe/Berlin',
    ['2025-03-29T01:15Z', '2025-03-31T00:15Z'],
    ['2025-03-30T00:59Z', '2025-03-30T01:00Z', '2025-03-30T01:15Z', '2025-03-30T12:00Z', '2025-03-31T00:45Z'],
  ],
  [
    'Berlin, spring: overnight across the change',
    { start_time: '22:00', end_time: '03:00' },
    'Europe/Berlin',
    ['2025-03-29T21:00Z', '2025-03-30T00:59Z'],
    ['2025-03-30T01:00Z', '2025-03-29T20:59Z'],
  ],
  [
    'Berlin, autumn: the repeated hour counts once',
    { start_time: '02:15', end_time: '02:45' },
    'Europe/Berlin',
    ['2025-10-26T00:15Z', '2025-10-26T00:44Z'],
    ['2025-10-26T00:14Z', '2025-10-26T00:45Z', '2025-10-26T01:15Z', '2025-10-26T01:44Z'],
  ],
  [
    'Berlin, autumn: around the repeated hour',
    { start_time: '01:00', end_time: '03:00' },
    'Europe/Berlin',
    ['2025-10-25T23:00Z', '2025-10-26T00:30Z', '2025-10-26T01:30Z', '2025-10-26T01:59Z'],
    ['2025-10-26T02:00Z'],
  ],
  [
    'Berlin, autumn: from within the repeated hour',
    { start_time: '02:30', end_time: '04:00' },
    'Europe/Berlin',
    ['2025-10-26T00:30Z', '2025-10-26T01:00Z', '2025-10-26T02:59Z'],
    ['2025-10-26T00:29Z', '2025-10-26T03:00Z'],
  ],
  [
    'Berlin, autumn: into the repeated hour',
    { start_time: '01:00', end_time: '02:30' },
    'Europe/Berlin',
    ['2025-10-26T00:29Z'],
    ['2025-10-26T00:30Z', '2025-10-26T01:15Z'],
  ],
  [
    'New York, spring',
    { start_time: '02:30', end_time: '03:30' },
    'America/New_York',
    ['2025-03-09T07:00Z', '2025-03-09T07:29Z'],
    ['2025-03-09T06:59Z', '2025-03-09T07:30Z'],
  ],
  [
    'New York, autumn',
    { start_time: '01:30', end_time: '01:45' },
    'America/New_York',
    ['2025-11-02T05:30Z'],
    ['2025-11-02T06:30Z', '2025-11-02T05:45Z'],
  ],
  [
    'Lord Howe, spring by half an hour',
    { start_time: '02:15', end_time: '03:00' },
    'Australia/Lord_Howe',
    ['2025-10-04T15:30Z', '2025-10-04T15:59Z'],
    ['2025-10-04T15:29Z', '2025-10-04T16:00Z'],
  ],
  [
    'Lord Howe, autumn by half an hour',
    { start_time: '01:40', end_time: '01:50' },
    'Australia/Lord_Howe',
    ['2025-04-05T14:40Z'],
    ['2025-04-05T15:10Z', '2025-04-05T14:50Z'],
  ],
  [
    'Santiago, midnight does not exist',
    { start_time: '00:00', end_time: '02:00' },
    'America/Santiago',
    ['2025-09-07T04:00Z', '2025-09-07T04:59Z'],
    ['2025-09-07T03:59Z', '2025-09-07T05:00Z'],
  ],
];

for (const [name, fields, zone, applies, not] of WINDOWS) {
  for (const at of applies)
    test(`${name}: applies at ${at}`, () =>
      assert.is(activeRule([ruleWith('a', fields)], Date.parse(at), zone, NOWHERE)?.id, 'a'));
  for (const at of not)
    test(`${name}: does not apply at ${at}`, () =>
      assert.is(activeRule([ruleWith('a', fields)], Date.parse(at), zone, NOWHERE), null));
}

const ONE_OFF = { recurrence_type: 'one_off_date', one_off_date: '2025-12-25' } as const;
const ANNUAL = { recurrence_type: 'annual_date', annual_date: '12-25' } as const;
const EARLY = '2025-01-01T00:00:00Z';
const LATE = '2025-06-01T00:00:00Z';
const RANKS: [name: string, rules: Schedule[], winner: string][] = [
  [
    'one-off before annual',
    [ruleWith('a', { ...ANNUAL, created_at: LATE }), ruleWith('b', { ...ONE_OFF, created_at: EARLY })],
    'b',
  ],
  ['annual before weekly', [ruleWith('a', { created_at: LATE }), ruleWith('b', { ...ANNUAL, created_at: EARLY })], 'b'],
  [
    'one-off before weekly',
    [ruleWith('a', { ...ONE_OFF, created_at: EARLY }), ruleWith('b', { created_at: LATE })],
    'a',
  ],
  ['newest of equals', [ruleWith('a', { created_at: LATE }), ruleWith('b', { created_at: EARLY })], 'a'],
  ['newest of equals, other order', [ruleWith('a', { created_at: EARLY }), ruleWith('b', { created_at: LATE })], 'b'],
  [
    'newest is an instant, not a text',
    [
      ruleWith('a', { created_at: '2025-06-01T09:00:00.000Z' }),
      ruleWith('b', { created_at: '2025-06-01T10:00:00.000+02:00' }),
    ],
    'a',
  ],
  ['the last of those made at the same moment', [ruleWith('a'), ruleWith('b'), ruleWith('c')], 'c'],
  ['disabled rules are passed over', [ruleWith('a'), ruleWith('b', { enabled: false, ...ONE_OFF })], 'a'],
  [
    'rules of another time are passed over',
    [ruleWith('a'), ruleWith('b', { ...ONE_OFF, start_time: '10:00', end_time: '11:00' })],
    'a',
  ],
];
for (const [name, rules, winner] of RANKS) {
  test(name, () => assert.is(activeRule(rules, Date.parse('2025-12-25T08:30Z'), 'UTC', NOWHERE)?.id, winner));
}

test('a refused rule leaves the next one', () => {
  const rules = [ruleWith('a'), ruleWith('b', ONE_OFF), ruleWith('c', ANNUAL)];
  const at = Date.parse('2025-12-25T08:30Z');
  assert.is(activeRule(rules, at, 'UTC', NOWHERE, ({ id }) => id !== 'b')?.id, 'c');
  assert.is(activeRule(rules, at, 'UTC', NOWHERE, ({ id }) => id === 'a')?.id, 'a');
  assert.is(
    activeRule(rules, at, 'UTC', NOWHERE, () => false),
    null,
  );
});
test('no rules, no rule', () => assert.is(activeRule([], Date.now(), 'UTC', NOWHERE), null));

/** [what, members, place, on 2025-…, start, end] */
const SUNS: [
  name: string,
  fields: Partial<Schedule>,
  location: typeof NOWHERE,
  at: string,
  start: string,
  end: string | null,
][] = [
  ['fixed', {}, BERLIN, '2025-06-21T10:00Z', '08:00', '09:00'],
  ['fixed, open end', { end_time: null }, BERLIN, '2025-06-21T10:00Z', '08:00', null],
  [
    'sunrise to sunset in June',
    { start_type: 'sunrise', end_type: 'sunset' },
    BERLIN,
    '2025-06-21T10:00Z',
    '04:43',
    '21:33',
  ],
  [
    'sunrise to sunset in December',
    { start_type: 'sunrise', end_type: 'sunset' },
    BERLIN,
    '2025-12-21T10:00Z',
    '08:15',
    '15:54',
  ],
  [
    'half an hour before sunrise',
    { start_type: 'sunrise', start_sun_offset: -30 },
    BERLIN,
    '2025-06-21T10:00Z',
    '04:13',
    '09:00',
  ],
  ['an hour after sunset', { end_type: 'sunset', end_sun_offset: 60 }, BERLIN, '2025-06-21T10:00Z', '08:00', '22:33'],
  [
    'an end by the sun although none is stored',
    { end_type: 'sunset', end_time: null },
    BERLIN,
    '2025-06-21T10:00Z',
    '08:00',
    '21:33',
  ],
  [
    'clamped to the end of the day',
    { end_type: 'sunset', end_sun_offset: 720 },
    BERLIN,
    '2025-06-21T10:00Z',
    '08:00',
    '23:59',
  ],
  [
    'clamped to the start of the day',
    { start_type: 'sunrise', start_sun_offset: -720 },
    BERLIN,
    '2025-06-21T10:00Z',
    '00:00',
    '09:00',
  ],
  ['no place', { start_type: 'sunrise', end_type: 'sunset' }, NOWHERE, '2025-06-21T10:00Z', '08:00', '09:00'],
  ['no place, no end', { end_type: 'sunset', end_time: null }, NOWHERE, '2025-06-21T10:00Z', '08:00', null],
  ['half a place', { start_type: 'sunrise' }, { latitude: 52, longitude: null }, '2025-06-21T10:00Z', '08:00', '09:00'],
  [
    'polar day',
    { start_type: 'sunrise', start_sun_offset: 60, end_type: 'sunset' },
    TROMSO,
    '2025-06-21T10:00Z',
    '08:00',
    '09:00',
  ],
  ['polar night', { start_type: 'sunrise', end_type: 'sunset' }, TROMSO, '2025-12-21T10:00Z', '08:00', '09:00'],
  [
    'offsets of fixed times do not count',
    { start_sun_offset: 30, end_sun_offset: -30 },
    BERLIN,
    '2025-06-21T10:00Z',
    '08:00',
    '09:00',
  ],
  ['a time that is none stays as it is', { start_time: '25:00' }, BERLIN, '2025-06-21T10:00Z', '25:00', '09:00'],
];
const near = (actual: string | null, expected: string | null) => {
  if (actual === null || expected === null || !/^\d\d:\d\d$/.test(actual) || Number(actual.slice(0, 2)) > 23)
    return assert.is(actual, expected);
  const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
  assert.ok(Math.abs(minutes(actual) - minutes(expected)) <= 1, `${actual}, expected ${expected}`);
};
for (const [name, fields, location, at, start, end] of SUNS) {
  test(`times of today: ${name}`, () => {
    const times = resolveTimes(ruleWith('a', fields), Date.parse(at), 'Europe/Berlin', location);
    near(times.resolved_start_time, start);
    near(times.resolved_end_time, end);
  });
}

test('a sunset after midnight is clamped to its day', () => {
  const location = { latitude: 64.1466, longitude: -21.9426 };
  const rule = ruleWith('a', { start_type: 'sunrise', end_type: 'sunset' });
  assert.is(
    resolveTimes(rule, Date.parse('2024-06-21T12:00Z'), 'Atlantic/Reykjavik', location).resolved_end_time,
    '23:59',
  );
});

test('from sunset to sunrise is overnight and ends at the sunrise of the next day', () => {
  const rule = ruleWith('a', {
    start_type: 'sunset',
    end_type: 'sunrise',
    day_pattern: 'custom',
    custom_days: ['saturday'],
  });
  const active = (at: string) => activeRule([rule], Date.parse(at), 'Europe/Berlin', BERLIN) !== null;
  assert.equal(
    [
      '2025-06-21T19:30Z',
      '2025-06-21T19:36Z',
      '2025-06-22T02:40Z',
      '2025-06-22T02:46Z',
      '2025-06-22T20:00Z',
      '2025-06-21T02:00Z',
    ].map(active),
    [false, true, true, false, false, false],
  );
});

test('the sun of each day counts', () => {
  const rule = ruleWith('a', { start_type: 'sunrise', end_time: '12:00' });
  for (let day = 1; day <= 28; day++) {
    const noon = Date.parse(`2025-02-${String(day).padStart(2, '0')}T09:00Z`);
    const { resolved_start_time } = resolveTimes(rule, noon, 'Europe/Berlin', BERLIN);
    const start = Date.parse(`${new Date(noon).toISOString().slice(0, 10)}T${resolved_start_time}:00+01:00`);
    assert.is(activeRule([rule], start, 'Europe/Berlin', BERLIN)?.id, 'a');
    assert.is(activeRule([rule], start - 1, 'Europe/Berlin', BERLIN), null);
  }
});

test('sun times follow the clock over its change', () => {
  const rule = ruleWith('a', { start_type: 'sunrise' });
  near(resolveTimes(rule, Date.parse('2025-03-29T12:00Z'), 'Europe/Berlin', BERLIN).resolved_start_time, '05:48');
  near(resolveTimes(rule, Date.parse('2025-03-30T12:00Z'), 'Europe/Berlin', BERLIN).resolved_start_time, '06:46');
});

test('a new place counts at once', () => {
  const rule = ruleWith('a', { start_type: 'sunrise' });
  const at = Date.parse('2025-06-21T03:00Z');
  assert.is(activeRule([rule], at, 'Europe/Berlin', NOWHERE), null);
  assert.is(activeRule([rule], at, 'Europe/Berlin', BERLIN)?.id, 'a');
  assert.is(activeRule([rule], at, 'Europe/Berlin', NOWHERE), null);
});

/** [what, rules, zone, at, next edge] */
const EDGES: [name: string, fields: Partial<Schedule>[], zone: string, at: string, next: string | null][] = [
  ['none without rules', [], 'UTC', '2025-06-02T07:00Z', null],
  ['none for disabled rules', [{ enabled: false }], 'UTC', '2025-06-02T07:00Z', null],
  ['the start', [{}], 'UTC', '2025-06-02T07:00Z', '2025-06-02T08:00'],
  ['the end, from the start on', [{}], 'UTC', '2025-06-02T08:00Z', '2025-06-02T09:00'],
  ['the next start, from the end on', [{}], 'UTC', '2025-06-02T09:00Z', '2025-06-03T08:00'],
  ['the next weekday', [{ day_pattern: 'weekdays' }], 'UTC', '2025-06-06T09:00Z', '2025-06-09T08:00'],
  [
    'a week later',
    [{ day_pattern: 'custom', custom_days: ['monday'] }],
    'UTC',
    '2025-06-02T09:00Z',
    '2025-06-09T08:00',
  ],
  [
    'the end after midnight',
    [{ start_time: '22:00', end_time: '02:00' }],
    'UTC',
    '2025-06-02T23:00Z',
    '2025-06-03T02:00',
  ],
  [
    'the end of yesterday before the start of today',
    [{ start_time: '22:00', end_time: '02:00' }],
    'UTC',
    '2025-06-02T01:00Z',
    '2025-06-02T02:00',
  ],
  [
    'midnight for an open end',
    [{ start_time: '22:00', end_time: null }],
    'UTC',
    '2025-06-02T23:00Z',
    '2025-06-03T00:00',
  ],
  [
    'the nearest of several',
    [{}, { start_time: '07:30', end_time: '12:00' }],
    'UTC',
    '2025-06-02T07:00Z',
    '2025-06-02T07:30',
  ],
  [
    'next year',
    [{ recurrence_type: 'annual_date', annual_date: '01-05' }],
    'UTC',
    '2025-06-02T07:00Z',
    '2026-01-05T08:00',
  ],
  [
    'the second day of an annual range',
    [{ recurrence_type: 'annual_date', annual_date: '12-31', annual_end_date: '01-02' }],
    'UTC',
    '2025-12-31T10:00Z',
    '2026-01-01T08:00',
  ],
  [
    'after an annual range',
    [{ recurrence_type: 'annual_date', annual_date: '12-31', annual_end_date: '01-02' }],
    'UTC',
    '2026-01-02T10:00Z',
    '2026-12-31T08:00',
  ],
  [
    'the next leap day',
    [{ recurrence_type: 'annual_date', annual_date: '02-29' }],
    'UTC',
    '2025-06-02T07:00Z',
    '2028-02-29T08:00',
  ],
  [
    'the leap day after a century without one',
    [{ recurrence_type: 'annual_date', annual_date: '02-29' }],
    'UTC',
    '2096-03-01T07:00Z',
    '2104-02-29T08:00',
  ],
  [
    'a one-off day ahead',
    [{ recurrence_type: 'one_off_date', one_off_date: '2027-03-04' }],
    'UTC',
    '2025-06-02T07:00Z',
    '2027-03-04T08:00',
  ],
  [
    'within a one-off range',
    [{ recurrence_type: 'one_off_date', one_off_date: '2025-06-01', one_off_end_date: '2025-06-04' }],
    'UTC',
    '2025-06-02T09:00Z',
    '2025-06-03T08:00',
  ],
  [
    'none after a one-off day',
    [{ recurrence_type: 'one_off_date', one_off_date: '2025-06-01' }],
    'UTC',
    '2025-06-01T09:00Z',
    null,
  ],
  [
    'spring: a skipped start',
    [{ start_time: '02:30', end_time: '04:00' }],
    'Europe/Berlin',
    '2025-03-30T00:30Z',
    '2025-03-30T01:00',
  ],
  [
    'spring: a swallowed day',
    [{ start_time: '02:15', end_time: '02:45' }],
    'Europe/Berlin',
    '2025-03-29T02:00Z',
    '2025-03-31T00:15',
  ],
  [
    'spring: swallowed for good',
    [{ start_time: '02:15', end_time: '02:45', recurrence_type: 'one_off_date', one_off_date: '2025-03-30' }],
    'Europe/Berlin',
    '2025-03-29T02:00Z',
    null,
  ],
  [
    'spring: a day of 23 hours',
    [{ start_time: '12:00', end_time: '13:00' }],
    'Europe/Berlin',
    '2025-03-29T12:00Z',
    '2025-03-30T10:00',
  ],
  [
    'autumn: a day of 25 hours',
    [{ start_time: '12:00', end_time: '13:00' }],
    'Europe/Berlin',
    '2025-10-25T11:00Z',
    '2025-10-26T11:00',
  ],
  [
    'autumn: not the second pass',
    [{ start_time: '02:15', end_time: '02:45' }],
    'Europe/Berlin',
    '2025-10-26T00:45Z',
    '2025-10-27T01:15',
  ],
];
for (const [name, fields, zone, at, next] of EDGES) {
  test(`next edge: ${name}`, () => {
    const rules = fields.map((one, index) => ruleWith(`r${index}`, one));
    assert.is(iso(nextScheduleChange(rules, Date.parse(at), zone, NOWHERE)), next);
  });
}

test('next edge by the sun', () => {
  const rule = ruleWith('a', { start_type: 'sunset', end_type: 'sunrise' });
  const next = nextScheduleChange([rule], Date.parse('2025-06-21T12:00Z'), 'Europe/Berlin', BERLIN) ?? 0;
  assert.ok(Math.abs(next - Date.parse('2025-06-21T19:33Z')) <= 60_000, iso(next) ?? '');
  const after = nextScheduleChange([rule], next, 'Europe/Berlin', BERLIN) ?? 0;
  assert.ok(Math.abs(after - Date.parse('2025-06-22T02:43Z')) <= 60_000, iso(after) ?? '');
});

const slots = [
  ruleWith('second', { board_id: 'b2' }),
  ruleWith('newer', { board_id: 'b1', created_at: LATE }),
  ruleWith('slot', { board_id: '', created_at: '2025-03-01T00:00:00Z' }),
  ruleWith('older', { board_id: 'b1', created_at: EARLY }),
];
for (const [board, primary, ids] of [
  ['b1', 'b1', ['older', 'slot', 'newer']],
  ['b1', 'b2', ['older', 'newer']],
  ['b2', 'b1', ['second']],
  ['b2', 'b2', ['slot', 'second']],
  ['b3', 'b1', []],
  ['b3', 'b3', ['slot']],
  ['', 'b1', ['slot']],
] as const) {
  test(`rules of "${board}" while ${primary} is primary: ${ids.join(', ')}`, () => {
    const found = rulesOf(board, board === primary, slots);
    assert.equal(
      found.map(({ id }) => id),
      ids,
    );
    assert.is(rulesOf(board, board === primary, slots), found);
  });
}

/** [what, members, parts of the sentences; none means that the rule holds together] */
const CHECKS: [name: string, fields: Partial<Schedule>, findings: string[]][] = [
  ['a plain rule', {}, []],
  ['the first and last minute', { start_time: '00:00', end_time: '23:59' }, []],
  ['an open end', { end_time: null }, []],
  ['overnight', { start_time: '23:00', end_time: '01:00' }, []],
  ['25:00', { start_time: '25:00' }, ['start_time']],
  ['24:00', { end_time: '24:00' }, ['end_time']],
  ['12:60', { end_time: '12:60' }, ['end_time']],
  ['both times wrong', { start_time: '24:00', end_time: '99:99' }, ['start_time', 'end_time']],
  ['start is end', { start_time: '08:00', end_time: '08:00' }, ['both 08:00']],
  ['start is end, but the sun starts', { start_time: '08:00', end_time: '08:00', start_type: 'sunrise' }, []],
  ['start is end, but the sun ends', { start_time: '08:00', end_time: '08:00', end_type: 'sunset' }, []],
  ['custom days', { day_pattern: 'custom', custom_days: ['monday', 'sunday'] }, []],
  ['custom without days', { day_pattern: 'custom', custom_days: null }, ['custom_days']],
  ['custom with an empty list', { day_pattern: 'custom', custom_days: [] }, ['custom_days']],
  ['a day that is none', { day_pattern: 'custom', custom_days: ['monday', 'funday'] }, ['"funday"']],
  ['a day in capitals', { day_pattern: 'custom', custom_days: ['Monday'] }, ['"Monday"']],
  ['a short day', { day_pattern: 'custom', custom_days: ['mon'] }, ['"mon"']],
  ['custom days without the pattern', { custom_days: ['funday'] }, []],
  [
    'custom pattern of an annual rule',
    { day_pattern: 'custom', recurrence_type: 'annual_date', annual_date: '01-01' },
    [],
  ],
  ['annual without a date', { recurrence_type: 'annual_date' }, ['annual_date']],
  ['annual', { recurrence_type: 'annual_date', annual_date: '02-29' }, []],
  ['annual over the new year', { recurrence_type: 'annual_date', annual_date: '12-30', annual_end_date: '01-02' }, []],
  ['13th month', { recurrence_type: 'annual_date', annual_date: '13-01' }, ['13-01']],
  ['day 00', { recurrence_type: 'annual_date', annual_date: '01-00' }, ['01-00']],
  ['30th of February', { recurrence_type: 'annual_date', annual_date: '02-30' }, ['02-30']],
  [
    '31st of April as the end',
    { recurrence_type: 'annual_date', annual_date: '04-01', annual_end_date: '04-31' },
    ['annual_end_date'],
  ],
  ['one-off without a date', { recurrence_type: 'one_off_date' }, ['one_off_date']],
  ['one-off', { recurrence_type: 'one_off_date', one_off_date: '2024-02-29' }, []],
  ['leap day of another year', { recurrence_type: 'one_off_date', one_off_date: '2025-02-29' }, ['2025-02-29']],
  ['leap day of 1900', { recurrence_type: 'one_off_date', one_off_date: '1900-02-29' }, ['1900-02-29']],
  [
    'one-off range',
    { recurrence_type: 'one_off_date', one_off_date: '2025-12-31', one_off_end_date: '2026-01-01' },
    [],
  ],
  [
    'one-off range of one day',
    { recurrence_type: 'one_off_date', one_off_date: '2025-12-31', one_off_end_date: '2025-12-31' },
    [],
  ],
  [
    'one-off range backwards',
    { recurrence_type: 'one_off_date', one_off_date: '2025-12-31', one_off_end_date: '2025-12-30' },
    ['before'],
  ],
  [
    'impossible end of a one-off range',
    { recurrence_type: 'one_off_date', one_off_date: '2025-12-31', one_off_end_date: '2026-13-01' },
    ['one_off_end_date'],
  ],
  ['several at once', { start_time: '24:00', day_pattern: 'custom', custom_days: [] }, ['start_time', 'custom_days']],
];
for (const [name, fields, findings] of CHECKS) {
  test(`check: ${name}`, () => {
    const found = checkRule(ruleWith('a', fields));
    assert.is(found.length, findings.length, found.join(' '));
    findings.forEach((part, index) => assert.ok(found[index]?.includes(part), found[index]));
  });
}

test.run();
