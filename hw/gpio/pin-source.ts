import { sentenceOf } from '../../src/core/sentence.ts';
import type { Cancel, Clock } from '../../src/platform/clock.ts';
import { findPin } from './chip.ts';
import type { OpenPin, Pin } from './pin.ts';
import type { GpioPaths, LevelListener, LightOutput, Missing, Opened } from './source.ts';

/** What the way over plain pins needs. */
export interface PinDeps {
  readonly clock: Clock;
  readonly paths: GpioPaths;
  readonly openPin: OpenPin;
  /** The label of the GPIO chip; that of a Raspberry Pi's header unless given. */
  readonly chipLabel?: string | undefined;
}

/** Kernels drop edges, so the level is read again this often. */
export const REREAD_MS = 500;

const open = (
  { paths, chipLabel, openPin }: PinDeps,
  pin: number,
  direction: 'in' | 'out',
): { pin: Pin; device: string } | Missing => {
  const found = findPin(paths.gpioFolder, pin, chipLabel);
  if ('missing' in found) return found;
  try {
    return { pin: openPin(found.number, direction), device: `GPIO${pin} of ${found.chip}` };
  } catch (error) {
    return { missing: sentenceOf(error) };
  }
};

/** Opens a pin that a button pulls to ground; never throws. */
export const openPinSource = (deps: PinDeps, number: number, listener: LevelListener): Opened<'gpio'> | Missing => {
  const found = open(deps, number, 'in');
  if ('missing' in found) return found;
  const { pin, device } = found;
  try {
    return { kind: 'gpio', device, close: follow(pin, deps.clock, listener) };
  } catch {
    pin.close();
    return { missing: `${device} does not tell when it changes.` };
  }
};

/**
 * Tells the level now, at each edge, and at even intervals; the answer ends that. Throws when the pin cannot be
 * watched.
 */
const follow = (pin: Pin, clock: Clock, listener: LevelListener): (() => void) => {
  let cancel: Cancel = () => undefined;
  const close = (): void => {
    cancel();
    pin.close();
  };
  const look = (): void => {
    try {
      listener.level(pin.read());
    } catch {
      listener.lost('The pin cannot be read any more.');
    }
  };
  const again = (): void => {
    cancel = clock.after(REREAD_MS, () => {
      again();
      look();
    });
  };
  pin.watch(look);
  listener.level(pin.read());
  again();
  return close;
};

/** Opens a pin that feeds a light; never throws. */
export const openPinLight = (deps: PinDeps, number: number): LightOutput | Missing => {
  const found = open(deps, number, 'out');
  if ('missing' in found) return found;
  const { pin, device } = found;
  return { kind: 'gpio', device, set: (on) => pin.write(on), close: () => pin.close() };
};
