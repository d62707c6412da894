import { AGGREGATES, type Member } from './aggregate.ts';

/** The members of the state, in the order in which their files are written. */
export const MEMBERS: readonly Member[] = Object.keys(AGGREGATES).filter((name): name is Member => Object.hasOwn(AGGREGATES, name));

/** The name of a member's file. */
export const fileOf = (member: Member): string => `${member}.json`;
