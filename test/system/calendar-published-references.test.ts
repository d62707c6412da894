// needs: node
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseCalendar } from '../../src/documents/calendar/parse-calendar.ts';
import { FROM, TO, byIcal, differences, type Found } from './calendar-readers.ts';
import { drawPublished, stamp } from './reference-calendars.ts';
import { createSeeded, SEED } from './reference-draw.ts';

// Calendars like those that are published, read by ours and by ical.js. With REFERENCE_SEED=new others are drawn.

const test = suite('system/calendar-published-references');

const PUBLISHED = 1500;

const draw = createSeeded(SEED);

/** Beginning, end and name of everything that touches the span. */
const tell = ({ start, end, name }: Found): string => `${stamp(start)} to ${stamp(end)} ${name}`;

test('calendars as they are published: offices, schools, clubs, public holidays', () => {
  const wrong: string[] = [];
  for (let index = 0; index < PUBLISHED; index++) {
    const text = drawPublished(draw);
    const parsed = parseCalendar(Buffer.from(text), { from: FROM, to: TO, most: 2000, zone: 'UTC' });
    assert.ok('value' in parsed);
    const mine = parsed.value.occurrences.map(tell).sort();
    const others = byIcal(text)
      .filter(({ start, end }) => end > FROM && start <= TO)
      .map(tell)
      .sort();
    if (mine.join() !== others.join()) wrong.push(`${text}\n  ${differences(mine, others)}`);
  }
  assert.equal([SEED, wrong.length, ...wrong.slice(0, 1)], [SEED, 0]);
});

test.run();
