import * as v from 'valibot';
import type { Followed } from '../../core/arbiter/decision.ts';
import type { PublishedFrame, Relay } from '../../core/follow/frame.ts';
import type { FollowerReport } from '../../core/follow/state.ts';
import { geometryOf } from '../../core/flaps/geometry.ts';
import { MINUTE_MS } from '../../core/time/durations.ts';
import type { Cancel, Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { StoredBoard } from '../../schema/boards/boards.ts';
import { TopicSchema } from '../../schema/boards/follow.ts';
import type { FollowedFrames, KeptFrame } from '../../store/followed-frames.ts';
import type { Store } from '../../store/store.ts';
import { openSession } from '../session.ts';
import { Asker } from './asker.ts';
import { Follower } from './follower.ts';
import { followPlan, type FollowPlan } from './plan.ts';
import { SharedSessions } from './shared-sessions.ts';
import { recordsById } from '../../core/records.ts';

/** What following depends on. */
export interface FollowingOptions {
  readonly store: Store;
  readonly frames: FollowedFrames;
  readonly clock: Clock;
  readonly log: Log;
  /** The broker that the environment pins; it takes precedence over that of the settings. */
  readonly url: string | undefined;
  /** What a board shows of a frame, and why not; null for a board that is gone. */
  readonly report: (boardId: string, frame: PublishedFrame | null, error: string | null) => FollowerReport | null;
  /** A board has another frame to show, or its topic has another error. */
  readonly onChange: (boardId: string) => void;
  /** Opens a session with a broker; tests pass another one. */
  readonly open?: typeof openSession;
}

/** Every board that follows a topic, by its id. */
export class Followers {
  readonly #options: FollowingOptions;
  readonly #running = new Map<string, Follower>();
  /** Boards that ask for a topic. */
  readonly #asking = new Map<string, Asker>();
  readonly #sessions: SharedSessions;
  /** Followers that are being taken off, by board. */
  readonly #leaving = new Map<string, Promise<void>>();
  #kept: Readonly<Record<string, KeptFrame>> = {};
  #writing: Promise<void> = Promise.resolve();
  /** When the frame of each board was last written, by the monotonic clock. */
  readonly #written = new Map<string, number>();
  /** Boards whose newest frame waits to be written. */
  readonly #unwritten = new Set<string>();
  #later: Cancel | null = null;

  constructor(options: FollowingOptions) {
    this.#options = options;
    this.#sessions = new SharedSessions(options.open ?? openSession);
  }

  /** Reads what an earlier run kept. */
  async open(): Promise<void> {
    this.#kept = await this.#options.frames.read();
  }

  /** The follower of a board. */
  get(boardId: string): Follower | undefined {
    return this.#running.get(boardId);
  }

  /** How it stands with a board that asks for a topic. */
  asking(boardId: string): Asker | undefined {
    return this.#asking.get(boardId);
  }

  /** The frame that a board follows, on its size; null when there is none. */
  followedOf(board: StoredBoard): Followed | null {
    if (!board.follow) return null;
    const { rows, cols } = geometryOf(board);
    return this.#running.get(board.id)?.followed(rows, cols) ?? null;
  }

  /** What a board follows, for the frames that it publishes itself; null when it follows nothing. */
  relayOf(boardId: string): Relay | null {
    const board = recordsById(this.#options.store.state.boards).get(boardId);
    if (!board?.follow) return null;
    const { rows, cols } = geometryOf(board);
    return this.#running.get(boardId)?.relay(rows, cols) ?? null;
  }

  /** Follows the stored settings. */
  sync(): void {
    const { boards } = this.#options.store.state;
    const wanted = new Map(
      boards.flatMap((board) => (board.follow && board.enabled ? [[board.id, board] as const] : [])),
    );
    for (const [id, asker] of this.#asking) {
      const board = wanted.get(id);
      if (board && JSON.stringify(this.#planOf(board)) === JSON.stringify(asker.plan)) {
        asker.changed();
        continue;
      }
      this.#asking.delete(id);
      this.#leave(id, asker.stop());
    }
    for (const [id, follower] of this.#running) {
      const board = wanted.get(id);
      if (board && JSON.stringify(this.#planOf(board)) === JSON.stringify(follower.plan)) continue;
      this.#running.delete(id);
      const isOther = !board || whoOf(this.#planOf(board)) !== whoOf(follower.plan);
      this.#leave(id, follower.stop(isOther && !boards.some((one) => one.id === id && one.follow && !one.enabled)));
    }
    for (const board of wanted.values())
      if (!this.#running.has(board.id) && !this.#asking.has(board.id))
        if (board.follow?.topic === null) this.#ask(board);
        else this.#start(board);
  }

  /** Disconnects all of them. */
  async stop(): Promise<void> {
    const askers = [...this.#asking.values()].map((asker) => asker.stop());
    await Promise.all([...askers, ...[...this.#running.values()].map((follower) => follower.stop(false))]);
    this.#running.clear();
    this.#asking.clear();
    await Promise.all(this.#leaving.values());
    if (this.#unwritten.size > 0) void this.#write();
    this.#later?.();
    await this.#writing;
  }

  #leave(boardId: string, left: Promise<void>): void {
    const all = Promise.all([this.#leaving.get(boardId), left]).then(() => {
      if (this.#leaving.get(boardId) === all) this.#leaving.delete(boardId);
    });
    this.#leaving.set(boardId, all);
  }

  #start(board: StoredBoard): void {
    const { clock, report, onChange } = this.#options;
    const plan = this.#planOf(board);
    const place = placeOf(plan);
    const follower = new Follower(plan, {
      clock,
      open: (...given) => this.#sessions.open(...given),
      keep: (text) => this.#keep(board.id, place, text),
      report: (frame, error) => report(board.id, frame, error),
      onChange: () => onChange(board.id),
    });
    this.#running.set(board.id, follower);
    const kept = this.#kept[board.id];
    follower.start(kept?.place === place ? kept.text : null, this.#leaving.get(board.id));
    onChange(board.id);
  }

  #ask({ id }: StoredBoard): void {
    const { store, clock, onChange } = this.#options;
    const boardNow = () => recordsById(store.state.boards).get(id);
    const board = boardNow();
    if (!board) return;
    const asker = new Asker(this.#planOf(board), {
      clock,
      // A connection of its own, for the broker takes a question back when its connection is gone.
      open: this.#options.open ?? openSession,
      ask: () => {
        const now = boardNow();
        return now ? { name: now.name, ...geometryOf(now) } : null;
      },
      onTopic: (topic) => this.#join(id, topic),
      onChange: () => onChange(id),
    });
    this.#asking.set(id, asker);
    void asker.start(this.#leaving.get(id));
    onChange(id);
  }

  /** A hub gave a board its topic, which it keeps; false for one that it cannot follow. */
  #join(boardId: string, topic: string): boolean {
    const { store, log } = this.#options;
    const board = recordsById(store.state.boards).get(boardId);
    if (!board?.follow || board.follow.topic !== null || !isFollowable(board, topic)) return false;
    store
      .update(({ boards }) => ({
        boards: boards.map((one) =>
          one.id === boardId && one.follow?.topic === null ? { ...one, follow: { ...one.follow, topic } } : one,
        ),
      }))
      .catch((error: unknown) => log.warn('the topic that a hub gave was not kept', { error }));
    return true;
  }

  #planOf(board: StoredBoard): FollowPlan {
    return followPlan(board, this.#options.store.state.settings, this.#options.url);
  }

  /** A frame that comes after a quiet minute is written at once, of those in between the newest (rules, F3). */
  #keep(boardId: string, place: string, text: string): Promise<void> {
    const ids = new Set(this.#options.store.state.boards.map(({ id }) => id));
    const others = Object.entries(this.#kept).filter(([id]) => ids.has(id));
    this.#kept = { ...Object.fromEntries(others), [boardId]: { place, text } };
    this.#unwritten.add(boardId);
    if (this.#dueIn(boardId) <= 0) return this.#write();
    this.#writeLater();
    return Promise.resolve();
  }

  #dueIn(boardId: string): number {
    return (this.#written.get(boardId) ?? -Infinity) + MINUTE_MS - this.#options.clock.monotonic();
  }

  #writeLater(): void {
    if (this.#later || this.#unwritten.size === 0) return;
    const wait = Math.min(...[...this.#unwritten].map((id) => this.#dueIn(id)));
    this.#later = this.#options.clock.after(Math.max(0, wait), () => void this.#write());
  }

  /** One file holds the frames of all boards: none of them has to be written soon again. */
  #write(): Promise<void> {
    this.#later?.();
    this.#later = null;
    for (const id of this.#unwritten) this.#written.set(id, this.#options.clock.monotonic());
    this.#unwritten.clear();
    this.#writing = this.#writing
      .then(() => this.#options.frames.write(this.#kept))
      .catch((error: unknown) => this.#options.log.warn('a frame that is followed was not kept', { error }));
    return this.#writing;
  }
}

/** Whether a board can follow a topic: not one to which it publishes itself. */
const isFollowable = ({ panel }: StoredBoard, topic: string): boolean =>
  v.is(TopicSchema, topic) && !(panel?.driver === 'broker' && panel.connection.topic_prefix === topic);

/** Where a board tells what it shows, and as whom: with another one it takes its former word back (rules, F6). */
const whoOf = (plan: FollowPlan): string => `${placeOf(plan)} ${plan.follower}`;

/** What a kept frame belongs to: with another broker or topic its order begins anew. */
const placeOf = ({ address, topic }: FollowPlan): string => `${address?.url ?? ''} ${topic}`;
