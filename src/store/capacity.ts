import { oncePer } from '../core/memo.ts';
import { lettersOf } from '../core/collection/collection-expressions.ts';
import { flapsOn } from '../core/flaps/geometry.ts';
import { Fault } from '../fault.ts';
import {
  MOST_BOARDS,
  MOST_COLLECTIONS,
  MOST_EXPRESSION_LETTERS,
  MOST_FAVOURITES,
  MOST_FLAPS,
  MOST_PAGES,
  MOST_PLUGIN_INSTANCES,
  MOST_SCHEDULES,
  MOST_STORED_BYTES,
} from '../schema/limits.ts';
import type { State } from '../schema/state.ts';

interface Bound {
  readonly most: number;
  readonly count: (state: State) => number;
  /** What there are too many of. */
  readonly what: string;
}

const instancesIn = ({ plugins }: State): number => Object.keys(plugins).filter((key) => key.includes(':')).length;

const expressionLettersIn = ({ collections }: State): number =>
  collections.reduce((sum, collection) => sum + lettersOf(collection), 0);

const BOUNDS: readonly Bound[] = [
  { most: MOST_BOARDS, count: ({ boards }) => boards.length, what: 'boards' },
  { most: MOST_FLAPS, count: ({ boards }) => flapsOn(boards), what: 'flaps on all boards together' },
  { most: MOST_PAGES, count: ({ pages }) => pages.length, what: 'pages' },
  { most: MOST_SCHEDULES, count: ({ schedules }) => schedules.length, what: 'schedules' },
  { most: MOST_COLLECTIONS, count: ({ collections }) => collections.length, what: 'collections' },
  {
    most: MOST_EXPRESSION_LETTERS,
    count: expressionLettersIn,
    what: 'letters in the rules and conditions of collections',
  },
  { most: MOST_FAVOURITES, count: ({ favourites }) => favourites.length, what: 'favourites' },
  { most: MOST_PLUGIN_INSTANCES, count: instancesIn, what: 'plugin instances' },
];

const checkCount = (before: number, after: number, most: number, what: string): void => {
  if (after > most && after > before) throw new Fault(409, `There can be no more than ${most} ${what}.`);
};

/**
 * Throws 409 when there would be more boards than there can be; checked before any of them is looked up in the network.
 */
export const checkBoardCount = (before: number, after: number): void =>
  checkCount(before, after, MOST_BOARDS, 'boards');

/** How long a frozen value is as JSON. */
const sizeOf = oncePer((value: object) => Buffer.byteLength(JSON.stringify(value)));

// Messages and settings are not counted: messages have bounds of their own, and settings have one size.
const bytesIn = ({ boards, pages, schedules, collections, favourites, plugins }: State): number =>
  [...boards, ...pages, ...schedules, ...collections, ...favourites, ...Object.values(plugins)].reduce(
    (sum, record) => sum + sizeOf(record),
    0,
  );

const COUNTED = ['boards', 'pages', 'schedules', 'collections', 'favourites', 'plugins'] as const;

/**
 * Throws 409, naming the bound, when a change would make more of something than is kept. What is there already, from an
 * earlier version with other bounds, may be changed and made less.
 */
export const checkCapacity = (before: State, after: State): void => {
  if (COUNTED.every((member) => before[member] === after[member])) return;
  for (const { most, count, what } of BOUNDS) checkCount(count(before), count(after), most, what);
  const bytes = bytesIn(after);
  if (bytes > MOST_STORED_BYTES && bytes > bytesIn(before)) {
    throw new Fault(
      409,
      'There is no room for more: boards, pages, schedules, collections, favourites and plugins can have ' +
        `${MOST_STORED_BYTES / 1024 / 1024} MiB together.`,
    );
  }
};
