import type { BoardDetail, BoardInstance } from '../src/schema/boards/boards.ts';
import type { Condition } from '../src/schema/boards/conditions.ts';
import { ApiError, api } from './api.ts';
import { PLAIN, type Look } from '../src/core/look/palette.ts';
import { setMotionSettings } from './board-view/motion-settings.ts';
import { chooseBoard, shownCodes, storedLook, type CodeRows } from '../src/core/look/shown.ts';
import { sentenceOf } from '../src/core/sentence.ts';
import { setZone } from './kit/zone.ts';
import { createStore, useStore } from './store.ts';

/** How a board is made. */
interface Make {
  readonly look: Look;
  /** Whether it has flaps, real ones. */
  readonly isWired: boolean;
  /** The flaps of a wall whose owner has listed them. */
  readonly flaps: string | null;
}

/** What the service has told the interface: boards, what they show, and names of pages. */
export interface ServiceState {
  /** In the service's order, the primary board first; null until the first answer. */
  readonly boards: readonly BoardDetail[] | null;
  /** What each board shows, or would show if its flaps were written to. */
  readonly pictures: Readonly<Record<string, CodeRows>>;
  /** The condition of each board: faults, drift, and why it shows what it shows. */
  readonly conditions: Readonly<Record<string, Condition>>;
  /** How each board is made, by its id. */
  readonly makes: Readonly<Record<string, Make>>;
  /** Where writes go: `ui`, `board` or `both`. */
  readonly target: string;
  /** Names of pages and collections by id. */
  readonly names: Readonly<Record<string, string>>;
  /** Whether changes arrive as they happen. */
  readonly live: boolean;
  /** The service wants to know who is there. */
  readonly locked: boolean;
  /** Why nothing could be loaded; null when all is well. */
  readonly problem: string | null;
}

/** The one store of the interface. */
export const serviceState = createStore<ServiceState>({
  boards: null,
  pictures: {},
  conditions: {},
  makes: {},
  target: 'both',
  names: {},
  live: false,
  locked: false,
  problem: null,
});

/**
 * A part of it in a view, which is drawn again only when that part changes. `select` answers the same object for the
 * same state.
 */
export const useService = <P>(select: (state: ServiceState) => P): P => useStore(serviceState, select);

/** The board that comes first; null while there is none. */
export const primaryOf = ({ boards }: ServiceState): BoardDetail | null => chooseBoard(boards ?? [], null) ?? null;

/** Whether an error means that the service asks for a sign-in, or for the first decision about it. */
const needsSignIn = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 401 || (error.status === 409 && error.body['setup_required'] === true));

const note = (error: unknown): void => {
  if (needsSignIn(error)) serviceState.set({ locked: true });
  else serviceState.set({ problem: sentenceOf(error) });
};

/** Puts the new state of boards into the store, in one change; boards that are not known yet are appended. */
export const keepBoards = (told: readonly BoardDetail[]): void => {
  const boards = new Map((serviceState.get().boards ?? []).map((board) => [board.id, board]));
  // The stream begins with every board as it is: of many boards, most are known already.
  const news = told.filter((board) => JSON.stringify(boards.get(board.id)) !== JSON.stringify(board));
  for (const board of news) boards.set(board.id, board);
  if (news.length > 0) serviceState.set({ boards: [...boards.values()] });
};

/** Puts a board's new state into the store; a board that is not known yet is appended. */
export const keepBoard = (board: BoardDetail): void => keepBoards([board]);

/** Puts into the store what a board shows. */
export const keepPicture = (boardId: string, characters: CodeRows): void => {
  serviceState.set({ pictures: { ...serviceState.get().pictures, [boardId]: characters } });
};

/** Puts conditions of boards into the store. */
export const keepConditions = (told: readonly Condition[]): void => {
  const { conditions } = serviceState.get();
  // As of boards, most are known already.
  const news = told.filter((one) => JSON.stringify(conditions[one.board_id]) !== JSON.stringify(one));
  if (news.length > 0)
    serviceState.set({ conditions: { ...conditions, ...Object.fromEntries(news.map((one) => [one.board_id, one])) } });
};

const isWired = ({ host, cloud_key, note_array_token, panel, tiles }: BoardInstance): boolean =>
  [host, cloud_key, note_array_token].some((value) => value !== '') ||
  (tiles ?? []).length > 0 ||
  (panel !== null && panel.driver !== 'virtual');

/** The look is the same one again when nothing of it changed, so that its picture is not made anew. */
const makeOf = (board: BoardInstance, before: Make | undefined): Make => {
  const look = storedLook(board);
  return {
    look: before && JSON.stringify(before.look) === JSON.stringify(look) ? before.look : look,
    isWired: isWired(board),
    flaps: board.panel?.flaps ? [...board.panel.flaps].join('') : null,
  };
};

