import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ScheduleCreate, ScheduleUpdate } from '../../src/schema/content/schedules.ts';
import { ScheduleService } from '../../src/service/schedules.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { sampleBoard, samplePage } from '../support/sample-state.ts';
import { refusalOf, storeWith } from './rig.ts';

const test = suite('service/schedules');

const open = () => {
  const clock = createFakeClock('2026-03-02T10:00:00.000Z');
  const { store, state } = storeWith(() => ({
    boards: [
      { ...sampleBoard('b1'), default_page_id: 'p1', schedule_enabled: true },
      { ...sampleBoard('b2'), device_type: 'note', schedule_enabled: false },
    ],
    pages: [samplePage('p1'), samplePage('p2'), { ...samplePage('small'), device_type: 'note' }],
    schedules: [],
  }));
  return { clock, store, state, service: new ScheduleService(store, clock, () => 'UTC') };
};
const WEEKLY = {
  board_id: '',
  page_id: 'p1',
  start_time: '08:00',
  end_time: '09:00',
  day_pattern: 'all',
  enabled: true,
  recurrence_type: 'weekly',
  start_type: 'fixed',
  end_type: 'fixed',
  start_sun_offset: 0,
  end_sun_offset: 0,
};
const create = (more: object = {}) => ({ ...WEEKLY, ...more }) as ScheduleCreate;
const change = (more: object) => more as ScheduleUpdate;

test('a rule is made as it was sent, and what was not is null', async () => {
  const { service, state } = open();
  const { id, warnings, ...made } = await service.create(create({ end_time: undefined }));
  assert.equal(state().schedules, [
    {
      id,
      ...WEEKLY,
      end_time: null,
      custom_days: null,
      annual_date: null,
      annual_end_date: null,
      one_off_date: null,
      one_off_end_date: null,
      created_at: '2026-03-02T10:00:00.000Z',
      updated_at: null,
    },
  ]);
  assert.equal([made.resolved_start_time, made.resolved_end_time], ['08:00', null]);
  assert.ok(Array.isArray(warnings));
  const { warnings: _warnings, ...rest } = { warnings, id, ...made };
  assert.equal(service.get(id), rest);
});

const boards: [sent: string, stored: string][] = [
  ['', ''],
  ['primary', 'b1'],
  ['b1', 'b1'],
];
for (const [sent, stored] of boards)
  test(`a rule of the board "${sent}" belongs to "${stored}"`, async () =>
    assert.is((await open().service.create(create({ board_id: sent }))).board_id, stored));

const refusals: [what: string, body: object, refusal: RegExp][] = [
  ['an unknown board', { board_id: 'gone' }, /^404 /],
  ['an unknown page', { page_id: 'gone' }, /^404 /],
  ['a page of another size', { page_id: 'small' }, /^400 /],
  ['a time that is none', { start_time: '25:00' }, /^400 /],
  ['custom days without any', { day_pattern: 'custom' }, /^400 /],
];
for (const [what, body, refusal] of refusals)
  test(`${what} is refused`, async () => {
    const { service, state } = open();
    assert.match(await refusalOf(() => service.create(create(body))), refusal);
    assert.equal(state().schedules, []);
  });

test('rules are listed by board, those of the default slot with the first', async () => {
  const { service } = open();
  const slot = await service.create(create());
  const first = await service.create(create({ board_id: 'b1', start_time: '10:00', end_time: '11:00' }));
  const second = await service.create(create({ board_id: 'b2', page_id: 'small' }));
  const idsOf = (board: string | null) => service.list(board).schedules.map(({ id }) => id);
  for (const board of [null, '', 'primary', 'b1']) assert.equal(idsOf(board).sort(), [slot.id, first.id].sort());
  assert.equal(idsOf('b2'), [second.id]);
  assert.equal(idsOf('gone'), []);
  assert.equal(idsOf('*').length, 3);
  const { total, default_page_id, enabled } = service.list('b1');
  assert.equal([total, default_page_id, enabled], [2, 'p1', true]);
  const other = service.list('b2');
  assert.equal([other.total, other.default_page_id, other.enabled], [1, null, false]);
  const all = service.list('*');
  assert.equal([all.total, all.default_page_id, all.enabled], [3, null, null]);
  const none = service.list('gone');
  assert.equal([none.total, none.default_page_id, none.enabled], [0, null, null]);
});

