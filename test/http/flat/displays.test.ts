import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { RawBatch } from '../../../src/schema/content/displays.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { startFlatRig, type FlatRig } from '../../support/flat-rig.ts';

const test = suite('http/flat/displays');

let rig: FlatRig;
test.before(async () => {
  rig = await startFlatRig(createFakeClock('2026-03-02T10:00:30Z'));
});
test.after(() => rig.close());

test('the enabled sources are listed', async () => {
  const { body } = await rig.call('GET', '/displays');
  assert.equal(body, {
    displays: [{ display_type: 'date_time', name: 'Date and time', available: true }],
    total: 1,
  });
});

test('a source is told as text and raw', async () => {
  const { body } = await rig.call<{ available: boolean; message: string; lines: string[]; line_count: number }>(
    'GET',
    '/displays/date_time',
  );
  assert.equal([body.available, body.line_count, body.message], [true, body.lines.length, body.lines.join('\n')]);
  assert.ok(body.message.includes('11:00'));
  const raw = (await rig.call<{ data: Record<string, unknown> }>('GET', '/displays/date_time/raw')).body;
  assert.is(raw.data['time_24h'], '11:00');
  for (const path of ['/displays/nope', '/displays/nope/raw']) assert.is((await rig.call('GET', path)).status, 404);
  const off = (await rig.call<{ available: boolean; error: string }>('GET', '/displays/quotes')).body;
  assert.is(off.available, false);
  assert.ok(off.error);
});

test('several sources at once; one that fails does not spoil the others', async () => {
  const { body } = await rig.call<RawBatch>('POST', '/displays/raw/batch', {
    display_types: ['date_time', 'quotes', 'nope', 'date_time'],
  });
  assert.equal(
    Object.entries(body.displays).map(([id, { available, error }]) => [id, available, error === null]),
    [
      ['date_time', true, true],
      ['quotes', false, false],
      ['nope', false, false],
    ],
  );
  assert.equal([body.total, body.successful], [3, 1]);
  const enabled = (
    await rig.call<RawBatch>('POST', '/displays/raw/batch', {
      display_types: ['date_time', 'quotes'],
      enabled_only: true,
    })
  ).body;
  assert.equal(Object.keys(enabled.displays), ['date_time']);
});

const keys = (count: number) => Array.from({ length: count }, (_, index) => `k${index}`);
for (const [name, body, expected] of [
  ['nothing', {}, 422],
  ['an empty list', { display_types: [] }, 400],
  ['numbers', { display_types: [1] }, 422],
  ['500', { display_types: keys(500) }, 200],
  ['501', { display_types: keys(501) }, 422],
] as const) {
  test(`a batch of ${name} is ${expected}`, async () =>
    assert.is((await rig.call('POST', '/displays/raw/batch', body)).status, expected));
}

test.run();
