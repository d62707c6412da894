import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Pins } from '../../../src/schema/boards/pins.ts';
import { startAppliance, type Appliance } from '../../support/appliance.ts';

const test = suite('http/flat/pins');

let appliance: Appliance;
test.before(async () => {
  appliance = await startAppliance();
});
test.after(() => appliance.close());

test('the pins of the header, with their places and who has them', async () => {
  const { status, body } = await appliance.call<Pins>('GET', '/settings/pins');
  assert.is(status, 200);
  assert.is(body.pins.length, 28);
  assert.is(new Set(body.pins.map(({ position }) => position)).size, 28);
  const told = (pin: number) => body.pins.find((one) => one.pin === pin);
  assert.is(told(17)?.position, 11);
  assert.is(told(17)?.used_by, 'the button');
  assert.is(told(27)?.used_by, 'the light');
  assert.is(told(12)?.free, true);
});

test('the button and the light never share a pin', async () => {
  const { status, body } = await appliance.call('PUT', '/settings/gpio', { led: { pin: 17 } });
  assert.is(status, 400);
  assert.is(body['detail'], "led.pin: GPIO17 is the button's already.");
});

const wall = (pins: readonly number[], name = 'Wall') => ({
  device_type: 'panel',
  name,
  grid_rows: 1,
  grid_cols: 1,
  panel: { driver: 'gpio-steppers', connection: { pins } },
});

test('a board with a pin of the button is refused, by field, pin and user; the others are taken', async () => {
  const refused = await appliance.call('POST', '/settings/board/add', wall([12, 13, 17, 18, 4]));
  assert.is(refused.status, 400);
  assert.is(
    refused.body['detail'],
    'panel.connection.pins: GPIO17 (pin 11) is used by the button; coil 3 of module 0 of the board "Wall" needs another pin.',
  );
  assert.is((await appliance.call('POST', '/settings/board/add', wall([12, 13, 16, 18, 4]))).status, 201);
  const { body } = await appliance.call<Pins>('GET', '/settings/pins');
  assert.is(body.pins.find(({ pin }) => pin === 4)?.used_by, 'sensor of module 0 of the board "Wall"');
  const second = await appliance.call('POST', '/settings/board/add', wall([19, 20, 21, 22, 4], 'Second'));
  assert.is(second.status, 400);
  assert.match(
    String(second.body['detail']),
    /^panel\.connection\.pins: GPIO4 \(pin 7\) is used by sensor of module 0/,
  );
});

test('the button and the light get no pin of a board', async () => {
  const { status, body } = await appliance.call('PUT', '/settings/gpio', { button: { pin: 16 } });
  assert.is(status, 400);
  assert.is(
    body['detail'],
    'button.pin: GPIO16 (pin 36) is used by coil 3 of module 0 of the board "Wall"; the button needs another pin.',
  );
  assert.is((await appliance.call('PUT', '/settings/gpio', { button: { pin: 23 } })).status, 200);
});

test('boards that are put back as they were answered pass, and a change that takes a pin does not', async () => {
  const { body } = await appliance.call<{ boards: Record<string, unknown>[] }>('GET', '/settings/board');
  assert.is((await appliance.call('PUT', '/settings/board', { boards: body.boards })).status, 200);
  const [first, second] = body.boards;
  const changed = { ...second, panel: wall([12, 13, 16, 18, 23]).panel };
  const { status, body: said } = await appliance.call('PUT', '/settings/board', { boards: [first, changed] });
  assert.is(status, 400);
  assert.match(String(said['detail']), /GPIO23 \(pin 16\) is used by the button; sensor of module 0/);
});

test.run();
