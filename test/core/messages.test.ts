import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { arbitrate } from '../../src/core/arbiter/arbiter.ts';
import type { ArbiterInput } from '../../src/core/arbiter/decision.ts';
import { admissionOf, endsByChange, keepMessages, messagesUp, placeMessage } from '../../src/core/arbiter/messages.ts';
import { EMPTY_PROGRAMME } from '../../src/core/programme.ts';
import { defaultSettings } from '../../src/schema/appliance/settings.ts';
import type { Priority } from '../../src/schema/content/messages.ts';
import type { BoardMessage } from '../../src/schema/state.ts';
import { byId, collectionWith, inputWith, pageWith } from '../support/rules.ts';

const test = suite('messages of a board');

const at = (time: string): number => Date.parse(`2025-06-18T${time}Z`);
const iso = (time: string): string => new Date(at(time)).toISOString();

const message = (id: string, fields: Partial<BoardMessage> = {}): BoardMessage => ({
  id,
  content: { kind: 'grid', rows: 1, cols: 1, characters: [[1]] },
  priority: 'normal',
  state: 'up',
  ends: 'time',
  expires_at: iso('10:30:00'),
  lasts_ms: 1_800_000,
  revert_mode: 'schedule',
  revert_page_id: null,
  transition: null,
  when_busy: 'replace',
  ...fields,
});
const endless = { ends: 'change', expires_at: null, lasts_ms: null } as const;
const queued = { state: 'queued', expires_at: null, when_busy: 'queue' } as const;
const idsOf = (messages: readonly BoardMessage[]): string[] => messages.map(({ id }) => id);

const settled = (messages: readonly BoardMessage[], time = '10:00:00', fields: Partial<ArbiterInput> = {}) =>
  arbitrate({
    ...inputWith(iso(time), { programme: { ...EMPTY_PROGRAMME, messages }, ...fields }),
  }).programme.messages;
const boardWith = (fields: Partial<ArbiterInput['board']>) => ({
  board: { ...inputWith(iso('10:00:00')).board, ...fields },
});

test('of messages that are up the higher goes first, then the one with an end, then the newest', () => {
  const up = [
    message('old'),
    message('new'),
    message('endless', endless),
    message('waits', queued),
    message('urgent', { priority: 'urgent', ...endless }),
    message('critical', { priority: 'critical' }),
    message('ambient', { priority: 'ambient' }),
  ];
  assert.equal(idsOf(messagesUp(up)), ['critical', 'urgent', 'ambient', 'new', 'old', 'endless']);
});

const PRIORITIES: readonly Priority[] = ['ambient', 'normal', 'urgent', 'critical'];
for (const [there, shown] of PRIORITIES.entries())
  for (const [comes, priority] of PRIORITIES.entries())
    for (const when_busy of ['replace', 'queue', 'drop'] as const) {
      const expected =
        comes > there || (comes === there && when_busy === 'replace')
          ? 'shown'
          : when_busy === 'queue'
            ? 'queued'
            : 'dropped';
      test(`${priority}, else ${when_busy}, over ${shown}: ${expected} (rules, M12)`, () =>
        assert.is(admissionOf([message('up', { priority: shown })], { priority, when_busy }), expected));
    }
test('what waits, and what a message left behind, keeps nobody from the board', () => {
  const rest = [message('waits', { ...queued, priority: 'critical' }), message('left', { ...endless, follows: true })];
  for (const messages of [[], rest])
    assert.is(admissionOf(messages, { priority: 'ambient', when_busy: 'drop' }), 'shown');
});

