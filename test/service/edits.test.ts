import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardDetail } from '../../src/schema/boards/boards.ts';
import type { Collection } from '../../src/schema/content/collections.ts';
import type { Page, PageUpdateAnswer } from '../../src/schema/content/pages.ts';
import type { ScheduleWriteAnswer } from '../../src/schema/content/schedules.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { startFlatRig, type FlatRig } from '../support/flat-rig.ts';

const test = suite('service/edits');

const clock = createFakeClock('2026-03-02T10:00:30Z');
let rig: FlatRig;
test.before(async () => {
  rig = await startFlatRig(clock);
});
test.after(() => rig.close());

const made = async <T extends { id: string }>(path: string, body: object): Promise<T> => {
  const { status, body: one } = await rig.call<T>('POST', path, body);
  assert.is(status, 201);
  return one;
};
const edit = <T>(path: string, body: object) => rig.call<T>('PUT', path, body);

const PAGES = [
  ['template', { type: 'template', template: ['A'] }],
  ['display_type', { type: 'single', display_type: 'date_time' }],
  ['rows', { type: 'composite', rows: [{ source: 'date_time', row_index: 0, target_row: 1 }] }],
] as const;
for (const [needed, content] of PAGES) {
  test(`null leaves what a page of type ${content.type} cannot be without, and clears the rest`, async () => {
    const page = await made<Page>('/v1/pages', { name: 'P', transition_strategy: 'row', ...content });
    const nulls = {
      template: null,
      display_type: null,
      rows: null,
      line_metadata: null,
      transition_strategy: null,
      name: null,
      duration_seconds: null,
    };
    const { status, body } = await edit<PageUpdateAnswer>(`/v1/pages/${page.id}`, nulls);
    assert.is(status, 200);
    assert.equal(body.page[needed], page[needed]);
    assert.equal([body.page.transition_strategy, body.page.name, body.page.duration_seconds], [null, 'P', 300]);
    for (const [other] of PAGES) if (other !== needed) assert.is(body.page[other], null);
  });
}

test('a rule whose page is gone can be switched off, but not be given a page that is not there', async () => {
  const page = await rig.page('Gone', ['G']);
  const rule = await made<ScheduleWriteAnswer>('/v1/schedules', { page_id: page, start_time: '10:00' });
  await rig.call('DELETE', `/v1/pages/${page}`);
  const { status, body } = await edit<ScheduleWriteAnswer>(`/v1/schedules/${rule.id}`, { enabled: false });
  assert.equal([status, body.enabled, body.page_id], [200, false, page]);
  assert.ok(body.warnings.some((warning) => warning.includes('no longer exists')));
  assert.is((await edit(`/v1/schedules/${rule.id}`, { page_id: page })).status, 404);
});

test('a rule whose page has another size by now can be given other times, and says so', async () => {
  const page = await rig.page('Resized', ['R']);
  const rule = await made<ScheduleWriteAnswer>('/v1/schedules', { page_id: page, start_time: '10:00' });
  await edit(`/v1/pages/${page}`, { device_type: 'note' });
  const { status, body } = await edit<ScheduleWriteAnswer>(`/v1/schedules/${rule.id}`, { start_time: '11:00' });
  assert.equal([status, body.start_time], [200, '11:00']);
  assert.ok(body.warnings.some((warning) => warning.includes('"Resized"')));
  assert.is((await edit(`/v1/schedules/${rule.id}`, { board_id: '' })).status, 400);
});

test('a collection with a member that is gone can be renamed; members that are sent must all exist', async () => {
  const [gone, stays] = [await rig.page('Gone', ['G']), await rig.page('Stays', ['S'])];
  const { id } = await made<Collection>('/v1/collections', {
    name: 'C',
    page_ids: [gone, stays],
    variable: { default_page_id: gone },
  });
  await rig.call('DELETE', `/v1/pages/${gone}`);
  const { status, body } = await edit<Collection>(`/v1/collections/${id}`, { name: 'D' });
  assert.equal([status, body.name, body.page_ids], [200, 'D', [gone, stays]]);
  assert.is((await edit(`/v1/collections/${id}`, { page_ids: [gone, stays] })).status, 400);
  assert.is(
    (await edit(`/v1/collections/${id}`, { page_ids: [stays] })).status,
    400,
    'the rules still name the member',
  );
});

test('only null clears a default page: no text is the id of no page', async () => {
  const page = await rig.page('Default', ['D']);
  const patch = (default_page_id: string | null) =>
    rig.call<BoardDetail>('PATCH', '/v1/boards/primary', { default_page_id });
  assert.is((await patch(page)).body.default_page_id, page);
  assert.is((await patch('')).status, 404);
  assert.is((await rig.call<BoardDetail>('GET', '/v1/boards/primary')).body.default_page_id, page);
  assert.is((await patch(null)).body.default_page_id, null);
});

test('no text is no transition', async () => {
  assert.is(
    (await rig.call('POST', '/v1/boards/primary/message', { text: 'X', transition: { strategy: '' } })).status,
    400,
  );
  assert.is(
    (await rig.call('POST', '/v1/boards/primary/message', { text: 'X', transition: { strategy: null } })).status,
    200,
  );
});

test.run();
