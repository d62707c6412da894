/** What the machine itself does with a pin. `by` is `button` or `light` where it was prepared for one of them. */
export interface Reservation {
  readonly by: 'button' | 'light' | 'spi' | 'machine';
  /** Who has it, to be read after "is used by". */
  readonly user: string;
}

/** A pin of the header as the machine tells it. */
export interface HeaderPin {
  /** Its GPIO number. */
  readonly pin: number;
  /** Its place on the header, from 1. */
  readonly position: number;
  readonly name: string;
  readonly reserved: Reservation | null;
  /** Whether what hangs there may move before flapbox runs. */
  readonly movesAtPowerUp: boolean;
  /** What to know before it is used; null for nothing. */
  readonly note: string | null;
}

/** The header of the machine. */
export interface Header {
  /** Why its pins cannot be used; null when they can. */
  readonly reason: string | null;
  /** Whether `pins` are all that there are: the chip of another computer may have further ones. */
  readonly complete: boolean;
  readonly pins: readonly HeaderPin[];
}

/** How a pin is named to an owner, who counts places on the header. */
export const namePin = (header: Header, pin: number): string => {
  const found = header.pins.find((one) => one.pin === pin);
  return found ? `GPIO${pin} (pin ${found.position})` : `GPIO${pin}`;
};
