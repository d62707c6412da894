import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { NewBoards } from '../../../src/schema/appliance/settings.ts';
import { startAppliance, type Appliance } from '../../support/appliance.ts';

const test = suite('what new boards begin with (rules, B19)');

let appliance: Appliance;
let first = '';
const pages: Record<string, string> = {};

test.before(async () => {
  appliance = await startAppliance();
  first = appliance.app.store.state.boards[0]?.id ?? '';
  for (const [name, device_type] of [
    ['pinned', 'flagship'],
    ['ruled', 'flagship'],
    ['small', 'note'],
  ] as const)
    pages[name] = (
      await appliance.call<{ id: string }>('POST', '/pages', { name, type: 'template', device_type, template: [name] })
    ).body.id;
});
test.after(() => appliance.close());

const choose = (body: object) => appliance.call<NewBoards & { detail: string }>('PUT', '/settings/new-boards', body);
const add = async (more: object = {}): Promise<string> => {
  const { status } = await appliance.call('POST', '/settings/board/add', { device_type: 'flagship', ...more });
  assert.is(status, 201);
  return appliance.app.store.state.boards.at(-1)?.id ?? '';
};
const pinOf = (id: string) => appliance.app.store.state.programmes[id]?.active_page_id ?? null;
const rulesOf = (id: string) => appliance.app.store.state.schedules.filter(({ board_id }) => board_id === id);

test('nothing, unless the owner says otherwise', async () => {
  const { body } = await appliance.call<NewBoards>('GET', '/settings/new-boards');
  assert.equal(body, { board_id: null, page_id: null });
  const id = await add();
  assert.equal([pinOf(id), rulesOf(id)], [null, []]);
});

test('a page is pinned on boards of its size, and on no other', async () => {
  assert.equal((await choose({ page_id: pages['pinned'] })).body, { board_id: null, page_id: pages['pinned'] });
  assert.is(pinOf(await add()), pages['pinned']);
  assert.is(pinOf(await add({ device_type: 'note' })), null);
  await appliance.call('PUT', '/settings/board', { devices: ['flagship', 'note', 'note_array'] });
  const { boards } = (await appliance.call<{ boards: object[] }>('GET', '/settings/board')).body;
  await appliance.call('PUT', '/settings/board', { boards: [...boards, { device_type: 'flagship', name: 'Listed' }] });
  assert.is(pinOf(appliance.app.store.state.boards.find(({ name }) => name === 'Listed')?.id ?? ''), pages['pinned']);
});

test('the programme of a board is copied as far as it fits; the board keeps its own', async () => {
  await appliance.call('PUT', '/settings/active-page', { page_id: pages['pinned'], board_id: first });
  await appliance.call('PATCH', `/v1/boards/${first}`, { default_page_id: pages['ruled'], schedule_enabled: true });
  const rule = { page_id: pages['ruled'], board_id: first, start_time: '08:00', end_time: '09:00' };
  await appliance.call('POST', '/schedules', rule);
  assert.is((await choose({ board_id: 'primary' })).body.board_id, first);
  const id = await add();
  const board = appliance.app.store.state.boards.find((one) => one.id === id);
  assert.equal(
    [pinOf(id), board?.default_page_id, board?.schedule_enabled, rulesOf(id).map(({ start_time }) => start_time)],
    [pages['pinned'], pages['ruled'], true, ['08:00']],
  );
  assert.is(rulesOf(first).length, 1);
  assert.is.not(rulesOf(id)[0]?.id, rulesOf(first)[0]?.id);
  const note = await add({ device_type: 'note' });
  assert.equal([pinOf(note), rulesOf(note)], [null, []]);
});

test('what cannot be chosen is refused by name; a page that is gone counts as nothing', async () => {
  for (const [body, status, word] of [
    [{ page_id: 'nope' }, 404, 'nope'],
    [{ board_id: 'nope' }, 404, 'nope'],
    [{ page_id: pages['pinned'], board_id: first }, 422, 'at most one of board_id, page_id'],
    [{ page: 'x' }, 422, 'page'],
  ] as const) {
    const answer = await choose(body);
    assert.is(answer.status, status);
    assert.match(JSON.stringify(answer.body.detail), word);
  }
  await choose({ page_id: pages['pinned'] });
  await appliance.call('DELETE', `/pages/${pages['pinned']}`);
  assert.is(pinOf(await add()), null);
  assert.equal((await choose({})).body, { board_id: null, page_id: null });
});

test.run();
