import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGrid } from '../../../src/core/flaps/grid.ts';
import { BoardService, type BoardServiceOptions } from '../../../src/service/boards/boards.ts';
import { createFirstBoard } from '../../../src/service/boards/first-board.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { sampleBoard, samplePage } from '../../support/sample-state.ts';
import { storeWith } from '../rig.ts';

const test = suite('service/boards: how boards are told');

const clock = createFakeClock('2026-03-02T10:00:00Z');
const UNTIL = '2026-03-02T12:00:00.000Z';
interface Given {
  readonly view?: object;
  readonly decision?: object;
  readonly target?: string;
  readonly board?: object;
  readonly why?: string;
}
const rig = (given: Given = {}) => {
  const { store } = storeWith(() => ({ boards: [{ ...sampleBoard('b1'), ...given.board }] }));
  return new BoardService({
    store,
    clock,
    boards: { get: () => (given.view ? { view: given.view } : undefined) },
    programme: { decide: () => given.decision, target: given.target, timedIn: () => null },
    whyOf: (id: string) => (id === 'b1' ? (given.why ?? null) : 'other'),
    followProblem: () => 'No broker.',
  } as unknown as BoardServiceOptions);
};

for (const [what, programme, end] of [
  ['a pin that ends', { active_page_id: 'p1', pin_ends: { until: UNTIL } }, UNTIL],
  ['a pin without an end', { active_page_id: 'p1', pin_ends: null }, null],
  ['a pin of before', { active_page_id: 'p1' }, null],
  ['no pin, whose end is left', { active_page_id: null, pin_ends: { until: UNTIL } }, null],
] as const)
  test(`the end of ${what}`, () => assert.is(rig({ decision: { programme } }).pinEnd('b1'), end));

for (const [what, quiet_until, board, ends] of [
  ['nothing', null, {}, [null, null]],
  ['quiet', Date.parse(UNTIL), {}, [UNTIL, null]],
  ['a pause', null, { paused: true, paused_until: UNTIL }, [null, UNTIL]],
  ['a pause without an end', null, { paused: true }, [null, null]],
  ['a pause that is over', null, { paused: false, paused_until: UNTIL }, [null, null]],
] as const)
  test(`what ends by itself: ${what}`, () => {
    const told = rig({ decision: { quiet_until }, board }).ends('b1');
    assert.equal([told.quiet_until, told.paused_until], ends);
  });

const [READ, ASKED] = [createGrid(6, 22, 1), createGrid(6, 22, 2)];
for (const [what, view, target, shown] of [
  ['what was read', { characters: READ, expected: ASKED }, 'both', READ],
  ['what was asked for, in the browser', { characters: READ, expected: ASKED }, 'ui', ASKED],
  ['what was read, where nothing was asked for in the browser', { characters: READ, expected: null }, 'ui', READ],
  ['nothing, where nothing was read', { characters: null, expected: ASKED }, 'board', null],
  ['nothing, where nothing is known', { characters: null, expected: null }, 'ui', null],
  ['nothing of a board that does not run', undefined, 'both', null],
] as const)
  test(`a board shows ${what}`, () => {
    const service = rig({ ...(view && { view }), target });
    assert.is(service.shown('b1'), shown);
    assert.equal(service.picture('b1')?.[0]?.[0] ?? null, shown?.codes[0] ?? null);
  });

for (const [what, view, read_at] of [
  ['read', { characters: READ, readAt: 0 }, '1970-01-01T00:00:00.000Z'],
  ['known live', { characters: READ, readAt: null }, null],
  ['unknown', { characters: null, readAt: 0 }, null],
] as const)
  test(`what is ${what} tells when that was`, () =>
    assert.is(rig({ view, decision: { next_check: null, programme: {} } }).detail('b1').read_at, read_at));

test('the page that a closed board shows follows from its last frame, too', () => {
  const decision = { show: { kind: 'nothing' }, resolved_page_id: 'p1', programme: { messages: [] } };
  const shown = (why?: string) => rig({ decision, ...(why && { why }) }).pageShown(sampleBoard('b1'));
  assert.equal(shown(), { page_id: 'p1', isCovered: false });
  assert.equal(shown('message'), { page_id: null, isCovered: true });
});

test('how a board runs, known and unknown', () => {
  const view = { error: 'Gone.', drifted: true, guessed: true, substitutions: { ':': '.' }, lastSentAt: 0 };
  const decision = { quiet_until: null };
  const status = (given: object) => {
    const service = rig({ decision, ...given });
    return service.status({ ...sampleBoard('b1'), paused: true, enabled: false });
  };
  const rest = { configured: false, paused: true, active_page_id: 'p1', quiet_until: null };
  assert.equal(status({ view }), {
    ...rest,
    error: 'Gone.',
    drifted: true,
    guessed: true,
    substitutions: { ':': '.' },
    last_sent_at: '1970-01-01T00:00:00.000Z',
  });
  assert.equal(status({ decision: { quiet_until: Date.parse(UNTIL) } }), {
    ...rest,
    quiet_until: UNTIL,
    error: 'No broker.',
    drifted: false,
    guessed: false,
    substitutions: {},
    last_sent_at: null,
  });
});

for (const [what, pages, pinned] of [
  ['a page that greets', [], 'Welcome'],
  ['the first page of its size', [{ ...samplePage('n'), device_type: 'note' }, samplePage('f')], 'Page f'],
  ['nothing, where no page is of its size', [{ ...samplePage('n'), device_type: 'note' }], undefined],
] as const)
  test(`the first board is a virtual flagship and shows ${what}`, async () => {
    const { store, state } = storeWith(() => ({ boards: [], pages: [...pages], programmes: {} }));
    await createFirstBoard(store, clock);
    await createFirstBoard(store, clock);
    const [board, ...more] = state().boards;
    assert.equal([board?.device_type, board?.name, board?.code62_glyph, more], ['flagship', 'My Board', 'degree', []]);
    const id = state().programmes[board?.id ?? '']?.active_page_id;
    assert.is(state().pages.find((page) => page.id === id)?.name, pinned);
    assert.is(state().pages.length, Math.max(1, pages.length));
    assert.match(state().settings.mqtt.instance_id, /^flapbox_[0-9a-f]{8}$/);
  });

test('an appliance that has lost its boards keeps its name at the broker', async () => {
  const { store, state } = storeWith(({ settings }) => ({
    boards: [],
    settings: { ...settings, mqtt: { ...settings.mqtt, instance_id: 'flapbox_hall' } },
  }));
  await createFirstBoard(store, clock);
  assert.equal([state().boards.length, state().settings.mqtt.instance_id], [1, 'flapbox_hall']);
});

test.run();
