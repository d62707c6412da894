import type { BoardDetail } from '../src/schema/boards/boards.ts';
import type { Condition } from '../src/schema/boards/conditions.ts';
import { api } from './api.ts';
import type { Result } from './kit/work.tsx';
import { pin as texts } from './strings/pin.ts';

/** What somebody sees on the board after a page was pinned on it. */
const seen = (board: string, error: string | null, condition: Condition | undefined): Omit<Result, 'undo'> => {
  if (error !== null) return { tone: 'plain', text: texts.fails(board, error) };
  if (condition && condition.because !== 'pin') return { tone: 'plain', text: texts.waits(board, condition.because) };
  if (condition && condition.missing.length > 0)
    return { tone: 'plain', text: texts.unfilled(board, condition.missing) };
  return { tone: 'good', text: texts.shown(board) };
};

/** Pins a page on a board and tells what the board shows now; the board can be given back what it had. */
export const pinPage = async (
  { id, name, active_page_id, schedule_enabled }: BoardDetail,
  pageId: string,
): Promise<Result> => {
  const { error, code } = await api.pin(id, pageId);
  const { conditions } = await api.conditions();
  const condition = conditions.find(({ board_id }) => board_id === id);
  const { tone, text } = seen(name, code === 'browser_only' ? null : error, condition);
  return {
    tone,
    text: schedule_enabled && active_page_id === null ? `${text} ${texts.overSchedule}` : text,
    undo: async () => {
      await api.pin(id, active_page_id);
      return texts.undone(name);
    },
  };
};
