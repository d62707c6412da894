import { randomBytes } from 'node:crypto';
import type {
  Driver,
  DriverAction,
  Frame,
  ReadOutcome,
  Remains,
  Watch,
  WriteOutcome,
} from '../../../src/board/driver.ts';
import {
  LAST_SEQUENCE,
  encodeFrame,
  endOf,
  frameTopic,
  parseFrame,
  stateTopic,
  viaOf,
  type PublishedFrame,
  type Relay,
} from '../../../src/core/follow/frame.ts';
import { furthestAfter } from '../../../src/core/follow/order.ts';
import { askerOf, type JoiningDesk } from '../../../src/core/follow/joining.ts';
import { gridsEqual } from '../../../src/core/flaps/grid.ts';
import { sentenceOf } from '../../../src/core/sentence.ts';
import type { Cancel, Clock } from '../../../src/platform/clock.ts';
import type { ConnectionOf } from '../../../src/schema/boards/connection-field.ts';
import { acknowledged, type BrokerLink } from '../broker-link.ts';
import type { PanelDeps, PanelSetup } from '../description.ts';
import { LinkedDriver } from '../linked-driver.ts';
import { CALLED_OFF, Listeners, pause, succeeds } from '../waiting.ts';
import { hubActions } from './actions.ts';
import type { WALLS_FIELDS } from './fields.ts';
import { FollowerList } from './followers.ts';
import { openHubLink, placeOf, prefixOf, type HubPlace, type OpenHubLink } from './link.ts';

/** What walls told is looked up here: nobody is asked, so it may be often (rules, B9). */
const READ_EVERY_MS = 5000;
const LOOK_EVERY_MS = 1000;
/** How long a broker that has a frame may take to tell it. */
const RETAINED_MS = 250;
/** For an hour it is tried to take frame and presence from a broker that is away. */
const CLEAR_PAUSE_MS = 30_000;
const CLEAR_ATTEMPTS = 120;

/** Size and settings of a panel. */
export type BrokerWallsSettings = PanelSetup<ConnectionOf<typeof WALLS_FIELDS>>;

/** What the driver depends on; tests pass a connection of their own. */
export interface BrokerWallsDeps extends Pick<PanelDeps, 'clock' | 'relay' | 'desk'> {
  readonly open?: OpenHubLink;
}

/**
 * Drives the walls of other appliances, which follow the frames that it publishes below a topic. A frame counts as sent
 * once the broker has it; what the walls make of it is read from what they tell.
 */
export class BrokerWalls extends LinkedDriver<BrokerLink> implements Driver {
  readonly kind = 'broker';
  /** The followers run it on their own flaps. */
  readonly transitions = 'board';
  readonly readBackMs = READ_EVERY_MS;
  /** Followers are heard only while there is a connection, so a lost one is made anew. */
  readonly watch: Watch = {
    everyMs: LOOK_EVERY_MS,
    look: async (signal) => void (await this.connect(signal)),
  };
  /** A frame that nobody renews would be shown by every wall that comes to the topic later. */
  readonly remains: Remains;
  readonly actions: Readonly<Record<string, DriverAction>>;
  readonly #rows: number;
  readonly #cols: number;
  readonly #prefix: string;
  readonly #place: HubPlace;
  readonly #timeToLive: number | null;
  readonly #clock: Clock;
  readonly #opener: OpenHubLink;
  readonly #relay: () => Relay | null;
  readonly #makeDesk: (() => JoiningDesk) | undefined;
  #desk: JoiningDesk | null = null;
  readonly #followers: FollowerList;
  readonly #sender = randomBytes(6).toString('hex');
  /** The frame that the broker keeps, as far as is known. */
  #current: PublishedFrame | null = null;
  /** When it was published in this run, or found, by the monotonic clock. */
  #since = 0;
  /** Whether this run has had a frame taken. */
  #isWriter = false;
  /** The last sequence that anybody used. */
  #highest = 0;
  /** Whether somebody else published after this run did. */
  #isContested = false;
  #cancelRefresh: Cancel = () => undefined;
  readonly #retained = new Listeners<true>();
  /** Topics of other boards to listen to once there is a connection. */
  readonly #unheard = new Set<string>();
  #listening: BrokerLink | null = null;

