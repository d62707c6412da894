import type * as v from 'valibot';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Documents } from '../../documents/port.ts';
import { plainText } from '../../documents/sieve/kept-members.ts';
import { createRedactor } from '../../platform/redactor.ts';
import { secretsIn } from '../../platform/network/secret-address.ts';
import { Mutex } from '../../core/mutex.ts';
import { withoutUndefined } from '../../core/record.ts';
import type { LookupAnswerSchema } from '../../schema/plugins/sources.ts';
import type { RenderContext } from '../../core/template/context.ts';
import { toText } from '../../core/template/formula/coerce.ts';
import { isError } from '../../core/template/formula/errors.ts';
import { isUntested } from '../../sources/form/evidence.ts';
import { hostsOf } from '../../sources/hosts.ts';
import { locateJson } from '../../sources/compiling/json-position.ts';
import { compileLookup, type CompiledLookup } from '../../sources/lookup.ts';
import { readSource, type FileProblem } from '../../sources/compiling/read-source.ts';
import { contextOf, startScope, type Scope } from '../../sources/scope.ts';
import { evaluate, guard } from '../../sources/evaluate.ts';
import { exploreAnswer, type AnswerKind, type Explored } from '../../sources/trying/explore.ts';
import { sourceJsonSchema } from '../../sources/form/json-schema.ts';
import { showEvaluation, type PageRows, type Shown } from '../../sources/pages.ts';
import { refusalOf } from '../../sources/refusal.ts';
import { runRequests } from '../../sources/run.ts';
import { writeJson } from '../../sources/write-json.ts';
import { runSample } from '../../sources/trying/sample.ts';
import { mistakeText, tryDamages } from '../../sources/trying/trial.ts';
import type { PlannedRequest } from '../../sources/request-plan.ts';
import type { RequestSpec } from '../../sources/form/schema.ts';
import { oauthOf } from '../../sources/sign-in/schema.ts';
import type { Source } from '../../sources/form/source.ts';
import { payingFor } from '../contract/payload.ts';
import type { DataPlugin, PluginMoment, SourceNotes } from '../contract/plugin.ts';
import { manifestOf } from './source-manifest.ts';
import { readSettingSchema } from '../contract/settings-schema.ts';
import { SourceNet, type SourceNetPorts } from '../network/source-net.ts';
import type { HostUse } from '../network/host-pace.ts';
import { askFor, createSourcePlugin, sourceMomentOf, type SourcePluginOptions } from './source-plugin.ts';

/** One choice that a lookup offers: the value of the setting, what the owner reads, and settings that come with it. */
type Choice = v.InferOutput<typeof LookupAnswerSchema>['choices'][number];

/** What a lookup found, or a sentence. */
export type Choices = { readonly choices: readonly Choice[] } | { readonly error: string };

const STOCK_AUTHOR = 'flapbox';

const MOST_CHOICES = 50;
const MOST_MISTAKES = 20;
const LONGEST_QUERY = 100;
/** How long a trial may take, and how old an answer may be that it uses again while somebody shapes values. */
const TRIAL_MS = 30_000;
const TRIAL_AGE_MS = 120_000;

const notesOf = (source: Source, own: boolean): SourceNotes => ({
  category: source.category,
  attribution: source.attribution,
  account: source.account === 'none' ? null : { url: source.account.url, text: source.account.text },
  ...withoutUndefined({ sign_in: oauthOf(source)?.service }),
  untested: isUntested(source.evidence.map(({ kind }) => kind)),
  lookups: Object.fromEntries(Object.entries(source.lookups).map(([name, { search }]) => [name, search])),
  own,
  hosts: hostsOf(source),
});

const problemAt = (text: string, path: readonly (string | number)[], message: string): FileProblem => ({
  ...locateJson(text)(path),
  path: path.join('.'),
  message,
});

