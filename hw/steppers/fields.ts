import { decimalField, numberField, switchField, type ConnectionOf } from '../../src/schema/boards/connection-field.ts';

/** Most modules that have five pins of their own, and most on one chain of shift registers. */
export const MOST_ON_PINS = 8;
/** The longest chain. */
export const LONGEST_CHAIN = 108;
/** The highest number of a pin of the header's chip. */
export const HIGHEST_PIN = 53;

/** How motors turn unless their owner says otherwise. */
export const USUAL_MOTION = { stepsPerTurn: 2037.886, maxSpeed: 600, acceleration: 2600 } as const;

/** How motors turn; the same for all walls whose motors the appliance steps by itself. */
export const MOTION_FIELDS = {
  steps_per_turn: decimalField(
    {
      title: 'Steps per turn',
      description: 'Full steps in which a reel turns once; decimals are allowed. 2037.886 unless given.',
      hint: 'Most motors 28BYJ-48 have 2037.886, some 2048.',
      usual: USUAL_MOTION.stepsPerTurn,
    },
    16,
    10_000,
  ),
  max_speed: numberField(
    {
      title: 'Highest speed, steps per second',
      description: 'Highest speed of a motor in steps per second; 600 unless given.',
      usual: USUAL_MOTION.maxSpeed,
    },
    50,
    1200,
  ),
  acceleration: numberField(
    {
      title: 'Acceleration, steps per second²',
      description: 'How fast a motor gathers speed, in steps per second per second; 2600 unless given.',
      usual: USUAL_MOTION.acceleration,
    },
    100,
    20_000,
  ),
  reverse: switchField({
    title: 'Turn the other way',
    description: 'Whether all motors turn the other way than their wires say.',
  }),
  full_turn: switchField({
    title: 'Always a full turn',
    description:
      'Whether each frame turns every reel once around before it stops, also where the same letter comes; frames come ' +
      'without a transition then.',
  }),
  open_loop: switchField({
    title: 'No sensors',
    description:
      'Whether modules have no sensors (open loop): where they stand is counted and never checked, so what the wall ' +
      'shows is a guess. Turn them to the blank flap by hand before the first start.',
  }),
  hold: switchField({
    title: 'Keep the coils on at rest',
    description:
      'Whether coils stay on for ten minutes while a module is at rest: it cannot be turned by hand then, and gets hot. ' +
      'A pause switches them off.',
  }),
};

/** What the settings of a wall say of its motors. */
export type MotorSettings = ConnectionOf<typeof MOTION_FIELDS>;

/** What the descriptions of all walls that are stepped here have in common: one driver is behind them. */
export const STEPPER_WALL = {
  modules: true,
  tells: { readBack: 'yes', restart: true, health: true, actions: true },
  found: 'none',
  emulator: { name: 'steppers', entry: 'hw/emulator/steppers/main.ts' },
} as const;
