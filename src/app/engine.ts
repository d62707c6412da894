import { join } from 'node:path';
import { createDriver, findUnusable } from '../../hw/create-driver.ts';
import { gpioPaths } from '../../hw/gpio/source.ts';
import { listPanelDrivers } from '../../hw/panel-drivers.ts';
import { MinimumIntervals } from '../board/minimum-intervals.ts';
import { BoardRegistry } from '../board/registry.ts';
import { isStill } from '../core/arbiter/decision.ts';
import { DAY_MS } from '../core/time/durations.ts';
import { late, once } from '../core/memo.ts';
import type { Grid } from '../core/flaps/grid.ts';
import { recordsById } from '../core/records.ts';
import type { Documents } from '../documents/port.ts';
import type { Following } from '../mqtt/follow.ts';
import { Animation } from '../loop/animation.ts';
import { DisplayLoop } from '../loop/display.ts';
import { Pictures } from '../loop/picture.ts';
import { Programme } from '../loop/programme.ts';
import { Renderer } from '../loop/renderer.ts';
import { CollectionRules } from '../loop/collection-rules.ts';
import { Verdicts } from '../loop/verdicts.ts';
import { Writer, type Shown } from '../loop/writer.ts';
import { PluginHost } from '../plugins/host.ts';
import { createBodies } from '../plugins/network/body-budget.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { StoredBoard } from '../schema/boards/boards.ts';
import type { Gazetteer } from '../service/location/gazetteer.ts';
import type { SafeStart } from '../service/system/safe-start.ts';
import { findTakenPin, wiredPins } from '../service/pins/claims.ts';
import { coveredFrames } from '../store/covered-frames.ts';
import { memoryOf } from '../store/device-memory.ts';
import { takenLines } from '../store/taken-lines.ts';
import type { LastWrites } from '../store/last-writes.ts';
import type { ShownFrames } from '../store/shown-frames.ts';
import type { Store } from '../store/store.ts';
import type { AppOptions } from './options.ts';

/** How long a plugin's reading may outlive a restart. */
const READING_TTL_MS = 30 * DAY_MS;

/** What the engine works with, and whom it tells. */
export interface EngineOptions {
  readonly app: AppOptions;
  readonly store: Store;
  readonly floors: LastWrites;
  readonly safeStart: SafeStart;
  readonly frames: ShownFrames;
  readonly zone: () => string;
  /** What boards follow, and what hears the walls that ask to join. */
  readonly following: () => Pick<Following, 'followedOf' | 'relayOf' | 'deskOf'>;
  /** A board shows another frame. */
  readonly onFrame: (boardId: string, grid: Grid) => void;
  /** A frame was put on a board, by whom and why. */
  readonly onShown: (boardId: string, shown: Shown) => void;
  /** Anything else of a board is different. */
  readonly onBoard: (boardId: string) => void;
}

const renameStored = async (store: Store, from: string, to: string): Promise<string[]> => {
  const { changedPages, renamePlugin } = require('../service/plugins.ts') as typeof import('../service/plugins.ts');
  let changed: string[] = [];
  await store.update((state) => {
    const next = renamePlugin(state, from, to);
    changed = changedPages(state, next);
    return next;
  });
  return changed;
};

const createPlugins = (
  { app: { clock, log, env, settings, distDir, version, homepage = '' }, store, safeStart, zone }: EngineOptions,
  sandbox: () => Sandbox,
  gazetteer: () => Gazetteer,
): PluginHost => {
  const cache = once(() => {
    const { FileCache } = require('../store/files/cache.ts') as typeof import('../store/files/cache.ts');
    return new FileCache({ dir: settings.dataDir, clock, log: log.child('cache'), damage: store.damage });
  });
  const reader = once(() => {
    const { SandboxDocuments } = require('../sandbox/documents.ts') as typeof import('../sandbox/documents.ts');
    return new SandboxDocuments(sandbox());
  });
  const documents: Documents = {
    read: (...what) => reader().read(...what),
    sift: (...what) => reader().sift(...what),
  };
  const bodies = createBodies();
  const net = once(() => {
    const { createNet } = require('../plugins/network/net.ts') as typeof import('../plugins/network/net.ts');
    return createNet(documents, bodies);
  });
  return new PluginHost({
    store: {
      read: () => store.state.plugins,
      write: (change) => store.update((state) => ({ plugins: change(state.plugins) })),
      rename: (from, to) => renameStored(store, from, to),
    },
    clock,
    log: log.child('plugins'),
    net: { bytes: (...what) => net().bytes(...what), json: (...what) => net().json(...what) },
    bodies,
    documents,
    env,
    zone,
    location: () => store.state.settings.location,
    gazetteer,
    pluginsDir: settings.pluginsDir ?? null,
    stockDir: join(distDir, 'sources'),
    version,
    contact: () => store.state.settings.general.contact || homepage,
    sandbox,
    safeStart,
    cache: {
      read: (key) => cache().get(key),
      write: (key, value) => cache().set(key, value, READING_TTL_MS),
      remove: (key) => cache().remove(key),
    },
    demoPageId: (key) => store.state.pages.find((page) => page.demo_plugin_id === key)?.id ?? null,
  });
};