test('a message takes the place of those of its level, and those that wait stay', () => {
  const before = [message('a'), message('b', { priority: 'ambient' }), message('c', queued)];
  assert.equal(idsOf(placeMessage(before, message('new'), at('10:00:00'))), ['c', 'new']);
  assert.equal(idsOf(placeMessage([...before, message('new', queued)], message('new'), at('10:00:00'))), ['c', 'new']);
});
test('the time of a message that is covered stands still, and goes on afterwards', () => {
  const urgent = message('urgent', { priority: 'urgent' });
  const covered = placeMessage([message('a')], urgent, at('10:10:00'));
  assert.equal(covered, [message('a', { expires_at: null, lasts_ms: 1_200_000 }), urgent]);
  assert.is(
    keepMessages(covered, () => true, at('10:20:00')),
    covered,
  );
  assert.equal(
    keepMessages(covered, ({ id }) => id !== 'urgent', at('10:20:00')),
    [message('a', { expires_at: iso('10:40:00'), lasts_ms: 1_200_000 })],
  );
});
test('a message that ended as it was covered has no time left', () => {
  const [left] = placeMessage([message('a')], message('urgent', { priority: 'urgent' }), at('10:40:00'));
  assert.equal(left, message('a', { expires_at: null, lasts_ms: 0 }));
});
test('what has no end, or only waits, has no time that could stand still', () => {
  const before = [message('endless', endless), message('waits', { ...queued, expires_at: null })];
  const placed = placeMessage(before, message('urgent', { priority: 'urgent' }), at('10:00:00'));
  assert.equal(placed.slice(0, 2), before);
});
test('a change ends what is up without an end, and nothing else', () => {
  assert.ok(endsByChange(message('a', endless)));
  assert.not.ok(endsByChange(message('a')));
  assert.not.ok(endsByChange(message('a', { ...endless, state: 'queued' })));
});

test('the next of the queue goes up when the board is free: the highest, then the first', () => {
  const waiting = [message('a', queued), message('b', { ...queued, priority: 'urgent' }), message('c', queued)];
  const [first, second, up] = settled(waiting);
  assert.equal([first?.id, second?.id, up?.id], ['a', 'c', 'b']);
  assert.equal([up?.state, up?.since, up?.expires_at], ['up', iso('10:00:00'), iso('10:30:00')]);
  assert.is(settled(waiting.slice(0, 1))[0]?.state, 'up');
});
test('the next of the queue waits for what is up, unless it is higher', () => {
  const waiting = [message('up'), message('a', queued)];
  assert.is(settled(waiting)[1]?.state, 'queued');
  const [covered, up] = settled([message('up'), message('a', { ...queued, priority: 'urgent' })]);
  assert.equal([covered?.id, covered?.expires_at, up?.id, up?.state], ['up', null, 'a', 'up']);
  assert.equal(
    settled(waiting, '10:30:00').map(({ id, state }) => [id, state]),
    [['a', 'up']],
  );
});
test('while a board is paused, quiet or silent nothing of the queue goes up, but a critical message where it may', () => {
  const silence = { ...defaultSettings().silence, enabled: true, start_time: '11:00', end_time: '13:00' };
  const silent = { settings: { ...defaultSettings(), silence } };
  const stateOf = (priority: Priority, fields: Partial<ArbiterInput>) =>
    settled([message('a', { ...queued, priority })], '10:00:00', fields)[0]?.state;
  for (const critical_passes of ['none', 'silence', 'all'] as const) {
    const paused = boardWith({ paused: true, critical_passes });
    const closed = { ...silent, ...boardWith({ critical_passes }) };
    assert.equal([stateOf('urgent', paused), stateOf('urgent', closed)], ['queued', 'queued']);
    assert.is(stateOf('critical', paused), critical_passes === 'all' ? 'up' : 'queued');
    assert.is(stateOf('critical', closed), critical_passes === 'none' ? 'queued' : 'up');
    assert.is(stateOf('normal', boardWith({ critical_passes })), 'up');
  }
});

test('a critical message goes before a pause where it passes all, else after it', () => {
  const messages = [message('a', { priority: 'critical' })];
  const because = (critical_passes: 'none' | 'silence' | 'all') =>
    arbitrate(
      inputWith(iso('10:00:00'), {
        programme: { ...EMPTY_PROGRAMME, messages },
        ...boardWith({ paused: true, critical_passes }),
      }),
    ).because;
  assert.equal([because('all'), because('silence'), because('none')], ['critical', 'paused', 'paused']);
});

const planned = (fields: Partial<BoardMessage> = {}) =>
  message('plan', { state: 'planned', expires_at: null, at: iso('10:15:00'), ...fields });
