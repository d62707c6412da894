import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ASKING_SETTINGS } from '../../src/core/asking-settings.ts';
import { nextAsk, type AskingPlan } from '../../src/core/asking.ts';

const test = suite('core/asking');

const HOUR = 3_600_000;
const MORNING: AskingPlan = { often: [{ from: '06:30', to: '09:00', seconds: 60 }], times: [] };
const NIGHT: AskingPlan = { often: [{ from: '23:00', to: '01:00', seconds: 60, days: ['friday'] }], times: [] };
const TIMES: AskingPlan = { often: [], times: ['06:00', '17:00'] };

// 20 November 2026 is a Friday; Berlin is an hour ahead of UTC.
const TABLE: readonly [string, AskingPlan, string, string][] = [
  ['nothing is special', { often: [], times: [] }, '2026-11-20T05:00', '2026-11-20T11:00'],
  ['hours begin within the interval', MORNING, '2026-11-20T05:00', '2026-11-20T06:30'],
  ['within the hours', MORNING, '2026-11-20T07:00', '2026-11-20T07:01'],
  ['the last moment of the hours', MORNING, '2026-11-20T08:59:30', '2026-11-20T14:59:30'],
  ['hours over midnight belong to the day they begin on', NIGHT, '2026-11-21T00:30', '2026-11-21T00:31'],
  ['not on the next day', NIGHT, '2026-11-21T22:30', '2026-11-22T04:30'],
  ['a fixed time', TIMES, '2026-11-20T12:00', '2026-11-20T17:00'],
  ['a fixed time of the next day', TIMES, '2026-11-20T23:00', '2026-11-21T05:00'],
  ['at a fixed time it was asked already', TIMES, '2026-11-20T17:00', '2026-11-20T23:00'],
];

for (const [what, plan, asked, due] of TABLE) {
  test(what, () => {
    const at = (text: string) => Date.parse(`${text}${text.length === 16 ? ':00' : ''}+01:00`);
    assert.is(
      new Date(nextAsk(at(asked), 6 * HOUR, plan, 'Europe/Berlin')).toISOString(),
      new Date(at(due)).toISOString(),
    );
  });
}

test('times of day are asked for as they are written', () => {
  const { items } = ASKING_SETTINGS.ask_at;
  assert.equal(ASKING_SETTINGS.ask_often.items.required, ['from', 'to', 'seconds']);
  const { from, to } = ASKING_SETTINGS.ask_often.items.properties;
  for (const { pattern } of [items, from, to]) {
    for (const time of ['00:00', '09:30', '19:59', '23:59']) assert.match(time, new RegExp(pattern), time);
    for (const time of ['24:00', '7:00', '12:60', '12:5', '012:00', '12:000', '12.00', '', 'noon'])
      assert.not.match(time, new RegExp(pattern), time);
  }
});

test.run();
