import type { SetUpPlace } from '../board/driver.ts';
import { reachInternet } from '../platform/network/internet.ts';
import type { SystemRequests } from '../platform/system-requests.ts';
import { createSetUpNotice } from '../service/system/set-up-notice.ts';
import { createAbsentNetwork } from '../setup/absent-network.ts';
import { NmcliNetwork } from '../setup/nmcli-network.ts';
import { runNmcli } from '../setup/nmcli.ts';
import type { Network } from '../setup/network.ts';
import type { Place } from '../setup/place.ts';
import { createPortal } from '../setup/portal.ts';
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

/** How the appliance gets into a network. Nothing is asked or opened yet. */
export const createJoining = (options: MachineOptions, system: SystemRequests) => {
  const { app, store, engine, gpio, outlet } = options;
  const { clock } = app;
  const log = app.log.child('setup');
  const network = chooseNetwork(app);
  const show = createSetUpNotice({ ...engine, store, log });
  let place: SetUpPlace | null = null;
  const setUp = new SetUp({
    network,
    clock,
    log,
    onActive: (next) => {
      place = next;
      gpio.showSetUp(next !== null);
      void show(next);
    },
  });
  return {
    setUp,
    wifi: new Wifi({ network, setUp, wait: (ms) => new Promise((resolve) => void clock.after(ms, resolve)) }),
    intercept: createPortal({
      setUp,
      network,
      outlet,
      log,
      storedZone: () => store.state.settings.general.timezone,
      settle: settleIn(system, options),
    }),
    /** Shows once more on every board how to get in, while set-up is open: another board may have come. */
    showAgain: () => {
      if (place) void show(place);
    },
  };
};
