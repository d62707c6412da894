/** Work that something stored asks for, so that it can be named and switched off when it ends the process. */
export interface Work {
  readonly kind: 'formulas' | 'plugin';
  /** What is switched off: the formulas of a template, by its fingerprint, or a plugin, by its key. */
  readonly key: string;
  /** As an owner knows it. */
  readonly name: string;
}

/** Notes what is being worked on, where it outlives the process. `work` is asked for only while that is wanted. */
export interface WorkTrail {
  /** Does a piece of work. */
  during<T>(work: () => Work, act: () => T): T;
  /** Begins one that goes on beside others; the answer ends it. */
  begin(work: () => Work): () => void;
}

/** A trail that nobody wants. */
export const NO_TRAIL: WorkTrail = { during: (_work, act) => act(), begin: () => () => undefined };
