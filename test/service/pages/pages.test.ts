import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardMessage, State } from '../../../src/schema/state.ts';
import type { PageUpdate } from '../../../src/schema/content/pages.ts';
import { PageService } from '../../../src/service/pages/pages.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { sampleBoard, samplePage, sampleSchedule } from '../../support/sample-state.ts';
import { refusalOf, storeWith } from '../rig.ts';

const test = suite('service/pages');

const rig = (change: (state: State) => Partial<State>) => {
  const { store, state } = storeWith(change);
  const pages = new PageService(store, createFakeClock('2026-03-02T10:00:00Z'), (strategy) => strategy === 'row');
  return { pages, state };
};

/** A page that is shown in every way, and one that is not. */
const everywhere = ({ settings }: State): Partial<State> => {
  const message = (content: object, revert_page_id: string | null): BoardMessage =>
    ({ id: 'm', content, revert_mode: 'page', revert_page_id }) as unknown as BoardMessage;
  const window = (page_id: string | null) => ({ start: '1:00', end: '2:00', days: [], mode: 'page', page_id }) as const;
  return {
    pages: [samplePage('gone'), samplePage('p')],
    boards: [
      { ...sampleBoard('a'), default_page_id: 'gone' },
      { ...sampleBoard('b'), default_page_id: 'p' },
    ],
    programmes: {
      a: {
        active_page_id: 'gone',
        passing: { page_id: 'gone', ends: { until: '2026-03-02T12:00:00.000Z' } },
        messages: [message({ kind: 'page', page_id: 'gone' }, null), message({ kind: 'page', page_id: 'p' }, 'gone')],
      },
      b: { active_page_id: 'p', messages: [message({ kind: 'page', page_id: 'p' }, 'p')] },
    },
    settings: {
      ...settings,
      silence: { ...settings.silence, mode: 'page', page_id: 'gone', further: [window('gone'), window('p')] },
      silence_by_board: { a: { further: [window('p')] }, b: { page_id: 'gone' } },
    } as unknown as State['settings'],
  };
};

test('a page that is deleted leaves pins, default pages, messages, reverts and silence (rules, L1)', async () => {
  const { pages, state } = rig(everywhere);
  const answer = await pages.remove('gone');
  assert.equal(answer, {
    id: 'gone',
    message: 'The page "Page gone" was deleted.',
    default_page_created: false,
    new_page_id: null,
    active_page_updated: true,
    new_active_page_id: 'p',
  });
  const { boards, programmes, settings } = state();
  assert.equal(
    boards.map(({ default_page_id }) => default_page_id),
    [null, 'p'],
  );
  assert.equal([programmes['a']?.active_page_id, programmes['b']?.active_page_id], ['p', 'p']);
  assert.is(programmes['a']?.passing, null);
  const reverts = (board: string) => programmes[board]?.messages.map((one) => [one.revert_mode, one.revert_page_id]);
  assert.equal([reverts('a'), reverts('b')], [[['schedule', null]], [['page', 'p']]]);
  const { silence, silence_by_board } = settings;
  assert.equal(
    [silence.page_id, silence.further?.map(({ page_id }) => page_id), silence_by_board['b']?.page_id],
    [null, [null, 'p'], null],
  );
  assert.equal(silence_by_board['a']?.further?.[0]?.page_id, 'p');
  await pages.restore('gone');
  assert.is(state().settings.silence.further?.[0]?.page_id, 'gone');
  assert.is(state().programmes['a']?.passing?.page_id, 'gone');
  assert.match(await refusalOf(() => pages.restore('gone')), /^404/);
});

test('the last page is replaced by one of its size', async () => {
  const note = { ...samplePage('n', 'Note'), device_type: 'note' as const };
  const { pages, state } = rig(() => ({ pages: [note], programmes: {} }));
  const answer = await pages.remove('n');
  assert.equal([answer.default_page_created, answer.active_page_updated], [true, false]);
  assert.equal(
    state().pages.map(({ id, name, device_type }) => [id, name, device_type]),
    [[answer.new_page_id, 'Welcome', 'note']],
  );
});

