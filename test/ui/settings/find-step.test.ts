import { drawView, type Drawn } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardInstance } from '../../../src/schema/boards/boards.ts';
import { WallGuide } from '../../../ui/settings/pins/wall-guide.tsx';
import { kit } from '../../../ui/strings/kit.ts';
import { pins } from '../../../ui/strings/pins.ts';
import type { AskedOf, ServiceAnswer } from '../../support/fake-service.ts';
import { assertRecorded } from '../../support/recording.ts';

/** The guide that finds out which module of a wall on pins is where: each turns, and its owner says what moved. */
const test = suite('ui/settings/pins/find-step');

const texts = pins.find;
const told: string[] = [];

const FIELD = { title: 'Pins', hint: null, required: false, usual: null, min: 0, max: 53, choices: [], ports: 'pins' };
const DRIVER = {
  kind: 'gpio-steppers',
  label: 'Steppers',
  fields: [{ ...FIELD, name: 'pins', input: 'numbers', wires: ['coil 1', 'coil 2', 'sensor'] }],
  ways: [],
};
const CHAINED = {
  ...DRIVER,
  kind: 'shift-steppers',
  fields: [{ ...FIELD, name: 'data_pin', input: 'number', wires: [] }],
};

const wallOf = (panel: object = {}): BoardInstance =>
  ({
    id: 'w/1',
    name: 'Stairs',
    device_type: 'panel',
    grid_rows: 2,
    grid_cols: 2,
    panel: {
      driver: 'gpio-steppers',
      connection: { pins: [4, 5, 6, 12, 13, 16, 17, 18, 19] },
      modules: [{ row: 0, col: 0, address: 0 }],
      ...panel,
    },
  }) as unknown as BoardInstance;

const healthOf = (address: number, change: object = {}) => ({
  address,
  row: 0,
  col: address,
  state: 'ok',
  moving: false,
  position: 0,
  missed_homes: 0,
  unexpected_homes: 0,
  offset: 0,
  reversed: false,
  sensor: 'ok',
  ...change,
});

/** The wall, as the appliance tells of it. `moving`: how often it is told that a module moves yet. */
const appliance =
  (board: BoardInstance, state: { moving: number; modules?: readonly object[]; refuses?: string | null }) =>
  ({ method, path }: AskedOf): ServiceAnswer => {
    if (state.refuses && method !== 'GET' && path.includes(state.refuses)) return { status: 409, detail: 'Not now.' };
    if (path === '/settings/board/drivers') return { drivers: [DRIVER, CHAINED], serial_ports: [], i2c_buses: [] };
    if (path === '/settings/board') return { boards: [board, { id: 'other', panel: null }] };
    if (!path.endsWith('/actions/diagnose')) return { result: {}, boards: [], conditions: [], pages: [] };
    const modules = state.modules ?? [healthOf(0), healthOf(1)];
    const isMoving = state.moving-- > 0;
    return { result: { modules: modules.map((one, at) => ({ ...one, moving: isMoving && at === 0 })), faults: [] } };
  };

const note = (what: string, drawn: Drawn): void => void told.push(`# ${what}`, ...drawn.since());

/** Says that what has turned is at a place of the picture. */
const pointAt = async ({ all, settle }: Drawn, cell: number): Promise<void> => {
  all('[data-cell]')
    .find((one) => one.getAttribute('data-cell') === String(cell))
    ?.click();
  await settle();
};
const choose = async ({ all, settle }: Drawn, way: keyof typeof texts.ways): Promise<void> => {
  const radio = all('input').find((one) => one.type === 'radio' && one.value === way);
  radio?.do({ type: 'change' });
  await settle();
};

test('each module turns once all are at rest, and its place and its way are asked for', () => {
  const board = wallOf();
  const state = { moving: 2, refuses: null as string | null };
  return drawView(h(WallGuide, { board, step: 'modules' }), appliance(board, state), async (drawn) => {
    note('the first module has not turned', drawn);
    await drawn.press(texts.begin(0));
    note('it waits until all are at rest', drawn);
    await drawn.settle(1100);
    note('it has turned', drawn);
    await pointAt(drawn, 3);
    note('it is in the last place', drawn);
    await choose(drawn, 'backwards');
    note('it turned backwards', drawn);
    await choose(drawn, 'trembled');
    note('it trembled', drawn);
    await choose(drawn, 'backwards');
    drawn.since();
    await drawn.press(texts.next(1));
    note('the second module has turned', drawn);
    await drawn.press(texts.nothing);
    note('nothing was seen', drawn);
    await drawn.press(texts.again);
    note('it turned once more', drawn);
    await pointAt(drawn, 0);
    note('it turns as the one before did', drawn);
    await drawn.press(texts.previous);
    note('back to the first', drawn);
    await drawn.press(texts.next(1));
    note('to the second, which is known', drawn);
    state.refuses = '/jog';
    await drawn.press(texts.next(2));
    note('the third cannot turn', drawn);
    state.refuses = null;
    await pointAt(drawn, 0);
    note('it takes the place of another', drawn);
    await drawn.press(texts.nothing);
    await drawn.press(texts.last);
    note('what was found', drawn);
    state.refuses = '/settings/board';
    await drawn.press(texts.save);
    note('it cannot be stored', drawn);
    state.refuses = '/message';
    await drawn.press(texts.save);
    note('it is stored', drawn);
    const [stored] = drawn.asked.flatMap(({ method, body }) =>
      method === 'PUT' ? (body as { boards: BoardInstance[] }).boards : [],
    );
    await drawn.draw(h(WallGuide, { board: stored ?? board, step: 'modules' }));
    note('whoever comes back sees what was found', drawn);
    await drawn.press(texts.anew);
    note('whether all is forgotten', drawn);
    await drawn.press(kit.cancel);
    note('it is not', drawn);
  });
});

