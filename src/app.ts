import { hostname } from 'node:os';
import { join } from 'node:path';
import { createDriver } from '../hw/registry.ts';
import { BoardRegistry } from './board/registry.ts';
import { SendFloors } from './board/floor.ts';
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
import { healthRoutes } from './http/flat/service.ts';
import { authRoutes, createAuthenticator } from './http/flat/auth.ts';
import { createEventHub } from './http/events.ts';
import { createServer, type HttpServer } from './http/server.ts';
import { createStaticFiles } from './http/static.ts';
import { Animation } from './loop/animation.ts';
import { DisplayLoop } from './loop/display.ts';
import { Pictures } from './loop/picture.ts';
import { Programme } from './loop/programme.ts';
import { Renderer } from './loop/renderer.ts';
import { CollectionRules } from './loop/rules.ts';
import type { Clock } from './platform/clock.ts';
import type { Settings } from './platform/environment.ts';
import type { Log } from './platform/log.ts';
import { PluginHost } from './plugins/host.ts';
import { createNet } from './plugins/net.ts';
import { createAuth, type Auth } from './service/auth/auth.ts';
import { BoardSettingsService } from './service/board-settings.ts';
import { BoardService } from './service/boards.ts';
import { CollectionService } from './service/collections.ts';
import { News } from './service/events.ts';
import { furnish } from './service/first-start.ts';
import { MessageService } from './service/messages.ts';
import { PageService } from './service/pages.ts';
import { RenderService } from './service/render.ts';
import { ScheduleService } from './service/schedules.ts';
import { SettingsService } from './service/settings.ts';
import { SystemService } from './service/system.ts';
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
}

/** A running appliance. */
export interface App {
  readonly port: number;
  readonly store: Store;
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
  const zone = () => settings.timezone ?? store.state.settings.general.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const floors = await openFloors({ dir: settings.dataDir, clock, log: log.child('store') });
  const sessionKey = await openSessionKey({ dir: settings.dataDir, log: log.child('store') });
  const house = build(options, store, floors, zone, sessionKey);
  await house.plugins.start();
  await house.boards.sync(store.state.boards);
  const port = await house.server.listen(settings.port, settings.host);
  house.loop.start();
  return { port, store, stop: () => stopHouse(house, store) };
};

interface House {
  readonly auth: Auth;
  readonly boards: BoardRegistry;
  readonly loop: DisplayLoop;
  readonly plugins: PluginHost;
  readonly server: HttpServer;
}

const stopHouse = async (house: House, store: Store): Promise<void> => {
  house.loop.stop();
  await Promise.all([house.boards.stop(SEND_GRACE_MS), house.server.stop(SEND_GRACE_MS), house.plugins.stop()]);
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
  const boards: BoardRegistry = new BoardRegistry({
    clock,
    floors: new SendFloors(clock, floors),
    createDriver: (board) => createDriver(board, { clock, readWriteUrl: settings.vestaboardRwUrl, cloudUrl: settings.vestaboardCloudUrl }),
    polling: () => store.state.settings.polling,
    onFrame: (board_id, grid) => events.publish('frame', { board_id, characters: gridToRows(grid), at: new Date(clock.now()).toISOString() }),
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
  const system = new SystemService({ store, boards: boardService, loop, programme, clock, version, zone, enabledPlugins: () => plugins.enabledKeys() });
  const installSettings = new SettingsService({ store, boards, loop, zone });
  const boardSettings = new BoardSettingsService(store, () => boards.sync(store.state.boards));
  news.start();
  plugins.onTrigger(() => loop.wakeAll());
  rules.follow(store.state.collections);
  store.onChange((state, _previous, changed) => {
    if (changed.has('collections')) rules.follow(state.collections);
  });
  const auth = createAuth({ store, sessionKey, clock, log: log.child('auth'), settings, onChange: () => events.disconnect() });
  const server = createServer({
    routes: [
      ...boardRoutes(boardService, messages),
      ...pageRoutes(pages),
      ...scheduleRoutes(schedules),
      ...collectionRoutes(collections),
      ...templateRoutes(render),
      ...statusRoutes(system),
      ...pluginRoutes(plugins),
      ...deprecatedRoutes(boardService, messages),
      ...healthRoutes(system),
      ...boardSettingsRoutes(boardSettings),
      ...installSettingsRoutes(installSettings),
      ...authRoutes(auth),
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
  return { auth, boards, loop, plugins, server };
};

/** Names under which the appliance is reached at home. */
const ownNames = (further: readonly string[]): string[] => {
  const name = hostname();
  return [name, `${name}.local`, 'flapbox', 'flapbox.local', ...further];
};