/** What was loaded, without what was told meanwhile: that is newer. `before` is what was known when loading began. */
const keepTold = <T>(
  loaded: Readonly<Record<string, T>>,
  before: Readonly<Record<string, T>>,
  now: Readonly<Record<string, T>>,
): Record<string, T> =>
  Object.fromEntries(
    Object.entries(loaded).map(([id, one]) => [id, now[id] !== undefined && now[id] !== before[id] ? now[id] : one]),
  );

const byId = (boards: readonly BoardDetail[] | null): Record<string, BoardDetail> =>
  Object.fromEntries((boards ?? []).map((board) => [board.id, board]));

/** Tells of each load of one kind whether it still counts: none that began later was kept before. */
const inOrder = () => {
  let [begun, kept] = [0, 0];
  return (): (() => boolean) => {
    const turn = ++begun;
    return () => turn >= kept && Boolean((kept = turn));
  };
};
const beginBoards = inOrder();
const beginNames = inOrder();

/** Loads all boards with what they show. */
export const loadBoards = async (): Promise<void> => {
  const isNewest = beginBoards();
  const before = serviceState.get();
  try {
    const [{ boards }, { target }, settings, { conditions }, display, { timezone }] = await Promise.all([
      api.boards(),
      api.output(),
      api.boardSettings(),
      api.conditions(),
      api.display(),
      api.general(),
    ]);
    const details = await Promise.all(boards.map(({ id }) => api.board(id)));
    if (!isNewest()) return;
    setMotionSettings(display);
    setZone(timezone);
    const now = serviceState.get();
    const newest = keepTold(byId(details), byId(before.boards), byId(now.boards));
    serviceState.set({
      boards: details.map((board) => newest[board.id] ?? board),
      pictures: keepTold(
        Object.fromEntries(details.map((board) => [board.id, shownCodes(board, target)])),
        before.pictures,
        now.pictures,
      ),
      conditions: keepTold(
        Object.fromEntries(conditions.map((condition) => [condition.board_id, condition])),
        before.conditions,
        now.conditions,
      ),
      target,
      makes: Object.fromEntries(settings.boards.map((board) => [board.id, makeOf(board, now.makes[board.id])])),
      locked: false,
      problem: null,
    });
  } catch (error) {
    note(error);
  }
};

/** Loads the names of pages and collections. */
export const loadNames = async (): Promise<void> => {
  const isNewest = beginNames();
  try {
    const [{ pages }, { collections }] = await Promise.all([api.pages(), api.collections()]);
    if (!isNewest()) return;
    serviceState.set({ names: Object.fromEntries([...pages, ...collections].map(({ id, name }) => [id, name])) });
  } catch (error) {
    note(error);
  }
};

/** Loads everything again; what cannot be loaded is told in the store. */
export const loadServiceState = async (): Promise<void> => {
  await Promise.all([loadBoards(), loadNames()]);
};

/** The look of a board. */
export const lookOf = (state: ServiceState, boardId: string): Look => state.makes[boardId]?.look ?? PLAIN;

const BLANK: CodeRows = [];

/** What a board shows; no rows when that is not known. */
export const shownOn = (state: ServiceState, boardId: string): CodeRows => state.pictures[boardId] ?? BLANK;

/** The condition of a board; null while it is not known. */
export const conditionOf = (state: ServiceState, boardId: string): Condition | null =>
  state.conditions[boardId] ?? null;

/**
 * What becomes of writes to a board: they move its flaps; it has some, but output is kept to the browser; or it is
 * drawn in the browser and nowhere else.
 */
export type Flaps = 'moving' | 'idle' | 'none';

/** What becomes of writes to a board. */
export const flapsOf = (state: ServiceState, boardId: string): Flaps => {
  if (!state.makes[boardId]?.isWired) return 'none';
  return state.target === 'ui' ? 'idle' : 'moving';
};

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890!@#$()-+&=;:\'"%,./?°';
/** Lists of flaps write the double quote as a small letter. */
const NAMED: Readonly<Record<string, string>> = { '"': 'q' };

const lacking = (flaps: string): string[] =>
  [...SIGNS].filter((sign) => ![sign, sign.toLowerCase(), NAMED[sign] ?? sign].some((one) => flaps.includes(one)));

/**
 * The letters, signs and tiles that a board is known to have no flap for, one after another with blanks between: by the
 * list of its flaps, or by what it was last asked to show.
 */
export const lacksOn = (state: ServiceState, boardId: string): string => {
  const flaps = state.makes[boardId]?.flaps;
  return [
    ...(typeof flaps === 'string' ? lacking(flaps) : []),
    ...Object.keys(state.conditions[boardId]?.substitutions ?? {}),
  ].join(' ');
};
