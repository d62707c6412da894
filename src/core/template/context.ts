import { MINUTE_MS } from '../time/durations.ts';
import { PAGE_BOUNDS } from './allowance.ts';

/** One colour rule of a plugin's field: the first whose condition holds names the tile in front of the value. */
export interface ColorRule {
  readonly condition: '==' | '!=' | '>' | '<' | '>=' | '<=';
  readonly value: unknown;
  readonly color: string;
}

/** The data of one plugin or instance, as templates read it. */
export interface TemplateSource {
  /** The plugin's data; a field that is absent renders as `???`. */
  readonly data: Record<string, unknown>;
  /** Rules per field, in order of precedence. */
  readonly colorRules: Readonly<Record<string, readonly ColorRule[]>>;
  /** Fields whose values may carry markers of their own. */
  readonly markupFields: ReadonlySet<string>;
  /** Whether data keys are entity ids (`light.desk`) that templates spell with underscores. */
  readonly entityLookup: boolean;
  /** When the data were read, in ms since 1970; absent when they are computed whenever they are asked for. */
  readonly readAt?: number;
  /** Whether the data are too old to be shown: there are none, and their places print `-` (rules, X11). */
  readonly isOld?: boolean;
}

/** Minutes since the data of a source were read. */
export const ageOf = ({ readAt }: TemplateSource, now: number): number =>
  readAt === undefined ? 0 : Math.max(0, Math.floor((now - readAt) / MINUTE_MS));

/** Everything that one rendering depends on: equal contexts give equal text. */
export interface RenderContext {
  /** The instant of the rendering, in ms since 1970. */
  readonly now: number;
  /** The install's IANA time zone; an unknown one counts as UTC. */
  readonly zone: string;
  /** The data of a source by its key, lower-case `id` or `id:label`; undefined when it is off or has failed. */
  source(key: string): TemplateSource | undefined;
  /** The budget that is left for this rendering. */
  readonly budget: Budget;
}

/** Bounds what one evaluation does and makes: it is paid before the work. Each throws BudgetSpent when less is left. */
export interface Budget {
  /** Steps that are left; below 0 when more was asked for. */
  readonly left: number;
  /** Takes steps; a step is an operation, or the processing of a few dozen letters (see `textCost`). */
  spend(steps: number): void;
  /** Takes steps for what is done once, by its name: again it costs nothing. */
  spendOnce(name: string, steps: number): void;
  /** Takes members of lists and objects that are about to be made, and the steps of making them. */
  spendMembers(count: number): void;
  /** Takes letters of a text that is about to be made, and the steps of making it. */
  spendLetters(count: number): void;
}

/** Thrown when a rendering asks for more work than its budget allows. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
  constructor() {
    super('the template asks for too much work');
  }
}

class FullBudget implements Budget {
  #steps: number;
  #members: number;
  #letters: number;
  #done: Set<string> | undefined;

  constructor(steps: number, members: number, letters: number) {
    this.#steps = steps;
    this.#members = members;
    this.#letters = letters;
  }

  get left(): number {
    return this.#steps;
  }

  spend(steps: number): void {
    this.#steps -= steps;
    if (!(this.#steps >= 0)) throw new BudgetSpent();
  }

  spendOnce(name: string, steps: number): void {
    if (this.#done?.has(name)) return;
    this.spend(steps);
    (this.#done ??= new Set()).add(name);
  }

  spendMembers(count: number): void {
    this.#members -= count;
    if (!(this.#members >= 0)) throw new BudgetSpent();
    this.spend(count / 2);
  }

  spendLetters(count: number): void {
    this.#letters -= count;
    if (!(this.#letters >= 0)) throw new BudgetSpent();
    this.spend(textCost(count));
  }
}

/** A budget of so many steps, members and letters; those of a page unless told otherwise. */
export const createBudget = (steps = PAGE_BOUNDS.steps, { members, letters } = PAGE_BOUNDS): Budget =>
  new FullBudget(steps, members, letters);

/** Steps that making or scanning a text of `length` characters costs. */
export const textCost = (length: number): number => 1 + length / 32;
