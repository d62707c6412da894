import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRandom, type Random } from '../../src/core/random.ts';
import { activeRule, nextScheduleChange } from '../../src/core/schedule/schedule.ts';
import { silenceAt } from '../../src/core/silence.ts';
import { defaultSettings } from '../../src/schema/appliance/settings.ts';
import type { Silence } from '../../src/schema/appliance/silence.ts';
import type { Schedule } from '../../src/schema/content/schedules.ts';
import { NOWHERE, ruleWith } from '../support/rules.ts';
import { datePlus, readerOf, wallMinutes } from '../support/wall-clock.ts';

/**
 * A slow model of its own, which walks a list of minutes as Intl reads them and knows nothing of the code under test,
 * against the rules of whole weeks around changes of the clock.
 */
const test = suite('schedule against a minute-by-minute model');

const DAY_MS = 86_400_000;
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const WEEKS: [zone: string, first: string][] = [
  ['Europe/Berlin', '2025-03-27'],
  ['Europe/Berlin', '2025-10-23'],
  ['America/New_York', '2025-03-06'],
  ['America/New_York', '2025-10-30'],
  ['Australia/Lord_Howe', '2025-04-03'],
  ['Australia/Lord_Howe', '2025-10-02'],
  ['America/Santiago', '2025-09-04'],
  ['America/Havana', '2025-10-30'],
  ['Asia/Kathmandu', '2023-12-28'],
  ['UTC', '2024-02-26'],
];

