import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { arbitrate } from '../../src/core/arbiter/arbiter.ts';
import { turnOf } from '../../src/core/arbiter/baseline.ts';
import { chosenUntil } from '../../src/core/arbiter/stays.ts';
import type { ArbiterInput } from '../../src/core/arbiter/decision.ts';
import { EMPTY_PROGRAMME } from '../../src/core/programme.ts';
import { nextRuleStart } from '../../src/core/schedule/rule-times.ts';
import { timeline } from '../support/timeline.ts';
import type { BoardProgramme } from '../../src/schema/state.ts';
import { byId, collectionWith, inputWith, ruleWith } from '../support/rules.ts';

const test = suite('stays');
const NOW = '2025-06-18T10:00:00Z';
const at = (time: string) => Date.parse(`2025-06-18T${time}Z`);
const until = (time: string) => ({ until: new Date(at(time)).toISOString() });
const withProgramme = (programme: Partial<BoardProgramme>, fields: Partial<ArbiterInput> = {}): ArbiterInput =>
  inputWith(NOW, { programme: { ...EMPTY_PROGRAMME, ...programme }, ...fields });
const told = (input: ArbiterInput) => {
  const { because, resolved_page_id, next_edge } = arbitrate(input);
  return [because, resolved_page_id, next_edge === null ? null : new Date(next_edge).toISOString().slice(11, 19)];
};

test('quiet goes before everything but a pause, and ends by itself (rules, P7)', () => {
  const input = withProgramme({ active_page_id: 'p1', quiet: until('11:00:00') });
  assert.equal(told(input), ['quiet', 'p1', '11:00:00']);
  assert.equal(arbitrate(input).show, { kind: 'nothing' });
  const after = arbitrate({ ...input, at: at('11:00:00') });
  assert.equal([after.because, after.quiet_until, after.programme.quiet], ['pin', null, null]);
});

test('a timed message runs on under the quiet, and may end there', () => {
  const timed = {
    id: 'timed',
    content: { kind: 'page', page_id: 'p2' },
    priority: 'normal',
    state: 'up',
    ends: 'time',
    expires_at: until('10:30:00').until,
    lasts_ms: 1_800_000,
    revert_mode: 'schedule',
    revert_page_id: null,
    transition: null,
    when_busy: 'replace',
  } as const;
  const input = withProgramme({ active_page_id: 'p1', messages: [timed], quiet: until('11:00:00') });
  assert.is(arbitrate(input).because, 'quiet');
  const after = arbitrate({ ...input, at: at('11:00:00') });
  assert.equal([after.because, after.programme.messages], ['pin', []]);
});

test('a pause with an end is over at its end', () => {
  const board = { ...inputWith(NOW).board, paused: true, paused_until: until('12:00:00').until };
  const input = withProgramme({ active_page_id: 'p1' }, { board });
  assert.equal(told(input), ['paused', 'p1', '12:00:00']);
  assert.equal(told({ ...input, at: at('12:00:00') }), ['pin', 'p1', null]);
});

test('a page for a while goes before the pin; both may end (rules, P8)', () => {
  const input = withProgramme({
    active_page_id: 'p1',
    pin_ends: until('12:00:00'),
    passing: { page_id: 'p2', ends: until('11:00:00') },
  });
  const when = (time: string) => arbitrate({ ...input, at: at(time) });
  assert.equal(
    ['10:59:59', '11:00:00', '12:00:00'].map((time) => when(time).resolved_page_id),
    ['p2', 'p1', null],
  );
  assert.equal(when('12:00:00').programme, { ...EMPTY_PROGRAMME, pin_ends: null, passing: null });
  assert.is(
    arbitrate({ ...input, programme: { ...input.programme, passing: { page_id: 'gone', ends: until('11:00:00') } } })
      .resolved_page_id,
    'p1',
  );
});

const mix = collectionWith('collection:a', ['p1', 'p2', 'p3']);
const rotating = (turn: BoardProgramme['turn'] = null, fields: Partial<ArbiterInput> = {}) =>
  withProgramme({ active_page_id: mix.id, turn }, { collections: byId([mix]), ...fields });
const shown = (input: ArbiterInput, time = '10:00:00') => arbitrate({ ...input, at: at(time) }).resolved_page_id;