/** What decides, draws and writes: plugins, programme, boards and the display loop. Nothing runs yet. */
export const createEngine = (options: EngineOptions) => {
  const { app, store, floors, safeStart, zone, following, onFrame, onBoard } = options;
  const { settings, clock, log, distDir } = app;
  const sandbox = late(() => {
    const { Sandbox } = require('../sandbox/sandbox.ts') as typeof import('../sandbox/sandbox.ts');
    const file = join(distDir, 'sandbox/worker.cjs');
    return new Sandbox({ file, clock, log: (message) => log.child('plugins').warn(message) });
  });
  const gazetteer = once(() => {
    const { Gazetteer } =
      require('../service/location/gazetteer.ts') as typeof import('../service/location/gazetteer.ts');
    return new Gazetteer(join(distDir, 'gazetteer.br'), clock);
  });
  const plugins = createPlugins(options, sandbox.get, gazetteer);
  const renderer = new Renderer(plugins.values, zone, safeStart);
  const rules = new CollectionRules(renderer, plugins.values, clock, safeStart);
  const empties = new Verdicts(clock);
  const forgetVerdicts = (): void => {
    rules.forget();
    empties.forget();
  };
  plugins.values.onData(forgetVerdicts);
  store.onChange((_state, _previous, changed) => {
    if ([...changed].some((member) => member !== 'programmes')) forgetVerdicts();
  });
  const trigger = (boardId: string) => (store.state.boards[0]?.id === boardId ? plugins.triggers.current() : null);
  const programme = new Programme({
    store,
    clock,
    zone,
    evaluateRule: (expression, at) => rules.isTrue(expression, at),
    isEmpty: (page, at) => empties.judge(page.id, at, (budget) => renderer.isEmpty(page, at, budget)),
    trigger,
    followed: (board) => following().followedOf(board),
  });
  const pictures = new Pictures({ store, renderer, sources: plugins.values });
  const animation = new Animation(() => store.state.settings.transitions, {
    has: (id) => store.state.settings.beta.transition_plugins && plugins.animations.has(id),
    revisionOf: (id) => plugins.animations.revisionOf(id),
    frames: (id, from, to) => plugins.animations.frames(id, from, to),
  });
  const driverDeps = {
    clock,
    readWriteUrl: settings.vestaboardRwUrl,
    cloudUrl: settings.vestaboardCloudUrl,
    screenRoot: app.screenRoot,
    memoryOf: (id: string) => memoryOf(store, id),
    relayOf: (boardId: string) => following().relayOf(boardId),
    deskOf: (board: StoredBoard) => following().deskOf(board),
    noteLine: takenLines(settings.dataDir, app.log).note,
    distDir,
    pins: { folder: gpioPaths(app.gpioRoot ?? '').gpioFolder, chipLabel: settings.gpioChip ?? null },
  };
  const panelDrivers = listPanelDrivers();
  const prepared = { button: settings.gpioButton, led: settings.gpioLed };
  const driverOf =
    app.createDriver ??
    ((board: StoredBoard) => {
      const gpio = wiredPins(store.state.settings.gpio, prepared);
      // What is stored may not fit the pins that were chosen outside the settings.
      const taken = findTakenPin(board, { boards: store.state.boards, gpio }, panelDrivers);
      if (taken !== null) throw new Error(taken);
      return createDriver(board, driverDeps);
    });
  const boards = new BoardRegistry({
    clock,
    minimumIntervals: new MinimumIntervals(clock, floors),
    isStill: (id) => recordsById(store.state.boards).has(id) && isStill(programme.decide(id, clock.now())),
    createDriver: driverOf,
    polling: () => store.state.settings.polling,
    onFrame,
    onStatus: onBoard,
    onStarted: (id) => loop.renew(id),
    onLost: (id) => void writer.restore(id),
  });
  const writer = new Writer({
    boards,
    programme,
    clock,
    covered: coveredFrames(store, app.log),
    onReady: (id) => loop.wake(id),
    onShown: options.onShown,
  });
  const loop = new DisplayLoop({
    store,
    boards,
    programme,
    writer,
    pictures,
    animation,
    sources: plugins.values,
    clock,
    log: log.child('loop'),
    frames: options.frames,
    onDecision: onBoard,
  });
  plugins.triggers.onChange(() => loop.wakeAll());
  rules.follow(store.state.collections);
  store.onChange((state, _previous, changed) => {
    if (changed.has('collections')) rules.follow(state.collections);
  });
  safeStart.onEnd(() => {
    renderer.forget();
    rules.follow(store.state.collections);
    loop.wakeAll();
    void plugins.arrival.resume().then(
      () => loop.wakeAll(),
      (error: unknown) => log.error('Not all plugins could be taken up again.', { error }),
    );
  });
  return {
    sandbox,
    plugins,
    renderer,
    programme,
    pictures,
    animation,
    boards,
    writer,
    loop,
    driverOf,
    findUnusableSetting: (board: StoredBoard) => findUnusable(board, driverDeps),
    gazetteer,
  };
};

/** What decides, draws and writes. */
export type Engine = ReturnType<typeof createEngine>;
