import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startEmulator, type Emulator } from '../../../hw/emulator/vestaboard/emulator.ts';
import type { ActivePageAnswer } from '../../../src/schema/content/messages.ts';
import { startAppliance, type Appliance } from '../../support/appliance.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { until } from '../../support/until.ts';
import { untilQuiet } from '../../support/quiet.ts';

interface Sent {
  sent: boolean;
  reason: string | null;
  expires_at: string | null;
  characters: number[][];
  text: string;
  board_id: string;
}
interface Detail {
  source: string;
  text: string | null;
  active_page_id: string | null;
  scheduled_page_id: string | null;
  resolved_page_id: string | null;
  override_expires_at: string | null;
  characters: number[][] | null;
  expected_characters: number[][] | null;
}

const clock = createFakeClock('2026-03-02T10:00:30Z');
let appliance: Appliance;
let emulator: Emulator;
let wall = '';

const grid = (code: number, rows = 6, cols = 22) =>
  Array.from({ length: rows }, () => Array.from({ length: cols }, () => code));
const send = (body: unknown, board = wall) => appliance.call<Sent>('POST', `/v1/boards/${board}/message`, body);
const clear = (board = wall) => appliance.call<Sent>('DELETE', `/v1/boards/${board}/message`);
const detail = async (board = wall) => (await appliance.call<Detail>('GET', `/v1/boards/${board}`)).body;
const shown = () => emulator.shown();
const addPage = async (name: string, template: string[], more: object = {}) =>
  (await appliance.call<{ id: string }>('POST', '/v1/pages', { name, type: 'template', template, ...more })).body.id;

const test = suite('messages');

test.before(async () => {
  emulator = await startEmulator({ type: 'flagship', port: 0, key: 'k' });
  appliance = await startAppliance({ clock });
  const { body } = await appliance.call<{ boards: { id: string }[] }>('POST', '/settings/board/add', {
    device_type: 'flagship',
    name: 'Wall',
    host: `127.0.0.1:${emulator.port}`,
    local_api_key: 'k',
  });
  wall = body.boards[1]?.id ?? '';
});
test.after(async () => {
  if (process.env['SHOW_LOG']) console.log(appliance.lines.join('\n'));
  await appliance.close();
  await emulator.close();
});
test.before.each(async () => {
  await appliance.call('PATCH', `/v1/boards/${wall}`, { paused: false });
  await appliance.call('PUT', `/v1/boards/${wall}/active-page`, { page_id: null });
  await appliance.call('PUT', '/settings/output', { target: 'both' });
  await clear();
});

test('a text is written, and said so', async () => {
  const { status, body } = await send({ text: 'HELLO' });
  assert.is(status, 200);
  assert.ok(body.sent);
  assert.is(body.reason, null);
  assert.is(body.expires_at, null);
  assert.is(body.board_id, wall);
  assert.equal(body.characters, shown());
  assert.equal(shown()[0]?.slice(0, 6), [8, 5, 12, 12, 15, 0]);
});

const CONTENTS: [string, object, number][] = [
  ['lines', { lines: ['AB', 'C'] }, 1],
  ['characters', { characters: grid(71) }, 71],
  ['fill', { fill: 63 }, 63],
  ['an empty text blanks', { text: '' }, 0],
];
for (const [name, body, first] of CONTENTS) {
  test(`content: ${name}`, async () => {
    await send({ fill: 5 });
    const answer = await send(body);
    assert.ok(answer.body.sent);
    assert.is(shown()[0]?.[0], first);
  });
}

test('the word primary names the first board', async () => {
  const { body } = await send({ text: 'X' }, 'primary');
  assert.not(body.sent);
  assert.ok(body.reason);
  assert.is((await detail('primary')).text?.trim(), 'X');
});