test('next and previous turn the rotation, which goes on from there', () => {
  const first = shown(rotating());
  const next = turnOf(rotating(), at('10:00:10'), 1);
  const turned = rotating(next);
  assert.is(shown(turned, '10:00:10'), shown(rotating(), '10:00:30'));
  assert.is(shown(turned, '10:00:39'), shown(rotating(), '10:00:30'));
  assert.is(shown(turned, '10:00:40'), shown(rotating(), '10:01:00'));
  const back = rotating(turnOf(turned, at('10:00:20'), -1));
  assert.is(shown(back, '10:00:20'), first);
  assert.is(turnOf(withProgramme({ active_page_id: 'p1' }), at('10:00:00'), 1), null);
});

test('a rotation that rules choose, or of one member, is not turned', () => {
  const variable = { default_page_id: 'p1', poll_seconds: 30, rules: [] };
  for (const collection of [
    { ...mix, selection_mode: 'variable' as const, variable },
    collectionWith('collection:a', ['p1']),
  ])
    assert.is(turnOf(rotating(null, { collections: byId([collection]) }), at('10:00:00'), 1), null);
});

test('what was chosen by hand is told with its end: that of the page for a while before that of the pin', () => {
  const chosen = { active_page_id: 'p1', messages: [], passing: { page_id: 'p2', ends: until('11:00:00') } };
  const pinned = { ...chosen, pin_ends: until('12:00:00') };
  const told = (programme: BoardProgramme, time: string) => chosenUntil(programme, at(time));
  assert.is(told(pinned, '10:59:59'), until('11:00:00').until);
  assert.is(told(pinned, '11:00:00'), until('12:00:00').until);
  assert.equal([told(chosen, '11:00:00'), told({ ...chosen, passing: null }, '10:00:00')], [null, null]);
});

test('a hold keeps a page, and the rotation goes on where it stood', () => {
  const turn = turnOf(rotating(), at('10:00:10'), 0);
  const held = rotating(turn && { ...turn, hold: { from: until('10:00:10').until, ends: until('10:20:00') } });
  const first = shown(rotating(), '10:00:10');
  assert.equal(
    ['10:00:10', '10:10:00', '10:20:19'].map((time) => shown(held, time)),
    [first, first, first],
  );
  assert.is(shown(held, '10:20:20'), shown(rotating(), '10:00:30'));
  const after = arbitrate({ ...held, at: at('10:20:05') });
  assert.is(after.programme.turn?.hold, null);
  assert.is(shown({ ...held, programme: after.programme }, '10:20:20'), shown(rotating(), '10:00:30'));
});

test('the turn of a collection that is left is forgotten', () => {
  const turn = turnOf(rotating(), at('10:00:10'), 1);
  const left = withProgramme({ active_page_id: 'p1', turn }, { collections: byId([mix]) });
  assert.is(arbitrate(left).programme.turn, null);
});

test('the next rule is the next that comes into force', () => {
  const rules = [
    ruleWith('day', { start_time: '09:00', end_time: '13:00' }),
    ruleWith('noon', { start_time: '12:30', end_time: '13:00', created_at: '2030-02-01T00:00:00.000Z' }),
  ];
  const start = (schedules: typeof rules) => nextRuleStart(inputWith('2025-06-18T08:00:00Z', { schedules }));
  assert.is(start(rules), at('10:30:00'));
  assert.is(start(rules.slice(0, 1)), Date.parse('2025-06-19T07:00:00Z'));
  assert.is(start([]), null);
});

test('with very many rules the next one is looked for only as far as that is little work', () => {
  const day = ruleWith('day', { start_time: '00:00', end_time: null, created_at: '2030-01-01T00:00:00.000Z' });
  const fair = ruleWith('fair', {
    recurrence_type: 'one_off_date',
    one_off_date: '2025-08-01',
    start_time: '15:00',
    end_time: '16:00',
  });
  const hidden = Array.from({ length: 1998 }, (_, at) =>
    ruleWith(`h${at}`, { start_time: '10:00', end_time: '11:00' }),
  );
  const start = (schedules: (typeof day)[]) => nextRuleStart(inputWith('2025-06-18T08:00:00Z', { schedules }));
  assert.is(start([day, fair, ...hidden.slice(0, 10)]), Date.parse('2025-08-01T13:00:00Z'));
  assert.is(start([day, fair, ...hidden]), null);
});

test('the timeline says what is skipped, and that the fallback stands in', () => {
  const collections = byId([{ ...mix, fallback_page_id: 'p4' }]);
  const { at: _at, ...input } = rotating(null, { collections, isEmpty: ({ id }) => id !== 'p4' });
  const [range] = timeline({ ...input, from: at('10:00:00'), to: at('11:00:00') }).ranges;
  assert.is(range?.page_id, 'p4');
  assert.match(range?.reason ?? '', /is skipped: it has nothing to say\..*The fallback is shown\./);
});

test.run();
