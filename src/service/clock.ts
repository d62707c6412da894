import { Fault } from '../fault.ts';
import { toInstant, type Clock } from '../platform/clock.ts';
import { SystemAbsent, SystemRefusal, type SystemAnswer, type SystemRequests } from '../platform/system-requests.ts';
import type { ClockSetting } from '../schema/appliance/clock.ts';
import { readMoment } from './moments.ts';

/** What setting the clock works with. */
export interface ClockServiceOptions {
  readonly system: Pick<SystemRequests, 'ask'>;
  readonly clock: Clock;
  readonly zone: () => string;
}

const STATUS: Readonly<Record<string, number>> = { unusable: 400, kept: 409 };
const KEPT = 'The network tells the time: it cannot be set by hand.';

/** The clock of a machine that nobody else sets: a house without a network. */
export class ClockService {
  readonly #options: ClockServiceOptions;

  constructor(options: ClockServiceOptions) {
    this.#options = options;
  }

  /** The time of the machine, and whether it can be set by hand. */
  async get(): Promise<ClockSetting> {
    try {
      const { synchronized } = await this.#ask({ op: 'clock-status' });
      return this.#told(synchronized === true ? KEPT : null);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return this.#told(error.detail);
    }
  }

  /**
   * Sets the clock, and a clock chip with it: 400 for a time before the system was built or twenty years after that,
   * 409 while the network tells the time, 503 where there is no system to ask.
   */
  async set(now: string): Promise<ClockSetting> {
    const instant = readMoment('now', now, this.#options.zone());
    await this.#ask({ op: 'set-clock', seconds: Math.round(instant / 1000) });
    return { now: toInstant(instant), settable: true, reason: null };
  }

  #told(reason: string | null): ClockSetting {
    return { now: toInstant(this.#options.clock.now()), settable: reason === null, reason };
  }

  #ask(request: SystemAnswer): Promise<SystemAnswer> {
    return this.#options.system.ask(request).catch((error: unknown) => {
      if (error instanceof SystemRefusal) throw new Fault(STATUS[error.code] ?? 503, error.message);
      if (error instanceof SystemAbsent) throw new Fault(503, error.message);
      throw error;
    });
  }
}
