import { MINUTE_MS } from '../../core/time/durations.ts';
import type { Documents } from '../../documents/port.ts';
import { createRedactor } from '../../platform/redactor.ts';
import type { JsonObject } from '../../schema/common.ts';
import type { Location } from '../../schema/appliance/location.ts';
import { readAnswer } from '../../sources/answer.ts';
import type { CompiledSource } from '../../sources/compiling/compile-source.ts';
import { evaluate, evaluateTriggers, type Answers, type Evaluation } from '../../sources/evaluate.ts';
import { isQuiet } from '../../sources/quiet.ts';
import { regionOf } from '../../sources/region.ts';
import { drawPage } from '../../sources/pages.ts';
import { refusalOf } from '../../sources/refusal.ts';
import { isDenied, runRequests, type Reply, type RunResult } from '../../sources/run.ts';
import type { PlannedRequest } from '../../sources/request-plan.ts';
import { PRIORITIES, type LookupSpec, type RequestSpec } from '../../sources/form/schema.ts';
import type { SourceMoment } from '../../sources/scope.ts';
import { oauthOf } from '../../sources/sign-in/schema.ts';
import { NO_CONSENT, type Consent } from '../contract/consent.ts';
import { boundedOrNull, costOf, payingFor } from '../contract/payload.ts';
import { NO_PLACE } from '../contract/place.ts';
import type { Manifest } from '../contract/manifest.ts';
import type {
  Access,
  DataPlugin,
  FetchMemory,
  FetchRequest,
  FetchResult,
  PluginMoment,
  TriggerWish,
} from '../contract/plugin.ts';
import { SourceConsent } from '../keeping/source-consent.ts';
import type { SourceAnswer, SourceFailure, SourceNet } from '../network/source-net.ts';

/** Under this name a reading holds answers instead of variables; no value can be called so. */
const ANSWERS = '$answers';
/** Time that requests may wait for their turn at a host, beside that of the first. */
const PATIENCE_MS = 60_000;

/** What a source plugin is made from. */
export interface SourcePluginOptions {
  readonly compiled: CompiledSource;
  readonly manifest: Manifest;
  readonly net: SourceNet;
  /** Reads what the network brings. */
  readonly documents: Documents;
  /** Whether the file is one of the stock. */
  readonly isStock: boolean;
}

/** The place of settings, or that of the appliance; null when neither is complete. */
const placeIn = (config: JsonObject, location: Location): JsonObject | null => {
  const own = (config['place'] ?? {}) as JsonObject;
  if (typeof own['latitude'] === 'number' && typeof own['longitude'] === 'number') return { name: '', ...own };
  const { latitude, longitude } = location;
  return latitude === null || longitude === null ? null : { name: '', ...own, latitude, longitude };
};

/** What a source depends on besides answers; the clock is that of the place. */
export const sourceMomentOf = ({ config, now, zone, location }: PluginMoment): SourceMoment => {
  const place = placeIn(config, location) ?? { name: '' };
  const own = place['time_zone'];
  return {
    settings: config,
    place,
    region: regionOf(config['units'], zone),
    now,
    zone: typeof own === 'string' && own !== '' ? own : zone,
  };
};

type AnswerForm = Pick<RequestSpec | LookupSpec, 'answer' | 'csv' | 'days' | 'pick'>;

/** What a source holds while it asks is paid for under this name. */
const WORK = 'work';
/** Said of a service that answers only those who tell it how to reach them. */
const NO_CONTACT =
  'this service wants to know whom to reach: write an address of mail or of a page of yours as contact into the settings of the appliance';

/** How one request of a source is made. */
export interface AskOptions {
  readonly moment: SourceMoment;
  readonly signal: AbortSignal;
  readonly maxAgeMs: number;
  readonly consent?: Consent | undefined;
  readonly access?: Access | undefined;
  /** Whether the file is tried out: what it says of budgets binds nobody else. */
  readonly isTrial?: boolean;
}

/** Whether a service wants another token; some say so with the status of what is not allowed. */
const refusesToken = ({ status, words = '' }: SourceFailure): boolean =>
  status === 401 || (status === 403 && /token/i.test(words));

type Send = (request: PlannedRequest, hide: (text: string) => string) => Promise<SourceAnswer | SourceFailure>;

/** Sends a request with the access token of the owner's sign-in, where the source has one; a refused one is renewed. */
const askWith = async (
  source: CompiledSource['source'],
  access: Access | undefined,
  request: PlannedRequest,
  hide: (text: string) => string,
  send: Send,
): Promise<SourceAnswer | SourceFailure> => {
  const oauth = oauthOf(source);
  if (!oauth) return send(request, hide);
  if (!access) return { error: `sign in with ${oauth.service} first, in the settings of the source` };
  const sendWith = (token: string) => {
    const tokens = createRedactor([token]);
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    return send({ ...request, headers }, (text) => tokens.hide(hide(text)));
  };
  const held = await access();
  if ('error' in held) return held;
  const reply = await sendWith(held.token);
  if (!('error' in reply) || !refusesToken(reply)) return reply;
  const renewed = await access(held.token);
  return 'error' in renewed ? renewed : sendWith(renewed.token);
};

