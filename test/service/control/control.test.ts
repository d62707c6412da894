import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandRefused, UnusableInput } from '../../../src/board/driver.ts';
import { createGrid } from '../../../src/core/flaps/grid.ts';
import { Fault } from '../../../src/fault.ts';
import { ControlService } from '../../../src/service/control/control.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { refusalOf, storeWith } from '../rig.ts';

const test = suite('service/control');

const NOW = '2026-03-02T10:00:00.000Z';

const open = () => {
  const { store } = storeWith();
  const grid = createGrid(6, 22);
  grid.codes[0] = 8;
  const said: string[] = [];
  const loop = { isRunning: true };
  const state = {
    readFails: null as string | null,
    view: {
      characters: grid as typeof grid | null,
      expected: null as typeof grid | null,
      readAt: Date.parse(NOW) as number | null,
    },
    refusal: null as object | null,
    isBrowserOnly: false,
  };
  const action = (looks: boolean, work: (input: object) => object) => ({
    summary: looks ? 'Looks.' : 'Moves.',
    members: ['speed'],
    looks,
    run: async (input: object) => (said.push(`run ${JSON.stringify(input)}`), work(input)),
  });
  const actions = {
    home: action(false, () => ({ homed: true })),
    look: action(true, () => ({ seen: 1 })),
    deny: action(false, () => {
      throw new CommandRefused('Do something first.');
    }),
    choke: action(false, () => {
      throw new UnusableInput('speed: too fast.');
    }),
    fail: action(false, () => {
      throw new Error('The motor is stuck.');
    }),
  };
  const running = {
    actions,
    get view() {
      return state.view;
    },
    readNow: async () => state.readFails,
  };
  const service = new ControlService({
    store,
    clock: createFakeClock(NOW),
    loop: {
      start: () => !loop.isRunning && (loop.isRunning = true),
      stop: () => loop.isRunning && !(loop.isRunning = false),
    },
    boards: { get: (id: string) => (id === 'b1' ? running : undefined) },
    writer: {
      refusal: () => state.refusal,
      get isBrowserOnly() {
        return state.isBrowserOnly;
      },
      hold: (id: string) => (said.push(`hold ${id}`), () => said.push('release')),
      forget: (id: string) => said.push(`forget ${id}`),
    },
    programme: {
      decide: () => ({
        selected_page_id: 'p1',
        resolved_page_id: 'p2',
        scheduled_page_id: 'p3',
        schedule_id: 's',
        source: 'schedule',
        next_change: Date.parse(NOW) + 1000,
      }),
    },
    refetch: async () => void said.push('refetch'),
    service: {
      refresh: async (id: string | null, force: boolean) => {
        said.push(`refresh ${id} ${force}`);
        return { message: 'Shown.', sent: true, code: 'sent', boards: [] };
      },
    },
  } as never);
  const act = (name: string, input: object = {}, board = 'b1') =>
    service.act(board, name, input as never, new AbortController().signal);
  return { service, said, state, act };
};

test('the loop is stopped and started, and says whether that changed anything', () => {
  const { service } = open();
  assert.equal(service.start(), { running: true, changed: false, message: 'The display loop was running already.' });
  assert.equal(service.stop(), { running: false, changed: true, message: 'The display loop is stopped.' });
  assert.equal(service.stop(), { running: false, changed: false, message: 'The display loop was stopped already.' });
  assert.equal(service.start(), { running: true, changed: true, message: 'The display loop runs.' });
});

test('everything is fetched, and then written again', async () => {
  const { service, said } = open();
  assert.equal(await service.forceRefresh(), { message: 'Shown.', sent: true, code: 'sent' });
  await service.forceRefresh('b2');
  assert.equal(said, ['refetch', 'refresh null true', 'refetch', 'refresh b2 true']);
  assert.match(await refusalOf(() => service.forceRefresh('gone')), /^404 /);
});

test('what is known to be on a board, and when that was read', async () => {
  const { service, state } = open();
  const known = await service.current('b1', true);
  assert.equal(
    [known.board_id, known.rows, known.cols, known.characters?.[0]?.[0], known.expected_characters, known.cached_at],
    ['b1', 6, 22, 8, null, NOW],
  );
  assert.match(known.message ?? '', /^H/);
  state.view = { characters: null, expected: createGrid(6, 22), readAt: Date.parse(NOW) };
  const unknown = await service.current('b1', false);
  assert.equal([unknown.characters, unknown.message, unknown.cached_at], [null, null, null]);
  assert.is(unknown.expected_characters?.length, 6);
  state.view = { characters: createGrid(6, 22), expected: null, readAt: null };
  assert.is((await service.current('b1', false)).cached_at, null);
  assert.is((await service.current('b2', true)).characters, null);
});

test('only who asks for the live board hears that it cannot be read', async () => {
  const { service, state } = open();
  state.readFails = 'It is off.';
  assert.is(await refusalOf(() => service.current('b1', true)), '503 The board "Board b1" cannot be read: It is off.');
  assert.is(await refusalOf(() => service.current('b1', false)), 'done');
});

test('what a board stands at now', () =>
  assert.equal(open().service.now('primary'), {
    board_id: 'b1',
    page_id: 'p1',
    resolved_page_id: 'p2',
    scheduled_page_id: 'p3',
    schedule_id: 's',
    default_page_id: null,
    source: 'schedule',
    next_change: '2026-03-02T10:00:01.000Z',
  }));

test('the commands of a board, and of one that does not run', () => {
  const { service } = open();
  assert.equal(service.actions('b1').actions.slice(0, 2), [
    { name: 'home', summary: 'Moves.' },
    { name: 'look', summary: 'Looks.' },
  ]);
  assert.equal(service.actions('b2'), { board_id: 'b2', actions: [] });
});

test('a command that moves holds the programme off, which is written again; one that looks does not', async () => {
  const { act, said } = open();
  assert.equal(await act('home', { speed: 1 }), { board_id: 'b1', action: 'home', result: { homed: true } });
  assert.equal(said.splice(0), ['hold b1', 'run {"speed":1}', 'forget b1', 'release']);
  assert.equal((await act('look')).result, { seen: 1 });
  assert.equal(said, ['run {}']);
});

const failures: [name: string, refusal: string][] = [
  ['deny', '409 The board "Board b1" did not carry out "deny": Do something first.'],
  ['choke', '400 speed: too fast.'],
  ['fail', '500 The board "Board b1" did not carry out "fail": The motor is stuck.'],
];
for (const [name, refusal] of failures)
  test(`a command that ends as ${name} gives the board back`, async () => {
    const { act, said } = open();
    assert.is(await refusalOf(() => act(name)), refusal);
    assert.equal(said, ['hold b1', 'run {}', 'forget b1', 'release']);
  });

test('what is not there, not known or not the time for it is refused before anything moves', async () => {
  const { act, said, state } = open();
  for (const name of ['explode', 'constructor'])
    assert.is(await refusalOf(() => act(name)), `404 The board "Board b1" has no command "${name}".`);
  assert.match(await refusalOf(() => act('home', {}, 'b2')), /^404 /);
  assert.match(await refusalOf(() => act('home', {}, 'gone')), /^404 /);
  assert.match(await refusalOf(() => act('home', { strength: 1 })), /^422 strength: /);
  state.isBrowserOnly = true;
  assert.match(await refusalOf(() => act('home')), /^409 /);
  state.refusal = { code: 'paused', reason: 'It is paused.' };
  assert.is(await refusalOf(() => act('home')), '409 It is paused.');
  assert.equal(said, []);
  assert.instance(await act('home').catch((error: unknown) => error), Fault);
});

test.run();
