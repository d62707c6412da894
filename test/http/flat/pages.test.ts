import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page, PageSendAnswer, Preview, PreviewBatch } from '../../../src/schema/content/pages.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { startFlatRig, type FlatRig } from '../../support/flat-rig.ts';

const test = suite('http/flat/pages');

const clock = createFakeClock('2026-03-02T10:00:30Z');
let rig: FlatRig;
test.before(async () => {
  rig = await startFlatRig(clock);
});
test.after(() => rig.close());
test.before.each(async () => {
  await rig.call('PATCH', `/v1/boards/${rig.wall}`, { paused: false });
  await rig.call('PUT', '/settings/output', { target: 'both' });
  await rig.store((state) => ({
    programmes: {},
    settings: { ...state.settings, silence: { ...state.settings.silence, enabled: false } },
  }));
});

const status = async (method: string, path: string, body?: unknown): Promise<number> =>
  (await rig.call(method, path, body)).status;

test('a page is made, read, listed, changed and deleted', async () => {
  const made = await rig.call<Page>('POST', '/pages', { name: 'One', type: 'template', template: ['A'] });
  assert.is(made.status, 201);
  const { id } = made.body;
  assert.equal((await rig.call('GET', `/pages/${id}`)).body, made.body);
  const list = await rig.call<{ pages: Page[]; total: number }>('GET', '/pages');
  assert.ok(list.body.pages.some((page) => page.id === id));
  assert.is(list.body.total, list.body.pages.length);
  const changed = await rig.call<{ page: Page; incompatible_references: unknown[] }>('PUT', `/pages/${id}`, {
    name: 'Two',
  });
  assert.is(changed.body.page.name, 'Two');
  assert.equal(changed.body.incompatible_references, []);
  assert.is((await rig.call<{ id: string }>('DELETE', `/pages/${id}`)).body.id, id);
  assert.is(await status('GET', `/pages/${id}`), 404);
});

test('both surfaces answer the same', async () => {
  const id = await rig.page('Same', ['A']);
  for (const path of ['/pages', `/pages/${id}`, '/pages/nope']) {
    const [flat, v1] = [await rig.call('GET', path), await rig.call('GET', `/v1${path}`)];
    assert.equal([flat.status, flat.body], [v1.status, v1.body], path);
  }
});

const text = (length: number) => 'x'.repeat(length);
const FORMS: [string, object, number][] = [
  ['no name', { name: undefined }, 422],
  ['an empty name', { name: '' }, 422],
  ['a name of 100', { name: text(100) }, 201],
  ['a name of 101', { name: text(101) }, 422],
  ['an unknown type', { type: 'poem' }, 422],
  ['an unknown device', { device_type: 'wall' }, 422],
  ['10 s', { duration_seconds: 10 }, 201],
  ['9 s', { duration_seconds: 9 }, 422],
  ['3600 s', { duration_seconds: 3600 }, 201],
  ['3601 s', { duration_seconds: 3601 }, 422],
  ['10.5 s', { duration_seconds: 10.5 }, 422],
  ['seconds as text', { duration_seconds: '300' }, 422],
  ['an interval of 0', { transition_interval_ms: 0 }, 201],
  ['an interval of 5000', { transition_interval_ms: 5000 }, 201],
  ['an interval of 5001', { transition_interval_ms: 5001 }, 422],
  ['an interval of -1', { transition_interval_ms: -1 }, 422],
  ['a step of 1', { transition_step_size: 1 }, 201],
  ['a step of 0', { transition_step_size: 0 }, 422],
  ['an unknown transition', { transition_strategy: 'explode' }, 400],
  ['a transition plugin while they are off', { transition_strategy: 'plugin:typewriter' }, 400],
  ['no template', { template: undefined }, 400],
  ['an empty template', { template: [] }, 400],
  ['8 notes', { device_type: 'note_array', notes_wide: 8, notes_tall: 1 }, 201],
  ['9 notes', { device_type: 'note_array', notes_wide: 9 }, 422],
  ['0 notes', { device_type: 'note_array', notes_tall: 0 }, 422],
  ['a panel of 3 x 15', { device_type: 'panel', grid_rows: 3, grid_cols: 15 }, 201],
  ['a panel of 96 x 128', { device_type: 'panel', grid_rows: 96, grid_cols: 128 }, 201],
  ['a panel of no rows', { device_type: 'panel', grid_rows: 0, grid_cols: 15 }, 422],
  ['a panel of 97 rows', { device_type: 'panel', grid_rows: 97, grid_cols: 15 }, 422],
  ['a panel of no columns', { device_type: 'panel', grid_rows: 3, grid_cols: 0 }, 422],
  ['a panel of 129 columns', { device_type: 'panel', grid_rows: 3, grid_cols: 129 }, 422],
  ['a panel without a size', { device_type: 'panel' }, 400],
  ['a single page without a plugin', { type: 'single' }, 400],
  ['a single page', { type: 'single', display_type: 'date_time' }, 201],
  ['a composite page without rows', { type: 'composite' }, 400],
  ['a composite page', { type: 'composite', rows: [{ source: 'date_time', row_index: 5, target_row: 5 }] }, 201],
  ['a row beyond a flagship', { type: 'composite', rows: [{ source: 'date_time', row_index: 0, target_row: 6 }] }, 400],
  [
    'a row beyond a note',
    { type: 'composite', device_type: 'note', rows: [{ source: 'date_time', row_index: 3, target_row: 0 }] },
    400,
  ],
  ['a row below 0', { type: 'composite', rows: [{ source: 'date_time', row_index: -1, target_row: 0 }] }, 422],
  [
    'two rows on one',
    {
      type: 'composite',
      rows: [
        { source: 'a', row_index: 0, target_row: 0 },
        { source: 'b', row_index: 1, target_row: 0 },
      ],
    },
    400,
  ],
];
for (const [name, change, expected] of FORMS) {
  const body = { name: 'P', type: 'template', template: ['A'], ...change };
  test(`making a page with ${name} is ${expected}, and so on the versioned surface`, async () => {
    const [flat, v1] = [await rig.call('POST', '/pages', body), await rig.call('POST', '/v1/pages', body)];
    assert.equal([flat.status, v1.status], [expected, expected]);
    for (const { status: answered, body: page } of [flat, v1])
      if (answered === 201) await rig.call('DELETE', `/pages/${String(page['id'])}`);
  });
}

