import {
  LONGEST_ASK_BYTES,
  answerTopic,
  askTopic,
  askerOf,
  encodeAnswer,
  parseAsk,
  type Ask,
  type HubLine,
  type JoiningDesk,
} from '../../core/follow/joining.ts';
import { MINUTE_MS } from '../../core/time/durations.ts';
import type { Cancel, Clock } from '../../platform/clock.ts';
import { endsWithin } from '../../platform/wait.ts';
import type { StoredBoard } from '../../schema/boards/boards.ts';
import type { Store } from '../../store/store.ts';

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
}

/** What a desk tells. */
interface DeskEvents {
  readonly clock: Clock;
  readonly changed: () => void;
  readonly isDeclined: (id: string) => boolean;
}

/** So many walls are listed of one broker, and so many bytes kept of what they say. */
const MOST_WALLS = 200;
const MOST_BYTES = 32 * 1024;
/** What comes together is told once. */
const TELL_MS = 300;
const ANSWER_MS = 5000;
/** Whoever asks more often in a minute would hold up the frames of the board: nobody is heard for a while. */
const MOST_HEARD = 1000;
const PAUSE_MS = 10 * MINUTE_MS;

/** Hears, over the connection of one board, who asks at its broker. */
class Desk implements JoiningDesk {
  readonly boardId: string;
  readonly broker: string;
  /** The broker and account, as one word. */
  readonly place: string;
  readonly walls = new Map<string, { readonly ask: Ask; given: string | null }>();
  leftOut = 0;
  readonly #events: DeskEvents;
  #line: HubLine | null = null;
  #bytes = 0;
  #heard = 0;
  /** Since when these were counted, and until when nobody is heard, by the monotonic clock. */
  #since = 0;
  #until = 0;
  #cancel: Cancel = () => undefined;

  constructor({ id, panel, secrets }: StoredBoard, events: DeskEvents) {
    const { url = '', username = '' } = panel?.connection ?? {};
    this.boardId = id;
    this.broker = url ?? '';
    this.place = JSON.stringify([secrets.panel_url ?? url, username]);
    this.#events = events;
  }

  opened(line: HubLine): void {
    this.#line = line;
    this.hearAnew();
  }

  closed(): void {
    this.#line = null;
    this.#cancel();
    this.#clear();
  }

  /** Whoever was declined is listed no more, and who was left out may have a place now: the broker tells all again. */
  hearAnew(): void {
    this.#clear();
    this.#cancel();
    const { clock } = this.#events;
    const pause = this.#until - clock.monotonic();
    if (pause <= 0) return this.#line?.listen(askTopic('+'), true);
    this.leftOut = MOST_HEARD;
    this.#cancel = clock.after(pause, () => this.hearAnew());
  }

