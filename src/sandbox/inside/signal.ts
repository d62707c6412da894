/** What an aborted call rejects with. */
export const createAbortError = (): Error => Object.assign(new Error('the call is over'), { name: 'AbortError' });

/** The `signal` of a call: it aborts when the caller has given up. */
export class Signal {
  aborted = false;
  reason: unknown = undefined;
  onabort: (() => void) | null = null;
  #listeners = new Set<() => void>();

  addEventListener(type: string, listener: () => void): void {
    if (type === 'abort') this.#listeners.add(listener);
  }

  removeEventListener(_type: string, listener: () => void): void {
    this.#listeners.delete(listener);
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  /** Calls every listener, once. */
  static abort(signal: Signal, reason: unknown): void {
    if (signal.aborted) return;
    signal.aborted = true;
    signal.reason = reason;
    for (const listener of [signal.onabort, ...signal.#listeners]) listener?.();
    signal.#listeners.clear();
  }
}
