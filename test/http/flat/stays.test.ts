import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFakeClock } from '../../support/fake-clock.ts';
import { startFlatRig, type FlatRig } from '../../support/flat-rig.ts';
import { until } from '../../support/until.ts';

/** Monday noon in Berlin. */
const clock = createFakeClock('2026-03-02T11:00:00Z');
const A = 1;
const B = 2;
const C = 3;
let rig: FlatRig;
const pages: Record<string, string> = {};
const test = suite('stays');
test.before(async () => {
  rig = await startFlatRig(clock);
  for (const name of ['A', 'B', 'C']) pages[name] = await rig.page(name, [`{left}${name}`]);
});
test.after(() => rig.close());
test.before.each(async () => {
  await rig.call('DELETE', '/boards/all/quiet');
  for (const id of ['primary', rig.wall]) {
    await rig.call('PATCH', `/boards/${id}`, { paused: false });
    await rig.call('DELETE', `/v1/boards/${id}/message`);
    await pin('A', id);
  }
  await shows(A);
});

const minutes = (count: number) => clock.advance(count * 60_000);
const soon = (ms: number) => new Date(clock.now() + ms).toISOString();
const pin = (name: string | null, board = rig.wall, more: object = {}) =>
  rig.call<Record<string, unknown>>('PUT', '/settings/active-page', {
    page_id: name === null ? null : (pages[name] ?? name),
    board_id: board,
    ...more,
  });
const shows = (code: number) => until(() => rig.first() === code);
const quiet = (body: object, board = rig.wall) =>
  rig.call<{ quiet_until: string | null; detail: string }>('PUT', `/boards/${board}/quiet`, body);
const send = (text = 'B') => rig.call<{ detail: string }>('POST', `/v1/boards/${rig.wall}/message`, { text });
const show = (body: object) => rig.call<Record<string, unknown>>('POST', `/boards/${rig.wall}/show`, body);
const status = async (id = rig.wall) =>
  (await rig.call<{ boards: Record<string, Record<string, unknown>> }>('GET', '/v1/status')).body.boards[id] ?? {};

test('a quiet board takes no write and moves nothing; afterwards the programme follows (rules, P7)', async () => {
  const end = soon(30 * 60_000);
  assert.equal((await quiet({ minutes: 30 })).body, { quiet_until: end });
  const refused = await send();
  assert.equal([refused.status, refused.headers.get('flapbox-reason')], [409, 'quiet']);
  assert.match(refused.body.detail, end);
  assert.is((await status())['quiet_until'], end);
  const pinned = await pin('C');
  assert.equal([pinned.status, pinned.body['sent_to_board'], pinned.body['code']], [200, false, 'quiet']);
  await minutes(29);
  assert.is(rig.first(), A);
  await minutes(1);
  await shows(C);
  assert.is((await status())['quiet_until'], null);
});

test('an end is kept to the millisecond, and a refusal during a pause tells it', async () => {
  const end = new Date(clock.now() + 90_123).toISOString();
  assert.equal((await quiet({ until: end })).body, { quiet_until: end });
  assert.equal((await quiet({ until: end.replace('Z', '456+00:00') })).body, { quiet_until: end });
  await rig.call('DELETE', '/boards/all/quiet');
  await rig.call('PATCH', `/boards/${rig.wall}`, { paused: true, paused_until: end });
  const refused = await send();
  assert.equal([refused.status, refused.headers.get('flapbox-reason')], [409, 'paused']);
  assert.match(refused.body.detail, end);
});

test('a quiet ends while the loop is stopped; what the programme would change waits for the start (rules, P6, P7)', async () => {
  const storedQuiet = () => rig.appliance.app.store.state.programmes[rig.wall]?.quiet ?? null;
  for (const order of [
    ['quiet', 'stop'],
    ['stop', 'quiet'],
  ]) {
    for (const what of order) await (what === 'stop' ? rig.call('POST', '/stop') : quiet({ minutes: 30 }));
    await pin('C');
    assert.is((await send()).status, 409);
    await minutes(30);
    await until(() => storedQuiet() === null);
    assert.is((await status())['quiet_until'], null);
    assert.is(rig.first(), A);
    assert.is((await send()).status, 200);
    await shows(B);
    await rig.call('DELETE', `/v1/boards/${rig.wall}/message`);
    await rig.call('POST', '/start');
    await pin('A');
    await shows(A);
  }
});