  heard(topic: string, payload: string): void {
    const id = askerOf(topic);
    if (this.#isTooMuch() || id === null || payload.length > LONGEST_ASK_BYTES) return;
    const before = this.walls.get(id);
    if (before) {
      this.walls.delete(id);
      this.#bytes -= bytesOf(id, before.ask);
    }
    const ask = payload === '' ? null : parseAsk(payload);
    // A wall that asks no more has taken its answer, which is not to be there when it asks again.
    if (!ask && before?.given) this.#line?.publish(answerTopic(id), '').catch(() => undefined);
    if (ask) this.#keep(id, ask, before?.given ?? null);
    if (ask || before) this.#events.changed();
  }

  /** Gives a wall its topic; answers whether the broker has taken it, and rejects when the connection is lost. */
  async give(id: string, topic: string): Promise<boolean> {
    if (!this.#line || !this.walls.has(id)) return false;
    await this.#line.publish(answerTopic(id), encodeAnswer(topic));
    // It may have said something new of itself meanwhile.
    const wall = this.walls.get(id);
    if (wall) wall.given = topic;
    this.#events.changed();
    return true;
  }

  #isTooMuch(): boolean {
    const now = this.#events.clock.monotonic();
    if (now < this.#until) return true;
    if (now - this.#since > MINUTE_MS) this.#heard = 0;
    if (this.#heard++ === 0) this.#since = now;
    if (this.#heard <= MOST_HEARD) return false;
    this.#until = now + PAUSE_MS;
    this.#line?.renew();
    return true;
  }

  #keep(id: string, ask: Ask, given: string | null): void {
    // Those that were declined take nobody's place.
    if (this.#events.isDeclined(id)) return;
    const bytes = bytesOf(id, ask);
    if (this.walls.size >= MOST_WALLS || this.#bytes + bytes > MOST_BYTES) {
      this.leftOut++;
      return;
    }
    this.walls.set(id, { ask, given });
    this.#bytes += bytes;
  }

  #clear(): void {
    if (this.walls.size > 0 || this.leftOut > 0) this.#events.changed();
    this.walls.clear();
    this.#bytes = 0;
    this.leftOut = 0;
  }
}

/**
 * Walls at the brokers of a hub's boards that ask to join (rules, F11), heard over the connections by which the boards
 * publish. What a stranger says is bounded, and only told.
 */
export class AskingWalls {
  readonly #options: AskingWallsOptions;
  readonly #desks = new Map<string, Desk>();
  #telling: Cancel | null = null;
  #declined: readonly string[];

  constructor(options: AskingWallsOptions) {
    this.#options = options;
    this.#declined = options.store.state.settings.declined_walls;
  }

  /** The desk for a driver of a board, in the place of that of an earlier driver. */
  deskOf(board: StoredBoard): JoiningDesk {
    const isDeclined = (id: string): boolean => this.#declined.includes(id);
    const desk = new Desk(board, { clock: this.#options.clock, changed: () => this.#tell(), isDeclined });
    this.#desks.set(board.id, desk);
    return desk;
  }

  /** Takes other settings: boards that are gone hear nothing, and who was declined or recalled is looked at anew. */
  sync(): void {
    const { boards, settings } = this.#options.store.state;
    for (const id of this.#desks.keys()) if (!boards.some((board) => board.id === id)) this.#desks.delete(id);
    if (settings.declined_walls === this.#declined) return;
    this.#declined = settings.declined_walls;
    for (const desk of this.#desks.values()) desk.hearAnew();
  }

  /** Tells nothing more. */
  stop(): void {
    this.#telling?.();
  }

  /** The walls that ask, as far as they are listed. */
  list(): AskingWall[] {
    return [...this.#places()].flatMap((desks) => {
      const boards = desks.map(({ boardId }) => boardId);
      const walls = new Map(desks.flatMap((desk) => [...desk.walls]));
      return [...walls].map(([id, { ask, given }]) => ({ id, ...ask, broker: desks[0]?.broker ?? '', boards, given }));
    });
  }

  /** How many walls were left out of the list. */
  get leftOut(): number {
    return [...this.#places()].reduce((sum, desks) => sum + Math.max(...desks.map(({ leftOut }) => leftOut)), 0);
  }

  /** Gives a wall the topic of a board; answers whether the broker has taken it. */
  async give(id: string, boardId: string, topic: string): Promise<boolean> {
    const taken = this.#desks
      .get(boardId)
      ?.give(id, topic)
      .catch(() => false);
    return taken !== undefined && (await endsWithin(this.#options.clock, ANSWER_MS, taken)) && taken;
  }

  /** Desks that hear the same walls. */
  #places(): Iterable<Desk[]> {
    const places = new Map<string, Desk[]>();
    for (const desk of this.#desks.values()) places.set(desk.place, [...(places.get(desk.place) ?? []), desk]);
    return places.values();
  }

  #tell(): void {
    this.#telling ??= this.#options.clock.after(TELL_MS, () => {
      this.#telling = null;
      this.#options.onChange();
    });
  }
}

const bytesOf = (id: string, { name }: Ask): number => Buffer.byteLength(id) + Buffer.byteLength(name) + 16;
