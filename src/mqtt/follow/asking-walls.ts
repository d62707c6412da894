import { createHash } from 'node:crypto';
import {
  LONGEST_ASK_BYTES,
  answerTopic,
  askTopic,
  askerOf,
  encodeAnswer,
  parseAsk,
} from '../../core/follow/joining.ts';
import type { Ask } from '../../core/follow/joining.ts';
import type { Cancel, Clock } from '../../platform/clock.ts';
import type { StoredBoard } from '../../schema/boards.ts';
import type { Store } from '../../store/store.ts';
import { toId } from '../discovery.ts';
import { openSession } from '../session.ts';
import type { Session } from '../session.ts';

/** A wall that asks a hub to join. */
export interface AskingWall extends Ask {
  /** The id under which it will follow. */
  readonly id: string;
  /** The address of the broker. */
  readonly broker: string;
  /** Boards of this appliance that publish there, by id. */
  readonly boards: readonly string[];
  /** The topic that it was given, and has not taken yet. */
  readonly given: string | null;
}

/** What hubs listen with for walls that ask. */
export interface AskingWallsOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** The list is another one. */
  readonly onChange: () => void;
  /** Opens a session with a broker; tests pass another one. */
  readonly open?: typeof openSession;
}

interface Place {
  readonly session: Session;
  /** Where the broker says that this session is gone, which is nothing to anybody. */
  readonly topic: string;
  /** Boards that publish there. */
  boards: readonly string[];
  readonly walls: Map<string, { readonly ask: Ask; given: string | null }>;
  bytes: number;
  leftOut: number;
}

/** So many walls are listed of one broker, and so many bytes kept of what they say. */
const MOST_WALLS = 200;
const MOST_BYTES = 32 * 1024;
/** What comes together is told once. */
const TELL_MS = 300;
const ANSWER_MS = 5000;
const STOP_MS = 500;

/**
 * Walls at the brokers of a hub's boards that ask to join (rules, F11). What a stranger says is bounded, and only told.
 */
export class AskingWalls {
  readonly #options: AskingWallsOptions;
  readonly #places = new Map<string, Place>();
  readonly #leaving = new Set<Promise<void>>();
  #telling: Cancel | null = null;
  #declined: readonly string[];

  constructor(options: AskingWallsOptions) {
    this.#options = options;
    this.#declined = options.store.state.settings.declined_walls;
  }

