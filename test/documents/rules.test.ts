import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseCalendar } from '../../src/documents/calendar/parse-calendar.ts';
import { parseJson } from '../../src/documents/json/parse-json.ts';
import { seededRandom } from '../support/seeded.ts';

/** Rules against a second model of them that tries each moment. */
const test = suite('documents/calendar: rules');

const DAY = 86_400_000;
const UNITS = { HOURLY: 3_600_000, MINUTELY: 60_000, SECONDLY: 1000, DAILY: DAY } as const;
const NAMES = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

const basic = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');

const startsOf = (start: number, rule: string, from: number, to: number): number[] => {
  const text = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:1',
    `DTSTART:${basic(start)}`,
    `RRULE:${rule}`,
    'SUMMARY:A',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');
  const parsed = parseCalendar(Buffer.from(text), { from, to, most: 5000, zone: 'UTC' });
  assert.ok('value' in parsed);
  assert.equal(parsed.value.notes, []);
  return parsed.value.occurrences.map((one) => one.start);
};

type Filters = Partial<Record<'BYMONTH' | 'BYMONTHDAY' | 'BYHOUR' | 'BYMINUTE' | 'BYSECOND', number[]>> & {
  BYDAY?: string[];
};
const fits = (at: number, { BYMONTH, BYMONTHDAY, BYDAY, BYHOUR, BYMINUTE, BYSECOND }: Filters): boolean => {
  const date = new Date(at);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  const day = date.getUTCDate();
  return (
    (BYMONTH?.includes(date.getUTCMonth() + 1) ?? true) &&
    (BYMONTHDAY ? BYMONTHDAY.includes(day) || BYMONTHDAY.includes(day - last - 1) : true) &&
    (BYDAY?.includes(NAMES[date.getUTCDay()] ?? '') ?? true) &&
    (BYHOUR?.includes(date.getUTCHours()) ?? true) &&
    (BYMINUTE?.includes(date.getUTCMinutes()) ?? true) &&
    (BYSECOND?.includes(date.getUTCSeconds()) ?? true)
  );
};
const ruleOf = (frequency: string, interval: number, filters: Filters, more = ''): string =>
  [
    `FREQ=${frequency}`,
    `INTERVAL=${interval}`,
    ...Object.entries(filters).map(([name, all]) => `${name}=${all.join()}`),
  ].join(';') + more;

const from = Date.parse('2026-02-20T00:00:00Z');
const SPANS = { DAILY: 400 * DAY, HOURLY: 60 * DAY, MINUTELY: 2 * DAY, SECONDLY: 7_200_000 } as const;