const mistakesIn = async (text: string, { compiled, documents }: SourcePluginOptions): Promise<FileProblem[]> => {
  const trial = await tryDamages(compiled, documents, nextTurn);
  if ('error' in trial) return [problemAt(text, ['samples'], trial.error)];
  const ids = compiled.source.requests.map(({ id }) => id);
  return trial.mistakes
    .slice(0, MOST_MISTAKES)
    .map((one) => problemAt(text, ['requests', ids.indexOf(one.request), 'expects'], mistakeText(one)));
};

/** Settings whose schema nobody could fill in. */
const wrongSettings = ({ settings }: Source, ownPatterns: boolean): { name: string; error: string }[] =>
  Object.entries(settings).flatMap(([name, schema]) => {
    const read = readSettingSchema(schema, name, ownPatterns);
    return 'error' in read ? [{ name, error: read.error }] : [];
  });

const choiceIn = (compiled: CompiledLookup, scope: Scope, context: RenderContext): Choice[] => {
  const value = compiled.value.read(scope, context);
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return [];
  const label = toText(compiled.label.read(scope, context));
  const also = compiled.also.flatMap(([name, rule]) => {
    const more = rule.read(scope, context);
    return more === null ? [] : [[name, JSON.parse(writeJson(more, context.budget)) as unknown] as const];
  });
  return [{ value, label: isError(label) || label === '' ? String(value) : label, also: Object.fromEntries(also) }];
};

const choicesIn = (
  compiled: CompiledLookup,
  scope: Scope,
  context: RenderContext,
  most = MOST_CHOICES,
): { choices: Choice[] } => {
  const found = compiled.from.read(scope, context);
  const items = Array.isArray(found) ? (found as unknown[]) : [];
  const read = (item: unknown, at: number) => choiceIn(compiled, { ...scope, item, index: at + 1 }, context);
  return { choices: items.slice(0, most).flatMap(read) };
};

/** The choices of a list of the file itself of which value and label together have every word that was typed. */
const choicesFor = (compiled: CompiledLookup, scope: Scope, context: RenderContext): { choices: Choice[] } => {
  const words = plainText(String(scope['query'])).split(/[\s,;]+/);
  const isMeant = ({ value, label }: Choice): boolean => {
    const text = plainText(`${value} ${label}`);
    return words.every((word) => text.includes(word));
  };
  const { choices } = choicesIn(compiled, scope, context, Infinity);
  return { choices: choices.filter(isMeant).slice(0, MOST_CHOICES) };
};

/** A source that is ready to work. */
export class LoadedSource {
  /** What it is made from, for its sign-in. */
  readonly options: SourcePluginOptions;
  readonly plugin: DataPlugin & { readonly notes: SourceNotes };
  readonly #text: string;
  readonly #trials: Mutex;

  /** `trials` has one trial of damages after the other: each may take a while. */
  constructor(text: string, options: SourcePluginOptions, trials: Mutex) {
    const { source } = options.compiled;
    this.options = options;
    this.plugin = { ...createSourcePlugin(options), notes: notesOf(source, !options.isStock) };
    this.#text = text;
    this.#trials = trials;
  }

  /** What it says. */
  get source(): Source {
    return this.options.compiled.source;
  }

  /** What its samples show of damaged answers that it takes for true ones; waits while another file is looked at. */
  mistakes(): Promise<readonly FileProblem[]> {
    return this.#trials.run(() => mistakesIn(this.#text, this.options));
  }

  /** The pages that its sample `full` gives, as rows of text; none without that sample. */
  async drawSample(): Promise<PageRows> {
    const sample = this.source.samples['full'];
    if (!sample) return { flagship: [], note: [] };
    const { flagship, note } = await runSample(this.options.compiled, sample, this.options.documents);
    return { flagship, note };
  }

