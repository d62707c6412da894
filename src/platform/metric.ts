/** One measured quantity. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  readonly samples: readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[];
}

/** A quantity that there is once. */
export const oneMetric = (name: string, help: string, type: Metric['type'], value: number): Metric => ({
  name,
  help,
  type,
  samples: [{ value }],
});

/** A quantity that each of several things has, told apart by their labels. */
export const eachMetric = <T extends { readonly labels: Readonly<Record<string, string>> }>(
  things: readonly T[],
  name: string,
  help: string,
  type: Metric['type'],
  valueOf: (one: T) => number,
): Metric => ({ name, help, type, samples: things.map((one) => ({ labels: one.labels, value: valueOf(one) })) });
