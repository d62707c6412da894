import { setMedia } from '../support/fake-media.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardDetail } from '../../src/schema/boards/boards.ts';
import type { Condition } from '../../src/schema/boards/conditions.ts';
import { PLAIN } from '../../src/core/look/palette.ts';
import { flapMs, isMotionReduced, setMotionSettings, useMotionSettings } from '../../ui/board-view/motion-settings.ts';
import {
  conditionOf,
  flapsOf,
  keepBoard,
  keepBoards,
  keepConditions,
  keepPicture,
  lacksOn,
  loadNames,
  loadServiceState,
  lookOf,
  primaryOf,
  serviceState,
  shownOn,
  type ServiceState,
} from '../../ui/service-state.ts';
import { fakeService, type FakeService, type ServiceAnswer } from '../support/fake-service.ts';
import { hold } from '../support/held.ts';
import { runHook } from '../support/hook.ts';
import { request } from '../../ui/api.ts';

const EMPTY: ServiceState = serviceState.get();

const test = suite<{ answers: Record<string, ServiceAnswer | Promise<ServiceAnswer>>; service: FakeService }>(
  'state of the service',
);

const board = (id: string, change: object = {}) =>
  ({ id, is_primary: false, characters: [[1]], expected_characters: [[2]], ...change }) as unknown as BoardDetail;
const stored = (id: string, change: object = {}) => ({
  id,
  device_type: 'flagship',
  board_color: 'white',
  code62_glyph: 'heart',
  host: '',
  cloud_key: '',
  note_array_token: '',
  panel: null,
  tiles: null,
  ...change,
});
const condition = (board_id: string, change: object = {}) => ({ board_id, waiting: 0, ...change }) as Condition;
const DISPLAY = { reduce_motion: false, board_animations: 'on', site_animations: 'on', board_flap_speed: 'quick' };

const answersFor = (target = 'both'): Record<string, ServiceAnswer> => ({
  '/v1/boards': { boards: [{ id: 'a' }, { id: 'b' }] },
  '/settings/output': { target },
  '/settings/board': { boards: [stored('a', { host: 'x' }), stored('b')] },
  '/boards/conditions': { conditions: [condition('a'), condition('b', { waiting: 2 })] },
  '/settings/display': DISPLAY,
  '/config/general': { timezone: 'Europe/Berlin' },
  '/v1/boards/a': board('a'),
  '/v1/boards/b': board('b', { is_primary: true, characters: null }),
  '/v1/pages': { pages: [{ id: 'p', name: 'Page' }] },
  '/v1/collections': { collections: [{ id: 'c', name: 'Collection' }] },
});

test.before.each((context) => {
  serviceState.set(EMPTY);
  Object.assign(globalThis, { document: { documentElement: { dataset: {} } } });
  context.answers = answersFor();
  context.service = fakeService(({ path }) => context.answers[path] ?? { status: 404, detail: `No ${path}.` });
});
test.after.each(({ service }) => {
  service.end();
  Reflect.deleteProperty(globalThis, 'document');
});

test('all that the interface needs is loaded', async () => {
  await loadServiceState();
  const state = serviceState.get();
  assert.equal(
    state.boards?.map(({ id }) => id),
    ['a', 'b'],
  );
  assert.equal([shownOn(state, 'a'), shownOn(state, 'b'), shownOn(state, 'c')], [[[1]], [[2]], []]);
  assert.equal([conditionOf(state, 'b')?.waiting, conditionOf(state, 'c')], [2, null]);
  assert.equal(state.names, { p: 'Page', c: 'Collection' });
  assert.equal([state.target, state.locked, state.problem], ['both', false, null]);
  assert.equal([lookOf(state, 'a').board_color, lookOf(state, 'c')], ['white', PLAIN]);
  assert.is(flapMs(), 40, 'and boards turn as they are to');
});

test('where output is kept to the browser, what was asked for is shown', async (context) => {
  context.answers = answersFor('ui');
  await loadServiceState();
  assert.equal([shownOn(serviceState.get(), 'a'), flapsOf(serviceState.get(), 'a')], [[[2]], 'idle']);
});

