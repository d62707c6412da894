import { late, once } from '../core/memo.ts';
import type { Notify } from '../platform/notify.ts';
import type { SystemRequests } from '../platform/system-requests.ts';
import { ScreenBoard } from '../service/boards/screen-board.ts';
import type { ClockService } from '../service/clock.ts';
import type { UpdateService } from '../service/update/update.ts';
import type { Intercept } from '../setup/portal.ts';
import type { Wifi } from '../setup/wifi.ts';
import type { MachineOptions } from './machine-options.ts';

/** The machine below the service: its networks, its updates, and who watches over it. */
export interface Machine {
  readonly wifi: () => Wifi;
  readonly updates: () => UpdateService;
  readonly clock: () => ClockService;
  /** Answers what comes over the access point of set-up. */
  readonly intercept: Intercept;
  /** Looks after the network, and reports that the service is ready. */
  start(): void;
  stop(): Promise<void>;
}

/** Whether a request may be for the pages of set-up, also where no access point is open. */
const isSetUpPath = (url = '/'): boolean => url.startsWith('/setup/') || url.startsWith('/.well-known/');

/** What looks for screens is loaded by those that have one. */
const screensOf = (root?: string) => {
  const { createScreens } = require('../../hw/screen/screens.ts') as typeof import('../../hw/screen/screens.ts');
  return createScreens(root);
};

const createScreenBoard = ({ app, store, engine }: MachineOptions, onAdded: () => void): ScreenBoard => {
  const { clock, log, settings, screenRoot } = app;
  return new ScreenBoard({
    store,
    clock,
    log: log.child('screen'),
    isOffered: settings.screen,
    settled: () => engine.boards.sync(store.state.boards),
    onAdded,
    port: {
      find: () => screensOf(screenRoot).find(),
      clear: (path) => screensOf(screenRoot).clear(path),
    },
  });
};

/** What watches over the service is loaded where a service manager started it. */
const createSupervision = ({ app: { env, clock, log }, store, engine }: MachineOptions): Notify | null => {
  const { FLAPBOX_NOTIFY_FD: pipe } = env;
  if (pipe === undefined) return null;
  const { Notify: Loaded, notifyPipe } = require('../platform/notify.ts') as typeof import('../platform/notify.ts');
  const { findStall } = require('../service/system/liveness.ts') as typeof import('../service/system/liveness.ts');
  const send = notifyPipe(pipe);
  return (
    send &&
    new Loaded({
      send,
      stall: () => findStall({ store, boards: engine.boards, loop: engine.loop }),
      clock,
      log: log.child('watchdog'),
    })
  );
};

const createUpdates = ({ app }: MachineOptions, system: SystemRequests): UpdateService => {
  const { clock, log, version } = app;
  const { UpdateService: Loaded } =
    require('../service/update/update.ts') as typeof import('../service/update/update.ts');
  const { openDownload } =
    require('../platform/network/internet.ts') as typeof import('../platform/network/internet.ts');
  const restart = app.restart ?? (() => process.kill(process.pid, 'SIGTERM'));
  return new Loaded({ system, clock, log: log.child('update'), version, restart, download: openDownload });
};

/** Builds it; nothing is asked or opened yet. */
export const createMachine = (options: MachineOptions): Machine => {
  const { network, env } = options.app;
  const system = once(() => {
    const { createSystemRequests } =
      require('../platform/system-requests.ts') as typeof import('../platform/system-requests.ts');
    return createSystemRequests(env['FLAPBOX_HELPER']);
  });
  const joining = late(() => {
    const { createJoining } = require('./joining.ts') as typeof import('./joining.ts');
    return createJoining(options, system());
  });
  const updates = late(() => createUpdates(options, system()));
  const clock = late(() => {
    const { ClockService: Loaded } = require('../service/clock.ts') as typeof import('../service/clock.ts');
    return new Loaded({ system: system(), clock: options.app.clock, zone: options.zone });
  });
  const screen = createScreenBoard(options, () => joining.made?.showAgain());
  const notify = createSupervision(options);
  const isManaged = network !== undefined || env['FLAPBOX_HELPER'] !== undefined;
  return {
    wifi: () => joining.get().wifi,
    updates: updates.get,
    clock: clock.get,
    intercept: (incoming, outgoing) =>
      (isManaged || joining.made !== null || isSetUpPath(incoming.url)) && joining.get().intercept(incoming, outgoing),
    start: () => {
      screen.start();
      if (isManaged) joining.get().setUp.start();
      options.gpio.onLongPress(() => joining.get().setUp.begin());
      notify?.start();
    },
    stop: async () => {
      notify?.stop();
      screen.stop();
      await joining.made?.setUp.stop();
    },
  };
};
