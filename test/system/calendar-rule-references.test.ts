// needs: node
import { rrulestr } from 'rrule';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FROM, MOST, TO, ours, startsByIcal } from './calendar-readers.ts';
import { calendar, event, stamp } from './reference-calendars.ts';
import { createSeeded, SEED } from './reference-draw.ts';

// Generated rules, read by ours and by two libraries that know nothing of it: rrule (the rules of Python's dateutil)
// and ical.js. With REFERENCE_SEED=new others are drawn.

const test = suite('system/calendar-rule-references');

const RULES = 2500;

/**
 * What rrule makes of a rule in UTC, within the span. It keeps hours in the order in which they are written and names a
 * date twice that two positions choose: a set has an order of its own and holds everything once, as ours does.
 */
const byRrule = (start: string, rule: string): string[] => {
  const dates = rrulestr(`DTSTART:${start}Z\nRRULE:${rule}`).between(new Date(FROM - 1), new Date(TO), true);
  return [...new Set(dates.map((date) => `${stamp(date.getTime())} A`))].sort().slice(0, MOST);
};

const { chance, between, one, some } = createSeeded(SEED);
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const pad = (value: number): string => String(value).padStart(2, '0');
const either = (most: number): string => String((chance(0.25) ? -1 : 1) * between(1, most));

/** A rule in words of RFC 5545; every part that its frequency knows may be there. */
const drawRule = (): string => {
  const frequency = one(['YEARLY', 'YEARLY', 'MONTHLY', 'MONTHLY', 'WEEKLY', 'DAILY']);
  const parts = [`FREQ=${frequency}`];
  const isLong = frequency === 'YEARLY' || frequency === 'MONTHLY';
  if (chance(0.4)) parts.push(`INTERVAL=${between(2, 4)}`);
  const months = chance(0.3);
  if (months) parts.push(`BYMONTH=${some(3, () => String(between(1, 12)))}`);
  const weeks = frequency === 'YEARLY' && !months && chance(0.15);
  if (weeks) parts.push(`BYWEEKNO=${some(2, () => either(52))}`);
  if (frequency === 'YEARLY' && !weeks && !months && chance(0.15))
    parts.push(`BYYEARDAY=${some(3, () => either(365))}`);
  else if (frequency !== 'WEEKLY' && !weeks && chance(0.3)) parts.push(`BYMONTHDAY=${some(3, () => either(28))}`);
  else if (weeks || chance(0.5)) {
    const counted = isLong && !weeks && chance(0.5);
    parts.push(
      `BYDAY=${some(3, () => (counted ? either(frequency === 'MONTHLY' || months ? 4 : 50) : '') + one(WEEKDAYS))}`,
    );
  }
  if (chance(0.1)) parts.push(`BYHOUR=${between(0, 11)},${between(12, 23)}`);
  if (parts.some((part) => /BY(?:DAY|MONTHDAY|YEARDAY)/.test(part)) && chance(0.2))
    parts.push(`BYSETPOS=${some(2, () => either(2))}`);
  if (chance(0.3)) parts.push(`WKST=${one(WEEKDAYS)}`);
  return `${parts.join(';')};UNTIL=${between(2026, 2027)}${pad(between(1, 12))}${pad(between(1, 28))}T${pad(between(0, 23))}0000Z`;
};

/** A start that is the rule's own first occurrence: what a rule means that its start does not fit is not defined. */
const drawStart = (rule: string): string | null => {
  const base = `${one([2019, 2020, 2024, 2025])}${pad(between(1, 12))}${pad(between(1, 28))}T${pad(between(0, 23))}${pad(between(0, 59))}00`;
  // rrule searches until the year 9999 for what never comes.
  const seen = ours(calendar(...event('UID:1', 'SUMMARY:A', `DTSTART:${base}Z`, `RRULE:${rule}`)));
  if (!seen.some((each) => !each.startsWith(base))) return null;
  const first = rrulestr(`DTSTART:${base}Z\nRRULE:${rule}`).after(new Date(0), true);
  if (!first) return null;
  const start = stamp(first.getTime());
  return rrulestr(`DTSTART:${start}Z\nRRULE:${rule}`).after(new Date(0), true)?.getTime() === first.getTime()
    ? start
    : null;
};

/**
 * What ical.js is asked about: simple rules. For others it is no reference: it counts positions, weeks and days of the
 * year within other periods than rrule, and searches without end for what never comes.
 */
const SIMPLE = /^FREQ=(?:DAILY|WEEKLY|MONTHLY)(?:;INTERVAL=\d+)?(?:;BYDAY=(?:[A-Z]{2},?)+)?;UNTIL/;

test('rules', () => {
  const wrong: string[] = [];
  let compared = 0;
  let third = 0;
  while (compared < RULES) {
    const rule = drawRule();
    const start = drawStart(rule);
    if (start === null) continue;
    const text = calendar(...event('UID:1', 'SUMMARY:A', `DTSTART:${start}Z`, `RRULE:${rule}`));
    const mine = ours(text);
    const theirs = byRrule(start, rule);
    compared++;
    if (mine.join() !== theirs.join())
      wrong.push(`rrule: ${start} ${rule}\n  ${mine.slice(0, 4).join()}\n  ${theirs.slice(0, 4).join()}`);
    if (!SIMPLE.test(rule)) continue;
    third++;
    const others = startsByIcal(text);
    if (mine.join() !== others.join())
      wrong.push(`ical.js: ${start} ${rule}\n  ${mine.slice(0, 4).join()}\n  ${others.slice(0, 4).join()}`);
  }
  assert.equal([SEED, ...wrong.slice(0, 5)], [SEED]);
  assert.ok(third > RULES / 20, `${third} by ical.js`);
});

test.run();
