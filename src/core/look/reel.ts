import { LAST_CODE, hasFlap } from '../flaps/flaps.ts';

/** The flaps of one reel in the order in which they turn: every code that exists, blank first. */
export const REEL: readonly number[] = Array.from({ length: LAST_CODE + 1 }, (_, code) => code).filter(hasFlap);

const PLACES = Array.from({ length: LAST_CODE + 1 }, (_, code) => Math.max(0, REEL.indexOf(code)));

/** Where on the reel a code lies; codes without a flap are blank. */
export const placeOf = (code: number): number => PLACES[code] ?? 0;

/** Flaps that fall on the way forward from one place to another: 0 to one less than the reel has. */
export const flapsBetween = (from: number, to: number): number => (to - from + REEL.length) % REEL.length;
