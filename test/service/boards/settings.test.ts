import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '../../../src/fault.ts';
import type { BoardInstanceWrite, BoardSettingsWrite, StoredBoard } from '../../../src/schema/boards/boards.ts';
import type { State } from '../../../src/schema/state.ts';
import { BoardSettingsService, applyInstance, requireHosts, withBoards } from '../../../src/service/boards/settings.ts';
import type { PinService } from '../../../src/service/pins/pins.ts';
import type { Store } from '../../../src/store/store.ts';
import { sampleBoard, sampleSchedule, sampleState } from '../../support/sample-state.ts';

const test = suite('service/boards/settings');

/** The settings of boards over a store without a disk. */
const rig = (...boards: StoredBoard[]) => {
  const sample = sampleState();
  const calls: string[] = [];
  const store = {
    state: {
      ...sample,
      boards,
      schedules: [],
      programmes: {},
      settings: { ...sample.settings, output_target: null, new_boards: { board_id: null, page_id: null } },
    } as State,
    update: async (change: (state: State) => Partial<State>) => {
      store.state = { ...store.state, ...change(store.state) };
      calls.push('stored');
    },
  };
  const pins = {
    check: async () => () => void calls.push('pins'),
    requireUsable: () => void calls.push('usable'),
  } as unknown as PinService;
  const service = new BoardSettingsService(store as unknown as Store, pins, async () => void calls.push('settled'));
  const refusal = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'done',
      (error: unknown) => {
        if (error instanceof Fault) return `${error.status} ${error.detail}`;
        throw error;
      },
    );
  const names = (): string[] => store.state.boards.map(({ id, name, device_type }) => `${id} ${name} ${device_type}`);
  return { service, store, calls, refusal, names };
};
const body = (given: object): BoardInstanceWrite => given as BoardInstanceWrite;
const named = (id: string, more: object = {}): StoredBoard => ({ ...sampleBoard(id), host: '', ...more });

test('what is told of boards: their colour, their types, and no secret', () => {
  const { service } = rig(
    named('a', {
      board_color: 'white',
      secrets: { local_api_key: 'k', tile_keys: { '0,1': 't' }, follow_password: 'f' },
    }),
    named('b', {
      device_type: 'note_array',
      secrets: { cloud_key: 'c', note_array_token: 'n', tile_keys: { '0,1': 't' } },
      tiles: [
        { row: 0, col: 1, host: '192.168.1.5' },
        { row: 0, col: 0, host: '192.168.1.6' },
      ],
      follow: { topic: 't', url: null, username: '', ca_certificate: '' },
    }),
    named('c'),
  );
  const { board_type, devices, boards } = service.get();
  assert.equal([board_type, devices], ['white', ['flagship', 'note_array']]);
  assert.equal(
    boards.map(({ local_api_key, cloud_key, note_array_token }) => [local_api_key, cloud_key, note_array_token]),
    [
      ['***', '', ''],
      ['', '***', '***'],
      ['', '', ''],
    ],
  );
  assert.equal(
    boards[1]?.tiles?.map((tile) => tile.local_api_key),
    ['***', ''],
  );
  assert.equal([boards[1]?.follow?.password, boards[0]?.follow, boards[0]?.tiles], ['', null, null]);
  assert.not.match(JSON.stringify(boards), /"secrets"|default_page_id/);
  assert.is(rig().service.get().board_type, 'black');
});

test('the password of a panel is told as ***, where there is one', () => {
  const panel = { driver: 'broker', connection: { url: 'mqtt://192.168.1.5' }, flaps: null };
  const told = (secrets: object): unknown =>
    rig(named('a', { device_type: 'panel', panel, secrets })).service.get().boards[0]?.panel?.connection;
  assert.equal(told({}), { url: 'mqtt://192.168.1.5' });
  assert.equal(told({ panel_password: 'p' }), { url: 'mqtt://192.168.1.5', password: '***' });
});

test('a board is added behind the others, once it is stored and runs', async () => {
  const { service, calls, names, store } = rig(named('a'));
  const { boards } = await service.add(body({ device_type: 'note', id: 'b', name: 'Hall' }));
  assert.equal(names(), ['a Board a flagship', 'b Hall note']);
  assert.equal([boards.length, calls], [2, ['pins', 'usable', 'stored', 'settled']]);
  assert.is(store.state.settings.output_target, null, 'it has no flaps');
  await service.add(body({ device_type: 'note', host: '192.168.1.9' }));
  assert.is(store.state.settings.output_target, 'both');
});

