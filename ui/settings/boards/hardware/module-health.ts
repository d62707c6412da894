/** What `diagnose` tells of one module of a wall whose motors the appliance steps by itself. */
export interface ModuleHealth {
  readonly address: number;
  readonly row: number;
  readonly col: number;
  readonly state: string;
  /** Whether it turns, or is about to. */
  readonly moving?: boolean;
  /** The flap where it should stand, by its place on the reel. */
  readonly position: number | null;
  readonly missed_homes: number;
  readonly unexpected_homes: number;
  /** Steps between the magnet and the first flap. */
  readonly offset: number;
  readonly reversed: boolean;
  readonly sensor: string;
}

/** What is known of the modules of a wall. */
export interface WallHealth {
  readonly modules: readonly ModuleHealth[];
  /** What is wrong, as sentences. */
  readonly faults: readonly string[];
}

const isModule = (value: unknown): value is ModuleHealth =>
  typeof value === 'object' && value !== null && 'address' in value && 'missed_homes' in value;

/** The health of a wall in the answer of `diagnose`; null when the hardware tells no such thing. */
export const readHealth = ({ modules, faults }: Record<string, unknown>): WallHealth | null => {
  const list = Array.isArray(modules) ? modules.filter(isModule) : [];
  if (list.length === 0) return null;
  return {
    modules: list,
    faults: Array.isArray(faults) ? faults.filter((fault) => typeof fault === 'string') : [],
  };
};

const MOST_QUARTERS = 200;

/** The shorter way from one flap of a reel to another, in quarters of a flap. */
export const quartersBetween = (from: number, to: number, flaps: number): number => {
  const forwards = (((to - from) % flaps) + flaps) % flaps;
  return 4 * (forwards > flaps / 2 ? forwards - flaps : forwards);
};

/**
 * The nudges that bring modules which all show the flap `shown` to where each should stand: modules with the same way
 * to go together.
 */
export const nudgesFrom = (
  shown: number,
  modules: readonly ModuleHealth[],
  flaps: number,
): { readonly modules: number[]; readonly quarters: number }[] => {
  const byWay = new Map<number, number[]>();
  for (const { address, position } of modules) {
    const quarters = quartersBetween(shown, position ?? 0, flaps);
    byWay.set(quarters, [...(byWay.get(quarters) ?? []), address]);
  }
  return [...byWay]
    .filter(([quarters]) => quarters !== 0)
    .map(([quarters, addresses]) => ({
      modules: addresses,
      quarters: Math.max(-MOST_QUARTERS, Math.min(MOST_QUARTERS, quarters)),
    }));
};

/** The commands that let modules turn the other way: those that are reversed, and those that are not. */
export const reversalsOf = (modules: readonly ModuleHealth[]): { modules: number[]; reversed: boolean }[] =>
  [true, false].flatMap((reversed) => {
    const addresses = modules.filter((module) => module.reversed !== reversed).map(({ address }) => address);
    return addresses.length > 0 ? [{ modules: addresses, reversed }] : [];
  });

/** How many modules turn, or are about to. */
export const modulesMoving = ({ modules }: WallHealth): number =>
  modules.filter(({ moving, state }) => moving ?? state === 'homing').length;