test('the primary board comes first, else the first of all', async () => {
  assert.is(primaryOf(serviceState.get()), null);
  await loadServiceState();
  assert.is(primaryOf(serviceState.get())?.id, 'b');
  keepBoard(board('b'));
  assert.is(primaryOf(serviceState.get())?.id, 'a');
});

for (const [name, status, body, locked, problem] of [
  ['a service that wants a sign-in', 401, {}, true, null],
  ['a service that wants a decision first', 409, { setup_required: true }, true, null],
  ['a refusal of another kind', 409, {}, false, 'Not now.'],
  ['a service that fails', 500, {}, false, 'Not now.'],
] as const)
  test(`${name} is told from others`, async ({ answers }) => {
    answers['/v1/boards'] = { status, detail: 'Not now.', ...body };
    await loadServiceState();
    const state = serviceState.get();
    assert.equal([state.locked, state.problem, state.boards], [locked, problem, null]);
  });

test('what went wrong is forgotten with the next success', async ({ answers }) => {
  serviceState.set({ locked: true, problem: 'Nothing works.' });
  await loadServiceState();
  assert.equal([serviceState.get().locked, serviceState.get().problem], [false, null]);
  answers['/v1/pages'] = { status: 500, detail: 'No pages.' };
  await loadNames();
  assert.is(serviceState.get().problem, 'No pages.');
});

test('what is told while all is loaded is newer than what is loaded', async (context) => {
  await loadServiceState();
  const { answers } = context;
  let told = false;
  context.service.end();
  context.service = fakeService(({ path }) => {
    if (path === '/v1/boards/a' && !told) {
      told = true;
      keepPicture('a', [[7]]);
      keepConditions([condition('a', { waiting: 5 })]);
      keepBoard(board('a', { name: 'New' }));
    }
    return answers[path] ?? { status: 404, detail: path };
  });
  answers['/boards/conditions'] = { conditions: [condition('a', { waiting: 1 }), condition('b', { waiting: 1 })] };
  await loadServiceState();
  const state = serviceState.get();
  assert.equal([shownOn(state, 'a'), shownOn(state, 'b')], [[[7]], [[2]]]);
  assert.equal([conditionOf(state, 'a')?.waiting, conditionOf(state, 'b')?.waiting], [5, 1]);
  assert.equal(
    state.boards?.map(({ name }) => name),
    ['New', undefined],
  );
});

test('boards that are told are put in their places, new ones behind, and those that are known change nothing', () => {
  keepBoards([board('a'), board('b')]);
  let changes = 0;
  const end = serviceState.subscribe(() => void changes++);
  keepBoards([board('a'), board('b')]);
  assert.is(changes, 0);
  keepBoards([board('c'), board('a', { name: 'A' }), board('b')]);
  end();
  assert.is(changes, 1);
  assert.equal(
    serviceState.get().boards?.map(({ id, name }) => [id, name]),
    [
      ['a', 'A'],
      ['b', undefined],
      ['c', undefined],
    ],
  );
});

test('a look that is the same as before is the very same', async ({ answers }) => {
  await loadServiceState();
  const before = serviceState.get();
  answers['/settings/board'] = { boards: [stored('a', { host: 'y' }), stored('b', { board_color: 'black' })] };
  await loadServiceState();
  const state = serviceState.get();
  assert.ok(lookOf(state, 'a') === lookOf(before, 'a'));
  assert.is(lookOf(state, 'b').board_color, 'black');
});

for (const [name, change, flaps] of [
  ['on the LAN', { host: 'board.local' }, 'moving'],
  ['in the cloud', { cloud_key: '***' }, 'moving'],
  ['of several Notes in the cloud', { note_array_token: '***' }, 'moving'],
  ['of several Notes on the LAN', { tiles: [{}] }, 'moving'],
  ['with hardware of its own', { panel: { driver: 'mbus' } }, 'moving'],
  ['without an address', {}, 'none'],
  ['of several Notes without one', { tiles: [] }, 'none'],
  ['in the browser', { panel: { driver: 'virtual' } }, 'none'],
] as const)
  test(`a board ${name}: its flaps are ${flaps}`, async ({ answers }) => {
    answers['/settings/board'] = { boards: [stored('a', change)] };
    await loadServiceState();
    assert.equal([flapsOf(serviceState.get(), 'a'), flapsOf(serviceState.get(), 'unknown')], [flaps, 'none']);
  });