test('quiet ends by hand, and covers a timed message that goes on beneath', async () => {
  await rig.call('POST', `/v1/boards/${rig.wall}/message`, { fill: C, duration_minutes: 60 });
  await shows(C);
  await quiet({ until: soon(30 * 60_000) });
  await minutes(10);
  assert.equal((await rig.call<object>('DELETE', `/boards/${rig.wall}/quiet`)).body, { quiet_until: null });
  assert.is((await send()).status, 200);
});

test('quiet of all boards, and over a restart', async () => {
  const { quiet_until } = (await quiet({ minutes: 60 }, 'all')).body;
  assert.is((await status('primary'))['quiet_until'] ?? quiet_until, quiet_until);
  await pin('B');
  await rig.appliance.restart();
  await minutes(30);
  assert.is(rig.first(), A);
  assert.is((await send()).status, 409);
  assert.is((await rig.call<Record<string, unknown>>('GET', '/boards/all/quiet')).body['quiet_until'], quiet_until);
  await minutes(30);
  await shows(B);
});

test('minutes of quiet are not changed by a clock that is set', async () => {
  await quiet({ minutes: 30 });
  clock.jump(3 * 3_600_000);
  await minutes(20);
  assert.is((await send()).status, 409);
  await minutes(11);
  assert.is((await send()).status, 200);
});

test('what no quiet can be is refused by name', async () => {
  const cases: [body: object, status: number, word: RegExp][] = [
    [{}, 422, /minutes, until/],
    [{ minutes: 5, until: soon(60_000) }, 422, /minutes, until/],
    [{ minutes: 0 }, 422, /minutes/],
    [{ minutes: 1441 }, 422, /minutes/],
    [{ minutes: 5, hours: 1 }, 422, /hours/],
    [{ until: soon(-1000) }, 400, /until/],
    [{ until: '2026-02-30T10:00:00Z' }, 400, /until/],
  ];
  for (const [body, wanted, word] of cases) {
    const answer = await quiet(body);
    assert.is(answer.status, wanted, JSON.stringify(body));
    assert.match(JSON.stringify(answer.body.detail), word);
  }
  assert.is((await quiet({ minutes: 5 }, 'nowhere')).status, 404);
});

test('a pause with an end ends by itself', async () => {
  const end = soon(60 * 60_000);
  const { body } = await rig.call<Record<string, unknown>>('PATCH', `/boards/${rig.wall}`, {
    paused: true,
    paused_until: end,
  });
  assert.equal([body['paused'], body['paused_until']], [true, end]);
  await pin('B');
  await rig.appliance.restart();
  await minutes(59);
  assert.is(rig.first(), A);
  await minutes(1);
  await shows(B);
  await until(async () => (await status())['paused'] === false);
  const refused = await rig.call<{ detail: string }>('PATCH', `/boards/${rig.wall}`, {
    paused: false,
    paused_until: end,
  });
  assert.is(refused.status, 400);
  assert.match(refused.body.detail, /paused_until/);
});

test('a pause needs no end, and what is sent beside it counts', async () => {
  for (const [body, told] of [
    [{ paused: true }, [true, null]],
    [{ paused: true, paused_until: null }, [true, null]],
    [{ paused_until: soon(60_000) }, [true, soon(60_000)]],
    [{ name: 'Wall' }, [true, soon(60_000)]],
    [{ paused: false, paused_until: null }, [false, null]],
  ] as const) {
    const { status, body: answer } = await rig.call('PATCH', `/boards/${rig.wall}`, body);
    assert.equal([status, answer['paused'], answer['paused_until']], [200, ...told], JSON.stringify(body));
  }
});

test('a page for a while, then the pin again, also over a restart (rules, P8)', async () => {
  const { status: code, body } = await show({ page_id: pages['B'], minutes: 60 });
  assert.equal([code, body['sent'], body['until']], [200, true, soon(60 * 60_000)]);
  assert.is(rig.first(), B);
  await rig.appliance.restart();
  await minutes(59);
  assert.is(rig.first(), B);
  await minutes(1);
  await shows(A);
});

