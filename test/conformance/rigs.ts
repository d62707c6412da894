import type { Rigs } from './driver.ts';
import type { EnduranceRigs } from './endurance.ts';

/** What a driver brings for the suite. */
export interface DriverRigs {
  readonly rigs: Rigs;
  readonly endurance?: EnduranceRigs;
}

/** The rigs of a driver, from `rigs/KIND.ts`; throws when there is no such file. */
export const rigsOf = (kind: string): DriverRigs => require(`./rigs/${kind}.ts`) as DriverRigs;
