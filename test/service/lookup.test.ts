import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardDetail } from '../../src/schema/boards/boards.ts';
import type { Collection } from '../../src/schema/content/collections.ts';
import type { Uses } from '../../src/schema/content/uses.ts';
import type { Page, PageDeleteAnswer, PageUpdateAnswer } from '../../src/schema/content/pages.ts';
import type { ScheduleAnswer } from '../../src/schema/content/schedules.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { startFlatRig, type FlatRig } from '../support/flat-rig.ts';
import { until } from '../support/until.ts';

const test = suite('service/library');

// A Monday, 11:00 in Berlin.
const clock = createFakeClock('2026-03-02T10:00:30Z');
let rig: FlatRig;
let primary = '';
test.before(async () => {
  rig = await startFlatRig(clock);
  primary = (await rig.call<BoardDetail>('GET', '/v1/boards/primary')).body.id;
});
test.after(() => rig.close());
test.before.each(() =>
  rig.store((state) => ({
    schedules: [],
    collections: [],
    programmes: {},
    boards: state.boards.map((board) => ({ ...board, schedule_enabled: false, default_page_id: null })),
    settings: {
      ...state.settings,
      silence: { ...state.settings.silence, mode: 'freeze' as const, page_id: null },
      silence_by_board: {},
    },
  })),
);

const SURFACES = [
  ['flat', ''],
  ['versioned', '/v1'],
] as const;
const stateOf = () => rig.appliance.app.store.state;
const pin = (board: string, page_id: string | null) => rig.call('PUT', `/v1/boards/${board}/active-page`, { page_id });
const board = async (id: string) => (await rig.call<BoardDetail>('GET', `/v1/boards/${id}`)).body;
const rule = async (page_id: string, more: object = {}) =>
  (await rig.call<ScheduleAnswer>('POST', '/schedules', { page_id, start_time: '10:00', end_time: '12:00', ...more }))
    .body;
const collection = async (...page_ids: string[]) =>
  (await rig.call<Collection>('POST', '/collections', { name: 'C', page_ids })).body;
const silencePage = (page_id: string, own: boolean) =>
  rig.store((state) => ({
    settings: {
      ...state.settings,
      silence: own ? state.settings.silence : { ...state.settings.silence, mode: 'page' as const, page_id },
      silence_by_board: own ? { [rig.wall]: { mode: 'page' as const, page_id } } : {},
    },
  }));

const NOTE = { device_type: 'note' };

