import { MINUTE_MS } from '../../core/time/durations.ts';
import { geometryOf, onFlaps } from '../../core/flaps/geometry.ts';
import { gridToRows, type Grid } from '../../core/flaps/grid.ts';
import { layoutMessage } from '../../core/flaps/written.ts';
import { Fault } from '../../fault.ts';
import type { StoredBoard } from '../../schema/boards/boards.ts';
import type { FlatMessage, RevertMode, TransitionOverride } from '../../schema/content/messages.ts';
import type { Page } from '../../schema/content/pages.ts';
import type { BoardMessage, MessageContent } from '../../schema/state.ts';
import { tellNoTransition } from '../lookup.ts';
import { sizeText } from '../pages/showable.ts';
import { plainMessage } from './stored.ts';

/** A message for one board. */
export type SingleMessage = Partial<Omit<FlatMessage, 'boards'>>;

/** When a timed message ends (never by itself with null minutes), and what follows it. */
export interface Expiry {
  readonly minutes: number | null;
  readonly revert_mode: RevertMode;
  readonly revert_page_id: string | null;
}

/** What to put on a board past its programme: a grid, or the page to draw it from. */
export interface MessageRequest {
  readonly content: MessageContent;
  readonly picture: Grid | Page;
  /** Characters of it that no board has a flap for. */
  readonly missing?: readonly string[];
  readonly force: boolean;
  readonly transition: TransitionOverride | null;
  /** Null: it stays until something else replaces it. */
  readonly expiry: Expiry | null;
  /** What a message says beside that; a normal one that replaces another without it. */
  readonly wishes?: Pick<SingleMessage, 'priority' | 'when_busy' | 'acknowledge' | 'rows'>;
  readonly warnings?: readonly string[];
}

/** The message of a request as it is stored, before it is up. */
export const messageOf = ({ content, transition, expiry, wishes = {} }: MessageRequest): BoardMessage => {
  const ends = wishes.acknowledge ? 'acknowledgement' : expiry ? 'time' : 'change';
  const minutes = ends === 'time' ? (expiry?.minutes ?? null) : null;
  return {
    ...plainMessage(content),
    ends,
    lasts_ms: minutes === null ? null : minutes * MINUTE_MS,
    priority: wishes.priority ?? 'normal',
    when_busy: wishes.when_busy ?? 'replace',
    transition,
    ...(ends === 'time' && expiry && { revert_mode: expiry.revert_mode, revert_page_id: expiry.revert_page_id }),
    ...(wishes.rows && { rows: wishes.rows }),
  };
};

/** When a message ends that says for how long it is; null for one that does not. */
export const expiryOf = ({ duration_minutes, revert_mode, revert_page_id }: SingleMessage): Expiry | null => {
  if (!duration_minutes) return null;
  const page = revert_mode === 'page' ? (revert_page_id ?? null) : null;
  return { minutes: duration_minutes, revert_mode: revert_mode ?? 'schedule', revert_page_id: page };
};

/** The lines of a message in which placeholders count; null for one that is as it is. */
export const templateOf = ({ template, text, lines }: SingleMessage): string[] | null =>
  template ? (lines ?? text?.split('\n') ?? null) : null;

/** Refuses members of a message that do not go together: 400 with the member. */
export const checkMessage = (message: SingleMessage, knowsStrategy: (strategy: string) => boolean): void => {
  const { duration_minutes, revert_mode, revert_page_id, template, rows, transition } = message;
  if (revert_mode && !duration_minutes)
    throw new Fault(400, 'revert_mode needs duration_minutes: only a timed message ends by itself.');
  if (revert_mode === 'page' && !revert_page_id)
    throw new Fault(400, 'revert_page_id is needed when revert_mode is "page".');
  const isWritten = typeof message.text === 'string' || Boolean(message.lines);
  if (template && !isWritten) throw new Fault(400, 'template: placeholders stand in text or lines.');
  if (rows && !isWritten) throw new Fault(400, 'rows: only text or lines can be laid on the last rows of a page.');
  const strategy = transition?.strategy;
  if (typeof strategy === 'string' && !knowsStrategy(strategy))
    throw new Fault(400, `transition.strategy: ${tellNoTransition(strategy)}`);
};

/** Text, lines, codes or one code everywhere, as a grid of the board's size: 400 for codes of another size. */
export const drawnContent = (
  board: StoredBoard,
  message: SingleMessage,
): { content: MessageContent; picture: Grid } => {
  const geometry = geometryOf(board);
  const { rows, cols } = geometry;
  if (message.characters) requireSize(message.characters, rows, cols);
  const grid = onFlaps(layoutMessage(message, geometry), geometry);
  return { content: { kind: 'grid', rows, cols, characters: gridToRows(grid) }, picture: grid };
};

const requireSize = (characters: readonly (readonly number[])[], rows: number, cols: number): void => {
  const wrong = characters.find((row) => row.length !== cols);
  if (characters.length === rows && !wrong) return;
  const received = `${characters.length} rows x ${wrong?.length ?? characters[0]?.length ?? 0} columns`;
  throw new Fault(400, `characters: expected ${sizeText({ rows, cols })}, received ${received}.`);
};