test('modules that turn backwards are reversed: those that are mapped before the map is stored, others after it', () => {
  const board = wallOf();
  const state = { moving: 0, modules: [healthOf(0), healthOf(1, { reversed: true }), healthOf(2)] };
  return drawView(h(WallGuide, { board, step: 'modules' }), appliance(board, state), async (drawn) => {
    await drawn.press(texts.begin(0));
    for (const [module, cell] of [1, 2, 3].entries()) {
      await pointAt(drawn, cell);
      await choose(drawn, 'backwards');
      await drawn.press(module === 2 ? texts.last : texts.next(module + 1));
    }
    const before = drawn.asked.length;
    await drawn.press(texts.save);
    assert.equal(
      drawn.asked.slice(before, before + 7).map(({ method, path, body }) => [method, path.split('/').at(-1), body]),
      [
        ['GET', 'board', undefined],
        ['POST', 'diagnose', {}],
        ['POST', 'reverse', { modules: [0], reversed: true }],
        [
          'PUT',
          'board',
          {
            boards: [
              {
                ...board,
                panel: {
                  ...board.panel,
                  modules: [
                    { row: 0, col: 1, address: 0 },
                    { row: 1, col: 0, address: 1 },
                    { row: 1, col: 1, address: 2 },
                  ],
                },
              },
              { id: 'other', panel: null },
            ],
          },
        ],
        ['POST', 'diagnose', {}],
        ['POST', 'diagnose', {}],
        ['POST', 'reverse', { modules: [2], reversed: true }],
      ],
    );
    assert.equal(drawn.asked[before + 7]?.body, { modules: [1], reversed: false });
    assert.equal(drawn.asked[before + 8]?.path, '/v1/boards/w%2F1/message');
  });
});

test('a wall on which nothing was seen has nothing to store', () => {
  const board = wallOf({ connection: { pins: [4, 5, 6] } });
  return drawView(h(WallGuide, { board, step: 'modules' }), appliance(board, { moving: 0 }), async (drawn) => {
    await drawn.press(texts.begin(0));
    await drawn.press(texts.nothing);
    await drawn.press(texts.last);
    note('nothing was found on a wall', drawn);
    await drawn.press(texts.anew);
    const [, again] = drawn.all('button').filter((one) => one.textContent === texts.anew);
    again?.click();
    await drawn.settle();
    note('from the beginning', drawn);
  });
});

test('on a chain it is told where to look, and a turn has as many steps as were measured', () => {
  const board = wallOf({ driver: 'shift-steppers', connection: { data_pin: 4, chain: 2, steps_per_turn: 4096 } });
  return drawView(h(WallGuide, { board, step: 'modules' }), appliance(board, { moving: 0 }), async (drawn) => {
    await drawn.press(texts.begin(0));
    assert.equal(drawn.asked.at(-1)?.body, { module: 0, steps: 683 });
    await drawn.press(texts.nothing);
    note('nothing was seen on a chain', drawn);
  });
});

test('who leaves stops waiting', () => {
  const board = wallOf();
  return drawView(h(WallGuide, { board, step: 'modules' }), appliance(board, { moving: 99 }), async (drawn) => {
    await drawn.press(texts.begin(0));
    await drawn.settle(1100);
    await drawn.draw(null);
    await drawn.settle(600);
    const before = drawn.asked.length;
    await drawn.settle(5000);
    assert.is(drawn.asked.length, before);
  });
});

test('without the driver, and on other boards, there is no guide', async () => {
  for (const board of [wallOf({ driver: 'gone' }), { ...wallOf(), panel: null }])
    await drawView(
      h(WallGuide, { board, step: 'modules' }),
      appliance(board, { moving: 0 }),
      async ({ text, find }) => {
        assert.is(find('.notice').textContent, pins.absent);
        assert.is(text, pins.absent);
      },
    );
});

test('the guide says and asks what was recorded', () => assertRecorded('ui/settings/find-step.txt', told));

test.run();
