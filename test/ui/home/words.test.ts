import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BROWSER_BOARD } from '../../../src/core/no-flaps.ts';
import type { BoardDetail } from '../../../src/schema/board.ts';
import type { TimelineAnswer } from '../../../src/schema/timeline.ts';
import { tellAnswer, tellFailure } from '../../../ui/home/answer.ts';
import { isCut } from '../../../ui/home/count-flaps.ts';
import { tellWhy, timeOfDay } from '../../../ui/home/why.ts';
import { setZone } from '../../../ui/kit/zone.ts';
import { home } from '../../../ui/strings/home.ts';

const FLAGSHIP = { rows: 6, cols: 22 };
const test = suite('words on the first view');

test.before(() => setZone('Asia/Tokyo'));

for (const [what, text, cut] of [
  ['a short text', 'HELLO', false],
  ['six lines', 'A\nB\nC\nD\nE\nF', false],
  ['six lines and a line break behind', 'A\nB\nC\nD\nE\nF\n', false],
  ['seven lines', 'A\nB\nC\nD\nE\nF\nG', true],
  ['long words that need nine rows', 'extraordinary '.repeat(9), true],
  ['132 flaps', 'X'.repeat(132), false],
  ['133 flaps', 'X'.repeat(133), true],
] as const) {
  test(`${what} ${cut ? 'loses its end' : 'fits'}`, () => assert.is(isCut(text, FLAGSHIP), cut));
}

const answer = (reason: string | null) => ({ sent: reason === null, board_id: 'b', characters: [], text: '', expires_at: null, reason });
for (const [what, reason, shown, title] of [
  ['what moved flaps', null, true, home.sent],
  ['what a board without flaps shows', BROWSER_BOARD, true, home.shownOnScreen],
  ['what the board shows already', 'The board already shows exactly this.', true, home.notSent],
  ['what is not shown at all', 'A newer frame took its place before it reached the board.', false, home.notSent],
] as const) {
  test(`the answer to ${what}`, () => assert.is(tellAnswer(answer(reason), shown).title, title));
}

test('times are those of the appliance, and instants in sentences are told as times', () => {
  const time = timeOfDay('2026-03-01T17:00:00.000Z') ?? '';
  assert.match(time, /0?2:00/);
  assert.is(tellFailure(new Error('The board is in its silence window until 2026-03-01T17:00:00.000Z.')).detail, `The board is in its silence window until ${time}.`);
});

test('tomorrow begins at the midnight of the appliance', () => {
  const now = Date.parse('2026-03-01T14:00:00Z');
  const timeline = (to: string) => ({ board_id: 'b', from: '2026-03-01T14:00:00Z', to: '2026-03-02T14:00:00Z', ranges: [{ from: '2026-03-01T14:00:00Z', to, source: 'none', page_id: null, scheduled_page_id: null, schedule_id: null, silence: true }] }) as TimelineAnswer;
  const title = (to: string) => tellWhy({ paused: false, override_expires_at: null } as BoardDetail, { timeline: timeline(to), message: false, now, nameOf: () => null }).title;
  assert.is(title('2026-03-01T14:30:00Z'), home.silenceUntil(timeOfDay('2026-03-01T14:30:00Z') ?? ''));
  assert.is(title('2026-03-01T15:30:00Z'), home.silenceUntil(home.tomorrow(timeOfDay('2026-03-01T15:30:00Z') ?? '')));
});

test.run();
