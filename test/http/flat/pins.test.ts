import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Pins } from '../../../src/schema/pins.ts';
import { startAppliance } from '../../support/appliance.ts';
import type { Appliance } from '../../support/appliance.ts';

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

test.run();