  /** Throws a sentence for the owner when the settings are unusable. */
  constructor(
    { rows, cols, panel }: BrokerWallsSettings,
    { clock, open = openHubLink, relay = () => null, desk }: BrokerWallsDeps,
  ) {
    super();
    this.#rows = rows;
    this.#cols = cols;
    this.#prefix = prefixOf(panel.connection.topic_prefix);
    this.#place = placeOf(panel.connection, this.#prefix);
    this.#timeToLive = panel.connection.time_to_live ?? null;
    this.#clock = clock;
    this.#opener = open;
    this.#relay = relay;
    this.#makeDesk = desk;
    this.#followers = new FollowerList(clock, (id) => stateTopic(this.#prefix, id));
    this.actions = hubActions({
      followers: this.#followers,
      connect: (signal) => this.connect(signal),
      shown: () => ({ frame: this.#published, sequence: this.#current?.sequence ?? null }),
      clearState: async (follower, signal) => {
        const link = await this.connect(signal);
        await acknowledged(this.#clock, link.publish(stateTopic(this.#prefix, follower), ''), signal);
      },
    });
    this.remains = {
      place: `${this.#place.url} ${this.#prefix}`,
      clear: (signal) => this.#clearInTime(signal),
    };
  }

  override async stop(): Promise<void> {
    this.#cancelRefresh();
    await super.stop();
    this.#current = null;
    this.#isWriter = false;
    this.#followers.clear();
  }

  async write({ grid, transition }: Frame, signal: AbortSignal): Promise<WriteOutcome> {
    try {
      if (signal.aborted) throw new Error(CALLED_OFF);
      const link = await this.connect(signal);
      if (this.#isKept({ grid, transition }))
        return { status: 'unchanged', reason: 'The broker keeps exactly this frame for the walls already.' };
      const relay = this.#relay();
      const via = viaOf(relay, relay?.grid != null && gridsEqual(relay.grid, grid));
      const frame = { ...this.#stamp(), grid, transition, via };
      await this.until(signal, (either) => acknowledged(this.#clock, this.#say(link, frame), either));
      this.#take(frame);
      return { status: 'sent' };
    } catch (error) {
      await this.drop();
      return { status: 'failed', reason: sentenceOf(error) };
    }
  }

  read(signal: AbortSignal): Promise<ReadOutcome> {
    return this.report(signal, (either) => this.#read(either));
  }

  async #read(signal: AbortSignal): Promise<ReadOutcome> {
    await this.connect(signal);
    const reason = this.#isContested
      ? 'Somebody else publishes frames to the topic of this board too: give each board a topic of its own.'
      : (this.#followers.fault(this.#published) ?? this.#followers.excess);
    if (reason !== null) return { status: 'failed', reason };
    const shown = this.#published && this.#followers.shown(this.#published, this.#rows, this.#cols);
    return { status: 'read', grid: shown ?? this.#own?.grid ?? null };
  }

  get #published() {
    return this.#current && { sequence: this.#current.sequence, since: this.#since };
  }

  /** The frame that the broker keeps, where it has the size of the board. */
  get #own(): PublishedFrame | null {
    const { grid } = this.#current ?? {};
    return grid?.rows === this.#rows && grid.cols === this.#cols ? this.#current : null;
  }

  /** After a restart the first frame is often the one that the broker still keeps: there is nothing to do. */
  #isKept({ grid }: Frame): boolean {
    const kept = this.#own;
    if (this.#isWriter || !kept || !gridsEqual(kept.grid, grid) || kept.timeToLive !== this.#timeToLive) return false;
    const end = endOf(kept);
    if (end !== null && end <= this.#clock.now()) return false;
    this.#isWriter = true;
    this.#armRefresh();
    return true;
  }

  #stamp(): Omit<PublishedFrame, 'grid' | 'transition'> {
    const at = this.#clock.now();
    const sequence = Math.max(this.#highest + 1, at);
    if (sequence > LAST_SEQUENCE)
      throw new Error(
        'Somebody used the last number of the topic, so no wall takes another frame: choose another topic.',
      );
    this.#highest = sequence;
    return { sender: this.#sender, sequence, at, timeToLive: this.#timeToLive };
  }

  #say(link: BrokerLink, frame: PublishedFrame): Promise<void> {
    return link.publish(frameTopic(this.#prefix), encodeFrame(frame));
  }

  #take(frame: PublishedFrame): void {
    this.#current = frame;
    this.#since = this.#clock.monotonic();
    this.#isWriter = true;
    this.#isContested = false;
    this.#armRefresh();
  }

  /** A frame that ends by itself is kept alive while its hub is there, which is what it ends for (rules, F3). */
  #armRefresh(): void {
    this.#cancelRefresh();
    if (this.#timeToLive === null) return;
    this.#cancelRefresh = this.#clock.after(this.#timeToLive * 500, () => void this.#refresh());
  }

  async #refresh(): Promise<void> {
    this.#armRefresh();
    const link = this.link;
    const frame = this.#current;
    if (!link || !frame || !this.#isWriter) return;
    const renewed = { ...frame, at: this.#clock.now() };
    await this.#say(link, renewed).then(
      () => this.#current === frame && (this.#current = renewed),
      () => undefined,
    );
  }

  protected async open(signal: AbortSignal): Promise<BrokerLink> {
    const before = this.#isWriter ? this.#current : null;
    let retained: PublishedFrame | null = null;
    let isReady = false;
    this.#followers.clear();
    this.#unheard.clear();
    this.#listening = null;
    const events = {
      onMessage: (topic: string, payload: string, isRetained: boolean) => {
        if (topic === this.#place.presence) return this.#hearPresence(payload);
        if (topic.startsWith(stateTopic(this.#prefix, ''))) return this.#hearFollower(topic, payload);
        if (askerOf(topic) !== null) return this.#desk?.heard(topic, payload);
        if (topic !== frameTopic(this.#prefix)) return this.#followers.hearElsewhere(topic, payload);
        if (isReady) return this.#hearFrame(payload, isRetained);
        const reading = parseFrame(payload);
        if ('value' in reading) retained = reading.value;
        this.#retained.tell(true);
      },
      onClose: () => {
        this.#desk?.closed();
        this.lose(link);
      },
    };
    const link = await this.#opener(this.#place, events, signal);
    this.#listening = link;
    for (const topic of this.#unheard) link.listen(topic);
    try {
      if (!retained) await this.#retained.first(this.#clock, RETAINED_MS, signal);
      isReady = true;
      this.#since = this.#clock.monotonic();
      await this.#settle(link, before, retained, signal);
      const { presence } = this.#place;
      if (presence !== null) await acknowledged(this.#clock, link.publish(presence, this.#describe()), signal);
      this.#desk ??= this.#makeDesk?.() ?? null;
      this.#desk?.opened({ ...link, renew: () => this.#renew(link) });
      return link;
    } catch (error) {
      link.close();
      throw error;
    }
  }

  #renew(link: BrokerLink): void {
    this.release(link);
    this.lose(link);
  }

  protected release(link: BrokerLink): void {
    this.#desk?.closed();
    link.close();
  }

  /** A broker that is away keeps them, perhaps, and has them when it is back. */
  async #clearInTime(signal: AbortSignal): Promise<void> {
    for (let attempt = 0; attempt < CLEAR_ATTEMPTS && !signal.aborted; attempt++) {
      if (await succeeds(this.#clear(signal))) return;
      await pause(this.#clock, CLEAR_PAUSE_MS, signal);
    }
  }

  /** Takes frame and presence from the broker, by a connection for that alone (rules, F8). */
  async #clear(signal: AbortSignal): Promise<void> {
    const events = { onMessage: () => undefined, onClose: () => undefined };
    const { presence } = this.#place;
    const link = await this.#opener({ ...this.#place, topics: [], presence: null }, events, signal);
    const emptied = [frameTopic(this.#prefix), ...(presence === null ? [] : [presence])];
    await acknowledged(this.#clock, Promise.all(emptied.map((topic) => link.publish(topic, ''))), signal).finally(() =>
      link.close(),
    );
  }

  /** What the broker keeps, and what this run published before the connection was lost, become one. */
  async #settle(
    link: BrokerLink,
    before: PublishedFrame | null,
    retained: PublishedFrame | null,
    signal: AbortSignal,
  ): Promise<void> {
    this.#note(retained?.sequence ?? 0);
    if (!before) return void (this.#current = retained);
    if (retained && retained.sequence > before.sequence && retained.sender !== this.#sender) {
      this.#current = retained;
      return this.tellRestart();
    }
    // A broker that forgot it, or knows an older one, gets it again under its number: followers have nothing to do.
    if (retained?.sequence === before.sequence) return;
    if (retained && retained.sequence > before.sequence) return void (this.#current = retained);
    await acknowledged(this.#clock, this.#say(link, { ...before, at: this.#clock.now() }), signal);
  }

  /** A frame that came while there is a connection: one's own comes back, and somebody else's is told. */
  #hearFrame(payload: string, isRetained: boolean): void {
    if (payload === '') return this.tellRestart();
    const reading = parseFrame(payload);
    if ('problem' in reading || reading.value.sender === this.#sender) return;
    const { sequence } = reading.value;
    this.#note(sequence);
    if (isRetained && !this.#isWriter) return void (this.#current = reading.value);
    if (isRetained) return sequence >= (this.#current?.sequence ?? 0) ? this.tellRestart() : undefined;
    this.#isContested = this.#isWriter;
    if (!this.#isWriter) this.#current = reading.value;
  }

  /** A follower that has a newer frame than was ever published here: the order goes on behind it (rules, F2). */
  #hearFollower(topic: string, payload: string): void {
    const follower = topic.slice(stateTopic(this.#prefix, '').length);
    const sequence = this.#followers.hear(follower, payload);
    for (const presence of this.#followers.newPresences(follower)) this.#listenTo(presence);
    if (sequence !== null && this.#note(sequence) && this.#isWriter) this.tellRestart();
  }

  /** Goes on behind a number that somebody used, unless that jumps too far; answers whether it does. */
  #note(sequence: number): boolean {
    if (sequence <= this.#highest || sequence > furthestAfter(Math.max(this.#highest, this.#clock.now()))) return false;
    this.#highest = sequence;
    return true;
  }

  /** While the connection is being made, what is retained comes before the link is there. */
  #listenTo(topic: string): void {
    if (this.#listening) this.#listening.listen(topic);
    else this.#unheard.add(topic);
  }

  /** Another connection of this board, such as that of a test, has ended: the hub is there all the same. */
  #hearPresence(payload: string): void {
    const { presence } = this.#place;
    if (payload !== '' || presence === null) return;
    this.link?.publish(presence, this.#describe()).catch(() => undefined);
  }

  #describe(): string {
    return JSON.stringify({ v: 1, topic: this.#prefix, rows: this.#rows, cols: this.#cols, sender: this.#sender });
  }
}
