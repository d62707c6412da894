import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../src/platform/clock.ts';
import { createDriver } from '../../hw/create-driver.ts';
import type { Panel, StoredBoard } from '../../src/schema/boards/boards.ts';
import { frameOf, never, someGrid, withEmulator } from './rig.ts';

const test = suite('choice of a driver');

const boardOf = (change: Partial<StoredBoard>): StoredBoard => ({
  id: 'b',
  name: 'B',
  device_type: 'flagship',
  board_color: 'black',
  code62_glyph: 'degree',
  api_mode: 'local',
  host: '',
  notes_wide: 1,
  notes_tall: 1,
  grid_rows: null,
  grid_cols: null,
  panel: null,
  tiles: null,
  local_api_port: null,
  critical_passes: 'silence',
  follow: null,
  enabled: true,
  schedule_enabled: true,
  paused: false,
  default_page_id: null,
  secrets: {},
  ...change,
});

const deps = { clock: systemClock };
const panel = (driver: string): Panel =>
  ({
    driver,
    connection: {},
    flaps: null,
    modules: { layout: 'rows', first: 0 },
    max_moving: null,
    land_together: false,
  }) as Panel;
const tile = (row: number, col: number, host = '127.0.0.1', enabled = true) => ({ row, col, host, enabled });

const CHOICES: readonly (readonly [string, Partial<StoredBoard>, string])[] = [
  ['a flagship without any address or key', {}, 'virtual'],
  ['a note array without any address or key', { device_type: 'note_array' }, 'virtual'],
  [
    'a panel without hardware',
    { device_type: 'panel', grid_rows: 6, grid_cols: 22, panel: panel('virtual') },
    'virtual',
  ],
  ['a flagship on the LAN', { host: '192.168.1.2', secrets: { local_api_key: 'k' } }, 'vestaboard-local'],
  [
    'a note on the LAN',
    { device_type: 'note', host: 'note.local:7001', secrets: { local_api_key: 'k' } },
    'vestaboard-local',
  ],
  ['a flagship in the cloud', { api_mode: 'cloud', secrets: { cloud_key: 'k' } }, 'vestaboard-cloud-rw'],
  [
    'a note in the cloud',
    { device_type: 'note', api_mode: 'cloud', secrets: { cloud_key: 'k' } },
    'vestaboard-cloud-rw',
  ],
  [
    'a note array in the cloud',
    { device_type: 'note_array', api_mode: 'cloud', secrets: { note_array_token: 't' } },
    'vestaboard-cloud',
  ],
  [
    'a note array on the LAN',
    {
      device_type: 'note_array',
      notes_wide: 2,
      tiles: [tile(0, 0), tile(0, 1)],
      secrets: { tile_keys: { '0,0': 'a', '0,1': 'b' } },
    },
    'vestaboard-tiles',
  ],
  [
    'a note array with a disabled Note that lacks everything',
    {
      device_type: 'note_array',
      notes_wide: 2,
      tiles: [tile(0, 0), tile(0, 1, '', false)],
      secrets: { tile_keys: { '0,0': 'a' } },
    },
    'vestaboard-tiles',
  ],
];
for (const [name, change, kind] of CHOICES)
  test(`${name}: ${kind}`, () => assert.is(createDriver(boardOf(change), deps).kind, kind));

