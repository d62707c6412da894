import type { Driver } from '../board/driver.ts';
import type { Clock } from '../platform/clock.ts';
import type { Settings } from '../platform/environment.ts';
import type { Log } from '../platform/log.ts';
import type { StoredBoard } from '../schema/boards/boards.ts';
import type { Network } from '../setup/network.ts';

/** What an appliance is made from. */
export interface AppOptions {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Log;
  readonly version: string;
  /** The page of who makes the software, for servers that are asked by it; none unless given. */
  readonly homepage?: string;
  /** The folder with `ui/`, `docs/` and the companion programs. */
  readonly distDir: string;
  /** Variables for the settings of plugins. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Makes the driver of a board, or throws a sentence for its owner; the hardware's own unless given. */
  readonly createDriver?: (board: StoredBoard) => Driver;
  /** The root below which the kernel shows keys, pins, LEDs and clock chips; the machine's own unless given. */
  readonly gpioRoot?: string;
  /** The root below which the machine's screens are; the machine's own unless given. */
  readonly screenRoot?: string;
  /** The machine's networks; NetworkManager's on the appliance's own card, and none elsewhere, unless given. */
  readonly network?: Network;
  /** Ends the service so that it is started again; a signal to itself unless given. */
  readonly restart?: () => void;
  /** Called once, when so many requests come that speed counts more than memory. */
  readonly onBusy?: () => void;
  /** Called when requests have left much in the heap and nearly nobody asks any more. */
  readonly onRest?: () => void;
}
