import { hostname } from 'node:os';
import { join } from 'node:path';
import { Button } from '../hw/gpio/button.ts';
import { Light } from '../hw/gpio/light.ts';
import { openPin } from '../hw/gpio/pin.ts';
import { gpioPaths } from '../hw/gpio/source.ts';
import { createEngine, type Engine } from './app/engine.ts';
import { createMachine, type Machine } from './app/machine.ts';
import type { AppOptions, StartOptions } from './app/options.ts';
import type { RouteDependencies } from './app/routes.ts';
import { gridToRows } from './core/flaps/grid.ts';
import { isFollowed } from './core/inbox-kinds.ts';
import { late, once, type Late } from './core/memo.ts';
import { recordsById } from './core/records.ts';
import { EventHub, type StreamEvent } from './http/events.ts';
import { createAuthenticator } from './http/authenticator.ts';
import { createIntake } from './http/wire/intake.ts';
import { livenessRoute } from './http/liveness.ts';
import type { LocalApi } from './http/local-api/local-api.ts';
import type { Route } from './http/route.ts';
import { createServer, type HttpServer } from './http/server.ts';
import type { StaticFiles } from './http/pages/static.ts';
import type { Inboxes } from './inboxes/inboxes.ts';
import type { McpEndpoint } from './mcp/endpoint.ts';
import type { MqttBridge } from './mqtt/bridge.ts';
import { Following } from './mqtt/follow.ts';
import { actAs } from './platform/actor.ts';
import { setProcessZone, machineZone } from './platform/home-zone.ts';
import { bootName } from './platform/boot.ts';
import { ownAddress } from './platform/network/own-address.ts';
import { secretsIn } from './platform/network/secret-address.ts';
import type { MqttStatus } from './schema/appliance/mqtt.ts';
import { createFirstBoard } from './service/boards/first-board.ts';
import { createAuth, type Auth } from './service/auth/auth.ts';
import type { ScreenService, ScreenServiceOptions } from './service/screens/screens.ts';
import { BoardLog } from './service/boards/log.ts';
import { ChangeEvents } from './service/events.ts';
import type { ButtonPorts } from './service/gpio/button-press.ts';
import { GpioService } from './service/gpio/gpio.ts';
import { PauseService } from './service/control/pause.ts';
import { rememberIn } from './service/remembering.ts';
import { SafeStart } from './service/system/safe-start.ts';
import { healthOf } from './service/system/health.ts';
import { ServedBoards } from './service/wiring/served-boards.ts';
import { followedFrames } from './store/followed-frames.ts';
import type { Unlock } from './store/files/folder-lock.ts';
import { openLastWrites, type LastWrites } from './store/last-writes.ts';
import { openRunRecord, type RunRecord } from './store/run-record.ts';
import { openSessionKey, type SessionKey } from './store/secrets/session-key.ts';
import { ShownFrames } from './store/shown-frames.ts';
import { openStore } from './store/open-store.ts';
import type { Store } from './store/store.ts';

/** A running appliance. */
export interface App {
  readonly port: number;
  readonly store: Store;
  /** Every operation of the API. */
  readonly routes: readonly Route[];
  /** Lets running sends end within 3 s, flushes the store and releases everything. */
  stop(): Promise<void>;
}

const SEND_GRACE_MS = 3000;

/** What was read from the disk before anything is built. */
interface Persisted {
  readonly store: Store;
  readonly floors: LastWrites;
  readonly sessionKey: SessionKey;
  readonly zone: () => string;
}

/**
 * Starts the appliance; resolves when every endpoint answers. Rejects when the data folder or the port cannot be used.
 */
export const startApp = async (options: StartOptions): Promise<App> => {
  const { settings, clock, log } = options;
  const release = await options.claimed;
  // It is on the disk before anything of others runs; meanwhile the files are read.
  const record = openRunRecord({ dir: settings.dataDir, clock, log: log.child('store'), boot: bootName() });
  try {
    return await startClaimed(options, record, release);
  } catch (error) {
    await (await record).close();
    release();
    throw error;
  }
};