const additions: [what: string, given: object, refusal: RegExp][] = [
  ['no form', {}, /^400 device_type: /],
  ['the id of another', { device_type: 'note', id: 'a' }, /^409 id: there is a board "a" already/],
  ['the word for the first', { device_type: 'note', id: 'primary' }, /^400 id: "primary" names the first/],
  ['the word for all', { device_type: 'note', id: 'all' }, /^400 id: "all" names every board/],
  ['a host elsewhere', { device_type: 'note', host: '8.8.8.8' }, /^400 host: /],
  ['a panel without a size', { device_type: 'panel', grid_rows: 3 }, /^400 grid_rows and grid_cols are needed/],
];
for (const [what, given, refusal] of additions)
  test(`a board with ${what} is not added`, async () => {
    const { service, names, refusal: told, calls } = rig(named('a'));
    assert.match(await told(service.add(body(given))), refusal);
    assert.equal([names(), calls.includes('settled')], [['a Board a flagship'], false]);
  });

test('new boards are called by the first name that is free', async () => {
  const { service, store } = rig(named('a', { name: 'My Board' }), named('b', { name: 'My Board 3' }));
  for (let count = 0; count < 2; count++) await service.add(body({ device_type: 'note' }));
  assert.equal(
    store.state.boards.slice(2).map(({ name, code62_glyph }) => [name, code62_glyph]),
    [
      ['My Board 2', 'heart'],
      ['My Board 4', 'heart'],
    ],
  );
});

const updates: [what: string, given: object, after: string[] | RegExp][] = [
  ['nothing', {}, /^400 Send boards, devices or board_type/],
  ['no boards', { boards: [] }, /^400 boards: at least one/],
  ['no devices', { devices: [] }, /^400 devices: at least one/],
  ['another order', { boards: [{ id: 'b' }, { id: 'a' }] }, ['b Board b flagship', 'a Board a flagship']],
  ['one of them', { boards: [{ id: 'b', name: 'Hall' }] }, ['b Hall flagship']],
  ['a new one', { boards: [{ id: 'c', device_type: 'note' }] }, ['c My Board note']],
  ['a new one without a form', { boards: [{ id: 'c' }] }, /^400 boards: device_type is needed/],
  ['one twice', { boards: [{ id: 'a' }, { id: 'a' }] }, /^409 boards: the id "a" stands twice/],
  [
    'forms',
    { devices: ['note', 'flagship', 'note'] },
    ['a Board a flagship', 'b Board b flagship', 'new My Board note'],
  ],
  ['boards before forms', { boards: [{ id: 'a' }], devices: ['note'] }, ['a Board a flagship']],
];
for (const [what, given, after] of updates)
  test(`the boards are replaced by ${what}`, async () => {
    const { service, names, refusal, calls } = rig(named('a'), named('b'));
    const told = await refusal(service.update(given as BoardSettingsWrite));
    if (after instanceof RegExp) assert.match(told, after);
    else
      assert.equal(
        names().map((name) => name.replace(/^[\w-]{30,} My/, 'new My')),
        after,
      );
    assert.is(calls.includes('settled'), !(after instanceof RegExp));
  });

test('a colour is that of all boards', async () => {
  const { service, store, calls } = rig(named('a'), named('b'));
  await service.update({ board_type: 'white' } as BoardSettingsWrite);
  assert.equal(
    [store.state.boards.map(({ board_color }) => board_color), calls],
    [
      ['white', 'white'],
      ['stored', 'settled'],
    ],
  );
});

test('a board that is removed takes its rules and what was decided for it along; the last one stays', async () => {
  const { service, store, refusal, names } = rig(named('a'), named('b'));
  store.state = {
    ...store.state,
    schedules: [
      { ...sampleSchedule('r1'), board_id: 'b' },
      { ...sampleSchedule('r2'), board_id: 'a' },
      sampleSchedule('r3'),
    ],
    devices: { a: { x: 1 }, b: { x: 2 } },
  };
  assert.match(await refusal(service.remove('nobody')), /^404 /);
  await service.remove('b');
  assert.equal(names(), ['a Board a flagship']);
  assert.equal(
    [store.state.schedules.map(({ id }) => id), Object.keys(store.state.devices), Object.keys(store.state.programmes)],
    [['r2', 'r3'], ['a'], ['a']],
  );
  assert.match(await refusal(service.remove('a')), /^400 The last board cannot be removed/);
});

