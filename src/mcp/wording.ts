import { describeGeometry, geometryOf } from '../core/flaps/geometry.ts';
import type { BoardDetail, BoardSummary } from '../schema/boards/boards.ts';
import type { FlatMessageAnswer, ListedMessage, MessageAnswer } from '../schema/content/messages.ts';
import type { Page } from '../schema/content/pages.ts';

const join = (parts: readonly (string | null)[]): string => parts.filter((part) => part !== null).join('\n');

/** A list as lines, or what to say when it is empty. */
export const bullets = (lines: readonly string[], empty: string): string =>
  lines.length === 0 ? empty : lines.map((line) => `- ${line}`).join('\n');

/** A board in one line: its name, its id, its size, and what is special about it. */
export const nameBoard = (board: BoardSummary): string => {
  const traits = [
    board.is_primary ? 'primary' : null,
    board.paused ? 'PAUSED: nothing is written' : null,
    board.schedule_enabled ? 'follows its schedule' : 'ignores its schedule',
  ];
  return (
    `${board.name} (id ${board.id}): ${describeGeometry(board)}; ` + traits.filter((trait) => trait !== null).join('; ')
  );
};

const SOURCES = {
  manual: 'pinned by hand',
  schedule: 'chosen by the schedule or as the default page',
  none: 'nothing is chosen',
} as const;

/** What is on a board and why. */
export const describeBoard = (board: BoardDetail): string =>
  join([
    nameBoard(board),
    `Page: ${board.resolved_page_id ?? 'none'} (${SOURCES[board.source]})`,
    board.default_page_id === null ? null : `Default page: ${board.default_page_id}`,
    board.override_expires_at === null ? null : `A message is on it until ${board.override_expires_at}.`,
    board.text === null ? 'Nothing is known to be on it.' : `On the board now:\n${board.text}`,
  ]);

/** Messages, one in a line. */
export const describeMessages = (messages: readonly ListedMessage[]): string =>
  bullets(
    messages.map(({ id, state, priority, text, at, until }) => {
      const times = [at === null ? null : `from ${at}`, until === null ? null : `until ${until}`];
      const facts = [state, priority, ...times].filter((fact) => fact !== null).join(', ');
      return `${id} (${facts}): ${text.split('\n').join(' ').trim()}`;
    }),
    'There is no message.',
  );

/** What became of a message, and what is to be known of it. */
export const describeDelivery = ({
  sent,
  board_id,
  reason,
  text,
  expires_at,
  warnings = [],
  id,
  state,
}: MessageAnswer & Partial<Pick<FlatMessageAnswer, 'warnings' | 'id' | 'state'>>): string =>
  join([
    sent
      ? `The flaps of board ${board_id} were moved.`
      : `No flap was moved on board ${board_id}: ${reason ?? 'no reason is known'}`,
    expires_at === null ? null : `It ends at ${expires_at}.`,
    ...warnings,
    id && state !== 'dropped' ? `Its id is ${id}.` : null,
    `${sent ? 'On the board' : 'The picture'}:\n${text}`,
  ]);

/** A page in one line. */
export const namePage = (page: Page): string =>
  `${page.name} (id ${page.id}): ${page.type}, ${describeGeometry(geometryOf(page))}`;

/** A page with its template. */
export const describePage = (page: Page): string =>
  join([
    namePage(page),
    page.template === null
      ? JSON.stringify({ rows: page.rows, display_type: page.display_type })
      : page.template.join('\n'),
  ]);
