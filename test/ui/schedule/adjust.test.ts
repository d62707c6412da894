import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dayNumberOf, dayOf } from '../../../src/core/time/day.ts';
import { checkRule } from '../../../src/core/schedule/rule-check.ts';
import type { Schedule } from '../../../src/schema/content/schedules.ts';
import { moveRule, shiftRule, type GrippedPart } from '../../../ui/schedule/week/adjust.ts';
import { BERLIN, NOWHERE, ZONE, sampleRule } from './samples.ts';

const monday = dayOf(dayNumberOf(2026, 3, 2), ZONE);
const move = (rule: Schedule, grip: GrippedPart, minutes: number, step = 15) =>
  moveRule(rule, grip, minutes, step, monday, NOWHERE);

const test = suite('moving rules in the week');

test('a whole rule keeps its length and lands on steps', () => {
  assert.equal(move(sampleRule(), 'whole', 37), { start_time: '07:00', end_time: '09:30' });
  assert.equal(move(sampleRule(), 'whole', 37, 5), { start_time: '07:05', end_time: '09:35' });
  assert.equal(move(sampleRule({ start_time: '06:32', end_time: '09:00' }), 'whole', 15), {
    start_time: '06:45',
    end_time: '09:13',
  });
});

test('less than half a step changes nothing', () => {
  for (const grip of ['whole', 'start', 'end'] as const) {
    assert.equal(move(sampleRule(), grip, 7), {});
    assert.equal(move(sampleRule({ start_time: '06:32', end_time: '09:02' }), grip, 1), {});
  }
});

test('an end that reaches midnight is the end of the day, and one beyond it belongs to the next day', () => {
  assert.equal(move(sampleRule({ start_time: '20:00', end_time: '22:00' }), 'whole', 120), {
    start_time: '22:00',
    end_time: null,
  });
  assert.equal(move(sampleRule({ start_time: '20:00', end_time: '22:00' }), 'whole', 180), {
    start_time: '23:00',
    end_time: '01:00',
  });
  assert.equal(move(sampleRule({ start_time: '20:00', end_time: '22:00' }), 'end', 120), { end_time: null });
  assert.equal(move(sampleRule({ start_time: '20:00', end_time: null }), 'end', -60), { end_time: '23:00' });
  assert.equal(move(sampleRule({ start_time: '20:00', end_time: null }), 'start', -60), { start_time: '19:00' });
});

test('edges do not pass each other', () => {
  assert.equal(move(sampleRule(), 'start', 600), { start_time: '08:45' });
  assert.equal(move(sampleRule(), 'end', -600), { end_time: '06:45' });
  assert.equal(move(sampleRule(), 'whole', -9999), { start_time: '00:00', end_time: '02:30' });
});

test('an end is at most a step before the rule begins again, and at midnight for a rule that begins then', () => {
  assert.equal(move(sampleRule(), 'end', 9999), { end_time: '06:15' });
  assert.equal(move(sampleRule({ start_time: '00:00' }), 'end', 9999), { end_time: null });
});

test('whatever is moved wherever can still be stored', () => {
  const rules = [
    sampleRule(),
    sampleRule({ start_time: '00:00', end_time: null }),
    sampleRule({ start_time: '22:00', end_time: '06:00' }),
    sampleRule({ start_time: '12:00', end_time: '11:55' }),
  ];
  for (const rule of rules) {
    for (const grip of ['whole', 'start', 'end'] as const) {
      for (let minutes = -1500; minutes <= 1500; minutes += 65)
        assert.equal(
          checkRule({ ...rule, ...move(rule, grip, minutes, 5) }),
          [],
          `${rule.start_time} ${grip} ${minutes}`,
        );
    }
  }
});

test('edges that follow the sun keep following it', () => {
  const rule = sampleRule({ start_type: 'sunset', start_sun_offset: -30, start_time: '18:00', end_time: '23:00' });
  const change = moveRule(rule, 'start', 30, 15, monday, BERLIN);
  assert.equal(change, { start_sun_offset: 0 });
  assert.equal(moveRule(rule, 'whole', -45, 15, monday, BERLIN), { start_sun_offset: -75, end_time: '22:15' });
});

test('a rule of one weekday or one date is moved to another day, within the week', () => {
  const tuesday = sampleRule({ day_pattern: 'custom', custom_days: ['tuesday'] });
  assert.equal(shiftRule(tuesday, 2), { custom_days: ['thursday'] });
  assert.equal(shiftRule(tuesday, -2), {});
  assert.equal(shiftRule(sampleRule({ day_pattern: 'custom', custom_days: ['tuesday', 'friday'] }), 1), {});
  assert.equal(shiftRule(sampleRule(), 1), {});
  const party = sampleRule({
    recurrence_type: 'one_off_date',
    one_off_date: '2026-02-28',
    one_off_end_date: '2026-03-01',
  });
  assert.equal(shiftRule(party, 1), { one_off_date: '2026-03-01', one_off_end_date: '2026-03-02' });
});

test.run();
