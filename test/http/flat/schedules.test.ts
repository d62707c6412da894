import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFakeClock } from '../../support/fake-clock.ts';
import { startFlatRig, type FlatRig } from '../../support/flat-rig.ts';

interface Rule {
  id: string;
  board_id: string;
  page_id: string;
  start_time: string;
  end_time: string | null;
  created_at: string;
  resolved_start_time: string;
  warnings: string[];
}

const test = suite('http/flat/schedules');

// A Monday, 11:00 in Berlin.
const clock = createFakeClock('2026-03-02T10:00:30Z');
let rig: FlatRig;
let page = '';
let note = '';
test.before(async () => {
  rig = await startFlatRig(clock);
  page = await rig.page('Page', ['A']);
  note = await rig.page('Note', ['N'], { device_type: 'note' });
});
test.after(() => rig.close());
test.before.each(() =>
  rig.store((state) => ({
    schedules: [],
    programmes: {},
    boards: state.boards.map((board) => ({ ...board, schedule_enabled: false, default_page_id: null, paused: false })),
  })),
);

const status = async (method: string, path: string, body?: unknown): Promise<number> =>
  (await rig.call(method, path, body)).status;
const make = (change: object = {}) =>
  rig.call<Rule>('POST', '/schedules', { page_id: page, start_time: '08:00', end_time: '09:00', ...change });

test('a rule is made, read, changed and deleted', async () => {
  const { status: answered, body } = await make();
  assert.is(answered, 201);
  assert.equal([body.board_id, body.resolved_start_time], ['', '08:00']);
  const { warnings: _warnings, ...entry } = body;
  assert.equal((await rig.call('GET', `/schedules/${body.id}`)).body, entry);
  const changed = await rig.call<Rule>('PUT', `/schedules/${body.id}`, { end_time: null });
  assert.is(changed.body.end_time, null);
  assert.is(changed.body.start_time, '08:00');
  assert.equal((await rig.call('DELETE', `/schedules/${body.id}`)).body, { id: body.id });
  assert.is(await status('GET', `/schedules/${body.id}`), 404);
  assert.is(await status('PUT', `/schedules/${body.id}`, {}), 404);
  assert.is(await status('DELETE', `/schedules/${body.id}`), 404);
  assert.is(await status('GET', `/pages/${page}`), 200);
});

test('both surfaces answer the same', async () => {
  const { id } = (await make()).body;
  for (const path of [
    '/schedules',
    '/schedules?board_id=*',
    `/schedules?board_id=${rig.wall}`,
    `/schedules/${id}`,
    '/schedules/nope',
  ]) {
    const [flat, v1] = [await rig.call('GET', path), await rig.call('GET', `/v1${path}`)];
    assert.equal([flat.status, flat.body], [v1.status, v1.body], path);
  }
});

const FORMS: [string, object, number][] = [
  ['no page', { page_id: undefined }, 422],
  ['an empty page', { page_id: '' }, 422],
  ['no start', { start_time: undefined }, 422],
  ['an unknown page', { page_id: 'nope' }, 404],
  ['a page of another size', { page_id: 'NOTE' }, 400],
  ['an unknown board', { board_id: 'nope' }, 404],
  ['the primary board by its word', { board_id: 'primary' }, 201],
  ['00:00', { start_time: '00:00' }, 201],
  ['23:59', { start_time: '23:59', end_time: null }, 201],
  ['24:00', { start_time: '24:00' }, 400],
  ['12:60', { start_time: '12:60' }, 400],
  ['8:00', { start_time: '8:00' }, 422],
  ['no length', { end_time: '08:00' }, 400],
  ['an end before the start', { end_time: '07:00' }, 201],
  ['custom days', { day_pattern: 'custom', custom_days: ['monday', 'sunday'] }, 201],
  ['no custom days', { day_pattern: 'custom', custom_days: [] }, 400],
  ['an unknown day', { day_pattern: 'custom', custom_days: ['funday'] }, 422],
  ['an unknown pattern', { day_pattern: 'never' }, 422],
  ['29 February', { recurrence_type: 'annual_date', annual_date: '02-29' }, 201],
  ['30 February', { recurrence_type: 'annual_date', annual_date: '02-30' }, 400],
  ['no annual date', { recurrence_type: 'annual_date' }, 400],
  ['a one-off day', { recurrence_type: 'one_off_date', one_off_date: '2028-02-29' }, 201],
  ['a day that is none', { recurrence_type: 'one_off_date', one_off_date: '2026-02-29' }, 400],
  [
    'a range that ends too early',
    { recurrence_type: 'one_off_date', one_off_date: '2026-03-02', one_off_end_date: '2026-03-01' },
    400,
  ],
  ['an offset of 720', { start_type: 'sunset', start_sun_offset: 720 }, 201],
  ['an offset of 721', { start_type: 'sunset', start_sun_offset: 721 }, 422],
  ['an offset of -720', { end_type: 'sunrise', end_sun_offset: -720 }, 201],
  ['an offset of -721', { end_type: 'sunrise', end_sun_offset: -721 }, 422],
  ['enabled as text', { enabled: 'yes' }, 422],
];
for (const [name, change, expected] of FORMS) {
  test(`making a rule with ${name} is ${expected}, and so on the versioned surface`, async () => {
    const body = {
      page_id: page,
      start_time: '08:00',
      end_time: '09:00',
      ...change,
      ...('page_id' in change && change.page_id === 'NOTE' ? { page_id: note } : {}),
    };
    assert.equal(
      [await status('POST', '/schedules', body), await status('POST', '/v1/schedules', body)],
      [expected, expected],
    );
  });
}

