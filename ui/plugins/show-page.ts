import type { JsonObject } from '../../src/schema/common.ts';
import type { BoardDetail } from '../../src/schema/boards/boards.ts';
import type { Destination } from '../../src/schema/plugins/plugins.ts';
import type { OwnTrial } from '../../src/schema/plugins/sources.ts';
import { sentenceOf } from '../../src/core/sentence.ts';
import { asSentence } from '../kit/sentence.ts';
import type { Result } from '../kit/work.tsx';
import { pinPage } from '../pin-page.ts';
import { plugins as texts } from '../strings/plugins.ts';
import { pluginOperations } from './api.ts';

/** Real data of a plugin that may be off, and what the owner confirmed for them. */
export interface Tried {
  readonly trial: OwnTrial;
  readonly confirmed: readonly Destination[];
}

const problemFor = (error: string): string => `${texts.tryFailed} ${asSentence(error)}`.trim();

/**
 * Asks a plugin once, with stored settings or with others, for its page. Rejects with what to say when there is none.
 */
export const tryOut = async (id: string, config?: JsonObject): Promise<Tried> => {
  const tried = await pluginOperations.tryPlugin(id, config);
  if (tried.trial.error !== null) throw new Error(problemFor(tried.trial.error));
  return tried;
};

/** Switches a plugin on that has shown what it does, with what was confirmed for that. */
export const switchOnTried = async (id: string, tried: Tried | null): Promise<void> => {
  if (tried && tried.confirmed.length > 0) await pluginOperations.confirm(id, tried.confirmed);
  await pluginOperations.switchTo(id, true);
};

/** What to say of a plugin that has no data to show; null for one that has. */
const findProblem = async (id: string): Promise<Result | null> => {
  const told = await pluginOperations
    .data(id)
    .catch((error: unknown) => ({ available: false, error: sentenceOf(error) }));
  return told.available ? null : { tone: 'bad', text: problemFor(told.error ?? '') };
};

/** Pins the page of a plugin on a board when there is data for it. */
export const pinWithData = async (id: string, board: BoardDetail, page: string): Promise<Result> =>
  (await findProblem(id)) ?? pinPage(board, page);

/**
 * Switches a plugin on that was tried and puts its ready-made page on a board. When it has no data any more nothing is
 * made or pinned, and it is off again.
 */
export const showTried = async (id: string, tried: Tried | null, board: BoardDetail): Promise<Result> => {
  await switchOnTried(id, tried);
  const problem = await findProblem(id);
  if (problem) {
    await pluginOperations.switchTo(id, false);
    return problem;
  }
  const { page } = await pluginOperations.makeDemo(id, board.id);
  return pinPage(board, page.id);
};
