import { BROWSER_TARGET, type Outcome } from '../../board/outcome.ts';
import { Fault } from '../../fault.ts';
import type { PageSendAnswer } from '../../schema/content/pages.ts';
import type { Target } from '../../schema/appliance/settings.ts';
import type { Store } from '../../store/store.ts';
import { boardOf } from '../lookup.ts';
import { pageOf, requireFit } from './showable.ts';
import type { MessageService } from '../messages/messages.ts';
import { toldOutcome } from '../outcomes.ts';
import type { PreviewService } from './previews.ts';

/**
 * Draws a page and, unless the target is `ui`, sends it to a board as a message without an end. A paused or silenced
 * board is no error: `sent_to_board` is false and `reason` says why. 404 unknown page or board, 400 for another size,
 * 429, 500.
 */
export const sendPage = async (
  { state }: Store,
  previews: PreviewService,
  messages: MessageService,
  id: string,
  boardId: string,
  target: Target,
): Promise<PageSendAnswer> => {
  const page = pageOf(state, id);
  const board = boardOf(state, boardId);
  requireFit(state, page.id, board);
  const { message } = await previews.preview(page.id);
  const told = (outcome: Outcome): PageSendAnswer => {
    const { sent, reason, code } = toldOutcome(outcome);
    return {
      page_id: page.id,
      message,
      sent,
      sent_to_board: sent,
      paused: board.paused,
      target,
      board_id: board.id,
      reason,
      code,
    };
  };
  if (target === 'ui') return told(BROWSER_TARGET);
  try {
    const { text, ...outcome } = await messages.send(board.id, { page_id: page.id, force: false });
    return { ...told(outcome), message: text };
  } catch (error) {
    if (error instanceof Fault && error.status === 409)
      return told({ code: error.extras.code ?? 'declined', reason: error.detail });
    throw error;
  }
};
