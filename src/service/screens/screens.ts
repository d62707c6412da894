import { withoutNull } from '../../core/record.ts';
import { recordsById } from '../../core/records.ts';
import { PLAIN_SCREEN } from '../../core/screen.ts';
import { Fault } from '../../fault.ts';
import { toInstant } from '../../platform/clock.ts';
import type { StoredBoard } from '../../schema/boards/boards.ts';
import { MOST_SCREENS } from '../../schema/limits.ts';
import type {
  Collected,
  Pairing,
  PairingBegin,
  Screen,
  ScreenConfirm,
  ScreenUpdate,
  ScreenView,
  StoredScreen,
  WaitingScreen,
} from '../../schema/appliance/screens.ts';
import type { StoredAuth } from '../../schema/state.ts';
import type { Actor, Audit } from '../auth/audit.ts';
import { hashOf, newToken } from '../auth/tokens.ts';
import { boardIdsOf, boardOf, clip, newId, requireFound } from '../lookup.ts';
import { deviceOf } from './device.ts';
import { Pairings, type Waiting } from './pairings.ts';
import { fingerprintOf, viewOf, type ViewSources } from './view.ts';

/** What screens are made with. */
export interface ScreenServiceOptions extends ViewSources {
  readonly audit: Audit;
  /** Told after screens were changed or removed: streams may have to end. */
  readonly onChange: () => void;
}

/** Whoever asks for boards: a paired screen by its id, or somebody who may see all of them. */
export interface Viewer {
  readonly screen?: string | undefined;
}

/** Every board that the viewer may see, as the address of a page names them. */
const ALL = '*';

/** Browsers that show boards: paired by a code, let in by a token, revoked (rules, A8). */
export class ScreenService {
  readonly #options: ScreenServiceOptions;
  readonly #pairings: Pairings;
  readonly #seen = new Map<string, number>();
  readonly #streams = new Map<string, number>();

  constructor(options: ScreenServiceOptions) {
    this.#options = options;
    this.#pairings = new Pairings(options.clock);
  }

  /** A code for a screen that waits: 429 for too many. */
  begin({ width, height }: PairingBegin, address: string, userAgent: string | undefined): Pairing {
    return this.#pairings.begin({ width, height, address, user_agent: deviceOf(userAgent) });
  }

  /** The token of a confirmed code, once: 404 when its code is not valid any more. */
  collect(secret: string): Collected {
    return this.#pairings.collect(secret);
  }

  /** The screens that show a code. */
  waiting(): WaitingScreen[] {
    return this.#pairings.list();
  }

  /** Every paired screen. */
  list(): Screen[] {
    return this.#stored.map((screen) => this.#tell(screen));
  }

  /**
   * Pairs the screen that shows a code; without a code, makes a token for a page of somebody else. 404 unknown code or
   * board, 409 when there are 64 screens, 429 after ten wrong codes.
   */
  async confirm(body: ScreenConfirm, actor: Actor): Promise<{ screen: Screen; token: string | null }> {
    const board_ids = boardIdsOf(this.#options.store.state, body.board_ids);
    const waiting = body.code == null ? null : this.#pairings.take(body.code, actor.client ?? '');
    const token = newToken();
    const screen = this.#create(body, board_ids, waiting, token);
    try {
      await this.#change('screen_added', actor, (screens) => [...requireRoom(screens), screen]);
    } catch (error) {
      if (waiting) waiting.isTaken = false;
      throw error;
    }
    if (waiting) waiting.token = token;
    return { screen: this.#tell(screen), token: waiting ? null : token };
  }

  /** Changes the fields that were sent: 404 unknown screen or board. */
  async update(id: string, body: ScreenUpdate): Promise<Screen> {
    this.#get(id);
    const board_ids = body.board_ids && boardIdsOf(this.#options.store.state, body.board_ids);
    const change = withoutNull({ name: body.name, board_ids });
    await this.#options.store.update(({ auth }) => ({
      auth: {
        ...auth,
        screens: (auth.screens ?? []).map((one) =>
          one.id === id ? { ...one, ...change, options: { ...one.options, ...body.options } } : one,
        ),
      },
    }));
    this.#options.onChange();
    return this.#tell(this.#get(id));
  }

  /** Revokes a screen: its token counts no longer, and its stream ends. 404 for an unknown one. */
  async remove(id: string, actor: Actor): Promise<{ id: string; removed: true }> {
    this.#get(id);
    await this.#change('screen_removed', actor, (screens) => screens.filter((one) => one.id !== id));
    this.#seen.delete(id);
    return { id, removed: true };
  }

