import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { geometryOf } from '../../../src/core/flaps/geometry.ts';
import type { BoardInstance } from '../../../src/schema/boards/boards.ts';
import {
  PLAIN_PANEL,
  newForm,
  toForm,
  toWrite,
  wayOf,
  withoutSecrets,
} from '../../../ui/settings/boards/board-form.ts';

const test = suite('ui/settings/boards/board-form');

const stored = (more: Partial<BoardInstance> = {}): BoardInstance => {
  const { way: _way, ...board } = newForm('flagship', { name: 'Hall' });
  return { ...board, id: 'a', ...more };
};

test('how a board is reached is seen from what is stored of it', () => {
  assert.is(wayOf(stored()), 'screen');
  assert.is(wayOf(stored({ host: '10.0.0.2' })), 'local');
  assert.is(wayOf(stored({ api_mode: 'cloud', cloud_key: '***' })), 'cloud');
  assert.is(
    wayOf(
      stored({
        device_type: 'note_array',
        tiles: [{ row: 0, col: 0, host: '10.0.0.2', local_api_key: '', enabled: true }],
      }),
    ),
    'local',
  );
});

test('what was read and not changed is written as it was', () => {
  const board = stored({ host: '10.0.0.2', local_api_key: '***', api_mode: 'local' });
  const { id: _id, tiles: _none, ...rest } = board;
  assert.equal(toWrite(toForm(board)), rest);
});

test('a board that goes back to the screen loses its addresses and keys', () => {
  const written = toWrite({ ...toForm(stored({ host: '10.0.0.2', local_api_key: '***' })), way: 'screen' });
  assert.equal([written.host, written.local_api_key], ['', '']);
  const array = toWrite({
    ...newForm('note_array'),
    tiles: [{ row: 0, col: 0, host: 'x', local_api_key: '***', enabled: true }],
    way: 'screen',
  });
  assert.equal(array.tiles, []);
});

test('Notes without an address are left out, and so is an empty name', () => {
  const tiles = [
    { row: 0, col: 0, host: ' ', local_api_key: '', enabled: true },
    { row: 0, col: 1, host: '10.0.0.3', local_api_key: 'k', enabled: true },
  ];
  const written = toWrite({ ...newForm('note_array'), name: '  ', way: 'local', tiles });
  assert.equal(written.tiles, [tiles[1]]);
  assert.not('name' in written);
});

test('the size follows the kind, and a wall what was typed', () => {
  const size = (form: Parameters<typeof geometryOf>[0]) => [geometryOf(form).rows, geometryOf(form).cols];
  assert.equal(size(newForm('note')), [3, 15]);
  assert.equal(size(newForm('note_array', { notes_wide: 3, notes_tall: 2 })), [6, 45]);
  assert.equal(size(newForm('panel', { grid_rows: 4, grid_cols: 40 })), [4, 40]);
});

test('the browser keeps no key and no password', () => {
  const typed = withoutSecrets({
    name: 'Hall',
    local_api_key: 'one',
    cloud_key: 'two',
    note_array_token: 'three',
    panel: { ...PLAIN_PANEL, driver: 'mqtt-text', connection: { url: 'mqtt://x', password: 'four' } },
    tiles: [{ row: 0, col: 0, host: 'y', local_api_key: 'five', enabled: true }],
  });
  assert.not.match(JSON.stringify(typed), /one|two|three|four|five/);
  assert.is(typed.name, 'Hall');
  assert.is(typed.panel?.connection.url, 'mqtt://x');
  assert.is(typed.tiles?.[0]?.host, 'y');
});

test('a secret that is stored stays so', () => {
  const kept = withoutSecrets({
    panel: { ...PLAIN_PANEL, connection: { password: '***' } },
    tiles: [{ row: 0, col: 0, host: 'y', local_api_key: '***', enabled: true }],
  });
  assert.equal([kept.panel?.connection.password, kept.tiles?.[0]?.local_api_key], ['***', '***']);
});

test.run();
