import type { Others } from './view-walk.ts';

/** A view that looks different with answers that no appliance in a test gives. */
export interface RareView {
  /** Its address, or the name of a view of the usual or the rare content. */
  readonly at: string;
  readonly press?: string;
  readonly answers: Others;
  /** Whether it is seen on a phone. */
  readonly isNarrow?: boolean;
  /** Whether it is told of changes too: what a view then asks again is mostly the same with all answers. */
  readonly hears?: boolean;
}

/** Codes of a board that are all the same. */
export const rows = (count: number, cols: number, code: number) =>
  Array.from({ length: count }, () => Array(cols).fill(code));
