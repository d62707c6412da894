import { hostname } from 'node:os';
import { join } from 'node:path';
import { createEngine } from './engine.ts';
import { createMachine } from './machine.ts';
import type { AppOptions } from './options.ts';
import type { RouteDependencies } from './routes.ts';
import { gridToRows } from '../core/flaps/grid.ts';
import { late, once } from '../core/memo.ts';
import { recordsById } from '../core/records.ts';
import { EventHub, type StreamEvent } from '../http/events.ts';
import { createAuthenticator } from '../http/access.ts';
import { createIntake } from '../http/wire/intake.ts';
import { livenessRoute } from '../http/liveness.ts';
import { createServer } from '../http/server.ts';
import type { StaticFiles } from '../http/pages/static.ts';
import { Following } from '../mqtt/follow.ts';
import { createAuth } from '../service/auth/auth.ts';
import { createBoardLog } from '../service/boards/log.ts';
import { followChanges } from '../service/events.ts';
import type { ButtonPorts } from '../service/gpio/button-press.ts';
import { GpioService } from '../service/gpio/gpio.ts';
import { PauseService } from '../service/control/pause.ts';
import { rememberIn } from '../service/remembering.ts';
import type { SafeStart } from '../service/system/safe-start.ts';
import { healthOf } from '../service/system/health.ts';
import { followedFrames } from '../store/followed-frames.ts';
import { type LastWrites } from '../store/last-writes.ts';
import { type SessionKey } from '../store/secrets/session-key.ts';
import { ShownFrames } from '../store/shown-frames.ts';
import type { Store } from '../store/store.ts';

import { createLateParts, type LateParts } from './late-parts.ts';
import type { Services } from './services.ts';

/** What was read from the disk before anything is built. */
export interface Persisted {
  readonly store: Store;
  readonly floors: LastWrites;
  readonly sessionKey: SessionKey;
  readonly zone: () => string;
}

