// needs: node
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { differences, ours, startsByIcal } from './calendar-readers.ts';
import { BERLIN, calendar, event, stamp } from './reference-calendars.ts';
import { createSeeded, SEED } from './reference-draw.ts';

// Generated calendars, read by ours and by ical.js, which knows nothing of it: zones, exceptions, added and excluded
// dates. With REFERENCE_SEED=new others are drawn.

const test = suite('system/calendar-references');

const CALENDARS = 1000;

const { chance, between, one } = createSeeded(SEED);

/** A series as families have them, with exceptions in the form of its start, as ical.js wants them. */
const drawSeries = (uid: number): string[] => {
  const [zone, mark] = one([
    [';TZID=Europe/Berlin', ''],
    [';TZID=Europe/Berlin', ''],
    ['', 'Z'],
  ] as const);
  const day = Date.UTC(2025, between(0, 11), between(1, 28), between(4, 22), between(0, 1) * 30);
  const rule = one([
    'FREQ=DAILY',
    'FREQ=DAILY;INTERVAL=3',
    'FREQ=WEEKLY',
    'FREQ=WEEKLY;INTERVAL=2',
    'FREQ=MONTHLY',
    'FREQ=YEARLY',
    'FREQ=DAILY;COUNT=400',
    'FREQ=WEEKLY;COUNT=70',
  ]);
  const step = rule.includes('DAILY')
    ? rule.includes('INTERVAL')
      ? 3
      : 1
    : rule.includes('WEEKLY')
      ? rule.includes('INTERVAL')
        ? 14
        : 7
      : 0;
  const nth = (count: number): string => stamp(day + count * step * 86_400_000);
  // The first half of a series is left out, the second moved: of what is both see below.
  const lines = event(
    `UID:${uid}`,
    `SUMMARY:S${uid}`,
    `DTSTART${zone}:${stamp(day)}${mark}`,
    `RRULE:${rule}`,
    ...(step > 0 && chance(0.5) ? [`EXDATE${zone}:${nth(between(1, 30))}${mark},${nth(between(1, 30))}${mark}`] : []),
  );
  if (step === 0 || chance(0.4)) return lines;
  const count = between(31, 60);
  const to = stamp(day + count * step * 86_400_000 + between(-5, 30) * 3_600_000);
  return [
    ...lines,
    ...event(
      `UID:${uid}`,
      `SUMMARY:M${uid}`,
      `RECURRENCE-ID${zone}:${nth(count)}${mark}`,
      `DTSTART${zone}:${to}${mark}`,
    ),
  ];
};

test('calendars of several series with exceptions, in a zone and in UTC', () => {
  const wrong: string[] = [];
  for (let index = 0; index < CALENDARS; index++) {
    const text = calendar(...BERLIN, ...Array.from({ length: between(1, 3) }, (_, uid) => drawSeries(uid)).flat());
    const mine = [...ours(text)].sort();
    const others = startsByIcal(text);
    if (mine.join() !== others.join()) wrong.push(`${text}\n  ${differences(mine, others)}`);
  }
  assert.equal([SEED, wrong.length, ...wrong.slice(0, 1)], [SEED, 0]);
});

test('an occurrence that is left out and moved is shown where it was moved to, where ical.js shows none', () => {
  const text = calendar(
    ...event('UID:1', 'SUMMARY:A', 'DTSTART:20260105T100000Z', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20260106T100000Z'),
    ...event('UID:1', 'SUMMARY:B', 'RECURRENCE-ID:20260106T100000Z', 'DTSTART:20260106T150000Z'),
  );
  // Somebody wrote down an event with a time of its own: nothing that was written is lost.
  assert.equal(ours(text), ['20260105T100000 A', '20260106T150000 B', '20260107T100000 A']);
  assert.equal(startsByIcal(text), ['20260105T100000 A', '20260107T100000 A']);
});

test.run();