test('a page needs a name alone here, and a type too on the versioned surface', async () => {
  const body = { name: 'Plain', template: ['A'] };
  const [flat, v1] = [await rig.call<Page>('POST', '/pages', body), await rig.call('POST', '/v1/pages', body)];
  assert.equal([flat.status, flat.body.type, v1.status], [201, 'template', 422]);
  await rig.call('DELETE', `/pages/${flat.body.id}`);
});

test('the page that was deleted last comes back under its id, with the uses that were not changed since', async () => {
  const [first, kept] = [await rig.page('First', ['A']), await rig.page('Kept', ['B'])];
  await rig.call('PUT', '/v1/boards/primary/active-page', { page_id: kept });
  await rig.call('PATCH', '/v1/boards/primary', { default_page_id: kept });
  await rig.call('DELETE', `/pages/${first}`);
  await rig.call('DELETE', `/pages/${kept}`);
  assert.is(await status('POST', `/pages/${first}/restore`), 404, 'an earlier one is gone');
  const restore = () => rig.call<Page>('POST', `/pages/${kept}/restore`);
  const twice = (await Promise.all([restore(), restore()])).sort((a, b) => a.status - b.status);
  assert.equal([twice[0]?.body.id, twice[0]?.body.template, twice[1]?.status], [kept, ['B'], 404]);
  const { pages } = (await rig.call<{ pages: Page[] }>('GET', '/pages')).body;
  assert.is(pages.filter(({ id }) => id === kept).length, 1);
  const board = (await rig.call<{ active_page_id: string; default_page_id: string }>('GET', '/v1/boards/primary')).body;
  assert.equal([board.active_page_id, board.default_page_id], [kept, kept]);
  assert.is(await status('POST', `/pages/${kept}/restore`), 404, 'it is there again');
  await rig.call('DELETE', `/pages/${kept}`);
  await rig.call('PUT', '/v1/boards/primary/active-page', { page_id: null });
  await rig.call('POST', `/pages/${kept}/restore`);
  const after = (await rig.call<{ active_page_id: string | null }>('GET', '/v1/boards/primary')).body;
  assert.is(after.active_page_id, null, 'a pin that was taken away since stays away');
  await rig.call('PATCH', '/v1/boards/primary', { default_page_id: null });
  await rig.call('DELETE', `/pages/${kept}`);
});

test('an unknown page is 404 everywhere', async () => {
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/preview'],
    ['POST', '/send'],
    ['GET', '/references'],
    ['GET', '/share'],
    ['POST', '/restore'],
  ] as const) {
    assert.is(await status(method, `/pages/nope${path}`, method === 'PUT' ? {} : undefined), 404, path);
  }
});

