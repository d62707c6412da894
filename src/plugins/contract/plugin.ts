import type * as v from 'valibot';
import type { Geometry } from '../../core/flaps/geometry.ts';
import type { Grid } from '../../core/flaps/grid.ts';
import type { ColorRule } from '../../core/template/context.ts';
import type { Documents } from '../../documents/port.ts';
import type { Clock } from '../../platform/clock.ts';
import type { JsonObject } from '../../schema/common.ts';
import type { Location } from '../../schema/appliance/location.ts';
import type { SourceNotesSchema } from '../../schema/plugins/plugins.ts';
import type { Consent, WantedDestination } from './consent.ts';
import type { Manifest } from './manifest.ts';
import type { Net, NetEdition } from '../network/net.ts';

/** What a data plugin answers. Only `available` results are kept; `error` is a sentence for the owner. */
export interface FetchResult {
  readonly available: boolean;
  readonly data?: JsonObject | null;
  /** Lines that fill the board they were asked for: at most `rows`, each at most `cols` cells; markers are allowed. */
  readonly formatted_lines?: readonly string[] | null;
  readonly error?: string | null;
  /** Whether these are the data of the last time: nobody was asked. */
  readonly kept?: boolean;
}

/** An access token of the owner's sign-in, or why there is none. */
export type Held = { readonly token: string } | { readonly error: string };

/**
 * The token of the owner's sign-in with a service that holds now, or another one in place of one that the service
 * refused. Never rejects.
 */
export type Access = (refused?: string) => Promise<Held>;

/** What every computation of a plugin may depend on. */
export interface PluginMoment {
  /** The settings as the owner means them: defaults filled in, secrets in clear, the environment applied. */
  readonly config: JsonObject;
  /** Wall time in ms since the epoch. */
  readonly now: number;
  /** The install's IANA time zone. */
  readonly zone: string;
  readonly location: Location;
  /** What the owner confirmed about destinations; nothing unless given. */
  readonly consent?: Consent;
  /** The owner's sign-in; none unless given. */
  readonly access?: Access;
}

/** What a moment is made of. */
export interface MomentPorts {
  readonly clock: Clock;
  /** The install's IANA zone, as it is now. */
  readonly zone: () => string;
  /** The install's place, as it is now. */
  readonly location: () => Location;
}

/** The present moment, for a plugin that is asked with these settings. */
export const momentOf = ({ clock, zone, location }: MomentPorts, config: JsonObject): PluginMoment => ({
  config,
  now: clock.now(),
  zone: zone(),
  location: location(),
});

/** What a fetch is given. */
export interface FetchRequest extends PluginMoment {
  /** The size that `formatted_lines` should fit. */
  readonly board: Geometry;
  /** Aborts when the time for the answer is over. */
  readonly signal: AbortSignal;
  /** Writes a line to the service's log. */
  readonly log: (message: string) => void;
  readonly net: Net;
  readonly documents: Documents;
  /** What the plugin left here at its last fetch; gone with its settings and at a restart. */
  readonly memory: FetchMemory;
  /**
   * Takes room for something else that is kept under a name, in place of what was there; a sentence when there is none.
   * With `giveUp` it may be taken away again, and is forgotten then.
   */
  readonly keep: (name: string, bytes: number, giveUp?: () => void) => string | null;
  /** Gives that room back. */
  readonly release: (name: string) => void;
}

/** What a plugin keeps from one fetch to the next: a document's edition, and what it made of it. */
export interface FetchMemory {
  edition: NetEdition | null;
  data: JsonObject | null;
}

/** What the formatter of a plugin is given. */
export interface FormatRequest extends PluginMoment {
  readonly data: JsonObject;
  readonly board: Geometry;
}

/**
 * A body that was pushed to a plugin. Header names are lower-case; `rawBody` is the body as it came, for signatures.
 */
export interface ReceiveRequest {
  readonly payload: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: string;
  readonly config: JsonObject;
  readonly now: number;
}

/** A wish of a plugin to be shown at once, for a while. */
export interface TriggerWish {
  readonly triggered?: boolean;
  /** The same id refreshes a running trigger; the plugin's key by default. */
  readonly trigger_id?: string;
  readonly message?: string | null;
  readonly formatted_lines?: readonly string[] | null;
  /** 0 by default; ambient 10, notable 50, urgent 80, critical 100. */
  readonly priority?: number;
  /** 30 by default. */
  readonly duration_seconds?: number;
  readonly data?: JsonObject | null;
}

