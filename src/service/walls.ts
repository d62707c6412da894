import { geometryOf } from '../core/flaps/geometry.ts';
import { Fault } from '../fault.ts';
import type { StoredBoard } from '../schema/boards/boards.ts';
import {
  MOST_DECLINED,
  type WallList,
  type WallsDecline,
  type WallsJoin,
  type WallsJoined,
} from '../schema/boards/walls.ts';
import type { Store } from '../store/store.ts';
import { boardOf, clip } from './lookup.ts';

interface Asking extends Omit<WallList['asking'][number], 'board_id' | 'topic'> {
  /** Boards that publish at its broker, by id. */
  readonly boards: readonly string[];
}

/** What hears the walls that ask to join. */
export interface AskingPort {
  list(): readonly Asking[];
  readonly leftOut: number;
  give(id: string, boardId: string, topic: string): Promise<boolean>;
}

/** What the service for walls works with. */
export interface WallServiceOptions {
  readonly store: Store;
  /** Null while no board publishes frames. */
  readonly asking: () => AskingPort | null;
}

/** Walls of other appliances that ask this one to join (rules, F11). */
export class WallService {
  readonly #options: WallServiceOptions;

  constructor(options: WallServiceOptions) {
    this.#options = options;
  }

  /** The walls that ask. */
  list(): WallList {
    const asking = this.#all().map(({ boards, ...wall }) => {
      const board = this.#boardFor({ boards, ...wall });
      return { ...wall, board_id: board?.id ?? null, topic: board && topicOf(board) };
    });
    return {
      asking,
      left_out: this.#options.asking()?.leftOut ?? 0,
      declined: this.#options.store.state.settings.declined_walls.length,
    };
  }

  /**
   * Gives each wall the topic of a board: 404 for a wall that does not ask, or an unknown board, 400 for a board that
   * does not publish at the wall's broker, 409 when none asks.
   */
  async join({ ids, board_id }: WallsJoin): Promise<WallsJoined> {
    const port = this.#options.asking();
    const named = ids
      ? [...new Set(ids)].map((id) => this.#find(id))
      : this.#all().filter(({ given }) => given === null);
    if (named.length === 0) throw new Fault(409, 'No wall asks to join.');
    const given = named.map((wall) => ({ wall, board: this.#requireBoard(wall, board_id ?? null) }));
    const walls = await Promise.all(
      given.map(async ({ wall: { id, name }, board }) => {
        const topic = topicOf(board);
        return { id, name, topic: (await port?.give(id, board.id, topic)) ? topic : null };
      }),
    );
    return { walls };
  }

  /** Lists walls no more: 404 for one that does not ask. */
  async decline({ ids }: WallsDecline): Promise<WallList> {
    const named = ids ? ids.map((id) => this.#find(id)) : this.#all();
    const declined = new Set(named.map(({ id }) => id));
    await this.#change((before) => [...before.filter((id) => !declined.has(id)), ...declined].slice(-MOST_DECLINED));
    const { asking, ...more } = this.list();
    return { ...more, asking: asking.filter(({ id }) => !declined.has(id)) };
  }

  /** Walls that were declined may ask again. */
  async recall(): Promise<WallList> {
    await this.#change(() => []);
    return this.list();
  }

  #change(change: (declined: readonly string[]) => readonly string[]): Promise<void> {
    return this.#options.store.update(({ settings }) => ({
      settings: { ...settings, declined_walls: change(settings.declined_walls) },
    }));
  }

  #all(): readonly Asking[] {
    return this.#options.asking()?.list() ?? [];
  }

  #find(id: string): Asking {
    const wall = this.#all().find((one) => one.id === id);
    if (!wall) throw new Fault(404, `No wall "${clip(id)}" asks to join.`);
    return wall;
  }

  /** The first board at the wall's broker that has its size, else the first. */
  #boardFor({ boards, rows, cols }: Asking): StoredBoard | null {
    const there = this.#options.store.state.boards.filter(({ id }) => boards.includes(id));
    const fits = (board: StoredBoard): boolean => geometryOf(board).rows === rows && geometryOf(board).cols === cols;
    return there.find(fits) ?? there[0] ?? null;
  }

  #requireBoard(wall: Asking, boardId: string | null): StoredBoard {
    const board = boardId === null ? this.#boardFor(wall) : boardOf(this.#options.store.state, boardId);
    if (board && wall.boards.includes(board.id)) return board;
    throw new Fault(400, `board_id: it publishes no frames at the broker of the wall "${clip(wall.name || wall.id)}".`);
  }
}

const topicOf = ({ panel }: StoredBoard): string => (panel?.connection.topic_prefix ?? '').replace(/\/+$/, '');
