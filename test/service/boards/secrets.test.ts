import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '../../../src/fault.ts';
import type { BoardInstanceWrite, BoardSecrets, Connection, StoredBoard } from '../../../src/schema/boards/boards.ts';
import {
  movedSecretOf,
  requireSameDestinations,
  restorePanelUrl,
  secretsOf,
} from '../../../src/service/boards/secrets.ts';
import { sampleBoard } from '../../support/sample-state.ts';

const test = suite('service/boards/secrets');

const board = (more: object = {}, secrets: BoardSecrets = {}): StoredBoard => ({
  ...sampleBoard('b', secrets),
  ...more,
});
const write = (given: object): BoardInstanceWrite => given as BoardInstanceWrite;
const told = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    if (error instanceof Fault) return `${error.status} ${error.detail}`;
    throw error;
  }
};
const compare = (found: unknown, expected: object | RegExp | null | string): void => {
  if (expected instanceof RegExp) assert.match(String(found), expected);
  else assert.equal(found, expected);
};

const TILES = [
  { row: 0, col: 0, host: '192.168.1.5' },
  { row: 0, col: 1, host: '192.168.1.6' },
];
const KNOWN: BoardSecrets = {
  local_api_key: 'l',
  cloud_key: 'c',
  note_array_token: 'n',
  panel_password: 'p',
  follow_password: 'f',
  tile_keys: { '0,0': 't0', '0,1': 't1' },
};
const tile = (row: number, col: number, host: string, local_api_key: string) => ({ row, col, host, local_api_key });

const kept: [what: string, given: object, expected: object | RegExp, secrets?: BoardSecrets][] = [
  ['nothing', {}, KNOWN],
  ['nulls', { local_api_key: null, cloud_key: null, panel: null, tiles: null }, KNOWN],
  ['***', { local_api_key: '***', cloud_key: '***', note_array_token: '***' }, KNOWN],
  ['another key', { local_api_key: 'x' }, { ...KNOWN, local_api_key: 'x' }],
  ['an empty text', { local_api_key: '' }, { cloud_key: 'c' }, { local_api_key: 'l', cloud_key: 'c' }],
  ['another password', { panel: { connection: { password: 'x' } } }, { ...KNOWN, panel_password: 'x' }],
  ['a password for what is followed', { follow: { password: 'x' } }, { ...KNOWN, follow_password: 'x' }],
  ['following nothing', { follow: null }, { local_api_key: 'l' }, { local_api_key: 'l', follow_password: 'f' }],
  ['*** for none', { cloud_key: '***' }, /^400 cloud_key: \*\*\* stands for a stored secret/, {}],
  ['*** for no password', { panel: { connection: { password: '***' } } }, /^400 panel\.connection\.password: /, {}],
  ['*** for no follower', { follow: { password: '***' } }, /^400 follow\.password: /, {}],
  [
    'keys of tiles',
    { tiles: [tile(0, 0, '192.168.1.5', 'x'), tile(1, 1, '192.168.1.7', '')] },
    { ...KNOWN, tile_keys: { '0,0': 'x', '1,1': '' } },
  ],
  [
    'tiles that change their places',
    { tiles: [tile(1, 0, '192.168.1.6', '***'), tile(0, 0, '192.168.1.5:7000', '***')] },
    { ...KNOWN, tile_keys: { '1,0': 't1', '0,0': 't0' } },
  ],
  [
    'a tile at another host',
    { tiles: [tile(0, 0, '192.168.1.5', '***'), tile(0, 1, '192.168.1.9', '***')] },
    /^400 tiles\[1\]\.local_api_key: \*\*\* keeps the stored secret only while/,
  ],
  [
    'a tile at another port',
    { tiles: [tile(0, 0, '192.168.1.5:7001', '***')] },
    /^400 tiles\[0\]\.local_api_key: \*\*\* keeps/,
  ],
  [
    'a tile that had no key',
    { tiles: [tile(0, 2, '192.168.1.7', '***')] },
    /^400 tiles\[0\]\.local_api_key: \*\*\* stands for a stored secret/,
  ],
];
for (const [what, given, expected, secrets = KNOWN] of kept)
  test(`secrets after ${what}`, () => {
    const before = board({ tiles: TILES }, secrets);
    const copy = structuredClone(before);
    compare(
      told(() => secretsOf(write(given), before)),
      expected,
    );
    assert.equal(before, copy, 'what was stored stays as it was');
  });

