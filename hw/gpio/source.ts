/** Where the kernel shows its devices. */
export interface GpioPaths {
  /** The list of input devices. */
  readonly inputDevices: string;
  /** The folder of their event files. */
  readonly inputFolder: string;
  /** The folder of GPIO chips and exported pins. */
  readonly gpioFolder: string;
  /** The folder of LEDs. */
  readonly ledFolder: string;
}

/** The kernel's places below a root: `/`, or a folder that imitates one. */
export const gpioPaths = (root: string): GpioPaths => ({
  inputDevices: `${root}/proc/bus/input/devices`,
  inputFolder: `${root}/dev/input`,
  gpioFolder: `${root}/sys/class/gpio`,
  ledFolder: `${root}/sys/class/leds`,
});

/** What a source of levels tells: whether the contact is closed, and that the source is gone. */
export interface LevelListener {
  level(closed: boolean): void;
  lost(reason: string): void;
}

/** Something that is open until it is closed; `device` names it for the owner. */
export interface Opened<TKind extends string> {
  readonly kind: TKind;
  readonly device: string;
  close(): void;
}

/** A light that can be switched. Switching throws when the light is gone. */
export interface LightOutput extends Opened<'led' | 'gpio'> {
  set(on: boolean): void;
}

/** Why there is no such thing, in a sentence for the owner. */
export interface Missing {
  readonly missing: string;
}

/** A plain pin that somebody else has; `what` wants it, too. */
export const takenPin = (pin: number, user: string, what: string): Missing => ({
  missing: `GPIO${pin} is used by ${user}: ${what} needs another pin.`,
});

/** The code of a system error, otherwise an empty text. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** What the kernel says, which waits for no disk; `otherwise` where it says nothing. */
export const readOr = <TValue>(otherwise: TValue, read: () => TValue): TValue => {
  try {
    return read();
  } catch {
    return otherwise;
  }
};

/** Blocks the thread for so many ms: for threads that have nothing else to do. */
export const sleep = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
