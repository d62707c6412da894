import * as v from 'valibot';
import type { Cancel, Clock } from '../../platform/clock.ts';
import { Deadline } from '../../platform/deadline.ts';
import { JsonObjectSchema, type JsonObject } from '../../schema/common.ts';
import type { KeptBudget } from '../keeping/kept-budget.ts';
import { boundedOrNull, boundLines, costOf } from '../contract/payload.ts';

const LONGEST_MESSAGE = 1000;
const USUAL_SECONDS = 30;
const LONGEST_SECONDS = 86_400;
const MOST_WISHES = 20;
/** Triggers of one plugin or instance that run or are kept away at once. */
const MOST_OF_ONE = 50;
/** What a trigger costs beside what it shows. */
const TRIGGER_BYTES = 1024;

const WishSchema = v.object({
  triggered: v.optional(v.boolean(), true),
  trigger_id: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
  message: v.nullish(v.pipe(v.string(), v.maxLength(LONGEST_MESSAGE))),
  formatted_lines: v.nullish(v.array(v.string())),
  priority: v.optional(v.pipe(v.number(), v.finite()), 0),
  duration_seconds: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(LONGEST_SECONDS)), USUAL_SECONDS),
  data: v.nullish(JsonObjectSchema),
});

/** A trigger that runs: what to show, and until when (ms). */
export interface ActiveTrigger {
  readonly id: string;
  /** The plugin or instance that fired it. */
  readonly key: string;
  readonly page_id: string | null;
  readonly lines: readonly string[] | null;
  readonly message: string | null;
  readonly data: JsonObject | null;
  readonly priority: number;
  readonly until: number;
}

/** What runs or is kept away, until its time is over. */
type Wanted = Omit<ActiveTrigger, 'until'>;

interface Running {
  readonly trigger: Wanted;
  readonly end: Deadline;
  readonly bytes: number;
}

/** What a trigger is paid for under. */
const nameOf = (id: string): string => `trigger ${id}`;

const isOver = (end: Deadline | undefined): boolean => end === undefined || end.leftMs <= 0;

/** The triggers of all plugins: the highest priority that runs wins, of equals the older one. */
export class Triggers {
  readonly #clock: Clock;
  readonly #budget: KeptBudget;
  readonly #listeners = new Set<() => void>();
  readonly #active = new Map<string, Running>();
  /** Ids that an owner dismissed, with the end of their time. */
  readonly #dismissed = new Map<string, { readonly key: string; readonly end: Deadline }>();
  #cancelExpiry: Cancel = () => undefined;

  constructor(clock: Clock, budget: KeptBudget) {
    this.#clock = clock;
    this.#budget = budget;
  }

  /** Tells whenever the winning trigger may be another one. */
  onChange(listener: () => void): Cancel {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /**
   * Takes the wishes of one plugin; a wish with the id of a running trigger refreshes it. Requests without form are
   * dropped; answers why others are, or null.
   */
  take(key: string, pageId: string | null, wishes: unknown): string | null {
    if (!Array.isArray(wishes)) return null;
    let changed = false;
    let refusal: string | null = null;
    for (const wish of wishes.slice(0, MOST_WISHES)) {
      const running = this.#toRunning(key, pageId, wish);
      if (!running || !isOver(this.#dismissed.get(running.trigger.id)?.end)) continue;
      const problem = this.#admit(key, running);
      refusal ??= problem;
      if (problem !== null) continue;
      this.#active.set(running.trigger.id, running);
      changed = true;
    }
    if (changed) this.#settle();
    return refusal;
  }

  /** The trigger that is to be shown now. */
  current(): ActiveTrigger | null {
    return this.list()[0] ?? null;
  }

  /** All that run, the winning one first. */
  list(): ActiveTrigger[] {
    const running = [...this.#active.values()].filter(({ end }) => !isOver(end));
    return running
      .map(({ trigger, end }) => ({ ...trigger, until: end.instant }))
      .sort((a, b) => b.priority - a.priority);
  }

  /** Ends a trigger and keeps it away for the time it had left; false when there is none of this id. */
  dismiss(id: string): boolean {
    const running = this.#active.get(id);
    if (!running || isOver(running.end)) return false;
    this.#remove(id);
    this.#dismissed.set(id, { key: running.trigger.key, end: running.end });
    this.#settle();
    return true;
  }

  /** Ends all that run, as somebody chose a page by hand; answers how many. */
  dismissAll(): number {
    const ids = this.list().map(({ id }) => id);
    for (const id of ids) this.dismiss(id);
    return ids.length;
  }

  /** Ends what a plugin fired, when it is disabled or has other settings. */
  drop(key: string): void {
    const before = this.#active.size;
    for (const { trigger } of this.#active.values()) if (trigger.key === key) this.#remove(trigger.id);
    if (this.#active.size !== before) this.#settle();
  }

  /** Ends everything. */
  stop(): void {
    for (const id of this.#active.keys()) this.#remove(id);
    this.#cancelExpiry();
  }

  /** Drops what is over, arms the next expiry, and tells. */
  #settle(): void {
    this.#cancelExpiry();
    for (const [id, { end }] of this.#active) if (isOver(end)) this.#remove(id);
    for (const [id, { end }] of this.#dismissed) if (isOver(end)) this.#dismissed.delete(id);
    const next = Math.min(...[...this.#active.values()].map(({ end }) => end.leftMs));
    if (Number.isFinite(next)) this.#cancelExpiry = this.#clock.after(next, () => this.#settle());
    for (const listener of this.#listeners) listener();
  }

  /** Takes room for one more trigger, or in place of one of the same id; a sentence when there is none. */
  #admit(key: string, { trigger: { id }, bytes }: Running): string | null {
    const before = this.#active.get(id)?.trigger.key;
    const isMore = before !== key;
    const all = [...this.#active.values(), ...this.#dismissed.values()];
    const own = all.filter((one) => ('trigger' in one ? one.trigger.key : one.key) === key && !isOver(one.end));
    if (isMore && own.length >= MOST_OF_ONE) return `has ${MOST_OF_ONE} triggers already`;
    const refusal = this.#budget.keep(key, nameOf(id), bytes, () => {
      if (this.#active.delete(id)) this.#settle();
    });
    if (refusal === null && isMore) this.#remove(id);
    return refusal;
  }

  #remove(id: string): void {
    const running = this.#active.get(id);
    if (running) this.#budget.release(running.trigger.key, nameOf(id));
    this.#active.delete(id);
  }

  #toRunning(key: string, pageId: string | null, wish: unknown): Running | null {
    const parsed = v.safeParse(WishSchema, wish);
    if (!parsed.success || !parsed.output.triggered) return null;
    const { trigger_id, message, formatted_lines, priority, duration_seconds, data } = parsed.output;
    const lines = boundLines(formatted_lines);
    const trigger = {
      id: trigger_id ?? key,
      key,
      page_id: pageId,
      lines,
      message: message ?? null,
      data: data ? boundedOrNull(data) : null,
      priority,
    };
    const bytes = TRIGGER_BYTES + costOf([trigger.data, trigger.lines, trigger.message]);
    return { trigger, bytes, end: new Deadline(this.#clock, duration_seconds * 1000) };
  }
}
