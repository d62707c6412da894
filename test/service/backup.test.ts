import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '../../src/fault.ts';
import { maskAddress } from '../../src/platform/network/secret-address.ts';
import type { BackupImport } from '../../src/schema/appliance/backup.ts';
import type { State } from '../../src/schema/state.ts';
import { BackupService } from '../../src/service/backup.ts';
import type { PinService } from '../../src/service/pins/pins.ts';
import type { Store } from '../../src/store/store.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { sampleState } from '../support/sample-state.ts';

const test = suite('service/backup');

/** Backups of a state without a disk. */
const rig = (change: (state: State) => State = (state) => state) => {
  const calls: string[] = [];
  const problem = { pins: null as Fault | null, disk: null as Error | null };
  const store = {
    state: change(sampleState()),
    update: async (next: (state: State) => Partial<State>) => {
      if (problem.disk) throw problem.disk;
      store.state = { ...store.state, ...next(store.state) };
      calls.push('stored');
    },
  };
  const pins = {
    requireApart: () => {
      if (problem.pins) throw problem.pins;
    },
  } as unknown as PinService;
  const clock = createFakeClock('2026-03-02T10:00:00Z');
  const backup = new BackupService({
    store: store as unknown as Store,
    clock,
    pins,
    release: async (boardIds) => void calls.push(`release ${boardIds.join()}`),
    restored: async () => void calls.push('restored'),
  });
  /** What the import of a backup of another state comes to. */
  const bring = async (from: State, passphrase?: string | null): Promise<string> => {
    const still = async () => undefined;
    const other = new BackupService({ store: { state: from } as Store, clock, pins, release: still, restored: still });
    const file = await other.export(typeof passphrase === 'string' ? passphrase : null);
    return backup.import({ ...file, ...(passphrase !== undefined && { passphrase }) } as BackupImport).then(
      () => 'done',
      (error: unknown) => {
        if (error instanceof Fault) return `${error.status} ${error.detail}`;
        throw error;
      },
    );
  };
  return { store, backup, bring, calls, problem };
};
const board = (state: State, more: object): State => ({
  ...state,
  boards: state.boards.map((one, at) => (at === 0 ? { ...one, ...more } : one)),
});
const settings = (state: State, more: Partial<State['settings']>): State => ({
  ...state,
  settings: { ...state.settings, ...more },
});
const inbox = (id: string, server: string, secrets: object = {}): State['settings']['inboxes'][number] => ({
  id,
  kind: 'gotify',
  created_at: '2026-03-02T10:00:00.000Z',
  name: 'Notices',
  enabled: true,
  boards: 'all',
  priority: 'normal',
  minutes: null,
  most_per_hour: 30,
  senders: [],
  server,
  topic: '',
  room: '',
  mailbox: '',
  subject: null,
  username: '',
  secrets,
});
const plugin = (state: State, more: object): State => ({
  ...state,
  plugins: { ...state.plugins, weather: { ...state.plugins['weather'], ...more } as State['plugins'][string] },
});

test('what was restored is told, and boards stop before it and go on after it', async () => {
  const { backup, calls, store } = rig();
  const file = await backup.export(null);
  assert.is(file.created_at, '2026-03-02T10:00:00.000Z');
  const { status, restored } = await backup.import(file as unknown as BackupImport);
  assert.equal([status, restored], ['ok', { boards: 2, pages: 1, schedules: 1, collections: 1, plugins: 1 }]);
  assert.equal(calls, ['release ', 'stored', 'restored']);
  assert.equal(store.state.boards[0]?.secrets.local_api_key, 'local-key-of-b1');
});

test('boards of which something else is kept are let go; where modules rest does not count', async () => {
  const devices: [before: object, after: object, released: string][] = [
    [{ b1: { a: 1 } }, { b1: { a: 1 } }, ''],
    [{ b1: { a: 1, resting: [1] } }, { b1: { a: 1 } }, ''],
    [{ b1: { a: 1 } }, { b1: { a: 2 } }, 'b1'],
    [{ b1: { a: 1 } }, {}, 'b1'],
    [{}, { b1: { a: 1 }, b2: { a: 1 } }, 'b1,b2'],
  ];
  for (const [before, after, released] of devices) {
    const { bring, calls } = rig((state) => ({ ...state, devices: before as State['devices'] }));
    assert.is(await bring({ ...sampleState(), devices: after as State['devices'] }), 'done');
    assert.is(calls[0], `release ${released}`);
  }
});

test('boards go on where nothing could be stored', async () => {
  const { bring, calls, problem } = rig();
  problem.disk = new Error('full');
  await bring(sampleState()).catch(() => undefined);
  assert.equal(calls, ['release ', 'restored']);
  const pinned = rig();
  pinned.problem.pins = new Fault(400, 'pin: taken.');
  assert.is(await pinned.bring(sampleState()), '400 pin: taken.');
  assert.equal(pinned.calls, []);
});

