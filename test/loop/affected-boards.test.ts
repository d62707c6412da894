import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { boardsToRetry, affectedBoards } from '../../src/loop/affected-boards.ts';
import type { State } from '../../src/schema/state.ts';
import { sampleState } from '../support/sample-state.ts';

const test = suite('boards that a change touches');

const before = sampleState();
const pinned = { active_page_id: 'p1', messages: [] };

const cases: readonly [what: string, change: Partial<State>, touched: readonly string[]][] = [
  ['a message on the second board', { programmes: { ...before.programmes, b2: pinned } }, ['b2']],
  ['the end of the message on the first', { programmes: {} }, ['b1']],
  ['the account', { auth: { ...before.auth, preference: 'disabled' } }, []],
  ['a page', { pages: [] }, ['b1', 'b2']],
  ['a rule', { schedules: [] }, ['b1', 'b2']],
  ['a plugin', { plugins: {} }, ['b1', 'b2']],
  ['the settings', { settings: { ...before.settings } }, ['b1', 'b2']],
  ['a board', { boards: before.boards.slice(1) }, ['b2']],
  ['a message and a page at once', { programmes: { b2: pinned }, pages: [] }, ['b1', 'b2']],
];

for (const [what, change, touched] of cases) {
  test(what, () =>
    assert.equal(
      affectedBoards({ ...before, ...change }, before, new Set(Object.keys(change) as (keyof State)[])),
      touched,
    ),
  );
}

const [first, ...rest] = before.boards;
const firstWith = (change: object): Partial<State> => ({ boards: first ? [{ ...first, ...change }, ...rest] : [] });
const forgiving: readonly [what: string, change: Partial<State>, forgiven: readonly string[]][] = [
  ['a pause of the first board', firstWith({ paused: !first?.paused }), ['b1']],
  [
    'another output target',
    { settings: { ...before.settings, output_target: before.settings.output_target === 'ui' ? 'both' : 'ui' } },
    ['b1', 'b2'],
  ],
  ['another name of the first board', firstWith({ name: 'Other' }), []],
  ['another default page of the first board', firstWith({ default_page_id: 'p9' }), []],
  ['a page', { pages: [] }, []],
  ['other settings', { settings: { ...before.settings } }, []],
];
for (const [what, change, forgiven] of forgiving) {
  test(`failures that no longer count: ${what}`, () =>
    assert.equal(boardsToRetry({ ...before, ...change }, before), forgiven));
}

test.run();
