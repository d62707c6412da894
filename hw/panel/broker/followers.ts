import { IN_CIRCLE, parseState, type FollowerState } from '../../../src/core/follow/state.ts';
import { gridToRows, type Grid } from '../../../src/core/flaps/grid.ts';
import type { Clock } from '../../../src/platform/clock.ts';

/** A frame as it was published, and when by the monotonic clock. */
export interface Published {
  readonly sequence: number;
  readonly since: number;
}

interface Follower {
  readonly state: FollowerState;
  /** The name that it told last; its id while it has told none. */
  readonly name: string;
  /** What it costs to keep. */
  readonly bytes: number;
}

/** More followers of one board, or more bytes of them, are not kept: it takes several boards to show more walls. */
const MOST_FOLLOWERS = 5000;
const MOST_BYTES = 6 * 1024 * 1024;
const BYTES_OF_ONE = 500;
/** What is on the flaps of so many walls is kept, and so many walls and flaps are told at once. */
const MOST_FLAP_BYTES = 1024 * 1024;
const MOST_TOLD = 1000;
const MOST_TOLD_FLAPS = 200_000;
/** Connections that several followers share, of which the broker tells at a topic of another board. */
const MOST_ELSEWHERE = 64;
/** How long a follower may take to answer, and its flaps to turn. */
const ANSWER_MS = 30_000;
const TURN_MS = 120_000;
const MOST_NAMED = 4;

const CIRCLE = `the boards follow each other ${IN_CIRCLE}, let one of them follow nothing`;

const WORDS: Readonly<Record<string, string>> = {
  paused: 'paused',
  silenced: 'in its silence window',
  covered: 'a message of its own',
  browser_only: 'its output goes to the browser only',
  disabled: 'switched off',
  nothing_to_show: 'it has no frame',
};

/** A wall that has the frame and shows it after its silence window: as its owner planned, so no fault (rules, F5). */
const isAsleep = ({ state }: Follower, { sequence }: Published): boolean =>
  state.online && state.sequence === sequence && !state.shows && state.code === 'silenced';

const flapBytesOf = (state: FollowerState): number => (state.online ? (state.characters?.codes.length ?? 0) : 0);

const bytesOf = (id: string, name: string, state: FollowerState): number => {
  const texts = state.online ? [state.reason, state.error, state.code, state.presence] : [];
  const letters = texts.reduce((sum, text) => sum + (text?.length ?? 0), id.length + name.length);
  return BYTES_OF_ONE + 2 * letters + flapBytesOf(state);
};

/** The appliances that follow one topic, by what they told last. */
export class FollowerList {
  readonly #clock: Clock;
  readonly #stateTopicOf: (id: string) => string;
  readonly #known = new Map<string, Follower>();
  /** Where the broker said last that a connection is gone. */
  readonly #gone = new Set<string>();
  readonly #elsewhere = new Set<string>();
  #bytes = 0;
  #flapBytes = 0;
  #leftOut = 0;

  /** `stateTopicOf` names the topic at which a follower tells its state. */
  constructor(clock: Clock, stateTopicOf: (id: string) => string) {
    this.#clock = clock;
    this.#stateTopicOf = stateTopicOf;
  }

  /** How many are known. */
  get size(): number {
    return this.#known.size;
  }

