import type { Clock } from '../../../src/platform/clock.ts';
import type { FlapSet } from '../flap-set.ts';
import type { ModuleStatus } from './messages.ts';

/** What a chain of modules tells of itself, modules by their place in the chain. */
export interface ChainStatus {
  readonly modules: readonly ModuleStatus[];
  /** What keeps the whole chain from turning, as part of a sentence; null when nothing does. */
  readonly fault: string | null;
}

/** The reel of boards that name none. */
export const OLD_REEL = " ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,'";

/** How long things take, in ms. */
export interface ChainTimes {
  /** Until an answer is missed and the message goes out again, and how often it does. */
  readonly retryMs: number;
  readonly tries: number;
  /** Between the zero that wakes the protocol and the message after it. */
  readonly wakeMs: number;
  /** How long a device may take to start after its port was opened. */
  readonly helloMs: number;
  /** How long a device that named its modules may take to name its flaps. */
  readonly flapsMs: number;
  /** Between two attempts to home a module that lost its position. */
  readonly homingMs: number;
}

/** What devices need. */
export const CHAIN_TIMES: ChainTimes = {
  retryMs: 250,
  tries: 12,
  wakeMs: 5,
  helloMs: 4000,
  flapsMs: 2500,
  homingMs: 10_000,
};

/** What a link gets from its driver. */
export interface ChainPort {
  readonly clock: Clock;
  readonly times: ChainTimes;
  /** Hands bytes to the line; rejects with a sentence when it is gone. */
  write(bytes: Uint8Array): Promise<void>;
  /** Told of every status that the device sends. */
  onStatus(status: ChainStatus): void;
  /** Told when a device that was greeted has started anew, or has its power back: it lost what it showed. */
  onRestart(): void;
}

/** One way to talk to a chain. Requests reject with a sentence that says why the device did not take them. */
export interface ChainLink {
  /** How many modules the device has; null while it has not said. */
  readonly moduleCount: number | null;
  /** The reel that the device names; null when it does not. */
  readonly deviceFlaps: string | null;
  /** Glyphs that this way of talking cannot ask for. */
  readonly unusable: ReadonlySet<string>;
  /** Whether modules can be sent one by one; otherwise every frame turns all of them. */
  readonly single: boolean;
  /** Takes bytes from the line. */
  receive(bytes: Uint8Array): void;
  /** Ends what waits for the device: the line is gone. */
  drop(reason: string): void;
  /** Finds out whether a device is there, and what it is. */
  greet(signal: AbortSignal): Promise<boolean>;
  /** Sends all modules to flaps, by their place in the chain; those without one keep what they show. */
  show(flaps: readonly (number | undefined)[], set: FlapSet, signal: AbortSignal): Promise<void>;
  /** Lets modules find their home again. */
  home(addresses: readonly number[], signal: AbortSignal): Promise<void>;
  /** Finds out whether a device that has been silent for long is still the same; what it finds goes to `onRestart`. */
  look(signal: AbortSignal): Promise<void>;
  /** The present status; null where the device cannot tell. */
  status(signal: AbortSignal): Promise<ChainStatus | null>;
}
