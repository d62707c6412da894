import type { Cancel, Clock } from '../platform/clock.ts';

/** The pause between two steps of a transition, one at a time, which something newer ends early. */
export class StepPause {
  readonly #clock: Pick<Clock, 'after'>;
  #done: (() => void) | null = null;

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock;
  }

  /** Resolves after so many ms, or as soon as the pause is ended. */
  async wait(ms: number): Promise<void> {
    let cancel: Cancel = () => undefined;
    await new Promise<void>((resolve) => {
      this.#done = resolve;
      cancel = this.#clock.after(ms, resolve);
    });
    cancel();
    this.#done = null;
  }

  /** Ends the pause that runs, if one does. */
  end(): void {
    this.#done?.();
  }
}
