/**
 * A crowd of connections. The system hands over one new connection in each turn of the event loop, so that whoever
 * comes behind a crowd waits as many turns as it has members: while there is one, turns have to be short.
 */

/** So many turns in a row that each brought a connection make a crowd. */
const CROWD_TURNS = 4;
/** Turns that a piece of long work leaves to a crowd before the next one. */
const LONGEST_REST_TURNS = 100;

let turns = 0;
let hasCome = false;
let isWatched = false;

const endTurn = (): void => {
  turns = hasCome ? turns + 1 : 0;
  isWatched = hasCome;
  hasCome = false;
  if (isWatched) setImmediate(endTurn);
};

/** To be called for every connection that comes in. */
export const noteNewcomer = (): void => {
  hasCome = true;
  if (isWatched) return;
  isWatched = true;
  setImmediate(endTurn);
};

/** Whether connections come in one after another: each turn should do little then. */
export const isCrowded = (): boolean => turns >= CROWD_TURNS;

/** The next turn of the event loop. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/**
 * What `act` makes of each, in their order. One is begun in a turn of the event loop, so that whoever else waits is let
 * in between.
 */
export const inTurns = <T, R>(all: Iterable<T>, act: (one: T) => Promise<R>): Promise<R[]> => {
  let turn: Promise<void> | null = null;
  return Promise.all(
    Array.from(all, (one) => {
      turn = turn ? turn.then(nextTurn) : Promise.resolve();
      return turn.then(() => act(one));
    }),
  );
};

/** The next turn of the event loop; after a piece of long work, and at most a bounded while when a crowd comes in. */
export const letOthersIn = async (): Promise<void> => {
  for (let turn = 0; turn === 0 || (isCrowded() && turn < LONGEST_REST_TURNS); turn++) await nextTurn();
};
