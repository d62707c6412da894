import type { Driver } from '../../src/board/driver.ts';
import type { Look } from '../../src/core/look/palette.ts';
import type { Relay } from '../../src/core/follow/frame.ts';
import type { JoiningDesk } from '../../src/core/follow/joining.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { ConnectionEntries, ConnectionOf } from '../../src/schema/boards/connection-field.ts';
import type { PanelSettings } from '../../src/schema/boards/panel.ts';

/** What a driver is made from: the size of its board and the settings of its panel, secrets in their places. */
export interface PanelSetup<TConnection = object> {
  readonly rows: number;
  readonly cols: number;
  readonly panel: PanelSettings<TConnection>;
  /** How the board looks, for drivers that draw flaps themselves; a plain black one unless given. */
  readonly look?: Look;
}

/**
 * What a driver may keep for one board over a restart, as one small JSON object. It is in backups, but for its member
 * `resting`, and goes with the board.
 */
export interface DeviceMemory {
  /** What was saved last; null when there is nothing. */
  load(): Readonly<Record<string, unknown>> | null;
  /** Replaces it; resolves when it is on the disk, and rejects when it cannot be written. */
  save(value: Readonly<Record<string, unknown>>): Promise<void>;
}

/** What a driver depends on. */
export interface PanelDeps {
  readonly clock: Clock;
  /** The root below which the machine's screens are; `/` unless given. */
  readonly screenRoot?: string | undefined;
  /** Absent where nothing is kept. */
  readonly memory?: DeviceMemory;
  /** What the board follows itself; null, or absent, for nothing. */
  readonly relay?: () => Relay | null;
  /** Hears the walls that ask to join at the board's broker; one for each driver. */
  readonly desk?: () => JoiningDesk;
  /** Notes the line of motors that the driver has taken; null when it has let it go. */
  readonly noteLine?: (line: object | null) => Promise<void>;
  /** The folder of the built programs. */
  readonly distDir?: string;
  /** Where the kernel shows its pins, and the label of the header's chip; a Raspberry Pi's own unless given. */
  readonly pins?: { readonly folder: string; readonly chipLabel: string | null };
}

/** What a driver's hardware can say. The suite of all drivers holds the driver against it. */
export interface Tells {
  /** Whether it can be read what is shown; `depends`: on the settings or on the firmware. */
  readonly readBack: 'yes' | 'no' | 'depends';
  /** Whether a device that started anew is noticed, and gets its content again. */
  readonly restart: boolean;
  /** Whether single modules that fail are named. */
  readonly health: boolean;
  /** Whether there are commands beyond showing frames: homing, calibration, diagnosis. */
  readonly actions: boolean;
}

/** One of several ways to reach the hardware. It is chosen by the first of its fields having a value. */
export interface Way {
  readonly label: string;
  /** Names of the fields that belong to it. */
  readonly fields: readonly string[];
}

/**
 * All that the rest of flapbox knows of a driver for panels. Settings, API reference, form, discovery, emulator and
 * test suite derive from it. It is read at every start, so it imports nothing but schemas: the driver itself is loaded
 * by `create`.
 */
export interface PanelDriverDescription<
  TKind extends string = string,
  TEntries extends ConnectionEntries = ConnectionEntries,
> {
  /** The word for it in settings: small letters, digits and hyphens. */
  readonly kind: TKind;
  /** Its name for people. */
  readonly label: string;
  /** What it drives, in a few words. */
  readonly summary: string;
  /** Where its hardware is: fields by wire name, made with `src/schema/boards/connection-field.ts`. */
  readonly connection: TEntries;
  /** Where the hardware can be reached in several ways; otherwise all fields belong together. */
  readonly ways?: readonly Way[];
  /** The reel when neither the owner nor the device names one; null where there are no reels. */
  readonly flaps: string | null;
  /** The size of the display where it has only one; null, or absent, where the owner says how large it is. */
  readonly grid?: { readonly rows: number; readonly cols: number } | null;
  /** The most rows and columns for which the display has room; absent where only the owner knows. */
  readonly most?: { readonly rows: number; readonly cols: number };
  /** Whether its cells are modules with addresses, which the owner maps and whose movement can be bounded. */
  readonly modules: boolean;
  readonly tells: Tells;
  /** How the machine finds what it could be connected to. */
  readonly found: 'serial' | 'i2c' | 'mdns' | 'screen' | 'none';
  /** Vendor and product of the USB adapters that most often belong to it, such as `10c4:ea60`. */
  readonly adapters?: readonly string[];
  /** The program that stands in for the hardware: it is built as `emulators/NAME.cjs` from `entry`. */
  readonly emulator: { readonly name: string; readonly entry: string } | null;
  /** Makes the driver; throws an `Error` with a sentence for the owner when the settings are unusable. */
  create(setup: PanelSetup<ConnectionOf<TEntries>>, deps: PanelDeps): Driver;
}

/** Writes down what a driver is, and keeps its kind and its fields as types. */
export const describePanelDriver = <const TKind extends string, const TEntries extends ConnectionEntries>(
  description: PanelDriverDescription<TKind, TEntries>,
): PanelDriverDescription<TKind, TEntries> => description;
