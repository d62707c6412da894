import type { BoardDetail } from '../../src/schema/boards/boards.ts';
import { glyphOf } from '../../src/core/flaps/flaps.ts';
import type { CodeRows } from '../../src/core/look/shown.ts';
import { beginPage } from '../pages/begin-page.ts';
import { newDraft } from '../pages/editor/page-draft.ts';

const NOTE = { rows: 3, cols: 15 };

/** Rows of flaps as lines of a template: colours as markers, nothing at the end of a line. */
export const linesOf = (characters: CodeRows): string[] =>
  characters.map((row) => [...row].map(glyphOf).join('').trimEnd());

/** Begins a new page with what is on a board, and opens its editor. */
export const startPage = ({ device_type, rows, cols }: BoardDetail, characters: CodeRows): void => {
  const isArray = device_type === 'note_array';
  const isPanel = device_type === 'panel';
  const size = {
    device_type,
    notes_wide: isArray ? cols / NOTE.cols : 1,
    notes_tall: isArray ? rows / NOTE.rows : 1,
    grid_rows: isPanel ? rows : null,
    grid_cols: isPanel ? cols : null,
  };
  const lines = linesOf(characters);
  const draft = newDraft(size, 'template', '');
  beginPage({ ...draft, template: draft.template.map((_, row) => lines[row] ?? '') });
};
