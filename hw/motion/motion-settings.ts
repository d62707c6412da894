import type { Ramp } from './ramp.ts';
import type { Reel } from './reel.ts';

/** What a module does now. */
export const MODES = { rest: 0, waiting: 1, ready: 2, turning: 3, settling: 4 } as const;
/** Whether a module in a mode stands still and waits for nothing. */
export const isAtRest = (mode: number): boolean => mode === MODES.rest || mode === MODES.settling;

/** What is known of a module. `silent`: never near its magnet; `stuck`: never away from it. */
export const STATES = { stopped: 0, ok: 1, homing: 2, missed: 3, unexpected: 4, silent: 5, stuck: 6 } as const;

/** How long things take, in microseconds. */
export interface MotionTimes {
  /** Coils are on for so long before the first step. */
  readonly wakeUs: number;
  /** Coils stay on for so long after the last one. */
  readonly settleUs: number;
  /** Within this time of a halt the last step is made. */
  readonly haltUs: number;
  /** Between the starts of two modules. */
  readonly staggerUs: number;
  /** Coils that are kept on at rest are switched off after so long. */
  readonly holdUs: number;
}

/** What 28BYJ-48 motors and their supplies need. */
export const MOTION_TIMES: MotionTimes = {
  wakeUs: 200_000,
  settleUs: 150_000,
  haltUs: 15_000,
  staggerUs: 25_000,
  holdUs: 600_000_000,
};

/** What all modules of a wall have in common. */
export interface MotionSettings {
  readonly reel: Reel;
  readonly ramp: Ramp;
  readonly times: MotionTimes;
  /** Whether coils stay on at rest, for as long as `times` say. */
  readonly hold: boolean;
  /** Whether there are no sensors: the place is counted from where a module is taken to stand, and never checked. */
  readonly openLoop: boolean;
}

const PATTERNS = [12, 6, 3, 9] as const;

/** The coil pattern of a full step with two coils on, by its phase from 0 in the forward order: coil 4 is bit 3. */
export const patternAt = (phase: number): number => PATTERNS[phase & 3] ?? 0;
