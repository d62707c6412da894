import { createBudget } from '../../core/template/context.ts';
import type { Documents } from '../../documents/port.ts';
import type { JsonObject } from '../../schema/common.ts';
import type { CompiledSource } from '../compiling/compile-source.ts';
import { DAMAGES, damageBody, type Damage } from './damage.ts';
import { TOO_MUCH_WORK, evaluateTriggers } from '../evaluate.ts';
import { answerSample, momentOfSample, type BodyChange, type SampleRun } from './sample.ts';
import type { RequestSpec, ValueSpec } from '../form/schema.ts';
import type { Source } from '../form/source.ts';

/** A damaged answer that a source takes for a true one. */
export interface Mistake {
  readonly sample: string;
  readonly request: string;
  readonly damage: Damage;
  /** A variable that is made of it. */
  readonly variable: string;
}

/** A mistake, as a sentence for who wrote the file. */
export const mistakeText = ({ sample, request, damage, variable }: Mistake): string =>
  `${damage} in the place of the answer of "${request}" (sample "${sample}") shows as "${variable}": say in "expects" what a true answer has`;

/** What comes of damaged answers, or a sentence when that cannot be found out. */
export type TrialResult = { readonly mistakes: readonly Mistake[] } | { readonly error: string };

/** What all evaluations of one trial may take together: some 2 s, shared by turns with everything else. */
const BOUNDS = { steps: 8_000_000, members: 4_000_000, letters: 64_000_000 };
const MOST_RUNS = 600;
const TOO_MUCH: TrialResult = { error: 'its samples ask for too much work' };

/** Stands before the id of a trigger among what is shown. */
const TRIGGER = 'trigger ';

/** What stands on the flaps where nothing is known. */
const BLANK = /^[\s\-?]*$/;

/** What a variable shows, a row of a list apart from the others. */
interface Shown {
  readonly name: string;
  readonly text: string;
  readonly spec: ValueSpec | undefined;
}

const rowsOf = ({ lists }: Source, name: string, rows: readonly JsonObject[]): Shown[] =>
  rows.flatMap((row, at) =>
    Object.entries(row).map(([field, value]) => ({
      name: `${name}.${at}.${field}`,
      text: String(value),
      spec: lists[name]?.values[field],
    })),
  );

const shownIn = (source: Source, data: JsonObject): Shown[] =>
  Object.entries(data).flatMap(([name, value]) =>
    Array.isArray(value)
      ? rowsOf(source, name, value as JsonObject[])
      : [{ name, text: String(value), spec: source.values[name] }],
  );

/** Whether something is said: no blank, and nothing that stands for what is missing. */
const isStated = ({ text, spec }: Shown): boolean => !BLANK.test(text) && text !== String(spec?.default ?? '');

const othersOf = (source: Source, data: JsonObject, other: JsonObject): Shown[] => {
  const known = new Map(shownIn(source, other).map(({ name, text }) => [name, text]));
  return shownIn(source, data).filter(({ name, text }) => known.get(name) !== text);
};

/** In tables numbers are texts, and so are names that look like numbers: there, only what is shown as number counts. */
const isWrongNumber = (one: Shown, isTable: boolean): boolean =>
  isStated(one) && (!isTable || one.spec?.type === 'number');

/** Whether a file says of a request that there may be nothing: of a list, or of what is picked out of one. */
const isCalmWhenEmpty = ({ expects, answer, pick }: RequestSpec): boolean =>
  answer === 'rss' ||
  answer === 'ical' ||
  Object.entries(expects ?? {}).some(([path, kind]) =>
    pick?.[path]?.includes('[') ? String(kind).endsWith('?') : /^(?:list|items)(?:\?| or null)?$/.test(String(kind)),
  );

/** Whether a source has lists and none of them has an item. */
const listsEmpty = ({ lists }: Source, data: JsonObject): boolean => {
  const names = Object.keys(lists);
  return names.length > 0 && names.every((name) => data[`${name}_count`] === 0);
};

/** Waits until others had their turn. */
type Turn = () => Promise<unknown>;

