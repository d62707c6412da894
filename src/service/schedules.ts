import { rulesOf } from '../core/schedule/schedule.ts';
import { resolveTimes } from '../core/schedule/rule-times.ts';
import { checkRule } from '../core/schedule/rule-check.ts';
import { ruleWarnings, validateSchedules } from '../core/schedule/schedule-check.ts';
import { sentMembers } from '../core/record.ts';
import { recordsById } from '../core/records.ts';
import { nextTurn } from '../platform/crowd.ts';
import { Fault } from '../fault.ts';
import { toInstant, type Clock } from '../platform/clock.ts';
import type { StoredBoard } from '../schema/boards/boards.ts';
import { completed } from '../schema/common.ts';
import {
  ScheduleSchema,
  type PlanReport,
  type Schedule,
  type ScheduleAnswer,
  type ScheduleCreate,
  type ScheduleList,
  type ScheduleUpdate,
  type ScheduleWriteAnswer,
} from '../schema/content/schedules.ts';
import type { State } from '../schema/state.ts';
import type { Store } from '../store/store.ts';
import { newId, boardOf, requireFound } from './lookup.ts';
import { requireFit } from './pages/showable.ts';

/** The slot of rules that belong to whichever board is the primary. */
const DEFAULT_SLOT = '';

/** The time rules of all boards. */
export class ScheduleService {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #zone: () => string;

  constructor(store: Store, clock: Clock, zone: () => string) {
    this.#store = store;
    this.#clock = clock;
    this.#zone = zone;
  }

  get #state(): State {
    return this.#store.state;
  }

  /**
   * Rules of the primary board without an id, of one board with its id (none for an unknown one), of all boards with
   * `*`.
   */
  list(boardId: string | null): ScheduleList {
    if (boardId === '*') {
      const schedules = this.#state.schedules.map((rule) => this.#answer(rule));
      return { schedules, total: schedules.length, default_page_id: null, enabled: null };
    }
    const [primary] = this.#state.boards;
    const board =
      boardId === null || boardId === DEFAULT_SLOT || boardId === 'primary'
        ? primary
        : this.#state.boards.find((one) => one.id === boardId);
    const schedules = board
      ? rulesOf(board.id, board === primary, this.#state.schedules).map((rule) => this.#answer(rule))
      : [];
    return {
      schedules,
      total: schedules.length,
      default_page_id: board?.default_page_id ?? null,
      enabled: board?.schedule_enabled ?? null,
    };
  }

  /** One rule; 404 when there is none. */
  get(id: string): ScheduleAnswer {
    return this.#answer(ruleOf(this.#state, id));
  }

  /** Stores a new rule: 404 for an unknown page or board, 400 for what cannot be; overlaps and gaps are warnings. */
  async create(body: ScheduleCreate): Promise<ScheduleWriteAnswer> {
    const rule = completed(ScheduleSchema, {
      ...body,
      id: newId(),
      board_id: this.#slotOf(body.board_id),
      created_at: toInstant(this.#clock.now()),
    });
    await this.#store.update((state) => {
      checkForm(rule);
      checkPage(state, rule);
      return { schedules: [...state.schedules, rule] };
    });
    return this.#writeAnswer(rule);
  }

  /** Applies the sent fields; null empties those that can be empty and leaves the others. */
  async update(id: string, body: ScheduleUpdate): Promise<ScheduleWriteAnswer> {
    await this.#store.update((state) => {
      const rule = this.#merge(ruleOf(state, id), body);
      checkForm(rule);
      // A rule whose page is gone or has another size by now can still be switched off or given other times.
      if (typeof body.page_id === 'string' || typeof body.board_id === 'string') checkPage(state, rule);
      return { schedules: state.schedules.map((one) => (one.id === id ? rule : one)) };
    });
    return this.#writeAnswer(ruleOf(this.#state, id));
  }

  /** Removes a rule; its page stays. */
  async remove(id: string): Promise<{ id: string }> {
    await this.#store.update((state) => {
      ruleOf(state, id);
      return { schedules: state.schedules.filter((one) => one.id !== id) };
    });
    return { id };
  }

  /** Overlaps and gaps of the weekly rules of a board, of the primary with null. */
  async validate(boardId: string | null): Promise<PlanReport> {
    const [primary] = this.#state.boards;
    const board = boardOf(this.#state, boardId || 'primary');
    const steps = validateSchedules(
      rulesOf(board.id, board === primary, this.#state.schedules),
      this.#clock.now(),
      this.#zone(),
      this.#state.settings.location,
    );
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      await nextTurn();
    }
  }

  /** `""` stays the default slot, `primary` becomes the id of the primary board; 404 for an unknown board. */
  #slotOf(boardId: string): string {
    return boardId === DEFAULT_SLOT ? DEFAULT_SLOT : boardOf(this.#state, boardId).id;
  }

  #merge(rule: Schedule, body: ScheduleUpdate): Schedule {
    const sent = sentMembers(body, isClearable) as Partial<Schedule>;
    const board = sent.board_id === undefined ? {} : { board_id: this.#slotOf(sent.board_id) };
    return { ...rule, ...sent, ...board, updated_at: toInstant(this.#clock.now()) };
  }

  #answer(rule: Schedule): ScheduleAnswer {
    return { ...rule, ...resolveTimes(rule, this.#clock.now(), this.#zone(), this.#state.settings.location) };
  }

  #writeAnswer(rule: Schedule): ScheduleWriteAnswer {
    const { boards, pages, collections, schedules, settings } = this.#state;
    const board = boardOfRule(this.#state, rule);
    const warnings = ruleWarnings({
      rule,
      rules: rulesOf(board.id, board === boards[0], schedules),
      board,
      pages: recordsById(pages),
      collections: recordsById(collections),
      zone: this.#zone(),
      location: settings.location,
      at: this.#clock.now(),
    });
    return { ...this.#answer(rule), warnings };
  }
}

/** Whether null empties a field. */
const isClearable = (name: string): boolean => ScheduleSchema.entries[name as keyof Schedule].type === 'nullable';

const ruleOf = (state: State, id: string): Schedule =>
  requireFound(recordsById(state.schedules).get(id), 'schedule', id);

const boardOfRule = (state: State, rule: Schedule): StoredBoard =>
  boardOf(state, rule.board_id === DEFAULT_SLOT ? 'primary' : rule.board_id);

const checkForm = (rule: Schedule): void => {
  const violations = checkRule(rule);
  if (violations.length > 0) throw new Fault(400, violations.join(' '));
};

const checkPage = (state: State, rule: Schedule): void =>
  void requireFit(state, rule.page_id, boardOfRule(state, rule));
