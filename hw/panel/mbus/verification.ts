import type { Cancel, Clock } from '../../../src/platform/clock.ts';
import type { Moves } from '../moves.ts';

/**
 * What a module says about where it is: a flap, -1 when it does not know, -2 between flaps; null when it does not
 * answer.
 */
export type Position = number | null;

/** What a verification needs. */
export interface VerificationOptions {
  readonly clock: Clock;
  readonly moves: Moves;
  readonly count: number;
  /** How long a module gets beyond the time that its way should take, in ms. */
  readonly marginMs: number;
  /**
   * How long a module that does not answer may be busy with homing, in ms: it is asked again after a part and after the
   * whole of it.
   */
  readonly homingMs: number;
  ask(module: number): Promise<Position>;
}

/** How often a module is sent to the same flap again. */
const RESENDS = 2;
/** When a silent module is asked again, as parts of the time that homing takes. */
const PATIENCE = [0.2, 1];

interface Check {
  dueAt: number;
  resends: number;
  silences: number;
}

/**
 * Looks after modules that were sent somewhere: asks each once it should be there, and sends it again when it is
 * elsewhere. Commands of this bus are not acknowledged, so this is how a lost one is noticed.
 */
export class Verification {
  /** Modules that do not answer any more. */
  readonly silent = new Set<number>();
  /** Modules that answer but do not get where they are sent. */
  readonly stuck = new Set<number>();
  readonly #options: VerificationOptions;
  readonly #checks = new Map<number, Check>();
  #cancel: Cancel = () => undefined;
  #running = false;

  constructor(options: VerificationOptions) {
    this.#options = options;
  }

  /** A module was sent to a flap. */
  expect(module: number): void {
    const { resends } = this.#checks.get(module) ?? { resends: 0 };
    this.#checks.set(module, { dueAt: this.#restTime(module), resends, silences: 0 });
    this.#arm();
  }

  /** A module is wanted elsewhere: what was tried before does not count any more. */
  begin(module: number): void {
    this.#checks.delete(module);
  }

  /** Whether a module still has to show that it arrived. */
  awaits(module: number): boolean {
    return this.#checks.has(module);
  }

  /** A module was asked, for whatever reason. */
  note(module: number, position: Position): void {
    if (position === null) return void this.silent.add(module);
    this.silent.delete(module);
  }

  /** Whether not one module answers. */
  get allSilent(): boolean {
    return this.silent.size === this.#options.count;
  }

  /** Ends all checks, so that nothing is sent again. Answers whether a module still had to show that it arrived. */
  halt(): boolean {
    this.#cancel();
    const isOpen = this.#checks.size > 0;
    this.#checks.clear();
    return isOpen;
  }

  /** Ends all checks and forgets what was found. */
  reset(): void {
    this.halt();
    this.silent.clear();
    this.stuck.clear();
  }

  #restTime(module: number): number {
    const { clock, moves, marginMs } = this.#options;
    return clock.monotonic() + moves.restsIn(module) + marginMs;
  }

  #arm(): void {
    this.#cancel();
    if (this.#running || this.#checks.size === 0) return;
    const { clock } = this.#options;
    const next = Math.min(...[...this.#checks.values()].map(({ dueAt }) => dueAt));
    this.#cancel = clock.after(Math.max(0, next - clock.monotonic()), () => void this.#run());
  }

  async #run(): Promise<void> {
    this.#running = true;
    try {
      for (let module = this.#nextDue(); module !== undefined; module = this.#nextDue()) await this.#check(module);
    } catch {
      // The bus is gone, which the next request tells; what was expected is open until then.
      this.#checks.clear();
    } finally {
      this.#running = false;
    }
    this.#arm();
  }

  #nextDue(): number | undefined {
    const now = this.#options.clock.monotonic();
    return [...this.#checks].find(([, { dueAt }]) => dueAt <= now)?.[0];
  }

  async #check(module: number): Promise<void> {
    const check = this.#checks.get(module);
    const position = await this.#options.ask(module);
    // Sent elsewhere in the meantime: another check counts.
    if (!check || this.#checks.get(module) !== check) return;
    if (position === null) return this.#wait(module, check);
    this.note(module, position);
    if (position === this.#options.moves.heading(module)) {
      this.#checks.delete(module);
      this.stuck.delete(module);
    } else this.#resend(module, check, position);
  }

  #wait(module: number, check: Check): void {
    const part = PATIENCE[check.silences++];
    if (part === undefined) {
      this.#checks.delete(module);
      this.note(module, null);
    } else check.dueAt = this.#options.clock.monotonic() + part * this.#options.homingMs;
  }

  #resend(module: number, check: Check, position: number): void {
    const { moves } = this.#options;
    const flap = moves.heading(module);
    moves.rested(module, position >= 0 ? position : null);
    if (check.resends < RESENDS && flap !== null) {
      check.resends++;
      return moves.aim([{ module, flap }]);
    }
    this.#checks.delete(module);
    this.stuck.add(module);
  }
}