test('of a change only what was sent counts; null empties what can be empty', async () => {
  const { service, clock } = open();
  const { id } = await service.create(create({ day_pattern: 'custom', custom_days: ['monday'] }));
  const other = await service.create(create({ start_time: '20:00', end_time: '21:00' }));
  await clock.advance(1000);
  const changed = await service.update(
    id,
    change({ start_time: '07:00', end_time: null, page_id: null, enabled: null }),
  );
  assert.equal(
    [changed.start_time, changed.end_time, changed.page_id, changed.enabled, changed.updated_at],
    ['07:00', null, 'p1', true, '2026-03-02T10:00:01.000Z'],
  );
  const moved = await service.update(id, change({ board_id: 'primary', page_id: 'p2' }));
  assert.equal([moved.board_id, moved.page_id, moved.custom_days], ['b1', 'p2', ['monday']]);
  const weekly = await service.update(id, change({ day_pattern: 'all', custom_days: null }));
  assert.equal([weekly.custom_days, weekly.board_id], [null, 'b1']);
  assert.is(service.get(other.id).start_time, '20:00');
  assert.match(await refusalOf(() => service.update(id, change({ page_id: 'small' }))), /^400 /);
  assert.match(await refusalOf(() => service.update(id, change({ board_id: 'b2' }))), /^400 /);
  assert.match(await refusalOf(() => service.update(id, change({ start_time: 'soon' }))), /^400 /);
  assert.is(service.get(id).page_id, 'p2');
});

for (const [type, day, last] of [
  ['one_off_date', 'one_off_date', 'one_off_end_date'],
  ['annual_date', 'annual_date', 'annual_end_date'],
] as const)
  test(`a rule of type ${type} that becomes a weekly one loses its days`, async () => {
    const { service } = open();
    const [from, to] = type === 'annual_date' ? ['12-24', '12-26'] : ['2026-12-24', '2026-12-26'];
    const made = await service.create(create({ recurrence_type: type, [day]: from, [last]: to }));
    assert.equal([made[day], made[last]], [from, to]);
    const weekly = await service.update(made.id, change({ recurrence_type: 'weekly', [day]: null, [last]: null }));
    assert.equal([weekly[day], weekly[last], weekly.recurrence_type], [null, null, 'weekly']);
  });

test('a rule whose page is gone can still be given other times', async () => {
  const { service, store } = open();
  const { id } = await service.create(create());
  await store.update(({ pages }) => ({ pages: pages.slice(1) }));
  assert.is((await service.update(id, change({ enabled: false }))).enabled, false);
  assert.match(await refusalOf(() => service.update(id, change({ board_id: '' }))), /^404 /);
});

test('rules that overlap are warned of, and told by the report', async () => {
  const { service } = open();
  await service.create(create());
  const { warnings } = await service.create(create({ page_id: 'p2', start_time: '08:30', end_time: '09:30' }));
  assert.ok(warnings.length > 0);
  assert.ok((await service.validate(null)).overlaps.length > 0);
  assert.ok((await service.validate('b1')).overlaps.length > 0);
  assert.equal((await service.validate('b2')).overlaps, []);
  assert.match(await refusalOf(() => service.validate('gone')), /^404 /);
});

test('what is removed is gone, and what is unknown is 404', async () => {
  const { service } = open();
  const [one, two] = [
    await service.create(create()),
    await service.create(create({ start_time: '12:00', end_time: '13:00' })),
  ];
  assert.equal(await service.remove(one.id), { id: one.id });
  assert.equal(
    service.list('*').schedules.map(({ id }) => id),
    [two.id],
  );
  for (const work of [() => service.get('x'), () => service.remove('x'), () => service.update('x', change({}))])
    assert.match(await refusalOf(work), /^404 There is no schedule "x"/);
});

test.run();
