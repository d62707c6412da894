import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardSettings, StoredBoard } from '../../../src/schema/boards/boards.ts';
import { startAppliance, type Appliance } from '../../support/appliance.ts';
import { until } from '../../support/until.ts';

const test = suite<{ appliance: Appliance }>('http/flat/pin-users');
test.before.each(async (context) => {
  context.appliance = await startAppliance({ env: { SERVICE_GPIO_LED: '22' } });
});
test.after.each(({ appliance }) => appliance.close());

const wall = (pins: readonly number[] | null, panel: object = {}) => ({
  device_type: 'panel',
  name: 'Wall',
  grid_rows: 1,
  grid_cols: 1,
  panel: { driver: 'gpio-steppers', connection: { pins }, ...panel },
});
const chain = (connection: object, grid_cols = 1) => ({
  ...wall(null),
  grid_cols,
  panel: { driver: 'shift-steppers', connection },
});
const PINS = [12, 13, 16, 18, 4];
const add = (appliance: Appliance, body: object) =>
  appliance.call<BoardSettings & { detail: string }>('POST', '/settings/board/add', body);
const idOf = ({ body }: { body: BoardSettings }): string => body.boards.at(-1)?.id ?? '';

for (const [name, body, detail] of [
  ['no pins', wall(null), /^panel\.connection\.pins: The panel needs its pins/],
  ['a map beyond the pins', wall(PINS, { modules: [{ row: 0, col: 0, address: 1 }] }), /^panel\.modules: .* module 1 /],
  ['an empty map', wall(PINS, { modules: [] }), /^panel\.modules: /],
  ['a reel with one flap', wall(PINS, { flaps: 'A' }), /^panel\.flaps: /],
  ['no length of the chain', chain({}), /^panel\.connection\.chain: /],
  ['a chain shorter than the map', chain({ chain: 2 }, 3), /^panel\.modules: .* module 2 .* from 0 to 1/],
  ['a device that is no path', chain({ chain: 1, device: 'spidev0.0' }), /^panel\.connection\.device: /],
  ['a device elsewhere', chain({ chain: 1, device: '/dev/../etc/x0.0' }), /^panel\.connection\.device: /],
  ['three pins of four', chain({ chain: 1, data_pin: 5, clock_pin: 6, latch_pin: 7 }), /read_pin: .*data in/],
] as const)
  test(`a wall with ${name} is refused, by field and module`, async ({ appliance }) => {
    const refused = await add(appliance, body);
    assert.is(refused.status, 400);
    assert.match(refused.body.detail, detail);
    const { boards } = (await appliance.call<BoardSettings>('GET', '/settings/board')).body;
    const put = await appliance.call('PUT', '/settings/board', { boards: [...boards, body] });
    assert.is(put.status, 400);
    assert.match(String(put.body['detail']), detail);
  });

test('a wall that was unusable before stands in the way of no other change', async ({ appliance }) => {
  const id = idOf(await add(appliance, wall(PINS)));
  const spoil = (board: StoredBoard): StoredBoard =>
    board.id === id && board.panel ? { ...board, panel: { ...board.panel, modules: [] } } : board;
  await appliance.app.store.update(({ boards }) => ({ boards: boards.map(spoil) }));
  const { boards } = (await appliance.call<BoardSettings>('GET', '/settings/board')).body;
  const named = boards.map((board) => ({ ...board, name: 'Other' }));
  assert.is((await appliance.call('PUT', '/settings/board', { boards: named })).status, 200);
});

test('of two that want a pin at the same time one gets it', async ({ appliance }) => {
  const answers = await Promise.all([
    add(appliance, wall(PINS)),
    appliance.call('PUT', '/settings/gpio', { button: { pin: 12 } }),
    add(appliance, wall([19, 20, 21, 23, 12])),
  ]);
  assert.is(answers.filter(({ status }) => status < 300).length, 1);
});

