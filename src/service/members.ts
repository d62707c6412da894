import { Fault } from '../fault.ts';
import { tellUnknown } from '../schema/common.ts';

/** Throws a Fault 422 that names the first member that a command does not know (rules, H2). */
export const requireKnown = (given: object, known: readonly string[]): void => {
  const name = Object.keys(given).find((one) => !known.includes(one));
  if (name === undefined) return;
  const msg = tellUnknown(known);
  const place = name.slice(0, 80);
  throw new Fault(422, `${place}: ${msg}.`, {
    body: { detail: [{ type: 'extra_forbidden', loc: ['body', place], msg }] },
  });
};