  /**
   * What a viewer has to know to draw boards: those that the address names, separated by commas, else those of the
   * screen, else the primary one. 403 for boards that are not the screen's, 404 for unknown ones.
   */
  view(viewer: Viewer, named: string | undefined): ScreenView {
    const screen = this.#screenOf(viewer);
    if (screen) this.#seen.set(screen.id, this.#options.clock.now());
    return viewOf(screen, this.#boardsFor(screen, named), this.#options);
  }

  /** What boards show, each as it is when it is asked for; nothing of one that is gone by then. */
  *frames(boardIds: Iterable<string>): Generator<{ board_id: string; characters: number[][]; at: string }> {
    const { store, clock, shown } = this.#options;
    for (const board_id of boardIds) {
      const characters = recordsById(store.state.boards).has(board_id) ? shown(board_id) : null;
      if (characters) yield { board_id, characters, at: toInstant(clock.now()) };
    }
  }

  /**
   * Whether a viewer's picture of these boards is still the one that it was: the answer is asked again and again while
   * a stream is open, and never throws.
   */
  watch(viewer: Viewer, named: string | undefined): () => boolean {
    const fingerprint = () => {
      const screen = this.#screenOf(viewer);
      return fingerprintOf(screen, this.#boardsFor(screen, named), this.#options);
    };
    const before = fingerprint();
    return () => {
      try {
        return fingerprint() === before;
      } catch {
        return false;
      }
    };
  }

  /** Notes that a screen listens; the answer ends that. */
  enter({ screen }: Viewer): () => void {
    if (screen === undefined) return () => undefined;
    const count = (by: number) => this.#streams.set(screen, (this.#streams.get(screen) ?? 0) + by);
    count(1);
    return () => {
      if (count(-1).get(screen) === 0) this.#streams.delete(screen);
      this.#seen.set(screen, this.#options.clock.now());
    };
  }

  get #stored(): readonly StoredScreen[] {
    return this.#options.store.state.auth.screens ?? [];
  }

  #get(id: string): StoredScreen {
    return requireFound(recordsById(this.#stored).get(id), 'screen', id);
  }

  #screenOf({ screen }: Viewer): StoredScreen | null {
    return screen === undefined ? null : this.#get(screen);
  }

  #boardsFor(screen: StoredScreen | null, named: string | undefined): StoredBoard[] {
    const { state } = this.#options.store;
    const own = state.boards.filter(({ id }) => !screen || screen.board_ids.includes(id));
    if (named === ALL) return own;
    if (named === undefined || named === '') return screen ? inOrder(own, screen.board_ids) : own.slice(0, 1);
    const boards = named.split(',').map((id) => {
      if (!screen) return boardOf(state, id);
      const found = own.find((board) => board.id === (id === 'primary' ? state.boards[0]?.id : id));
      if (!found) throw new Fault(403, `This screen may not show the board "${clip(id)}".`);
      return found;
    });
    // Each once: an answer is never larger than all boards, however often one is named.
    return [...new Set(boards)];
  }

  #create(
    { name, options }: ScreenConfirm,
    board_ids: readonly string[],
    waiting: Waiting | null,
    token: string,
  ): StoredScreen {
    const { user_agent = '', width = null, height = null } = waiting ?? {};
    return {
      id: newId(),
      name: name ?? (user_agent.split(',')[0] || 'Screen'),
      token_hash: hashOf(token),
      board_ids,
      options: { ...PLAIN_SCREEN, ...options },
      user_agent,
      width,
      height,
      created_at: toInstant(this.#options.clock.now()),
    };
  }

  async #change(
    event: 'screen_added' | 'screen_removed',
    actor: Actor,
    change: (screens: readonly StoredScreen[]) => readonly StoredScreen[],
  ): Promise<void> {
    await this.#options.audit.change(event, actor, ({ screens = [] }: StoredAuth) => ({ screens: change(screens) }));
    this.#options.onChange();
  }

  #tell({ token_hash: _hash, ...screen }: StoredScreen): Screen {
    const { boards } = this.#options.store.state;
    const seen = this.#seen.get(screen.id);
    return {
      ...screen,
      board_ids: screen.board_ids.filter((id) => boards.some((board) => board.id === id)),
      last_seen_at: seen === undefined ? null : toInstant(seen),
      connected: this.#streams.has(screen.id),
    };
  }
}

const inOrder = (boards: readonly StoredBoard[], ids: readonly string[]): StoredBoard[] =>
  ids.flatMap((id) => boards.find((board) => board.id === id) ?? []);

const requireRoom = (screens: readonly StoredScreen[]): readonly StoredScreen[] => {
  if (screens.length >= MOST_SCREENS)
    throw new Fault(409, `There are already ${MOST_SCREENS} screens: remove one first.`);
  return screens;
};