class SampleTrial {
  readonly #run: SampleRun;
  readonly #turn: Turn;
  runs = 0;
  isSpent = false;

  constructor(run: SampleRun, turn: Turn) {
    this.#run = run;
    this.#turn = turn;
  }

  /** The data that come of it, with the triggers that fire; null when it is refused. */
  async #data(change: BodyChange): Promise<JsonObject | null> {
    await this.#turn();
    this.runs++;
    const { compiled, moment } = this.#run;
    const { answers, result } = await answerSample({ ...this.#run, change });
    if ('data' in result) {
      const fired = evaluateTriggers(compiled, answers, moment).map(({ id }) => [`${TRIGGER}${id}`, 'fires']);
      return { ...result.data, ...Object.fromEntries(fired) };
    }
    this.isSpent ||= result.error === TOO_MUCH_WORK;
    return null;
  }

  /** Each request that is made, with what each damage makes wrong. */
  async mistakes(): Promise<Omit<Mistake, 'sample'>[]> {
    const asked = new Set<string>();
    const whole = await this.#data(({ id }) => {
      asked.add(id);
      return null;
    });
    if (!whole) return [];
    const found: Omit<Mistake, 'sample'>[] = [];
    for (const { spec: form } of this.#run.compiled.parts.requests.filter(({ spec: { id } }) => asked.has(id))) {
      const without = await this.#data(({ id }) => (id === form.id ? false : null));
      for (const damage of DAMAGES) {
        const variable = await this.#wrongOf(form, damage, whole, without);
        if (variable !== undefined) found.push({ request: form.id, damage, variable });
        if (this.isSpent) return found;
      }
    }
    return found;
  }

  async #wrongOf(
    spec: RequestSpec,
    damage: Damage,
    whole: JsonObject,
    without: JsonObject | null,
  ): Promise<string | undefined> {
    let isDone = false;
    const { source } = this.#run.compiled;
    let isCalm = isCalmWhenEmpty(spec);
    const isQuiet = isCalm && listsEmpty(source, whole);
    const data = await this.#data((form, body) => {
      if (form.id !== spec.id) return null;
      const damaged = damageBody(body, damage, form);
      isDone ||= damaged !== null;
      isCalm &&= damage === 'empty lists' || isQuiet || damageBody(body, 'empty lists', form) === null;
      return damaged;
    });
    if (!isDone || !data) return undefined;
    const others = othersOf(source, data, whole);
    const fired = others.find(({ name }) => name.startsWith(TRIGGER));
    if (fired) return fired.name;
    if (without && othersOf(source, data, without).length === 0) return undefined;
    if (damage === 'texts instead of numbers')
      return others.find((one) => isWrongNumber(one, spec.answer !== 'json'))?.name;
    if (damage === 'empty lists' && (isCalm || others.length === 0)) return undefined;
    if (damage === 'nothing but nulls' && isCalm) return undefined;
    return (others.find(isStated) ?? shownIn(source, data).find(isStated) ?? shownIn(source, data)[0])?.name;
  }
}

/**
 * Puts damaged answers in the place of each answer of each sample, and tells which of them become data or set off a
 * trigger (rules, X13). It is bounded in work whatever the file says, and gives others their turn.
 */
export const tryDamages = async (
  compiled: CompiledSource,
  documents: Documents,
  turn: Turn = () => Promise.resolve(),
): Promise<TrialResult> => {
  const budget = createBudget(BOUNDS.steps, BOUNDS);
  const mistakes: Mistake[] = [];
  let runs = 0;
  for (const [name, sample] of Object.entries(compiled.source.samples)) {
    if (sample.error !== undefined) continue;
    const moment = { ...momentOfSample(compiled, sample), budget };
    const trial = new SampleTrial({ compiled, sample, documents, moment }, turn);
    mistakes.push(...(await trial.mistakes()).map((one) => ({ sample: name, ...one })));
    runs += trial.runs;
    if (trial.isSpent || runs > MOST_RUNS) return TOO_MUCH;
  }
  return { mistakes };
};