test('overlaps and gaps of a board are told, and only of that board', async () => {
  const [one, two] = [(await make()).body, (await make({ start_time: '08:30', end_time: '10:00' })).body];
  await make({ board_id: rig.wall, start_time: '08:00' });
  interface Report {
    valid: boolean;
    overlaps: { schedule1_id: string; schedule2_id: string }[];
    gaps: { start_time: string; end_time: string; days: string[] }[];
  }
  const { body } = await rig.call<Report>('POST', '/schedules/validate');
  assert.is(body.valid, false);
  assert.equal(
    body.overlaps.map(({ schedule1_id, schedule2_id }) => [schedule1_id, schedule2_id].sort()),
    [[one.id, two.id].sort()],
  );
  assert.equal(
    body.gaps.map(({ start_time, end_time, days }) => [start_time, end_time, days.length]),
    [
      ['00:00', '08:00', 7],
      ['10:00', '23:59', 7],
    ],
  );
  for (const answer of [
    await rig.call<Report>('POST', `/schedules/validate?board_id=${rig.wall}`),
    await rig.call<Report>('POST', '/schedules/validate', { board_id: rig.wall }),
  ])
    assert.is(answer.body.valid, true);
  assert.is(await status('POST', '/schedules/validate', { board_id: 'nope' }), 404);
  assert.is(await status('POST', '/schedules/validate', { board_id: 5 }), 422);
});

for (const [name, query, board] of [
  ['the primary board', '', 'primary'],
  ['another board', 'WALL', 'wall'],
] as const) {
  const at = () => (query === '' ? '' : `?board_id=${rig.wall}`);
  const target = () => (query === '' ? {} : { board_id: rig.wall });
  const idOf = async () =>
    board === 'wall' ? rig.wall : (await rig.call<{ id: string }>('GET', '/v1/boards/primary')).body.id;

  test(`the default page of ${name} is read and written`, async () => {
    const board_id = await idOf();
    assert.equal((await rig.call('GET', `/schedules/default-page${at()}`)).body, { board_id, page_id: null });
    assert.equal((await rig.call('PUT', '/schedules/default-page', { page_id: page, ...target() })).body, {
      board_id,
      page_id: page,
    });
    assert.equal((await rig.call('GET', `/schedules/default-page${at()}`)).body, { board_id, page_id: page });
    assert.is(
      (await rig.call<{ default_page_id: string }>('GET', `/v1/boards/${board_id}`)).body.default_page_id,
      page,
    );
    assert.equal((await rig.call('PUT', '/schedules/default-page', { page_id: null, ...target() })).body, {
      board_id,
      page_id: null,
    });
  });

  test(`the schedule of ${name} is switched`, async () => {
    const board_id = await idOf();
    for (const enabled of [true, false]) {
      assert.equal((await rig.call('PUT', '/schedules/enabled', { enabled, ...target() })).body, {
        board_id,
        enabled,
      });
      assert.equal((await rig.call('GET', `/schedules/enabled${at()}`)).body, { board_id, enabled });
    }
  });

  test(`what ${name} stands at now is told`, async () => {
    const board_id = await idOf();
    const now = async () => (await rig.call<Record<string, unknown>>('GET', `/schedules/active/page${at()}`)).body;
    assert.equal(await now(), {
      board_id,
      page_id: null,
      resolved_page_id: null,
      scheduled_page_id: null,
      schedule_id: null,
      default_page_id: null,
      source: 'none',
      next_change: null,
    });
    await rig.call('PUT', '/schedules/enabled', { enabled: true, ...target() });
    await rig.call('PUT', '/schedules/default-page', { page_id: page, ...target() });
    const byDefault = await now();
    assert.equal([byDefault['source'], byDefault['page_id'], byDefault['scheduled_page_id']], ['schedule', page, null]);
    const rule = (await make({ board_id, start_time: '10:00', end_time: '12:00' })).body;
    const byRule = await now();
    assert.equal(
      [byRule['schedule_id'], byRule['scheduled_page_id'], byRule['next_change']],
      [rule.id, page, '2026-03-02T11:00:00.000Z'],
    );
    const other = await rig.page('Other', ['B']);
    await rig.call('PUT', `/v1/boards/${board_id}/active-page`, { page_id: other });
    const byHand = await now();
    assert.equal([byHand['source'], byHand['page_id'], byHand['scheduled_page_id']], ['manual', other, page]);
  });
}

for (const [method, path, body, expected] of [
  ['GET', '/schedules/default-page?board_id=nope', undefined, 404],
  ['GET', '/schedules/enabled?board_id=nope', undefined, 404],
  ['GET', '/schedules/active/page?board_id=nope', undefined, 404],
  ['GET', '/schedules?board_id=nope', undefined, 200],
  ['GET', '/schedules?board_id=a&board_id=b', undefined, 422],
  ['PUT', '/schedules/default-page', {}, 422],
  ['PUT', '/schedules/default-page', { page_id: 'nope' }, 404],
  ['PUT', '/schedules/default-page', { page_id: null, board_id: 'nope' }, 404],
  ['PUT', '/schedules/enabled', {}, 422],
  ['PUT', '/schedules/enabled', { enabled: 'yes' }, 422],
  ['PUT', '/schedules/enabled', { enabled: true, board_id: 'nope' }, 404],
  ['PUT', '/schedules/default-page', { page_id: 'NOTE' }, 400],
] as const) {
  test(`${method} ${path} ${JSON.stringify(body) ?? ''} is ${expected}`, async () => {
    const sent = body && 'page_id' in body && body.page_id === 'NOTE' ? { page_id: note } : body;
    assert.is(await status(method, path, sent), expected);
  });
}

test.run();