test('a preview is the page as text and codes, and touches no board', async () => {
  const id = await rig.page('P', ['HI {red}', '{{date_time.time_24h}}']);
  const before = rig.emulator.requests.length;
  const { body } = await rig.call<Preview>('POST', `/pages/${id}/preview?force_refresh=true`);
  assert.is(body.page_id, id);
  assert.is(body.display_type, 'template');
  assert.is(body.lines.length, 6);
  assert.is(body.message, body.lines.join('\n'));
  assert.ok(body.lines[1]?.startsWith('11:00'), body.lines[1] ?? '');
  assert.equal(body.raw.characters[0]?.slice(0, 5), [8, 9, 0, 63, 0]);
  assert.equal(
    body.raw.characters.map((row) => row.length),
    Array.from({ length: 6 }, () => 22),
  );
  assert.is(rig.emulator.requests.length, before);
});

for (const [flag, expected] of [
  ['false', 200],
  ['1', 200],
  ['maybe', 422],
] as const) {
  test(`force_refresh=${flag} is ${expected}`, async () => {
    const id = await rig.page('P', ['A']);
    assert.is(await status('POST', `/pages/${id}/preview?force_refresh=${flag}`), expected);
  });
}

test('a page of a plugin that is off cannot be drawn: 503', async () => {
  const { body } = await rig.call<Page>('POST', '/pages', { name: 'P', type: 'single', display_type: 'quotes' });
  assert.is(await status('POST', `/pages/${body.id}/preview`), 503);
});

test('a draft is drawn without being stored; what cannot be a page is 400', async () => {
  const { total } = (await rig.call<{ total: number }>('GET', '/pages')).body;
  const { body } = await rig.call<Preview>('POST', '/pages/preview', {
    type: 'template',
    template: ['A', 'B'],
    device_type: 'panel',
    grid_rows: 4,
    grid_cols: 20,
  });
  assert.is(body.page_id, '');
  assert.equal(
    body.raw.characters.map((row) => row.length),
    [20, 20, 20, 20],
  );
  assert.is(await status('POST', '/pages/preview', { type: 'template' }), 400);
  assert.is(await status('POST', '/pages/preview', { template: ['A'] }), 422);
  assert.is((await rig.call<{ total: number }>('GET', '/pages')).body.total, total);
});

test('a batch draws pages and collections, and tells what is missing', async () => {
  const [a, off] = [
    await rig.page('A', ['A']),
    (await rig.call<Page>('POST', '/pages', { name: 'Off', type: 'single', display_type: 'quotes' })).body.id,
  ];
  const note = await rig.page('N', ['N'], { device_type: 'note' });
  const fitting = (await rig.call<{ id: string }>('POST', '/collections', { name: 'C', page_ids: [a] })).body.id;
  const strange = (await rig.call<{ id: string }>('POST', '/collections', { name: 'C', page_ids: [note] })).body.id;
  const { body } = await rig.call<PreviewBatch>('POST', '/pages/preview/batch', {
    page_ids: [a, off, note, fitting, strange, 'nope', a],
    board_id: rig.wall,
  });
  const shown = Object.fromEntries(Object.entries(body.previews).map(([id, one]) => [id, one.available]));
  assert.equal(shown, { [a]: true, [off]: false, [note]: true, [fitting]: true, [strange]: false, nope: false });
  assert.equal([body.total, body.successful], [6, 3]);
  const member = body.previews[fitting];
  assert.is(member?.available && member.page_id, a);
});

const ids = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);
for (const [name, body, expected] of [
  ['no list', {}, 422],
  ['a list of numbers', { page_ids: [1] }, 422],
  ['an empty list', { page_ids: [] }, 200],
  ['500 pages', { page_ids: ids(500) }, 200],
  ['501 pages', { page_ids: ids(501) }, 422],
  ['an unknown board', { page_ids: [], board_id: 'nope' }, 404],
] as const) {
  test(`a batch of ${name} is ${expected}`, async () =>
    assert.is(await status('POST', '/pages/preview/batch', body), expected));
}

const send = (id: string, query = '') => rig.call<PageSendAnswer>('POST', `/pages/${id}/send${query}`);

test('a page is sent to a board, once', async () => {
  const id = await rig.page('P', ['SENT']);
  const { body } = await send(id, `?target=board&board_id=${rig.wall}`);
  assert.equal(
    [body.sent, body.sent_to_board, body.paused, body.target, body.board_id, body.reason],
    [true, true, false, 'board', rig.wall, null],
  );
  assert.is(rig.first(), 19);
  const again = await send(id, `?board_id=${rig.wall}`);
  assert.equal([again.body.sent, again.body.sent_to_board], [false, false]);
  assert.ok(again.body.reason);
});

test('without a board the primary is meant, which has no flaps', async () => {
  const { body } = await send(await rig.page('P', ['X']));
  assert.is(body.sent, false);
  assert.ok(body.reason);
});

