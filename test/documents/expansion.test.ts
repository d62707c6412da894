import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { expandRule, type First, type WallSpan } from '../../src/documents/calendar/expansion.ts';
import { parseRule, type Rule } from '../../src/documents/calendar/rule.ts';
import { OutOfSteps, Steps } from '../../src/documents/calendar/steps.ts';

/** What of a rule lies in a span is what lies there of all of it, wherever the span begins and ends. */
const test = suite('documents/calendar: spans of rules');

const DAY = 86_400_000;
const LATER = 4000 * DAY;

/** [rule, start] */
const RULES: readonly (readonly [rule: string, start: string])[] = [
  ['FREQ=YEARLY', '2024-02-29T00:00:00Z'],
  ['FREQ=YEARLY;INTERVAL=2;BYMONTH=1,12;BYMONTHDAY=1,-1', '2026-01-01T00:00:00Z'],
  ['FREQ=YEARLY;BYWEEKNO=1,-1;BYDAY=MO,SU', '2026-01-01T10:00:00Z'],
  ['FREQ=MONTHLY', '2026-01-31T00:00:00Z'],
  ['FREQ=MONTHLY;INTERVAL=5;BYDAY=1MO,-1FR', '2026-01-05T09:00:00Z'],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1;BYHOUR=0,23', '2026-01-01T00:00:00Z'],
  ['FREQ=WEEKLY', '2026-01-05T00:00:00Z'],
  ['FREQ=WEEKLY', '2026-01-04T00:00:00Z'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU', '2026-01-04T12:00:00Z'],
  ['FREQ=WEEKLY;COUNT=9;BYDAY=MO,WE,SU', '2026-01-07T12:00:00Z'],
  ['FREQ=DAILY', '2026-01-01T00:00:00Z'],
  ['FREQ=DAILY;INTERVAL=3;BYHOUR=0,12;BYMINUTE=0,59', '2026-01-01T00:00:00Z'],
  ['FREQ=DAILY;COUNT=7', '2026-01-01T10:30:15Z'],
  ['FREQ=DAILY;COUNT=7;BYMONTHDAY=1,2', '2026-01-01T10:30:15Z'],
  ['FREQ=HOURLY;INTERVAL=7', '2026-01-01T10:59:59Z'],
  ['FREQ=HOURLY;BYMONTHDAY=15;BYMINUTE=0,30', '2026-01-15T10:00:00Z'],
  ['FREQ=HOURLY;COUNT=9', '2026-01-15T10:00:00Z'],
  ['FREQ=MINUTELY;INTERVAL=59;BYHOUR=3,4', '2026-01-15T03:00:30Z'],
  ['FREQ=MINUTELY;BYMINUTE=0,59;BYSECOND=0,59', '2026-01-15T03:00:00Z'],
  ['FREQ=SECONDLY;INTERVAL=50;BYSECOND=0,30', '2026-01-15T03:00:00Z'],
  ['FREQ=SECONDLY;COUNT=20', '2026-01-15T03:00:00Z'],
];

const ruleOf = (text: string, until = Infinity): Rule => {
  const rule = parseRule(text);
  assert.ok(rule, text);
  return { ...rule, until };
};

const first = (walls: Iterable<number>, most: number): number[] => {
  const all: number[] = [];
  for (const wall of walls) if (all.push(wall) === most) break;
  return all;
};

for (const [text, begin] of RULES)
  for (const kind of ['always', 'fitting'] as const)
    test(`${text} from ${begin}, its start ${kind}`, () => {
      const start = Date.parse(begin);
      const within = (span: WallSpan, until = Infinity): number[] =>
        first(expandRule(ruleOf(text, until), start, span, new Steps(1e6), kind), 100);
      const all = within({ from: start - DAY, to: start + LATER }).slice(0, 24);
      assert.ok(all.length >= 3);
      assert.equal(
        all,
        [...new Set(all)].sort((one, other) => one - other),
      );
      all.forEach((at, place) => {
        assert.equal(within({ from: at, to: at }), [at]);
        const next = all[place + 1] ?? at;
        if (next > at + 1) assert.equal(within({ from: at + 1, to: next - 1 }), []);
        assert.equal(within({ from: at, to: next }), all.slice(place, place + 2));
        assert.equal(within({ from: start, to: start + LATER }, at), all.slice(0, place + 1));
        assert.equal(within({ from: start, to: start + LATER }, at - 1), all.slice(0, place));
      });
    });

/** The least steps with which the first occurrences in a span are found. */
const stepsFor = (text: string, start: number, span: WallSpan, kind: First): number => {
  let [less, enough] = [0, 100_000];
  while (enough - less > 1) {
    const middle = Math.floor((less + enough) / 2);
    try {
      first(expandRule(ruleOf(text), start, span, new Steps(middle), kind), 50);
      enough = middle;
    } catch (error) {
      assert.instance(error, OutOfSteps);
      less = middle;
    }
  }
  return enough;
};

test('steps bound what an expansion costs: so many are taken', () => {
  const costs = RULES.map(([text, begin]) => {
    const start = Date.parse(begin);
    return stepsFor(text, start, { from: start + 400 * DAY, to: start + 500 * DAY }, 'always');
  });
  assert.equal(costs, [2, 6, 378, 10, 64, 136, 133, 134, 77, 15, 100, 64, 2, 100, 101, 129, 2, 629, 772, 199, 2]);
});

test.run();