test('the output is turned on with the first board that has flaps, and stays as somebody set it', () => {
  const { state } = rig(named('a')).store;
  const targets: [output: string | null, board: object, expected: string | null][] = [
    [null, { host: '192.168.1.5' }, 'both'],
    [null, { host: '192.168.1.5', enabled: false }, null],
    [null, {}, null],
    ['ui', { host: '192.168.1.5' }, 'ui'],
  ];
  for (const [output_target, more, expected] of targets) {
    const before = { ...state, settings: { ...state.settings, output_target } } as State;
    assert.is(withBoards(before, [named('a', more)]).settings?.output_target, expected);
  }
});

test('two boards want no port together', () => {
  const { state } = rig().store;
  const of = (...ports: (number | null)[]) =>
    withBoards(
      state,
      ports.map((local_api_port, at) => named(`b${at}`, { local_api_port })),
    );
  of(7001, null, null, 7002);
  assert.throws(
    () => of(7001, null, 7002, 7001),
    (error: Fault) => error.status === 400 && error.detail.startsWith('local_api_port: 7001 is wanted by two'),
  );
});

const hosts: [what: string, given: object, refusal: RegExp | null][] = [
  ['none', {}, null],
  ['an empty one', { host: '' }, null],
  ['one of the home', { host: '192.168.1.5' }, null],
  ['one elsewhere', { host: '8.8.8.8' }, /^host: /],
  ['of a tile', { tiles: [{ host: '192.168.1.5' }, { host: '8.8.8.8' }] }, /^host: /],
  ['of a panel', { panel: { connection: { host: '8.8.8.8' } } }, /^panel\.connection\.host: /],
  ['of a panel, which is no text', { panel: { connection: { host: 5 } } }, null],
];
for (const [what, given, refusal] of hosts)
  test(`the host of a board: ${what}`, async () => {
    const told = await requireHosts(given as Parameters<typeof requireHosts>[0]).then(
      () => null,
      (error: Fault) => error.detail,
    );
    if (refusal === null) assert.is(told, null);
    else assert.match(told ?? '', refusal);
  });

const before = named('a', {
  host: '192.168.1.5',
  tiles: [{ row: 0, col: 0, host: '192.168.1.6' }],
  local_api_port: 7001,
  grid_rows: 2,
  follow: { topic: 'old', url: null, username: '', ca_certificate: '' },
  paused: true,
  paused_until: '2026-03-02T10:00:00.000Z',
});
const applied: [what: string, given: object, expected: Partial<StoredBoard>][] = [
  ['nothing', {}, { ...before }],
  ['nulls', { name: null, host: null, enabled: null, notes_wide: null, paused: null }, { ...before }],
  [
    'false and empty texts',
    { host: '', enabled: false, schedule_enabled: false },
    { host: '', enabled: false, schedule_enabled: false },
  ],
  ['another name', { name: 'Hall', critical_passes: 'all' }, { name: 'Hall', critical_passes: 'all' }],
  ['no tiles', { tiles: null }, { tiles: null }],
  ['no port', { local_api_port: null }, { local_api_port: null }],
  ['another port', { local_api_port: 7002 }, { local_api_port: 7002 }],
  ['other sizes', { grid_rows: 5 }, { grid_rows: 5, grid_cols: null }],
  ['a pause that stays', { paused: true }, { paused: true, paused_until: '2026-03-02T10:00:00.000Z' }],
  ['following nothing', { follow: null }, { follow: null }],
  [
    'following a topic',
    { follow: { topic: 'new', url: '' } },
    { follow: { topic: 'new', url: null, username: '', ca_certificate: '' } },
  ],
  [
    'following at a broker',
    { follow: { topic: 'new', url: 'mqtts://b', username: 'ann' } },
    { follow: { topic: 'new', url: 'mqtts://b', username: 'ann', ca_certificate: '' } },
  ],
];
for (const [what, given, expected] of applied)
  test(`a board to which ${what} is applied`, () => {
    const after = applyInstance(body(given), before) as unknown as Record<string, unknown>;
    assert.equal(Object.fromEntries(Object.keys(expected).map((key) => [key, after[key]])), { ...expected });
  });