test('a page until tomorrow, until the next rule, and what has no end', async () => {
  assert.is((await show({ page_id: pages['B'], until: 'tomorrow' })).body['until'], '2026-03-03T05:00:00.000Z');
  const none = await show({ page_id: pages['B'], until: 'next_rule' });
  assert.equal([none.status, /until/.test(String(none.body['detail']))], [400, true]);
  const rule = { page_id: pages['C'], board_id: rig.wall, start_time: '23:00', end_time: '23:30' };
  const { body } = await rig.call<{ id: string }>('POST', '/schedules', rule);
  assert.is((await show({ page_id: pages['B'], until: 'next_rule' })).body['until'], '2026-03-02T22:00:00.000Z');
  const pinned = await pin('B', rig.wall, { until: 'next_rule' });
  assert.is(pinned.body['until'], '2026-03-02T22:00:00.000Z');
  await rig.call('DELETE', `/schedules/${body.id}`);
  assert.is((await show({ page_id: pages['B'] })).status, 422);
  assert.is((await show({ page_id: 'gone', minutes: 5 })).status, 404);
  assert.is((await pin(null, rig.wall, { until: 'tomorrow' })).status, 400);
});

test('a pin with an end', async () => {
  await pin('C', rig.wall, { until: soon(20 * 60_000) });
  await minutes(20);
  const { body } = await rig.call<Record<string, unknown>>('GET', `/settings/active-page?board_id=${rig.wall}`);
  assert.equal([body['page_id'], body['until']], [null, null]);
});

test('next, previous and hold of the rotation that runs, and none where none runs', async () => {
  assert.is((await rig.call('POST', `/boards/${rig.wall}/next`)).status, 409);
  const { body } = await rig.call<{ id: string }>('POST', '/collections', {
    name: 'Mix',
    members: [{ page_id: pages['A'], seconds: 600 }, { page_id: pages['B'], seconds: 600 }, { page_id: pages['C'] }],
    rotation: 'own',
  });
  await pin(body.id);
  const turn = async (name: string, more?: object) =>
    (await rig.call<Record<string, unknown>>('POST', `/boards/${rig.wall}/${name}`, more)).body;
  const start = rig.first() ?? 0;
  const order = [start, (start % 3) + 1, ((start + 1) % 3) + 1];
  assert.is((await turn('next'))['page_id'], pages['ABC'[(order[1] ?? 0) - 1] ?? '']);
  await shows(order[1] ?? 0);
  await turn('previous');
  await shows(order[0] ?? 0);
  assert.is((await turn('hold', { minutes: 120 }))['until'], soon(120 * 60_000));
  await rig.appliance.restart();
  await minutes(100);
  assert.is(rig.first(), order[0]);
  await turn('next');
  await shows(order[1] ?? 0);
  assert.is((await rig.call('POST', `/boards/${rig.wall}/hold`, {})).status, 422);
});

test('members of a collection on the flat surface, their ids alone on v1', async () => {
  const members = [{ page_id: pages['A'], days: ['monday'], from: '08:00', to: '09:00' }, { page_id: pages['B'] }];
  const { status: code, body } = await rig.call<Record<string, unknown>>('POST', '/collections', {
    name: 'M',
    members,
  });
  assert.equal([code, body['members'], body['skip_empty'], body['rotation']], [201, members, true, 'interval']);
  const id = String(body['id']);
  const v1 = (await rig.call<Record<string, unknown>>('GET', `/v1/collections/${id}`)).body;
  assert.equal(v1['page_ids'], [pages['A'], pages['B']]);
  for (const name of ['members', 'rotation', 'skip_empty', 'fallback_page_id']) assert.not(name in v1);
  await rig.call('PUT', `/v1/collections/${id}`, { page_ids: [pages['C'], pages['A']] });
  await rig.appliance.restart();
  const after = (await rig.call<Record<string, unknown>>('GET', `/collections/${id}`)).body;
  assert.equal(after['members'], [{ page_id: pages['C'] }, members[0]]);
  const wrong = await rig.call<{ detail: unknown }>('POST', '/collections', {
    name: 'M',
    members: [{ page_id: 'x', hours: 1 }],
  });
  assert.is(wrong.status, 422);
  assert.match(JSON.stringify(wrong.body.detail), /hours/);
});

test('a page whose data are missing is skipped, and the timeline says so', async () => {
  const dead = await rig.page('Dead', ['NEWS {{weather.temperature}}']);
  const { body } = await rig.call<{ id: string }>('POST', '/collections', { name: 'S', page_ids: [dead, pages['B']] });
  await pin(body.id);
  await shows(B);
  const told = await rig.call<{ ranges: { reason: string | null }[] }>('GET', `/timeline?board_id=${rig.wall}`);
  assert.match(told.body.ranges[0]?.reason ?? '', /"Dead" is skipped: it has nothing to say\./);
  await minutes(1);
  assert.is(rig.first(), B);
});

