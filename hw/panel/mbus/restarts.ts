import type { MappedModule } from '../../../src/core/module-layout.ts';

/** How often a module that may have started anew is asked in vain until it is given up. */
const PATIENCE = 20;
/** After a power cut modules set out for home one after the other, by their ids, in as many groups. */
const START_GROUPS = 32;

/** Keeps how often modules started, and says whom to ask next: all others as soon as one has started anew, those first that are home first. */
export class Restarts {
  readonly #modules: readonly MappedModule[];
  readonly #onRestart: (module: number) => void;
  readonly #starts = new Map<number, number>();
  /** Whose count is still as it was when it was taken. */
  readonly #counted = new Set<number>();
  /** How often each was asked in vain; whoever has been asked comes last. */
  readonly #suspects = new Map<number, number>();
  readonly #order: readonly number[];
  #turn = 0;

  constructor(modules: readonly MappedModule[], onRestart: (module: number) => void) {
    this.#modules = modules;
    this.#onRestart = onRestart;
    const group = (module: number): number => (modules[module]?.address ?? 0) % START_GROUPS;
    this.#order = [...modules.keys()].sort((a, b) => group(a) - group(b));
  }

  /** Whether modules are waited for that probably started anew too. */
  get areSuspected(): boolean {
    return this.#suspects.size > 0;
  }

  /** Whether a module is waited for that probably started anew too. */
  suspects(module: number): boolean {
    return this.#suspects.has(module);
  }

  /** Whether it is known how often a module started, since it was met last. */
  hasCounted(module: number): boolean {
    return this.#counted.has(module);
  }

  /** Whether it was ever known how often a module started. */
  hasEverCounted(module: number): boolean {
    return this.#starts.has(module);
  }

  /** The line was lost: what happens on it is not known, so all modules are to be counted once more. */
  recount(): void {
    this.#counted.clear();
  }

  /** Up to `most` modules, by their index, to be asked now: the suspects, or one after the other in turn. */
  next(most: number): number[] {
    if (this.areSuspected) return [...this.#suspects.keys()].slice(0, most);
    const from = this.#turn++ % this.#order.length;
    return [...this.#order.slice(from), ...this.#order.slice(0, from)].slice(0, most);
  }

  /** A module that was asked did not answer. */
  miss(module: number): void {
    const misses = (this.#suspects.get(module) ?? PATIENCE) + 1;
    this.#suspects.delete(module);
    if (misses < PATIENCE) this.#suspects.set(module, misses);
  }

  /** A module is where it should be. */
  clear(module: number): void {
    this.#suspects.delete(module);
  }

  /** A module, by its id, told how often it started. */
  note(id: number, starts: number): void {
    const module = this.#modules.findIndex(({ address }) => address === id);
    if (module < 0) return;
    const before = this.#starts.get(module);
    this.#starts.set(module, starts);
    this.#counted.add(module);
    if (before !== undefined && before !== starts) this.#begin(module);
  }

  /** A module has to be taken for one that started anew, though its count was not asked. */
  presume(module: number): void {
    this.#starts.delete(module);
    this.#counted.delete(module);
    this.#begin(module);
  }

  #begin(module: number): void {
    const wasSuspected = this.#suspects.delete(module);
    if (!wasSuspected) for (const other of this.#order) if (other !== module) this.#suspects.set(other, 0);
    this.#onRestart(module);
  }
}