test('what a board has no flap for is known by its list, or by what it was last asked to show', async ({ answers }) => {
  const lower = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890!@#$()-+&=;:\'"%,./'].filter((one) => one !== 'D');
  answers['/settings/board'] = {
    boards: [
      stored('a', { panel: { driver: 'mbus', flaps: [...lower.filter((one) => one !== '"'), 'q', 'd'] } }),
      stored('b', { panel: { driver: 'mbus', flaps: lower } }),
      stored('c', { panel: { driver: 'mbus', flaps: null } }),
    ],
  };
  answers['/boards/conditions'] = { conditions: [condition('c', { substitutions: { '{64}': '{63}', Ä: 'A' } })] };
  await loadServiceState();
  assert.equal(
    ['a', 'b', 'c', 'd'].map((id) => lacksOn(serviceState.get(), id)),
    ['? °', 'D ? °', '{64} Ä', ''],
  );
});

const pace = (change: object) => ({ ...DISPLAY, ...change }) as Parameters<typeof setMotionSettings>[0];

for (const [speed, ms] of [
  ['hardware', 120],
  ['quick', 40],
  ['standard', 80],
  ['relaxed', 160],
  ['unheard of', 80],
  [55, 55],
] as const)
  test(`a flap of the speed ${speed} takes ${ms} ms`, () => {
    setMotionSettings(pace({ board_flap_speed: speed }));
    assert.is(flapMs(), ms);
  });

const CALM = '(prefers-reduced-motion: reduce)';
const SMALL = '(max-width: 859px)';
for (const [name, change, media, reduced] of [
  ['usually', {}, null, false],
  ['on a small screen', {}, SMALL, false],
  ['on a calm device', {}, CALM, true],
  ['as the owner wants it calm', { reduce_motion: true }, null, true],
  ['as animations are off', { board_animations: 'off' }, null, true],
  ['with animations on large screens, on one', { board_animations: 'desktop' }, null, false],
  ['with animations on large screens, on a small one', { board_animations: 'desktop' }, SMALL, true],
] as const)
  test(`${name} boards ${reduced ? 'do not turn' : 'turn'} their flaps`, () => {
    setMotionSettings(pace(change));
    if (media) setMedia(media, true);
    assert.is(isMotionReduced(), reduced);
    if (media) setMedia(media, false);
  });

test('another way of drawing counts as long as it is tried out', async () => {
  const motion = () => [document.documentElement.dataset['motion'], flapMs()];
  setMotionSettings(pace({ site_animations: 'off' }));
  assert.equal(motion(), ['off', 40]);
  let tried = pace({ site_animations: 'on', board_flap_speed: 100 });
  const run = await runHook(() => useMotionSettings(tried));
  assert.equal(motion(), ['on', 100]);
  tried = pace({ site_animations: 'on', board_flap_speed: 90 });
  await run.again();
  assert.equal(motion(), ['on', 90]);
  await run.leave();
  assert.equal(motion(), ['off', 40]);
});

test('what was loaded late does not take the place of what was asked for after it', async ({ answers }) => {
  const late = [hold<ServiceAnswer>(), hold<ServiceAnswer>()] as const;
  const names = answers['/v1/pages'];
  Object.assign(answers, { '/settings/board': late[0].answer, '/v1/pages': late[1].answer });
  const first = loadServiceState();
  await request('PUT', '/settings/output', { target: 'board' });
  Object.assign(answers, answersFor('board'), { '/v1/pages': { pages: [{ id: 'p', name: 'Renamed' }] } });
  await loadServiceState();
  late[0].letGo({ boards: [] });
  late[1].letGo(names ?? {});
  await first;
  const { makes, names: known } = serviceState.get();
  assert.equal([Object.keys(makes), known['p']], [['a', 'b'], 'Renamed']);
});

test.run();
