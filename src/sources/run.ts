import { BudgetSpent, type RenderContext } from '../core/template/context.ts';
import { toText, toTruth } from '../core/template/formula/coerce.ts';
import { isError } from '../core/template/formula/errors.ts';
import { readerAt } from '../core/template/formula/data.ts';
import type { CompiledRequest, CompiledSource } from './compiling/compile-source.ts';
import { TOO_MUCH_WORK, type Answers } from './evaluate.ts';
import { AnswersTooLarge, HeldAnswers } from './held-answers.ts';
import type { PlannedRequest } from './request-plan.ts';
import { complaintIn } from './said.ts';
import type { RequestSpec } from './form/schema.ts';
import { contextOf, startScope, type Rule, type Scope, type SourceMoment } from './scope.ts';

/** What came back: the value of the answer (null where the status says that there is nothing now), or why none did. */
export type Reply =
  | { readonly value: unknown; readonly cookies?: string; readonly isNothing?: true }
  | { readonly error: string; readonly status?: number };

/** Sends one request and reads its answer. Never rejects. */
export type Ask = (request: PlannedRequest, spec: RequestSpec) => Promise<Reply>;

/** All answers of a source, or a sentence that says why there are none. */
export type RunResult = { readonly answers: Answers } | { readonly error: string };

const MOST_ENTRIES = 10;
const LONGEST_ERROR = 200;
const DENIED = new Set([401, 403]);

class Round {
  readonly #source: CompiledSource;
  readonly #ask: Ask;
  readonly #answers: Record<string, unknown> = {};
  readonly #cookies: Record<string, string> = {};
  readonly #base: Scope;
  readonly #context: RenderContext;
  readonly #held = new HeldAnswers();

  constructor(source: CompiledSource, moment: SourceMoment, ask: Ask) {
    this.#source = source;
    this.#ask = ask;
    this.#base = startScope(source.source, moment);
    this.#context = contextOf(moment);
  }

  async run(): Promise<RunResult> {
    for (const request of this.#source.parts.requests) {
      const reply = await this.#answer(request);
      if ('error' in reply && request.spec.optional !== true) return { error: reply.error };
      this.#answers[request.spec.id] = 'error' in reply ? null : reply.value;
    }
    return { answers: this.#kept() };
  }

  /** Sessions stay here: what is handed on may be stored. */
  #kept(): Answers {
    const { requests } = this.#source.source;
    const sessions = new Set(requests.filter(({ session }) => session === true).map(({ id }) => id));
    return Object.fromEntries(Object.entries(this.#answers).filter(([id]) => !sessions.has(id)));
  }

  #scope(more: Scope = {}): Scope {
    const first = this.#source.source.requests[0]?.id ?? '';
    return { ...this.#base, ...this.#answers, answer: this.#answers[first], cookies: this.#cookies, ...more };
  }

  #read(rule: Rule, more: Scope = {}) {
    return rule.read(this.#scope(more), this.#context);
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
    const first = await this.#once(request, request.plan(this.#scope(more), this.#context));
    if (!paging || !request.next || 'error' in first) return first;
    const items: unknown[] = [];
    let reply: Reply = first;
    for (let pages = 1; 'value' in reply; pages++) {
      const found = readerAt(paging.items)(reply.value);
      if (Array.isArray(found)) for (const item of found as unknown[]) items.push(item);
      const next = toText(this.#read(request.next, { ...more, page: reply.value }));
      if (pages >= paging.most || isError(next) || next === '') break;
      const plan = request.plan(this.#scope(more), this.#context);
      if (!URL.canParse(next, plan.url)) break;
      const url = new URL(next, plan.url);
      if (url.origin !== new URL(plan.url).origin) break;
      reply = await this.#once(request, { ...plan, url: url.href });
    }
    return { value: items };
  }

  async #once({ spec, error, lack, blanks }: CompiledRequest, planned: PlannedRequest): Promise<Reply> {
    const reply = await this.#ask(planned, spec);
    if ('error' in reply) return reply;
    this.#held.hold(reply.value);
    const sentence = this.#errorIn(error, reply.value);
    if (sentence !== undefined) return { error: sentence.slice(0, LONGEST_ERROR) };
    const lacking = reply.isNothing ? undefined : lack?.(reply.value);
    if (lacking === undefined) {
      blanks?.(reply.value);
      return reply;
    }
    const words = complaintIn(reply.value);
    return { error: words === undefined ? lacking : `the service says: ${words}` };
  }

  /** What the formula of the file says of an answer that is an error. */
  #errorIn(error: Rule | undefined, page: unknown): string | undefined {
    if (!error) return undefined;
    const said = this.#read(error, { page });
    if (typeof said === 'object' && said !== null && !isError(said)) return 'the service answers with an error';
    const sentence = toText(said);
    return isError(sentence) || sentence === '' || sentence === 'No' ? undefined : sentence;
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
    if (error instanceof BudgetSpent) return { error: TOO_MUCH_WORK };
    if (error instanceof AnswersTooLarge) return { error: error.message };
    return { error: 'the requests of the source cannot be made' };
  }
};

/** Whether a reply says that a session is over. */
export const isDenied = (reply: Reply): boolean =>
  'error' in reply && reply.status !== undefined && DENIED.has(reply.status);
