import type { CompiledSource } from './compiling/compile-source.ts';
import { guard } from './evaluate.ts';
import { namerOf } from './hosts.ts';
import { compileLookup } from './lookup.ts';
import type { RequestPlan } from './request-plan.ts';
import { contextOf, startScope, type SourceMoment } from './scope.ts';
import { signInTargets } from './sign-in/plans.ts';

const plansOf = ({ source, parts }: CompiledSource): RequestPlan[] => [
  ...parts.requests.map(({ plan }) => plan),
  ...Object.values(source.lookups).flatMap((spec) => compileLookup(spec).plan ?? []),
];

/**
 * The addresses that a source asks with these settings, searches among them, as far as they are known before there is
 * any answer.
 */
export const firstAddresses = (compiled: CompiledSource, moment: SourceMoment): string[] => {
  const { source } = compiled;
  const scope = { ...startScope(source, moment), query: '' };
  const urls = plansOf(compiled).flatMap((plan) => {
    const planned = guard(() => plan(scope, contextOf(moment)));
    return 'error' in planned ? [] : [planned.url];
  });
  return [...urls, ...signInTargets(compiled, moment)].filter((url) => namerOf(source, url, moment.settings) !== null);
};