const panel = (connection: object): Partial<StoredBoard> => ({
  panel: { driver: 'broker', connection } as unknown as StoredBoard['panel'],
});
const follow = (url: string | null) => ({ follow: { topic: 't', url, username: '', ca_certificate: '' } });
const LOCAL = { local_api_key: 'l' };
const moves: [what: string, before: [object, BoardSecrets], after: object, moved: string | null][] = [
  ['the same host', [{ host: 'a' }, LOCAL], { host: 'A:7000' }, null],
  ['another host', [{ host: 'a' }, LOCAL], { host: 'b' }, 'local_api_key'],
  ['another port', [{ host: 'a' }, LOCAL], { host: 'a:7001' }, 'local_api_key'],
  ['a host where there was none', [{ host: '' }, LOCAL], { host: 'a' }, 'local_api_key'],
  ['no host any more', [{ host: 'a' }, LOCAL], { host: '' }, null],
  ['another host without a key', [{ host: 'a' }, { local_api_key: '' }], { host: 'b' }, null],
  ['the same broker', [panel({ url: 'mqtt://a' }), { panel_password: 'p' }], panel({ url: 'mqtt://A:1883/' }), null],
  [
    'another broker',
    [panel({ url: 'mqtt://a' }), { panel_password: 'p' }],
    panel({ url: 'mqtt://b' }),
    'panel.connection.password',
  ],
  [
    'another scheme',
    [panel({ url: 'mqtt://a' }), { panel_password: 'p' }],
    panel({ url: 'mqtts://a' }),
    'panel.connection.password',
  ],
  ['another broker without a password', [panel({ url: 'mqtt://a' }), {}], panel({ url: 'mqtt://b' }), null],
  ['no broker any more', [panel({ url: 'mqtt://a' }), { panel_password: 'p' }], panel({ url: null }), null],
  [
    'a device where there was none',
    [panel({}), { panel_password: 'p' }],
    panel({ host: 'a' }),
    'panel.connection.password',
  ],
  ['the same device', [panel({ host: 'a' }), { panel_password: 'p' }], panel({ host: 'A' }), null],
  ['no panel any more', [panel({ url: 'mqtt://a' }), { panel_password: 'p' }], { panel: null }, null],
  ['the same hub', [follow('mqtt://a'), { follow_password: 'f' }], follow('mqtt://A:1883'), null],
  ['another hub', [follow('mqtt://a'), { follow_password: 'f' }], follow('mqtt://b'), 'follow.password'],
  ['another hub of no address', [follow('some hub'), { follow_password: 'f' }], follow('other hub'), 'follow.password'],
  ['the hub of the settings', [follow('mqtt://a'), { follow_password: 'f' }], follow(null), 'follow.password'],
  ['no hub any more', [follow('mqtt://a'), { follow_password: 'f' }], { follow: null }, null],
  ['another hub without a password', [follow('mqtt://a'), {}], follow('mqtt://b'), null],
];
const FIELDS: Readonly<Record<string, (value: string) => object>> = {
  local_api_key: (value) => ({ local_api_key: value }),
  'panel.connection.password': (value) => ({ panel: { connection: { password: value } } }),
  'follow.password': (value) => ({ follow: { topic: 't', password: value } }),
};
for (const [what, [given, secrets], after, moved] of moves)
  test(`a board with ${what} ${moved === null ? 'keeps its secrets' : `would send its ${moved} elsewhere`}`, () => {
    const [before, next] = [board(given, secrets), board({ ...given, ...after }, secrets)];
    assert.is(movedSecretOf(before, next), moved);
    const check = (sent: object) => told(() => requireSameDestinations(write(sent), before, next));
    for (const [field, of] of Object.entries(FIELDS)) {
      const isRefused = field === moved;
      compare(
        check(of('***')),
        moved === null ? (undefined as never) : new RegExp(`^400 ${moved.replaceAll('.', '\\.')}: `),
      );
      if (isRefused) assert.is(check(of('another')), undefined, 'a secret that is sent is one for the new place');
    }
    if (moved === null) assert.is(check({}), undefined);
    else assert.match(String(check({})), /^400 /);
  });

test('a tile with a key that would go elsewhere is named', () => {
  const before = board({ tiles: TILES }, { tile_keys: { '0,1': 't1' } });
  const moved = (...hosts: string[]): string | null =>
    movedSecretOf(before, board({ tiles: hosts.map((host, col) => ({ row: 0, col, host })) }));
  assert.equal(
    [
      moved('192.168.1.9', '192.168.1.6'),
      moved('192.168.1.5', '192.168.1.9'),
      moved('192.168.1.5', ''),
      moved('192.168.1.5'),
      movedSecretOf(before, board({ tiles: null })),
      movedSecretOf(board({ tiles: null }, { tile_keys: { '0,0': 't' } }), board({ tiles: TILES })),
    ],
    [null, 'tiles[1].local_api_key', null, null, null, 'tiles[0].local_api_key'],
  );
});

const addresses: [
  what: string,
  sent: string | null,
  stored: string | null,
  secret: string | undefined,
  expected: string | RegExp | null,
][] = [
  ['none', null, 'mqtt://a', undefined, null],
  ['one without secrets', 'mqtt://b', 'mqtt://a', undefined, 'mqtt://b'],
  ['the masked one', 'mqtt://u:***@a', 'mqtt://u:***@a', 'mqtt://u:p@a', 'mqtt://u:p@a'],
  [
    'the masked one at another place',
    'mqtt://u:***@b',
    'mqtt://u:***@a',
    'mqtt://u:p@a',
    /^400 panel\.connection\.url: \*\*\* keeps/,
  ],
  ['the masked one of which nothing is stored', 'mqtt://u:***@a', 'mqtt://u:***@a', undefined, 'mqtt://u:***@a'],
  [
    'a masked one where nothing was secret',
    'mqtt://u:***@a',
    'mqtt://a',
    undefined,
    /^400 panel\.connection\.url: \*\*\* stands/,
  ],
];
for (const [what, url, stored, panel_url, expected] of addresses)
  test(`the address of a panel's broker: ${what}`, () => {
    const before = board(panel({ url: stored }), panel_url === undefined ? {} : { panel_url });
    const connection = { url, topic_prefix: 't' } as unknown as Connection;
    const found = told(() => restorePanelUrl(connection, before));
    if (expected instanceof RegExp) assert.match(String(found), expected);
    else assert.equal(found, { url: expected, topic_prefix: 't' });
  });

test.run();
