import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { validateSchedules } from '../../../src/core/schedule/schedule-check.ts';
import { planNotes } from '../../../ui/schedule/plan-notes.ts';
import { NOWHERE, sampleRule, ZONE } from './samples.ts';

const test = suite('what is worth knowing about a plan');
const NOW = Date.parse('2026-03-02T11:00:00Z');
const notesOf = (count: number) => {
  const rules = Array.from({ length: count }, (_, index) => sampleRule({ id: `r${index}`, day_pattern: 'weekdays' }));
  const steps = validateSchedules(rules, NOW, ZONE, NOWHERE);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return planNotes(step.value, (id) => (Number(id.slice(1)) % 2 ? 'News' : 'Clock'), true);
};

test('few overlaps are told one by one', () => {
  const [overlap, ...gaps] = notesOf(2);
  assert.is(
    overlap?.text,
    'Clock and News: 06:30 to 09:00 and 06:30 to 09:00 overlap from Monday to Friday. The newer rule wins.',
  );
  assert.equal(
    gaps.map(({ text }) => text),
    [
      'Nothing is scheduled from 00:00 to 06:30, Monday to Friday, and the board has no default page.',
      'Nothing is scheduled from 09:00 to midnight, Monday to Friday, and the board has no default page.',
      'Nothing is scheduled from 00:00 to midnight, Saturday and Sunday, and the board has no default page.',
    ],
  );
});

test('a hundred rules are summed up', () => {
  const notes = notesOf(100);
  assert.is(notes.length, 4);
  assert.is(notes[0]?.text, '4950 pairs of rules overlap. The newer rule wins each time.');
  assert.equal(notes[0]?.details, [
    'Clock and News, 2500 times',
    'Clock and Clock, 1225 times',
    'News and News, 1225 times',
  ]);
});

test.run();
