import type { MappedModule } from '../../../src/core/flaps/module-layout.ts';
import { tellFault } from '../faults.ts';
import type { Verification } from './verification.ts';

/** What is wrong with the modules of a bus, the worst first, in a sentence; null when nothing is. */
export const faultIn = (
  modules: readonly MappedModule[],
  { silent, stuck, allSilent }: Pick<Verification, 'silent' | 'stuck' | 'allSilent'>,
  isAstray: (module: number) => boolean,
): string | null => {
  if (allSilent) return 'No module of the panel answers: is it switched on?';
  const those = (holds: (module: number) => boolean) => modules.filter((_, module) => holds(module));
  return (
    tellFault(
      those((module) => silent.has(module)),
      'does not answer',
      'do not answer',
    ) ??
    tellFault(
      those(isAstray),
      'does not find its home: check its magnet and its sensor',
      'do not find their home (check magnets and sensors)',
    ) ??
    tellFault(
      those((module) => stuck.has(module)),
      'does not turn to the flap that it is asked for',
      'do not turn to the flaps that they are asked for',
    )
  );
};