for (const [surface, base] of SURFACES) {
  const remove = async (id: string) => (await rig.call<PageDeleteAnswer>('DELETE', `${base}/pages/${id}`)).body;
  const resize = async (id: string, change: object) =>
    (await rig.call<PageUpdateAnswer>('PUT', `${base}/pages/${id}`, change)).body.incompatible_references;

  test(`${surface}: a deleted page is gone from every pin, which moves to the first page that fits`, async () => {
    await rig.store(() => ({ pages: [] }));
    await rig.page('Other', ['O'], NOTE);
    const [first, gone] = [await rig.page('First', ['F']), await rig.page('Gone', ['G'])];
    await pin(primary, gone);
    await pin(rig.wall, gone);
    const answer = await remove(gone);
    assert.equal(
      [
        answer.id,
        answer.active_page_updated,
        answer.new_active_page_id,
        answer.default_page_created,
        answer.new_page_id,
      ],
      [gone, true, first, false, null],
    );
    for (const id of [primary, rig.wall])
      assert.equal([(await board(id)).active_page_id, (await board(id)).source], [first, 'manual']);
    await until(() => rig.first() === 6);
  });

  test(`${surface}: a page that nobody pinned leaves the pins alone`, async () => {
    const [kept, gone] = [await rig.page('Kept', ['K']), await rig.page('Gone', ['G'])];
    await pin(rig.wall, kept);
    const answer = await remove(gone);
    assert.equal([answer.active_page_updated, answer.new_active_page_id], [false, null]);
    assert.is((await board(rig.wall)).active_page_id, kept);
  });

  test(`${surface}: a deleted page is no default page any more`, async () => {
    const gone = await rig.page('Gone', ['G']);
    await rig.call('PATCH', `/v1/boards/${rig.wall}`, { default_page_id: gone, schedule_enabled: true });
    assert.is((await board(rig.wall)).resolved_page_id, gone);
    await remove(gone);
    const now = await board(rig.wall);
    assert.equal([now.default_page_id, now.resolved_page_id, now.source], [null, null, 'none']);
  });

  test(`${surface}: a message that shows the deleted page ends; one that only reverts to it goes on`, async () => {
    const [base2, gone] = [await rig.page('Base', ['B']), await rig.page('Gone', ['G'])];
    await pin(rig.wall, base2);
    await rig.call('POST', `/v1/boards/${rig.wall}/message`, { page_id: gone, duration_minutes: 5 });
    await rig.call('POST', `/v1/boards/${primary}/message`, {
      text: 'T',
      duration_minutes: 5,
      revert_mode: 'page',
      revert_page_id: gone,
    });
    await remove(gone);
    assert.is((await board(rig.wall)).override_expires_at, null);
    await until(() => rig.first() === 2);
    const timed = stateOf().programmes[primary]?.messages[0];
    assert.equal([timed?.revert_mode, timed?.revert_page_id], ['schedule', null]);
    assert.ok((await board(primary)).override_expires_at);
  });

  for (const own of [false, true]) {
    test(`${surface}: a deleted page is no silence page any more, ${own ? 'of a board' : 'for all boards'}`, async () => {
      const gone = await rig.page('Gone', ['G']);
      await silencePage(gone, own);
      await remove(gone);
      const { silence, silence_by_board } = stateOf().settings;
      assert.is(own ? silence_by_board[rig.wall]?.page_id : silence.page_id, null);
    });
  }

  test(`${surface}: rules and collections keep the id of a deleted page, which no longer counts`, async () => {
    const [kept, gone] = [await rig.page('Kept', ['K']), await rig.page('Gone', ['G'])];
    const both = await collection(gone, kept);
    const older = await rule(kept, { board_id: rig.wall, start_time: '09:00' });
    await clock.advance(1000);
    const newer = await rule(gone, { board_id: rig.wall });
    await rig.call('PATCH', `/v1/boards/${rig.wall}`, { schedule_enabled: true });
    assert.is((await board(rig.wall)).scheduled_page_id, gone);
    await remove(gone);
    assert.is((await rig.call<ScheduleAnswer>('GET', `${base}/schedules/${newer.id}`)).body.page_id, gone);
    assert.equal((await rig.call<Collection>('GET', `${base}/collections/${both.id}`)).body.page_ids, [gone, kept]);
    assert.equal([(await board(rig.wall)).scheduled_page_id, (await board(rig.wall)).resolved_page_id], [kept, kept]);
    assert.ok(older.id);
    await pin(rig.wall, both.id);
    assert.equal(
      [(await board(rig.wall)).resolved_page_id, (await board(rig.wall)).resolved_next_check_seconds],
      [kept, null],
    );
    const changed = await rig.call('PUT', `${base}/collections/${both.id}`, { page_ids: [gone, kept] });
    assert.is(changed.status, 400, 'every member has to exist when members are written');
  });

  test(`${surface}: a deleted collection is kept by pins and rules, and no longer counts`, async () => {
    const page = await rig.page('P', ['P']);
    const gone = await collection(page);
    await pin(rig.wall, gone.id);
    await rule(gone.id, { board_id: rig.wall });
    await rig.call('PATCH', `/v1/boards/${rig.wall}`, { schedule_enabled: true });
    await rig.call('DELETE', `${base}/collections/${gone.id}`);
    const now = await board(rig.wall);
    assert.equal(
      [now.active_page_id, now.scheduled_page_id, now.resolved_page_id, now.source],
      [gone.id, null, null, 'none'],
    );
    assert.is((await rig.call('GET', `${base}/pages/${page}`)).status, 200);
  });

  test(`${surface}: a deleted rule gives way to the next one, then to the default page, then to nothing`, async () => {
    const [a, b, c] = [await rig.page('A', ['A']), await rig.page('B', ['B']), await rig.page('C', ['C'])];
    await rig.call('PATCH', `/v1/boards/${rig.wall}`, { schedule_enabled: true, default_page_id: c });
    const older = await rule(a, { board_id: rig.wall });
    await clock.advance(1000);
    const newer = await rule(b, { board_id: rig.wall });
    await until(() => rig.first() === 2);
    await rig.call('DELETE', `${base}/schedules/${newer.id}`);
    await until(() => rig.first() === 1);
    await rig.call('DELETE', `${base}/schedules/${older.id}`);
    await until(() => rig.first() === 3);
    assert.equal([(await board(rig.wall)).source, (await board(rig.wall)).scheduled_page_id], ['schedule', null]);
  });

  test(`${surface}: a page of another size names every use that it no longer fits, and changes none`, async () => {
    const page = await rig.page('P', ['P']);
    const [own, slot] = [await rule(page, { board_id: rig.wall }), await rule(page)];
    await pin(rig.wall, page);
    await pin(primary, page);
    await silencePage(page, true);
    const references = await resize(page, NOTE);
    const told = references.map(({ board_id, board_name, surface: where, schedule_id }) => [
      board_id,
      board_name,
      where,
      schedule_id,
    ]);
    assert.equal(
      told.sort(),
      [
        [rig.wall, 'Wall', 'schedule', own.id],
        [rig.wall, 'Wall', 'active_page', null],
        [rig.wall, 'Wall', 'silence', null],
        [primary, 'My Board', 'schedule', slot.id],
        [primary, 'My Board', 'active_page', null],
      ].sort(),
    );
    assert.is((await board(rig.wall)).active_page_id, page);
    assert.equal([(await board(rig.wall)).resolved_page_id, (await board(rig.wall)).source], [null, 'none']);
    assert.equal(await resize(page, { name: 'Q' }), [], 'the size is the same');
    assert.equal(await resize(page, { device_type: 'flagship' }), [], 'it fits again');
    assert.is((await board(rig.wall)).resolved_page_id, page);
  });

  test(`${surface}: the same size under another name is no change`, async () => {
    const page = await rig.page('P', ['P']);
    await pin(rig.wall, page);
    assert.equal(await resize(page, { device_type: 'panel', grid_rows: 6, grid_cols: 22 }), []);
    assert.is((await board(rig.wall)).resolved_page_id, page);
  });

  const LAST: [string, object, [number, number]][] = [
    ['a flagship', {}, [6, 22]],
    ['a note', NOTE, [3, 15]],
    ['an array', { device_type: 'note_array', notes_wide: 2, notes_tall: 3 }, [9, 30]],
    ['a panel', { device_type: 'panel', grid_rows: 5, grid_cols: 40 }, [5, 40]],
  ];
  for (const [name, size, [rows, cols]] of LAST) {
    test(`${surface}: the last page, of ${name}, makes room for a Welcome page of its size`, async () => {
      await rig.store(() => ({ pages: [] }));
      const last = await rig.page('Last', ['L'], size);
      const answer = await remove(last);
      assert.is(answer.default_page_created, true);
      const { pages } = (await rig.call<{ pages: Page[] }>('GET', `${base}/pages`)).body;
      assert.equal(
        pages.map((page) => [page.id, page.name]),
        [[answer.new_page_id, 'Welcome']],
      );
      const { body } = await rig.call<{ raw: { characters: number[][] } }>(
        'POST',
        `/pages/${answer.new_page_id}/preview`,
      );
      assert.equal([body.raw.characters.length, body.raw.characters[0]?.length], [rows, cols]);
    });
  }

  test(`${surface}: pins on the last page move to the Welcome page where it fits, and end where it does not`, async () => {
    await rig.store(() => ({ pages: [] }));
    const last = await rig.page('Last', ['L']);
    await pin(rig.wall, last);
    const answer = await remove(last);
    assert.equal([answer.active_page_updated, answer.new_active_page_id], [true, answer.new_page_id]);
    assert.is((await board(rig.wall)).active_page_id, answer.new_page_id);
    const stranger = await rig.page('Note', ['N'], NOTE);
    assert.ok(stranger);
    const gone = await remove(answer.new_page_id ?? '');
    assert.equal([gone.default_page_created, gone.active_page_updated, gone.new_active_page_id], [false, true, null]);
    assert.equal([(await board(rig.wall)).active_page_id, (await board(rig.wall)).source], [null, 'none']);
  });
}