test('a board whose id stands for others is refused', async () => {
  for (const [id, named] of [
    ['primary', 'the first board'],
    ['all', 'every board'],
  ] as const) {
    const { bring, calls } = rig();
    const told = await bring(board(sampleState(), { id }));
    assert.is(told, `400 id: "${id}" names ${named} and cannot be an id.`);
    assert.equal(calls, []);
  }
});

test('a file with secrets needs its passphrase, or a word that they are not wanted', async () => {
  const { store, backup } = rig();
  const sealed = {
    ...(await backup.export(null)),
    secrets: { kdf: 'scrypt', salt: '', token: '' },
  } as unknown as BackupImport;
  const fault = await backup.import(sealed).catch((error: unknown) => error);
  assert.match((fault as Fault).detail, /^The backup has secrets/);
  store.state = board(store.state, { secrets: { local_api_key: 'newer' } });
  assert.is((await backup.import({ ...sealed, passphrase: null } as BackupImport)).status, 'ok');
  assert.is(store.state.boards[0]?.secrets.local_api_key, 'newer');
});

const moved = /a secret is stored for it here/;
const BROKER = { driver: 'broker', connection: { url: maskAddress('mqtt://u:p@192.168.1.5') }, flaps: null } as never;
const WEATHER = sampleState().plugins['weather'];
const places: [what: string, here: (state: State) => State, there: (state: State) => State, refused: string | null][] =
  [
    ['the same', (state) => state, (state) => state, null],
    [
      'another broker',
      (state) => settings(state, { mqtt: { ...state.settings.mqtt, broker_host: 'a' } }),
      (state) => settings(state, { mqtt: { ...state.settings.mqtt, broker_host: 'b' } }),
      'settings.mqtt.password',
    ],
    [
      'another broker without a password',
      (state) => settings(state, { mqtt: { ...state.settings.mqtt, broker_host: 'a', secrets: {} } }),
      (state) => settings(state, { mqtt: { ...state.settings.mqtt, broker_host: 'b', secrets: {} } }),
      null,
    ],
    ...(
      [
        ['another server of an inbox', { token: 'word' }, 'i', 'https://b.test', 'settings.inboxes.i.server'],
        ['the same server of an inbox', { token: 'word' }, 'i', 'https://a.test/x', null],
        ['another server of an inbox without a secret', {}, 'i', 'https://b.test', null],
        ['a server of no address', { token: 'word' }, 'i', 'else where', 'settings.inboxes.i.server'],
        ['another inbox', { token: 'word' }, 'j', 'https://b.test', null],
      ] as const
    ).map(([what, secrets, id, server, refused]): (typeof places)[number] => [
      what,
      (state) => settings(state, { inboxes: [inbox('i', 'https://a.test', secrets)] }),
      (state) => settings(state, { inboxes: [inbox(id, server)] }),
      refused,
    ]),
    [
      'another host of a board',
      (state) => state,
      (state) => board(state, { host: '192.168.1.99' }),
      'boards.b1.local_api_key',
    ],
    [
      'another address of a plugin',
      (state) => plugin(state, { config: { server: 'http://a.test' } }),
      (state) => plugin(state, { config: { server: 'http://b.test' } }),
      'plugins.weather',
    ],
    ['another city of a plugin', (state) => state, (state) => plugin(state, { config: { city: 'Rome' } }), null],
    [
      'another address of a plugin without secrets',
      (state) => plugin(state, { config: { server: 'http://a.test' }, secrets: {} }),
      (state) => plugin(state, { config: { server: 'http://b.test' }, secrets: {} }),
      null,
    ],
    ...(
      [
        ['the same masked address of a plugin', maskAddress('http://u:p@a.test/x'), null],
        ['a masked address of a plugin elsewhere', maskAddress('http://u:p@b.test/x'), 'plugins.weather.feed'],
        ['an address of a plugin without a secret', 'http://b.test/x', null],
      ] as const
    ).map(([what, feed, refused]): (typeof places)[number] => [
      what,
      (state) =>
        plugin(state, {
          config: { feed: maskAddress('http://u:p@a.test/x') },
          secrets: { feed: 'http://u:p@a.test/x' },
        }),
      (state) => plugin(state, { config: { feed }, secrets: {} }),
      refused,
    ]),
    [
      'a masked address within the settings of a plugin',
      (state) =>
        plugin(state, {
          config: { home: { feed: maskAddress('http://u:p@a.test/x') } },
          secrets: { home: { feed: 'http://u:p@a.test/x' } },
        }),
      (state) => plugin(state, { config: { home: { feed: maskAddress('http://u:p@b.test/x') } }, secrets: {} }),
      'plugins.weather.home.feed',
    ],
    [
      'the masked broker of a panel',
      (state) =>
        board(state, {
          device_type: 'panel',
          grid_rows: 3,
          grid_cols: 15,
          host: '',
          panel: BROKER,
          secrets: { panel_url: 'mqtt://u:p@192.168.1.5' },
        }),
      (state) =>
        board(state, { device_type: 'panel', grid_rows: 3, grid_cols: 15, host: '', panel: BROKER, secrets: {} }),
      null,
    ],
    [
      'a masked broker of a panel elsewhere',
      (state) =>
        board(state, {
          device_type: 'panel',
          grid_rows: 3,
          grid_cols: 15,
          host: '',
          panel: BROKER,
          secrets: { panel_url: 'mqtt://u:p@192.168.1.5' },
        }),
      (state) =>
        board(state, {
          device_type: 'panel',
          grid_rows: 3,
          grid_cols: 15,
          host: '',
          panel: { driver: 'broker', connection: { url: maskAddress('mqtt://u:p@192.168.1.6') }, flaps: null },
          secrets: {},
        }),
      'boards.b1.panel.connection.url',
    ],
  ];
