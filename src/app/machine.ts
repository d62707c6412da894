import type { SetUpPlace } from '../board/driver.ts';
import type { Outlet } from '../http/send.ts';
import { openDownload, reachInternet } from '../platform/internet.ts';
import { Notify, notifyPipe } from '../platform/notify.ts';
import { createSystemRequests } from '../platform/system-requests.ts';
import type { SystemRequests } from '../platform/system-requests.ts';
import { ScreenBoard } from '../service/boards/screen-board.ts';
import type { GpioService } from '../service/gpio.ts';
import { SetUpNotice } from '../service/set-up-notice.ts';
import { UpdateService } from '../service/update/update.ts';
import { findStall } from '../service/system/liveness.ts';
import { createAbsentNetwork } from '../setup/absent-network.ts';
import { NmcliNetwork } from '../setup/nmcli-network.ts';
import { runNmcli } from '../setup/nmcli.ts';
import type { Network } from '../setup/network.ts';
import type { Place } from '../setup/place.ts';
import { Portal } from '../setup/portal.ts';
import type { Intercept } from '../setup/portal.ts';
import { SetUp } from '../setup/set-up.ts';
import { Wifi } from '../setup/wifi.ts';
import type { Store } from '../store/store.ts';
import type { Engine } from './engine.ts';
import type { AppOptions } from './options.ts';
import type { Services } from './services.ts';

/** What the rest of the appliance gives. */
export interface MachineOptions {
  readonly app: AppOptions;
  readonly store: Store;
  readonly engine: Engine;
  readonly services: Services;
  readonly gpio: GpioService;
  readonly outlet: Outlet;
}

/** The machine below the service: its networks, its updates, and who watches over it. */
export interface Machine {
  readonly wifi: Wifi;
  readonly updates: UpdateService;
  /** Answers what comes over the access point of set-up. */
  readonly intercept: Intercept;
  /** Looks after the network, and reports that the service is ready. */
  start(): void;
  stop(): Promise<void>;
}

const NOT_OURS =
  'Wi-Fi is looked after by the system here: flapbox does so only where it was started from its own card.';

const chooseNetwork = ({ network, env }: AppOptions): Network =>
  network ??
  (env['FLAPBOX_HELPER'] === undefined
    ? createAbsentNetwork(NOT_OURS)
    : new NmcliNetwork({ run: runNmcli, reachInternet }));

/**
 * Stores where the owner is. A country decides which channels the radio may use, so it counts before anything is
 * joined.
 */
const settleIn =
  (system: SystemRequests, { app: { log }, services }: MachineOptions) =>
  async ({ country, timezone }: Place): Promise<void> => {
    try {
      if (timezone !== '') await services.settings.setGeneral({ timezone });
      if (country !== '' && system.present) await system.ask({ op: 'set-country', country });
    } catch (error) {
      log.warn('Country or time zone could not be stored.', { error });
    }
  };

const createNotice = ({ app, store, engine }: MachineOptions): SetUpNotice =>
  new SetUpNotice({
    store,
    boards: engine.boards,
    writer: engine.writer,
    loop: engine.loop,
    log: app.log.child('setup'),
  });

const createSetUp = (
  network: Network,
  { app, gpio }: MachineOptions,
  onPlace: (place: SetUpPlace | null) => void,
): SetUp => {
  const { clock, log } = app;
  return new SetUp({
    network,
    clock,
    log: log.child('setup'),
    onActive: (place) => {
      gpio.showSetUp(place !== null);
      onPlace(place);
    },
  });
};

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

const createSupervision = ({ app: { env, clock, log }, store, engine }: MachineOptions): Notify | null => {
  const send = notifyPipe(env['FLAPBOX_NOTIFY_FD']);
  return (
    send &&
    new Notify({
      send,
      stall: () => findStall({ store, boards: engine.boards, loop: engine.loop }),
      clock,
      log: log.child('watchdog'),
    })
  );
};

/** Builds it; nothing is asked or opened yet. */
export const createMachine = (options: MachineOptions): Machine => {
  const { clock, log, version, env } = options.app;
  const system = createSystemRequests(env['FLAPBOX_HELPER']);
  const network = chooseNetwork(options.app);
  const notice = createNotice(options);
  let place: SetUpPlace | null = null;
  const setUp = createSetUp(network, options, (next) => {
    place = next;
    void notice.show(next);
  });
  const screen = createScreenBoard(options, () => {
    if (place) void notice.show(place);
  });
  const notify = createSupervision(options);
  const restart = options.app.restart ?? (() => process.kill(process.pid, 'SIGTERM'));
  const isManaged = options.app.network !== undefined || env['FLAPBOX_HELPER'] !== undefined;
  return {
    wifi: new Wifi({ network, setUp, wait: (ms) => new Promise((resolve) => void clock.after(ms, resolve)) }),
    updates: new UpdateService({ system, clock, log: log.child('update'), version, restart, download: openDownload }),
    intercept: new Portal({
      setUp,
      network,
      outlet: options.outlet,
      log: log.child('setup'),
      storedZone: () => options.store.state.settings.general.timezone,
      settle: settleIn(system, options),
    }).intercept,
    start: () => {
      screen.start();
      if (isManaged) setUp.start();
      options.gpio.onLongPress(() => setUp.begin());
      notify?.start();
    },
    stop: async () => {
      notify?.stop();
      screen.stop();
      await setUp.stop();
    },
  };
};
