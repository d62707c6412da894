import * as v from 'valibot';
import { MOST_LEVELS, isDeeperThan } from '../core/json.ts';
import type { Migration } from './migration.ts';
import { isRecord } from '../core/record.ts';
import { pathOf, placeOf, type Path } from './place.ts';

/** How one member of the state is stored: one file. */
export interface Aggregate<T> {
  /** The content before anything was stored. */
  empty(): T;
  /** What replaces content of which no version can be read; `empty` unless given. It is stored at once. */
  lost?(): T;
  /** Whether a previous version may replace a damaged one; any may unless given. */
  isFitAsBackup?(value: T): boolean;
  /**
   * Content with defaults for missing members and unknown members kept; or a sentence when a part has the wrong shape.
   */
  read(data: unknown): { value: T } | { problem: string };
  /** Whether it is records by id, of which each can be read without the others; not unless given. */
  readonly isById?: boolean;
  /** From version 1 on. */
  readonly migrations: readonly Migration[];
}

/** A record with the defaults of the members that it lacks, in depth; itself when it lacks none, as anything else. */
export const fill = (defaults: object, value: unknown): unknown => {
  if (!isRecord(value)) return value;
  const added: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(defaults) as [string, unknown][]) {
    const own = value[key];
    const filled = own === undefined ? structuredClone(inner) : isRecord(inner) ? fill(inner, own) : own;
    if (filled !== own) added[key] = filled;
  }
  return Object.keys(added).length === 0 ? value : { ...value, ...added };
};

const describeIssue = (shape: v.GenericSchema, value: unknown, path: Path): { problem: string } => {
  const issue = v.safeParse(shape, value, { abortEarly: true }).issues?.[0];
  return { problem: `${placeOf([...path, ...(issue ? pathOf(issue) : [])]) || 'the content'} has the wrong shape` };
};

const TOO_DEEP = 'nested too deeply';

/** An aggregate that is one object. */
export const whole = <T extends object>(shape: v.GenericSchema, empty: () => T): Aggregate<T> => {
  // Only a check: the value itself goes on, with whatever members the shape does not know.
  const fits = (value: unknown): value is T => v.is(shape, value);
  return {
    empty,
    migrations: [],
    read: (data) => {
      if (isDeeperThan(data, MOST_LEVELS)) return { problem: `the content is ${TOO_DEEP}` };
      const value = fill(empty(), data);
      return fits(value) ? { value } : describeIssue(shape, value, []);
    },
  };
};

/** Completes and checks records; a frozen one that passed is not checked again. */
const createRecordReader = <T>(shape: v.GenericSchema, defaults: object) => {
  const fits = (record: unknown): record is T => v.is(shape, record);
  const passed = new WeakMap<object, T>();
  return (record: unknown, place: string | number): { value: T } | { problem: string } => {
    const known = isRecord(record) ? passed.get(record) : undefined;
    if (known) return { value: known };
    if (isDeeperThan(record, MOST_LEVELS)) return { problem: `${placeOf([place])} is ${TOO_DEEP}` };
    const value = fill(defaults, record);
    if (!fits(value)) return describeIssue(shape, value, [place]);
    if (isRecord(record) && Object.isFrozen(record)) passed.set(record, value);
    return { value };
  };
};

/** Reads records up to the first that has the wrong shape; of a million that are none nothing is made but that one. */
const readEach = <T, TPlace extends string | number>(
  read: ReturnType<typeof createRecordReader<T>>,
  count: number,
  recordAt: (at: number) => readonly [place: TPlace, record: unknown],
  take: (value: T, place: TPlace) => void,
): { problem: string } | null => {
  for (let at = 0; at < count; at++) {
    const [place, record] = recordAt(at);
    const reading = read(record, place);
    if ('problem' in reading) return reading;
    take(reading.value, place);
  }
  return null;
};

/** An aggregate that is a list of records. */
export const list = <T>(shape: v.GenericSchema, defaults: object): Aggregate<readonly T[]> => {
  const readRecord = createRecordReader<T>(shape, defaults);
  return {
    empty: () => [],
    migrations: [],
    read: (data) => {
      if (!Array.isArray(data)) return { problem: 'the content is no list' };
      const value: T[] = [];
      const recordAt = (at: number) => [at, data[at] as unknown] as const;
      return readEach(readRecord, data.length, recordAt, (record) => value.push(record)) ?? { value };
    },
  };
};

/** An aggregate that is an object of records by id. */
export const byId = <T>(shape: v.GenericSchema, defaults: object): Aggregate<Readonly<Record<string, T>>> => {
  const readRecord = createRecordReader<T>(shape, defaults);
  return {
    empty: () => ({}),
    isById: true,
    migrations: [],
    read: (data) => {
      if (!isRecord(data)) return { problem: 'the content is no object' };
      const places = Object.keys(data);
      const values: [string, T][] = [];
      const recordAt = (at: number) => [places[at] ?? '', data[places[at] ?? '']] as const;
      const problem = readEach(readRecord, places.length, recordAt, (record, place) => values.push([place, record]));
      return problem ?? { value: Object.fromEntries(values) };
    },
  };
};

/** An aggregate that also reads what older versions wrote: `toPresent` turns it into the present form. */
export const readAs = <T>(aggregate: Aggregate<T>, toPresent: (data: unknown) => unknown): Aggregate<T> => ({
  ...aggregate,
  read: (data) => aggregate.read(toPresent(data)),
});