const startClaimed = async (options: AppOptions, opening: Promise<RunRecord>, release: Unlock): Promise<App> => {
  const { settings, log } = options;
  const { secretKey, mqttUrl, vestaboardRwUrl, vestaboardCloudUrl } = settings;
  log.redact('environment', [
    secretKey ?? '',
    ...[mqttUrl, vestaboardRwUrl, vestaboardCloudUrl].flatMap((url) => secretsIn(url ?? '')),
  ]);
  const persisted = await openPersisted(options);
  const { store } = persisted;
  const record = await opening;
  const safeStart = new SafeStart({ record, store, clock: options.clock, log: log.child('start') });
  await safeStart.begin();
  const runtime = build(options, persisted, safeStart);
  const { plugins } = runtime.engine;
  await plugins.takeUp();
  await runtime.engine.boards.sync(store.state.boards);
  await runtime.followLocalApi();
  await runtime.following.start();
  store.onChange((_state, _previous, changed) => changed.has('boards') && void runtime.followLocalApi());
  const port = await runtime.server.listen(settings.port, settings.host);
  const installed = plugins.start();
  runtime.engine.loop.start();
  await installed;
  runtime.gpio.start();
  runtime.gpio.showSafeStart(safeStart.isActive);
  runtime.startMqtt();
  runtime.startInboxes();
  runtime.machine.start();
  plugins.loadRest();
  return {
    port,
    store,
    get routes() {
      return runtime.server.routes;
    },
    stop: () => stop(runtime, store, record).finally(release),
  };
};

const openPersisted = async ({ settings, clock, log }: AppOptions): Promise<Persisted> => {
  const own = log.child('store');
  const store = await openStore({ dir: settings.dataDir, clock, log: own, secretKey: settings.secretKey });
  await createFirstBoard(store, clock);
  const floors = await openLastWrites({ dir: settings.dataDir, clock, log: own, damage: store.damage });
  const sessionKey = await openSessionKey({ dir: settings.dataDir, damage: store.damage });
  const machine = machineZone();
  const zone = () => settings.timezone ?? store.state.settings.general.timezone ?? machine;
  setProcessZone(zone());
  store.onChange((_state, _previous, changed) => changed.has('settings') && setProcessZone(zone()));
  return { store, floors, sessionKey, zone };
};

interface Runtime {
  readonly frames: ShownFrames;
  readonly engine: Engine;
  readonly auth: Auth;
  readonly gpio: GpioService;
  readonly localApi: Late<LocalApi>;
  readonly followLocalApi: () => Promise<void>;
  readonly mcp: Late<McpEndpoint>;
  readonly mqtt: Late<MqttBridge>;
  readonly startMqtt: () => void;
  readonly inboxes: Late<Inboxes>;
  readonly startInboxes: () => void;
  readonly following: Following;
  readonly machine: Machine;
  readonly server: HttpServer;
}

/** Whatever goes wrong from here on, this end was asked for. */
const stop = async (runtime: Runtime, store: Store, record: RunRecord): Promise<void> => {
  const closed = record.close();
  await stopRuntime(runtime, store);
  await closed;
};

const stopRuntime = async (
  { engine, frames, auth, gpio, localApi, mcp, mqtt, inboxes, following, machine, server }: Runtime,
  store: Store,
): Promise<void> => {
  const machineStopped = machine.stop();
  gpio.stop();
  engine.loop.end();
  await Promise.all([
    machineStopped,
    inboxes.made?.stop(),
    mqtt.made?.stop(),
    following.stop(),
    mcp.made?.stop(),
    localApi.made?.stop(),
    engine.boards.stop(SEND_GRACE_MS),
    server.stop(SEND_GRACE_MS),
    engine.plugins.stop(),
  ]);
  await Promise.all([engine.sandbox.made?.stop(), auth.stop(), frames.close()]);
  await store.close();
};

