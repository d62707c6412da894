import { join } from 'node:path';
import { isRecord } from '../core/record.ts';
import type { Grid } from '../core/flaps/grid.ts';
import { HOUR_MS, MINUTE_MS } from '../core/time/durations.ts';
import type { ActorKind } from '../platform/actor.ts';
import type { Cancel, Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { FLAP_CODES, MOST_COLS, MOST_HISTORY, MOST_HISTORY_TOGETHER, MOST_ROWS } from '../schema/limits.ts';
import { replaceFile } from './files/committer.ts';
import { diskFileSystem } from './files/file-system.ts';
import { parseStored } from './stored-json.ts';

/** One frame as it is remembered; its codes are packed. */
interface PackedFrame {
  readonly id: string;
  readonly at: number;
  readonly by: string;
  readonly name: string | null;
  readonly why: string;
  readonly moved: boolean;
  readonly rows: number;
  readonly cols: number;
  readonly codes: string;
}

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

const TEXTS = ['id', 'by', 'why', 'codes'];

const isBetween = (value: unknown, most: number): boolean =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most;

const isInstant = (value: unknown): boolean => typeof value === 'number' && !Number.isNaN(new Date(value).getTime());

const isPacked = (value: unknown): value is PackedFrame =>
  isRecord(value) &&
  TEXTS.every((name) => typeof value[name] === 'string') &&
  isInstant(value['at']) &&
  isBetween(value['rows'], MOST_ROWS) &&
  isBetween(value['cols'], MOST_COLS) &&
  (value['name'] === null || typeof value['name'] === 'string') &&
  typeof value['moved'] === 'boolean';

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
  #loaded: Promise<void> | null = null;
  #waiting: Cancel | null = null;
  #due = 0;
  #writing: Promise<void> = Promise.resolve();
  #writtenAt = -Infinity;
  #isChanged = false;

  constructor(options: ShownFramesOptions) {
    this.#options = options;
  }

  /** Reads what an earlier run kept, once; what is unreadable is forgotten. Never rejects. */
  load(): Promise<void> {
    this.#loaded ??= this.#read();
    return this.#loaded;
  }

  /** Remembers a frame. */
  add(boardId: string, frame: ShownFrame): void {
    this.#framesOf(boardId).add(pack(frame), this.#share);
    this.#isChanged = true;
    void this.load().then(() => this.#plan(frame.by));
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
    this.#waiting?.();
    await this.#writing;
    if (this.#isChanged) await this.#write();
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

  #plan(by: string): void {
    const { clock } = this.#options;
    const now = clock.monotonic();
    const due = by === PROGRAMME ? now + HOUR_MS : Math.max(now, this.#writtenAt + MINUTE_MS);
    if (this.#waiting && this.#due <= due) return;
    this.#waiting?.();
    this.#due = due;
    this.#waiting = clock.after(due - now, () => {
      this.#waiting = null;
      this.#writing = this.#write();
    });
  }

  async #read(): Promise<void> {
    const { dir, log } = this.#options;
    try {
      const bytes = await diskFileSystem.read(join(dir, FILE), MOST_BYTES);
      const content: unknown = bytes && parseStored(bytes);
      for (const [id, frames] of Object.entries(isRecord(content) ? content : {}))
        if (Array.isArray(frames)) this.#addEarlier(id, frames.filter(isPacked));
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

  async #write(): Promise<void> {
    const { dir, clock, log } = this.#options;
    const lists = Object.fromEntries([...this.#boards].map(([id, { list }]) => [id, list]));
    this.#writtenAt = clock.monotonic();
    this.#isChanged = false;
    try {
      await replaceFile(diskFileSystem, join(dir, FILE), JSON.stringify(lists));
    } catch (error) {
      this.#isChanged = true;
      log.warn('the history of the boards was not stored', { file: FILE, error });
    }
  }
}
