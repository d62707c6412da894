import { MESSAGES, type Because, type Decision } from './decision.ts';
import { messagesUp } from './messages.ts';

/** What a board shows of pages, as far as its programme decides. */
export interface PageShown {
  /** The page, or the page or collection of a message that was up before the board was closed; null for none. */
  readonly page_id: string | null;
  /** Whether a message, or what a plugin wants seen, is there instead of a page; a timed page is a page. */
  readonly isCovered: boolean;
}

const OF_PAGES: ReadonlySet<string> = new Set<Because>(['pin', 'schedule', 'default', 'follow', 'none']);

/**
 * What a closed board was left with: the message that is up, else what its last frame was shown for: a message that has
 * ended since is still there.
 */
const leftBehind = ({ programme, resolved_page_id }: Decision, why: string | null): PageShown => {
  const [message] = messagesUp(programme.messages);
  if (!message && why !== null && !OF_PAGES.has(why)) return { page_id: null, isCovered: why !== 'silence' };
  if (!message) return { page_id: resolved_page_id, isCovered: false };
  const { content } = message;
  return { page_id: content.kind === 'page' ? content.page_id : null, isCovered: content.kind !== 'page' };
};

/** The page that a board shows by a decision; `why` is what its last frame was shown for, null where nobody knows. */
export const pageShown = (decision: Decision, why: string | null): PageShown => {
  const { show, because } = decision;
  if (show.kind === 'nothing') return leftBehind(decision, why);
  if (show.kind === 'page') return { page_id: show.page_id, isCovered: false };
  return { page_id: null, isCovered: because === 'trigger' || MESSAGES.has(because) };
};
