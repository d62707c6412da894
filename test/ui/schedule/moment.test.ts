import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../src/schema/content/collections.ts';
import type { Silence } from '../../../src/schema/appliance/silence.ts';
import { momentAt } from '../../../ui/schedule/moment.ts';
import type { Range } from '../../../ui/schedule/week/segments.ts';

const range = (from: number, to: number, change: Partial<Range> = {}): Range => ({
  from: new Date(from * 3_600_000).toISOString(),
  to: new Date(to * 3_600_000).toISOString(),
  source: 'schedule',
  page_id: 'default',
  scheduled_page_id: null,
  schedule_id: null,
  silence: false,
  ...change,
});
const silence = (change: Partial<Silence>): Silence => ({
  enabled: true,
  start_time: '',
  end_time: '',
  days: [],
  mode: 'freeze',
  page_id: null,
  indicator_text: 'QUIET',
  indicator_position: 'center',
  ...change,
});
const mix: Collection = {
  id: 'mix',
  name: 'Mix',
  page_ids: ['a', 'b', 'c'],
  selection_mode: 'time',
  time: { interval_seconds: 3600 },
  variable: null,
  random: null,
  created_at: '',
  updated_at: null,
};
const ranges = [
  range(0, 2),
  range(2, 3, { schedule_id: 'r', page_id: 'mix' }),
  range(3, 5, { schedule_id: 'r', page_id: 'mix' }),
  range(5, 7, { silence: true, schedule_id: 'r', page_id: 'mix' }),
  range(7, 8, { silence: true }),
  range(8, 9),
];
const look = (hour: number, mode: Partial<Silence> = {}, fits = (id: string) => id !== 'b') =>
  momentAt({ ranges, collections: [mix], silence: silence(mode), zone: 'UTC', fits }, hour * 3_600_000);

const test = suite('the board at a moment');

test('a page for a while ends where the pin goes on, over a rule too', () => {
  const rule = { source: 'manual', schedule_id: 'r' } as const;
  const over = [range(0, 1, { ...rule, page_id: 'a' }), range(1, 3, { ...rule, page_id: 'b' }), range(3, 4)];
  const parts = { ranges: over, collections: [], silence: null, zone: 'UTC', fits: () => true };
  assert.is(momentAt(parts, 1_800_000)?.until, 3_600_000);
});

test('a rotating collection is followed, members that do not fit left out', () => {
  assert.equal(
    [2, 3, 4].map((hour) => look(hour)?.shown),
    [
      { kind: 'page', page_id: 'a' },
      { kind: 'page', page_id: 'c' },
      { kind: 'page', page_id: 'a' },
    ],
  );
  assert.equal(look(4, {}, () => true)?.shown, { kind: 'page', page_id: 'b' });
});

test('a cause lasts over the ranges that it consists of', () => {
  assert.is(look(2)?.until, 5 * 3_600_000);
  assert.is(look(5.5)?.until, 8 * 3_600_000);
  assert.is(look(8.5)?.until, null);
  assert.is(look(10), null);
});

test('in silence the flaps keep what they showed before, or show what was chosen for it', () => {
  assert.equal(look(7.5)?.shown, { kind: 'page', page_id: 'a' });
  assert.equal(look(7.5, { mode: 'indicator' })?.shown, { kind: 'indicator', text: 'QUIET', position: 'center' });
  assert.equal(look(7.5, { mode: 'page', page_id: 'night' })?.shown, { kind: 'page', page_id: 'night' });
  assert.equal(look(7.5, { mode: 'page', page_id: null })?.shown, {
    kind: 'indicator',
    text: 'QUIET',
    position: 'center',
  });
});

test.run();
