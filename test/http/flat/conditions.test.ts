import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Condition } from '../../../src/schema/boards/conditions.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { startFlatRig, type FlatRig } from '../../support/flat-rig.ts';
import { until } from '../../support/until.ts';

const clock = createFakeClock('2026-03-02T10:00:30Z');
let rig: FlatRig;
let pageId = '';
const test = suite('how boards stand');
test.before(async () => {
  rig = await startFlatRig(clock);
  pageId = await rig.page('Hello', ['HELLO']);
});
test.after(() => rig.close());
test.before.each(async () => {
  await rig.call('PATCH', `/v1/boards/${rig.wall}`, { paused: false, schedule_enabled: false });
  await rig.call('PUT', '/settings/output', { target: 'both' });
  await rig.call('PUT', '/settings/silence-schedule', { enabled: false });
  await rig.call('DELETE', `/v1/boards/${rig.wall}/message`);
  await rig.call('PUT', '/settings/active-page', { page_id: pageId, board_id: rig.wall });
});

const stands = async (): Promise<Condition> => {
  const { body } = await rig.call<{ conditions: Condition[] }>('GET', '/boards/conditions');
  return body.conditions.find(({ board_id }) => board_id === rig.wall) as Condition;
};
const tells = async () => {
  const { because, since, until: end } = await stands();
  return [because, since, end];
};
const writes = () => rig.emulator.requests.filter(({ method }) => method === 'POST').length;
const restore = async () => {
  const { status, body } = await rig.call('POST', `/boards/${rig.wall}/restore`);
  return [status, body['sent']];
};

test('a pin has no end', async () => assert.equal(await tells(), ['pin', null, null]));

test('a message without an end says when it was written, one with an end when that is', async () => {
  const now = new Date(clock.now()).toISOString();
  await rig.call('POST', `/v1/boards/${rig.wall}/message`, { text: 'TEA' });
  assert.equal(await tells(), ['untimed', now, null]);
  const { body } = await rig.call('POST', `/v1/boards/${rig.wall}/message`, {
    text: 'TEA AT FIVE',
    duration_minutes: 5,
  });
  assert.equal(await tells(), ['timed', null, body['expires_at']]);
});

test('a board that is left alone says until when', async () => {
  const { body } = await rig.call('PUT', `/boards/${rig.wall}/quiet`, { minutes: 10 });
  assert.equal(await tells(), ['quiet', null, body['quiet_until']]);
  await rig.call('DELETE', `/boards/${rig.wall}/quiet`);
  assert.equal(await tells(), ['pin', null, null]);
});

test('a pause that ends by itself says when', async () => {
  const end = new Date(clock.now() + 600_000).toISOString();
  await rig.call('PATCH', `/boards/${rig.wall}`, { paused_until: end });
  assert.equal(await tells(), ['paused', null, end]);
});

test('a wall without sensors says that it guesses', async () => {
  const panel = { driver: 'gpio-steppers', connection: { pins: [12, 13, 16, 18, 4], open_loop: true } };
  await rig.call('POST', '/settings/board/add', {
    id: 'motors',
    device_type: 'panel',
    grid_rows: 1,
    grid_cols: 1,
    panel,
  });
  const { body } = await rig.call<{ conditions: Condition[] }>('GET', '/boards/conditions');
  assert.equal(
    body.conditions.filter(({ guessed }) => guessed).map(({ board_id }) => board_id),
    ['motors'],
  );
  await rig.call('DELETE', '/settings/board/motors');
});

test('silence lasts until its true end, whatever rules change within it', async () => {
  await rig.call('PATCH', `/v1/boards/${rig.wall}`, { schedule_enabled: true });
  await rig.call('PUT', '/settings/active-page', { page_id: null, board_id: rig.wall });
  const rule = { page_id: pageId, board_id: rig.wall, day_pattern: 'all' };
  const { body: day } = await rig.call<{ schedule?: { id: string } }>('POST', '/v1/schedules', {
    ...rule,
    start_time: '09:00',
    end_time: '12:00',
  });
  const { body: next } = await rig.call<{ schedule?: { id: string } }>('POST', '/v1/schedules', {
    ...rule,
    start_time: '12:00',
    end_time: '13:00',
  });
  await rig.call('PUT', '/settings/silence-schedule', { enabled: true, start_time: '10:00', end_time: '19:00' });
  const zone = await rig.call<{ next_change_utc: string }>('GET', `/silence-status?board_id=${rig.wall}`);
  assert.equal(await tells(), ['silence', null, zone.body.next_change_utc]);
  await rig.call('PUT', '/settings/silence-schedule', { enabled: false });
  const [because, , end] = await tells();
  assert.is(because, 'schedule');
  assert.match(end ?? '', /T1[0-2]:00:00/, 'a rule lasts until the next one');
  for (const { schedule } of [day, next]) if (schedule) await rig.call('DELETE', `/v1/schedules/${schedule.id}`);
});

