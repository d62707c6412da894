import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { arbitrate } from '../../src/core/arbiter/arbiter.ts';
import type { ArbiterInput } from '../../src/core/arbiter/decision.ts';
import { pageShown } from '../../src/core/arbiter/page-shown.ts';
import { defaultSettings } from '../../src/schema/appliance/settings.ts';
import type { BoardMessage, MessageContent } from '../../src/schema/state.ts';
import { inputWith } from '../support/rules.ts';
import { sampleBoard } from '../support/sample-state.ts';

const test = suite('core/page-shown');

const WORDS: MessageContent = { kind: 'grid', rows: 1, cols: 1, characters: [[1]] };
const PAGE: MessageContent = { kind: 'page', page_id: 'p2' };
const up = (content: MessageContent): BoardMessage => ({
  id: 'm',
  content,
  priority: 'normal',
  state: 'up',
  ends: 'time',
  expires_at: '2025-06-18T10:30:00.000Z',
  lasts_ms: 30 * 60_000,
  since: '2025-06-18T09:59:00.000Z',
  revert_mode: 'schedule',
  revert_page_id: null,
  transition: null,
  when_busy: 'replace',
});
const programmeWith = (fields: Partial<ArbiterInput['programme']>) => ({
  programme: { active_page_id: 'p1', messages: [], ...fields },
});
const paused = { board: { ...sampleBoard('b1'), paused: true } };
const quiet = { until: '2025-06-18T11:00:00.000Z' };
const silent = (mode: 'freeze' | 'indicator' | 'page') => {
  const settings = defaultSettings();
  const window = {
    enabled: true,
    start_time: '11:00',
    end_time: '13:00',
    mode,
    page_id: mode === 'page' ? 'p3' : null,
  };
  return { settings: { ...settings, silence: { ...settings.silence, ...window } } };
};

const pausedPin = { ...programmeWith({}), ...paused };
const cases: [what: string, input: Partial<ArbiterInput>, page_id: string | null, isCovered: boolean, why?: string][] =
  [
    ['a pin', programmeWith({}), 'p1', false],
    ['nothing', programmeWith({ active_page_id: null }), null, false],
    ['words', programmeWith({ messages: [up(WORDS)] }), null, true],
    ['a page for a while', programmeWith({ messages: [up(PAGE)] }), 'p2', false],
    ['a pin in a pause', { ...programmeWith({}), ...paused }, 'p1', false],
    ['words in a pause', { ...programmeWith({ messages: [up(WORDS)] }), ...paused }, null, true],
    ['words on a quiet board', programmeWith({ messages: [up(WORDS)], quiet }), null, true],
    ['a page for a while, in a pause', { ...programmeWith({ messages: [up(PAGE)] }), ...paused }, 'p2', false],
    ['words that ended in a pause', pausedPin, null, true, 'message'],
    ['words of the history that ended on a quiet board', programmeWith({ quiet }), null, true, 'history'],
    ['a word of the silence that ended in a pause', pausedPin, null, false, 'silence'],
    ['a page by a rule, in a pause', pausedPin, 'p1', false, 'schedule'],
    ['a pin after words', programmeWith({}), 'p1', false, 'message'],
    ['what plugins want seen', { ...programmeWith({}), trigger: { message: 'NOW' } }, null, true],
    ['a frozen pin', { ...programmeWith({}), ...silent('freeze') }, 'p1', false],
    ['the word of the silence', { ...programmeWith({}), ...silent('indicator') }, null, false],
    ['the page of the silence', { ...programmeWith({}), ...silent('page') }, 'p3', false],
  ];
for (const [what, input, page_id, isCovered, why = null] of cases)
  test(`a board that shows ${what}`, () =>
    assert.equal(pageShown(arbitrate(inputWith('2025-06-18T10:00:00Z', input)), why), { page_id, isCovered }));

test.run();
