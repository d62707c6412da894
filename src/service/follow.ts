import type { BoardView } from '../board/board-port.ts';
import { BROWSER_TARGET, causedOutcome, outcomeOf, type Outcome } from '../board/outcome.ts';
import { MESSAGES } from '../core/arbiter/decision.ts';
import { endOf, placeFrame, type PublishedFrame } from '../core/follow/frame.ts';
import type { FollowerReport } from '../core/follow/state.ts';
import { geometryOf, onFlaps } from '../core/flaps/geometry.ts';
import { gridsEqual } from '../core/flaps/grid.ts';
import { toInstant } from '../platform/clock.ts';
import type { StoredBoard } from '../schema/boards/boards.ts';
import type { FollowDiscovery, FollowStatus } from '../schema/boards/follow.ts';
import type { BoardParts } from './boards/parts.ts';
import { boardOf } from './lookup.ts';
import { recordsById } from '../core/records.ts';

/** How it stands with the topic of a board, by what holds the connection. */
export interface FollowLink {
  readonly follower: string;
  readonly broker: string | null;
  readonly connected: boolean;
  readonly frame: PublishedFrame | null;
  readonly error: string | null;
}

/** What following is made from. */
export interface FollowServiceOptions extends Pick<BoardParts, 'store' | 'boards' | 'writer' | 'programme' | 'clock'> {
  /** Null where a board follows nothing. */
  readonly linkOf: (boardId: string) => FollowLink | null;
  readonly search: BrokerSearch;
  /** The broker of the appliance's own MQTT settings; null when there is none. */
  readonly ownBroker: () => BrokerPlace | null;
}

interface BrokerPlace {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly authority: string;
}

/** What looks for brokers in the home network, and asks them for hubs. */
export interface BrokerSearch {
  findBrokers(signal: AbortSignal): Promise<{ readonly url: string; readonly name: string }[]>;
  listHubs(
    place: Partial<BrokerPlace> & { readonly url: string },
    signal: AbortSignal,
  ): Promise<{
    readonly hubs: readonly { readonly topic: string; readonly rows: number; readonly cols: number }[];
    readonly error: string | null;
  }>;
}

/** What boards make of the frames that they follow. */
export class FollowService {
  readonly #options: FollowServiceOptions;

  constructor(options: FollowServiceOptions) {
    this.#options = options;
  }

  /** How it stands with what a board follows; 404 for an unknown one. */
  status(boardId: string): FollowStatus {
    const board = boardOf(this.#options.store.state, boardId);
    const link = this.#options.linkOf(board.id);
    const frame = link?.frame ?? null;
    const end = frame && endOf(frame);
    const { shows, code, reason, fit } = this.#judge(board, frame);
    return {
      board_id: board.id,
      topic: board.follow?.topic ?? null,
      asks: board.follow?.topic === null,
      broker: link?.broker ?? null,
      connected: link?.connected ?? false,
      follower: link?.follower ?? null,
      sequence: frame?.sequence ?? null,
      at: frame && toInstant(frame.at),
      expires_at: end === null ? null : toInstant(end),
      fit,
      shows: board.follow !== null && shows,
      code: board.follow && code,
      reason: board.follow && reason,
      error: this.problemOf(board.id),
    };
  }

  /** Looks for brokers nearby and asks them for hubs, the appliance's own broker first; takes some seconds. */
  async discover(signal: AbortSignal): Promise<FollowDiscovery> {
    const { search, ownBroker } = this.#options;
    const own = ownBroker();
    const found = (await search.findBrokers(signal)).filter(({ url }) => url !== own?.url);
    const places = [
      ...(own ? [{ url: null, name: 'The broker under MQTT', place: own }] : []),
      ...found.map(({ url, name }) => ({ url, name, place: { url } })),
    ];
    const asked = await Promise.all(
      places.map(async ({ url, name, place }) => ({ url, name, ...(await search.listHubs(place, signal)) })),
    );
    return {
      brokers: asked.map(({ url, name, error }) => ({ url, name, error })),
      hubs: asked.flatMap(({ url, hubs }) => hubs.map((hub) => ({ url, ...hub }))),
    };
  }

  /** What keeps a board from showing what it follows, in a sentence; null when nothing does. */
  problemOf(boardId: string): string | null {
    const link = this.#options.linkOf(boardId);
    const board = recordsById(this.#options.store.state.boards).get(boardId);
    if (!link || !board) return null;
    const { rows, cols } = geometryOf(board);
    const { grid } = link.frame ?? {};
    const isCut = grid !== undefined && (grid.rows > rows || grid.cols > cols);
    const cut = grid && `The frame that is followed has ${grid.rows} rows x ${grid.cols} columns: the first are shown.`;
    return link.error ?? (isCut ? (cut ?? null) : null);
  }

  /** What a board tells its hub of a frame; null for a board that is gone. */
  report(boardId: string, frame: PublishedFrame | null, error: string | null): FollowerReport | null {
    const board = recordsById(this.#options.store.state.boards).get(boardId);
    if (!board) return null;
    const { rows, cols } = geometryOf(board);
    const view = this.#options.boards.get(boardId)?.view;
    return {
      name: board.name,
      rows,
      cols,
      sequence: frame?.sequence ?? null,
      ...this.#judge(board, frame),
      drifted: view?.drifted ?? false,
      error: view?.error ?? error,
      characters: view?.characters ?? null,
    };
  }

  #judge(board: StoredBoard, frame: PublishedFrame | null): Pick<FollowerReport, 'shows' | 'code' | 'reason' | 'fit'> {
    const geometry = geometryOf(board);
    const view = this.#options.boards.get(board.id)?.view;
    const placed = frame && placeFrame(frame.grid, geometry.rows, geometry.cols);
    const isThere = placed !== null && isShown(view, onFlaps(placed.grid, geometry));
    const { code, reason } = this.#outcome(board, frame, view, isThere) ?? { code: null, reason: null };
    const shows = isThere && !(frame && this.#isOver(frame));
    return { shows, code, reason, fit: placed && placed.fit };
  }

  /** Why a board does not show a frame, or that it does; null while its flaps are on their way. */
  #outcome(
    board: StoredBoard,
    frame: PublishedFrame | null,
    view: BoardView | undefined,
    isThere: boolean,
  ): Outcome | null {
    const { programme, writer, boards, clock } = this.#options;
    const decision = programme.decide(board.id, clock.now());
    if (MESSAGES.has(decision.because)) return outcomeOf('covered');
    const refusal = writer.refusal(board, decision);
    if (refusal) return refusal;
    if (decision.because === 'trigger') return outcomeOf('covered');
    if (!frame || this.#isOver(frame))
      return causedOutcome('nothing_to_show', frame ? 'The last frame has ended.' : 'No frame has come yet.');
    const isPhysical = boards.get(board.id)?.physical ?? true;
    if (writer.isBrowserOnly && isPhysical) return BROWSER_TARGET;
    if (isThere) return isPhysical ? { code: 'sent', reason: null } : outcomeOf('browser_only');
    return view?.error ? causedOutcome('unreachable', view.error) : null;
  }

  #isOver(frame: PublishedFrame): boolean {
    const end = endOf(frame);
    return end !== null && end <= this.#options.clock.now();
  }
}

const isShown = (view: BoardView | undefined, grid: Parameters<typeof gridsEqual>[0]): boolean =>
  view?.characters != null && gridsEqual(view.characters, grid);