test('everywhere a page is used is told, and nothing else', async () => {
  const page = await rig.page('Used', ['U']);
  const uses = async (path: string) => (await rig.call<Uses>('GET', `${path}/references`)).body;
  assert.equal(await uses(`/pages/${page}`), { id: page, references: [], total: 0 });
  const [own, slot, member] = [await rule(page, { board_id: rig.wall }), await rule(page), await collection(page)];
  await pin(rig.wall, page);
  await rig.call('PATCH', `/v1/boards/${primary}`, { default_page_id: page });
  await rig.call('POST', `/v1/boards/${primary}/message`, {
    page_id: page,
    duration_minutes: 5,
    revert_mode: 'page',
    revert_page_id: page,
  });
  await silencePage(page, true);
  await rig.store((state) => ({
    settings: { ...state.settings, silence: { ...state.settings.silence, page_id: page } },
    plugins: { calendar: { enabled: false, config: { trigger_page_id: page }, secrets: {} } },
  }));
  const { references, total } = await uses(`/pages/${page}`);
  assert.equal(
    references.map(({ surface, board_id, schedule_id, collection_id, plugin_id }) => [
      surface,
      board_id,
      schedule_id,
      collection_id,
      plugin_id,
    ]),
    [
      ['default_page', primary, null, null, null],
      ['message', primary, null, null, null],
      ['revert', primary, null, null, null],
      ['active_page', rig.wall, null, null, null],
      ['silence', rig.wall, null, null, null],
      ['schedule', rig.wall, own.id, null, null],
      ['schedule', primary, slot.id, null, null],
      ['silence', null, null, null, null],
      ['collection', null, null, member.id, null],
      ['trigger', null, null, null, 'calendar'],
    ],
  );
  assert.is(total, references.length);
  await pin(rig.wall, member.id);
  assert.equal(
    (await uses(`/collections/${member.id}`)).references.map(({ surface, board_id }) => [surface, board_id]),
    [['active_page', rig.wall]],
  );
});

test.run();
