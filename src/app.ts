import { hostname } from 'node:os';
import { join } from 'node:path';
import { Button } from '../hw/gpio/button.ts';
import { Light } from '../hw/gpio/light.ts';
import { openPin } from '../hw/gpio/pin.ts';
import { gpioPaths } from '../hw/gpio/source.ts';
import { createDriver } from '../hw/registry.ts';
import { createWiringPort } from '../hw/wiring-port.ts';
import { BoardRegistry } from './board/registry.ts';
import { SendFloors } from './board/floor.ts';
import { geometryOf } from './core/geometry.ts';
import { gridToRows } from './core/grid.ts';
import { deprecatedRoutes } from './http/v1/deprecated.ts';
import { boardRoutes } from './http/v1/boards.ts';
import { collectionRoutes } from './http/v1/collections.ts';
import { pageRoutes } from './http/v1/pages.ts';
import { pluginRoutes } from './http/v1/plugins.ts';
import { scheduleRoutes } from './http/v1/schedules.ts';
import { statusRoutes } from './http/v1/status.ts';
import { templateRoutes } from './http/v1/templates.ts';
import { boardSettingsRoutes, installSettingsRoutes } from './http/flat/settings.ts';
import { gpioRoutes } from './http/flat/gpio.ts';
import { flatCollectionRoutes } from './http/flat/collections.ts';
import { displayRoutes } from './http/flat/displays.ts';
import { flatPageRoutes } from './http/flat/pages.ts';
import { flatPluginRoutes } from './http/flat/plugins.ts';
import { flatScheduleRoutes } from './http/flat/schedules.ts';
import { backupRoutes } from './http/flat/backup.ts';
import { boardControlRoutes, loopRoutes } from './http/flat/control.ts';
import { overrideRoutes } from './http/flat/overrides.ts';
import { preferenceRoutes } from './http/flat/preferences.ts';
import { silenceRoutes } from './http/flat/silence.ts';
import { allSettingsRoutes, systemInfoRoutes } from './http/flat/system.ts';
import { timelineRoutes } from './http/flat/timeline.ts';
import { servedBoardRoutes, wiringRoutes } from './http/flat/wiring.ts';
import { createHostGuard } from './http/host-guard.ts';
import { LocalApi } from './http/local-api/local-api.ts';
import { healthRoutes } from './http/flat/service.ts';
import { flatTemplateRoutes } from './http/flat/templates.ts';
import { transitionRoutes } from './http/flat/transitions.ts';
import { triggerRoutes } from './http/flat/triggers.ts';
import { authRoutes, createAuthenticator } from './http/flat/auth.ts';
import { createEventHub } from './http/events.ts';
import { mcpRoutes } from './http/mcp.ts';
import type { Route } from './http/route.ts';
import { createServer, type HttpServer } from './http/server.ts';
import { createStaticFiles } from './http/static.ts';
import { Animation } from './loop/animation.ts';
import { DisplayLoop } from './loop/display.ts';
import { Pictures } from './loop/picture.ts';
import { Programme } from './loop/programme.ts';
import { Renderer } from './loop/renderer.ts';
import { CollectionRules } from './loop/rules.ts';
import { McpEndpoint } from './mcp/endpoint.ts';
import type { Clock } from './platform/clock.ts';
import type { Settings } from './platform/environment.ts';
import { hardwareModel } from './platform/hardware.ts';
import { liveIn, machineZone } from './platform/home-zone.ts';
import type { Log } from './platform/log.ts';
import { PluginHost } from './plugins/host.ts';
import { createNet } from './plugins/net.ts';
import { createAuth, type Auth } from './service/auth/auth.ts';
import { BackupService } from './service/backup.ts';
import { measureBoards } from './service/board-metrics.ts';
import { BoardSettingsService } from './service/board-settings.ts';
import { BoardService } from './service/boards.ts';
import { CollectionService } from './service/collections.ts';
import { ControlService } from './service/control.ts';
import { DemoPageService } from './service/demo-pages.ts';
import { News } from './service/events.ts';
import { furnish } from './service/first-start.ts';
import { GpioService } from './service/gpio.ts';
import { IdentifyService } from './service/identify.ts';
import { boardOf } from './service/library.ts';
import { MessageService } from './service/messages.ts';
import { PageSendService } from './service/page-sends.ts';
import { PageShareService } from './service/page-shares.ts';
import { usesOf } from './service/page-uses.ts';
import { PageService } from './service/pages.ts';
import { PauseService } from './service/pause.ts';
import { PreviewService } from './service/previews.ts';
import { OverrideService } from './service/overrides.ts';
import { PreferenceService } from './service/preferences.ts';
import { RenderService } from './service/render.ts';
import { ScheduleService } from './service/schedules.ts';
import { SettingsService } from './service/settings.ts';
import { ServedBoards } from './service/served-boards.ts';
import { SilenceService } from './service/silence.ts';
import { SystemService } from './service/system.ts';
import { TemplateCheckService } from './service/template-checks.ts';
import { TimelineService } from './service/timeline.ts';
import { TransitionService } from './service/transitions.ts';
import { WiringService } from './service/wiring.ts';
import type { StoredBoard } from './schema/board.ts';
import { createCache } from './store/cache.ts';
import { openFloors, type Floors } from './store/floors.ts';
import { openSessionKey, type SessionKey } from './store/session-key.ts';
import { openStore, type Store } from './store/store.ts';