for (const device of [
  '/dev/spidev0.0',
  undefined,
  null,
  '',
  ' ',
  '/dev/spidev0.0 ',
  '/dev//spidev0.0',
  '/dev/./spidev0.0',
])
  test(`the pins of SPI have one user, however its device is written: ${JSON.stringify(device)}`, async ({
    appliance,
  }) => {
    await add(appliance, chain({ chain: 1, device: '/dev/spidev0.0' }));
    const refused = await add(appliance, chain({ chain: 1, device }));
    assert.is(refused.status, 400);
    assert.match(
      refused.body.detail,
      /^panel\.connection\.device: GPIO7 \(pin 26\) is used by CE1 of the board "Wall"/,
    );
    const button = await appliance.call('PUT', '/settings/gpio', { button: { pin: 10 } });
    assert.is(button.status, 400);
  });

test('a wall that was switched off gets its pins back only while nobody else has them', async ({ appliance }) => {
  const off = idOf(await add(appliance, { ...wall(PINS), enabled: false }));
  const on = await add(appliance, wall([...PINS.slice(0, 4), 19]));
  assert.is(on.status, 201);
  const { boards } = (await appliance.call<BoardSettings>('GET', '/settings/board')).body;
  const both = boards.map((board) => ({ ...board, enabled: true }));
  const refused = await appliance.call('PUT', '/settings/board', { boards: both });
  assert.is(refused.status, 400);
  assert.match(String(refused.body['detail']), /GPIO12 .* is used by coil 1 of module 0 of the board "Wall"/);
  const swapped = boards.map((board) => ({ ...board, enabled: board.id === off || board.device_type !== 'panel' }));
  assert.is((await appliance.call('PUT', '/settings/board', { boards: swapped })).status, 200);
  assert.is((await appliance.call('PUT', '/settings/gpio', { button: { enabled: false, pin: 13 } })).status, 200);
  const button = await appliance.call('PUT', '/settings/gpio', { button: { enabled: true } });
  assert.is(button.status, 400);
  assert.match(String(button.body['detail']), /^button\.pin: GPIO13/);
});

test('no pin of another user is tried out', async ({ appliance }) => {
  const refused = await appliance.call('POST', '/config/board/test', wall([17, 13, 16, 18, 4]));
  assert.is(refused.status, 400);
  assert.match(String(refused.body['detail']), /^panel\.connection\.pins: GPIO17 \(pin 11\) is used by the button/);
});

test('a wall that runs is not tried out beside itself', async ({ appliance }) => {
  const board_id = idOf(await add(appliance, wall(PINS)));
  const { status, body } = await appliance.call('POST', '/config/board/test', { ...wall(PINS), board_id });
  assert.is(status, 200);
  assert.is(body['code'], 'port_busy');
});

test('a backup in which two want one pin is refused', async ({ appliance }) => {
  await add(appliance, wall(PINS));
  type File = { data: { settings: { gpio: { button: { pin: number } } } } };
  const file = (await appliance.call<File>('GET', '/backup/export')).body;
  file.data.settings.gpio.button.pin = 16;
  const refused = await appliance.call('POST', '/backup/import', file);
  assert.is(refused.status, 400);
  assert.match(String(refused.body['detail']), /GPIO16 is used by the button; coil 3 of module 0 of the board "Wall"/);
  file.data.settings.gpio.button.pin = 23;
  assert.is((await appliance.call('POST', '/backup/import', file)).status, 200);
});

test('a board whose pin was given to the light by the environment says so, and leaves it alone', async ({
  appliance,
}) => {
  const id = idOf(await add(appliance, wall(PINS)));
  const move = (board: StoredBoard): StoredBoard =>
    board.id === id && board.panel
      ? { ...board, panel: { ...board.panel, connection: { ...board.panel.connection, pins: [12, 13, 16, 18, 22] } } }
      : board;
  await appliance.app.store.update(({ boards }) => ({ boards: boards.map(move) }));
  await appliance.restart();
  type Status = { boards: Record<string, { error: string | null }> };
  let error: string | null = null;
  await until(async () => {
    error = (await appliance.call<Status>('GET', '/v1/status')).body.boards[id]?.error ?? null;
    return error !== null;
  });
  assert.match(String(error), /GPIO22 is used by the light: sensor of module 0 of the board "Wall" needs another pin/);
});

test.run();
