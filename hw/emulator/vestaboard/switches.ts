import { isRecord } from '../../../src/core/record.ts';

type Word = string | number;

const oneOf = <const TValues extends readonly [Word, ...Word[]]>(
  values: TValues,
  usual: TValues[number] = values[0],
): { readonly usual: TValues[number]; readonly values: TValues } => ({ usual, values });

/** Everything about an emulated board that real boards do differently from one another, or do when they fail. */
const SWITCHES = {
  /** A reading: `{"message": grid}`, or the bare grid of the early documentation. */
  readForm: oneOf(['message', 'bare']),
  /** A reading while nothing is shown: the blank grid, or 200 without a body. */
  blankRead: oneOf(['grid', 'empty']),
  /** A wrong Local API key: 401 with text, or the 200 without a body of 2023. */
  wrongKey: oneOf([401, 'empty']),
  /** A write: 201 without a body, or 200 with `{"ok":true}`. */
  writeAnswer: oneOf([201, 'ok']),
  /** A message that is no grid of the board's size with codes 0 to 71. */
  badGrid: oneOf([400, 422]),
  /**
   * A failure of every request that `faultMethod` names: never answering, closing or resetting the connection without
   * an answer, closing it in the middle of one, JSON that does not parse, an endless body, a redirect, or
   * `faultStatus`.
   */
  fault: oneOf(['none', 'hang', 'drop', 'reset', 'cut', 'garbage', 'flood', 'redirect', 'status']),
  faultMethod: oneOf(['any', 'GET', 'POST']),
  /** How many requests fail before all is well again; 0 for all of them. */
  faultTimes: { usual: 0, least: 0, most: 1_000_000 },
  faultStatus: { usual: 500, least: 200, most: 599 },
  /** `Retry-After` of every 429. */
  retryAfter: oneOf(['none', 'seconds', 'date'], 'seconds'),
  retryAfterSeconds: { usual: 15, least: 0, most: 86_400 },
  /** Pause before each answer. */
  latencyMs: { usual: 0, least: 0, most: 600_000 },
  /** A reading while flaps move: the target, or what stands on the board at that moment. */
  reads: oneOf(['target', 'stepped']),
  /** How long after a write the board drops others without a word; 0 for never. */
  busyDropMs: { usual: 0, least: 0, most: 600_000 },
  /** Step interval of a transition that names none. */
  defaultStepMs: { usual: 0, least: 0, most: 600_000 },
  /** Least time between two messages in the cloud. */
  windowMs: { usual: 15_000, least: 0, most: 600_000 },
  /** A message inside that time: dropped with `{"status":"ok"}`, refused, or taken. */
  early: oneOf(['drop', 429, 423, 'accept']),
  /** A message like the last one: by status, or taken. */
  duplicate: oneOf([409, 304, 405, 'accept']),
  /** A blank message in the cloud. */
  blank: oneOf(['refuse', 'accept']),
  /** A reading before the first message: 404, or `currentMessage` null. */
  unwritten: oneOf([404, 'null']),
  /** `layout` of a reading: JSON text, nested rows, `""` or null. */
  layout: oneOf(['text', 'rows', 'empty', 'null']),
};

/** How an emulated board behaves: a value for each switch. */
export type Switches = { -readonly [TName in keyof typeof SWITCHES]: (typeof SWITCHES)[TName]['usual'] };

/** How a current board, and a cloud in good order, behave. */
export const defaultSwitches = (): Switches =>
  Object.fromEntries(Object.entries(SWITCHES).map(([name, { usual }]) => [name, usual])) as unknown as Switches;

const isSwitch = (name: string): name is keyof Switches => Object.hasOwn(SWITCHES, name);

/** What is wrong with a value for a switch; null when nothing is. */
const complaintOf = (name: keyof Switches, value: unknown): string | null => {
  const allowed = SWITCHES[name];
  if ('values' in allowed)
    return (allowed.values as readonly unknown[]).includes(value) ? null : `${name} is ${allowed.values.join(', ')}.`;
  const { least, most } = allowed;
  const isWithin = typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
  return isWithin ? null : `${name} is ${least} to ${most}.`;
};

/** Sets the switches that a JSON object names, all or none; gives what is wrong with it, or null. */
export const setSwitches = (switches: Switches, change: unknown): string | null => {
  if (!isRecord(change)) return 'Send an object of switches.';
  for (const [name, value] of Object.entries(change)) {
    const complaint = isSwitch(name) ? complaintOf(name, value) : `There is no switch "${name}".`;
    if (complaint !== null) return complaint;
  }
  Object.assign(switches, change);
  return null;
};
