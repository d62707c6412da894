import { hostname } from 'node:os';
import { join } from 'node:path';
import { Button } from '../hw/gpio/button.ts';
import { Light } from '../hw/gpio/light.ts';
import { openPin } from '../hw/gpio/pin.ts';
import { gpioPaths } from '../hw/gpio/source.ts';
import { createEngine } from './app/engine.ts';
import type { Engine } from './app/engine.ts';
import { createMachine } from './app/machine.ts';
import type { Machine } from './app/machine.ts';
import type { AppOptions } from './app/options.ts';
import { routesOf } from './app/routes.ts';
import { createServices } from './app/services.ts';
import { gridToRows } from './core/grid.ts';
import { EventHub } from './http/events.ts';
import type { StreamEvent } from './http/events.ts';
import { createAuthenticator } from './http/flat/auth.ts';
import { sharePageRoutes } from './http/flat/share-links.ts';
import { createIntake } from './http/intake.ts';
import { LocalApi } from './http/local-api/local-api.ts';
import type { Route } from './http/route.ts';
import { createServer } from './http/server.ts';
import type { HttpServer } from './http/server.ts';
import { createStaticFiles } from './http/static.ts';
import { McpEndpoint } from './mcp/endpoint.ts';
import { MqttBridge } from './mqtt/bridge.ts';
import { Following } from './mqtt/follow.ts';
import { setProcessZone, machineZone } from './platform/home-zone.ts';
import { ownAddress } from './platform/own-address.ts';
import { secretsIn } from './platform/secret-address.ts';
import { createAuth } from './service/auth/auth.ts';
import type { Auth } from './service/auth/auth.ts';
import type { ScreenService, ScreenServiceOptions } from './service/screens/screens.ts';
import { BoardLog } from './service/boards/log.ts';
import { measureBoards } from './service/boards/metrics.ts';
import { ChangeEvents } from './service/events.ts';
import { createFirstBoard } from './service/boards/first-board.ts';
import { GpioService } from './service/gpio.ts';
import type { PauseService } from './service/control/pause.ts';
import { ShareLinkService } from './service/share-links.ts';
import { ServedBoards } from './service/wiring/served-boards.ts';
import { followedFrames } from './store/followed-frames.ts';
import { lockFolder } from './store/folder-lock.ts';
import type { Unlock } from './store/folder-lock.ts';
import { openLastWrites } from './store/last-writes.ts';
import type { LastWrites } from './store/last-writes.ts';
import { openSessionKey } from './store/session-key.ts';
import type { SessionKey } from './store/session-key.ts';
import { openStore, prepareDataFolder } from './store/open-store.ts';
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
export const startApp = async (options: AppOptions): Promise<App> => {
  const release = await claim(options.settings.dataDir);
  try {
    return await startClaimed(options, release);
  } catch (error) {
    release();
    throw error;
  }
};

const claim = async (dir: string): Promise<Unlock> => {
  await prepareDataFolder(dir);
  return lockFolder(dir);
};

const startClaimed = async (options: AppOptions, release: Unlock): Promise<App> => {
  const { settings, log } = options;
  const { secretKey, mqttUrl, vestaboardRwUrl, vestaboardCloudUrl } = settings;
  log.redact('environment', [
    secretKey ?? '',
    ...[mqttUrl, vestaboardRwUrl, vestaboardCloudUrl].flatMap((url) => secretsIn(url ?? '')),
  ]);
  const persisted = await openPersisted(options);
  const { store } = persisted;
  const runtime = build(options, persisted);
  await runtime.engine.plugins.start();
  await runtime.engine.boards.sync(store.state.boards);
  await runtime.localApi.follow();
  await runtime.following.start();
  store.onChange((_state, _previous, changed) => changed.has('boards') && void runtime.localApi.follow());
  const port = await runtime.server.listen(settings.port, settings.host);
  runtime.engine.loop.start();
  runtime.gpio.start();
  runtime.mqtt.start();
  runtime.machine.start();
  return { port, store, routes: runtime.server.routes, stop: () => stopRuntime(runtime, store).finally(release) };
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
  readonly engine: Engine;
  readonly auth: Auth;
  readonly gpio: GpioService;
  readonly localApi: LocalApi;
  readonly mcp: McpEndpoint;
  readonly mqtt: MqttBridge;
  readonly following: Following;
  readonly machine: Machine;
  readonly server: HttpServer;
}

const stopRuntime = async (
  { engine, auth, gpio, localApi, mcp, mqtt, following, machine, server }: Runtime,
  store: Store,
): Promise<void> => {
  const machineStopped = machine.stop();
  gpio.stop();
  engine.loop.stop();
  await Promise.all([
    machineStopped,
    mqtt.stop(),
    following.stop(),
    mcp.stop(),
    localApi.stop(),
    engine.boards.stop(SEND_GRACE_MS),
    server.stop(SEND_GRACE_MS),
    engine.plugins.stop(),
  ]);
  await Promise.all([engine.sandbox.stop(), auth.stop()]);
  await store.close();
};