const FORMS: [string, unknown][] = [
  ['nothing', {}],
  ['two contents', { text: 'A', fill: 1 }],
  ['only nulls', { text: null, fill: null }],
  ['a code of 72', { fill: 72 }],
  ['a code of -1', { fill: -1 }],
  ['a code that is true', { fill: true }],
  ['a code that is text', { fill: '5' }],
  ['a code that is broken', { fill: 5.5 }],
  ['a cell of 72', { characters: [[72]] }],
  ['no minutes', { text: 'A', duration_minutes: 0 }],
  ['too many minutes', { text: 'A', duration_minutes: 481 }],
  ['an unknown revert', { text: 'A', duration_minutes: 5, revert_mode: 'never' }],
  ['a force that is text', { text: 'A', force: 'yes' }],
  ['an interval of 5001', { text: 'A', transition: { interval_ms: 5001 } }],
  ['a step of 0', { text: 'A', transition: { step_size: 0 } }],
  ['a list', []],
];
for (const [name, body] of FORMS) {
  test(`422: ${name}`, async () => {
    const answer = await send(body);
    assert.is(answer.status, 422);
    assert.ok(Array.isArray((answer.body as unknown as { detail: unknown }).detail));
  });
}

const RULES: [string, object][] = [
  ['revert without minutes', { text: 'A', revert_mode: 'schedule' }],
  ['revert to no page', { text: 'A', duration_minutes: 5, revert_mode: 'page' }],
  ['a grid that is too small', { characters: grid(1, 3, 15) }],
  ['a ragged grid', { characters: [...grid(1, 5), [1]] }],
  ['an unknown transition', { text: 'A', transition: { strategy: 'explode' } }],
  ['a transition plugin that is not there', { text: 'A', transition: { strategy: 'plugin:none' } }],
];
for (const [name, body] of RULES) {
  test(`400: ${name}, and nothing is written`, async () => {
    await send({ fill: 9 });
    const answer = await send(body);
    assert.is(answer.status, 400);
    assert.is(shown()[0]?.[0], 9);
  });
}

test('404: unknown board, page and revert page', async () => {
  assert.is((await send({ text: 'A' }, 'nope')).status, 404);
  assert.is((await send({ page_id: 'nope' })).status, 404);
  for (const more of [
    { duration_minutes: 5, revert_mode: 'page' },
    { duration_minutes: 5, revert_mode: 'blank' },
    { duration_minutes: 5 },
    {},
  ])
    assert.is((await send({ text: 'A', revert_page_id: 'nope', ...more })).status, 404);
});

test('400: a page of another size', async () => {
  const id = await addPage('Small', ['A'], { device_type: 'note' });
  assert.is((await send({ page_id: id })).status, 400);
});

test('409 while paused; nothing is written and the rules of form come first', async () => {
  await send({ fill: 9 });
  await appliance.call('PATCH', `/v1/boards/${wall}`, { paused: true });
  assert.is((await send({ text: 'A' })).status, 409);
  assert.is((await send({ text: 'A', revert_mode: 'blank' })).status, 400);
  assert.is((await send({ page_id: 'nope' })).status, 404);
  assert.is(shown()[0]?.[0], 9);
  const cleared = await clear();
  assert.is(cleared.status, 200);
  assert.not(cleared.body.sent);
  assert.ok(cleared.body.reason);
});

test('identical content is not sent again, unless forced', async () => {
  await send({ text: 'SAME' });
  const again = await send({ text: 'SAME' });
  assert.is(again.status, 200);
  assert.not(again.body.sent);
  assert.ok(again.body.reason);
  assert.ok((await send({ text: 'SAME', force: true })).body.sent);
});

test('under ui nothing is written, but expected; a timed message is armed', async () => {
  await send({ fill: 9 });
  await appliance.call('PUT', '/settings/output', { target: 'ui' });
  const { body } = await send({ fill: 4, duration_minutes: 5 });
  assert.not(body.sent);
  assert.ok(body.expires_at);
  const now = await detail();
  assert.is(now.expected_characters?.[0]?.[0], 4);
  assert.is(now.characters?.[0]?.[0], 9);
  assert.is(now.override_expires_at, body.expires_at);
  assert.is(shown()[0]?.[0], 9);
});

test('a timed message ends by itself and the pin is back', async () => {
  const id = await addPage('Base', ['BASE']);
  await appliance.call('PUT', `/v1/boards/${wall}/active-page`, { page_id: id });
  const { body } = await send({ text: 'FIVE', duration_minutes: 5 });
  assert.is(body.expires_at, new Date(clock.now() + 300_000).toISOString());
  assert.is((await detail()).resolved_page_id, id);
  await clock.advance(299_000);
  assert.is(shown()[0]?.[0], 6);
  await clock.advance(1500);
  await until(() => shown()[0]?.[0] === 2);
  assert.is((await detail()).override_expires_at, null);
});

