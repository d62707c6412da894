import { Fault, UNEXPECTED } from '../fault.ts';
import { toInstant, type Cancel, type Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { MqttSettings, MqttStatus } from '../schema/appliance/mqtt.ts';
import type { OutcomeCode } from '../schema/boards/outcomes.ts';
import type { UpdateStatus } from '../schema/appliance/update.ts';
import type { AnnouncedPlaces } from '../store/announced-places.ts';
import { Announcement, type AnnouncementPorts, type Place, type Retain } from './announcement.ts';
import { BoardImages } from './board-images.ts';
import { boardsIn, parseCommand, waits, type Command } from './command.ts';
import { CommandQueue } from './command-queue.ts';
import { Commands } from './commands.ts';
import type { Outcome } from './outcome.ts';
import { boardTopic, imageTopic, toId } from './topics.ts';
import { updateState } from './entities.ts';
import { ownBroker } from './own-broker.ts';
import { PacedSteps } from './paced-steps.ts';
import { openSession, type BrokerAddress, type Session, type SessionEvents } from './session.ts';
import { Sweep } from './sweep.ts';
import { sentenceOf } from '../core/sentence.ts';

/** What the bridge depends on. */
export interface MqttBridgeOptions extends Omit<AnnouncementPorts, 'knowsHome' | 'onSilence'> {
  readonly clock: Clock;
  readonly log: Log;
  /** The address that the environment pins, with its credentials; it takes precedence over the settings. */
  readonly url: string | undefined;
  /** Keeps over a restart where the appliance was announced. */
  readonly places: AnnouncedPlaces;
  /** Which version runs, and which one waits. */
  readonly updateStatus: () => Promise<Pick<UpdateStatus, 'version' | 'system_version' | 'pending' | 'progress'>>;
  /** Opens a session with a broker; tests pass another one. */
  readonly open?: typeof openSession;
}

interface Plan extends Place {
  readonly address: BrokerAddress;
}

const SETTLE_MS = 150;
const DISCONNECT_MS = 500;
const REFRESH_MS = 30_000;
const HA_DELAY_MS = 3000;
/** Messages that may wait for their acknowledgement before further states are delayed. */
const MOST_UNCONFIRMED = 400;

const planOf = ({ mqtt }: { readonly mqtt: MqttSettings }, url: string | undefined): Plan | null => {
  const { base_topic, discovery_prefix, instance_id, external_url, enabled } = mqtt;
  if (url === undefined && !enabled) return null;
  const address = ownBroker(mqtt, url, `${toId(instance_id)}_flapbox`.slice(0, 60));
  return address && { base_topic, discovery_prefix, instance_id, external_url, address };
};

/**
 * The appliance on an MQTT broker, with Home Assistant's device discovery: one device for each board and one for
 * itself. It applies the settings while it runs; states are published when they change, and commands run in their
 * order, of each kind only the newest.
 */
export class MqttBridge {
  readonly #options: MqttBridgeOptions;
  readonly #commands: Commands;
  /** Payloads that the broker retains for the appliance, by topic. */
  readonly #retained = new Map<string, string>();
  readonly #announcement: Announcement;
  readonly #images: BoardImages;
  readonly #queue: CommandQueue;
  /** Counts the commands that none of the same kind replaces. */
  #waiting = 0;
  #plan: Plan | null = null;
  #session: Session | null = null;
  #error: string | null = null;
  #connectedAt: number | null = null;
  #settling: Cancel | null = null;
  #cancelRefresh: Cancel = () => undefined;
  /** Home Assistant has started, and is told everything in a moment. */
  #republishing: Cancel | null = null;
  /** What is being told, and whether it has to be told again. */
  readonly #telling: PacedSteps;
  #isOutdated = false;
  /** What should lie at the broker. */
  #wanted: ReadonlySet<string> = new Set();
  readonly #sweep: Sweep;
  #update: string | null = null;
  #unsubscribe: () => void = () => undefined;

  constructor(options: MqttBridgeOptions) {
    this.#options = options;
    this.#commands = new Commands(options.services);
    const { clock, log, services, places } = options;
    this.#queue = new CommandQueue(clock);
    this.#telling = new PacedSteps(
      clock,
      () => (this.#session?.unconfirmed ?? 0) <= MOST_UNCONFIRMED,
      () => this.#isOutdated && this.changed(),
    );
    this.#sweep = new Sweep({
      clock,
      places,
      wanted: () => (this.#telling.running ? null : this.#wanted),
    });
    this.#announcement = new Announcement({
      ...options,
      knowsHome: (boardId) => this.#commands.knowsHome(boardId),
      onSilence: (topic, active) => this.#event(topic, 'settings_changed', 'silence_mode_changed', { active }),
    });
    this.#images = new BoardImages({
      clock,
      log,
      draw: (boardId, width) => services.pictures.ofBoard(boardId, 'png', { width }),
      publish: (topic, payload, confirmed) => this.#session?.publish(topic, payload, true, confirmed),
    });
  }

  /** Connects when the settings or the environment ask for it, and applies changes of the settings from now on. */
  start(): void {
    const { store } = this.#options;
    this.#unsubscribe = store.onChange(() => this.#applySettings());
    this.#applySettings();
  }

  /** Publishes `offline` and disconnects, within half a second. */
  async stop(): Promise<void> {
    this.#unsubscribe();
    const left = this.#disconnect();
    // What was about to connect does so no more.
    this.#plan = null;
    await left;
  }

  /** Whether there is a connection, and why not. */
  status(): MqttStatus {
    const { url } = this.#options;
    return {
      enabled: this.#plan !== null,
      running: this.#session !== null,
      connected: this.#session?.connected ?? false,
      broker: this.#plan?.address.url ?? null,
      source: url === undefined ? 'settings' : 'environment',
      error: this.#session?.connected ? null : this.#error,
      last_connected_at: this.#connectedAt === null ? null : toInstant(this.#connectedAt),
    };
  }

  /** Announces everything again; 503 while there is no connection. */
  republish(): void {
    if (!this.#session?.connected)
      throw new Fault(503, `There is no connection to the broker${this.#error ? `: ${this.#error}` : '.'}`);
    // What lies there is remembered: what is gone meanwhile is taken away.
    for (const topic of this.#retained.keys()) this.#retained.set(topic, '');
    this.#images.repeat();
    this.#publishAll();
  }

  /** Something of a board or of the appliance may have changed. */
  changed(): void {
    this.#isOutdated = true;
    if (!this.#session || this.#settling || this.#telling.running) return;
    this.#settling = this.#options.clock.after(SETTLE_MS, () => {
      this.#settling = null;
      this.#publishAll();
    });
  }

  #applySettings(): void {
    const plan = planOf(this.#options.store.state.settings, this.#options.url);
    if (JSON.stringify(plan) === JSON.stringify(this.#plan)) return this.changed();
    const before = this.#plan;
    const moved =
      before !== null &&
      (plan === null ||
        [before.base_topic, before.discovery_prefix, before.instance_id].join() !==
          [plan.base_topic, plan.discovery_prefix, plan.instance_id].join());
    this.#plan = plan;
    const left = this.#disconnect(moved, before);
    if (plan) void Promise.all([left, this.#sweep.ready()]).then(() => this.#connect(plan));
  }

  #connect(plan: Plan): void {
    if (this.#plan !== plan) return;
    const { clock, log, open = openSession } = this.#options;
    const events: SessionEvents = {
      skipped: (bytes) => log.warn('a message was too large and was left out', { bytes }),
      connected: () => this.#connected(plan),
      message: (topic, payload, retained) => this.#receive(plan, topic, payload, retained),
      failed: (cause) => {
        const reason = cause ?? this.#error ?? 'The connection to the broker was lost.';
        if (reason !== this.#error)
          log.warn('there is no connection to the MQTT broker', { broker: plan.address.url, reason });
        this.#error = reason;
      },
    };
    try {
      this.#session = open(plan.address, { topic: `${plan.base_topic}/status`, payload: 'offline' }, events, clock);
    } catch (error) {
      events.failed(sentenceOf(error));
    }
  }

  /** Disconnects; with `clear` every retained payload is removed from the broker. */
  async #disconnect(clear = false, plan: Plan | null = this.#plan): Promise<void> {
    const session = this.#session;
    this.#session = null;
    this.#cancelRefresh();
    this.#republishing?.();
    this.#republishing = null;
    this.#sweep.stop();
    this.#settling?.();
    this.#settling = null;
    this.#telling.stop();
    this.#queue.clear();
    if (!session || !plan) return;
    if (clear) for (const topic of [...this.#retained.keys(), ...this.#images.topics]) session.publish(topic, '', true);
    // An owner without MQTT pays nothing for what it told.
    this.#retained.clear();
    this.#images.reset();
    this.#error = null;
    await session.end({ topic: `${plan.base_topic}/status`, payload: clear ? '' : 'offline' }, DISCONNECT_MS);
  }

  #connected(plan: Plan): void {
    const { clock, log } = this.#options;
    log.info('connected to the MQTT broker', { broker: plan.address.url });
    this.#error = null;
    this.#connectedAt = clock.now();
    this.#retained.clear();
    this.#images.reset();
    this.#session?.subscribe([
      `${plan.base_topic}/+/set`,
      `${plan.base_topic}/board/+/+/set`,
      `${plan.discovery_prefix}/status`,
    ]);
    this.#publishAll();
    this.#cancelRefresh();
    this.#scheduleRefresh();
    const { base_topic: base, discovery_prefix: prefix, instance_id } = plan;
    if (this.#session) this.#sweep.begin(this.#session, { base, prefix, own: toId(instance_id) });
    void this.#lookForUpdate();
  }

  async #lookForUpdate(): Promise<void> {
    const { version, system_version, pending, progress } = await this.#options.updateStatus();
    const installed = system_version ?? version;
    const state = updateState(installed, pending?.version ?? installed, progress);
    if (state === this.#update) return;
    this.#update = state;
    this.changed();
  }

  /** Silence and faults change without an event. */
  #scheduleRefresh(): void {
    this.#cancelRefresh = this.#options.clock.after(REFRESH_MS, () => {
      this.#publishAll();
      this.#scheduleRefresh();
      void this.#lookForUpdate();
    });
  }

  #retain(topic: string, payload: string): void {
    if (this.#retained.get(topic) === payload) return;
    this.#retained.set(topic, payload);
    this.#session?.publish(topic, payload, true);
  }

  #publish(topic: string, value: object): void {
    if ((this.#session?.unconfirmed ?? 0) <= MOST_UNCONFIRMED)
      this.#session?.publish(topic, JSON.stringify(value), false);
  }

  /** Begins to tell everything as it is now, instead of what is being told. */
  #publishAll(): void {
    const plan = this.#plan;
    if (!plan || !this.#session?.connected) return;
    this.#isOutdated = false;
    this.#telling.begin(this.#tellAll(plan));
  }

  /** Devices first, then `online`, then their states: Home Assistant drops states of devices that it does not know. */
  *#tellAll(plan: Plan): Generator<void> {
    const wanted = new Set<string>();
    const retain: Retain = (topic, payload) => {
      wanted.add(topic);
      this.#retain(topic, payload);
    };
    yield* this.#announcement.devices(plan, retain);
    retain(`${plan.base_topic}/status`, 'online');
    this.#announcement.appliance(plan.base_topic, this.#update, retain);
    yield* this.#announcement.boards(plan.base_topic, retain);
    this.#publishImages(plan, retain);
    this.#wanted = wanted;
    for (const topic of this.#retained.keys()) {
      if (wanted.has(topic)) continue;
      this.#session?.publish(topic, '', true);
      this.#retained.delete(topic);
    }
  }

  /** An empty payload takes a picture of an earlier session off the broker. */
  #publishImages({ base_topic }: Plan, retain: Retain): void {
    const { boards, settings } = this.#options.store.state;
    const topics = new Map(boards.map(({ id }) => [imageTopic(boardTopic(base_topic, id)), id]));
    if (!settings.mqtt.pictures) for (const topic of topics.keys()) retain(topic, '');
    this.#images.follow(settings.mqtt.pictures ? topics : new Map());
  }

  /** Events are published once and not retained; those of the first board at the flat topics too. */
  #event(topic: string, object: string, event_type: string, more: Readonly<Record<string, unknown>> = {}): void {
    const base = this.#plan?.base_topic ?? topic;
    const isFirst = topic === boardTopic(base, this.#options.store.state.boards[0]?.id ?? '');
    const places = object === 'settings_changed' ? [base] : isFirst ? [topic, base] : [topic];
    this.#eventAt(places, object, event_type, more);
  }

  #eventAt(
    places: readonly string[],
    object: string,
    event_type: string,
    more: Readonly<Record<string, unknown>>,
  ): void {
    const event = { event_type, timestamp: toInstant(this.#options.clock.now()), ...more };
    for (const place of places) this.#publish(`${place}/${object}/state`, event);
  }

  #receive(plan: Plan, topic: string, payload: Buffer, retained: boolean): void {
    if (retained) this.#sweep.hear(topic, payload);
    if (topic === `${plan.discovery_prefix}/status`) {
      if (payload.toString() === 'online') this.#republishLater();
      return;
    }
    // A retained command was executed when it was published; a restart must not execute it again.
    if (retained) return;
    const command = parseCommand(plan.base_topic, topic, payload);
    // A broker sends an empty payload when a retained command is cleared.
    if (!command || (command.object === 'send_message' && payload.length === 0)) return;
    // One entry for each kind of command and board: of a burst the newest is executed, and memory stays bounded.
    const own = waits(command) ? `${++this.#waiting}/` : '';
    const key = `${own}${command.boardId ?? ''}/${command.object}/${boardsIn(command).join('/')}`.slice(0, 200);
    this.#queue.add(key, () => this.#run(plan, command));
  }

  #republishLater(): void {
    this.#republishing ??= this.#options.clock.after(Math.random() * HA_DELAY_MS, () => {
      this.#republishing = null;
      if (this.#session?.connected) this.republish();
    });
  }

  /** Publishes that a command was not executed: at the board that it was for, otherwise at the appliance. */
  #refused(
    base: string,
    command: Command,
    why: { readonly reason: string; readonly code: OutcomeCode | null },
    isRefusal: boolean,
  ): void {
    const boardId = this.#commands.boardIdOf(command);
    const place = boardId === null ? base : boardTopic(base, boardId);
    this.#eventAt([place], 'command_refused', isRefusal ? 'command_refused' : 'command_failed', {
      command: command.object,
      ...why,
    });
  }

  async #run({ base_topic }: Plan, command: Command): Promise<void> {
    const { log, clock, services } = this.#options;
    const topic = command.boardId === null ? base_topic : boardTopic(base_topic, command.boardId);
    const result = (fields: object) =>
      this.#publish(`${topic}/result`, { command: command.object, ...fields, timestamp: toInstant(clock.now()) });
    try {
      const outcome: Outcome = await this.#commands.run(command);
      result({ ok: true, sent: outcome.sent, reason: outcome.reason, code: outcome.code ?? null });
      const { event, boardId } = outcome;
      const place = boardTopic(base_topic, boardId ?? services.boards.list().boards[0]?.id ?? '');
      if (event) this.#event(place, event.object, event.type, event.more);
    } catch (error) {
      const reason = error instanceof Fault ? error.detail : UNEXPECTED;
      if (!(error instanceof Fault))
        log.error('a command over MQTT failed unexpectedly', { command: command.object, error });
      const code = (error instanceof Fault && error.extras.code) || null;
      result({ ok: false, sent: false, reason, code });
      this.#refused(base_topic, command, { reason, code }, error instanceof Fault && error.status < 500);
    }
    this.changed();
  }
}