const pick = <Item>(items: readonly Item[], random: Random): Item => items[Math.floor(random() * items.length)] as Item;
const pad = (value: number) => String(value).padStart(2, '0');
/** Half of the times lie between 01:00 and 03:30, where clocks are set. */
const randomTime = (random: Random): string => {
  const minute = random() < 0.5 ? 60 + Math.floor(random() * 150) : Math.floor(random() * 1440);
  return `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
};

const randomRule = (id: string, week: string, random: Random): Schedule => {
  const from = datePlus(week, Math.floor(random() * 7));
  const to = datePlus(from, Math.floor(random() * 3));
  const recurrence_type = pick(['weekly', 'weekly', 'weekly', 'annual_date', 'one_off_date'] as const, random);
  const start_time = randomTime(random);
  const end_time = random() < 0.15 ? null : randomTime(random);
  return ruleWith(id, {
    start_time,
    end_time: end_time === start_time ? null : end_time,
    day_pattern: pick(['all', 'weekdays', 'weekends', 'custom'] as const, random),
    custom_days: [pick(DAYS, random), pick(DAYS, random)],
    enabled: random() < 0.9,
    recurrence_type,
    annual_date: from.slice(5),
    annual_end_date: random() < 0.5 ? to.slice(5) : null,
    one_off_date: from,
    one_off_end_date: random() < 0.5 ? to : null,
    created_at: new Date(Math.floor(random() * 1e12)).toISOString(),
  });
};

const weekdayOf = (date: string) => DAYS[new Date(`${date}T12:00:00Z`).getUTCDay()] ?? '';

const beginsOn = (rule: Schedule, date: string): boolean => {
  const weekday = weekdayOf(date);
  if (rule.recurrence_type === 'weekly') {
    if (rule.day_pattern === 'all') return true;
    const weekend = weekday === 'saturday' || weekday === 'sunday';
    if (rule.day_pattern === 'custom') return (rule.custom_days ?? []).includes(weekday);
    return (rule.day_pattern === 'weekends') === weekend;
  }
  if (rule.recurrence_type === 'one_off_date')
    return date >= (rule.one_off_date ?? '') && date <= (rule.one_off_end_date ?? rule.one_off_date ?? '');
  const [key, first, last] = [date.slice(5), rule.annual_date ?? '', rule.annual_end_date ?? rule.annual_date ?? ''];
  return first <= last ? key >= first && key <= last : key >= first || key <= last;
};

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const RANK = { one_off_date: 2, annual_date: 1, weekly: 0 };
const beats = (a: Schedule, b: Schedule): boolean =>
  RANK[a.recurrence_type] !== RANK[b.recurrence_type]
    ? RANK[a.recurrence_type] > RANK[b.recurrence_type]
    : a.created_at > b.created_at;

type Reader = ReturnType<typeof readerOf>;
const spanOn = (read: Reader, date: string, start: string, end: string | null): [number, number] => {
  const from = read(date, minuteOf(start));
  if (end === null) return [from, read(datePlus(date, 1), 0)];
  return [from, read(end > start ? date : datePlus(date, 1), minuteOf(end))];
};

const datesAround = (first: string): string[] => Array.from({ length: 11 }, (_, index) => datePlus(first, index - 2));

WEEKS.forEach(([zone, first], index) => {
  const start = Date.parse(`${first}T00:00Z`);
  const minutes = wallMinutes(zone, start - 4 * DAY_MS, start + 12 * DAY_MS);
  const read = readerOf(minutes);
  const week = minutes.filter(({ at }) => at >= start && at < start + 7 * DAY_MS);

  for (let draw = 0; draw < 4; draw++) {
    const random = createRandom(1000 * index + draw);
    const rules = Array.from({ length: 1 + draw * 4 }, (_, number) => randomRule(`r${number}`, first, random));
    const spans = rules
      .filter((rule) => rule.enabled)
      .flatMap((rule) =>
        datesAround(first)
          .filter((date) => beginsOn(rule, date))
          .map((date) => ({ rule, span: spanOn(read, date, rule.start_time, rule.end_time) })),
      )
      .filter(({ span: [from, to] }) => from < to);

    test(`${zone}, week of ${first}, draw ${draw}: the rule of every minute`, () => {
      for (const { at, date, minute } of week) {
        const open = spans.filter(({ span: [from, to] }) => at >= from && at < to).map(({ rule }) => rule);
        const winner = open.reduce<Schedule | null>(
          (best, rule) => (best === null || beats(rule, best) ? rule : best),
          null,
        );
        assert.is(
          activeRule(rules, at, zone, NOWHERE)?.id,
          winner?.id,
          `${date} ${minute} (${new Date(at).toISOString()})`,
        );
      }
    });

    test(`${zone}, week of ${first}, draw ${draw}: the next edge from every seventh minute`, () => {
      const edges = [...new Set(spans.flatMap(({ span }) => span))].sort((a, b) => a - b);
      for (const { at } of week.filter((_, number) => number % 7 === 0)) {
        const expected = edges.find((edge) => edge > at);
        const found = nextScheduleChange(rules, at, zone, NOWHERE);
        if (expected === undefined || expected > start + 8 * DAY_MS)
          assert.ok(found === null || found > start + 7 * DAY_MS);
        else assert.is(found, expected, `${new Date(at).toISOString()}: ${JSON.stringify(rules)}`);
      }
    });
  }

  test(`${zone}, week of ${first}: silence of every minute`, () => {
    const random = createRandom(77 + index);
    for (let draw = 0; draw < 4; draw++) {
      const days = DAYS.filter(() => random() < 0.6) as Silence['days'];
      const silence: Silence = {
        ...defaultSettings().silence,
        enabled: true,
        start_time: randomTime(random),
        end_time: randomTime(random),
        days,
      };
      const windows = datesAround(first)
        .filter((date) => days.includes(weekdayOf(date) as Silence['days'][number]))
        .map((date) => spanOn(read, date, silence.start_time, silence.end_time))
        .filter(([from, to]) => from < to);
      for (const { at } of week) {
        const open = windows.find(([from, to]) => at >= from && at < to);
        const reading = silenceAt(silence, at, zone, { latitude: null, longitude: null });
        assert.is(reading.active, open !== undefined, `${new Date(at).toISOString()} ${JSON.stringify(silence)}`);
        assert.is(reading.since, open ? open[0] : null);
        const next = open
          ? open[1]
          : windows
              .map(([from]) => from)
              .filter((from) => from > at)
              .sort((a, b) => a - b)[0];
        if (next !== undefined && next < start + 8 * DAY_MS) assert.is(reading.next_change, next);
      }
    }
  });
});

test.run();
