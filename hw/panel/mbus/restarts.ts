import type { MappedModule } from '../../../src/core/flaps/module-layout.ts';

/**
 * Keeps how often modules started. When one has started anew the others are taken to have, and all are to be counted
 * afresh.
 */
export class Restarts {
  readonly #modules: readonly MappedModule[];
  readonly #onRestart: () => void;
  readonly #starts = new Map<number, number>();
  /** Whose count was taken since the line was opened. */
  readonly #counted = new Set<number>();

  constructor(modules: readonly MappedModule[], onRestart: () => void) {
    this.#modules = modules;
    this.#onRestart = onRestart;
  }

  /** Whether the count of a module was taken since the line was opened, and since the last restart. */
  hasCounted(module: number): boolean {
    return this.#counted.has(module);
  }

  /** Whether there is a count that a new one can be compared with. */
  canCompare(module: number): boolean {
    return this.#starts.has(module);
  }

  /** The line was lost: what happened meanwhile is not known, so all modules are to be counted once more. */
  recount(): void {
    this.#counted.clear();
  }

  /** A module, by its id, told how often it started. */
  note(id: number, starts: number): void {
    const module = this.#modules.findIndex(({ address }) => address === id);
    if (module < 0) return;
    const before = this.#starts.get(module);
    if (before !== undefined && before !== starts) this.presume();
    this.#starts.set(module, starts);
    this.#counted.add(module);
  }

  /** Some module started anew, as far as can be told. */
  presume(): void {
    this.#starts.clear();
    this.#counted.clear();
    this.#onRestart();
  }
}
