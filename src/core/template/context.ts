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
}

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

/** Bounds the work of one rendering. */
export interface Budget {
  /** Takes `cost` units; throws BudgetSpent when fewer are left. */
  spend(cost: number): void;
}

/** Thrown when a rendering asks for more work than its budget allows. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
  constructor() {
    super('the template asks for too much work');
  }
}

/**
 * Units of a usual budget: the most expensive template takes some 20 ms, a page of ordinary formulas about a thousand
 * units.
 */
const DEFAULT_BUDGET = 32_000;

/**
 * A budget of `limit` units; a unit is one step of evaluation, or the processing of a few dozen characters (see
 * `textCost`).
 */
export const createBudget = (limit = DEFAULT_BUDGET): Budget => {
  let left = limit;
  return {
    spend: (cost) => {
      left -= cost;
      if (!(left >= 0)) throw new BudgetSpent();
    },
  };
};

/** Units that making or scanning a text of `length` characters costs. */
export const textCost = (length: number): number => 1 + length / 32;
