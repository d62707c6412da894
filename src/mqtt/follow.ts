import type { Followed } from '../core/arbiter/decision.ts';
import type { Relay } from '../core/follow/frame.ts';
import type { JoiningDesk } from '../core/follow/joining.ts';
import type { StoredBoard } from '../schema/boards/boards.ts';
import type { FollowLink } from '../service/follow.ts';
import type { AskingWalls } from './follow/asking-walls.ts';
import type { Followers, FollowingOptions as FollowersOptions } from './follow/followers.ts';
import { recordsById } from '../core/records.ts';

/** What following depends on. */
interface FollowingOptions extends FollowersOptions {
  /** Other walls ask to join. */
  readonly onAsk: () => void;
}

const BEGINNING = { connected: false, frame: null, error: null } as const;

/**
 * Boards that follow topics of other appliances, and walls that ask the boards here for one. What does it is loaded
 * when the first board follows or publishes.
 */
export class Following {
  readonly #options: FollowingOptions;
  #followers: Followers | null = null;
  #opening: Promise<void> | null = null;
  #walls: AskingWalls | null = null;
  #unsubscribe: () => void = () => undefined;

  constructor(options: FollowingOptions) {
    this.#options = options;
  }

  /** Takes the kept frames up and connects; applies changes of the settings from now on. */
  async start(): Promise<void> {
    this.#unsubscribe = this.#options.store.onChange((_state, _previous, changed) => {
      if (changed.has('boards') || changed.has('settings')) void this.#sync();
    });
    await this.#sync();
  }

  /** Disconnects, and says so to the brokers, within half a second. */
  async stop(): Promise<void> {
    this.#unsubscribe();
    await this.#opening;
    this.#walls?.stop();
    await this.#followers?.stop();
  }

  /** The walls that ask to join; null while no board publishes frames. */
  get walls(): AskingWalls | null {
    return this.#walls;
  }

  /** What hears the walls that ask to join at the broker of a board. */
  deskOf(board: StoredBoard): JoiningDesk {
    const { store, clock, onAsk } = this.#options;
    const { AskingWalls: Loaded } = require('./follow/asking-walls.ts') as typeof import('./follow/asking-walls.ts');
    this.#walls ??= new Loaded({ store, clock, onChange: onAsk });
    return this.#walls.deskOf(board);
  }

  /** The frame that a board follows, on its size; null when it follows nothing, or nothing came yet. */
  followedOf(board: StoredBoard): Followed | null {
    return this.#followers?.followedOf(board) ?? null;
  }

  /** What a board follows, for the frames that it publishes itself; null when it follows nothing. */
  relayOf(boardId: string): Relay | null {
    return this.#followers?.relayOf(boardId) ?? null;
  }

  /** How it stands with the topic of a board, as the settings say until it runs; null when it follows nothing. */
  linkOf(boardId: string): FollowLink | null {
    const { store, url } = this.#options;
    const board = recordsById(store.state.boards).get(boardId);
    if (!board?.follow || !board.enabled) return null;
    const { followPlan } = require('./follow/plan.ts') as typeof import('./follow/plan.ts');
    const { follower, address } = followPlan(board, store.state.settings, url);
    const asker = this.#followers?.asking(boardId);
    const { connected, frame, error } = this.#followers?.get(boardId) ?? {
      ...BEGINNING,
      ...(asker && { connected: asker.connected, error: asker.error }),
    };
    return { follower, broker: address?.url ?? null, connected, frame, error };
  }

  /** Something of a board may be different: its hub is told. */
  changed(boardId: string): void {
    this.#followers?.get(boardId)?.changed();
  }

  async #sync(): Promise<void> {
    this.#walls?.sync();
    if (!this.#followers && !this.#options.store.state.boards.some(({ follow }) => follow)) return;
    this.#opening ??= this.#open();
    await this.#opening;
    this.#followers?.sync();
  }

  async #open(): Promise<void> {
    const { Followers: Loaded } = require('./follow/followers.ts') as typeof import('./follow/followers.ts');
    const followers = new Loaded(this.#options);
    await followers.open();
    this.#followers = followers;
  }
}
