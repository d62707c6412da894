import { DAY_MS, MINUTE_MS } from '../core/durations.ts';
import { LONGEST_TIMELINE_MS, timeline } from '../core/timeline.ts';
import { instantOf } from '../core/zone.ts';
import { Fault } from '../fault.ts';
import type { Programme } from '../loop/programme.ts';
import type { Clock } from '../platform/clock.ts';
import { MOMENT } from '../schema/timeline.ts';
import type { TimelineAnswer } from '../schema/timeline.ts';
import type { Store } from '../store/store.ts';
import { boardOf } from './lookup.ts';

/** What boards will show: from the same resolver that decides it. */
export class TimelineService {
  readonly #store: Store;
  readonly #programme: Programme;
  readonly #clock: Clock;
  readonly #zone: () => string;

  constructor(store: Store, programme: Programme, clock: Clock, zone: () => string) {
    this.#store = store;
    this.#programme = programme;
    this.#clock = clock;
    this.#zone = zone;
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
    return { board_id: board.id, ...whole, ranges: [...ranges] };
  }

  /**
   * The instant (ms) of an ISO time in the field `name`: without an offset it is one of the install's zone, and a blank
   * stands for a plus that was not escaped. Throws a Fault 400 for a time that does not exist.
   */
  instantOf(name: string, text: string): number {
    const match = MOMENT.exec(text);
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (match ?? [])
      .slice(1, 7)
      .map((part) => Number(part ?? 0));
    const civil = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
    const isReal =
      civil.getUTCMonth() === month - 1 && civil.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
    if (!match || !isReal || year < 1970 || year > 9000)
      throw new Fault(400, `${name}: "${text.slice(0, 80)}" does not exist.`);
    const offset = match[7];
    if (offset === undefined) return instantOf({ year, month, day, hour, minute, second }, this.#zone());
    return civil.getTime() - offsetMs(offset);
  }
}

const offsetMs = (offset: string): number => {
  const [, sign, hours, minutes] = /^([+ -])(\d{2}):?(\d{2})$/.exec(offset) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE_MS;
};
