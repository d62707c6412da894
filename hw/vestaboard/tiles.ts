import type { DeviceEvents, Driver, Frame, ReadOutcome, Watch, WriteOutcome } from '../../src/board/driver.ts';
import { createGrid, gridsEqual, type Grid, type Region } from '../../src/core/flaps/grid.ts';
import { NOTE } from '../../src/core/flaps/geometry.ts';
import { eachOf } from '../panel/waiting.ts';
import type { Address } from './address.ts';
import type { LinkDeps } from './link.ts';
import { VestaboardLocal } from './local.ts';

/** One Note of an array, at tile row and column from 0. */
export interface TileSettings extends Address {
  readonly row: number;
  readonly col: number;
  readonly key: string;
}

/** An array of Notes on the LAN; places without a tile are left out. */
export interface TilesSettings {
  readonly rows: number;
  readonly cols: number;
  readonly tiles: readonly TileSettings[];
}

/** A Note, the cells it shows, and the slice that it was last known to have. */
interface Tile {
  readonly note: VestaboardLocal;
  readonly region: Region;
  accepted: Grid | null;
}

type Refused = { readonly tile: Tile; readonly outcome: Exclude<WriteOutcome, { status: 'sent' }> };

/** As many Notes are written or read at once. */
const AT_ONCE = 8;

/** Drives an array of Notes without the cloud: each Note gets its slice, and only when its slice has changed. */
export class VestaboardTiles implements Driver {
  readonly kind = 'vestaboard-tiles';
  readonly transitions = 'board';
  readonly readBackMs = 30_000;
  readonly watch: Watch = {
    everyMs: 1000,
    isNeeded: () => this.#tiles.some(({ note }) => note.watch.isNeeded?.() !== false),
    look: (signal) => this.#look(signal),
  };
  readonly #tiles: readonly Tile[];
  #background: Grid;

  constructor({ rows, cols, tiles }: TilesSettings, deps: LinkDeps) {
    this.#background = createGrid(rows, cols);
    this.#tiles = tiles.map(({ row, col, ...note }) => ({
      note: new VestaboardLocal({ ...note, ...NOTE }, deps),
      region: { row: row * NOTE.rows, col: col * NOTE.cols, ...NOTE },
      accepted: null,
    }));
  }

  /** A Note that started anew gets its slice, and the others nothing. */
  listen(events: DeviceEvents): void {
    for (const tile of this.#tiles) {
      tile.note.listen({
        onRestart: () => {
          tile.accepted = null;
          events.onRestart();
        },
      });
    }
  }

  async start(): Promise<void> {
    await Promise.all(this.#tiles.map(({ note }) => note.start()));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#tiles.map(({ note }) => note.stop()));
  }

  halt(): void {
    for (const { note } of this.#tiles) note.halt();
  }

  /** Sends each changed slice; when none has changed, somebody insists, and every Note gets its slice again. */
  async write(frame: Frame, signal: AbortSignal): Promise<WriteOutcome> {
    this.#background = frame.grid;
    const changed = this.#tiles.filter(
      (tile) => !tile.accepted || !gridsEqual(tile.accepted, sliceOf(frame.grid, tile.region)),
    );
    const due = changed.length > 0 ? changed : this.#tiles;
    const refused: Refused[] = [];
    await eachOf(due, AT_ONCE, async (tile) => {
      const outcome = await writeTile(tile, frame, signal);
      if (outcome.status !== 'sent') refused.push({ tile, outcome });
    });
    return conclude(refused, due.length);
  }

  /**
   * The Notes stitched together, or why one of them did not answer. Cells without a Note hold what was last asked for.
   */
  async read(signal: AbortSignal): Promise<ReadOutcome> {
    const codes = Uint8Array.from(this.#background.codes);
    const { rows, cols } = this.#background;
    const failures: string[] = [];
    let known = 0;
    await eachOf(this.#tiles, AT_ONCE, async (tile) => {
      const outcome = await tile.note.read(signal);
      if (outcome.status === 'failed') return void failures.push(outcome.reason);
      stitch(codes, cols, tile.region, outcome.grid ?? createGrid(NOTE.rows, NOTE.cols));
      tile.accepted = outcome.grid;
      if (outcome.grid) known++;
    });
    if (failures.length > 0)
      return {
        status: 'failed',
        reason: partly(failures.length, this.#tiles.length, 'could not be read', failures[0] ?? ''),
      };
    return { status: 'read', grid: known === 0 ? null : { rows, cols, codes } };
  }

  async #look(signal: AbortSignal): Promise<void> {
    const problems: unknown[] = [];
    await eachOf(this.#tiles, AT_ONCE, async ({ note }) => {
      await note.watch.look(signal).catch((error: unknown) => problems.push(error));
    });
    if (problems.length > 0) throw problems[0];
  }
}

const writeTile = async (tile: Tile, { grid, transition }: Frame, signal: AbortSignal): Promise<WriteOutcome> => {
  const slice = sliceOf(grid, tile.region);
  tile.accepted = null;
  const outcome = await tile.note.write({ grid: slice, transition }, signal);
  if (outcome.status === 'sent') tile.accepted = slice;
  return outcome;
};

const conclude = (refused: readonly Refused[], asked: number): WriteOutcome => {
  const first = refused.find(({ outcome }) => outcome.status === 'failed') ?? refused[0];
  if (!first) return { status: 'sent' };
  const told = {
    reason: partly(refused.length, asked, 'did not take the frame', first.outcome.reason),
    ...(refused.length < asked && { failedRegions: refused.map(({ tile }) => tile.region) }),
  };
  if (first.outcome.status === 'failed') {
    const useless =
      refused.length === asked &&
      refused.every(({ outcome }) => outcome.status === 'failed' && outcome.refused === true);
    return { status: 'failed', refused: useless, ...told };
  }
  const pauses = refused.map(({ outcome }) => (outcome.status === 'throttled' ? outcome.retryAfterMs : 0));
  const retryAfterMs = Math.max(...pauses);
  return retryAfterMs > 0 ? { status: 'throttled', retryAfterMs, ...told } : { status: 'locked', ...told };
};

const partly = (count: number, of: number, what: string, reason: string): string =>
  of === 1 ? reason : `${count} of ${of} Notes ${what}. ${reason}`;

const sliceOf = (grid: Grid, region: Region): Grid => {
  const slice = createGrid(region.rows, region.cols);
  for (let row = 0; row < region.rows; row++) {
    const start = (region.row + row) * grid.cols + region.col;
    slice.codes.set(grid.codes.subarray(start, start + region.cols), row * region.cols);
  }
  return slice;
};

const stitch = (codes: Uint8Array, cols: number, region: Region, slice: Grid): void => {
  for (let row = 0; row < region.rows; row++) {
    codes.set(slice.codes.subarray(row * region.cols, (row + 1) * region.cols), (region.row + row) * cols + region.col);
  }
};
