import { readerAt } from '../../core/template/formula/data.ts';
import { compileBlanks, compileExpects, expectAnyOf, type Lack } from './expects.ts';
import { compileLookup } from '../lookup.ts';
import { readPathsOf } from './read-paths.ts';
import { compileRequest, type RequestPlan } from '../request-plan.ts';
import type { ListSpec, RequestSpec, ValueSpec } from '../form/schema.ts';
import { FormulaNames, FormulaProblem, compileRule, namesOf, type Rule } from '../scope.ts';
import { compileTemplate, type TextTemplate } from './text-template.ts';
import type { Source, SourceProblem } from '../form/source.ts';

/** A value, compiled: its path in the answer or the item, and its formula. */
export interface CompiledValue {
  readonly name: string;
  readonly spec: ValueSpec;
  /** What reads its path. */
  readonly at: ((start: unknown) => unknown) | undefined;
  readonly rule: Rule | undefined;
}

/** A formula of a list, and whether it reads values of the item's row. */
export interface ListRule {
  readonly rule: Rule;
  readonly readsRow: boolean;
}

/** A list, compiled. */
export interface CompiledList {
  readonly name: string;
  readonly spec: ListSpec;
  readonly from: Rule;
  readonly where: ListRule | undefined;
  readonly sort: ListRule | undefined;
  readonly unique: ListRule | undefined;
  readonly values: readonly CompiledValue[];
}

/** A request, compiled. */
export interface CompiledRequest {
  readonly spec: RequestSpec;
  readonly plan: RequestPlan;
  readonly when: Rule | undefined;
  readonly each: Rule | undefined;
  readonly next: Rule | undefined;
  readonly error: Rule | undefined;
  /** What an answer lacks that a true one has. */
  readonly lack: Lack | undefined;
  /** Makes null of empty texts where a true answer has numbers. */
  readonly blanks: ((answer: unknown) => void) | undefined;
}

/** What compiling makes of the formulas of a source. */
interface CompiledParts {
  readonly requests: readonly CompiledRequest[];
  readonly vars: readonly { readonly name: string; readonly rule: Rule }[];
  readonly lists: readonly CompiledList[];
  readonly values: readonly CompiledValue[];
  readonly triggers: readonly { readonly id: string; readonly when: Rule; readonly message: TextTemplate }[];
  readonly usesTime: boolean;
}

/** So many sources keep their compiled formulas: each takes some 30 KB, and compiling them again a tenth of a ms. */
const MOST_COMPILED = 4;
/** The compiled formulas of the sources that were used last, the latest at the end. */
const latest = new Map<CompiledSource, CompiledParts>();

/** A source whose formulas are ready to run; those of sources that rest are compiled again at their next use. */
export class CompiledSource {
  readonly source: Source;
  /** Whether the same answers give other data later. */
  readonly usesTime: boolean;

  /** `parts` are those of the source. */
  constructor(source: Source, parts: CompiledParts) {
    this.source = source;
    this.usesTime = parts.usesTime;
    this.#keep(parts);
  }

  /** Its compiled formulas. */
  get parts(): CompiledParts {
    const parts = latest.get(this) ?? compileParts(this.source).parts;
    this.#keep(parts);
    return parts;
  }

  #keep(parts: CompiledParts): void {
    latest.delete(this);
    latest.set(this, parts);
    for (const oldest of latest.keys()) {
      if (latest.size <= MOST_COMPILED) return;
      latest.delete(oldest);
    }
  }
}

const LIVE_FORMATS = new Set(['wait', 'ago']);

// What stands for parts that cannot be compiled: nobody uses a source with one.
const NO_RULE: Rule = { usesTime: false, read: () => null };
const NO_PLAN: RequestPlan = () => ({ method: 'GET', url: '', headers: {}, body: null });
const NO_TEXT: TextTemplate = { usesTime: false, alone: undefined, print: () => '' };

/** Compiles the parts of a source, and gathers what is wrong with them. */
class Compilation {
  readonly problems: SourceProblem[] = [];
  readonly #names: FormulaNames;
  usesTime = false;

  constructor(names: FormulaNames) {
    this.#names = names;
  }

