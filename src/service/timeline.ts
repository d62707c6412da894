import { Mutex } from '../core/mutex.ts';
import { DAY_MS } from '../core/time/durations.ts';
import { LONGEST_TIMELINE_MS, timelineSteps, type Timeline, type TimelineInput } from '../core/timeline.ts';
import { Fault } from '../fault.ts';
import type { ListedMessage } from '../schema/content/messages.ts';
import type { TimelineAnswer } from '../schema/content/timeline.ts';
import { Slice } from '../picture/slice.ts';
import type { BoardParts } from './boards/parts.ts';
import { boardOf } from './lookup.ts';
import { readMoment } from './moments.ts';

/** Slices of the event loop's time that one timeline takes: seconds, which usual rules and collections never need. */
const MOST_SLICES = 500;

/** What timelines are made from. */
export interface TimelineServiceOptions extends Pick<BoardParts, 'store' | 'programme' | 'clock'> {
  readonly zone: () => string;
  readonly messagesOf: (boardId: string) => readonly ListedMessage[];
}

/** What boards will show: from the same resolver that decides it. */
export class TimelineService {
  readonly #options: TimelineServiceOptions;
  readonly #turns = new Mutex();

  constructor(options: TimelineServiceOptions) {
    this.#options = options;
  }

  /**
   * From one ISO time to another, by default the next 24 hours: 404 unknown board, 400 for times that do not exist, are
   * in the wrong order or lie more than 31 days apart. One is made at a time, in slices; rejects once `signal` aborts.
   */
  async get(
    boardId: string,
    fromText: string | undefined,
    toText: string | undefined,
    signal?: AbortSignal,
  ): Promise<TimelineAnswer> {
    const { store, programme, clock, messagesOf } = this.#options;
    const board = boardOf(store.state, boardId);
    const now = clock.now();
    const from = fromText === undefined ? now : this.instantOf('from', fromText);
    const to = toText === undefined ? from + DAY_MS : this.instantOf('to', toText);
    if (to <= from) throw new Fault(400, 'to: it has to lie after from.');
    if (to - from > LONGEST_TIMELINE_MS) throw new Fault(400, 'to: at most 31 days after from can be told.');
    const whole = await this.#turns.run(() => this.#make({ ...programme.inputOf(board.id, now), from, to }, signal));
    const messages = messagesOf(board.id).flatMap(({ id, priority, text, at, until }) =>
      at !== null && Date.parse(at) >= from && at < whole.to ? [{ id, priority, text, at, until }] : [],
    );
    return { board_id: board.id, ...whole, ...(messages.length > 0 && { messages }) };
  }

  async #make(input: TimelineInput, signal: AbortSignal | undefined): Promise<Timeline> {
    signal?.throwIfAborted();
    const slice = new Slice(this.#options.clock, signal);
    const steps = timelineSteps(input);
    let step = steps.next();
    for (let slices = 1; !step.done; step = steps.next(slices > MOST_SLICES)) {
      if (!slice.isOver) continue;
      slices++;
      await slice.next();
    }
    return step.value;
  }

  /** `readMoment` in the zone of the install. */
  instantOf(name: string, text: string): number {
    return readMoment(name, text, this.#options.zone());
  }
}
