import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '../../src/fault.ts';
import { PLAIN_BOARD, type StoredBoard } from '../../src/schema/boards/boards.ts';
import { MOST_DECLINED } from '../../src/schema/boards/walls.ts';
import { defaultSettings } from '../../src/schema/appliance/settings.ts';
import { WallService, type AskingPort } from '../../src/service/walls.ts';
import type { Store } from '../../src/store/store.ts';

const test = suite('service/walls');

const publisher = (id: string, rows: number, cols: number, topic_prefix: string | null): StoredBoard =>
  ({
    ...PLAIN_BOARD,
    id,
    name: id,
    device_type: 'panel',
    grid_rows: rows,
    grid_cols: cols,
    panel: { driver: 'broker', connection: { url: 'mqtt://x', topic_prefix } },
  }) as unknown as StoredBoard;

const BOARDS = [
  publisher('large', 6, 22, 'walls/large/'),
  publisher('small', 3, 15, 'walls/small//'),
  publisher('wide', 3, 22, null),
];

type Asking = ReturnType<AskingPort['list']>[number];
const asking = (id: string, change: Partial<Asking> = {}): Asking => ({
  id,
  name: `Wall ${id}`,
  rows: 3,
  cols: 15,
  broker: 'mqtt://x',
  boards: ['large', 'small', 'wide'],
  given: null,
  ...change,
});

/** Walls that ask, of which those that are `deaf` do not take what they are given. */
const rig = (walls: readonly Asking[] | null, deaf: readonly string[] = []) => {
  const given: string[] = [];
  const state = { boards: BOARDS, settings: { ...defaultSettings(), declined_walls: [] as readonly string[] } };
  const store = {
    state,
    update: (change: (before: typeof state) => Partial<typeof state>) => {
      Object.assign(state, change(state));
      return Promise.resolve();
    },
  } as unknown as Store;
  const port: AskingPort = {
    list: () => walls ?? [],
    leftOut: 3,
    give: (id, board, topic) => {
      given.push(`${id} ${board} ${topic}`);
      return Promise.resolve(!deaf.includes(id));
    },
  };
  const service = new WallService({ store, asking: () => (walls ? port : null) });
  return { service, given, declined: () => state.settings.declined_walls };
};

const refusalOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => null,
    (error_: unknown) => error_,
  );
  assert.instance(error, Fault);
  return `${(error as Fault).status} ${(error as Fault).message}`;
};

for (const [what, change, board, topic] of [
  ['its size', {}, 'small', 'walls/small'],
  ['its rows, but not its columns, if it is the first', { boards: ['wide'] }, 'wide', ''],
  ['no size of its own', { rows: 1, cols: 1 }, 'large', 'walls/large'],
  ['its columns alone', { rows: 5, cols: 15 }, 'large', 'walls/large'],
  ['its rows alone', { rows: 3, cols: 9 }, 'large', 'walls/large'],
  ['its size at another broker', { boards: ['large', 'wide'] }, 'large', 'walls/large'],
  ['nothing', { boards: [] }, null, null],
] as const)
  test(`a wall is offered the board of its size, else the first at its broker: ${what}`, () => {
    const { asking: list } = rig([asking('a', change)]).service.list();
    assert.equal(
      list.map(({ board_id, topic: offered }) => [board_id, offered]),
      [[board, topic]],
    );
  });

test('what asks is listed without the boards at its broker, and how much is left out', async () => {
  const { service } = rig([asking('a', { given: 'walls/small' })]);
  const { boards: _boards, ...wall } = asking('a', { given: 'walls/small' });
  assert.equal(service.list(), {
    asking: [{ ...wall, board_id: 'small', topic: 'walls/small' }],
    left_out: 3,
    declined: 0,
  });
  assert.equal(rig(null).service.list(), { asking: [], left_out: 0, declined: 0 });
});

test('all walls that were given nothing yet join, or those that are named, each once', async () => {
  const walls = [asking('a'), asking('b', { given: 'walls/small' }), asking('c', { rows: 6, cols: 22 })];
  const all = rig(walls, ['c']);
  assert.equal(await all.service.join({}), {
    walls: [
      { id: 'a', name: 'Wall a', topic: 'walls/small' },
      { id: 'c', name: 'Wall c', topic: null },
    ],
  });
  assert.equal(all.given, ['a small walls/small', 'c large walls/large']);
  const named = rig(walls);
  await named.service.join({ ids: ['b', 'a', 'b'], board_id: 'large' });
  assert.equal(named.given, ['b large walls/large', 'a large walls/large']);
});

for (const [what, walls, body, refusal] of [
  ['that does not ask', [asking('a')], { ids: ['x'] }, /^404 No wall "x" asks to join\.$/],
  ['when none asks', [asking('a', { given: 'x' })], {}, /^409 No wall asks to join\.$/],
  ['when nobody listens', null, {}, /^409 /],
  ['to a board that is not there', [asking('a')], { board_id: 'gone' }, /^404 /],
  [
    'to a board at another broker',
    [asking('a', { boards: ['large'] })],
    { board_id: 'small' },
    /^400 board_id: .*"Wall a"/,
  ],
  ['without a name, to no board', [asking('a', { boards: [], name: '' })], {}, /^400 board_id: .*the wall "a"/],
] as const)
  test(`no wall joins ${what}`, async () => {
    const { service, given } = rig(walls);
    assert.match(await refusalOf(service.join(body as never)), refusal);
    assert.equal(given, []);
  });

test('a wall that is declined is listed no more, until it is recalled', async () => {
  const { service, declined } = rig([asking('a'), asking('b')]);
  const list = await service.decline({ ids: ['a'] });
  assert.equal([list.asking.map(({ id }) => id), list.declined, declined()], [['b'], 1, ['a']]);
  await service.decline({ ids: ['b', 'a'] });
  assert.equal(declined(), ['b', 'a']);
  assert.match(await refusalOf(service.decline({ ids: ['x'] })), /^404 /);
  await service.recall();
  assert.equal(declined(), []);
  await service.decline({});
  assert.equal(declined(), ['a', 'b'], 'all of them');
});

test('of those that were declined the last are remembered', async () => {
  const walls = Array.from({ length: MOST_DECLINED + 1 }, (_, at) => asking(`${at}`));
  const { service, declined } = rig(walls);
  await service.decline({});
  assert.equal([declined().length, declined()[0]], [MOST_DECLINED, '1']);
});

test.run();