const build = (options: AppOptions, { store, floors, sessionKey, zone }: Persisted, safeStart: SafeStart): Runtime => {
  const { settings, clock, log, version, distDir } = options;
  const startedAt = clock.monotonic();
  const events = new EventHub(clock, () => presentBoards(store, (id) => services.get().boards.detail(id)));
  const frames = new ShownFrames({ dir: settings.dataDir, clock, log: log.child('store') });
  store.onChange(
    (state, _previous, changed) => changed.has('boards') && frames.keepOnly(new Set(state.boards.map(({ id }) => id))),
  );
  const engine = createEngine({
    app: options,
    store,
    floors,
    safeStart,
    zone,
    followed: (board) => following.followedOf(board),
    relayOf: (id) => following.relayOf(id),
    deskOf: (board) => following.deskOf(board),
    onFrame: (board_id, grid) => {
      const toFrame = () => ({ board_id, characters: gridToRows(grid), at: new Date(clock.now()).toISOString() });
      events.publish('frame', toFrame);
      mcp.made?.boardChanged(board_id, store.state.boards[0]?.id === board_id);
      mqtt.made?.changed();
      following.changed(board_id);
    },
    onShown: rememberIn(frames, clock),
    onBoard: (boardId) => {
      boardLog.changed(boardId);
      changeEvents.boardChanged(boardId);
      mqtt.made?.changed();
      following.changed(boardId);
      if (screens.made) events.review();
    },
  });
  const following: Following = new Following({
    store,
    frames: followedFrames(settings.dataDir, log.child('store')),
    clock,
    log: log.child('follow'),
    url: settings.mqttUrl,
    report: (boardId, frame, error) => services.get().follow.report(boardId, frame, error),
    onChange: (boardId) => {
      engine.loop.wake(boardId);
      boardLog.changed(boardId);
      changeEvents.boardChanged(boardId);
    },
    onAsk: () => {
      events.publish('library', { changed: ['boards'] });
      mqtt.made?.changed();
    },
  });
  const pause = new PauseService({ store, boards: engine.boards, loop: engine.loop });
  const services = late(() => {
    const { createServices } = require('./app/services.ts') as typeof import('./app/services.ts');
    const linkOf = (boardId: string) => following.linkOf(boardId);
    const askingWalls = () => following.walls;
    return createServices({ app: options, store, engine, zone, pause, startedAt, linkOf, askingWalls, frames });
  });
  const boardLog = new BoardLog(store, engine.boards, log.child('boards'));
  const changeEvents = new ChangeEvents(events, store, services.get);
  changeEvents.start();
  const mqtt = late(() => {
    const { MqttBridge: Loaded } = require('./mqtt/bridge.ts') as typeof import('./mqtt/bridge.ts');
    const bridge = new Loaded({
      store,
      services: services.get(),
      clock,
      log: log.child('mqtt'),
      version,
      url: settings.mqttUrl,
      ownAddress: () => ownAddress(settings.host, server.port ?? settings.port),
      updateStatus: () => machine.updates().status(),
    });
    bridge.start();
    return bridge;
  });
  const inboxes = late(() => {
    const { Inboxes: Loaded } = require('./inboxes/inboxes.ts') as typeof import('./inboxes/inboxes.ts');
    const { openInboxPositions } = require('./store/inbox-positions.ts') as typeof import('./store/inbox-positions.ts');
    const inboxLog = log.child('inboxes');
    const followed = new Loaded({
      store,
      clock,
      log: inboxLog,
      service: services.get().inboxes,
      openPositions: () => openInboxPositions(settings.dataDir, clock, inboxLog),
    });
    followed.start();
    return followed;
  });
  const mcp = late(() => {
    const { McpEndpoint: Loaded } = require('./mcp/endpoint.ts') as typeof import('./mcp/endpoint.ts');
    return new Loaded({ services: services.get(), clock, log: log.child('mcp'), version });
  });
  const onChange = (): void => {
    events.disconnect();
    void mcp.made?.disconnect();
  };
  const auth = createAuth({ store, sessionKey, clock, log: log.child('auth'), settings, onChange });
  const authenticator = createAuthenticator(auth);
  const screens = late(() =>
    createScreens({
      store,
      clock,
      zone,
      audit: auth.audit,
      shown: (boardId) => services.get().boards.picture(boardId),
      light: (boardId) => engine.boards.get(boardId)?.light ?? null,
      onChange: () => events.review(),
    }),
  );
  store.onChange((_state, _previous, changed) => (changed.has('boards') || changed.has('settings')) && events.review());
  const shareLinks = late(() => {
    const { ShareLinkService: Loaded } =
      require('./service/share-links.ts') as typeof import('./service/share-links.ts');
    const { pictures, timeline } = services.get();
    return new Loaded({ store, clock, audit: auth.audit, pictures, timeline });
  });
  // Links end with what they show, whether or not somebody looks.
  if (store.state.auth.shares.length > 0) shareLinks.get();
  const gpio = createGpio(options, store, pause, {
    stays: () => services.get().stays,
    favourites: { send: (id) => services.get().favourites.send(id) },
    messages: {
      acknowledge: (id) => services.get().queue.acknowledge(id),
      acknowledgeAll: () => services.get().queue.acknowledgeAll(),
    },
  });
  safeStart.onEnd(() => {
    gpio.showSafeStart(false);
    events.publish('library', { changed: ['pages', 'collections', 'plugins', 'settings'] });
  });
  const intake = createIntake(clock);
  const machine = createMachine({
    app: options,
    store,
    engine,
    services: services.get,
    gpio,
    outlet: { clock, answers: intake.answers },
  });
  const trustedHosts = () => ownNames(settings.trustedHosts);
  const served: ServedBoards = new ServedBoards(
    store,
    (boardId) => localApi.made?.serving(boardId) ?? { listening: false, error: null },
  );
  const localApi = late(() => {
    const { LocalApi: Loaded } =
      require('./http/local-api/local-api.ts') as typeof import('./http/local-api/local-api.ts');
    return new Loaded({
      host: settings.host,
      intake,
      clock,
      log: log.child('local-api'),
      version,
      boards: () => store.state.boards,
      characters: (boardId) => services.get().boards.picture(boardId),
      send: (boardId, message) => actAs({ by: 'token' }, () => services.get().messages.send(boardId, message)),
      enable: (boardId) => served.enable(boardId),
    });
  });
  const followLocalApi = async (): Promise<void> => {
    const isWanted = store.state.boards.some(({ local_api_port }) => local_api_port !== null);
    if (isWanted || localApi.made) await localApi.get().follow();
  };
  const dependencies = (): RouteDependencies => ({
    auth,
    safeStart,
    shareLinks: shareLinks.get(),
    authenticator,
    events,
    screens: screens.get,
    mcp: mcp.get,
    mqtt: { status: () => mqtt.made?.status() ?? NO_BROKER, republish: () => mqtt.get().republish() },
    gpio,
    served,
    machine,
  });
  const server = createServer({
    firstRoutes: [livenessRoute(() => healthOf(engine.loop, version))],
    routes: () => {
      const { routesOf } = require('./app/routes.ts') as typeof import('./app/routes.ts');
      return routesOf(services.get(), store, options, dependencies());
    },
    sharedRoutes: () => {
      const { sharePageRoutes } = require('./http/flat/share-links.ts') as typeof import('./http/flat/share-links.ts');
      const { favouritePageRoutes } =
        require('./http/flat/favourites.ts') as typeof import('./http/flat/favourites.ts');
      return [...sharePageRoutes(shareLinks.get()), ...favouritePageRoutes(() => services.get().favourites, clock)];
    },
    authenticator,
    trustedHosts,
    corsOrigins: settings.corsOrigins,
    log: log.child('http'),
    clock,
    version,
    intake,
    events,
    opening: () => engine.plugins.installing,
    boardIds: () => store.state.boards.map(({ id }) => id),
    staticFiles: createLateFiles(join(distDir, 'ui')),
    docsFolder: join(distDir, 'docs'),
    intercept: machine.intercept,
    onBusy: options.onBusy,
  });
  server.metrics.register(() => {
    const { measureBoards } = require('./service/boards/metrics.ts') as typeof import('./service/boards/metrics.ts');
    return measureBoards(store, engine.boards, engine.loop);
  });
  const startMqtt = (): void => {
    const begin = (): void => {
      if (settings.mqttUrl !== undefined || store.state.settings.mqtt.enabled) mqtt.get();
    };
    store.onChange(begin);
    begin();
  };
  const startInboxes = (): void => {
    const begin = (): void => {
      if (store.state.settings.inboxes.some(isFollowed)) inboxes.get();
    };
    store.onChange((_state, _previous, changed) => changed.has('settings') && begin());
    begin();
  };
  return {
    engine,
    frames,
    auth,
    gpio,
    localApi,
    followLocalApi,
    mcp,
    mqtt,
    startMqtt,
    inboxes,
    startInboxes,
    following,
    machine,
    server,
  };
};

