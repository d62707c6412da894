import type { BoardDetail } from '../../src/schema/boards/boards.ts';
import { glyphOf } from '../../src/core/flaps/flaps.ts';
import type { CodeRows } from '../../src/core/look/shown.ts';
import { beginPage } from '../pages/begin-page.ts';
import { newDraft, pageSizeOf } from '../pages/editor/page-draft.ts';
import { dimensionsOf } from '../plugins/dimensions.ts';

/** Rows of flaps as lines of a template: colours as markers, nothing at the end of a line. */
export const linesOf = (characters: CodeRows): string[] =>
  characters.map((row) => [...row].map(glyphOf).join('').trimEnd());

/** Begins a new page with what is on a board, and opens its editor. */
export const startPage = (board: BoardDetail, characters: CodeRows): void => {
  const lines = linesOf(characters);
  const draft = newDraft(pageSizeOf(dimensionsOf(board)), 'template', '');
  beginPage({ ...draft, template: draft.template.map((_, row) => lines[row] ?? '') });
};
