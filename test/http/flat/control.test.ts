import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFakeClock } from '../../support/fake-clock.ts';
import { startFlatRig, type FlatRig } from '../../support/flat-rig.ts';
import { until } from '../../support/until.ts';

const clock = createFakeClock('2026-03-02T10:00:30Z');
let rig: FlatRig;
let pageId = '';
const test = suite('control');
test.before(async () => {
  rig = await startFlatRig(clock);
  pageId = await rig.page('Hello', ['HELLO']);
});
test.after(() => rig.close());
test.before.each(async () => {
  await rig.call('POST', '/start');
  await rig.call('PATCH', `/v1/boards/${rig.wall}`, { paused: false });
  await rig.call('PUT', '/settings/output', { target: 'both' });
  await rig.call('PUT', '/settings/active-page', { page_id: null, board_id: rig.wall });
});

const writes = () => rig.emulator.requests.filter(({ method }) => method === 'POST').length;

test('stopping and starting the loop tell whether anything changed', async () => {
  assert.equal(await answer('POST', '/start'), [200, true, false]);
  assert.equal(await answer('POST', '/stop'), [200, false, true]);
  assert.equal(await answer('POST', '/stop'), [200, false, false]);
  assert.is((await rig.call('GET', '/v1/health')).body['service_running'], false);
  assert.is((await rig.call('GET', '/v1/status')).body['running'], false);
  assert.equal(await answer('POST', '/start'), [200, true, true]);
});

const answer = async (method: string, path: string) => {
  const { status, body } = await rig.call(method, path);
  return [status, body['running'], body['changed']];
};

test('a stopped loop leaves the programme alone; explicit writes go out', async () => {
  await rig.call('POST', '/stop');
  assert.is((await rig.call('POST', `/v1/boards/${rig.wall}/message`, { fill: 63, force: true })).body['sent'], true);
  assert.is(rig.first(), 63);
});

test('force-refresh writes although nothing changed', async () => {
  await rig.call('PUT', '/settings/active-page', { page_id: pageId, board_id: rig.wall });
  await until(() => rig.first() === 8);
  const before = writes();
  const { status, body } = await rig.call('POST', '/force-refresh');
  assert.is(status, 200);
  assert.is(body['sent'], true);
  assert.ok(writes() > before, 'the same content was written again');
});

test('force-refresh moves nothing on a paused wall', async () => {
  await rig.call('PATCH', `/v1/boards/${rig.wall}`, { paused: true });
  const { status, body } = await rig.call('POST', '/force-refresh');
  assert.equal([status, body['sent']], [200, false]);
});

test('the pin of a board is set and read', async () => {
  const set = await rig.call('PUT', '/settings/active-page', { page_id: pageId, board_id: rig.wall });
  assert.is(set.status, 200);
  assert.equal(set.body, {
    board_id: rig.wall,
    page_id: pageId,
    until: null,
    sent_to_board: true,
    paused: false,
    error: null,
    code: 'sent',
    warnings: [],
  });
  const { body } = await rig.call('GET', `/settings/active-page?board_id=${rig.wall}`);
  assert.equal(body, {
    board_id: rig.wall,
    page_id: pageId,
    resolved_page_id: pageId,
    resolved_next_check_seconds: null,
    until: null,
  });
});

test('without a board the primary one is meant', async () => {
  const { body } = await rig.call('PUT', '/settings/active-page', { page_id: pageId });
  assert.is(body['board_id'], (await rig.call('GET', '/v1/boards/primary')).body['id']);
  assert.is(body['sent_to_board'], false);
});

test('a pin on a paused board is stored and not sent', async () => {
  await rig.call('POST', `/settings/board/${rig.wall}/pause`);
  const { status, body } = await rig.call('PUT', '/settings/active-page', { page_id: pageId, board_id: rig.wall });
  assert.equal([status, body['paused'], body['sent_to_board']], [200, true, false]);
});

for (const [body, status] of [
  [{}, 422],
  [{ page_id: 5 }, 422],
  [{ page_id: 'gone' }, 404],
  [{ page_id: null, board_id: 'gone' }, 404],
] as const) {
  test(`a pin refuses ${JSON.stringify(body)}`, async () =>
    assert.is((await rig.call('PUT', '/settings/active-page', body)).status, status));
}

test('a page of another size is no pin', async () => {
  const note = await rig.page('Note', ['HI'], { device_type: 'note' });
  assert.is((await rig.call('PUT', '/settings/active-page', { page_id: note, board_id: rig.wall })).status, 400);
});

test('a board is paused and resumed', async () => {
  assert.equal((await rig.call('POST', `/settings/board/${rig.wall}/pause`)).body, {
    board_id: rig.wall,
    paused: true,
    paused_until: null,
  });
  assert.equal((await rig.call('POST', `/settings/board/${rig.wall}/pause`, { paused: false })).body, {
    board_id: rig.wall,
    paused: false,
    paused_until: null,
  });
  assert.is((await rig.call('POST', '/settings/board/gone/pause')).status, 404);
  assert.is((await rig.call('POST', `/settings/board/${rig.wall}/pause`, { paused: 'no' })).status, 422);
});

test('what is on a board is told, and read anew when that is asked for', async () => {
  await rig.call('POST', `/v1/boards/${rig.wall}/message`, { fill: 65, force: true });
  const { body } = await rig.call<{
    characters: number[][];
    rows: number;
    cols: number;
    message: string;
    api_mode: string;
    board_id: string;
  }>('GET', `/board/current-message?board_id=${rig.wall}`);
  assert.is(body.characters[5]?.[21], 65);
  assert.equal([body.rows, body.cols, body.api_mode, body.board_id], [6, 22, 'local', rig.wall]);
  assert.match(body.message, /^\{65\}/);
  assert.is((await rig.call('GET', `/board/current-message?board_id=${rig.wall}&force=true`)).status, 200);
  assert.is((await rig.call('GET', '/board/current-message')).status, 200);
});

