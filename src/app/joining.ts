import type { SetUpPlace } from '../board/driver.ts';
import { reachInternet } from '../platform/network/internet.ts';
import type { SystemRequests } from '../platform/system-requests.ts';
import { SetUpNotice } from '../service/system/set-up-notice.ts';
import { createAbsentNetwork } from '../setup/absent-network.ts';
import { NmcliNetwork } from '../setup/nmcli-network.ts';
import { runNmcli } from '../setup/nmcli.ts';
import type { Network } from '../setup/network.ts';
import type { Place } from '../setup/place.ts';
import { Portal, type Intercept } from '../setup/portal.ts';
import { SetUp } from '../setup/set-up.ts';
import { Wifi } from '../setup/wifi.ts';
import type { MachineOptions } from './machine-options.ts';
import type { AppOptions } from './options.ts';

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
      if (timezone !== '') await services().settings.setGeneral({ timezone });
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

/** How the appliance gets into a network. */
export interface Joining {
  readonly wifi: Wifi;
  readonly setUp: SetUp;
  /** Answers what comes over the access point of set-up. */
  readonly intercept: Intercept;
  /** Shows once more on every board how to get in, while set-up is open: another board may have come. */
  showAgain(): void;
}

/** Builds it; nothing is asked or opened yet. */
export const createJoining = (options: MachineOptions, system: SystemRequests): Joining => {
  const { clock, log } = options.app;
  const network = chooseNetwork(options.app);
  const notice = createNotice(options);
  let place: SetUpPlace | null = null;
  const setUp = createSetUp(network, options, (next) => {
    place = next;
    void notice.show(next);
  });
  const portal = new Portal({
    setUp,
    network,
    outlet: options.outlet,
    log: log.child('setup'),
    storedZone: () => options.store.state.settings.general.timezone,
    settle: settleIn(system, options),
  });
  return {
    setUp,
    wifi: new Wifi({ network, setUp, wait: (ms) => new Promise((resolve) => void clock.after(ms, resolve)) }),
    intercept: portal.intercept,
    showAgain: () => {
      if (place) void notice.show(place);
    },
  };
};