for (const frequency of ['DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const)
  for (let seed = 1; seed <= 12; seed++)
    test(`${frequency}, seed ${seed}`, () => {
      const random = seededRandom(seed * 7919);
      const some = (least: number, most: number, share: number): number[] =>
        Array.from({ length: most - least + 1 }, (_, at) => least + at).filter(() => random() < share);
      const filters: Filters = {};
      const put = (name: Exclude<keyof Filters, 'BYDAY'>, values: number[]): void => {
        if (random() < 0.4 && values.length > 0) filters[name] = values;
      };
      put('BYMONTH', some(1, 12, 0.6));
      put('BYMONTHDAY', [...some(1, 31, 0.5), -1]);
      if (random() < 0.4) filters.BYDAY = NAMES.filter((_, at) => at === 5 || random() < 0.5);
      if (frequency !== 'DAILY') put('BYHOUR', some(0, 23, 0.5));
      if (frequency === 'MINUTELY' || frequency === 'SECONDLY') put('BYMINUTE', some(0, 59, 0.5));
      if (frequency === 'SECONDLY') put('BYSECOND', some(0, 59, 0.3));
      const interval = 1 + Math.floor(random() * 5);
      const start = from - Math.floor(random() * 20_000) * 1000;
      const unit = UNITS[frequency];
      const [first, last] = [Math.max(start, from), from + SPANS[frequency] / 2];
      const expected: number[] = [];
      for (let at = start; at <= last && expected.length < 5000; at += unit * interval)
        if (at === start || fits(at, filters)) expected.push(at);
      const seen = startsOf(start, ruleOf(frequency, interval, filters), first, last);
      const end = seen.length < 5000 ? last : (seen.at(-1) ?? last);
      assert.equal(seen.map(basic), expected.filter((at) => at >= first && at <= end).map(basic));
    });

/** Years and months between a start long ago and now are passed over, a few at a time or one by one. */
for (const interval of [1, 2, 3, 7]) {
  test(`every ${interval} years, months and weeks since 1971`, () => {
    const start = Date.parse('1971-03-03T10:00:00Z');
    const [first, last] = [from, from + 3000 * DAY];
    const all: Record<string, number[]> = { YEARLY: [], MONTHLY: [], WEEKLY: [] };
    const begin = new Date(start);
    for (let at = start; at <= last; at += DAY) {
      if (at < first) continue;
      const date = new Date(at);
      const years = date.getUTCFullYear() - begin.getUTCFullYear();
      const months = years * 12 + date.getUTCMonth() - begin.getUTCMonth();
      const isDay = date.getUTCDate() === begin.getUTCDate();
      if (isDay && date.getUTCMonth() === begin.getUTCMonth() && years % interval === 0) all['YEARLY']?.push(at);
      if (isDay && months % interval === 0) all['MONTHLY']?.push(at);
      if ((at - start) % (7 * interval * DAY) === 0) all['WEEKLY']?.push(at);
    }
    for (const [frequency, expected] of Object.entries(all)) {
      assert.equal(startsOf(start, ruleOf(frequency, interval, {}), first, last).map(basic), expected.map(basic));
      const until = expected.at(-2) ?? 0;
      assert.equal(
        startsOf(start, ruleOf(frequency, interval, {}, `;UNTIL=${basic(until)}`), first, last).map(basic),
        expected.slice(0, -1).map(basic),
      );
    }
  });
  test(`every ${interval} years, months and weeks so many times since 1971`, () => {
    const start = Date.parse('1971-03-03T10:00:00Z');
    for (const frequency of ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY'])
      for (const count of [1, 2, 9, 40]) {
        const rule = ruleOf(frequency, interval, {}, `;COUNT=${count}`);
        const seen = startsOf(start, rule, start, start + 300 * 366 * DAY);
        assert.is(seen.length, count);
        assert.equal(startsOf(start, rule, (seen.at(-1) ?? 0) - 1, start + 300 * 366 * DAY), seen.slice(-1));
      }
  });
}

const NTH: [rule: string, days: string[]][] = [
  [
    'FREQ=YEARLY;BYMONTHDAY=5',
    [
      '2026-03-05',
      '2026-04-05',
      '2026-05-05',
      '2026-06-05',
      '2026-07-05',
      '2026-08-05',
      '2026-09-05',
      '2026-10-05',
      '2026-11-05',
      '2026-12-05',
      '2027-01-05',
      '2027-02-05',
    ],
  ],
  ['FREQ=MONTHLY;BYDAY=1MO', ['2026-03-02', '2026-04-06', '2026-05-04']],
  ['FREQ=MONTHLY;BYDAY=-1MO', ['2026-02-23', '2026-03-30', '2026-04-27']],
  ['FREQ=MONTHLY;BYDAY=-2FR', ['2026-03-20', '2026-04-17', '2026-05-22']],
  ['FREQ=YEARLY;BYDAY=1MO', ['2027-01-04', '2028-01-03']],
  ['FREQ=YEARLY;BYDAY=-1SU', ['2026-12-27', '2027-12-26']],
  ['FREQ=YEARLY;BYDAY=10TU', ['2026-03-10', '2027-03-09']],
  ['FREQ=YEARLY;BYYEARDAY=60,-1', ['2026-03-01', '2026-12-31', '2027-03-01']],
  ['FREQ=YEARLY;BYWEEKNO=10;BYDAY=MO', ['2026-03-02', '2027-03-08']],
  ['FREQ=YEARLY;BYWEEKNO=-1;BYDAY=SU', ['2027-01-03', '2028-01-02']],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', ['2026-02-27', '2026-03-31', '2026-04-30']],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-2', ['2026-02-26', '2026-03-02', '2026-03-30']],
  ['FREQ=MONTHLY;BYMONTHDAY=31,-1,15', ['2026-02-28', '2026-03-15', '2026-03-31']],
  ['FREQ=WEEKLY;BYDAY=MO;WKST=SU;INTERVAL=2', ['2026-03-02', '2026-03-16']],
  ['FREQ=WEEKLY;BYDAY=SU;WKST=SU;INTERVAL=2', ['2026-03-01', '2026-03-15']],
  ['FREQ=WEEKLY;BYDAY=SU;WKST=MO;INTERVAL=2', ['2026-02-22', '2026-03-08']],
];
for (const [rule, days] of NTH)
  test(rule, () => {
    const seen = startsOf(
      Date.parse('2026-02-20T10:00:00Z'),
      rule,
      Date.parse('2026-02-21T00:00:00Z'),
      from + 1200 * DAY,
    );
    assert.equal(
      seen.slice(0, days.length).map((at) => new Date(at).toISOString().slice(0, 10)),
      days,
    );
  });

test('brackets that close make a text no deeper', () => {
  const read = (text: string) => parseJson(Buffer.from(`${'['.repeat(62)}${text}${']'.repeat(62)}`), {});
  assert.ok('value' in read('[[],[],[]]'));
  assert.ok('value' in read('[{},{},{}]'));
  assert.equal(read('[[[]]]'), { error: 'the answer is nested deeper than 64 levels' });
});

test('the last weekdays of a year, and its days counted from the end, in years of 365 and of 366 days', () => {
  const start = Date.parse('2023-01-01T12:00:00Z');
  // Without the start itself, which every rule has.
  const days = (rule: string): string[] =>
    startsOf(start, rule, start + DAY, Date.parse('2029-06-01T00:00:00Z')).map((at) =>
      new Date(at).toISOString().slice(0, 10),
    );
  // The 31st of December of 2023 to 2028 is a Sunday, Tuesday, Wednesday, Thursday, Friday, Sunday.
  assert.equal(days('FREQ=YEARLY;BYDAY=-1SU'), [
    '2023-12-31',
    '2024-12-29',
    '2025-12-28',
    '2026-12-27',
    '2027-12-26',
    '2028-12-31',
  ]);
  assert.equal(days('FREQ=YEARLY;BYDAY=-1MO').slice(1, 3), ['2024-12-30', '2025-12-29']);
  assert.equal(days('FREQ=YEARLY;BYDAY=-53MO'), ['2024-01-01', '2029-01-01']);
  assert.equal(days('FREQ=YEARLY;BYYEARDAY=-366'), ['2024-01-01', '2028-01-01']);
});

test.run();
