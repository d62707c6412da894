import type { BoardDetail } from '../../src/schema/boards.ts';
import { asSentence } from '../kit/sentence.ts';
import { sentenceOf } from '../kit/work.tsx';
import type { Result } from '../kit/work.tsx';
import { pinPage } from '../pin-page.ts';
import { plugins as texts } from '../strings/plugins.ts';
import { pluginOperations } from './api.ts';

/** What to say of a plugin that has no data to show; null for one that has. */
const findProblem = async (id: string): Promise<Result | null> => {
  const told = await pluginOperations
    .data(id)
    .catch((error: unknown) => ({ available: false, error: sentenceOf(error) }));
  return told.available ? null : { tone: 'bad', text: `${texts.tryFailed} ${asSentence(told.error ?? '')}`.trim() };
};

/** Pins the page of a plugin on a board when there is data for it. */
export const pinWithData = async (id: string, board: BoardDetail, page: string): Promise<Result> =>
  (await findProblem(id)) ?? pinPage(board, page);

/**
 * Switches a plugin on and shows its ready-made page on a board. Without data nothing is made or pinned, and what was
 * off is off again.
 */
export const showDemo = async (
  { id, enabled }: { readonly id: string; readonly enabled: boolean },
  board: BoardDetail,
): Promise<Result> => {
  if (!enabled) await pluginOperations.switchTo(id, true);
  const problem = await findProblem(id);
  if (problem && !enabled) await pluginOperations.switchTo(id, false);
  if (problem) return problem;
  const { page } = await pluginOperations.makeDemo(id, board.id);
  return pinPage(board, page.id);
};