  /** What is compiled, or what stands for it. */
  attempt<T>(path: SourceProblem['path'], compile: (names: FormulaNames) => T, instead: T): T {
    try {
      return compile(this.#names);
    } catch (error) {
      if (!(error instanceof FormulaProblem)) throw error;
      this.problems.push({ path, message: error.message });
      return instead;
    }
  }

  rule(formula: string, path: SourceProblem['path']): Rule {
    const rule = this.attempt(path, (names) => compileRule(formula, names), NO_RULE);
    this.usesTime ||= rule.usesTime;
    return rule;
  }

  optional(formula: string | undefined, path: SourceProblem['path']): Rule | undefined {
    return formula === undefined ? undefined : this.rule(formula, path);
  }

  value(name: string, spec: ValueSpec, path: SourceProblem['path']): CompiledValue {
    if (spec.path === undefined && spec.formula === undefined)
      this.problems.push({ path, message: 'expected a path or a formula' });
    if (!Number.isInteger(spec.max_length)) this.problems.push({ path, message: 'expected max_length' });
    this.usesTime ||= LIVE_FORMATS.has(spec.format);
    const at = spec.path === undefined ? undefined : readerAt(spec.path);
    return { name, spec, at, rule: this.optional(spec.formula, [...path, 'formula']) };
  }

  listRule(formula: string | undefined, path: SourceProblem['path']): ListRule | undefined {
    if (formula === undefined) return undefined;
    return { rule: this.rule(formula, path), readsRow: /\brow\s*\./i.test(formula) };
  }

  list(name: string, spec: ListSpec): CompiledList {
    const path = ['lists', name];
    if (spec.from === '') this.problems.push({ path, message: 'expected from' });
    return {
      name,
      spec,
      from: this.rule(spec.from, [...path, 'from']),
      where: this.listRule(spec.where, [...path, 'where']),
      sort: this.listRule(spec.sort, [...path, 'sort']),
      unique: this.listRule(spec.unique, [...path, 'unique']),
      values: Object.entries(spec.values).map(([field, value]) => this.value(field, value, [...path, 'values', field])),
    };
  }

  /** What a file says of true answers; of a file that says nothing, that something of what it reads is there. */
  lack(source: Source, { id, expects, pick, answer, each, paging }: RequestSpec): Lack | undefined {
    if (expects) return compileExpects(expects, pick);
    const isTree = answer === 'json' || answer === 'xml';
    const isFirst = source.requests[0]?.id === id;
    const isSure =
      isFirst && Object.values(source.values).some((value) => value.required && value.formula === undefined);
    // Formulas see answers of several pages put together, and what is required says by itself that it is missing.
    const paths = isTree && !isSure && each === undefined && !paging ? readPathsOf(source, id) : [];
    return paths.length > 0 ? expectAnyOf(paths) : undefined;
  }

  request(source: Source, form: RequestSpec, at: number): CompiledRequest {
    const path = ['requests', at];
    return {
      spec: form,
      plan: this.attempt(path, (names) => compileRequest(form, names), NO_PLAN),
      when: this.optional(form.when, [...path, 'when']),
      each: this.optional(form.each, [...path, 'each']),
      next: this.optional(form.paging?.next, [...path, 'paging', 'next']),
      error: this.optional(form.error, [...path, 'error']),
      lack: this.lack(source, form),
      blanks: form.expects && compileBlanks(form.expects),
    };
  }
}

/** The formulas of a source, and what is wrong with them. */
const compileParts = (source: Source): { readonly work: Compilation; readonly parts: CompiledParts } => {
  const work = new Compilation(namesOf(source));
  const triggers = source.triggers.map(({ id, when, message }, at) => ({
    id,
    when: work.rule(when, ['triggers', at, 'when']),
    message: work.attempt(['triggers', at, 'message'], (names) => compileTemplate(message, names), NO_TEXT),
  }));
  work.usesTime = false;
  const formulas = {
    requests: source.requests.map((request, at) => work.request(source, request, at)),
    vars: Object.entries(source.vars).map(([name, formula]) => ({ name, rule: work.rule(formula, ['vars', name]) })),
    lists: Object.entries(source.lists).map(([name, list]) => work.list(name, list)),
    values: Object.entries(source.values).map(([name, value]) => work.value(name, value, ['values', name])),
  };
  return { work, parts: { ...formulas, triggers, usesTime: work.usesTime } };
};

/** Compiles all formulas of a source, or says where which of them fail. */
export const compileSource = (
  source: Source,
): { readonly compiled: CompiledSource } | { readonly problems: readonly SourceProblem[] } => {
  const { work, parts } = compileParts(source);
  for (const [name, form] of Object.entries(source.lookups))
    work.attempt(['lookups', name], (names) => compileLookup(form, names.withNames(new FormulaNames().names)), null);
  if (work.problems.length > 0) return { problems: work.problems };
  return { compiled: new CompiledSource(source, parts) };
};