test('revert to a page, which stays', async () => {
  const base = await addPage('Base', ['BASE']);
  const after = await addPage('After', ['AFTER']);
  await appliance.call('PUT', `/v1/boards/${wall}/active-page`, { page_id: base });
  await send({ text: 'FIVE', duration_minutes: 1, revert_mode: 'page', revert_page_id: after });
  await clock.advance(61_000);
  await until(() => shown()[0]?.[0] === 1);
  await clock.advance(600_000);
  assert.is(shown()[0]?.[0], 1);
});

test('revert to blank, which stays until something new is written', async () => {
  const base = await addPage('Base', ['BASE {{date_time.time}}']);
  await appliance.call('PUT', `/v1/boards/${wall}/active-page`, { page_id: base });
  await send({ text: 'FIVE', duration_minutes: 1, revert_mode: 'blank' });
  await clock.advance(61_000);
  await until(() => shown()[0]?.[0] === 0);
  await clock.advance(600_000);
  assert.is(shown()[0]?.[0], 0);
  await clear();
  assert.is(shown()[0]?.[0], 2);
});

test('a second timed message replaces the first, an untimed one ends it', async () => {
  await send({ text: 'ONE', duration_minutes: 5 });
  const second = await send({ text: 'TWO', duration_minutes: 50 });
  assert.is((await detail()).override_expires_at, second.body.expires_at);
  await send({ text: 'THREE' });
  assert.is((await detail()).override_expires_at, null);
});

test('a clock on the page beneath does not wipe an untimed message; an edit does', async () => {
  const base = await addPage('Base', ['BASE {{date_time.time}}']);
  await appliance.call('PUT', `/v1/boards/${wall}/active-page`, { page_id: base });
  await send({ text: 'STAYS' });
  await clock.advance(180_000);
  assert.is(shown()[0]?.[0], 19);
  await appliance.call('PUT', `/v1/pages/${base}`, { template: ['EDITED'] });
  await until(() => shown()[0]?.[0] === 5);
});

test('a clock page is written at the full minute', async () => {
  const base = await addPage('Clock', ['{{date_time.time_24h}}']);
  await appliance.call('PUT', `/v1/boards/${wall}/active-page`, { page_id: base });
  const before = JSON.stringify(shown());
  await clock.advance(60_000 - (clock.now() % 60_000) - 100);
  assert.is(JSON.stringify(shown()), before);
  await clock.advance(101);
  await until(() => JSON.stringify(shown()) !== before);
});

test('pin: sent at once, told by the board, and undone with null', async () => {
  const id = await addPage('Pin', ['PIN']);
  const pinned = await appliance.call('PUT', `/v1/boards/${wall}/active-page`, { page_id: id });
  assert.equal(pinned.body, { board_id: wall, page_id: id, sent: true, error: null, warnings: [] });
  const now = await detail();
  assert.is(now.source, 'manual');
  assert.is(now.active_page_id, id);
  assert.is(now.resolved_page_id, id);
  const unpinned = await appliance.call('PUT', `/v1/boards/${wall}/active-page`, { page_id: null });
  assert.equal(unpinned.body, { board_id: wall, page_id: null, sent: false, error: null, warnings: [] });
  assert.is((await detail()).source, 'none');
});

test('pin: 422 without page_id, 404 unknown, 400 of another size', async () => {
  const small = await addPage('Small', ['A'], { device_type: 'note' });
  const pin = (body: object) => appliance.call('PUT', `/v1/boards/${wall}/active-page`, body);
  assert.is((await pin({})).status, 422);
  assert.is((await pin({ page_id: 'nope' })).status, 404);
  assert.is((await pin({ page_id: small })).status, 400);
});

for (const target of ['ui', 'both']) {
  test(`pin of a page that cannot be drawn is stored, and the failure named, with the output target ${target}`, async () => {
    await appliance.call('PUT', '/settings/output', { target });
    const { body } = await appliance.call<{ id: string }>('POST', '/v1/pages', {
      name: 'Broken',
      type: 'single',
      display_type: 'nope',
    });
    const pinned = await appliance.call<ActivePageAnswer>('PUT', `/v1/boards/${wall}/active-page`, {
      page_id: body.id,
    });
    await appliance.call('PUT', '/settings/output', { target: 'both' });
    assert.equal([pinned.body.page_id, pinned.body.sent], [body.id, false]);
    assert.match(pinned.body.error ?? '', /nope/);
  });
}