test('target=ui draws only', async () => {
  await send(await rig.page('P', ['B']), `?board_id=${rig.wall}`);
  const { body } = await send(await rig.page('P', ['A']), `?target=ui&board_id=${rig.wall}`);
  assert.equal([body.sent, body.target, body.message.trim()], [false, 'ui', 'A']);
  assert.is(rig.first(), 2);
});

test('a paused board is told, and not written', async () => {
  await send(await rig.page('P', ['B']), `?board_id=${rig.wall}`);
  await rig.call('PATCH', `/v1/boards/${rig.wall}`, { paused: true });
  const { status: answered, body } = await send(await rig.page('P', ['A']), `?board_id=${rig.wall}`);
  assert.equal([answered, body.sent, body.paused], [200, false, true]);
  assert.ok(body.reason);
  assert.is(rig.first(), 2);
});

test('a silenced board is told, and not written', async () => {
  await send(await rig.page('P', ['B']), `?board_id=${rig.wall}`);
  await rig.store((state) => ({
    settings: {
      ...state.settings,
      silence: { ...state.settings.silence, enabled: true, start_time: '00:00', end_time: '23:59' },
    },
  }));
  const { body } = await send(await rig.page('P', ['A']), `?board_id=${rig.wall}`);
  assert.equal([body.sent, body.paused], [false, false]);
  assert.ok(body.reason);
  assert.is(rig.first(), 2);
});

test('while output goes to the browser only nothing is moved', async () => {
  await rig.call('PUT', '/settings/output', { target: 'ui' });
  const { body } = await send(await rig.page('P', ['C']), `?board_id=${rig.wall}`);
  assert.is(body.sent, false);
  assert.ok(body.reason);
});

test('another target is 422, another size 400, an unknown board 404, a board that fails 500', async () => {
  const id = await rig.page('P', ['F']);
  assert.is((await send(id, '?target=moon')).status, 422);
  assert.is((await send(id, '?board_id=nope')).status, 404);
  assert.is((await send(await rig.page('N', ['N'], { device_type: 'note' }), `?board_id=${rig.wall}`)).status, 400);
  rig.emulator.switches.fault = 'status';
  const failed = await send(id, `?board_id=${rig.wall}`);
  rig.emulator.switches.fault = 'none';
  assert.is(failed.status, 500);
});

test('a shared page is a new one elsewhere, and names the sources it misses', async () => {
  const id = await rig.page('Shared', ['{{date_time.time}} {{weather.temperature}} {{quotes.quote}}'], {
    duration_seconds: 60,
    line_metadata: [{ alignment: 'center', wrap: false }],
  });
  const file = await rig.call('GET', `/pages/${id}/share`);
  const { status: answered, body } = await rig.call<{ page: Page; missing_sources: string[] }>(
    'POST',
    '/pages/import',
    file.body,
  );
  assert.is(answered, 201);
  assert.is.not(body.page.id, id);
  assert.equal(body.missing_sources.sort(), ['quotes', 'weather']);
  const [original, copy] = [(await rig.call<Page>('GET', `/pages/${id}`)).body, body.page];
  assert.equal({ ...copy, id: '', created_at: '' }, { ...original, id: '', created_at: '' });
});

for (const [name, body, expected] of [
  [
    'is of another format',
    { format: 'other', version: 1, page: { name: 'P', type: 'template', template: ['A'] } },
    422,
  ],
  [
    'is of a later version',
    { format: 'flapbox-page', version: 2, page: { name: 'P', type: 'template', template: ['A'] } },
    422,
  ],
  ['has no page', { format: 'flapbox-page', version: 1 }, 422],
  ['has half a page', { format: 'flapbox-page', version: 1, page: { name: 'P', type: 'single' } }, 400],
] as const) {
  test(`a file that ${name} is ${expected}`, async () =>
    assert.is(await status('POST', '/pages/import', body), expected));
}

test('a page whose transition was switched off can still be edited, but not given to others', async () => {
  await rig.store((state) => ({ settings: { ...state.settings, beta: { transition_plugins: true } } }));
  const id = await rig.page('P', ['A'], { transition_strategy: 'plugin:typewriter' });
  await rig.store((state) => ({ settings: { ...state.settings, beta: { transition_plugins: false } } }));
  assert.is(await status('PUT', `/pages/${id}`, { name: 'Renamed' }), 200);
  assert.is(await status('PUT', `/pages/${id}`, { transition_strategy: 'plugin:dissolve' }), 400);
  assert.is(await status('PUT', `/pages/${id}`, { transition_strategy: null }), 200);
});

test.run();