test('a planned message goes up at its time, and counts from there', () => {
  assert.equal(settled([planned()], '10:14:59'), [planned()]);
  const [up] = settled([planned()], '10:20:00');
  assert.equal([up?.state, up?.since, up?.expires_at], ['up', iso('10:15:00'), iso('10:45:00')]);
  assert.equal(settled([planned()], '10:45:00', boardWith({ default_page_id: 'p1' })), []);
});
test('the blank that is left on a bare board covers no frame that the board follows later', () => {
  const blank = settled([message('a')], '10:30:00');
  assert.equal(
    blank.map(({ content, follows }) => [content, follows]),
    [[{ kind: 'grid', rows: 6, cols: 22, characters: [] }, true]],
  );
  assert.equal(settled(blank, '10:31:00'), blank);
  const followed = { rows: 1, cols: 1, characters: [[7]], transition: null, until: null };
  assert.equal(settled(blank, '10:31:00', { followed }), []);
  const chosen = settled([message('a', { revert_mode: 'blank' })], '10:30:00', { followed });
  assert.equal(settled(chosen, '10:31:00', { followed }), chosen);
});
test('a plan whose time cannot be read goes up now', () => {
  const [up] = settled([planned({ at: 'soon' })], '10:20:00');
  assert.is(up?.since, iso('10:20:00'));
});
test('what is planned is dropped or waits where the board is busy', () => {
  const busy = message('busy', { priority: 'urgent', ...endless, over: null });
  assert.equal(idsOf(settled([busy, planned({ when_busy: 'drop' })], '10:20:00')), ['busy']);
  assert.equal(
    settled([busy, planned({ when_busy: 'queue' })], '10:20:00').map(({ id, state }) => [id, state]),
    [
      ['busy', 'up'],
      ['plan', 'queued'],
    ],
  );
});
test('the first plan goes first, whatever their order is', () => {
  const plans = [planned({ id: 'late', at: iso('10:16:00') }), planned({ id: 'early' })];
  assert.equal(idsOf(settled(plans, '10:20:00')), ['late']);
});
test('a plan for after the silence waits for its end, and for its own time', () => {
  const silence = { ...defaultSettings().silence, enabled: true, start_time: '11:00', end_time: '13:00' };
  const silent = { settings: { ...defaultSettings(), silence } };
  const plan = planned({ after_silence: true });
  assert.is(settled([plan], '10:20:00', silent)[0]?.state, 'planned');
  assert.is(settled([plan], '11:00:00', silent)[0]?.state, 'up');
  assert.is(settled([plan], '10:10:00')[0]?.state, 'planned');
  assert.is(settled([plan], '10:20:00')[0]?.state, 'up');
  const { at: _at, ...whenever } = plan;
  assert.is(settled([whenever], '10:10:00')[0]?.state, 'up');
});
test('the next edge is the first end or begin of a message that is still to come', () => {
  const edge = (...messages: BoardMessage[]) =>
    arbitrate(inputWith(iso('10:00:00'), { programme: { ...EMPTY_PROGRAMME, messages } })).next_edge;
  assert.is(edge(message('a'), planned()), at('10:15:00'));
  assert.is(edge(message('a')), at('10:30:00'));
  assert.is(edge(message('a', { ...queued, priority: 'ambient' }), message('b', { ...endless, over: null })), null);
});
test('the end of a message drops what is up without an end on its level, not above it', () => {
  const others = [
    message('same', { ...endless, over: null }),
    message('higher', { ...endless, over: null, priority: 'urgent' }),
  ];
  assert.equal(idsOf(settled([...others, message('timed')], '10:30:00')), ['higher']);
});

test('a message of the bottom row lies over what the board shows without it', () => {
  const content = { kind: 'grid', rows: 1, cols: 1, characters: [[1]] } as const;
  const decide = (fields: Partial<ArbiterInput>, more: Partial<BoardMessage> = {}) =>
    arbitrate(
      inputWith(iso('10:00:00'), {
        ...fields,
        programme: { ...EMPTY_PROGRAMME, active_page_id: 'p1', messages: [message('a', { rows: 'bottom', ...more })] },
      }),
    );
  const { because, show } = decide({});
  assert.equal([because, show], ['timed', { kind: 'overlay', content, beneath: { kind: 'page', page_id: 'p1' } }]);
  const gone = { content: { kind: 'page', page_id: 'gone' } } as const;
  assert.is(decide({ pages: byId([pageWith('p1')]) }, gone).because, 'pin');
  const collections = byId([collectionWith('c1', ['p2', 'p3'], { time: { interval_seconds: 30 } })]);
  const turning = decide({ collections }, { content: { kind: 'page', page_id: 'c1' } });
  assert.is(turning.next_change, at('10:00:30'), 'what turns on the last rows is looked at in time');
});

test.run();
