import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine, type Engine } from '../../src/app/engine.ts';
import type { AppOptions } from '../../src/app/options.ts';
import { createServices, type Services } from '../../src/app/services.ts';
import { PauseService } from '../../src/service/control/pause.ts';
import type { Driver, WriteOutcome } from '../../src/board/driver.ts';
import { readEnvironment } from '../../src/platform/environment.ts';
import type { State } from '../../src/schema/state.ts';
import { SafeStart } from '../../src/service/system/safe-start.ts';
import type { FileSystem } from '../../src/store/files/file-system.ts';
import { openLastWrites } from '../../src/store/last-writes.ts';
import { openStore } from '../../src/store/open-store.ts';
import { openRunRecord } from '../../src/store/run-record.ts';
import type { Store } from '../../src/store/store.ts';
import { createFakeClock, settle, type FakeClock } from '../support/fake-clock.ts';
import { ShownFrames } from '../../src/store/shown-frames.ts';
import { createMemoryDisk, type MemoryDisk } from '../support/memory-disk.ts';
import { createQuietLog } from '../support/quiet-log.ts';
import { PLACE } from './calendar.ts';
import type { FrameText } from './pages.ts';

/** A frame that was written to a board. */
export interface Written {
  readonly at: number;
  readonly frame: FrameText;
  readonly ok: boolean;
}

/** A board of the simulation: it takes frames, or fails, or takes its time. */
export interface FakeBoard extends Driver {
  /** What was written since the last look, oldest first. */
  readonly written: Written[];
  /** What stands on it. */
  shown: FrameText | null;
  way: 'works' | 'fails' | 'slow';
}

/** How a fake board is made. */
export interface BoardTraits {
  readonly id: string;
  readonly floorMs?: number;
  readonly readBackMs?: number;
  /** Makes a real driver in its place. */
  readonly make?: (clock: FakeClock) => Driver;
}

const SLOW_MS = 8000;

const createFakeBoard = ({ id, floorMs = 0, readBackMs }: BoardTraits, clock: FakeClock): FakeBoard => {
  const outcomeOf = (way: FakeBoard['way']): WriteOutcome =>
    way === 'fails' ? { status: 'failed', reason: 'The board does not answer.' } : { status: 'sent' };
  const board: FakeBoard = {
    kind: 'simulated',
    ...(floorMs > 0 && { minimumInterval: { ms: floorMs, key: id } }),
    transitions: 'board',
    readBackMs: readBackMs ?? null,
    written: [],
    shown: null,
    way: 'works',
    start: async () => undefined,
    stop: async () => undefined,
    write: async ({ grid }, signal) => {
      const frame = Buffer.from(grid.codes).toString('latin1');
      if (board.way === 'slow') {
        let wake = (): void => undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
          clock.after(SLOW_MS, resolve);
          signal.addEventListener('abort', wake);
        });
        signal.removeEventListener('abort', wake);
      }
      if (signal.aborted) return { status: 'failed', reason: 'The write was called off.' };
      const outcome = outcomeOf(board.way);
      board.written.push({ at: clock.now(), frame, ok: outcome.status === 'sent' });
      if (outcome.status === 'sent') board.shown = frame;
      return outcome;
    },
    read: async () =>
      board.way === 'fails'
        ? { status: 'failed', reason: 'The board does not answer.' }
        : { status: 'read', grid: null },
  };
  return board;
};

/** The engine and the services over boards that exist only here; everything else is the real thing. */
export interface World {
  readonly clock: FakeClock;
  readonly boards: ReadonlyMap<string, FakeBoard>;
  readonly services: Services;
  readonly engine: Engine;
  readonly store: Store;
  readonly lines: readonly string[];
  /** The disk below the store. */
  readonly disk: MemoryDisk;
  /** What the store gave the disk to write, in all. */
  readonly bytesWritten: number;
  /** Power off, some time, power on again. */
  restart(offMs: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts it at an instant on a state. */
export const startWorld = async (
  start: string,
  traits: readonly BoardTraits[],
  initial: (state: State) => Partial<State>,
): Promise<World> => {
  const clock = createFakeClock(start, 1);
  const dir = mkdtempSync(join(tmpdir(), 'flapbox-year-'));
  const disk = createMemoryDisk();
  let bytesWritten = 0;
  const fs: FileSystem = { ...disk, write: (path, bytes) => ((bytesWritten += bytes.length), disk.write(path, bytes)) };
  const log = createQuietLog();
  const boards = new Map(traits.filter(({ make }) => !make).map((one) => [one.id, createFakeBoard(one, clock)]));
  const makers = new Map(traits.flatMap(({ id, make }) => (make ? [[id, make] as const] : [])));
  const settings = readEnvironment({ SERVICE_DATA_DIR: dir, SERVICE_TIMEZONE: PLACE.zone });
  const createDriver: AppOptions['createDriver'] = ({ id }) => {
    const board = boards.get(id) ?? makers.get(id)?.(clock);
    if (!board) throw new Error('There is no such board.');
    return board;
  };
  const app: AppOptions = {
    settings,
    clock,
    log,
    version: '0.0.0',
    distDir: join(process.cwd(), 'dist'),
    env: {},
    createDriver,
  };
  // No board of the year follows another one, or publishes over a broker.
  const following = {
    followedOf: () => null,
    relayOf: () => null,
    deskOf: () => ({ opened: () => undefined, heard: () => undefined, closed: () => undefined }),
    linkOf: () => null,
    walls: null,
  };
  const powerOn = async () => {
    const store = await openStore({ dir: '/data', clock, log, fs });
    const floors = await openLastWrites({ dir, clock, log, damage: store.damage });
    const zone = () => PLACE.zone;
    // Each power cut of the year is forgiven: a safe start is tested elsewhere.
    const record = await openRunRecord({ dir, clock, log, boot: '' });
    await record.close();
    const engine = createEngine({
      app,
      store,
      floors,
      safeStart: new SafeStart({ record, store, clock, log }),
      frames: new ShownFrames({ dir: '', clock, log: { warn: () => undefined } }),
      zone,
      following: () => following,
      onShown: () => undefined,
      onFrame: () => undefined,
      onBoard: () => undefined,
    });
    const pause = new PauseService({ store, ...engine });
    const startedAt = clock.monotonic();
    const services = createServices({
      app,
      store,
      engine,
      zone,
      pause,
      startedAt,
      frames: new ShownFrames({ dir: '', clock, log: { warn: () => undefined } }),
      following,
    });
    if (store.state.boards.length === 0) await store.update(initial);
    await engine.plugins.arrival.takeUp();
    await engine.boards.sync(store.state.boards);
    const installed = engine.plugins.start();
    engine.loop.start();
    await installed;
    engine.plugins.arrival.loadRest();
    await settle();
    return { store, engine, services };
  };
  const powerOff = async ({ store, engine }: { store: Store; engine: Engine }): Promise<void> => {
    engine.loop.end();
    await Promise.all([engine.boards.stop(0), engine.plugins.stop()]);
    await store.close();
  };
  let on = await powerOn();
  return {
    clock,
    boards,
    lines: log.lines,
    disk,
    get bytesWritten() {
      return bytesWritten;
    },
    get services() {
      return on.services;
    },
    get engine() {
      return on.engine;
    },
    get store() {
      return on.store;
    },
    restart: async (offMs) => {
      await powerOff(on);
      disk.steps.length = 0;
      await clock.advance(offMs);
      on = await powerOn();
    },
    close: async () => {
      await powerOff(on);
      rmSync(dir, { recursive: true, force: true });
    },
  };
};