/** What an appliance is made from. */
export interface AppOptions {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Log;
  readonly version: string;
  /** The folder with `ui/`, `docs/` and the companion programs. */
  readonly distDir: string;
  /** Variables for the settings of plugins. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The root below which the kernel shows keys, pins and LEDs; the machine's own unless given. */
  readonly gpioRoot?: string;
}

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
/** How long a plugin's reading may outlive a restart. */
const READING_TTL_MS = 30 * 86_400_000;

/** Starts the appliance; resolves when every endpoint answers. Rejects when the data folder or the port cannot be used. */
export const startApp = async (options: AppOptions): Promise<App> => {
  const { settings, clock, log } = options;
  const store = await openStore({ dir: settings.dataDir, clock, log: log.child('store'), secretKey: settings.secretKey });
  await furnish(store, clock);
  const machine = machineZone();
  const zone = () => settings.timezone ?? store.state.settings.general.timezone ?? machine;
  const floors = await openFloors({ dir: settings.dataDir, clock, log: log.child('store') });
  const sessionKey = await openSessionKey({ dir: settings.dataDir, log: log.child('store') });
  liveIn(zone());
  store.onChange((_state, _previous, changed) => changed.has('settings') && liveIn(zone()));
  const house = build(options, store, floors, zone, sessionKey);
  await house.plugins.start();
  await house.boards.sync(store.state.boards);
  await house.localApi.follow();
  store.onChange((_state, _previous, changed) => changed.has('boards') && void house.localApi.follow());
  const port = await house.server.listen(settings.port, settings.host);
  house.loop.start();
  house.gpio.start();
  return { port, store, routes: house.server.routes, stop: () => stopHouse(house, store) };
};

interface House {
  readonly auth: Auth;
  readonly boards: BoardRegistry;
  readonly gpio: GpioService;
  readonly localApi: LocalApi;
  readonly loop: DisplayLoop;
  readonly mcp: McpEndpoint;
  readonly plugins: PluginHost;
  readonly server: HttpServer;
}

const stopHouse = async (house: House, store: Store): Promise<void> => {
  house.gpio.stop();
  house.loop.stop();
  await Promise.all([house.mcp.stop(), house.localApi.stop(), house.boards.stop(SEND_GRACE_MS), house.server.stop(SEND_GRACE_MS), house.plugins.stop()]);
  await house.auth.stop();
  await store.close();
};