test('listening pages are told', async () => {
  const leave = new AbortController();
  const stream = await fetch(`${rig.appliance.url}/api/events`, { signal: leave.signal });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  const hears = async (pattern: RegExp): Promise<void> => {
    while (!pattern.test(heard)) heard += (await reader?.read())?.value ?? '';
  };
  await hears(/retry/);
  await rig.call('POST', `/v1/boards/${rig.wall}/message`, { text: 'NEWS' });
  await hears(new RegExp(`event: condition\\ndata: \\{"board_id":"${rig.wall}","because":"untimed"`));
  await rig.call('PATCH', `/v1/boards/${rig.wall}`, { paused: true });
  await hears(new RegExp(`event: condition\\ndata: \\{"board_id":"${rig.wall}","because":"paused"`));
  leave.abort();
});

test('what a page prints as ??? is named', async () => {
  const id = await rig.page('Gaps', ['{{date_time.year}} {{nowhere.temperature|pad:3}}']);
  await rig.call('PUT', '/settings/active-page', { page_id: id, board_id: rig.wall });
  const { page_id, missing } = await stands();
  assert.equal([page_id, missing], [id, ['nowhere.temperature|pad:3']]);
});

const withoutRules = async (): Promise<void> => {
  for (const rule of (await rig.call<{ schedules: { id: string }[] }>('GET', `/schedules?board_id=${rig.wall}`)).body
    .schedules)
    await rig.call('DELETE', `/v1/schedules/${rule.id}`);
};

test('a rule that is running without its page is named', async () => {
  await withoutRules();
  const id = await rig.page('Doomed', ['SOON GONE']);
  await rig.call('PUT', '/settings/active-page', { page_id: null, board_id: rig.wall });
  await rig.call('PATCH', `/v1/boards/${rig.wall}`, { schedule_enabled: true, default_page_id: null });
  await rig.call('POST', '/v1/schedules', { page_id: id, board_id: rig.wall, start_time: '00:00', end_time: null });
  assert.is((await stands()).skipped, null);
  const other = await rig.page('Other', ['OTHER']);
  await rig.call('DELETE', `/v1/pages/${id}`);
  const { skipped, because } = await stands();
  assert.is(because, 'none');
  assert.equal([skipped?.start_time, skipped?.end_time, skipped?.page_exists], ['00:00', null, false]);
  await withoutRules();
  assert.is((await stands()).skipped, null);
  await rig.call('DELETE', `/v1/pages/${other}`);
});

test('restoring writes what is expected again, and leaves the message', async () => {
  await rig.call('POST', `/v1/boards/${rig.wall}/message`, { text: 'TEA' });
  await until(() => rig.first() === 20);
  const before = writes();
  assert.equal(await restore(), [200, true]);
  assert.is(writes(), before + 1);
  assert.is(rig.first(), 20);
  assert.is((await stands()).because, 'untimed');
});

test('a board that nothing decides about gets back what was written on it last', async () => {
  await rig.call('PUT', '/settings/active-page', { page_id: null, board_id: rig.wall });
  await rig.call('DELETE', `/v1/boards/${rig.wall}/message`);
  assert.is((await stands()).because, 'none');
  const before = writes();
  assert.equal(await restore(), [200, true]);
  assert.is(writes(), before + 1);
});

test('restoring moves nothing on a board that takes no writes, and says why', async () => {
  await rig.call('PUT', '/settings/output', { target: 'ui' });
  assert.equal(await restore(), [200, false]);
  await rig.call('PUT', '/settings/output', { target: 'both' });
  await rig.call('PATCH', `/v1/boards/${rig.wall}`, { paused: true });
  const { status, body } = await rig.call<{ detail: string }>('POST', `/boards/${rig.wall}/restore`);
  assert.is(status, 409);
  assert.match(body.detail, /paused/);
});

test.run();
