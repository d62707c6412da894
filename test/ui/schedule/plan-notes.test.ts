import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { validateSchedules } from '../../../src/core/schedule/schedule-check.ts';
import type { PlanReport } from '../../../src/schema/content/schedules.ts';
import { planNotes } from '../../../ui/schedule/plan-notes.ts';
import { schedule } from '../../../ui/strings/schedule.ts';
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

const NOTHING = { overlaps: [], gaps: [] } as unknown as PlanReport;
const nameOf = (id: string): string => id;

test('many gaps are counted, each with its hours, and gaps that something fills are not told', () => {
  const days = ['monday', 'tuesday'];
  const gaps = ['08:00', '10:00', '12:00', '14:00'].map((start_time) => ({ start_time, end_time: '23:59', days }));
  const report = { ...NOTHING, gaps } as unknown as PlanReport;
  const [note, ...others] = planNotes(report, nameOf, true);
  assert.equal([note?.text, others], [schedule.gaps(4), []]);
  assert.is(note?.details[1], schedule.gapOf('10:00', schedule.endOfDay, 'Monday and Tuesday'));
  assert.equal(planNotes({ ...report, gaps: report.gaps.slice(1) }, nameOf, true).length, 3);
  assert.equal(planNotes(report, nameOf, false), []);
});

test('of more than twenty pairs the others are counted', () => {
  const overlaps = Array.from({ length: 25 }, (_, at) => ({ schedule1_id: `a${at}`, schedule2_id: `b${at}` }));
  const [note] = planNotes({ ...NOTHING, overlaps } as unknown as PlanReport, nameOf, true);
  assert.equal([note?.details.length, note?.details.at(-1)], [21, schedule.more(5)]);
  const [twenty] = planNotes({ ...NOTHING, overlaps: overlaps.slice(5) } as unknown as PlanReport, nameOf, true);
  assert.is(twenty?.details.length, 20);
});

test.run();
