import type { DamageRecord } from '../../src/store/damage.ts';

const unexpected = (): never => {
  throw new Error('nothing is damaged here');
};

/** A record for tests in which nothing is damaged. */
export const noDamage = (): Pick<DamageRecord, keyof DamageRecord> => ({
  list: [],
  moveAside: unexpected,
  setAside: unexpected,
  keepAside: unexpected,
  freeName: unexpected,
  report: unexpected,
  save: async () => undefined,
  dismiss: async () => 0,
});
