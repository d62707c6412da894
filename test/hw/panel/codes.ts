import type { FlapSet } from '../../../hw/panel/flap-set.ts';

/** The codes that a reel shows as they are, and that come back from it as they were asked for. */
export const codesOf = (set: FlapSet): number[] =>
  Array.from({ length: 72 }, (_, code) => code).filter(
    (code) => set.substituteFor(code) === null && set.codeAt(set.flapFor(code)) === code,
  );
