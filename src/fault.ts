import type { OutcomeCode } from './schema/boards/outcomes.ts';

/** What may ride on a fault beside its sentence. */
export interface FaultExtras {
  /** What became of the write that was refused, for programs. */
  code?: OutcomeCode;
  /** Seconds for the `Retry-After` header. */
  retryAfter?: number;
  /** Members beside `detail` in the body. */
  body?: Record<string, unknown>;
  /** Further headers of the answer. */
  headers?: Record<string, string>;
  /** What went wrong beneath, for the log only. */
  cause?: unknown;
}

/** What is told of a failure that nobody expected; the log has what it was. */
export const UNEXPECTED = 'Something went wrong inside the appliance. Its log has the details.';

// Libraries that are loaded at their first use bring a class of their own: each knows the faults of all by this mark.
const MARK = Symbol.for('flapbox.fault');

/** The one error that a use case throws on purpose: an HTTP status and a sentence that tells a person what to do. */
export class Fault extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && MARK in value;
  }

  readonly [MARK] = true;
  readonly status: number;
  readonly detail: string;
  readonly extras: FaultExtras;

  constructor(status: number, detail: string, extras: FaultExtras = {}) {
    super(detail, { cause: extras.cause });
    this.name = 'Fault';
    this.status = status;
    this.detail = detail;
    this.extras = extras;
  }
}