  /** Listens at the brokers of the boards that publish frames now. */
  sync(): void {
    this.#review();
    const wanted = new Map<string, StoredBoard[]>();
    for (const board of this.#options.store.state.boards.filter(isHub))
      wanted.set(placeOf(board), [...(wanted.get(placeOf(board)) ?? []), board]);
    for (const [name, place] of this.#places) if (!wanted.has(name)) this.#leave(name, place);
    for (const [name, boards] of wanted) {
      const place = this.#places.get(name) ?? this.#listen(name, boards[0]);
      if (place) place.boards = boards.map(({ id }) => id);
    }
  }

  /** Whoever was declined is listed no more; who may ask again is told by the broker anew. */
  #review(): void {
    const declined = this.#options.store.state.settings.declined_walls;
    if (declined === this.#declined) return;
    this.#declined = declined;
    for (const place of this.#places.values()) {
      clear(place);
      // Without leaving first nothing would be told anew.
      place.session.unsubscribe([askTopic('+')]);
      if (place.session.connected) place.session.subscribe([askTopic('+')]);
    }
    this.#tell();
  }

  /** Disconnects. */
  async stop(): Promise<void> {
    this.#telling?.();
    for (const [name, place] of this.#places) this.#leave(name, place);
    await Promise.all(this.#leaving);
  }

  /** The walls that ask, as far as they are listed. */
  list(): AskingWall[] {
    return [...this.#places].flatMap(([name, { walls, boards }]) =>
      [...walls].map(([id, { ask, given }]) => ({ id, ...ask, broker: urlOf(name), boards, given })),
    );
  }

  /** How many walls were left out of the list. */
  get leftOut(): number {
    return [...this.#places.values()].reduce((sum, { leftOut }) => sum + leftOut, 0);
  }

  /** Gives a wall its topic; answers whether the broker has taken it. */
  async give(id: string, boardId: string, topic: string): Promise<boolean> {
    const place = [...this.#places.values()].find(({ boards, walls }) => boards.includes(boardId) && walls.has(id));
    const wall = place?.walls.get(id);
    if (!place?.session.connected || !wall) return false;
    const isTaken = await new Promise<boolean>((resolve) => {
      const cancel = this.#options.clock.after(ANSWER_MS, () => resolve(false));
      place.session.publish(answerTopic(id), encodeAnswer(topic), true, () => {
        cancel();
        resolve(place.session.connected);
      });
    });
    if (isTaken) wall.given = topic;
    this.#tell();
    return isTaken;
  }

  #listen(name: string, board: StoredBoard | undefined): Place | null {
    if (!board) return null;
    const { store, clock, open = openSession } = this.#options;
    const { mqtt, follower_suffix } = store.state.settings;
    const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
    const clientId = `${toId(mqtt.instance_id + follower_suffix)}-hub-${hash}`;
    const { url = '', username = '', ca_certificate } = connectionOf(board);
    const topic = askTopic(clientId);
    const password = board.secrets.panel_password ?? '';
    try {
      const session = open(
        {
          url: url ?? '',
          username: username ?? '',
          password,
          clientId,
          authority: ca_certificate ?? '',
          newestOnly: true,
        },
        { topic, payload: '' },
        {
          connected: () => {
            const place = this.#places.get(name);
            if (!place) return;
            clear(place);
            place.session.subscribe([askTopic('+')]);
            this.#tell();
          },
          message: (place, payload) => this.#hear(name, place, payload),
          failed: () => undefined,
        },
        clock,
      );
      const place: Place = { session, topic, boards: [], walls: new Map(), bytes: 0, leftOut: 0 };
      this.#places.set(name, place);
      return place;
    } catch {
      // The board of that broker says what is wrong with it.
      return null;
    }
  }

  #leave(name: string, { session, topic }: Place): void {
    this.#places.delete(name);
    const left = session.end({ topic, payload: '' }, STOP_MS).finally(() => this.#leaving.delete(left));
    this.#leaving.add(left);
    this.#tell();
  }

  #hear(name: string, topic: string, payload: Buffer): void {
    const place = this.#places.get(name);
    const id = askerOf(topic);
    if (!place || id === null || payload.length > LONGEST_ASK_BYTES) return;
    const before = place.walls.get(id);
    if (before) {
      place.walls.delete(id);
      place.bytes -= bytesOf(id, before.ask);
    }
    const ask = payload.length === 0 ? null : parseAsk(payload.toString('utf8'));
    // A wall that asks no more has taken its answer, which is not to be there when it asks again.
    if (!ask && before?.given) place.session.publish(answerTopic(id), '', true);
    if (ask) this.#keep(place, id, ask, before?.given ?? null);
    if (ask || before) this.#tell();
  }

  #keep(place: Place, id: string, ask: Ask, given: string | null): void {
    // Those that were declined take nobody's place.
    if (this.#options.store.state.settings.declined_walls.includes(id)) return;
    const bytes = bytesOf(id, ask);
    if (place.walls.size >= MOST_WALLS || place.bytes + bytes > MOST_BYTES) {
      place.leftOut++;
      return;
    }
    place.walls.set(id, { ask, given });
    place.bytes += bytes;
  }

  #tell(): void {
    this.#telling ??= this.#options.clock.after(TELL_MS, () => {
      this.#telling = null;
      this.#options.onChange();
    });
  }
}

const clear = (place: Place): void => {
  place.walls.clear();
  place.bytes = 0;
  place.leftOut = 0;
};

const isHub = ({ enabled, panel }: StoredBoard): boolean =>
  enabled && panel?.driver === 'broker' && Boolean(panel.connection.url);

const connectionOf = ({ panel }: StoredBoard) => panel?.connection ?? {};

/** The broker and account of a hub's board, as one word. */
const placeOf = (board: StoredBoard): string => {
  const { url = '', username = '', ca_certificate = '' } = connectionOf(board);
  return JSON.stringify([url, username, board.secrets.panel_password ?? '', ca_certificate]);
};

const urlOf = (name: string): string => String((JSON.parse(name) as unknown[])[0]);

const bytesOf = (id: string, { name }: Ask): number => Buffer.byteLength(id) + Buffer.byteLength(name) + 16;
