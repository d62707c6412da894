import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { TimelineAnswer } from '../../../src/schema/content/timeline.ts';
import { startAppliance, type Appliance } from '../../support/appliance.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const MINUTE = 60_000;
const START = '2026-03-02T10:00:00.000Z';

// Monday, 11:00 in Berlin.
const clock = createFakeClock(START);
let appliance: Appliance;
let board = '';
const pages: Record<string, string> = {};

const test = suite('http/flat/timeline');

const get = (query = '') => appliance.call<TimelineAnswer>('GET', `/timeline${query}`);
const between = async (from: string, to: string) => (await get(`?from=${from}&to=${to}`)).body;
const later = (minutes: number) => new Date(Date.parse(START) + minutes * MINUTE).toISOString();
const rule = async (page_id: string, start_time: string, end_time: string | null, more: object = {}) =>
  (await appliance.call<{ id: string }>('POST', '/v1/schedules', { page_id, start_time, end_time, ...more })).body.id;

test.before(async () => {
  appliance = await startAppliance({ clock });
  board = appliance.app.store.state.boards[0]?.id ?? '';
  for (const name of ['a', 'b', 'c', 'fill'])
    pages[name] = (
      await appliance.call<{ id: string }>('POST', '/v1/pages', { name, type: 'template', template: [name] })
    ).body.id;
});
test.after(() => appliance.close());
test.before.each(async () => {
  clock.jump(Date.parse(START) - clock.now());
  await appliance.app.store.update((state) => ({
    schedules: [],
    programmes: {},
    boards: state.boards.slice(0, 1).map((one) => ({ ...one, default_page_id: null, schedule_enabled: true })),
    settings: {
      ...state.settings,
      silence_by_board: {},
      silence: { ...state.settings.silence, enabled: false, mode: 'freeze' },
    },
  }));
});

test('without anything: one stretch of a day that starts now', async () => {
  const { status, body } = await get();
  const range = {
    from: START,
    to: later(1440),
    source: 'none',
    page_id: null,
    scheduled_page_id: null,
    schedule_id: null,
    silence: false,
  };
  assert.equal([status, body], [200, { board_id: board, from: START, to: later(1440), ranges: [range] }]);
});

test('rules, their gaps with the default page, and a pin over them', async () => {
  const id = await rule(pages['a'] ?? '', '11:30', '12:00');
  await appliance.call('PATCH', `/v1/boards/${board}`, { default_page_id: pages['fill'] });
  const { ranges } = await between(START, later(120));
  assert.equal(
    ranges.map(({ from, to, source, page_id, schedule_id }) => [from, to, source, page_id, schedule_id]),
    [
      [START, later(30), 'schedule', pages['fill'], null],
      [later(30), later(60), 'schedule', pages['a'], id],
      [later(60), later(120), 'schedule', pages['fill'], null],
    ],
  );
  await appliance.call('PUT', `/v1/boards/${board}/active-page`, { page_id: pages['c'] });
  const pinned = await between(START, later(120));
  assert.equal(
    [...new Set(pinned.ranges.map(({ source, page_id }) => `${source} ${page_id}`))],
    [`manual ${pages['c']}`],
  );
  assert.equal(
    pinned.ranges.map(({ scheduled_page_id }) => scheduled_page_id),
    [null, pages['a'], null],
  );
});

test('silence is told, also over midnight', async () => {
  await appliance.call('PUT', '/settings/silence-schedule', { enabled: true, start_time: '23:00', end_time: '01:00' });
  const { ranges } = (await get()).body;
  assert.equal(
    ranges.map(({ from, to, silence }) => [from, to, silence]),
    [
      [START, later(720), false],
      [later(720), later(840), true],
      [later(840), later(1440), false],
    ],
  );
});

test('it says what then happens, minute by minute', async () => {
  const collection = await appliance.call<{ id: string }>('POST', '/v1/collections', {
    name: 'Turning',
    page_ids: [pages['a'], pages['b']],
    time: { interval_seconds: 180 },
  });
  await rule(pages['a'] ?? '', '11:05', '11:20');
  await rule(pages['b'] ?? '', '11:10', '11:12', { day_pattern: 'weekdays' });
  await rule(pages['c'] ?? '', '11:15', null, { day_pattern: 'weekends' });
  await rule(collection.body.id, '11:25', '11:45');
  await appliance.call('PATCH', `/v1/boards/${board}`, { default_page_id: pages['fill'] });
  await appliance.call('PUT', '/settings/silence-schedule', { enabled: true, start_time: '11:18', end_time: '11:30' });
  const told = await between(START, later(60));
  for (let minute = 0; minute < 60; minute++) {
    const now = new Date(clock.now()).toISOString();
    const range = told.ranges.find(({ from, to }) => from <= now && now < to);
    const { body: detail } = await appliance.call('GET', '/v1/boards/primary');
    const { body: silence } = await appliance.call('GET', '/silence-status');
    const happens = {
      source: detail['source'],
      page_id: detail['resolved_page_id'],
      scheduled_page_id: detail['scheduled_page_id'],
      silence: silence['active'],
    };
    const { from: _from, to: _to, schedule_id: _id, ...promised } = range ?? { from: '', to: '', schedule_id: '' };
    assert.equal(happens, promised, now);
    await clock.advance(MINUTE);
  }
  assert.ok(told.ranges.length >= 12, 'the rotation is followed');
});