test('a board that runs again has no end of its pause', () => {
  const after = applyInstance(body({ paused: false }), before);
  assert.equal([after.paused, 'paused_until' in after], [false, false]);
});

const PANEL = { driver: 'virtual', connection: {}, flaps: null, modules: { layout: 'rows', first: 0 } };
const modules = (...places: [row: number, col: number, address: number][]) => ({
  ...PANEL,
  modules: places.map(([row, col, address]) => ({ row, col, address })),
});
const panels: [what: string, given: object, refusal: RegExp | null][] = [
  ['none given', {}, null],
  ['a module at the last place', { panel: modules([1, 2, 0]) }, null],
  [
    'a module below the last row',
    { panel: modules([2, 0, 0]) },
    /^panel\.modules: row 2, col 0 is outside the 2 rows x 3/,
  ],
  ['a module behind the last column', { panel: modules([0, 3, 0]) }, /^panel\.modules: row 0, col 3 is outside/],
  [
    'two modules at a place',
    { panel: modules([0, 0, 0], [0, 1, 1], [0, 0, 2]) },
    /^panel\.modules: row 0, col 0 is there twice/,
  ],
  ['an address twice', { panel: modules([0, 0, 7], [0, 1, 7]) }, /^panel\.modules: the address 7 is there twice/],
  ['no rows', { grid_rows: null }, null],
];
for (const [what, given, refusal] of panels)
  test(`a panel with ${what}`, () => {
    const add = () =>
      applyInstance(body({ device_type: 'panel', grid_rows: 2, grid_cols: 3, ...given }), named('p', { grid_rows: 2 }));
    if (refusal) assert.throws(add, (error: Fault) => error.status === 400 && refusal.test(error.detail));
    else assert.is(add().panel?.driver, 'virtual');
  });

test('tiles of an array lie on it, and a board that is no panel has none', () => {
  const add = (...tiles: [row: number, col: number][]) =>
    applyInstance(
      body({
        device_type: 'note_array',
        notes_wide: 2,
        notes_tall: 1,
        tiles: tiles.map(([row, col]) => ({ row, col, host: '192.168.1.5', local_api_key: 'k' })),
      }),
      named('a'),
    );
  assert.equal(add([0, 0], [0, 1]).tiles?.[1], { row: 0, col: 1, host: '192.168.1.5' });
  for (const places of [
    [[1, 0]],
    [[0, 2]],
    [
      [0, 0],
      [0, 0],
    ],
  ] as [number, number][][])
    assert.throws(
      () => add(...places),
      (error: Fault) => error.detail.startsWith('tiles: row '),
    );
  assert.is(applyInstance(body({ device_type: 'note', panel: PANEL }), named('a')).panel, null);
});

const follows: [url: string, isTaken: boolean][] = [
  ['mqtt://192.168.1.5', true],
  ['mqtts://broker:8883/', true],
  ['MQTT://broker', true],
  ['http://broker', false],
  ['mqtt://ann@broker', false],
  ['mqtt://broker/path', false],
  ['mqtt://', false],
  ['mqtt://broker:99999', false],
];
for (const [url, isTaken] of follows)
  test(`the address ${url} of a broker is ${isTaken ? 'taken' : 'refused'}`, () => {
    const apply = () => applyInstance(body({ follow: { topic: 't', url } }), named('a'));
    if (isTaken) assert.is(apply().follow?.url, url);
    else assert.throws(apply, (error: Fault) => error.detail.startsWith('follow.url: '));
  });

test('a board does not follow the topic to which it publishes', () => {
  const hub = (topic_prefix: string | null, driver = 'broker') =>
    named('a', {
      device_type: 'panel',
      grid_rows: 3,
      grid_cols: 15,
      panel: { ...PANEL, driver, connection: { topic_prefix } },
    });
  const apply = (board: StoredBoard) => applyInstance(body({ follow: { topic: 'a/b' } }), board);
  for (const prefix of ['a/b', 'a/b//'])
    assert.throws(
      () => apply(hub(prefix)),
      (error: Fault) => error.detail.startsWith('follow.topic: '),
    );
  for (const board of [hub('a/c'), hub(null), hub('a/b', 'virtual')]) assert.is(apply(board).follow?.topic, 'a/b');
});

test.run();
