import { BudgetSpent } from '../core/template/context.ts';
import { toText, toTruth } from '../core/template/formula/coerce.ts';
import { isError } from '../core/template/formula/errors.ts';
import { valueAtPath } from '../core/template/formula/data.ts';
import type { CompiledRequest, CompiledSource } from './compile-source.ts';
import type { Answers } from './evaluate.ts';
import type { PlannedRequest } from './request-plan.ts';
import type { RequestSpec } from './schema.ts';
import { contextOf, startScope } from './scope.ts';
import type { Rule, Scope, SourceMoment } from './scope.ts';

/** What came back: the value of the answer (null where the status means nothing), or why there is none. */
export type Reply =
  | { readonly value: unknown; readonly cookies?: string }
  | { readonly error: string; readonly status?: number };

/** Sends one request and reads its answer. Never rejects. */
export type Ask = (request: PlannedRequest, spec: RequestSpec) => Promise<Reply>;

/** All answers of a source, or a sentence that says why there are none. */
export type RunResult = { readonly answers: Answers } | { readonly error: string };

const MOST_ENTRIES = 10;
const DENIED = new Set([401, 403]);

/** One round of a source's requests. */
class Round {
  readonly #source: CompiledSource;
  readonly #moment: SourceMoment;
  readonly #ask: Ask;
  readonly #answers: Record<string, unknown> = {};
  readonly #cookies: Record<string, string> = {};
  readonly #base: Scope;

  constructor(source: CompiledSource, moment: SourceMoment, ask: Ask) {
    this.#source = source;
    this.#moment = moment;
    this.#ask = ask;
    this.#base = startScope(source.source, moment);
  }

  async run(): Promise<RunResult> {
    for (const request of this.#source.requests) {
      const reply = await this.#answer(request);
      if ('error' in reply && request.spec.optional !== true) return { error: reply.error };
      this.#answers[request.spec.id] = 'error' in reply ? null : reply.value;
    }
    return { answers: this.#kept() };
  }

  /** Sessions stay here: what is handed on may be stored. */
  #kept(): Answers {
    const sessions = new Set(
      this.#source.requests.filter(({ spec }) => spec.session === true).map(({ spec }) => spec.id),
    );
    return Object.fromEntries(Object.entries(this.#answers).filter(([id]) => !sessions.has(id)));
  }

  #scope(more: Scope = {}): Scope {
    const first = this.#source.source.requests[0]?.id ?? '';
    return { ...this.#base, ...this.#answers, answer: this.#answers[first], cookies: this.#cookies, ...more };
  }

  #read(rule: Rule, more: Scope = {}) {
    return rule.read(this.#scope(more), contextOf(this.#moment));
  }

  async #answer(request: CompiledRequest): Promise<Reply> {
    if (request.when && toTruth(this.#read(request.when)) !== true) return { value: null };
    const reply = request.each ? await this.#each(request, request.each) : await this.#paged(request, {});
    if ('cookies' in reply && reply.cookies !== undefined) this.#cookies[request.spec.id] = reply.cookies;
    return reply;
  }

  async #each(request: CompiledRequest, each: Rule): Promise<Reply> {
    const entries = this.#read(each);
    const list = Array.isArray(entries)
      ? (entries as unknown[]).slice(0, Math.min(MOST_ENTRIES, request.spec.most))
      : [];
    const values: unknown[] = [];
    let problem: Reply | null = null;
    for (const entry of list) {
      const reply = await this.#paged(request, { entry });
      if ('error' in reply) problem ??= reply;
      else values.push({ entry, answer: reply.value });
    }
    return problem && values.length === 0 ? problem : { value: values };
  }

  async #paged(request: CompiledRequest, more: Scope): Promise<Reply> {
    const { paging } = request.spec;
    const first = await this.#once(request, request.plan.plan(this.#scope(more), contextOf(this.#moment)));
    if (!paging || !request.next || 'error' in first) return first;
    const items: unknown[] = [];
    let reply: Reply = first;
    for (let pages = 1; 'value' in reply; pages++) {
      const found = valueAtPath(reply.value, paging.items);
      if (Array.isArray(found)) items.push(...(found as unknown[]));
      const next = toText(this.#read(request.next, { ...more, page: reply.value }));
      if (pages >= paging.most || isError(next) || next === '') break;
      const plan = request.plan.plan(this.#scope(more), contextOf(this.#moment));
      if (!URL.canParse(next, plan.url)) break;
      const url = new URL(next, plan.url);
      if (url.origin !== new URL(plan.url).origin) break;
      reply = await this.#once(request, { ...plan, url: url.href });
    }
    return { value: items };
  }

  async #once({ spec, error }: CompiledRequest, planned: PlannedRequest): Promise<Reply> {
    const reply = await this.#ask(planned, spec);
    if ('error' in reply || !error) return reply;
    const sentence = toText(this.#read(error, { page: reply.value }));
    return isError(sentence) || sentence === '' || sentence === 'No' ? reply : { error: sentence.slice(0, 200) };
  }
}

/**
 * Makes the requests of a source one after the other, each with the answers of those before. Answers of requests that
 * open a session are left out. Never rejects.
 */
export const runRequests = async (source: CompiledSource, moment: SourceMoment, ask: Ask): Promise<RunResult> => {
  try {
    return await new Round(source, moment, ask).run();
  } catch (error) {
    if (error instanceof BudgetSpent) return { error: 'the formulas of the source ask for too much work' };
    return { error: 'the requests of the source cannot be made' };
  }
};

/** Whether a reply says that a session is over. */
export const isDenied = (reply: Reply): boolean =>
  'error' in reply && reply.status !== undefined && DENIED.has(reply.status);
