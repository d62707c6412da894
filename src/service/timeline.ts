import { DAY_MS } from '../core/durations.ts';
import { LONGEST_TIMELINE_MS, timeline } from '../core/timeline.ts';
import { Fault } from '../fault.ts';
import type { Programme } from '../loop/programme.ts';
import type { Clock } from '../platform/clock.ts';
import type { ListedMessage } from '../schema/messages.ts';
import type { TimelineAnswer } from '../schema/timeline.ts';
import type { Store } from '../store/store.ts';
import { boardOf } from './lookup.ts';
import { readMoment } from './moments.ts';

/** What boards will show: from the same resolver that decides it. */
export class TimelineService {
  readonly #store: Store;
  readonly #programme: Programme;
  readonly #clock: Clock;
  readonly #zone: () => string;
  readonly #messagesOf: (boardId: string) => readonly ListedMessage[];

  constructor(
    store: Store,
    programme: Programme,
    clock: Clock,
    zone: () => string,
    messagesOf: (boardId: string) => readonly ListedMessage[],
  ) {
    this.#store = store;
    this.#programme = programme;
    this.#clock = clock;
    this.#zone = zone;
    this.#messagesOf = messagesOf;
  }

  /**
   * From one ISO time to another, by default the next 24 hours: 404 unknown board, 400 for times that do not exist, are
   * in the wrong order or lie more than 31 days apart.
   */
  get(boardId: string, fromText: string | undefined, toText: string | undefined): TimelineAnswer {
    const board = boardOf(this.#store.state, boardId);
    const now = this.#clock.now();
    const from = fromText === undefined ? now : this.instantOf('from', fromText);
    const to = toText === undefined ? from + DAY_MS : this.instantOf('to', toText);
    if (to <= from) throw new Fault(400, 'to: it has to lie after from.');
    if (to - from > LONGEST_TIMELINE_MS) throw new Fault(400, 'to: at most 31 days after from can be told.');
    const { ranges, ...whole } = timeline({ ...this.#programme.inputOf(board.id, now), from, to });
    const messages = this.#messagesOf(board.id).flatMap(({ id, priority, text, at, until }) =>
      at !== null && Date.parse(at) >= from && at < whole.to ? [{ id, priority, text, at, until }] : [],
    );
    return { board_id: board.id, ...whole, ranges: [...ranges], ...(messages.length > 0 && { messages }) };
  }

  /** `readMoment` in the zone of the install. */
  instantOf(name: string, text: string): number {
    return readMoment(name, text, this.#zone());
  }
}
