import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nextDayWith } from '../../../ui/kit/moment-fields.tsx';
import { setZone } from '../../../ui/kit/zone.ts';

const test = suite('ui/kit/moment-fields');

const NOON = Date.parse('2026-12-31T11:00:00Z');

for (const [what, time, now, day] of [
  ['is today while it is to come', '12:01', NOON, '2026-12-31'],
  ['is tomorrow once it is over', '11:59', NOON, '2027-01-01'],
  ['is tomorrow in the minute that runs', '12:00', NOON, '2027-01-01'],
  ['goes by the day of the appliance', '00:30', Date.parse('2026-12-30T23:15:00Z'), '2026-12-31'],
] as const) {
  test(`the next time of day ${what}`, () => {
    setZone('Europe/Berlin');
    assert.is(nextDayWith(time, now), day);
  });
}

test.run();
