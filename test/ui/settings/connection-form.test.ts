import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PanelDriver } from '../../../src/schema/boards/wiring.ts';
import { PLAIN_PANEL } from '../../../ui/settings/boards/board-form.ts';
import {
  fieldsOf,
  numbersIn,
  putValue,
  takeDriver,
  takeWay,
  wayOf,
} from '../../../ui/settings/boards/connection-form.ts';

const test = suite('ui/settings/boards/connection-form');

const SIZE = { rows: 6, cols: 22 };

const field = (name: string, usual: PanelDriver['fields'][number]['usual'] = null): PanelDriver['fields'][number] => ({
  name,
  title: name,
  hint: null,
  input: 'text',
  required: false,
  usual,
  min: null,
  max: null,
  choices: [],
  ports: null,
  wires: [],
});

const driver = (change: Partial<PanelDriver> = {}): PanelDriver => ({
  kind: 'mbus',
  label: 'Wall',
  summary: 'A wall',
  fields: [field('path'), field('baud_rate'), field('url'), field('username')],
  ways: [
    { label: 'Serial port', fields: ['path', 'baud_rate'] },
    { label: 'MQTT gateway', fields: ['url', 'username'] },
  ],
  flaps: null,
  grid: null,
  most: null,
  modules: true,
  tells: { read_back: 'no', restart: false, health: false, actions: false },
  found: 'none',
  emulator: null,
  ...change,
});

const WAYS: readonly (readonly [string, object, number])[] = [
  ['nothing', {}, 0],
  ['a path', { path: '/dev/x' }, 0],
  ['no address', { path: '/dev/x', url: null }, 0],
  ['an address', { url: 'mqtt://x' }, 1],
  ['an address that is being typed', { url: '', path: '/dev/x' }, 1],
  ['only something that belongs to the other way', { username: 'x' }, 0],
];
for (const [name, connection, way] of WAYS)
  test(`a connection with ${name} takes way ${way}`, () => assert.is(wayOf(driver(), connection), way));

test('only the fields of the way that is taken are drawn; without ways, all of them', () => {
  const names = (one: PanelDriver, connection: object) => fieldsOf(one, connection).map(({ name }) => name);
  assert.equal(names(driver(), {}), ['path', 'baud_rate']);
  assert.equal(names(driver(), { url: '' }), ['url', 'username']);
  assert.equal(names(driver({ ways: [] }), {}), ['path', 'baud_rate', 'url', 'username']);
});

test('another way takes away what leads to the others', () => {
  assert.equal(takeWay(driver(), 1), { path: null, url: '' });
  assert.equal(takeWay(driver(), 0), { path: null, url: null });
});

test('what is emptied is null, but for the field that keeps to a way', () => {
  assert.equal(putValue(driver(), 'path', ''), { path: null });
  assert.equal(putValue(driver(), 'username', ''), { username: null });
  assert.equal(putValue(driver(), 'url', ''), { url: '' });
  assert.equal(putValue(driver(), 'baud_rate', 9600), { baud_rate: 9600 });
});

test('another driver brings what its fields begin with, and its size where it has but one', () => {
  const units = driver({ fields: [field('bus', 1)], ways: [] });
  assert.equal(takeDriver(PLAIN_PANEL, units, SIZE), {
    panel: { ...PLAIN_PANEL, driver: 'mbus', connection: { bus: 1 } },
  });
  const known = { ...PLAIN_PANEL, connection: { bus: 3 } };
  assert.equal(takeDriver(known, units, SIZE).panel.connection, { bus: 3 });
  const { grid_rows, grid_cols } = takeDriver(PLAIN_PANEL, driver({ grid: { rows: 16, cols: 32 } }), SIZE);
  assert.equal([grid_rows, grid_cols], [16, 32]);
  const small = takeDriver(PLAIN_PANEL, driver({ most: { rows: 1, cols: 8 } }), SIZE);
  assert.equal([small.grid_rows, small.grid_cols], [1, 8], 'as large as there is room for');
  const roomy = takeDriver(PLAIN_PANEL, driver({ most: { rows: 10, cols: 99 } }), SIZE);
  assert.equal([roomy.grid_rows, roomy.grid_cols], [6, 22]);
});

test('numbers are read however they are separated', () => {
  assert.equal(numbersIn('17, 27;22 5'), [17, 27, 22, 5]);
  assert.equal(numbersIn(''), []);
});

test.run();