/** Makes a request of a source and reads its answer; asks nobody but those that file, settings and owner agree on. */
export const askFor = async (
  options: SourcePluginOptions,
  planned: PlannedRequest,
  form: AnswerForm & { readonly nothing?: readonly number[] },
  { moment, signal, maxAgeMs, consent = NO_CONSENT, access, isTrial = false }: AskOptions,
): Promise<Reply> => {
  const { compiled, net, documents, isStock } = options;
  const { id, refresh } = compiled.source;
  const needs = new SourceConsent(options, moment.settings);
  const isUsualServer = (moment.settings['base_url'] ?? compiled.source.base_url) === compiled.source.base_url;
  if (compiled.source.needs_contact && isUsualServer && net.contact === '') return { error: NO_CONTACT };
  const permit = needs.permit(planned.url, consent);
  if ('error' in permit) return permit;
  const reply = await askWith(compiled.source, access, planned, permit.hide, (sent, hide) =>
    net.ask(sent, {
      ...permit,
      maxAgeMs,
      source: isStock ? null : isTrial ? 'own' : id,
      daily: isTrial ? undefined : refresh.daily,
      hide,
      signal,
    }),
  );
  if (reply.status !== undefined && form.nothing?.includes(reply.status)) return { value: null, isNothing: true };
  if ('error' in reply) {
    if (reply.home !== undefined) consent.want(needs.atHome(reply.home, reply.certificate));
    if (reply.status === undefined) return reply;
    return { error: refusalOf(compiled.source, reply.status, reply.words), status: reply.status };
  }
  const { bytes, contentType, address, cookies } = reply;
  const read = await readAnswer({ bytes, contentType, address }, form, moment, documents, signal);
  if ('error' in read) return read;
  return cookies === '' ? { value: read.value } : { value: read.value, cookies };
};

interface Kept {
  readonly until: number;
  readonly reply: Reply;
  readonly session: boolean;
}

/** Answers of one source that are used again: sessions, and lists that seldom change. Each is paid for. */
class KeptAnswers {
  readonly #kept = new Map<string, Kept>();
  readonly #keep: FetchRequest['keep'];
  readonly #release: FetchRequest['release'];
  #reusedSession = false;
  #denied = false;

  /** Whether a session that was used again is over. */
  get isSessionOver(): boolean {
    return this.#reusedSession && this.#denied;
  }

  constructor({ keep, release }: FetchRequest) {
    this.#keep = keep;
    this.#release = release;
  }

  /** Addresses may change with the clock: what is over goes, asked for again or not. */
  begin(now: number): void {
    this.#reusedSession = false;
    this.#denied = false;
    for (const [key, { until }] of this.#kept) if (now >= until) this.#drop(key);
  }

  endSessions(): void {
    for (const [key, { session }] of this.#kept) if (session) this.#drop(key);
  }

  #drop(key: string): void {
    this.#kept.delete(key);
    this.#release(nameOf(key));
  }

  /** Without room the answer is used and not kept. */
  #pay(key: string, reply: Reply): string | null {
    return this.#keep(nameOf(key), costOf([key, reply]), () => this.#kept.delete(key));
  }

  async ask(planned: PlannedRequest, spec: RequestSpec, now: number, send: () => Promise<Reply>): Promise<Reply> {
    const key = `${spec.id} ${JSON.stringify(planned)}`;
    const known = this.#kept.get(key);
    if (known && now < known.until) {
      this.#reusedSession ||= known.session;
      return known.reply;
    }
    this.#drop(key);
    const reply = await send();
    this.#denied ||= isDenied(reply);
    if ('value' in reply && spec.keep !== undefined && this.#pay(key, reply) === null)
      this.#kept.set(key, { until: now + spec.keep * 1000, reply, session: spec.session === true });
    return reply;
  }
}

/** What is kept of an answer is paid for under this name. */
const nameOf = (key: string): string => `answer ${key}`;

const isReading = (data: JsonObject): data is { [ANSWERS]: Answers } =>
  typeof data[ANSWERS] === 'object' && data[ANSWERS] !== null;

class SourcePlugin {
  readonly #options: SourcePluginOptions;
  readonly #kept = new WeakMap<FetchMemory, KeptAnswers>();
  /** What readings were made to, at the minute of the latest look. */
  readonly #shown = new WeakMap<JsonObject, { readonly minute: number; readonly data: JsonObject }>();
  readonly #answers = new WeakMap<JsonObject, Answers>();
  /** Messages of triggers that hold, by key and id: each is told once. */
  readonly #told = new Map<string, string>();

  constructor(options: SourcePluginOptions) {
    this.#options = options;
  }

