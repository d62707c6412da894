import { textCost } from '../../core/template/context.ts';
import type { Documents } from '../../documents/port.ts';
import { readAnswer } from '../answer.ts';
import type { CompiledSource } from '../compiling/compile-source.ts';
import { evaluate, type Answers, type Evaluation } from '../evaluate.ts';
import { showEvaluation, type Shown } from '../pages.ts';
import { refusalOf } from '../refusal.ts';
import type { PlannedRequest } from '../request-plan.ts';
import { runRequests, type Reply } from '../run.ts';
import { wordsIn } from '../said.ts';
import type { RequestSpec, SampleSpec } from '../form/schema.ts';
import type { SourceMoment } from '../scope.ts';
import { defaultSettings } from '../form/settings.ts';

/** What a sample gives, and what was asked for it. */
export interface SampleResult extends Shown {
  readonly requests: readonly string[];
}

/** A request in one line: method, address, then each header and the body behind a bar. */
export const writeRequest = ({ method, url, headers, body }: PlannedRequest): string =>
  [
    `${method} ${url}`,
    ...Object.entries(headers)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}: ${value}`),
    ...(body === null ? [] : [body]),
  ].join(' | ');

/** The moment of a sample: its settings over the defaults. */
export const momentOfSample = ({ source }: CompiledSource, sample: SampleSpec): SourceMoment => ({
  settings: { ...defaultSettings(source), ...sample.settings },
  place: { name: '', ...sample.place },
  region: sample.region,
  now: Date.parse(sample.now),
  zone: sample.place?.time_zone ?? sample.zone,
});

const textOf = (body: unknown, kind: RequestSpec['answer']): string =>
  kind !== 'json' && typeof body === 'string' ? body : (JSON.stringify(body) ?? '');

const PIECE_BYTES = 16 * 1024;
/** Steps of reading a short answer. */
const ASK_COST = 500;

/** What comes instead of the body of a request: a text, false for no answer at all, null for the body itself. */
export type BodyChange = (form: RequestSpec, body: unknown) => string | false | null;

/** Bytes in pieces, as a network brings them. */
async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.slice(at, at + PIECE_BYTES);
}

/** How a sample is answered, with a moment of its own; some of its answers may be changed. */
export interface SampleRun {
  readonly compiled: CompiledSource;
  readonly sample: SampleSpec;
  readonly documents: Documents;
  readonly moment: SourceMoment;
  readonly change?: BodyChange;
}

/** Answers of a sample, in the order in which they are asked for. */
class SampleServer {
  readonly requests: string[] = [];
  readonly #counts = new Map<string, number>();
  readonly #run: SampleRun;

  constructor(run: SampleRun) {
    this.#run = run;
  }

  async answer(planned: PlannedRequest, form: RequestSpec): Promise<Reply> {
    this.requests.push(writeRequest(planned));
    const { compiled, sample, documents, moment, change } = this.#run;
    const { id } = form;
    const status = sample.statuses[id] ?? 200;
    if (form.nothing.includes(status)) return { value: null, isNothing: true };
    const body = this.#bodyOf(form);
    if (status < 200 || status > 299) return { error: refusalOf(compiled.source, status, wordsIn(body)), status };
    const changed = change?.(form, body) ?? null;
    if (changed === false) return { error: 'no answer' };
    const text = changed ?? textOf(body, form.answer);
    moment.budget?.spend(ASK_COST + textCost(text.length));
    const whole = new TextEncoder().encode(text);
    const sifted = planned.sieve
      ? await documents.sift({ ...planned.sieve, contentType: '' }, piecesOf(whole))
      : { value: whole };
    if ('error' in sifted) return sifted;
    const bytes = sifted.value;
    const reply = await readAnswer({ bytes, contentType: '', address: planned.url }, form, moment, documents);
    const cookies = sample.cookies[id];
    return 'error' in reply ? reply : { value: reply.value, ...(cookies === undefined ? {} : { cookies }) };
  }

  #bodyOf({ id, each, paging }: RequestSpec): unknown {
    const body = this.#run.sample.answers[id];
    if ((each === undefined && paging === undefined) || !Array.isArray(body)) return body;
    const at = this.#counts.get(id) ?? 0;
    this.#counts.set(id, at + 1);
    return body[at];
  }
}

/** What a source makes of the answers of a sample. */
export const answerSample = async (
  run: SampleRun,
): Promise<{ readonly requests: readonly string[]; readonly answers: Answers; readonly result: Evaluation }> => {
  const { compiled, moment } = run;
  const server = new SampleServer(run);
  const done = await runRequests(compiled, moment, (planned, spec) => server.answer(planned, spec));
  const { requests } = server;
  if ('error' in done) return { requests, answers: {}, result: done };
  return { requests, answers: done.answers, result: evaluate(compiled, done.answers, moment) };
};

/** What a sample gives at its own moment. */
export const runSample = async (
  compiled: CompiledSource,
  sample: SampleSpec,
  documents: Documents,
): Promise<SampleResult> => {
  const moment = momentOfSample(compiled, sample);
  const { requests, result } = await answerSample({ compiled, sample, documents, moment });
  return { requests, ...showEvaluation(compiled.source, result, moment) };
};