const build = (options: AppOptions, { store, floors, sessionKey, zone }: Persisted): Runtime => {
  const { settings, clock, log, version, distDir } = options;
  const events = new EventHub(clock, () => presentBoards(store, (id) => services.boards.detail(id)));
  const engine = createEngine({
    app: options,
    store,
    floors,
    zone,
    followed: (board) => following.followedOf(board),
    onFrame: (board_id, grid) => {
      events.publish('frame', { board_id, characters: gridToRows(grid), at: new Date(clock.now()).toISOString() });
      mcp.boardChanged(board_id, store.state.boards[0]?.id === board_id);
      mqtt.changed();
      following.changed(board_id);
    },
    onBoard: (boardId) => {
      boardLog.changed(boardId);
      changeEvents.boardChanged(boardId);
      mqtt.changed();
      following.changed(boardId);
    },
  });
  const following: Following = new Following({
    store,
    frames: followedFrames(settings.dataDir, log.child('store')),
    clock,
    log: log.child('follow'),
    url: settings.mqttUrl,
    report: (boardId, frame, error) => services.follow.report(boardId, frame, error),
    onChange: (boardId) => {
      engine.loop.wake(boardId);
      boardLog.changed(boardId);
      changeEvents.boardChanged(boardId);
    },
  });
  const services = createServices(options, store, engine, zone, (id) => following.linkOf(id));
  const boardLog = new BoardLog(store, engine.boards, log.child('boards'));
  const changeEvents = new ChangeEvents(events, store, services.boards, services.conditions);
  changeEvents.start();
  const mqtt = new MqttBridge({
    store,
    services,
    clock,
    log: log.child('mqtt'),
    version,
    url: settings.mqttUrl,
    ownAddress: () => ownAddress(settings.host, server.port ?? settings.port),
  });
  const mcp = new McpEndpoint({ services, clock, log: log.child('mcp'), version });
  const onChange = (): void => {
    events.disconnect();
    void mcp.disconnect();
  };
  const auth = createAuth({ store, sessionKey, clock, log: log.child('auth'), settings, onChange });
  const authenticator = createAuthenticator(auth);
  let loadedScreens: ScreenService | null = null;
  const screens = () =>
    (loadedScreens ??= createScreens({
      store,
      clock,
      zone,
      audit: auth.audit,
      shown: (boardId) => services.boards.picture(boardId),
      onChange: () => events.review(),
    }));
  store.onChange((_state, _previous, changed) => (changed.has('boards') || changed.has('settings')) && events.review());
  const { pictures, timeline } = services;
  const shareLinks = new ShareLinkService({ store, clock, audit: auth.audit, pictures, timeline });
  const gpio = createGpio(options, store, services.pause);
  const intake = createIntake(clock);
  const machine = createMachine({
    app: options,
    store,
    engine,
    services,
    gpio,
    outlet: { clock, answers: intake.answers },
  });
  const trustedHosts = () => ownNames(settings.trustedHosts);
  const served: ServedBoards = new ServedBoards(store, (boardId) => localApi.serving(boardId));
  const localApi: LocalApi = new LocalApi({
    host: settings.host,
    intake,
    clock,
    log: log.child('local-api'),
    version,
    boards: () => store.state.boards,
    characters: (boardId) => services.boards.picture(boardId),
    send: (boardId, message) => services.messages.send(boardId, message),
    enable: (boardId) => served.enable(boardId),
  });
  const server = createServer({
    routes: routesOf(services, store, options, {
      auth,
      shareLinks,
      authenticator,
      events,
      screens,
      mcp,
      mqtt,
      gpio,
      served,
      machine,
    }),
    sharedRoutes: sharePageRoutes(shareLinks),
    authenticator,
    trustedHosts,
    corsOrigins: settings.corsOrigins,
    log: log.child('http'),
    clock,
    version,
    intake,
    events,
    boardIds: () => store.state.boards.map(({ id }) => id),
    staticFiles: createStaticFiles(join(distDir, 'ui')),
    docsFolder: join(distDir, 'docs'),
    intercept: machine.intercept,
    onBusy: options.onBusy,
  });
  server.metrics.register(() => measureBoards(store, engine.boards, engine.loop));
  return { engine, auth, gpio, localApi, mcp, mqtt, following, machine, server };
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
): GpioService => {
  const deps = { clock, log: log.child('gpio'), paths: gpioPaths(gpioRoot), openPin, chipLabel: settings.gpioChip };
  const pins = { button: settings.gpioButton, led: settings.gpioLed };
  return new GpioService({
    store,
    pause,
    log: deps.log,
    makeButton: (events) => new Button(deps, events),
    light: new Light(deps),
    pins,
  });
};

/** What each board shows and why, one by one: a board may be removed before its turn comes. */
function* presentBoards(store: Store, detail: (id: string) => object): Generator<StreamEvent> {
  for (const { id } of store.state.boards) {
    if (store.state.boards.some((board) => board.id === id)) yield { event: 'board', data: detail(id) };
  }
}

/** Names under which the appliance is reached at home. */
const ownNames = (further: readonly string[]): string[] => {
  const name = hostname();
  return [name, `${name}.local`, 'flapbox', 'flapbox.local', ...further];
};