/** The connection to a broker while nobody has asked for one: what keeps it is not loaded. */
const NO_BROKER: MqttStatus = {
  enabled: false,
  running: false,
  connected: false,
  broker: null,
  source: 'settings',
  error: null,
  last_connected_at: null,
};

/** What serves the interface is loaded with the first page that somebody opens. */
const createLateFiles = (folder: string): StaticFiles => {
  const files = once(() => {
    const { createStaticFiles } = require('./http/pages/static.ts') as typeof import('./http/pages/static.ts');
    return createStaticFiles(folder);
  });
  return { serve: (...request) => files().serve(...request) };
};

/** Most appliances have no screens: what serves them is loaded when the first one comes. */
const createScreens = (options: ScreenServiceOptions): ScreenService => {
  const library = require('./service/screens/screens.ts') as typeof import('./service/screens/screens.ts');
  return new library.ScreenService(options);
};

const createGpio = (
  { clock, log, settings, gpioRoot = '' }: AppOptions,
  store: Store,
  pause: PauseService,
  ports: ButtonPorts,
): GpioService => {
  const deps = { clock, log: log.child('gpio'), paths: gpioPaths(gpioRoot), openPin, chipLabel: settings.gpioChip };
  const pins = { button: settings.gpioButton, led: settings.gpioLed };
  return new GpioService({
    store,
    pause,
    ports,
    clock,
    log: deps.log,
    makeButton: (events) => new Button(deps, events),
    light: new Light(deps),
    pins,
  });
};

/** What each board shows and why, one by one: a board may be removed before its turn comes. */
function* presentBoards(store: Store, detail: (id: string) => object): Generator<StreamEvent> {
  for (const { id } of store.state.boards) {
    if (recordsById(store.state.boards).has(id)) yield { event: 'board', data: detail(id) };
  }
}

/** Names under which the appliance is reached at home. */
const ownNames = (further: readonly string[]): string[] => {
  const name = hostname();
  return [name, `${name}.local`, 'flapbox', 'flapbox.local', ...further];
};
