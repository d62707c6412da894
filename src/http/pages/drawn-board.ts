import type { IncomingHttpHeaders } from 'node:http';
import { shapesOf, type Shape } from '../../core/look/flap-paths.ts';
import { layOut, scaleOf } from '../../core/look/proportions.ts';
import { chooseBoard, flatCodes, shownCodes, storedLook } from '../../core/look/shown.ts';
import type { BoardDetail, BoardInstance, BoardSummary } from '../../schema/boards/boards.ts';
import { escape } from './bare-page.ts';

/** Pixels of a board's width where a browser has not told them yet. */
const USUAL_WIDTH = 1000;
const MOST_WIDTH = 8192;
/** Flaps of the largest board that is drawn into a page, in 150 KB of text; the interface draws larger ones alone. */
const MOST_FLAPS = 300;

/** Boards that a phone has room to name beside each other. */
const MOST_NAMES = 8;

/** The board that is drawn large, and what its picture needs. */
interface FirstBoard {
  readonly board: BoardDetail;
  readonly stored: BoardInstance;
  readonly target: string;
  readonly boards: readonly BoardSummary[];
}

/** Answers of `GET /boot` by address. */
type Answers = Readonly<Record<string, unknown>>;

const firstBoardOf = (answers: Answers, selected: string | null): FirstBoard | null => {
  const read = <T>(address: string): Partial<T> => (answers[address] ?? {}) as Partial<T>;
  const { boards = [] } = read<{ boards: BoardSummary[] }>('/v1/boards');
  const chosen = chooseBoard(boards, selected);
  const board = answers[`/v1/boards/${encodeURIComponent(chosen?.id ?? '')}`] as BoardDetail | undefined;
  const stored = read<{ boards: BoardInstance[] }>('/settings/board').boards?.find(({ id }) => id === chosen?.id);
  const { target = 'both' } = read<{ target: string }>('/settings/output');
  return board && stored ? { board, stored, target, boards } : null;
};

const pathOf = ({ color, opacity, across, down, path }: Shape): string =>
  `<path fill="${color}" fill-opacity="${opacity}" transform="scale(${across} ${down})" d="${path}"/>`;

/** How wide a browser says that it drew the board last (`ui/first-script.ts`), in pixels of its screen. */
const widthOf = ({ cookie = '' }: IncomingHttpHeaders): number =>
  Math.min(MOST_WIDTH, Number(/(?:^|;\s*)width=(\d{2,5})(?:;|$)/.exec(cookie)?.[1] ?? USUAL_WIDTH));

const pictureOf = ({ board, stored, target }: FirstBoard, width: number): string => {
  const layout = layOut(board, width);
  const codes = flatCodes(shownCodes(board, target), board.rows, board.cols);
  const shapes = shapesOf(codes, layout, storedLook(stored)).map(pathOf);
  return `<svg viewBox="0 0 ${layout.width} ${layout.height}" data-of="${escape(board.id)}" aria-hidden="true">${shapes.join('')}</svg>`;
};

/** On a phone, room for the way from one board to another. */
const switchOf = (boards: readonly BoardSummary[]): string =>
  boards.length > 1
    ? `<nav class="board-switch">${boards
        .slice(0, MOST_NAMES)
        .map(({ name }) => `<a>${escape(name)}</a>`)
        .join('')}</nav>`
    : '';

/**
 * The first board of the interface as markup, where the interface will draw it too, so that nothing moves when that
 * takes over. `boot` is the answer of `GET /boot`, `selected` the board that the address names; empty when there is no
 * board, or one of too many flaps.
 */
export const drawFirstBoard = (boot: string, selected: string | null, headers: IncomingHttpHeaders): string => {
  const { answers } = JSON.parse(boot) as { answers: Answers };
  const first = firstBoardOf(answers, selected);
  if (!first || first.board.rows * first.board.cols > MOST_FLAPS) return '';
  const { board, stored, boards } = first;
  return [
    `<header class="header"></header><main>${switchOf(boards)}<div class="stage"><section class="stage-board">`,
    `<div class="stage-head"><h1>${escape(board.name)}</h1></div>`,
    `<div class="stage-notices rows-8"></div><div class="board board-${stored.board_color} scale-${scaleOf(board)}">`,
    `${pictureOf(first, widthOf(headers))}</div></section></div></main>`,
  ].join('');
};
