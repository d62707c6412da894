import { ruleWarnings } from '../../../src/core/schedule/schedule-check.ts';
import type { Schedule } from '../../../src/schema/content/schedules.ts';
import type { Context } from '../rule-references.ts';
import { bodyOf, isComplete, type RuleDraft } from './rule-draft.ts';

const DRAFT_ID = 'draft';
/** A rule that is not stored yet would be the newest. */
const LATEST = '9999-12-31T00:00:00.000Z';

/** The rule that a draft would become; a rule that is changed keeps its age. */
const ruleOf = (draft: RuleDraft, before: Schedule | null, boardId: string): Schedule => ({
  id: DRAFT_ID,
  board_id: boardId,
  created_at: LATEST,
  updated_at: null,
  ...before,
  ...bodyOf(draft),
});

/** What an owner should know about a rule before it is stored, in sentences: the service says the same when it is. */
export const liveWarnings = (
  draft: RuleDraft,
  before: Schedule | null,
  rules: readonly Schedule[],
  { board, pages, collections, zone, location, now }: Context,
): string[] => {
  if (!isComplete(draft)) return [];
  return ruleWarnings({
    rule: ruleOf(draft, before, board.id),
    rules,
    board: {
      ...board,
      grid_rows: board.rows,
      grid_cols: board.cols,
      notes_tall: board.rows / 3,
      notes_wide: board.cols / 15,
    },
    pages: new Map(pages.map((page) => [page.id, page])),
    collections: new Map(collections.map((one) => [one.id, one])),
    zone,
    location,
    at: now,
  });
};
