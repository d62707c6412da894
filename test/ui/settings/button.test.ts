import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LONG_MS } from '../../../hw/gpio/press.ts';
import { settings } from '../../../ui/strings/settings/settings.ts';

const test = suite('the label of the button');

test('it says how long the button is to be held', () => {
  assert.is(LONG_MS, 10_000);
  assert.is(settings.gpio.long, 'Held for ten seconds');
});

test.run();
