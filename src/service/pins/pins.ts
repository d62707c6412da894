import { Fault } from '../../fault.ts';
import type { StoredBoard } from '../../schema/boards/boards.ts';
import type { Pin, Pins } from '../../schema/boards/pins.ts';
import type { PanelDriver } from '../../schema/boards/wiring.ts';
import type { Store } from '../../store/store.ts';
import {
  claimsOf,
  claimsOfBoard,
  pinFieldsOf,
  wiredPins,
  type PinClaim,
  type PinUsers,
  type PreparedPins,
} from './claims.ts';
import { conflictsBetween, conflictsOf, olderFirst } from './conflicts.ts';
import type { Header, HeaderPin } from './header.ts';

/** What the pins are told from. */
export interface PinServiceOptions {
  readonly store: Store;
  /** The header as the machine has it now. */
  readonly header: () => Promise<Header>;
  readonly drivers: readonly PanelDriver[];
  /** Pins of the button and the light that were chosen outside the settings; they go before those of the settings. */
  readonly prepared: PreparedPins;
  /** Why no driver can be made from a board's settings, after the setting's name; null when one can. */
  readonly findUnusable: (board: StoredBoard) => string | null;
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

  /** Refuses a wall on pins that no driver can be made for, unless it is `before` already: 400 with what is wrong. */
  requireUsable(before: readonly StoredBoard[], after: readonly StoredBoard[]): void {
    for (const board of after) {
      if (pinFieldsOf(board, this.#options.drivers).length === 0) continue;
      const known = before.find(({ id }) => id === board.id);
      const isKnown =
        known && JSON.stringify([known.panel, sizeOf(known)]) === JSON.stringify([board.panel, sizeOf(board)]);
      const problem = isKnown ? null : this.#options.findUnusable(board);
      if (problem !== null) throw new Fault(400, problem);
    }
  }

  /** Refuses other settings in which two would have one pin, whatever the machine itself does with its pins. */
  requireApart(before: PinUsers, after: PinUsers): void {
    const known = new Set(conflictsBetween(this.#claims(before)).map(({ key }) => key));
    const conflict = conflictsBetween(this.#claims(after)).find(({ key }) => !known.has(key));
    if (conflict) throw new Fault(400, conflict.detail);
  }

  /** Whether the wall that is stored and runs has pins that these settings of it would take. */
  isInUse(board: StoredBoard): boolean {
    const stored = this.#options.store.state.boards.find(({ id }) => id === board.id);
    if (!stored?.enabled) return false;
    const own = new Set(claimsOfBoard(stored, this.#options.drivers).map(({ pin }) => pin));
    return claimsOfBoard(board, this.#options.drivers).some(({ pin }) => own.has(pin));
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
    for (const { name, wires } of pinFieldsOf(board, this.#options.drivers)) {
      const pins = (board.panel?.connection as Record<string, unknown> | undefined)?.[name];
      if (wires.length === 0 || !Array.isArray(pins) || pins.length % wires.length === 0) continue;
      throw new Fault(
        400,
        `panel.connection.${name}: ${pins.length} pins; each module has ${wires.length}: ${wires.join(', ')}.`,
      );
    }
  }

  #claims({ boards, gpio }: PinUsers): PinClaim[] {
    return claimsOf({ boards, gpio: wiredPins(gpio, this.#options.prepared) }, this.#options.drivers);
  }
}

const sizeOf = ({ grid_rows, grid_cols }: StoredBoard) => [grid_rows, grid_cols];

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