test('several windows of silence, and the first in the old form', async () => {
  const windows = [
    { start: 'sunset-30', end: '07:00', days: ['monday'], mode: 'indicator', page_id: null },
    { start: '12:00', end: '13:00', days: ['sunday'], mode: 'freeze', page_id: null },
  ];
  const path = '/settings/silence-schedule';
  const { body } = await rig.call<{ config: Record<string, unknown>; warnings: string[] }>('PUT', path, { windows });
  assert.equal(body.config['windows'], windows);
  assert.equal([body.config['start_time'], body.config['mode'], body.warnings.length], ['17:30', 'indicator', 1]);
  await rig.call('PUT', path, { start_time: '21:00' });
  await rig.appliance.restart();
  const after = (await rig.call<{ config: { windows: object[] } }>('GET', path)).body.config.windows;
  assert.equal(after, [{ ...windows[0], start: '21:00' }, windows[1]]);
  const wrong: [object, number, RegExp][] = [
    [{ windows: [] }, 422, /windows/],
    [{ windows: [{ start: '25:00', end: '07:00' }] }, 400, /windows\[0\]\.start/],
    [{ windows: [{ start: '20:00', end: '07:00', mode: 'page' }] }, 400, /windows\[0\]\.page_id/],
    [{ windows: [{ start: 'noon', end: '07:00' }] }, 422, /start/],
  ];
  for (const [given, code, word] of wrong) {
    const answer = await rig.call<{ detail: unknown }>('PUT', path, given);
    assert.is(answer.status, code, JSON.stringify(given));
    assert.match(JSON.stringify(answer.body.detail), word);
  }
});

const chosen: [what: string, choose: (id: string) => ReturnType<typeof show>][] = [
  ['is pinned', (id) => pin(id)],
  ['is shown for a while', (page_id) => show({ page_id, minutes: 5 })],
];
for (const [what, choose] of chosen)
  for (const standby of [null, 'B'])
    test(`a collection that ${what} and has nothing to show says so, ${standby ?? 'nothing'} after it`, async () => {
      const body = { name: 'Never', members: [{ page_id: pages['C'], condition: 'FALSE' }] };
      const { id = '' } = (await rig.call<{ id: string }>('POST', '/collections', body)).body;
      await rig.call('PATCH', `/v1/boards/${rig.wall}`, { default_page_id: standby && pages[standby] });
      await pin(null);
      const { status: answered, body: told } = await choose(id);
      assert.equal([answered, told['sent_to_board'] ?? told['sent'], told['code']], [200, false, 'nothing_to_show']);
      assert.is(told['error'] ?? told['reason'], `Nothing of "Never" can be shown on the board "Wall" now.`);
      await rig.call('PATCH', `/v1/boards/${rig.wall}`, { default_page_id: null });
    });

test('what is chosen while its page is being deleted is deleted, too, and nothing stays of a board that is removed (rules, L1)', async () => {
  for (const choose of [(id: string) => pin(id), (id: string) => show({ page_id: id, minutes: 5 })]) {
    const id = await rig.page('Gone', ['G']);
    await Promise.all([rig.call('DELETE', `/pages/${id}`), choose(id)]);
    const { body } = await rig.call('GET', `/v1/boards/${rig.wall}`);
    assert.not.match(JSON.stringify(body), new RegExp(id));
  }
  const kept = [];
  for (const choose of [
    (board: string) => quiet({ minutes: 5 }, board),
    () => quiet({ minutes: 5 }, 'all'),
    (board: string) => pin('A', board),
    (board: string) => rig.call('POST', `/boards/${board}/message`, { text: 'M', at: soon(60_000) }),
  ]) {
    await rig.call('POST', '/settings/board/add', { device_type: 'flagship', id: 'gone' });
    await Promise.all([rig.call('DELETE', '/settings/board/gone'), choose('gone')]);
    const { body } = await rig.call<{ data: { programmes: object } }>('GET', '/backup/export');
    kept.push(...Object.keys(body.data.programmes).filter((board) => board === 'gone'));
  }
  assert.equal(kept, []);
});

test.run();
