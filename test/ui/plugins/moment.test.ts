import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { momentOf } from '../../../ui/plugins/settings/special-fields.tsx';

const test = suite('a date with a time in the settings of a plugin');

test('a day without a time is its beginning, and a time without a day is nothing yet', () => {
  assert.is(momentOf('2026-12-24', '18:30'), '2026-12-24T18:30');
  assert.is(momentOf('2026-12-24', ''), '2026-12-24T00:00');
  assert.is(momentOf('', '18:30'), null);
});

test.run();