test('pin on a paused board is stored and not sent', async () => {
  const id = await addPage('Pin', ['PIN']);
  await send({ fill: 9 });
  await appliance.call('PATCH', `/v1/boards/${wall}`, { paused: true });
  const pinned = await appliance.call<{ sent: boolean; error: string | null }>(
    'PUT',
    `/v1/boards/${wall}/active-page`,
    { page_id: id },
  );
  assert.not(pinned.body.sent);
  assert.ok(pinned.body.error);
  assert.is(shown()[0]?.[0], 9);
  await appliance.call('PATCH', `/v1/boards/${wall}`, { paused: false });
  await until(() => shown()[0]?.[0] === 16);
});

test('one pin is one request to the board', async () => {
  const id = await addPage('Pin', ['ONCE']);
  const before = emulator.requests.filter((one) => one.method === 'POST').length;
  await appliance.call('PUT', `/v1/boards/${wall}/active-page`, { page_id: id });
  await untilQuiet();
  await clock.advance(100);
  await untilQuiet();
  assert.is(emulator.requests.filter((one) => one.method === 'POST').length, before + 1);
});

test('a collection as a message is resolved to its member', async () => {
  const a = await addPage('A', ['A']);
  const collection = await appliance.call<{ id: string }>('POST', '/v1/collections', { name: 'C', page_ids: [a] });
  assert.ok((await send({ page_id: collection.body.id })).body.sent);
  assert.is(shown()[0]?.[0], 1);
});

test('a rotating collection follows the clock', async () => {
  const ids = [await addPage('A', ['A']), await addPage('B', ['B'])];
  const collection = await appliance.call<{ id: string }>('POST', '/v1/collections', {
    name: 'C',
    page_ids: ids,
    time: { interval_seconds: 10 },
  });
  await appliance.call('PUT', `/v1/boards/${wall}/active-page`, { page_id: collection.body.id });
  const first = shown()[0]?.[0];
  const now = await appliance.call<{ resolved_next_check_seconds: number }>('GET', `/v1/boards/${wall}`);
  assert.ok(now.body.resolved_next_check_seconds >= 1 && now.body.resolved_next_check_seconds <= 10);
  await clock.advance(10_000);
  await until(() => shown()[0]?.[0] === 3 - (first ?? 0));
});

test('the deprecated pair answers with its successor', async () => {
  const sent = await appliance.call('POST', '/send-message', { text: 'OLD', board_id: wall });
  assert.is(sent.status, 200);
  assert.is(sent.body['sent'], true);
  assert.ok(sent.headers.get('deprecation'));
  assert.match(sent.headers.get('link') ?? '', /rel="successor-version"/);
  assert.is((await appliance.call('POST', '/send-message', { text: 'OLD', board_id: 'nope' })).status, 404);
  assert.is((await appliance.call('POST', '/send-message', {})).status, 422);
  const refreshed = await appliance.call('POST', '/refresh');
  assert.is(refreshed.status, 200);
  assert.is((await appliance.call('POST', `/refresh?board_id=nope`)).status, 404);
});

test('an unreachable board is 500 with the cause, and the next message works when it is back', async () => {
  emulator.switches.fault = 'status';
  const failed = await send({ text: 'LOST' });
  const cleared = await clear();
  emulator.switches.fault = 'none';
  assert.equal([failed.status, cleared.status], [500, 500]);
  assert.ok((await send({ text: 'BACK' })).body.sent);
});

test('every answered write is there after a restart', async () => {
  const id = await addPage('Kept', ['KEPT']);
  await appliance.call('PUT', `/v1/boards/${wall}/active-page`, { page_id: id });
  const { body } = await send({ text: 'TIMED', duration_minutes: 60 });
  await appliance.restart();
  const now = await detail();
  assert.is(now.active_page_id, id);
  assert.is(now.override_expires_at, body.expires_at);
});

test.run();