  /** Asks those that the moment's consent confirms, at once, and tells what comes of it. */
  async tryOut(pluginMoment: PluginMoment): Promise<Shown> {
    const { compiled } = this.options;
    const moment = sourceMomentOf(pluginMoment);
    const asking = {
      moment,
      signal: AbortSignal.timeout(TRIAL_MS),
      maxAgeMs: TRIAL_AGE_MS,
      consent: pluginMoment.consent,
      access: pluginMoment.access,
      isTrial: true,
    };
    const pay = payingFor();
    const ask = async (planned: PlannedRequest, spec: RequestSpec) =>
      pay(await askFor(this.options, planned, spec, asking));
    const run = await runRequests(compiled, moment, ask);
    const result = 'error' in run ? run : evaluate(compiled, run.answers, moment);
    return showEvaluation(compiled.source, result, moment);
  }

  /** Searches what a setting may be; null when it has nothing to offer. */
  async lookUp(setting: string, query: string, pluginMoment: PluginMoment): Promise<Choices | null> {
    const { source } = this;
    const spec = Object.hasOwn(source.lookups, setting) ? source.lookups[setting] : undefined;
    if (!spec) return null;
    const compiled = compileLookup(spec);
    const moment = sourceMomentOf(pluginMoment);
    const scope = { ...startScope(source, moment), query: query.slice(0, LONGEST_QUERY) };
    const context = contextOf(moment);
    const { plan } = compiled;
    if (!plan) return guard(() => choicesFor(compiled, scope, context));
    const planned = guard(() => plan(scope, context));
    if ('error' in planned) return planned;
    const signal = new AbortController().signal;
    const { consent, access } = pluginMoment;
    const asking = { moment, signal, consent, access, maxAgeMs: 600_000 };
    const reply = await askFor(this.options, planned, spec, asking);
    if ('error' in reply) return { error: reply.error };
    return guard(() => choicesIn(compiled, { ...scope, answer: reply.value }, context));
  }
}

/** Reads, runs and searches sources that are data; there is one for the whole appliance. */
export class SourceEngine {
  readonly #net: SourceNet;
  readonly #documents: Documents;
  readonly #trials = new Mutex();

  constructor(ports: SourceNetPorts) {
    this.#net = new SourceNet(ports);
    this.#documents = ports.documents;
  }

  /** The hosts that sources asked today. */
  hosts(): HostUse[] {
    return this.#net.hosts();
  }

  /** The form of files as JSON Schema. */
  readonly schema = sourceJsonSchema;

  /** The source of a file of the stock, or of the owner's own, or what is wrong with it and where. */
  load(text: string, isStock: boolean): LoadedSource | { readonly problems: readonly FileProblem[] } {
    const read = readSource(text);
    if ('problems' in read) return read;
    const { compiled } = read;
    const parsed = manifestOf(compiled.source, isStock ? STOCK_AUTHOR : 'you');
    if ('error' in parsed) return { problems: [problemAt(text, ['id'], parsed.error)] };
    const wrong = wrongSettings(compiled.source, isStock);
    if (wrong.length > 0)
      return { problems: wrong.map(({ name, error }) => problemAt(text, ['settings', name], error)) };
    const [net, documents] = [this.#net, this.#documents];
    const options = { compiled, manifest: parsed.manifest, net, documents, isStock };
    return new LoadedSource(text, options, this.#trials);
  }

  /**
   * What lies at an address that the owner wrote, as a value to choose from; without a kind the answer says what it is.
   */
  async explore(
    address: string,
    kind: AnswerKind | null,
    moment: { readonly now: number; readonly zone: string },
  ): Promise<Explored | { readonly error: string }> {
    if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
      return { error: 'the address has to begin with http:// or https://' };
    const reply = await this.#net.ask(
      { method: 'GET', url: address, headers: {}, body: null },
      {
        allowed: new Set([new URL(address).origin]),
        maxAgeMs: TRIAL_AGE_MS,
        source: 'own',
        daily: undefined,
        hide: createRedactor(secretsIn(address)).hide,
        signal: AbortSignal.timeout(TRIAL_MS),
      },
    );
    if (!('error' in reply)) return exploreAnswer(reply, kind, moment, this.#documents);
    return { error: reply.status === undefined ? reply.error : refusalOf({ settings: {} }, reply.status, reply.words) };
  }
}