test('ranges leave no hole, and have no two alike in a row', async () => {
  await rule(pages['a'] ?? '', '07:00', '09:00');
  await rule(pages['b'] ?? '', '08:00', '20:00', { day_pattern: 'custom', custom_days: ['monday', 'friday'] });
  const { from, to, ranges } = await between(START, later(31 * 1440));
  assert.equal([ranges[0]?.from, ranges.at(-1)?.to], [from, to]);
  for (const [index, range] of ranges.entries()) {
    const next = ranges[index + 1];
    assert.ok(range.from < range.to);
    if (next) assert.is(range.to, next.from);
    if (next) assert.not.equal({ ...range, from: '', to: '' }, { ...next, from: '', to: '' });
  }
});

test('a spring day has an hour less', async () => {
  await rule(pages['a'] ?? '', '01:00', '04:00');
  const { ranges } = await between('2026-03-29T00:00', '2026-03-29T05:00');
  const inside = ranges.find(({ page_id }) => page_id !== null);
  assert.equal([inside?.from, inside?.to], ['2026-03-29T00:00:00.000Z', '2026-03-29T02:00:00.000Z']);
});

test('each board has its own', async () => {
  const added = await appliance.call<{ boards: { id: string }[] }>('POST', '/settings/board/add', {
    device_type: 'flagship',
  });
  const other = added.body.boards[1]?.id ?? '';
  await rule(pages['a'] ?? '', '11:00', '12:00', { board_id: other });
  assert.equal(
    [(await get()).body.ranges.length, (await get(`?board_id=${other}`)).body.ranges[0]?.page_id],
    [1, pages['a']],
  );
  assert.is((await get('?board_id=primary')).body.board_id, board);
});

const TIMES: [string, string, string][] = [
  ['UTC', '2026-03-02T10:30:00Z', '2026-03-02T10:30:00.000Z'],
  ['an offset', '2026-03-02T11:30:00%2B01:00', '2026-03-02T10:30:00.000Z'],
  ['an offset whose plus became a blank', '2026-03-02T11:30:00+01:00', '2026-03-02T10:30:00.000Z'],
  ['a negative offset', '2026-03-02T05:30:00-05:00', '2026-03-02T10:30:00.000Z'],
  ['no offset: local time', '2026-03-02T11:30', '2026-03-02T10:30:00.000Z'],
  ['a date: its midnight', '2026-03-02', '2026-03-01T23:00:00.000Z'],
  ['fractions', '2026-03-02T10:30:00.5Z', '2026-03-02T10:30:00.500Z'],
];
for (const [name, text, expected] of TIMES) {
  test(`a time can be written as ${name}`, async () => {
    const { status, body } = await get(`?from=${text}`);
    assert.equal([status, body.from], [200, expected]);
  });
}

for (const [name, query, expected] of [
  ['an unknown board', '?board_id=nope', 404],
  ['no time', '?from=soon', 422],
  ['an empty time', '?from=', 422],
  ['a month that is not there', '?from=2026-13-01', 400],
  ['a day that is not there', '?from=2026-02-30T00:00:00Z', 400],
  ['the hour 24', '?from=2026-03-02T24:00:00Z', 400],
  ['the end before the start', `?from=${START}&to=2026-03-02T09:00:00Z`, 400],
  ['the end at the start', `?from=${START}&to=${START}`, 400],
  [
    'a ms more than 31 days',
    `?from=${START}&to=${new Date(Date.parse(START) + 31 * 1440 * MINUTE + 1000).toISOString()}`,
    400,
  ],
  ['a time twice', `?from=${START}&from=${START}`, 422],
] as const) {
  test(`${expected}: ${name}`, async () => assert.is((await get(query)).status, expected));
}

test('31 days to the second are told', async () =>
  assert.is((await get(`?from=${START}&to=${later(31 * 1440)}`)).status, 200));

test('planned messages stand at their times, moved and cancelled ones too', async () => {
  const planned = async (text: string, minutes: number, more: object = {}) =>
    (await appliance.call<{ id: string }>('POST', `/boards/${board}/message`, { text, at: later(minutes), ...more }))
      .body.id;
  const id = await planned('TEA', 60, { duration_minutes: 30, priority: 'urgent' });
  await planned('TOMORROW', 25 * 60);
  const { messages } = (await get()).body;
  assert.equal(
    messages?.map(({ text, ...one }) => ({ ...one, text: text.trim() })),
    [{ id, priority: 'urgent', text: 'TEA', at: later(60), until: later(90) }],
  );
  await appliance.call('PATCH', `/messages/${id}`, { at: later(120) });
  assert.equal(
    (await between(later(0), later(26 * 60))).messages?.map(({ at, until }) => [at, until]),
    [
      [later(120), later(150)],
      [later(25 * 60), null],
    ],
  );
  assert.is((await between(later(0), later(120))).messages, undefined);
  await appliance.call('DELETE', `/messages/${id}`);
  assert.is((await get()).body.messages, undefined);
});

test.run();
