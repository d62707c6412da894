import type { Documents } from '../documents/port.ts';
import type { JsonObject } from '../schema/common.ts';
import { readAnswer } from './answer.ts';
import type { CompiledSource } from './compile-source.ts';
import { evaluate } from './evaluate.ts';
import { drawPageOf } from './pages.ts';
import type { PlannedRequest } from './request-plan.ts';
import { runRequests } from './run.ts';
import type { Reply } from './run.ts';
import type { RequestSpec, SampleSpec } from './schema.ts';
import type { SourceMoment } from './scope.ts';
import { defaultSettings } from './settings.ts';

/** What a sample gives: what was asked, and the data with its pages or the sentence instead. */
export interface SampleResult {
  readonly requests: readonly string[];
  readonly error: string | null;
  readonly data: JsonObject;
  readonly flagship: readonly string[];
  readonly note: readonly string[];
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

const bytesOf = (body: unknown, kind: RequestSpec['answer']): Uint8Array =>
  new TextEncoder().encode(kind !== 'json' && typeof body === 'string' ? body : JSON.stringify(body));

/** Answers of a sample, in the order in which they are asked for. */
class SampleServer {
  readonly requests: string[] = [];
  readonly #counts = new Map<string, number>();
  readonly #sample: SampleSpec;
  readonly #moment: SourceMoment;
  readonly #documents: Documents;

  constructor(sample: SampleSpec, moment: SourceMoment, documents: Documents) {
    this.#sample = sample;
    this.#moment = moment;
    this.#documents = documents;
  }

  async answer(planned: PlannedRequest, spec: RequestSpec): Promise<Reply> {
    this.requests.push(writeRequest(planned));
    const { id } = spec;
    const status = this.#sample.statuses[id] ?? 200;
    if (spec.nothing.includes(status)) return { value: null };
    if (status < 200 || status > 299) return { error: `the server answers with status ${status}`, status };
    const reply = await readAnswer(
      { bytes: bytesOf(this.#bodyOf(spec), spec.answer), contentType: '', address: planned.url },
      spec,
      this.#moment,
      this.#documents,
    );
    const cookies = this.#sample.cookies[id];
    return 'error' in reply ? reply : { value: reply.value, ...(cookies === undefined ? {} : { cookies }) };
  }

  #bodyOf({ id, each, paging }: RequestSpec): unknown {
    const body = this.#sample.answers[id];
    if ((each === undefined && paging === undefined) || !Array.isArray(body)) return body;
    const at = this.#counts.get(id) ?? 0;
    this.#counts.set(id, at + 1);
    return body[at];
  }
}

/** What a source makes of the answers of a sample. */
export const runSample = async (
  compiled: CompiledSource,
  sample: SampleSpec,
  documents: Documents,
): Promise<SampleResult> => {
  const moment = momentOfSample(compiled, sample);
  const server = new SampleServer(sample, moment, documents);
  const run = await runRequests(compiled, moment, (planned, spec) => server.answer(planned, spec));
  const { requests } = server;
  const result = 'error' in run ? run : evaluate(compiled, run.answers, moment);
  if ('error' in result) return { requests, error: result.error, data: {}, flagship: [], note: [] };
  const draw = (kind: 'flagship' | 'note') =>
    drawPageOf(compiled.source, kind, result.data, moment.now, moment.zone).map((row) => row.trimEnd());
  return { requests, error: null, data: result.data, flagship: draw('flagship'), note: draw('note') };
};
