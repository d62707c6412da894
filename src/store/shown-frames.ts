import { join } from 'node:path';
import * as v from 'valibot';
import { PASSING } from '../core/arbiter/decision.ts';
import type { Grid } from '../core/flaps/grid.ts';
import { HOUR_MS } from '../core/time/durations.ts';
import type { ActorKind } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { FLAP_CODES, MOST_COLS, MOST_HISTORY, MOST_HISTORY_TOGETHER, MOST_ROWS } from '../schema/limits.ts';
import { integerBetween } from '../schema/common.ts';
import { SeldomFile, readRecords } from './files/record-file.ts';

/** One frame as it is remembered; its codes are packed. */
const PackedFrameSchema = v.object({
  id: v.string(),
  at: v.pipe(
    v.number(),
    v.check((at) => !Number.isNaN(new Date(at).getTime())),
  ),
  by: v.string(),
  name: v.nullable(v.string()),
  why: v.string(),
  moved: v.boolean(),
  rows: integerBetween(1, MOST_ROWS),
  cols: integerBetween(1, MOST_COLS),
  codes: v.string(),
});
type PackedFrame = Readonly<v.InferOutput<typeof PackedFrameSchema>>;

/** One frame that was on a board: when (ms), by whom, why, and whether flaps moved. */
export interface ShownFrame extends Omit<PackedFrame, 'rows' | 'cols' | 'codes'> {
  readonly grid: Grid;
}

/** What frames are kept with. */
export interface ShownFramesOptions {
  readonly dir: string;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}

const FILE = 'history.json';
/** Who draws what nobody asked for. */
const PROGRAMME: ActorKind = 'rule';
const [, MOST_CODE] = FLAP_CODES;
const MOST_BYTES = 16 * 1024 * 1024;
/** What the frames of one board may take, packed: of a large wall of confetti fewer are kept. */
const MOST_PACKED = 128 * 1024;
/** The same for all boards together. */
const MOST_PACKED_TOGETHER = (MOST_HISTORY_TOGETHER / MOST_HISTORY) * MOST_PACKED;

/** What may be kept of one board. */
interface Share {
  readonly frames: number;
  readonly bytes: number;
}

/** A byte from here on repeats the code before it as often as it is greater. */
const REPEATS = 127;
const MOST_REPEATS = 255 - REPEATS;

const packed = (codes: Uint8Array): string => {
  const bytes: number[] = [];
  for (let at = 0; at < codes.length; ) {
    const code = codes[at] ?? 0;
    let repeats = 0;
    while (repeats < MOST_REPEATS && at + repeats + 1 < codes.length && codes[at + repeats + 1] === code) repeats++;
    bytes.push(code, ...(repeats > 0 ? [REPEATS + repeats] : []));
    at += repeats + 1;
  }
  return Buffer.from(bytes).toString('base64');
};

/** The codes, or null when they are not as many as the grid has places. */
const unpacked = (text: string, count: number): Uint8Array | null => {
  const codes = new Uint8Array(count);
  let at = 0;
  for (const byte of Buffer.from(text, 'base64')) {
    const repeats = byte - REPEATS;
    const last = repeats > 0 ? codes[at - 1] : byte;
    if (last === undefined || last > MOST_CODE) return null;
    codes.fill(last, at, at + Math.max(1, repeats));
    at += Math.max(1, repeats);
  }
  return at === count ? codes : null;
};

const pack = ({ grid, ...about }: ShownFrame): PackedFrame => ({
  ...about,
  rows: grid.rows,
  cols: grid.cols,
  codes: packed(grid.codes),
});

const unpack = ({ rows, cols, codes, ...about }: PackedFrame): ShownFrame | null => {
  const found = unpacked(codes, rows * cols);
  return found && { ...about, grid: { rows, cols, codes: found } };
};

/** Whether the programme draws what was there anyway, without a flap that moves: each start does. */
const isRepeated = (before: PackedFrame | undefined, frame: PackedFrame): boolean =>
  frame.by === PROGRAMME && !frame.moved && before?.codes === frame.codes && before.cols === frame.cols;

/** The last frames of one board, the oldest first. */
class LastFrames {
  readonly list: PackedFrame[] = [];
  #bytes = 0;

  add(frame: PackedFrame, share: Share): void {
    if (isRepeated(this.list.at(-1), frame)) return;
    this.list.push(frame);
    this.#bytes += frame.codes.length;
    this.trim(share);
  }

