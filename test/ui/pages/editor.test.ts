import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { liveDataIn } from '../../../ui/home/composition.ts';
import { withoutPadding } from '../../../ui/pages/editor/placement.ts';
import { titleOf } from '../../../ui/pages/editor/vocabulary.ts';

const test = suite('writing pages and messages');

for (const [name, description, title] of [
  ['temperature_high', '', 'Temperature high'],
  ['time_24h', 'hours and minutes, 24 hours.', 'Hours and minutes, 24 hours'],
  ['forecast.*.high', '', 'Forecast 1, high'],
  ['sensor.kitchen', '', 'Sensor, kitchen'],
] as const) {
  test(`a variable for people: ${title}`, () => assert.is(titleOf(name, description), title));
}

for (const [line, expected] of [
  ['      HELLO', 'HELLO'],
  ['  A  B  ', 'A  B'],
  ['   ', ''],
  ['{{date_time.time}} ', '{{date_time.time}}'],
] as const) {
  test(`another alignment drops the padding of "${line}"`, () => assert.is(withoutPadding(line), expected));
}

for (const [text, found] of [
  ['HELLO {red}', null],
  ['IT IS {{weather.temperature}} NOW', '{{weather.temperature}}'],
  ['BEGUN {{weath', '{{'],
] as const) {
  test(`live data in a message: ${text}`, () => assert.is(liveDataIn(text), found));
}

test.run();