for (const [what, here, there, refused] of places)
  test(`secrets that are kept stay where they were given to: ${what}`, async () => {
    const { bring, store } = rig(here);
    const before = store.state;
    const told = await bring(there(sampleState()));
    if (refused === null) assert.is(told, 'done');
    else {
      assert.match(told, moved);
      assert.ok(told.startsWith(`400 ${refused}: `), told);
      assert.is(store.state, before, 'and nothing is stored');
    }
  });

test('a plugin that is signed in stays so at the same place, and is signed out at another', async () => {
  const signedIn = { ...WEATHER, config: { server: 'http://a.test' }, secrets: {}, sign_in: { x: 1 } };
  for (const [server, isKept] of [
    ['http://a.test', true],
    ['http://b.test', false],
  ] as const) {
    const { bring, store } = rig((state) => plugin(state, signedIn));
    await bring(plugin(sampleState(), { ...signedIn, config: { server } }));
    assert.is('sign_in' in (store.state.plugins['weather'] ?? {}), isKept, server);
  }
});

test('a plugin whose file is another one keeps no secret', async () => {
  for (const [text, isKept] of [
    ['A', true],
    ['B', false],
  ] as const) {
    const source = (words: string) => ({ source: { text: words, local: false } });
    const { bring, store } = rig((state) => plugin(state, source('A')));
    const told = await bring(plugin(sampleState(), source(text)));
    if (told !== 'done') assert.unreachable(told);
    assert.is(store.state.plugins['weather']?.secrets['token'] === 'plugin-token', isKept, text);
  }
});

test('a backup confirms nothing; what its owner confirmed here counts for the same file', async () => {
  const confirmed = [{ destination: 'a.test' }, { destination: 'http://***@b.test' }] as never;
  const { bring, store } = rig((state) => plugin(state, { confirmed }));
  await bring(plugin(sampleState(), { confirmed: [{ destination: 'evil.test' }] }));
  assert.equal(store.state.plugins['weather']?.confirmed, [{ destination: 'a.test' }]);
  const fresh = rig();
  await fresh.bring(plugin(sampleState(), { confirmed: [{ destination: 'evil.test' }] }));
  assert.equal(fresh.store.state.plugins['weather']?.confirmed, []);
  const off = rig();
  await off.bring(plugin(sampleState(), { enabled: false, confirmed: [{ destination: 'evil.test' }] }));
  assert.not('confirmed' in (off.store.state.plugins['weather'] ?? {}));
});

test('the token of a favourite goes with it, and does not open one that a later backup brings back', async () => {
  const token = (favourite_id: string) => ({ favourite_id, token_hash: 'ab', created_at: '2026-03-01T10:00:00.000Z' });
  const { bring, store } = rig((state) => ({
    ...state,
    favourites: [...state.favourites, ...state.favourites.map((one) => ({ ...one, id: 'f2' }))],
    auth: { ...state.auth, favourite_tokens: [token('f1'), token('f2')] },
  }));
  const before = store.state;
  await bring(sampleState());
  assert.equal(store.state.auth.favourite_tokens, [token('f1')]);
  await bring(before);
  assert.equal(store.state.auth.favourite_tokens, [token('f1')]);
});

test('what another appliance follows is followed under names of its own, the account stays', async () => {
  const { bring, store } = rig((state) => settings(state, { follower_suffix: '-own' }));
  const { auth } = store.state;
  await bring(settings(sampleState(), { follower_suffix: '-theirs' }));
  const other = sampleState().settings.mqtt;
  assert.match(
    store.state.settings.follower_suffix,
    other.instance_id === store.state.settings.mqtt.instance_id ? /^-own$/ : /^-[0-9a-f]{6}$/,
  );
  await bring(settings(sampleState(), { mqtt: { ...other, instance_id: 'another' } }));
  assert.match(store.state.settings.follower_suffix, /^-[0-9a-f]{6}$/);
  assert.is(store.state.auth, auth);
});

test.run();
