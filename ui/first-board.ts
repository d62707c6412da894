// The script inside the page: draws the first board before the rest of the interface is loaded, which then takes over.
// The page is painted once, with the board in it: it expects `#drawn`, which stands behind this script.
import type { Outline } from '../src/core/look/outline.ts';
import type { BoardDetail, BoardInstance, BoardSummary } from '../src/schema/boards/boards.ts';
import { shapesOf } from './board-view/flap-paths.ts';
import type { Shape } from './board-view/flap-paths.ts';
import { CAPITAL, OUTLINES } from '../src/core/look/outlines.ts';
import { layOut, scaleOf } from '../src/core/look/proportions.ts';
import type { Layout } from '../src/core/look/proportions.ts';
import { chooseBoard, flatCodes, shownCodes, storedLook } from './board-view/shown.ts';
import { bootInPage, fetchBoot } from './boot-answer.ts';
import type { Boot } from './boot-answer.ts';
import { showTheme, storedTheme } from './shell/theme.ts';

declare global {
  /** The letters of the flaps, for the rest of the interface too (ui/build/interface.mjs). */
  var flapboxOutlines: { readonly CAPITAL: number; readonly OUTLINES: ReadonlyMap<string, Outline> } | undefined;
}

/** The width of a phone, as in the style sheet. */
const NARROW = '(max-width: 859px)';

/** What a boot answer tells of the board that is drawn large. */
interface FirstBoard {
  readonly board: BoardDetail;
  readonly stored: BoardInstance;
  readonly target: string;
  readonly boards: readonly BoardSummary[];
}

const firstBoardOf = ({ answers }: Boot): FirstBoard | null => {
  const read = <T>(address: string): Partial<T> => (answers[address] ?? {}) as Partial<T>;
  const { boards = [] } = read<{ boards: BoardSummary[] }>('/v1/boards');
  const chosen = chooseBoard(boards, new URLSearchParams(location.search).get('board'));
  const board = answers[`/v1/boards/${encodeURIComponent(chosen?.id ?? '')}`] as BoardDetail | undefined;
  const stored = read<{ boards: BoardInstance[] }>('/settings/board').boards?.find(({ id }) => id === chosen?.id);
  const { target = 'both' } = read<{ target: string }>('/settings/output');
  return board && stored ? { board, stored, target, boards } : null;
};

const element = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
  ...content: (Node | string)[]
): HTMLElementTagNameMap[K] => {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...content);
  return made;
};

/** On a phone, room for the way from one board to another. */
const boardSwitch = (boards: readonly BoardSummary[]): Node[] =>
  boards.length > 1 && matchMedia(NARROW).matches
    ? [element('nav', 'board-switch', ...boards.map(({ name }) => element('a', '', name)))]
    : [];

const pathOf = ({ color, opacity, across, down, path }: Shape): string =>
  `<path fill="${color}" fill-opacity="${opacity}" transform="scale(${across} ${down})" d="${path}"/>`;

/**
 * A picture that stands where the interface will have its canvas, which takes longer until it is seen. Nothing that
 * anybody has written is in it.
 */
const pictureOf = ({ width, height }: Layout, shapes: readonly Shape[]): string =>
  `<svg viewBox="0 0 ${width} ${height}">${shapes.map(pathOf).join('')}</svg>`;

/** Draws the first board where the interface draws it too, so that nothing moves when that takes over. */
const drawFirstBoard = (root: HTMLElement, { board, stored, target, boards }: FirstBoard): void => {
  const place = element('div', `board board-${stored.board_color} scale-${scaleOf(board)}`);
  const head = element('div', 'stage-head', element('h1', '', board.name), element('span', 'meta', '\u00a0'));
  const section = element('section', 'stage-board', head, element('div', 'stage-notices'), place);
  const main = element('main', '', ...boardSwitch(boards), element('div', 'stage', section));
  root.replaceChildren(element('header', 'header'), main);
  const layout = layOut(board, place.clientWidth * devicePixelRatio);
  const codes = flatCodes(shownCodes(board, target), board.rows, board.cols);
  place.innerHTML = pictureOf(layout, shapesOf(codes, layout, storedLook(stored)));
};

/** Resolves when what was drawn is on the screen; at once in a tab that nobody sees. */
const painted = (): Promise<void> =>
  new Promise((resolve) => (document.hidden ? resolve() : requestAnimationFrame(() => setTimeout(resolve))));

const loadInterface = (address: string): void =>
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: address }));

/** Draws the first board where the page tells of it; resolves when it is on the screen. */
const showFirstBoard = async (boot: Boot): Promise<void> => {
  const root = document.getElementById('app');
  const known = location.pathname === '/' ? firstBoardOf(boot) : null;
  if (!root || !known) return;
  drawFirstBoard(root, known);
  await painted();
};

/** Draws the first board before all else, then loads the interface, whose script is at `address`. */
const begin = async (address: string): Promise<void> => {
  const boot = bootInPage();
  globalThis.flapboxBoot = boot ? Promise.resolve(boot) : fetchBoot();
  globalThis.flapboxOutlines = { CAPITAL, OUTLINES };
  // A page with the answer has the theme too: asking the browser's storage holds a slow one up for a frame.
  if (boot) await showFirstBoard(boot).catch(() => undefined);
  else showTheme(storedTheme());
  loadInterface(address);
};

void begin(document.currentScript?.dataset['interface'] ?? '');
