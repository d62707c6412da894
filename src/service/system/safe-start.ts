import { createHash } from 'node:crypto';
import type { Work, WorkTrail } from '../../core/work.ts';
import { toInstant, type Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { SafeStartStatus } from '../../schema/appliance/system.ts';
import type { RunRecord } from '../../store/run-record.ts';
import type { Store } from '../../store/store.ts';

/** Unplanned ends one soon after the other, after which a start leaves out what others wrote. */
const ENDS = 2;

/** What a safe start works with. */
export interface SafeStartOptions {
  readonly record: RunRecord;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
}

const fingerprintOf = (template: readonly string[]): string =>
  createHash('sha256').update(template.join('\n')).digest('base64url').slice(0, 22);

/**
 * A start after two unplanned ends in a row: formulas, plugins of others and own sources stay off until the owner ends
 * it, or it has run well for ten minutes (rules, D5). What was worked on at the last end is switched off for good.
 */
export class SafeStart {
  readonly #options: SafeStartOptions;
  readonly #suspect: Work | null;
  readonly #since: string;
  readonly #listeners = new Set<() => void>();
  #isActive: boolean;
  #leftOut: readonly string[] = [];

  constructor(options: SafeStartOptions) {
    this.#options = options;
    const { record, clock } = options;
    this.#isActive = record.ends >= ENDS;
    this.#suspect = this.#isActive ? record.suspect : null;
    this.#since = toInstant(clock.now());
    record.onGood(() => this.end());
  }

  /** Whether formulas, plugins of others and own sources are off. */
  get isActive(): boolean {
    return this.#isActive;
  }

  /** Notes what is worked on. */
  get trail(): WorkTrail {
    return this.#options.record.trail;
  }

  /** What happened, and what is off; null while all is on. */
  status(): SafeStartStatus | null {
    if (!this.#isActive) return null;
    const suspected = this.#suspect?.name ?? null;
    const all = ['the formulas of all pages, messages and collections', ...this.#leftOut];
    return {
      since: this.#since,
      suspected,
      switched_off: suspected === null ? all : [suspected, ...all.filter((one) => one !== suspected)],
    };
  }

  /** Switches off what was worked on when the process ended, so that a usual start is good again. */
  async begin(): Promise<void> {
    if (!this.#isActive) return;
    const { log } = this.#options;
    log.error('The service ended twice without being asked to: this is a safe start.', {
      suspected: this.#suspect?.name ?? 'nothing',
    });
    if (!this.#suspect) return;
    try {
      await this.#switchOff(this.#suspect);
    } catch (error) {
      log.error('What was worked on could not be switched off.', { error });
    }
  }

  /** Notes the names of what was left out. */
  leaveOut(names: readonly string[]): void {
    this.#leftOut = names;
  }

  /** Switches on again what is off, but for what was worked on at the last end. */
  end(): void {
    if (!this.#isActive) return;
    this.#isActive = false;
    this.#leftOut = [];
    this.#options.log.info('The safe start is over.');
    for (const listener of this.#listeners) listener();
  }

  /** Calls the listener when the safe start ends. */
  onEnd(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Whether the formulas of a template are off. */
  isOff(template: readonly string[]): boolean {
    const { formulasOff } = this.#options.record;
    return this.#isActive || (formulasOff.length > 0 && formulasOff.includes(fingerprintOf(template)));
  }

  /** Reads or evaluates the formulas of a template; `name` is what its owner calls it. */
  evaluate<T>(template: readonly string[], name: string, act: () => T): T {
    return this.trail.during(() => ({ kind: 'formulas', key: fingerprintOf(template), name }), act);
  }

  async #switchOff({ kind, key }: Work): Promise<void> {
    const { record, store } = this.#options;
    if (kind === 'formulas') return record.switchOff(key);
    const plugin = store.state.plugins[key];
    if (plugin)
      await store.update(({ plugins }) => ({ plugins: { ...plugins, [key]: { ...plugin, enabled: false } } }));
  }
}
