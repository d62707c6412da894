import { MESSAGES, type Decision } from './decision.ts';
import { messagesUp } from './messages.ts';

/** What a board shows of pages, as far as its programme decides. */
export interface PageShown {
  /** The page, or the page or collection of a message that was up before the board was closed; null for none. */
  readonly page_id: string | null;
  /** Whether a message, or what a plugin wants seen, is there instead of a page; a timed page is a page. */
  readonly isCovered: boolean;
}

/** What a closed board was left with: the message that was up, else its page. */
const leftBehind = ({ programme, resolved_page_id }: Decision): PageShown => {
  const [message] = messagesUp(programme.messages);
  if (!message) return { page_id: resolved_page_id, isCovered: false };
  const { content } = message;
  return { page_id: content.kind === 'page' ? content.page_id : null, isCovered: content.kind !== 'page' };
};

/** The page that a board shows by a decision. */
export const pageShown = (decision: Decision): PageShown => {
  const { show, because } = decision;
  if (show.kind === 'nothing') return leftBehind(decision);
  if (show.kind === 'page') return { page_id: show.page_id, isCovered: false };
  return { page_id: null, isCovered: because === 'trigger' || MESSAGES.has(because) };
};
