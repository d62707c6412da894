/** A version of the appliance, and when it was built; null where that is not known. */
export interface Release {
  readonly version: string;
  readonly built_at: string | null;
}

/** What an owner has to type to get an older version. */
export const DOWNGRADE_WORDS = 'install the older version';

const split = (version: string): { numbers: number[]; before: string[] } => {
  const [core = '', ...before] = (version.split('+', 1)[0] ?? '').split('-');
  return {
    numbers: core.split('.').map((part) => Number.parseInt(part, 10) || 0),
    before: before.join('-').split('.').filter(Boolean),
  };
};

const compareParts = (a: string | undefined, b: string | undefined): number => {
  if (a === undefined || b === undefined) return Number(b === undefined) - Number(a === undefined);
  const [left, right] = [Number(a), Number(b)];
  if (Number.isNaN(left) && Number.isNaN(right)) return Number(a > b) - Number(a < b);
  // Numbers come before words.
  return Number.isNaN(left) || Number.isNaN(right)
    ? Number(Number.isNaN(left)) - Number(Number.isNaN(right))
    : left - right;
};

const firstDifference = <T>(
  a: readonly T[],
  b: readonly T[],
  compare: (a: T | undefined, b: T | undefined) => number,
): number => {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = compare(a[at], b[at]);
    if (difference !== 0) return difference;
  }
  return 0;
};

/** The order of versions as semver has it: negative when the first is older, 0 when they are the same. */
export const compareVersions = (a: string, b: string): number => {
  const [left, right] = [split(a), split(b)];
  const byNumbers = firstDifference(left.numbers, right.numbers, (one = 0, other = 0) => one - other);
  if (byNumbers !== 0) return byNumbers;
  // 1.0.0-beta comes before 1.0.0.
  if (left.before.length === 0 || right.before.length === 0)
    return Number(left.before.length === 0) - Number(right.before.length === 0);
  return firstDifference(left.before, right.before, compareParts);
};

/** Whether a release is older than the one that runs: by its version, and of one version by the day it was built. */
export const isOlder = (offered: Release, running: Release): boolean => {
  const difference = compareVersions(offered.version, running.version);
  if (difference !== 0) return difference < 0;
  const [built, ours] = [Date.parse(offered.built_at ?? ''), Date.parse(running.built_at ?? '')];
  return built < ours;
};

const describe = ({ version, built_at }: Release): string =>
  built_at === null ? version : `${version} of ${built_at.slice(0, 10)}`;

/** Why an older release is refused, and how its owner can install it. */
export const refuseOlder = (offered: Release, running: Release): string =>
  `The update (${describe(offered)}) is older than what runs (${describe(running)}). To go back all the ` +
  `same, send the field "downgrade" with the words "${DOWNGRADE_WORDS}".`;