test('a new size names where the page does not fit any more', async () => {
  const { pages } = rig((state) => ({
    ...everywhere(state),
    schedules: [
      { ...sampleSchedule('own'), page_id: 'gone', board_id: 'b' },
      { ...sampleSchedule('primary'), page_id: 'gone', board_id: '' },
      { ...sampleSchedule('other'), page_id: 'p', board_id: 'b' },
    ],
  }));
  const told = async (body: Partial<PageUpdate>) =>
    (await pages.update('gone', body as PageUpdate)).incompatible_references.map(
      ({ board_id, surface, schedule_id }) => `${board_id} ${surface} ${schedule_id}`,
    );
  assert.equal(await told({ name: 'Other' }), []);
  assert.equal(await told({ device_type: 'note' }), [
    'a schedule primary',
    'a schedule null',
    'a active_page null',
    'a silence null',
    'b schedule own',
    'b silence null',
  ]);
});

const grid = { device_type: 'panel', grid_rows: 3, grid_cols: 15 };
for (const [what, body, said] of [
  ['a template without lines', { type: 'template', template: [] }, /^400 template: a page of type "template"/],
  ['a single page without a source', { type: 'single' }, /^400 display_type: a page of type "single"/],
  ['rows without any', { type: 'composite' }, /^400 rows: a page of type "composite"/],
  ['a row behind the end', { type: 'composite', rows: [[0, 6]] }, /^400 rows: target_row 6 is beyond the 6 rows/],
  ['a line behind the end', { type: 'composite', rows: [[6, 0]] }, /^400 rows: row_index 6 is beyond the 6 rows/],
  [
    'a row twice',
    {
      type: 'composite',
      rows: [
        [0, 5],
        [1, 5],
      ],
    },
    /^400 rows: target_row 5 is used twice/,
  ],
  [
    'rows',
    {
      type: 'composite',
      rows: [
        [5, 0],
        [5, 5],
      ],
    },
    /^done$/,
  ],
  [
    'a panel without a size',
    { ...grid, grid_cols: null, type: 'template', template: ['A'] },
    /^400 grid_rows and grid/,
  ],
  ['a panel', { ...grid, type: 'template', template: ['A'] }, /^done$/],
  [
    'another way to turn',
    { type: 'template', template: ['A'], transition_strategy: 'x' },
    /^400 transition_strategy: there/,
  ],
  ['a known way to turn', { type: 'template', template: ['A'], transition_strategy: 'row' }, /^done$/],
] as const)
  test(`a new page with ${what}: ${said.source}`, async () => {
    const { pages, state } = rig(() => ({ pages: [] }));
    const rows =
      'rows' in body ? body.rows.map(([row_index, target_row]) => ({ source: 's', row_index, target_row })) : null;
    const sent = { name: 'New', device_type: 'flagship', duration_seconds: 300, ...body, rows };
    assert.match(await refusalOf(() => pages.create(sent as Parameters<PageService['create']>[0])), said);
    assert.is(state().pages.length, Number(said.source === '^done$'));
  });

test('a new page has every member in its order, null where nothing was said', async () => {
  const { pages } = rig(() => ({ pages: [] }));
  const body = {
    name: 'New',
    type: 'template',
    device_type: 'flagship',
    template: ['A'],
    duration_seconds: 10,
  } as const;
  const page = await pages.create({ ...body, template: ['A'], unknown: 1 } as Parameters<PageService['create']>[0]);
  assert.equal(Object.keys(page), Object.keys(samplePage('p')));
  assert.equal([page.notes_wide, page.notes_tall, page.rows, page.updated_at], [1, 1, null, null]);
});

for (const [field, cleared] of [
  ['display_type', true],
  ['rows', true],
  ['template', false],
  ['line_metadata', true],
  ['transition_strategy', true],
  ['grid_rows', false],
  ['name', false],
] as const)
  test(`null ${cleared ? 'empties' : 'leaves'} ${field} of a template`, async () => {
    const full = {
      ...samplePage('p'),
      display_type: 'x',
      rows: [],
      line_metadata: [],
      transition_strategy: 'row',
      grid_rows: 3,
    };
    const { pages } = rig(() => ({ pages: [full] }));
    const { page } = await pages.update('p', { [field]: null } as PageUpdate);
    assert.equal(page[field], cleared ? null : full[field]);
  });

test.run();
