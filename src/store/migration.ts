/**
 * One step from a file's version to the next, on the whole content with its secrets in place. A new member that older
 * builds can ignore needs no step and no new version: every build keeps members that it does not know and fills in
 * those that are missing, so that going back one version reads the same files. A step is only for what an older build
 * would misread; the file as it was is kept as NAME.vN, and the sentence that refuses the newer file names that copy
 * where there is one.
 */
export type Migration = (data: unknown) => unknown;

/** The version that a list of steps leads to: a file starts at 1. */
export const versionAfter = (steps: readonly Migration[]): number => steps.length + 1;

/** The name of the copy of a file as it was in an older format. */
export const copyOf = (file: string, version: number): string => `${file}.v${version}`;

/** Content of an older version, brought up to date step by step. */
export const migrate = (steps: readonly Migration[], data: unknown, version: number): unknown =>
  steps.slice(version - 1).reduce((current, step) => step(current), data);
