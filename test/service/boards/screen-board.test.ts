import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { MOST_BOARDS } from '../../../src/schema/limits.ts';
import type { State } from '../../../src/schema/state.ts';
import { withScreenBoard } from '../../../src/service/boards/board-for-screen.ts';
import { ScreenBoard, type ScreenBoardOptions } from '../../../src/service/boards/screen-board.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createQuietLog } from '../../support/quiet-log.ts';
import { sampleBoard, samplePage, sampleState } from '../../support/sample-state.ts';
import { storeWith } from '../rig.ts';

const test = suite('service/boards: a board for the screen');

const AT = '2026-03-02T10:00:00.000Z';
const FOUND = { path: '/dev/fb0', rows: 6, cols: 22 };

const stateWith = (change: (state: State) => Partial<State>): State => {
  const state = { ...sampleState(), boards: [sampleBoard('a')], pages: [samplePage('p')], schedules: [] };
  return { ...state, programmes: { a: { active_page_id: 'p', messages: [] } }, ...change(state) } as State;
};
const onScreen = (device: string) =>
  ({ ...sampleBoard('s'), device_type: 'panel', panel: { driver: 'screen', connection: { device } } }) as never;
const beginning = (board_id: string | null, page_id: string | null) => (state: State) => ({
  pages: [samplePage('p'), samplePage('q')],
  settings: { ...state.settings, new_boards: { board_id, page_id } },
});

/** What the new board shows: the id of a page, `Welcome` for a new one of that name, null for nothing. */
const shownBy = (state: State, found = FOUND): string | null | undefined => {
  const { boards = state.boards, programmes, pages = state.pages } = withScreenBoard(state, found, AT);
  const id = boards.at(-1)?.id ?? '';
  if (boards.length === state.boards.length) return undefined;
  const page = programmes?.[id]?.active_page_id ?? null;
  return state.pages.some((one) => one.id === page) ? page : (pages.find((one) => one.id === page)?.name ?? null);
};

for (const [what, state, shown, found] of [
  ['the page of the first board', stateWith(() => ({})), 'p'],
  ['a page of its own size, where that has another one', stateWith(() => ({})), 'Welcome', { ...FOUND, rows: 5 }],
  ['a new page, where the first board has none', stateWith(() => ({ programmes: {} })), 'Welcome'],
  ['a new page, where there is no board', stateWith(() => ({ boards: [], programmes: {} })), 'Welcome'],
  ['the page that new boards begin with', stateWith(beginning(null, 'q')), 'q'],
  ['what another board shows, when that was chosen', stateWith(beginning('a', null)), 'p'],
  [
    'nothing, when the chosen board shows nothing',
    stateWith((state) => ({ ...beginning('a', null)(state), programmes: {} })),
    null,
  ],
  ['nothing, for a board has the screen', stateWith(() => ({ boards: [onScreen('/dev/fb0')] })), undefined],
  ['the first page, when a board has another screen', stateWith(() => ({ boards: [onScreen('/dev/fb1')] })), 'Welcome'],
  [
    'nothing, for there are as many boards as there may be',
    stateWith(() => ({ boards: Array.from({ length: MOST_BOARDS }, (_, at) => sampleBoard(`${at}`)) })),
    undefined,
  ],
] as const)
  test(`a screen that is found shows ${what}`, () => {
    assert.is(shownBy(state, found), shown);
    assert.is(withScreenBoard(state, FOUND, AT).settings?.screen_offered, true, 'it is offered once');
  });

const rig = (finds: readonly (typeof FOUND | null | Error)[], change: Partial<ScreenBoardOptions> = {}) => {
  const clock = createFakeClock(AT);
  const { store, state } = storeWith(({ settings }) => ({
    boards: [sampleBoard('a')],
    settings: { ...settings, screen_offered: false, new_boards: { board_id: null, page_id: null } },
  }));
  const log = createQuietLog();
  const said: string[] = [];
  let looks = 0;
  const screen = new ScreenBoard({
    store,
    clock,
    log,
    settled: async () => void said.push('settled'),
    isOffered: true,
    onAdded: () => said.push('added'),
    port: {
      find: async () => {
        const found = finds[looks++] ?? null;
        if (found instanceof Error) throw found;
        return found;
      },
      clear: async (path) => void said.push(`clear ${path}`),
    },
    ...change,
  });
  return { screen, clock, store, state, log, said, looks: () => looks };
};

test('a screen is looked for every three seconds until one is found, whatever goes wrong', async () => {
  const { screen, clock, state, log, said, looks } = rig([null, new Error('no access'), FOUND]);
  screen.start();
  await clock.advance(2999);
  assert.is(looks(), 1);
  await clock.advance(1);
  assert.equal([looks(), log.lines.length], [2, 1]);
  assert.match(log.lines[0] ?? '', /A board for the screen could not be made\. error="no access"/);
  await clock.advance(3000);
  assert.equal([looks(), said, state().boards.length], [3, ['settled', 'added'], 2]);
  await clock.advance(30_000);
  assert.is(looks(), 3);
  screen.stop();
});

test('nobody looks where no board is made, nor after the end, nor for one that was offered', async () => {
  const none = rig([FOUND], { isOffered: false });
  none.screen.start();
  const ended = rig([null, FOUND]);
  ended.screen.start();
  await ended.clock.advance(0);
  ended.screen.stop();
  await ended.clock.advance(10_000);
  const offered = rig([FOUND]);
  await offered.store.update(({ settings }) => ({ settings: { ...settings, screen_offered: true } }));
  offered.screen.start();
  await offered.clock.advance(0);
  assert.equal([none.looks(), ended.looks(), offered.looks()], [0, 1, 0]);
});

test('screens that no board uses any more become black, once the boards have let go of them', async () => {
  const { screen, clock, store, said } = rig([], { isOffered: false });
  screen.start();
  const set = (...boards: unknown[]) => store.update(() => ({ boards: boards as State['boards'] }));
  await set(onScreen('/dev/fb0'), onScreen('/dev/fb1'));
  await set(onScreen('/dev/fb1'));
  await clock.advance(0);
  assert.equal(said, ['settled', 'clear /dev/fb0']);
  await set({ ...(onScreen('/dev/fb1') as object), enabled: false });
  await clock.advance(0);
  assert.equal(said.slice(2), ['settled', 'clear /dev/fb1']);
  screen.stop();
  await set(onScreen('/dev/fb0'));
  await set();
  await clock.advance(0);
  assert.is(said.length, 4);
});

test.run();
