import { sentenceOf } from '../src/core/sentence.ts';
import type { Driver } from '../src/board/driver.ts';
import { underAny } from '../src/platform/abort.ts';
import type { Clock } from '../src/platform/clock.ts';
import type { StoredBoard } from '../src/schema/boards/boards.ts';
import type { PanelDriver, ScreenPort, SerialPort } from '../src/schema/boards/wiring.ts';
import type { FoundBroker, FoundHub } from './panel/broker/hub-search.ts';
import type { BrokerAddress } from './panel/broker-link.ts';
import { listPanelDrivers } from './panel-drivers.ts';
import { listI2cBuses } from './panel/i2c-units/bus.ts';
import { listSerialPorts } from './panel/serial-ports.ts';
import { unlessAborted, within } from './panel/waiting.ts';
import { discoverBoards, type FoundBoard } from './vestaboard/discover.ts';
import { enableLocalApi, type Enablement } from './vestaboard/enablement.ts';

/** What reaches the hardware when boards are wired: looking for them, enabling and trying them. */
export interface HardwareWiring {
  discover(signal: AbortSignal): Promise<FoundBoard[]>;
  serialPorts(): Promise<SerialPort[]>;
  i2cBuses(): Promise<number[]>;
  screens(): Promise<ScreenPort[]>;
  readonly drivers: readonly PanelDriver[];
  enable(
    address: { readonly host: string; readonly port: number },
    token: string,
    signal: AbortSignal,
  ): Promise<Enablement>;
  attempt(board: StoredBoard, signal: AbortSignal): Promise<string | null>;
}

/** What reaches the brokers of the home network. */
export interface BrokerSearch {
  findBrokers(signal: AbortSignal): Promise<FoundBroker[]>;
  listHubs(place: BrokerAddress, signal: AbortSignal): Promise<{ hubs: FoundHub[]; error: string | null }>;
}

const LONGEST_ATTEMPT_MS = 10_000;

const open = async (driver: Driver, signal: AbortSignal): Promise<string | null> => {
  await unlessAborted(driver.start(), signal);
  if (driver.readBackMs === null) return null;
  const outcome = await driver.read(signal);
  return outcome.status === 'failed' ? outcome.reason : null;
};

/** The wiring of this machine. `createDriver` throws a sentence for settings with which nothing can be opened. */
export const createWiringPort = (
  clock: Clock,
  createDriver: (board: StoredBoard) => Driver,
  screenRoot?: string,
): HardwareWiring => ({
  discover: (signal) => discoverBoards({ clock }, signal),
  serialPorts: () => listSerialPorts(),
  i2cBuses: () => listI2cBuses(),
  screens: () => {
    const { createScreens } = require('./screen/screens.ts') as typeof import('./screen/screens.ts');
    return createScreens(screenRoot).list();
  },
  drivers: listPanelDrivers(),
  enable: (address, token, signal) => enableLocalApi(address, token, { clock }, signal),
  attempt: async (board, signal) => {
    const ending = new AbortController();
    let driver: Driver | null = null;
    try {
      const made = (driver = createDriver(board));
      const work = underAny([signal, ending.signal], (either) => open(made, either));
      const tooLong = () => new Error(`The board did not answer within ${LONGEST_ATTEMPT_MS / 1000} s.`);
      return await within(clock, LONGEST_ATTEMPT_MS, work, tooLong);
    } catch (error) {
      return sentenceOf(error);
    } finally {
      ending.abort();
      await driver?.stop();
    }
  },
});

/** The brokers of the home network; what looks for them is loaded when somebody does. */
export const createBrokerSearch = (clock: Clock): BrokerSearch => {
  const load = () => require('./panel/broker/hub-search.ts') as typeof import('./panel/broker/hub-search.ts');
  return {
    findBrokers: (signal) => load().findBrokers(clock, signal),
    listHubs: (place, signal) => load().listHubs(place, clock, signal),
  };
};
