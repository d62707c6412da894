/**
 * Which of several ways to its hardware a connection takes, as an index: the last whose first field has a value,
 * otherwise the first.
 */
export const wayTaken = (
  ways: readonly { readonly fields: readonly string[] }[],
  connection: Readonly<Record<string, unknown>>,
): number =>
  Math.max(
    0,
    ways.findLastIndex(({ fields: [leading = ''] }) => (connection[leading] ?? null) !== null),
  );
