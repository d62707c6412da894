import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page } from '../../../src/schema/content/pages.ts';
import {
  PLAIN_LINE,
  bodyOf,
  changeDraft,
  draftOf,
  isComplete,
  linesLost,
  newDraft,
  sizeOf,
} from '../../../ui/pages/editor/page-draft.ts';
import { describeSize } from '../../../ui/pages/size.ts';
import { dimensionsOf } from '../../../ui/plugins/dimensions.ts';

/** A page while it is written: what its form holds, and what of it is stored. */
const test = suite('drafts of pages');

const NOTE_SIZE = { device_type: 'note', notes_wide: 1, notes_tall: 1, grid_rows: null, grid_cols: null } as never;
const FLAGSHIP = { device_type: 'flagship' } as const;
const RIGHT = { alignment: 'right', wrap: false } as const;

const stored = (change: Partial<Page>): Page =>
  ({
    ...bodyOf(newDraft(NOTE_SIZE, 'template', 'One')),
    id: 'p',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: null,
    ...change,
  }) as Page;

test('a new page has a plain line for each of its rows', () => {
  const draft = newDraft(NOTE_SIZE, 'template', 'One');
  assert.equal([draft.template, draft.line_metadata], [['', '', ''], Array(3).fill(PLAIN_LINE)]);
  assert.equal([draft.name, draft.type, draft.duration_seconds, draft.rows], ['One', 'template', 300, []]);
  assert.equal(PLAIN_LINE, { alignment: 'left', wrap: false });
});

test('a stored page is filled up to its rows, and loses what the service says of it', () => {
  const draft = draftOf(stored({ template: ['A'], line_metadata: [RIGHT], rows: null }));
  assert.equal([draft.template, draft.line_metadata, draft.rows], [['A', '', ''], [RIGHT, PLAIN_LINE, PLAIN_LINE], []]);
  assert.not.ok('id' in draft || 'created_at' in draft || 'updated_at' in draft);
});

test('lines without a layout tell it by their prefixes', () => {
  const draft = draftOf(stored({ template: ['{wrap}{center}A', '{RIGHT}B', 'C'], line_metadata: null }));
  assert.equal(draft.template, ['A', 'B', 'C']);
  assert.equal(draft.line_metadata, [{ alignment: 'center', wrap: true }, RIGHT, PLAIN_LINE]);
  const laid = draftOf(stored({ template: ['{center}A', 'B', 'C'], line_metadata: [RIGHT] }));
  assert.equal([laid.template[0], laid.line_metadata], ['{center}A', [RIGHT, PLAIN_LINE, PLAIN_LINE]]);
});

test('lines that no longer fit are kept while it is written, counted, and cut when it is stored', () => {
  const tall = changeDraft(newDraft(NOTE_SIZE, 'template', 'One'), {
    ...FLAGSHIP,
    template: ['1', '2', '3', '4', '', ''],
  });
  assert.is(tall.template.length, 6);
  assert.is(linesLost(tall), 0);
  const small = changeDraft(tall, { device_type: 'note' });
  assert.equal([small.template, sizeOf(small).rows, linesLost(small)], [['1', '2', '3', '4'], 3, 1]);
  const body = bodyOf(small);
  assert.equal([body.template, body.line_metadata?.length], [['1', '2', '3'], 3]);
  assert.equal(changeDraft(small, FLAGSHIP).template, ['1', '2', '3', '4', '', '']);
});

const ROW = { source: 'a', row_index: 0, target_row: 0 } as never;
const LOW = { source: 'a', row_index: 0, target_row: 5 } as never;
const DEEP = { source: 'a', row_index: 5, target_row: 0 } as never;

test('of a draft that is stored which its type needs', () => {
  const draft = changeDraft(newDraft(NOTE_SIZE, 'template', 'One'), {
    display_type: 'weather',
    rows: [ROW, LOW, DEEP],
    template: ['A', '', ''],
  });
  const parts = (type: Page['type']) => {
    const { display_type, template, line_metadata, rows, name } = bodyOf({ ...draft, type });
    assert.is(name, 'One');
    return [display_type, template, line_metadata && line_metadata.length, rows];
  };
  assert.equal(parts('single'), ['weather', null, null, null]);
  assert.equal(parts('template'), [null, ['A', '', ''], 3, null]);
  assert.equal(parts('composite'), [null, null, null, [ROW]]);
});

for (const [type, display_type, rows, complete] of [
  ['single', null, [], false],
  ['single', 'weather', [], true],
  ['composite', null, [], false],
  ['composite', null, [ROW], true],
  ['template', null, [], true],
] as const)
  test(`a page of the type ${type} ${complete ? 'can' : 'cannot'} be drawn with ${display_type ?? 'no'} data and ${rows.length} rows`, () =>
    assert.is(isComplete({ ...newDraft(NOTE_SIZE, type, 'One'), display_type, rows: [...rows] }), complete));

for (const [board, members, words] of [
  [{ device_type: 'flagship', rows: 6, cols: 22 }, { device_type: 'flagship' }, /6 × 22$/],
  [{ device_type: 'note', rows: 3, cols: 15 }, { device_type: 'note' }, /3 × 15$/],
  [
    { device_type: 'note_array', rows: 6, cols: 45 },
    { device_type: 'note_array', notes_wide: 3, notes_tall: 2 },
    /6 × 45$/,
  ],
  [{ device_type: 'panel', rows: 4, cols: 20 }, { device_type: 'panel', grid_rows: 4, grid_cols: 20 }, /4 × 20$/],
] as const)
  test(`a page of the size of a ${board.device_type}`, () => {
    assert.equal(dimensionsOf(board), members);
    assert.match(describeSize(board), words);
  });

test.run();
