import type { FollowerState } from '../../../src/core/follow/state.ts';
import { parseState } from '../../../src/core/follow/state.ts';
import type { Grid } from '../../../src/core/grid.ts';
import { gridToRows } from '../../../src/core/grid.ts';
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
}

/** More followers of one board are not kept: it takes several boards to show more walls. */
const MOST_FOLLOWERS = 5000;
/** How long a follower may take to answer, and its flaps to turn. */
const ANSWER_MS = 30_000;
const TURN_MS = 120_000;
const MOST_NAMED = 4;

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

/** The appliances that follow one topic, by what they told last. */
export class FollowerList {
  readonly #clock: Clock;
  readonly #known = new Map<string, Follower>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How many are known. */
  get size(): number {
    return this.#known.size;
  }

  /** Takes what a follower told; an empty text means that it follows no more. Answers the frame that it has. */
  hear(id: string, payload: string): number | null {
    if (payload === '') return this.#known.delete(id), null;
    if (!this.#known.has(id) && this.#known.size >= MOST_FOLLOWERS) return null;
    const reading = parseState(payload);
    if ('problem' in reading) return null;
    const state = reading.value;
    const name = (state.online && state.name) || (this.#known.get(id)?.name ?? id);
    this.#known.set(id, { state, name });
    return state.online ? state.sequence : null;
  }

  /** Forgets all of them: the broker tells them again. */
  clear(): void {
    this.#known.clear();
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

  /** Everything that is known of them, for an owner. */
  describe(frame: Published | null): Record<string, unknown>[] {
    return [...this.#known].map(([follower, one]) => ({
      follower,
      name: one.name,
      fault: frame && this.#obstacle(one, frame),
      ...one.state,
      ...(one.state.online ? { characters: one.state.characters && gridToRows(one.state.characters) } : {}),
    }));
  }

  /** One wall whose flaps somebody moved: its board tells it as drift. */
  #isLoneDrift({ state }: Follower): boolean {
    return this.#known.size === 1 && state.online && state.drifted;
  }

  #obstacle({ state }: Follower, { sequence, since }: Published): string | null {
    if (!state.online) return 'not there';
    const age = this.#clock.monotonic() - since;
    if (state.sequence !== sequence) return age < ANSWER_MS ? null : (state.error ?? 'it has not taken the frame');
    if (state.shows)
      return state.fit === 'cropped' ? `it has ${state.rows} rows x ${state.cols} columns and shows a part` : null;
    if (state.code !== null) return WORDS[state.code] ?? state.error ?? state.reason ?? state.code;
    if (state.drifted) return 'somebody else changed its flaps';
    return age < TURN_MS ? null : 'its flaps do not get there';
  }
}
