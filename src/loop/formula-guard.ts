/** Decides whether the formulas of a template may be read, and notes when they are. */
export interface FormulaGuard {
  /** Whether the formulas of a template are off: they print `???`. */
  isOff(template: readonly string[]): boolean;
  /** Reads or evaluates the formulas of a template; `name` is what its owner calls it. */
  evaluate<T>(template: readonly string[], name: string, act: () => T): T;
}

/** A guard that lets everything pass. */
export const NO_GUARD: FormulaGuard = { isOff: () => false, evaluate: (_template, _name, act) => act() };
