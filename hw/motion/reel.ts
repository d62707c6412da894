/** Steps as whole numbers and flaps as places on a reel that turns in a number of steps that need not be whole. */
export interface Reel {
  /** Full steps of the motor in a turn of the reel; may be a fraction. */
  readonly stepsPerTurn: number;
  /** How many flaps the reel has. */
  readonly flaps: number;
}

/** Steps by which an edge may be off where a quarter of a flap is less. */
const LEAST_TOLERANCE = 3;
/** A sample comes one exchange late, and two of them make an edge. */
const REST_TOLERANCE = 2;

/** A reel that is short of a flap by so large a share of it was sent there. */
const SHARE_SHORT = 1 / 4;

/** The windows in which a home is ignored, unexpected, expected and missed, in steps since the last one. */
export interface Windows {
  /** Before it the sensor still sees the magnet of the last home, or bounces. */
  readonly ignoreUntil: number;
  /** How many steps before or after a whole turn a home may come. */
  readonly tolerance: number;
  /** Without a home until here it was missed. */
  readonly missedFrom: number;
  /** Without a home in so many steps of a search there is none. */
  readonly giveUpAfter: number;
}

/** The windows of a reel: a quarter of a flap around a whole turn. */
export const windowsOf = ({ stepsPerTurn, flaps }: Reel): Windows => {
  const tolerance = Math.max(LEAST_TOLERANCE, stepsPerTurn / flaps / 4);
  return {
    ignoreUntil: stepsPerTurn / 10,
    tolerance,
    missedFrom: stepsPerTurn + tolerance + REST_TOLERANCE,
    giveUpAfter: stepsPerTurn * (1 + Math.max(2 / flaps, 0.03)) + LEAST_TOLERANCE,
  };
};

/** A number of steps as a place on the reel: from 0 to less than a turn. */
export const within = (steps: number, { stepsPerTurn }: Reel): number => {
  const rest = steps % stepsPerTurn;
  return rest < 0 ? rest + stepsPerTurn : rest;
};

/** The flap that a reel shows which stands `steps` past its first flap: flaps fall when their place is reached. */
export const flapAt = (steps: number, reel: Reel): number => {
  const { stepsPerTurn, flaps } = reel;
  return Math.floor((within(steps, reel) * flaps) / stepsPerTurn + SHARE_SHORT) % flaps;
};

/** The first whole step that is not before a place: a flap falls only when its place is reached. */
export const wholeFrom = (place: number): number => Math.ceil(place - 1e-6);