/** What a plugin that keeps a connection open is given. */
export interface StreamRequest {
  readonly config: JsonObject;
  readonly log: (message: string) => void;
  /** Calls `run` once after `ms`; returns what cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  /**
   * Takes room for what it keeps under a name, in place of what was there; a sentence when there is none. It may be
   * taken away again, and is forgotten then.
   */
  readonly keep: (name: string, bytes: number, giveUp: () => void) => string | null;
  /** Replaces what the plugin reports. */
  readonly push: (result: FetchResult) => void;
}

/** Where the data of a source come from, and what an owner needs for it. */
export interface SourceNotes extends v.InferOutput<typeof SourceNotesSchema> {
  readonly category: string;
}

/** A source of template variables. It has one way to its data: `live`, `fetchData`, `open` or `receive` alone. */
export interface DataPlugin {
  readonly manifest: Manifest;
  /** Computes the data from the clock and the settings alone, at every rendering: never stale and never cached. */
  live?(moment: PluginMoment): FetchResult;
  fetchData?(request: FetchRequest): Promise<FetchResult>;
  /** Ms that a fetch may wait for its turn, on top of its own time. */
  readonly patienceMs?: number;
  /** Its fetches are spread over time, so that not all of an appliance begin at once; its readings stay in memory. */
  readonly spreads?: boolean;
  /** What is to be told of it when it is a source that is data. */
  readonly notes?: SourceNotes;
  /** The destinations that it asks with these settings and that need the owner's consent. */
  destinations?(moment: PluginMoment): readonly WantedDestination[];
  /** Keeps a connection while the plugin is enabled; returns what closes it. */
  open?(request: StreamRequest): () => void;
  /** Takes a pushed body and returns the new data. Throws `Refusal` for a bad signature or value. */
  receive?(request: ReceiveRequest): Promise<JsonObject> | JsonObject;
  checkTriggers?(
    request: PluginMoment & { readonly data: JsonObject; readonly key?: string },
  ): Promise<readonly TriggerWish[]> | readonly TriggerWish[];
  /** Forgets what it told of a key, which begins anew with other settings. */
  forget?(key: string): void;
  /** Sentences that name what is wrong with settings that have the right form. */
  validateConfig?(config: JsonObject): Promise<readonly string[]> | readonly string[];
  /** Derives what is shown now from what was fetched: ages, minutes until, what is over. */
  present?(moment: PluginMoment & { readonly data: JsonObject }): JsonObject;
  /** Lays data out for a board. A plugin that has it is fetched once for all sizes. */
  format?(request: FormatRequest): readonly string[];
  /** Colour rules that follow from the settings, over those of the manifest. */
  colorRules?(config: JsonObject): Readonly<Record<string, readonly ColorRule[]>>;
  /** Names that the settings define, beside those of the manifest. */
  configuredVariables?(config: JsonObject): readonly string[];
  /** Whether data keys are entity ids (`light.desk`). */
  readonly entityLookup?: boolean;
  /** Ends whatever the plugin has running; called when it is disabled in every form, and at the stop. */
  dispose?(): void;
}

/** What a transition works on. Grids have `rows × cols` flap codes. */
export interface TransitionRequest {
  readonly from: Grid;
  readonly to: Grid;
  readonly rows: number;
  readonly cols: number;
  readonly config: JsonObject;
  /** Numbers from 0 up to, not including, 1. */
  readonly random: () => number;
}

/** One step of an animation: what to show, and how long. */
export interface TransitionFrame {
  readonly grid: Grid;
  readonly delay_ms: number;
}

/** An animation between two frames. */
export interface TransitionPlugin {
  readonly manifest: Manifest;
  frames(request: TransitionRequest): Iterable<TransitionFrame> | AsyncIterable<TransitionFrame>;
}

/** A plugin of either kind. */
export type Plugin = DataPlugin | TransitionPlugin;

/** Whether a plugin is an animation. */
export const isTransition = (plugin: Plugin): plugin is TransitionPlugin =>
  plugin.manifest.plugin_type === 'transition';

/** Thrown by `frames` of an animation that did not get done in time. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

/** Thrown by `receive`: `forbidden` becomes 403, `invalid` 400, `unsupported` 405. */
export class Refusal extends Error {
  readonly reason: 'forbidden' | 'invalid' | 'unsupported';

  constructor(reason: 'forbidden' | 'invalid' | 'unsupported', message: string) {
    super(message);
    this.name = 'Refusal';
    this.reason = reason;
  }
}
