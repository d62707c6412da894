import { Fault } from '../fault.ts';
import type { Cancel, Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { PictureFile } from '../service/pictures.ts';

/** What sending pictures takes. */
export interface BoardImagesOptions {
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  /** What a board shows, drawn when its bytes are asked for; throws when there is no such board any more. */
  readonly draw: (boardId: string, width: number) => Promise<PictureFile>;
  /** Publishes a retained message; `confirmed` is called when the broker has it. */
  readonly publish: (topic: string, payload: Buffer | string, confirmed: () => void) => void;
}

/** The least time between two pictures of one board. */
const PACE_MS = 1000;
/** Widths that are tried until a picture is small enough, in pixels, and how large one may be. */
const WIDTHS = [800, 400] as const;
const LARGEST_BYTES = 192 * 1024;

const ASKER = { address: 'MQTT' } as const;

const smallEnough = async (draw: (width: number) => Promise<Buffer>): Promise<Buffer> => {
  let bytes: Buffer = Buffer.alloc(0);
  for (const width of WIDTHS) {
    bytes = await draw(width);
    if (bytes.length <= LARGEST_BYTES) break;
  }
  return bytes;
};

/**
 * Pictures of boards as the broker retains them: each sent when it is another one, at most once a second and board, the
 * latest always. One at a time is drawn and on its way. Nothing is drawn before `follow` names its topic.
 */
export class BoardImages {
  readonly #options: BoardImagesOptions;
  /** Tags of what the broker retains, by topic. */
  readonly #sent = new Map<string, string>();
  readonly #sentAt = new Map<string, number>();
  #followed: ReadonlyMap<string, string> = new Map();
  /** Boards that have to be looked at, by topic. */
  readonly #due = new Map<string, string>();
  /** Another one with every session: what was drawn for an earlier one is dropped. */
  #session = {};
  #busy = false;
  #cancel: Cancel | null = null;

  constructor(options: BoardImagesOptions) {
    this.#options = options;
  }

  /** The topics that hold a picture. */
  get topics(): string[] {
    return [...this.#sent.keys()];
  }

  /** Looks at these boards, by topic, and at no others: pictures of those are removed from the broker. */
  follow(boards: ReadonlyMap<string, string>): void {
    for (const topic of this.topics) if (!boards.has(topic)) this.#remove(topic);
    this.#followed = boards;
    this.#due.clear();
    for (const [topic, boardId] of boards) this.#due.set(topic, boardId);
    this.#next();
  }

  /** Sends every picture again when it is looked at next. */
  repeat(): void {
    for (const topic of this.#sent.keys()) this.#sent.set(topic, '');
  }

  /** Forgets what the broker has and what is on its way, as after the end of a session. */
  reset(): void {
    this.#session = {};
    this.#busy = false;
    this.#cancel?.();
    this.#cancel = null;
    this.#sent.clear();
    this.#sentAt.clear();
  }

  #remove(topic: string): void {
    this.#sent.delete(topic);
    this.#sentAt.delete(topic);
    this.#options.publish(topic, '', () => undefined);
  }

  #next(): void {
    this.#cancel?.();
    this.#cancel = null;
    if (this.#busy || this.#due.size === 0) return;
    const now = this.#options.clock.monotonic();
    const waits = [...this.#due.keys()].map((topic) => ({
      topic,
      ms: (this.#sentAt.get(topic) ?? -PACE_MS) + PACE_MS - now,
    }));
    const first = waits.reduce((best, one) => (one.ms < best.ms ? one : best));
    if (first.ms > 0) this.#cancel = this.#options.clock.after(first.ms, () => this.#next());
    else void this.#look(first.topic);
  }

  async #look(topic: string): Promise<void> {
    const session = this.#session;
    const boardId = this.#due.get(topic) ?? '';
    this.#due.delete(topic);
    this.#busy = true;
    const done = (): void => {
      if (session !== this.#session) return;
      this.#busy = false;
      this.#next();
    };
    try {
      await this.#send(topic, boardId, session, done);
    } catch (error) {
      if (session === this.#session && error instanceof Fault && error.status === 429)
        return this.#defer(topic, boardId);
      this.#options.log.warn('a picture could not be drawn for the broker', { board: boardId, error });
      done();
    }
  }

  /** Others wait for too many pictures: the board is looked at again, at its pace. */
  #defer(topic: string, boardId: string): void {
    this.#due.set(topic, boardId);
    this.#sentAt.set(topic, this.#options.clock.monotonic());
    this.#busy = false;
    this.#next();
  }

  async #send(topic: string, boardId: string, session: object, done: () => void): Promise<void> {
    const { draw, publish, clock } = this.#options;
    const { etag } = await draw(boardId, WIDTHS[0]);
    if (this.#sent.get(topic) === etag) return done();
    const bytes = await smallEnough(async (width) => (await draw(boardId, width)).bytes(ASKER));
    if (session !== this.#session) return;
    if (!this.#followed.has(topic)) return done();
    this.#sent.set(topic, etag);
    this.#sentAt.set(topic, clock.monotonic());
    publish(topic, bytes, done);
  }
}