/** Composes the appliance of what was read from the disk; nothing of it runs yet. */
export const compose = (options: AppOptions, { store, floors, sessionKey, zone }: Persisted, safeStart: SafeStart) => {
  const { settings, clock, log, version, distDir } = options;
  const startedAt = clock.monotonic();
  const events = new EventHub(clock, () => presentBoards(store, services.get));
  const frames = new ShownFrames({ dir: settings.dataDir, clock, log: log.child('store') });
  store.onChange(
    (state, _previous, changed) => changed.has('boards') && frames.keepOnly(new Set(state.boards.map(({ id }) => id))),
  );
  const engine = createEngine({
    app: options,
    store,
    floors,
    safeStart,
    frames,
    zone,
    following: () => following,
    onFrame: (board_id, grid) => {
      const toFrame = () => ({ board_id, characters: gridToRows(grid), at: new Date(clock.now()).toISOString() });
      events.publish('frame', toFrame);
      parts.mcp.made?.boardChanged(board_id, store.state.boards[0]?.id === board_id);
      parts.mqtt.made?.changed();
      following.changed(board_id);
    },
    onShown: rememberIn(frames, clock),
    onBoard: (boardId) => {
      logBoard(boardId);
      boardChanged(boardId);
      parts.mqtt.made?.changed();
      following.changed(boardId);
      if (parts.screens.made) events.review();
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
      logBoard(boardId);
      boardChanged(boardId);
    },
    onAsk: () => {
      events.publish('library', { changed: ['boards'] });
      parts.mqtt.made?.changed();
    },
  });
  const pause = new PauseService({ store, ...engine });
  const services = late(() => {
    const { createServices } = require('./services.ts') as typeof import('./services.ts');
    return createServices({ app: options, store, engine, zone, pause, startedAt, following, frames });
  });
  const logBoard = createBoardLog(store, engine.boards, log.child('boards'));
  const boardChanged = followChanges(events, store, services.get);
  const onChange = (): void => {
    events.disconnect();
    void parts.mcp.made?.disconnect();
  };
  const auth = createAuth({ store, sessionKey, clock, log: log.child('auth'), settings, onChange });
  const authenticator = createAuthenticator(auth);
  store.onChange((_state, _previous, changed) => (changed.has('boards') || changed.has('settings')) && events.review());
  const intake = createIntake(clock);
  const parts: LateParts = createLateParts({
    app: options,
    store,
    engine,
    zone,
    services: services.get,
    audit: () => auth.audit,
    intake,
    port: () => server.port,
    updates: () => machine.updates(),
    onScreens: () => events.review(),
  });
  const gpio = createGpio(options, store, pause, services.get);
  safeStart.onEnd(() => {
    gpio.showSafeStart(false);
    events.publish('library', { changed: ['pages', 'collections', 'plugins', 'settings'] });
  });
  const machine = createMachine({
    app: options,
    store,
    engine,
    zone,
    services: services.get,
    gpio,
    outlet: { clock, answers: intake.answers },
  });
  const trustedHosts = () => ownNames(settings.trustedHosts);
  const dependencies = (): RouteDependencies => ({
    auth,
    safeStart,
    shareLinks: parts.shareLinks.get(),
    authenticator,
    events,
    screens: parts.screens.get,
    mcp: parts.mcp.get,
    mqtt: { status: parts.brokerStatus, republish: () => parts.mqtt.get().republish() },
    gpio,
    served: parts.served,
    machine,
  });
  const server = createServer({
    firstRoutes: [livenessRoute(() => healthOf(engine.loop, version))],
    routes: () => {
      const { routesOf } = require('./routes.ts') as typeof import('./routes.ts');
      return routesOf(services.get(), store, options, dependencies());
    },
    sharedRoutes: parts.sharedRoutes,
    authenticator,
    trustedHosts,
    corsOrigins: settings.corsOrigins,
    log: log.child('http'),
    clock,
    version,
    intake,
    events,
    opening: () => engine.plugins.arrival.installing,
    boardIds: () => store.state.boards.map(({ id }) => id),
    staticFiles: createLateFiles(join(distDir, 'ui')),
    docsFolder: join(distDir, 'docs'),
    intercept: machine.intercept,
    onBusy: options.onBusy,
    onRest: options.onRest,
  });
  server.metrics.register(() => {
    const { measureBoards } = require('../service/boards/metrics.ts') as typeof import('../service/boards/metrics.ts');
    return measureBoards(store, engine.boards, engine.loop);
  });
  return { engine, frames, auth, gpio, parts, following, machine, server };
};

/** An appliance, and what starts and stops of it. */
export type Runtime = ReturnType<typeof compose>;

/** What serves the interface is loaded with the first page that somebody opens. */
const createLateFiles = (folder: string): StaticFiles => {
  const files = once(() => {
    const { createStaticFiles } = require('../http/pages/static.ts') as typeof import('../http/pages/static.ts');
    return createStaticFiles(folder);
  });
  return { serve: (...request) => files().serve(...request) };
};

/** What reaches the pins is loaded when the button and the light are opened. */
const createGpio = (
  { clock, log, settings, gpioRoot = '' }: AppOptions,
  store: Store,
  pause: PauseService,
  ports: () => ButtonPorts,
): GpioService => {
  const own = log.child('gpio');
  const hardware = once(() => {
    const { createHardware } = require('../../hw/gpio/hardware.ts') as typeof import('../../hw/gpio/hardware.ts');
    return createHardware({ clock, log: own, root: gpioRoot, chipLabel: settings.gpioChip });
  });
  const pins = { button: settings.gpioButton, led: settings.gpioLed };
  return new GpioService({ store, pause, ports, clock, log: own, hardware, pins });
};

/** What each board shows and why, one by one: a board may be removed before its turn comes. */
function* presentBoards(store: Store, services: () => Services): Generator<StreamEvent> {
  for (const { id } of store.state.boards) {
    const isThere = () => recordsById(store.state.boards).has(id);
    if (isThere()) yield { event: 'board', data: services().boards.detail(id) };
    if (isThere()) yield { event: 'condition', data: services().conditions.look()(id) };
  }
}

/** Names under which the appliance is reached at home. */
const ownNames = (further: readonly string[]): string[] => {
  const name = hostname();
  return [name, `${name}.local`, 'flapbox', 'flapbox.local', ...further];
};