  /** What could not be kept, in a sentence; null when all is. */
  get excess(): string | null {
    if (this.#leftOut === 0) return null;
    return (
      `${this.#leftOut} messages of walls below this topic were left out, for ${this.#known.size} walls are as much as ` +
      'one board keeps: give other walls a topic of their own, or take from the broker what is no wall.'
    );
  }

  /** Takes what a follower told; an empty text means that it follows no more. Answers the frame that it has. */
  hear(id: string, payload: string): number | null {
    const reading = payload === '' ? null : parseState(payload);
    if (reading && 'problem' in reading) return null;
    const before = this.#known.get(id);
    if (before) this.#forget(id, before);
    this.#hearPresence(this.#stateTopicOf(id), reading?.value.online ?? true);
    if (!reading) return null;
    const state = this.#kept(reading.value);
    const name = (state.online && state.name) || (before?.name ?? id);
    const one = { state, name, bytes: bytesOf(id, name, state) };
    if (this.#known.size >= MOST_FOLLOWERS || this.#bytes + one.bytes > MOST_BYTES) this.#leftOut++;
    else this.#keep(id, one);
    return state.online ? state.sequence : null;
  }

  /** Takes what the broker said of a connection at a topic of another board. */
  hearElsewhere(topic: string, payload: string): void {
    const reading = parseState(payload);
    this.#hearPresence(topic, 'problem' in reading || reading.value.online);
  }

  /** The topics of other boards at which the broker says that a follower is gone, and that were not answered yet. */
  newPresences(id: string): string[] {
    const { state } = this.#known.get(id) ?? {};
    const topic = state?.online ? state.presence : undefined;
    const isOwn = topic?.startsWith(this.#stateTopicOf('')) ?? true;
    if (topic === undefined || isOwn || this.#elsewhere.has(topic) || this.#elsewhere.size >= MOST_ELSEWHERE) return [];
    this.#elsewhere.add(topic);
    return [topic];
  }

  /** Forgets all of them: the broker tells them again. */
  clear(): void {
    this.#known.clear();
    this.#gone.clear();
    this.#elsewhere.clear();
    this.#bytes = 0;
    this.#flapBytes = 0;
    this.#leftOut = 0;
  }

  /** Which walls do not show a frame and why, in a sentence; null when all do, may still be about to, or are asleep. */
  fault(frame: Published | null): string | null {
    if (!frame) return null;
    const wrong = [...this.#known.values()].flatMap((one) => {
      const why = this.#obstacle(one, frame);
      return why === null || this.#isLoneDrift(one) || isAsleep(one, frame) ? [] : [`"${one.name}" (${why})`];
    });
    if (wrong.length === 0) return null;
    const rest = wrong.length > MOST_NAMED ? ` and ${wrong.length - MOST_NAMED} more` : '';
    const count = this.#known.size === 1 ? 'The wall does' : `${wrong.length} of ${this.#known.size} walls do`;
    return `${count} not show this frame as it is: ${wrong.slice(0, MOST_NAMED).join(', ')}${rest}.`;
  }

  /** What the only follower's flaps really show once they stand still, when it has the size of the board. */
  shown(frame: Published, rows: number, cols: number): Grid | null {
    const [only] = this.#known.size === 1 ? [...this.#known.values()] : [];
    if (!only?.state.online || only.state.sequence !== frame.sequence) return null;
    const { shows, drifted, characters } = only.state;
    return (shows || drifted) && characters?.rows === rows && characters.cols === cols ? characters : null;
  }

  /** What is known of them, for an owner: so many walls, and their flaps as long as they are few. */
  describe(frame: Published | null): Record<string, unknown>[] {
    let flaps = 0;
    return [...this.#known].slice(0, MOST_TOLD).map(([follower, one]) => {
      const { presence: _presence, ...state } = { presence: null, ...one.state };
      const grid = one.state.online ? one.state.characters : null;
      flaps += grid?.codes.length ?? 0;
      const characters = grid && flaps <= MOST_TOLD_FLAPS ? gridToRows(grid) : null;
      const online = this.#isThere(one);
      const fault = frame && this.#obstacle(one, frame);
      return { follower, name: one.name, fault, ...state, online, ...(one.state.online ? { characters } : {}) };
    });
  }

  /** What `describe` leaves out, in a sentence; null when that is nothing. */
  get untold(): string | null {
    const more = this.#known.size - MOST_TOLD;
    return more > 0 ? `${more} more walls are known and not listed.` : this.excess;
  }

  #keep(id: string, one: Follower): void {
    this.#known.set(id, one);
    this.#bytes += one.bytes;
    this.#flapBytes += flapBytesOf(one.state);
  }

  #forget(id: string, one: Follower): void {
    this.#known.delete(id);
    this.#bytes -= one.bytes;
    this.#flapBytes -= flapBytesOf(one.state);
  }

  /** A state without its flaps when those of others fill the room for them. */
  #kept(state: FollowerState): FollowerState {
    const isRoom = this.#flapBytes + flapBytesOf(state) <= MOST_FLAP_BYTES;
    return isRoom || !state.online ? state : { ...state, characters: null };
  }

  #hearPresence(topic: string, isThere: boolean): void {
    if (isThere) this.#gone.delete(topic);
    else if (this.#gone.size < MOST_FOLLOWERS) this.#gone.add(topic);
  }

  #isThere({ state }: Follower): boolean {
    return state.online && !(state.presence !== undefined && this.#gone.has(state.presence));
  }

  /** One wall whose flaps somebody moved: its board tells it as drift. */
  #isLoneDrift({ state }: Follower): boolean {
    return this.#known.size === 1 && state.online && state.drifted;
  }

  #obstacle(one: Follower, { sequence, since }: Published): string | null {
    const { state } = one;
    if (!state.online || !this.#isThere(one)) return 'not there';
    // That does not pass by itself, so both boards of the circle name it at once; each in words of its own, for a
    // sentence that quotes the other's would grow with each telling.
    if (state.sequence !== sequence && state.error?.includes(IN_CIRCLE)) return CIRCLE;
    const age = this.#clock.monotonic() - since;
    if (state.sequence !== sequence) return age < ANSWER_MS ? null : (state.error ?? 'it has not taken the frame');
    if (state.shows)
      return state.fit === 'cropped' ? `it has ${state.rows} rows x ${state.cols} columns and shows a part` : null;
    if (state.code !== null) return WORDS[state.code] ?? state.error ?? state.reason ?? state.code;
    if (state.drifted) return 'somebody else changed its flaps';
    return age < TURN_MS ? null : 'its flaps do not get there';
  }
}
