import { geometryOf } from '../../core/flaps/geometry.ts';
import { silenceAt, silenceOf } from '../../core/silence.ts';
import { civilAt } from '../../core/time/zone.ts';
import { toInstant, type Clock } from '../../platform/clock.ts';
import type { StoredBoard } from '../../schema/boards/boards.ts';
import type { ScreenBoard, ScreenView, StoredScreen } from '../../schema/appliance/screens.ts';
import type { Store } from '../../store/store.ts';

/** What views are made from. */
export interface ViewSources {
  readonly store: Store;
  readonly clock: Clock;
  readonly zone: () => string;
  /** What a board shows, as rows of codes; null while nobody knows. */
  readonly shown: (boardId: string) => number[][] | null;
  /** How bright a board is, in per cent; null where nobody decided. */
  readonly light: (boardId: string) => number | null;
}

const FULL = 100;

const formOf = (board: StoredBoard) => {
  const { device_type, rows, cols, places } = geometryOf(board);
  const { id, name, board_color, code62_glyph } = board;
  return {
    id,
    name,
    device_type,
    rows,
    cols,
    board_color,
    code62_glyph,
    places: places ? places.map((columns) => [...columns]) : null,
  };
};

const boardView = (board: StoredBoard, { store, clock, zone, shown, light }: ViewSources): ScreenBoard => {
  const now = clock.now();
  const { active, next_change } = silenceAt(
    silenceOf(board.id, store.state.settings),
    now,
    zone(),
    store.state.settings.location,
  );
  return {
    ...formOf(board),
    characters: shown(board.id),
    brightness: light(board.id) ?? FULL,
    silent: active,
    silence_changes_in_seconds: next_change === null ? null : Math.max(0, Math.ceil((next_change - now) / 1000)),
  };
};

const isMotionReduced = ({ state }: Store): boolean => {
  const { reduce_motion, board_animations } = state.settings.display;
  return reduce_motion || board_animations === 'off';
};

/** What a screen has to know to draw boards; `screen` is null for somebody who is none. */
export const viewOf = (
  screen: StoredScreen | null,
  boards: readonly StoredBoard[],
  sources: ViewSources,
): ScreenView => {
  const { clock, zone, store } = sources;
  const { hour, minute } = civilAt(clock.now(), zone());
  return {
    name: screen?.name ?? null,
    options: screen?.options ?? null,
    boards: boards.map((board) => boardView(board, sources)),
    now: toInstant(clock.now()),
    local_minute: hour * 60 + minute,
    reduced_motion: isMotionReduced(store),
  };
};

/** What of a view changes only when somebody changes settings: another text for another one. */
export const fingerprintOf = (
  screen: StoredScreen | null,
  boards: readonly StoredBoard[],
  { store, light }: ViewSources,
): string => {
  const { settings } = store.state;
  const quiet = boards.map(({ id }) => silenceOf(id, settings));
  const lights = boards.map(({ id }) => light(id));
  return JSON.stringify([screen, boards.map(formOf), quiet, lights, settings.output_target, isMotionReduced(store)]);
};
