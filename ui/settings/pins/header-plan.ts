import type { Pin } from '../../../src/schema/boards/pins.ts';

/** A wire that wants a pin. */
export interface Wire {
  readonly key: string;
  /** What it is called: "coil 2". */
  readonly name: string;
  /** The number of its module; null where there are no modules. */
  readonly module: number | null;
  /** Its pin; null without one. */
  readonly pin: number | null;
}

/** What a place of the header is for the wall that is set up: its own, somebody's, free, or supply. */
export type PlaceState = 'mine' | 'other' | 'free' | 'power';

/** One of the forty places of the header. */
export interface Place {
  readonly position: number;
  readonly state: PlaceState;
  /** The pin; null for supply. */
  readonly pin: Pin | null;
  readonly name: string;
  /** The wire of this wall that is there; null without one. */
  readonly wire: Wire | null;
}

const PLACES = 40;
const GROUND = new Set([6, 9, 14, 20, 25, 30, 34, 39]);

const supplyAt = (position: number): '3V3' | '5V' | 'GND' => {
  if (GROUND.has(position)) return 'GND';
  return position === 1 || position === 17 ? '3V3' : '5V';
};

/** Whether a pin can be had by the board that is set up; `boardId` is null for one that is not there yet. */
const isFree = (pin: Pin, boardId: string | null): boolean =>
  pin.free || (boardId !== null && pin.board_id === boardId);

/** The forty places of the header in their order. */
export const placesOf = (pins: readonly Pin[], wires: readonly Wire[], boardId: string | null): Place[] =>
  Array.from({ length: PLACES }, (_, index) => {
    const position = index + 1;
    const pin = pins.find((one) => one.position === position) ?? null;
    if (!pin) return { position, state: 'power', pin, name: supplyAt(position), wire: null };
    const wire = wires.find((one) => one.pin === pin.pin) ?? null;
    const state = isFree(pin, boardId) ? (wire ? 'mine' : 'free') : 'other';
    return { position, state, pin, name: pin.name, wire };
  });

/** Whether a wire leads to a sensor, which may be pulled up before flapbox runs. */
const isSensor = ({ name }: Wire): boolean => name === 'sensor';

/** How little a pin suits a wire: pins with another function last, and those that move at power-up for sensors only. */
const unfitness = (pin: Pin, wire: Wire): number =>
  (pin.name === `GPIO${pin.pin}` ? 0 : 2) + (pin.moves_at_power_up === isSensor(wire) ? 0 : 1);

/** Free pins that no wire has, those first that suit. */
const pinsFor = (wire: Wire, pins: readonly Pin[], wires: readonly Wire[], boardId: string | null): readonly Pin[] => {
  const taken = new Set(wires.map(({ pin }) => pin));
  const free = pins.filter((pin) => isFree(pin, boardId) && !taken.has(pin.pin));
  return free.sort((a, b) => unfitness(a, wire) - unfitness(b, wire));
};

/** The wires with a pin for each that had none, as far as there are free ones. */
export const withSuggestions = (
  wires: readonly Wire[],
  pins: readonly Pin[],
  boardId: string | null,
): readonly Wire[] =>
  wires.reduce<readonly Wire[]>((done, wire) => {
    if (wire.pin !== null) return done;
    const [best] = pinsFor(wire, pins, done, boardId);
    return best ? done.map((one) => (one.key === wire.key ? { ...one, pin: best.pin } : one)) : done;
  }, wires);

/** How many devices of so many wires fit on the pins that are free yet. */
export const roomFor = (
  wiresEach: number,
  pins: readonly Pin[],
  wires: readonly Wire[],
  boardId: string | null,
): number => {
  const taken = new Set(wires.map(({ pin }) => pin));
  return Math.floor(pins.filter((pin) => isFree(pin, boardId) && !taken.has(pin.pin)).length / wiresEach);
};

/** Wires, other than sensors, on pins that move at power-up. */
export const movingWires = (wires: readonly Wire[], pins: readonly Pin[]): { wire: Wire; pin: Pin }[] =>
  wires.flatMap((wire) => {
    const pin = pins.find((one) => one.pin === wire.pin);
    return pin?.moves_at_power_up && !isSensor(wire) ? [{ wire, pin }] : [];
  });
