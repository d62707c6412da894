import { drawView } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dayOf } from '../../../src/core/time/day.ts';
import { parseDate } from '../../../src/core/schedule/calendar.ts';
import { DayColumn } from '../../../ui/schedule/week/day-column.tsx';
import type { RuleLook } from '../../../ui/schedule/week/rule-block.tsx';
import { messagesOf } from '../../../ui/schedule/week/segments.ts';
import { schedule } from '../../../ui/strings/schedule.ts';

const test = suite('planned messages in the week');

const DAY = dayOf(parseDate('2026-03-11') ?? 0, 'Europe/Berlin');
const planned = (at: string, until: string | null) => ({ id: 'm', priority: 'normal', text: 'A', at, until }) as const;

const PLACES: readonly [what: string, at: string, until: string | null, span: readonly [number, number] | null][] = [
  ['within the day, by its clock', '2026-03-11T09:00:00Z', '2026-03-11T10:30:00Z', [600, 690]],
  ['without an end of its own', '2026-03-11T09:00:00Z', null, [600, 600]],
  ['from its first minute on', '2026-03-10T23:00:00Z', null, [0, 0]],
  ['until it ends, whatever comes then', '2026-03-11T22:30:00Z', '2026-03-12T08:00:00Z', [1410, 1440]],
  ['not on the day before', '2026-03-10T22:59:00Z', '2026-03-11T09:00:00Z', null],
  ['not on the day after', '2026-03-11T23:00:00Z', null, null],
];
for (const [what, at, until, span] of PLACES)
  test(`a message stands on the day on which it begins: ${what}`, () => {
    const expected = span ? [{ id: 'm', text: 'A', from: span[0], to: span[1] }] : [];
    assert.equal(messagesOf([planned(at, until)], DAY), expected);
  });

test('one that is pressed leads to the field that gives it another time', () => {
  const messages = [{ id: 'a', text: '{red}  DINNER\nIS READY', from: 600, to: 690 }];
  const drawn = { day: DAY, place: 2, blocks: [], segments: [], messages, sun: { sunrise: null, sunset: null } };
  const column = h(DayColumn, {
    drawn,
    look: {} as RuleLook,
    held: null,
    stops: new Map(),
    stroke: null,
    moment: null,
  });
  const item = h('li', { id: 'message-a' }, h('input', { type: 'date' }), h('input', { type: 'text' }));
  return drawView(
    h('div', {}, column, item),
    () => ({}),
    async ({ find, press }) => {
      const label = schedule.plannedMessage('10:00', '🟥 DINNER IS READY');
      assert.equal(Object.fromEntries(find('.planned-message').styled), {
        top: `${(100 * 600) / 1440}%`,
        height: `max(24px, ${(100 * 90) / 1440}%)`,
      });
      await press(label);
      assert.is(document.activeElement, find('input[type="text"]'));
    },
  );
});

test.run();
