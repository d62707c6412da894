import type { MappedModule } from '../../../src/core/flaps/module-layout.ts';
import type { Panel } from '../../../src/schema/boards/boards.ts';
import { placeOf } from '../boards/hardware/module-plan.ts';

/** What was seen when a module turned: its place and how its flaps went, or that nothing moved. */
export type Finding = { readonly cell: number; readonly backwards: boolean; readonly trembles?: boolean } | 'nothing';

/** What was seen so far, by the number of the module. */
export type Findings = Readonly<Record<string, Finding>>;

/** Where the guide stands. */
export interface FindState {
  /** The module that is looked at; as many as there are when all have been. */
  readonly at: number;
  readonly findings: Findings;
  /** The module that has turned last; null before the first. */
  readonly turned: number | null;
  /** Whether the map was stored. */
  readonly saved?: boolean;
}

/** The beginning of the guide. */
export const FIND_BEGIN: FindState = { at: 0, findings: {}, turned: null };

const entriesOf = (findings: Findings): (readonly [module: number, finding: Finding])[] =>
  Object.entries(findings).map(([module, finding]) => [Number(module), finding]);

/** The findings with another one. A place has one module: whoever was thought to be there before is not. */
export const withFinding = (findings: Findings, module: number, finding: Finding): Findings => ({
  ...Object.fromEntries(
    entriesOf(findings).filter(
      ([, other]) => finding === 'nothing' || other === 'nothing' || other.cell !== finding.cell,
    ),
  ),
  [module]: finding,
});

/** The map that was found, in the order of the modules. */
export const mapOf = (findings: Findings, cols: number): MappedModule[] =>
  entriesOf(findings).flatMap(([address, finding]) =>
    finding === 'nothing' ? [] : { ...placeOf(finding.cell, { cols }), address },
  );

/** The modules of the map that turned backwards. */
export const turningBackwards = (findings: Findings): number[] =>
  entriesOf(findings).flatMap(([module, finding]) => (finding !== 'nothing' && finding.backwards ? module : []));

/** The modules, of so many, that have no place: nothing moved there, or another one took their place. */
export const withoutPlace = (findings: Findings, count: number): number[] =>
  Array.from({ length: count }, (_, module) => module).filter((module) => {
    const finding = findings[module];
    return finding === undefined || finding === 'nothing';
  });

/** The way that the module before turned; forwards for the first. */
export const wayBefore = (findings: Findings, module: number): boolean => {
  const before = findings[module - 1];
  return before !== undefined && before !== 'nothing' && before.backwards;
};

/** Where the guide goes on: where it was left, and at its beginning once another map than it found is stored. */
export const goOn = (left: FindState | null, stored: Panel['modules'], cols: number): FindState =>
  left === null || (left.saved && JSON.stringify(mapOf(left.findings, cols)) !== JSON.stringify(stored))
    ? FIND_BEGIN
    : left;