  trim({ frames, bytes }: Share): void {
    while (this.list.length > frames || (this.#bytes > bytes && this.list.length > 1))
      this.#bytes -= this.list.shift()?.codes.length ?? 0;
  }
}

/**
 * The last frames of each board, over a restart. At most one write a minute, the first at once; what the programme
 * alone has drawn waits for an hour, as a clock that turns each minute must not wear the card (rules, N1). They are no
 * part of a backup.
 */
export class ShownFrames {
  readonly #options: ShownFramesOptions;
  readonly #boards = new Map<string, LastFrames>();
  readonly #file: SeldomFile;
  #loaded: Promise<void> | null = null;

  constructor(options: ShownFramesOptions) {
    this.#options = options;
    this.#file = new SeldomFile({
      ...options,
      path: join(options.dir, FILE),
      content: () => Object.fromEntries([...this.#boards].map(([id, { list }]) => [id, list])),
      failure: 'the history of the boards was not stored',
    });
  }

  /** Reads what an earlier run kept, once; what is unreadable is forgotten. Never rejects. */
  load(): Promise<void> {
    this.#loaded ??= this.#read();
    return this.#loaded;
  }

  /** Remembers a frame. */
  add(boardId: string, frame: ShownFrame): void {
    this.#framesOf(boardId).add(pack(frame), this.#share);
    const mayWait = frame.by === PROGRAMME && !PASSING.has(frame.why);
    void this.load().then(() => this.#file.change(mayWait ? HOUR_MS : 0));
  }

  /** What is remembered is on the disk soon: a board stays as it is, and may have to be told what that was. */
  hurry(): void {
    this.#file.hurry();
  }

  /**
   * The frame that a board had last, of an earlier run too, as a board without flaps cannot tell it; null when there is
   * none. Never rejects.
   */
  async left(boardId: string): Promise<ShownFrame | null> {
    await this.load();
    return this.of(boardId, 1)[0] ?? null;
  }

  /** Why a board shows its last frame; null where that is not known. */
  whyOf(boardId: string): string | null {
    return this.#boards.get(boardId)?.list.at(-1)?.why ?? null;
  }

  /** The last frames of a board, the newest first. */
  of(boardId: string, most: number): ShownFrame[] {
    return (this.#boards.get(boardId)?.list ?? [])
      .slice(-most)
      .toReversed()
      .flatMap((frame) => unpack(frame) ?? []);
  }

  /** The frame of an id, and the board that it was on; null when it is forgotten. */
  find(id: string): { boardId: string; frame: ShownFrame } | null {
    for (const [boardId, { list }] of this.#boards) {
      const packed = list.find((one) => one.id === id);
      const frame = packed && unpack(packed);
      if (frame) return { boardId, frame };
    }
    return null;
  }

  /** Forgets boards that are no more. */
  keepOnly(boardIds: ReadonlySet<string>): void {
    for (const id of this.#boards.keys()) if (!boardIds.has(id)) this.#boards.delete(id);
  }

  /** Writes what is not on the disk yet. */
  async close(): Promise<void> {
    await this.#loaded;
    await this.#file.write();
  }

  get #share(): Share {
    const boards = Math.max(1, this.#boards.size);
    return {
      frames: Math.min(MOST_HISTORY, Math.floor(MOST_HISTORY_TOGETHER / boards)),
      bytes: Math.min(MOST_PACKED, Math.floor(MOST_PACKED_TOGETHER / boards)),
    };
  }

  #framesOf(boardId: string): LastFrames {
    const known = this.#boards.get(boardId);
    if (known) return known;
    const made = new LastFrames();
    this.#boards.set(boardId, made);
    for (const frames of this.#boards.values()) frames.trim(this.#share);
    return made;
  }

  async #read(): Promise<void> {
    const { dir, log } = this.#options;
    try {
      const stored = await readRecords(join(dir, FILE), MOST_BYTES, v.array(v.unknown()));
      for (const [id, frames] of Object.entries(stored ?? {}))
        this.#addEarlier(
          id,
          frames.filter((frame) => v.is(PackedFrameSchema, frame)),
        );
    } catch (error) {
      log.warn('the history of the boards is unreadable', { file: FILE, error });
    }
  }

  #addEarlier(boardId: string, earlier: readonly PackedFrame[]): void {
    const later = this.#framesOf(boardId).list;
    const all = new LastFrames();
    this.#boards.set(boardId, all);
    for (const frame of [...earlier, ...later]) all.add(frame, this.#share);
  }
}