const build = (options: AppOptions, store: Store, floors: Floors, zone: () => string, sessionKey: SessionKey): House => {
  const { settings, clock, log, version } = options;
  const cache = createCache({ dir: settings.dataDir, clock, log: log.child('cache') });
  const plugins = new PluginHost({
    store: { read: () => store.state.plugins, write: (change) => store.update((state) => ({ plugins: change(state.plugins) })) },
    clock,
    log: log.child('plugins'),
    net: createNet(),
    env: options.env,
    zone,
    location: () => store.state.settings.location,
    pluginsDir: settings.pluginsDir ?? null,
    runnerPath: join(options.distDir, 'plugin-runner.cjs'),
    cache: { read: (key) => cache.get(key), write: (key, value) => cache.set(key, value, READING_TTL_MS), remove: (key) => cache.remove(key) },
    demoPageId: (key) => store.state.pages.find((page) => page.demo_plugin_id === key)?.id ?? null,
  });
  const renderer = new Renderer(plugins, zone);
  const rules = new CollectionRules(renderer, plugins);
  const programme = new Programme({ store, zone, evaluateRule: (expression, at) => rules.isTrue(expression, at), trigger: (boardId) => (store.state.boards[0]?.id === boardId ? plugins.triggers.current() : null) });
  const pictures = new Pictures({ store, renderer, sources: plugins });
  const animation = new Animation(() => store.state.settings.transitions, {
    has: (id) => store.state.settings.beta.transition_plugins && plugins.animations.has(id),
    frames: (id, from, to) => plugins.animations.frames(id, from, to),
  });
  const events = createEventHub(clock, () => store.state.boards.map((board) => ({ event: 'board', data: boardService.detail(board.id) })));
  const driverOf = (board: StoredBoard) => createDriver(board, { clock, readWriteUrl: settings.vestaboardRwUrl, cloudUrl: settings.vestaboardCloudUrl });
  const boards: BoardRegistry = new BoardRegistry({
    clock,
    floors: new SendFloors(clock, floors),
    createDriver: driverOf,
    polling: () => store.state.settings.polling,
    onFrame: (board_id, grid) => {
      events.publish('frame', { board_id, characters: gridToRows(grid), at: new Date(clock.now()).toISOString() });
      mcp.boardChanged(board_id, store.state.boards[0]?.id === board_id);
    },
    onStatus: (boardId) => news.boardChanged(boardId),
  });
  const loop = new DisplayLoop({ store, boards, programme, pictures, animation, sources: plugins, clock, log: log.child('loop'), onDecision: (boardId) => news.boardChanged(boardId) });
  const boardService = new BoardService({ store, boards, loop, programme, clock, onPin: () => plugins.triggers.dismissAll() });
  const news = new News(events, store, boardService);
  const messages = new MessageService({ store, boards, loop, programme, renderer, animation, clock });
  const pages = new PageService(store, clock, (strategy) => animation.knows(strategy));
  const collections = new CollectionService(store, clock);
  const schedules = new ScheduleService(store, clock, zone);
  const render = new RenderService({ store, renderer, sources: plugins, clock, vocabulary: () => plugins.variables() });
  const system = new SystemService({ store, boards: boardService, loop, programme, clock, version, zone, enabledPlugins: () => plugins.enabledKeys(), hardwareModel });
  const installSettings = new SettingsService({ store, boards, loop, zone });
  const boardSettings = new BoardSettingsService(store, () => boards.sync(store.state.boards));
  const pause = new PauseService({ store, boards, loop });
  const gpio = createGpio(options, store, pause);
  const size = () => geometryOf(boardOf(store.state, 'primary'));
  const sources = () => plugins.vocabularies(size());
  const isEnabled = (key: string) => plugins.enabledKeys().includes(key);
  const control = new ControlService({ store, boards, loop, programme, service: boardService, clock, refetch: () => plugins.need(new Set(plugins.enabledKeys()), size()) });
  const previews = new PreviewService({ store, renderer, programme, clock, pluginData: (key, geometry) => plugins.data(key, geometry), isEnabled, draft: (body) => pages.draft(body) });
  const sends = new PageSendService(store, previews, messages);
  const shares = new PageShareService(pages, (page) => renderer.sourcesOf(page), isEnabled);
  const demos = new DemoPageService(store, pages, (key) => plugins.demoSource(key));
  const transitions = new TransitionService({ store, boards, loop, programme, renderer, stage: plugins.animations, clock });
  const uses = (id: string) => usesOf(store.state, id);
  const silence = new SilenceService(store, clock, zone);
  const overrides = new OverrideService({ store, loop, messages, clock });
  const preferences = new PreferenceService({ store, loop, clock, zone, knowsStrategy: (strategy) => animation.knows(strategy), pace: () => boards.pace() });
  const timeline = new TimelineService(store, programme, clock, zone);
  const wiring = new WiringService(store, createWiringPort(clock, driverOf), () => boards.sync(store.state.boards));
  const served: ServedBoards = new ServedBoards(store, (boardId) => localApi.serving(boardId));
  const localApi: LocalApi = new LocalApi({
    host: settings.host,
    hostGuard: createHostGuard(() => ownNames(settings.trustedHosts)),
    log: log.child('local-api'),
    version,
    boards: () => store.state.boards,
    characters: (boardId) => boardService.detail(boardId).characters,
    send: (boardId, message) => messages.send(boardId, message),
    enable: (boardId) => served.enable(boardId),
  });
  const backup = new BackupService(store, clock, async () => {
    await plugins.reload();
    await boards.sync(store.state.boards);
    boards.pace();
    loop.wakeAll();
  });
  news.start();
  plugins.onTrigger(() => loop.wakeAll());
  rules.follow(store.state.collections);
  store.onChange((state, _previous, changed) => {
    if (changed.has('collections')) rules.follow(state.collections);
  });
  const mcp = new McpEndpoint({
    services: { boards: boardService, messages, pages, schedules, collections, render, plugins, system, timeline },
    clock,
    log: log.child('mcp'),
    version,
  });
  const disconnect = (): void => {
    events.disconnect();
    void mcp.disconnect();
  };
  const auth = createAuth({ store, sessionKey, clock, log: log.child('auth'), settings, onChange: disconnect });
  const server = createServer({
    routes: [
      ...boardRoutes(boardService, messages),
      ...pageRoutes(pages),
      ...scheduleRoutes(schedules),
      ...collectionRoutes(collections),
      ...templateRoutes(render),
      ...statusRoutes(system),
      ...pluginRoutes(plugins, size),
      ...deprecatedRoutes(boardService, messages),
      ...flatPageRoutes({ pages, previews, sends, shares, usesOf: uses }),
      ...flatScheduleRoutes({ schedules, boards: boardService, now: (boardId) => control.now(boardId) }),
      ...flatCollectionRoutes(collections, uses),
      ...flatTemplateRoutes({ render, checks: new TemplateCheckService(store, sources), sources }),
      ...flatPluginRoutes({ plugins, demos, geometry: size, sources }),
      ...triggerRoutes(plugins, clock),
      ...displayRoutes(plugins, previews, size),
      ...transitionRoutes(transitions, () => store.state.settings.beta.transition_plugins),
      ...healthRoutes(system),
      ...systemInfoRoutes(system, log, () => ({ id: store.state.settings.mqtt.instance_id, name: store.state.settings.general.instance_name })),
      ...allSettingsRoutes({ settings: installSettings, boardSettings, preferences, silence, schedules, system, enabledPlugins: () => plugins.enabledKeys() }),
      ...loopRoutes(control),
      ...boardControlRoutes(control, boardService, new IdentifyService({ store, boards, loop, programme, clock })),
      ...silenceRoutes(silence),
      ...overrideRoutes(overrides),
      ...preferenceRoutes(preferences),
      ...timelineRoutes(timeline),
      ...wiringRoutes(wiring),
      ...servedBoardRoutes(served),
      ...backupRoutes(backup, (actor) => auth.audit.note('restored', actor)),
      ...gpioRoutes(gpio),
      ...boardSettingsRoutes(boardSettings),
      ...installSettingsRoutes(installSettings),
      ...authRoutes(auth),
      ...mcpRoutes(mcp),
    ],
    authenticator: createAuthenticator(auth),
    trustedHosts: () => ownNames(settings.trustedHosts),
    corsOrigins: settings.corsOrigins,
    log: log.child('http'),
    clock,
    version,
    events,
    staticFiles: createStaticFiles(join(options.distDir, 'ui')),
    docsFolder: join(options.distDir, 'docs'),
  });
  server.metrics.register(() => measureBoards(store, boards, loop));
  return { auth, boards, gpio, localApi, loop, mcp, plugins, server };
};

const createGpio = ({ clock, log, env, gpioRoot = '' }: AppOptions, store: Store, pause: PauseService): GpioService => {
  const deps = { clock, log: log.child('gpio'), paths: gpioPaths(gpioRoot), openPin, chipLabel: env['SERVICE_GPIO_CHIP'] };
  const pins = { button: pinOf(env['SERVICE_GPIO_BUTTON']), led: pinOf(env['SERVICE_GPIO_LED']) };
  return new GpioService({ store, pause, log: deps.log, makeButton: (events) => new Button(deps, events), light: new Light(deps), pins });
};

/** The pin that a variable names; undefined, as if it were not set, when it names none. */
const pinOf = (text: string | undefined): number | undefined => (text !== undefined && /^\d{1,2}$/.test(text) ? Number(text) : undefined);

/** Names under which the appliance is reached at home. */
const ownNames = (further: readonly string[]): string[] => {
  const name = hostname();
  return [name, `${name}.local`, 'flapbox', 'flapbox.local', ...further];
};
