import { Fault } from '../../fault.ts';
import type { StoredBoard } from '../../schema/boards.ts';
import type { GpioSettings } from '../../schema/gpio.ts';
import type { Pin, Pins } from '../../schema/pins.ts';
import type { PanelDriver } from '../../schema/wiring.ts';
import type { Store } from '../../store/store.ts';
import { claimsOf, pinFieldsOf } from './claims.ts';
import type { PinClaim, PinUsers } from './claims.ts';
import { conflictsOf, olderFirst } from './conflicts.ts';
import type { Header, HeaderPin } from './header.ts';

/** What the pins are told from. */
export interface PinServiceOptions {
  readonly store: Store;
  /** The header as the machine has it now. */
  readonly header: () => Promise<Header>;
  readonly drivers: readonly PanelDriver[];
  /** Pins of the button and the light that were chosen outside the settings; they go before those of the settings. */
  readonly prepared: { readonly button?: number | undefined; readonly led?: number | undefined };
}

/** Refuses settings after which two would have one pin: 400 with the field, the pin and who has it. */
export type PinCheck = (before: PinUsers, after: PinUsers) => void;

/** The pins of the header: who has them, and that each has one user at most. */
export class PinService {
  readonly #options: PinServiceOptions;

  constructor(options: PinServiceOptions) {
    this.#options = options;
  }

  /** Every pin of the header with its user. */
  async list(): Promise<Pins> {
    const header = await this.#options.header();
    const { boards, settings } = this.#options.store.state;
    const claims = this.#claims({ boards, gpio: settings.gpio });
    return { reason: header.reason, pins: header.pins.map((pin) => toPin(pin, claims)) };
  }

  /**
   * Reads the header and answers the check for a change of settings. What was wrong before stands in the way of no
   * change.
   */
  async check(): Promise<PinCheck> {
    const header = await this.#options.header();
    return (before, after) => {
      for (const board of after.boards) this.#requireWholeModules(board);
      const earlier = this.#claims(before);
      const known = new Set(conflictsOf(earlier, header).map(({ key }) => key));
      const conflict = conflictsOf(olderFirst(this.#claims(after), earlier), header).find(({ key }) => !known.has(key));
      if (conflict) throw new Fault(400, conflict.detail);
    };
  }

  #requireWholeModules(board: StoredBoard): void {
    for (const { name, wires, ports } of pinFieldsOf(board, this.#options.drivers)) {
      const pins = (board.panel?.connection as Record<string, unknown> | undefined)?.[name];
      if (ports !== 'pins' || wires.length === 0 || !Array.isArray(pins) || pins.length % wires.length === 0) continue;
      throw new Fault(
        400,
        `panel.connection.${name}: ${pins.length} pins; each module has ${wires.length}: ${wires.join(', ')}.`,
      );
    }
  }

  #claims({ boards, gpio }: PinUsers): PinClaim[] {
    return claimsOf({ boards, gpio: this.#wired(gpio) }, this.#options.drivers);
  }

  #wired({ button, led }: GpioSettings): GpioSettings {
    const { prepared } = this.#options;
    return {
      button: { ...button, pin: prepared.button ?? button.pin },
      led: { ...led, pin: prepared.led ?? led.pin },
    };
  }
}

const toPin = (
  { pin, position, name, reserved, movesAtPowerUp, note }: HeaderPin,
  claims: readonly PinClaim[],
): Pin => {
  const claim = claims.find((one) => one.pin === pin);
  const use = claim?.by ?? reserved?.by ?? null;
  return {
    pin,
    position,
    name,
    free: use === null,
    use: use === 'spi' ? (claim ? 'board' : 'machine') : use,
    used_by: claim?.user ?? reserved?.user ?? null,
    board_id: claim?.boardId ?? null,
    moves_at_power_up: movesAtPowerUp,
    note,
  };
};