const MISSING: readonly (readonly [string, Partial<StoredBoard>, RegExp])[] = [
  ['no host', { secrets: { local_api_key: 'k' } }, /The board needs a host/],
  ['a blank host', { host: '  ', secrets: { local_api_key: 'k' } }, /The board needs a host/],
  ['no key', { host: '192.168.1.2' }, /needs its Local API key/],
  ['a blank key', { host: '192.168.1.2', secrets: { local_api_key: ' ' } }, /needs its Local API key/],
  ['a host that is none', { host: 'http://x', secrets: { local_api_key: 'k' } }, /not a name or an IP address/],
  ['cloud without its key', { api_mode: 'cloud', host: 'x' }, /needs its Read\/Write key/],
  [
    'cloud with only the local key',
    { api_mode: 'cloud', secrets: { local_api_key: 'k' } },
    /needs its Read\/Write key/,
  ],
  [
    'array in the cloud with only the board key',
    { device_type: 'note_array', api_mode: 'cloud', secrets: { cloud_key: 'k' } },
    /needs its Cloud API token/,
  ],
  ['array without Notes', { device_type: 'note_array', host: 'x' }, /at least one enabled Note/],
  [
    'array whose Notes are all disabled',
    { device_type: 'note_array', tiles: [tile(0, 0, 'x', false)] },
    /at least one enabled Note/,
  ],
  ['array whose Notes are below it', { device_type: 'note_array', tiles: [tile(1, 0)] }, /at least one enabled Note/],
  [
    'array whose Notes are to the right of it',
    { device_type: 'note_array', tiles: [tile(0, 1)] },
    /at least one enabled Note/,
  ],
  [
    'array with a Note without a key',
    { device_type: 'note_array', tiles: [tile(0, 0)] },
    /The Note at tile row 0, column 0 needs its Local API key/,
  ],
  [
    'array with a Note without a host',
    { device_type: 'note_array', tiles: [tile(0, 0, '')], secrets: { tile_keys: { '0,0': 'a' } } },
    /The Note at tile row 0, column 0 needs a host/,
  ],
];
for (const [name, change, sentence] of MISSING)
  test(`${name} is told in a sentence`, () => assert.throws(() => createDriver(boardOf(change), deps), sentence));

test('a panel driver that is not there is told in a sentence', () => {
  assert.throws(
    () => createDriver(boardOf({ device_type: 'panel', panel: panel('semaphore') }), deps),
    /no driver "semaphore"/,
  );
});

test('the port of a host counts', () =>
  withEmulator({}, async (emulator) => {
    const driver = createDriver(
      boardOf({ host: `127.0.0.1:${emulator.port}`, secrets: { local_api_key: ` ${emulator.key}\n` } }),
      deps,
    );
    await driver.start();
    assert.is((await driver.write(frameOf(someGrid(6, 22)), never())).status, 'sent');
    await driver.stop();
  }));

for (const [name, change, url] of [
  ['Read/Write', { api_mode: 'cloud', device_type: 'flagship' }, 'readWriteUrl'],
  ['token', { api_mode: 'cloud', device_type: 'note_array', notes_wide: 2 }, 'cloudUrl'],
] as const) {
  test(`another address of the ${name} API counts`, () =>
    withEmulator(
      { type: 'cloud', tiles: change.device_type === 'note_array' ? { wide: 2, tall: 1 } : undefined },
      async (emulator) => {
        const driver = createDriver(
          boardOf({ ...change, secrets: { cloud_key: emulator.key, note_array_token: emulator.token } }),
          { ...deps, [url]: emulator.url },
        );
        await driver.start();
        const grid = change.device_type === 'note_array' ? someGrid(3, 30) : someGrid(6, 22);
        assert.is((await driver.write(frameOf(grid), never())).status, 'sent');
        await driver.stop();
      },
    ));
}

test('tiles find their own key', () =>
  withEmulator({ type: 'note_array', tiles: { wide: 1, tall: 2 } }, async (emulator) => {
    const tiles = emulator.boards.map(({ row, col, station }) => tile(row, col, `127.0.0.1:${station.port}`));
    const tile_keys = Object.fromEntries(
      emulator.boards.map(({ row, col, credentials }) => [`${row},${col}`, credentials.key]),
    );
    const driver = createDriver(
      boardOf({ device_type: 'note_array', notes_tall: 2, tiles, secrets: { tile_keys } }),
      deps,
    );
    await driver.start();
    assert.is((await driver.write(frameOf(someGrid(6, 15)), never())).status, 'sent');
    await driver.stop();
  }));

test.run();
