import type { ModuleStatus } from './messages.ts';

/**
 * How long a module may stand still without a position before it is sent home, in ms: it may just be about to start.
 */
const PATIENCE_MS = 1000;
/** Attempts until a module has to wait for its owner. */
const ATTEMPTS = 2;

interface Patient {
  readonly since: number;
  attempts: number;
  lastAt: number;
}

/** A module that stands still and does not know where it is. */
const isLost = ({ state, moving }: ModuleStatus): boolean =>
  state === 'sensor_error' || (state === 'look_for_home' && !moving);

/**
 * Decides which modules have to be sent home: boards with a supervisor do not home by themselves, and a sensor may have
 * missed its magnet once.
 */
export class Homing {
  readonly #pauseMs: number;
  readonly #patients = new Map<number, Patient>();

  /** `pauseMs` lies between two attempts. */
  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs;
  }

  /** The modules, by their place in the chain, that are to be sent home now. Call it with every status. */
  due(modules: readonly ModuleStatus[], now: number): number[] {
    return modules.flatMap((module, address) => (this.#isDue(module, address, now) ? [address] : []));
  }

  #isDue(module: ModuleStatus, address: number, now: number): boolean {
    if (module.state === 'normal') this.#patients.delete(address);
    if (!isLost(module)) return false;
    const patient = this.#patients.get(address) ?? { since: now, attempts: 0, lastAt: -Infinity };
    this.#patients.set(address, patient);
    const patience = module.state === 'sensor_error' ? 0 : PATIENCE_MS;
    if (now - patient.since < patience || patient.attempts >= ATTEMPTS || now - patient.lastAt < this.#pauseMs)
      return false;
    patient.attempts++;
    patient.lastAt = now;
    return true;
  }
}