  async fetch(request: FetchRequest): Promise<FetchResult> {
    const { source } = this.#options.compiled;
    if (source.place && !placeIn(request.config, request.location)) return { available: false, error: NO_PLACE };
    const moment = sourceMomentOf(request);
    const { memory } = request;
    if (memory.data && isQuiet(source.refresh.quiet, moment.now, moment.zone))
      return { available: true, data: memory.data, kept: true };
    const run = await this.#run(request, moment);
    if ('error' in run) return { available: false, error: run.error };
    const result = this.#toReading(run.answers, moment);
    if ('error' in result) return { available: false, error: result.error };
    memory.data = source.refresh.quiet === undefined ? null : result.data;
    return { available: true, data: result.data };
  }

  present(moment: PluginMoment & { readonly data: JsonObject }): JsonObject {
    const { data, now } = moment;
    if (!isReading(data)) return data;
    const minute = Math.floor(now / MINUTE_MS);
    const known = this.#shown.get(data);
    if (known?.minute === minute) return known.data;
    const result = evaluate(this.#options.compiled, data[ANSWERS], sourceMomentOf(moment));
    // In pieces of its own: what formulas made would keep the whole answer. What they made before is true no more.
    const shown = 'error' in result ? {} : (boundedOrNull(result.data) ?? {});
    this.#shown.set(data, { minute, data: shown });
    this.#answers.set(shown, data[ANSWERS]);
    return shown;
  }

  /** Triggers that hold and were not told yet with this message. */
  check(request: PluginMoment & { readonly data: JsonObject; readonly key?: string }): TriggerWish[] {
    const answers = this.#answers.get(request.data);
    const { compiled, manifest } = this.#options;
    const key = request.key ?? manifest.id;
    if (!answers || request.config['enable_triggers'] === false) return [];
    const fired = new Map(
      evaluateTriggers(compiled, answers, sourceMomentOf(request)).map(({ id, message }) => [id, message]),
    );
    return compiled.source.triggers.flatMap(({ id, priority, seconds }) => {
      const name = `${key}/${id}`;
      const message = fired.get(id);
      const before = this.#told.get(name);
      if (message === undefined) this.#told.delete(name);
      else this.#told.set(name, message);
      return message === undefined || message === before
        ? []
        : [{ trigger_id: name, message, priority: PRIORITIES[priority], duration_seconds: seconds }];
    });
  }

  /** A trigger that holds is told again. */
  forget(key: string): void {
    for (const name of this.#told.keys()) if (name.startsWith(`${key}/`)) this.#told.delete(name);
  }

  async #run(request: FetchRequest, moment: SourceMoment): Promise<RunResult> {
    const kept = this.#kept.get(request.memory) ?? new KeptAnswers(request);
    this.#kept.set(request.memory, kept);
    kept.begin(moment.now);
    const first = await this.#round(request, moment, kept);
    if (!('error' in first) || !kept.isSessionOver) return first;
    kept.endSessions();
    kept.begin(moment.now);
    return this.#round(request, moment, kept);
  }

  async #round(request: FetchRequest, moment: SourceMoment, kept: KeptAnswers): Promise<RunResult> {
    const { compiled } = this.#options;
    const { config, signal, consent, access } = request;
    const pay = payingFor((bytes) => request.keep(WORK, bytes));
    const options = { moment, signal, consent, access, maxAgeMs: Number(config['refresh_seconds']) * 500 };
    try {
      return await runRequests(compiled, moment, async (planned, spec) =>
        pay(await kept.ask(planned, spec, moment.now, () => askFor(this.#options, planned, spec, options))),
      );
    } finally {
      request.release(WORK);
    }
  }

  /** Answers where the same give other variables later, or triggers look at them; variables otherwise. */
  #toReading(answers: Answers, moment: SourceMoment): Evaluation {
    const { compiled } = this.#options;
    const result = evaluate(compiled, answers, moment);
    if ('error' in result || !(compiled.usesTime || compiled.source.triggers.length > 0)) return result;
    const data = boundedOrNull({ [ANSWERS]: { asked: moment.now / 1000, ...answers } });
    return data ? { data } : result;
  }
}

/** The plugin that a source is: fetched once for all sizes of boards, presented from what was kept. */
export const createSourcePlugin = (options: SourcePluginOptions): DataPlugin => {
  const plugin = new SourcePlugin(options);
  const { compiled, manifest } = options;
  return {
    manifest,
    patienceMs: PATIENCE_MS,
    spreads: true,
    fetchData: (request) => plugin.fetch(request),
    destinations: (moment) => new SourceConsent(options, moment.config).all(sourceMomentOf(moment)),
    present: (request) => plugin.present(request),
    format: ({ data, board, ...moment }) =>
      drawPage(compiled.source, data, board, moment.now, sourceMomentOf(moment).zone),
    ...(compiled.source.triggers.length > 0
      ? { checkTriggers: (request) => plugin.check(request), forget: (key) => plugin.forget(key) }
      : {}),
  };
};
