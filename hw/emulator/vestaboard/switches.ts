/** Everything about an emulated board that real boards do differently from one another, or do when they fail. */
export interface Switches {
  /** A reading: `{"message": grid}`, or the bare grid of the early documentation. */
  readForm: 'message' | 'bare';
  /** A reading while nothing is shown: the blank grid, or 200 without a body. */
  blankRead: 'grid' | 'empty';
  /** A wrong Local API key: 401 with text, or the 200 without a body of 2023. */
  wrongKey: 401 | 'empty';
  /** A write: 201 without a body, or 200 with `{"ok":true}`. */
  writeAnswer: 201 | 'ok';
  /** A message that is no grid of the board's size with codes 0 to 71. */
  badGrid: 400 | 422;
  /**
   * A failure of every request that `faultMethod` names: never answering, closing or resetting the connection without
   * an answer, closing it in the middle of one, JSON that does not parse, an endless body, a redirect, or
   * `faultStatus`.
   */
  fault: 'none' | 'hang' | 'drop' | 'reset' | 'cut' | 'garbage' | 'flood' | 'redirect' | 'status';
  faultMethod: 'any' | 'GET' | 'POST';
  /** How many requests fail before all is well again; 0 for all of them. */
  faultTimes: number;
  faultStatus: number;
  /** `Retry-After` of every 429. */
  retryAfter: 'none' | 'seconds' | 'date';
  retryAfterSeconds: number;
  /** Pause before each answer. */
  latencyMs: number;
  /** A reading while flaps move: the target, or what stands on the board at that moment. */
  reads: 'target' | 'stepped';
  /** How long after a write the board drops others without a word; 0 for never. */
  busyDropMs: number;
  /** Step interval of a transition that names none. */
  defaultStepMs: number;
  /** Least time between two messages in the cloud. */
  windowMs: number;
  /** A message inside that time: dropped with `{"status":"ok"}`, refused, or taken. */
  early: 'drop' | 429 | 423 | 'accept';
  /** A message like the last one: by status, or taken. */
  duplicate: 409 | 304 | 405 | 'accept';
  /** A blank message in the cloud. */
  blank: 'refuse' | 'accept';
  /** A reading before the first message: 404, or `currentMessage` null. */
  unwritten: 404 | 'null';
  /** `layout` of a reading: JSON text, nested rows, `""` or null. */
  layout: 'text' | 'rows' | 'empty' | 'null';
}

/** How a current board, and a cloud in good order, behave. */
export const defaultSwitches = (): Switches => ({
  readForm: 'message',
  blankRead: 'grid',
  wrongKey: 401,
  writeAnswer: 201,
  badGrid: 400,
  fault: 'none',
  faultMethod: 'any',
  faultTimes: 0,
  faultStatus: 500,
  retryAfter: 'seconds',
  retryAfterSeconds: 15,
  latencyMs: 0,
  reads: 'target',
  busyDropMs: 0,
  defaultStepMs: 0,
  windowMs: 15_000,
  early: 'drop',
  duplicate: 409,
  blank: 'refuse',
  unwritten: 404,
  layout: 'text',
});

type Bounds = readonly [least: number, most: number];

const ALLOWED: { readonly [TName in keyof Switches]: readonly Switches[TName][] | Bounds } = {
  readForm: ['message', 'bare'],
  blankRead: ['grid', 'empty'],
  wrongKey: [401, 'empty'],
  writeAnswer: [201, 'ok'],
  badGrid: [400, 422],
  fault: ['none', 'hang', 'drop', 'reset', 'cut', 'garbage', 'flood', 'redirect', 'status'],
  faultMethod: ['any', 'GET', 'POST'],
  faultTimes: [0, 1_000_000],
  faultStatus: [200, 599],
  retryAfter: ['none', 'seconds', 'date'],
  retryAfterSeconds: [0, 86_400],
  latencyMs: [0, 600_000],
  reads: ['target', 'stepped'],
  busyDropMs: [0, 600_000],
  defaultStepMs: [0, 600_000],
  windowMs: [0, 600_000],
  early: ['drop', 429, 423, 'accept'],
  duplicate: [409, 304, 405, 'accept'],
  blank: ['refuse', 'accept'],
  unwritten: [404, 'null'],
  layout: ['text', 'rows', 'empty', 'null'],
};

const NUMBERS: ReadonlySet<string> = new Set([
  'faultTimes',
  'faultStatus',
  'retryAfterSeconds',
  'latencyMs',
  'busyDropMs',
  'defaultStepMs',
  'windowMs',
]);

const isAllowed = (name: keyof Switches, value: unknown): boolean => {
  if (!NUMBERS.has(name)) return (ALLOWED[name] as readonly unknown[]).includes(value);
  const [least, most] = ALLOWED[name] as Bounds;
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
};

const complain = (name: keyof Switches): string =>
  `${name} is ${(ALLOWED[name] as readonly unknown[]).join(NUMBERS.has(name) ? ' to ' : ', ')}.`;

/** Sets the switches that a JSON object names, all or none; gives what is wrong with it, or null. */
export const setSwitches = (switches: Switches, change: unknown): string | null => {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) return 'Send an object of switches.';
  for (const [name, value] of Object.entries(change)) {
    if (!Object.hasOwn(ALLOWED, name)) return `There is no switch "${name}".`;
    if (!isAllowed(name as keyof Switches, value)) return complain(name as keyof Switches);
  }
  Object.assign(switches, change);
  return null;
};