for (const [query, status] of [
  ['board_id=gone', 404],
  ['force=perhaps', 422],
] as const) {
  test(`current-message refuses ${query}`, async () =>
    assert.is((await rig.call('GET', `/board/current-message?${query}`)).status, status));
}

test('a Vestaboard has no commands of its own', async () => {
  assert.equal((await rig.call('GET', `/boards/${rig.wall}/actions`)).body, {
    board_id: rig.wall,
    actions: [],
  });
  assert.is((await rig.call('POST', `/boards/${rig.wall}/actions/home`)).status, 404);
  assert.is((await rig.call('POST', '/boards/gone/actions/home')).status, 404);
  assert.is((await rig.call('POST', `/boards/${rig.wall}/actions/constructor`)).status, 404);
});

test('the configuration in short has no secret', async () => {
  const { body } = await rig.call('GET', '/config');
  assert.is(body['timezone'], 'Europe/Berlin');
  assert.is(JSON.stringify(body).includes('"k"'), false);
});

test('status and version', async () => {
  const { body } = await rig.call<{ boards: Record<string, { error: string | null }> }>('GET', '/status');
  assert.is(body.boards[rig.wall]?.error, null);
  assert.is((await rig.call('GET', '/version')).body['package_version'], '0.0.0');
  assert.is((await rig.call('GET', '/discover')).body['product'], 'flapbox');
  assert.equal((await rig.call('GET', '/config/validate')).body, { valid: true, errors: [], warnings: [] });
});

test('the log is paged, and searched', async () => {
  const { body } = await rig.call<{
    logs: { timestamp: string; message: string; level: string }[];
    total: number;
    limit: number;
  }>('GET', '/logs?limit=3');
  assert.is(body.limit, 3);
  assert.ok(body.logs.length <= 3 && body.total >= body.logs.length);
  const newest = body.logs.map(({ timestamp }) => timestamp);
  assert.equal(newest, newest.toSorted().toReversed());
  assert.equal((await rig.call('GET', '/logs?search=no-such-words-anywhere')).body['logs'], [] as never);
});

for (const query of ['limit=0', 'limit=501', 'offset=-1', 'limit=x']) {
  test(`the log refuses ${query}`, async () => assert.is((await rig.call('GET', `/logs?${query}`)).status, 422));
}

test('the boards are measured', async () => {
  const text = await (await fetch(`${rig.appliance.url}/api/metrics`)).text();
  assert.match(text, new RegExp(`board_frames_sent_total\\{board="${rig.wall}"\\} [1-9]`));
  assert.match(text, /display_loop_running 1/);
});

/** Lets time pass while something is waited for. */
const ticking = <T>(asked: Promise<T>): Promise<T> => {
  const timer = setInterval(() => void clock.advance(1000), 20);
  return asked.finally(() => clearInterval(timer));
};

const wires: [sent: object, status: number, success: boolean | null][] = [
  [{ device_type: 'flagship', host: '8.8.8.8', local_api_key: 'k' }, 400, null],
  [{ device_type: 'flagship', host: 'http://x', local_api_key: 'k' }, 400, null],
  [{ board_id: 'gone' }, 404, null],
  [{ device_type: 'wall' }, 422, null],
  [{ device_type: 'flagship', host: '127.0.0.1:1', local_api_key: 'k' }, 200, false],
  [{ device_type: 'flagship', host: '127.0.0.1:1' }, 200, false],
];
for (const [sent, status, success] of wires) {
  test(`trying ${JSON.stringify(sent)}`, async () => {
    const found = await ticking(rig.call('POST', '/config/board/test', sent));
    assert.is(found.status, status);
    if (success !== null) {
      assert.is(found.body['success'], success);
      assert.ok(found.body['error']);
      assert.ok(found.body['troubleshooting']);
    }
  });
}

test('settings that work are told so, with the stored key when none is sent', async () => {
  assert.is((await rig.call('POST', '/config/board/test', { board_id: rig.wall })).body['success'], true);
  assert.is(
    (await rig.call('POST', '/config/board/test', { board_id: rig.wall, local_api_key: 'wrong' })).body['success'],
    false,
  );
  assert.is(
    (
      await rig.call('POST', '/config/board/test', {
        device_type: 'flagship',
        host: `127.0.0.1:${rig.emulator.port}`,
        local_api_key: 'k',
      })
    ).body['success'],
    true,
  );
});

test('enabling refuses an address outside of the home network, and tells a refused token', async () => {
  assert.is(
    (await rig.call('POST', '/config/board/enable-local-api', { host: '1.1.1.1', enablement_token: 't' })).status,
    400,
  );
  assert.is((await rig.call('POST', '/config/board/enable-local-api', { enablement_token: 't' })).status, 400);
  assert.is(
    (await rig.call('POST', '/config/board/enable-local-api', { host: '127.0.0.1', enablement_token: '' })).status,
    422,
  );
  const { status, body } = await ticking(
    rig.call('POST', '/config/board/enable-local-api', { host: '127.0.0.1:1', enablement_token: 't' }),
  );
  assert.equal([status, body['success'], body['local_api_key']], [200, false, null] as never);
});

test.run();
