import * as v from 'valibot';
import { Fault } from '../fault.ts';
import { tellUnknown } from '../schema/common.ts';
import { nameIssue } from '../core/issue-types.ts';

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

/** Members as the API takes them; throws a Fault 422 for what it does not take, by the name of the member. */
export const readMembers = <S extends v.GenericSchema>(schema: S, members: unknown): v.InferOutput<S> => {
  const parsed = v.safeParse(schema, members, { abortEarly: true });
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const path = v.getDotPath(issue);
  const { msg } = nameIssue(issue);
  throw new Fault(422, `${path === null ? '' : `${path}: `}${msg.replace(/\.?$/, '.')}`);
};
