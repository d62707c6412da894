import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFakeClock } from '../../support/fake-clock.ts';
import { startFlatRig, type FlatRig } from '../../support/flat-rig.ts';
import { until } from '../../support/until.ts';

const PATH = '/settings/temporary-override';
const clock = createFakeClock('2026-03-02T10:00:30Z');
let rig: FlatRig;
let pageId = '';
let otherId = '';
const test = suite('temporary override');
test.before(async () => {
  rig = await startFlatRig(clock);
  pageId = await rig.page('Alpha', ['A']);
  otherId = await rig.page('Beta', ['B']);
});
test.after(() => rig.close());
test.before.each(async () => {
  await rig.call('PATCH', `/v1/boards/${rig.wall}`, { paused: false });
  await rig.call('PUT', '/settings/active-page', { page_id: null, board_id: rig.wall });
  await rig.call('DELETE', `/v1/boards/${rig.wall}/message`);
});

const set = (body: object) => rig.call(`POST`, PATH, { board_id: rig.wall, ...body });
const read = async () => (await rig.call('GET', `${PATH}?board_id=${rig.wall}`)).body;
const end = (body?: object) => rig.call('DELETE', `${PATH}?board_id=${rig.wall}`, body);

test('nothing runs at first', async () => {
  const body = await read();
  assert.is(body['active'], false);
  for (const member of [
    'page_id',
    'template',
    'expires_at',
    'remaining_seconds',
    'revert_mode',
    'revert_page_id',
    'device_type',
    'notes_wide',
    'grid_rows',
  ])
    assert.is(body[member], null, member);
});

test('a page is shown for a while', async () => {
  const { status, body } = await set({ page_id: pageId, duration_minutes: 5 });
  assert.equal([status, body['sent'], body['active'], body['page_id'], body['expires_at'], body['remaining_seconds']], [
    200,
    true,
    true,
    pageId,
    '2026-03-02T10:05:30.000Z',
    300,
  ] as never);
  assert.is(rig.first(), 1);
  assert.is((await rig.call('GET', `/v1/boards/${rig.wall}`)).body['override_expires_at'], '2026-03-02T10:05:30.000Z');
});

test('template lines are drawn, and drawn again with every minute', async () => {
  await set({ template: ['{{date_time.minute}}'], line_metadata: [{ alignment: 'left' }] });
  const seen = rig.emulator.shown()[0]?.slice(0, 2);
  assert.is((await read())['expires_at'], null);
  await clock.advance(60_000);
  await until(() => JSON.stringify(rig.emulator.shown()[0]?.slice(0, 2)) !== JSON.stringify(seen));
  assert.equal((await read())['template'], ['{{date_time.minute}}'] as never);
});

test('it outlives a restart', async () => {
  await set({ page_id: pageId, duration_minutes: 5 });
  await rig.appliance.restart();
  assert.is((await read())['page_id'], pageId);
});

test('ending it shows the programme again', async () => {
  await rig.call('PUT', '/settings/active-page', { page_id: otherId, board_id: rig.wall });
  await set({ page_id: pageId });
  const { status, body } = await end();
  assert.equal([status, body['active'], body['sent']], [200, false, true] as never);
  await until(() => rig.first() === 2);
});

test('ending it with another choice shows that instead', async () => {
  await set({ page_id: pageId });
  await end({ revert_mode: 'page', revert_page_id: otherId });
  await until(() => rig.first() === 2);
  await set({ page_id: pageId });
  await end({ revert_mode: 'blank' });
  await until(() => rig.first() === 0);
});

test('ending nothing is no error', async () => {
  const { status, body } = await end();
  assert.equal([status, body['sent']], [200, false] as never);
  assert.ok(body['reason']);
});

test('on a paused board it is refused, and what runs can be ended', async () => {
  await set({ page_id: pageId });
  await rig.call('PATCH', `/v1/boards/${rig.wall}`, { paused: true });
  assert.is((await set({ page_id: otherId })).status, 409);
  const { status, body } = await end();
  assert.equal([status, body['sent'], body['active']], [200, false, false] as never);
});

const refusals: [body: object, status: number][] = [
  [{}, 422],
  [{ page_id: 'x', template: ['A'] }, 422],
  [{ page_id: null, template: null }, 422],
  [{ template: 'A' }, 422],
  [{ template: ['A'], duration_minutes: 0 }, 422],
  [{ template: ['A'], duration_minutes: 481 }, 422],
  [{ template: ['A'], revert_mode: 'never' }, 422],
  [{ template: ['A'], revert_mode: 'page' }, 400],
  [{ template: ['A'], revert_mode: 'page', revert_page_id: 'gone' }, 404],
  [{ page_id: 'gone' }, 404],
  [{ template: ['A'], board_id: 'gone' }, 404],
];
for (const [body, status] of refusals) {
  test(`refuses ${JSON.stringify(body)}`, async () => {
    assert.is((await set(body)).status, status);
    assert.is((await read())['active'], false);
  });
}
for (const [body, status] of [
  [{ revert_mode: 'page' }, 400],
  [{ revert_mode: 'page', revert_page_id: 'gone' }, 404],
  [{ revert_mode: 'x' }, 422],
] as const) {
  test(`ending refuses ${JSON.stringify(body)}`, async () => assert.is((await end(body)).status, status));
}
test('reading refuses an unknown board', async () =>
  assert.is((await rig.call('GET', `${PATH}?board_id=gone`)).status, 404));

test.run();
