import { late, once } from '../core/memo.ts';
import type { SystemRequests } from '../platform/system-requests.ts';
import { ScreenBoard } from '../service/boards/screen-board.ts';
import type { Intercept } from '../setup/portal.ts';
import type { MachineOptions } from './machine-options.ts';

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
const createSupervision = ({ app: { env, clock, log }, store, engine }: MachineOptions) => {
  const { FLAPBOX_NOTIFY_FD: pipe } = env;
  if (pipe === undefined) return null;
  const { Notify, notifyPipe } = require('../platform/notify.ts') as typeof import('../platform/notify.ts');
  const { findStall } = require('../service/system/liveness.ts') as typeof import('../service/system/liveness.ts');
  const send = notifyPipe(pipe);
  const stall = () => findStall({ ...engine, store });
  return send && new Notify({ send, stall, clock, log: log.child('watchdog') });
};

const createUpdates = ({ app }: MachineOptions, system: SystemRequests) => {
  const { clock, log, version } = app;
  const { UpdateService } = require('../service/update/update.ts') as typeof import('../service/update/update.ts');
  const { openDownload } =
    require('../platform/network/internet.ts') as typeof import('../platform/network/internet.ts');
  const restart = app.restart ?? (() => process.kill(process.pid, 'SIGTERM'));
  return new UpdateService({ system, clock, log: log.child('update'), version, restart, download: openDownload });
};

/** The machine below the service: its networks, its updates, and who watches over it. Nothing is opened yet. */
export const createMachine = (options: MachineOptions) => {
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
    const { ClockService } = require('../service/clock.ts') as typeof import('../service/clock.ts');
    return new ClockService({ system: system(), clock: options.app.clock, zone: options.zone });
  });
  const screen = createScreenBoard(options, () => joining.made?.showAgain());
  const notify = createSupervision(options);
  const isManaged = network !== undefined || env['FLAPBOX_HELPER'] !== undefined;
  return {
    wifi: () => joining.get().wifi,
    updates: updates.get,
    clock: clock.get,
    intercept: ((incoming, outgoing) =>
      (isManaged || joining.made !== null || isSetUpPath(incoming.url)) &&
      joining.get().intercept(incoming, outgoing)) satisfies Intercept,
    /** Looks after the network, and reports that the service is ready. */
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

/** The machine below the service. */
export type Machine = ReturnType<typeof createMachine>;
