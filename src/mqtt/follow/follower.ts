import {
  endOf,
  frameTopic,
  parseFrame,
  placeFrame,
  stateTopic,
  type PublishedFrame,
  type Reading,
  type Relay,
} from '../../core/follow/frame.ts';
import { orderOf } from '../../core/follow/order.ts';
import { IN_CIRCLE, OFFLINE, encodeReport, type FollowerReport } from '../../core/follow/state.ts';
import type { Followed } from '../../core/arbiter/decision.ts';
import { gridToRows, type Grid } from '../../core/flaps/grid.ts';
import { parseObject } from '../../core/json.ts';
import { sentenceOf } from '../../core/sentence.ts';
import type { Cancel, Clock } from '../../platform/clock.ts';
import { presenceTopic } from '../../platform/network/hub-presence.ts';
import type { openSession, Session, SessionEvents } from '../session.ts';
import type { FollowPlan } from './plan.ts';

/** What a follower works with. */
export interface FollowerPort {
  readonly clock: Clock;
  readonly open: typeof openSession;
  /**
   * Keeps the text of the newest frame; it is on the disk when this resolves, or will be within a minute, or cannot be
   * kept. Never rejects.
   */
  keep(text: string): Promise<void>;
  /** What the board shows now. */
  report(frame: PublishedFrame | null, error: string | null): FollowerReport | null;
  /** Another frame is to be shown, or another sentence is true. */
  onChange(): void;
}

interface Message {
  readonly payload: Buffer;
  readonly retained: boolean;
}

/** A wall takes at most one frame in this time: of more, the newest. */
const LEAST_BETWEEN_MS = 1000;
/** States are told this much after a change, at most, so that walls do not answer all at once. */
const REPORT_MS = 400;
const STOP_MS = 500;
/** How long a broker, or a hub that comes back with it, may take to tell the frame of the topic. */
const SILENCE_MS = 10_000;
const NO_FRAME =
  'there is no frame on the topic any more. Its hub was removed, switched off or given another topic, or the broker ' +
  'lost it. The last frame stays until another comes.';
/** Brokers that restart are not asked by all walls at the same moment. */
const RECONNECT_MS = { least: 2000, spread: 6000 };

const circleOf = (topic: string): string =>
  `The board follows "${topic}" ${IN_CIRCLE}: the frame there came from this board itself, and is left out. Let one of ` +
  'the boards follow nothing.';

const readMessages = new WeakMap<Buffer, { readonly text: string; readonly reading: Reading<PublishedFrame> }>();

/** What a message on the topic of frames says: read once, however many boards follow it. */
const readMessage = (payload: Buffer) => {
  const known = readMessages.get(payload);
  if (known) return known;
  const text = payload.toString('utf8');
  const message = { text, reading: parseFrame(text) };
  readMessages.set(payload, message);
  return message;
};

/** Who a hub says it is; null where there is none, or it does not say. */
const senderIn = (text: string): string | null => {
  const sender = parseObject(text)?.['sender'];
  return typeof sender === 'string' ? sender.slice(0, 64) : null;
};

/**
 * One board that follows a topic: it keeps the newest frame that came, never an older one (rules, F2), and tells at its
 * own topic what the flaps show.
 */
export class Follower {
  readonly plan: FollowPlan;
  readonly #port: FollowerPort;
  #session: Session | null = null;
  #frame: PublishedFrame | null = null;
  #placed: {
    readonly frame: PublishedFrame;
    readonly size: string;
    readonly grid: Grid;
    readonly followed: Followed;
  } | null = null;
  /** Who the hub of the topic says it is; null while none is there. */
  #hub: string | null = null;
  /** The last message that was left out for its number: the hub's word may come after it. */
  #leftOut: Message | null = null;
  /** What is wrong with the connection, and with the last message. */
  #lost: string | null = null;
  #unusable: string | null = null;
  /** Whether the broker has no frame, while one is shown. */
  #isEmptied = false;
  #listening: Cancel | null = null;
  #waiting: Message | null = null;
  #isBusy = false;
  #lastAt = -LEAST_BETWEEN_MS;
  #pacing: Cancel | null = null;
  #reporting: Cancel | null = null;
  #told = '';
  #isEnded = false;

  constructor(plan: FollowPlan, port: FollowerPort) {
    this.plan = plan;
    this.#port = port;
  }

  /** The newest frame; null when none came. */
  get frame(): PublishedFrame | null {
    return this.#frame;
  }

  /** Whether there is a connection. */
  get connected(): boolean {
    return this.#session?.connected ?? false;
  }

  /** What keeps the topic from being followed, in a sentence; null when nothing does. */
  get error(): string | null {
    const { address, topic } = this.plan;
    if (!address) return 'The board follows a topic, and no broker is known: set one in its settings or under MQTT.';
    const problem = this.#lost ?? (this.#isEmptied && this.#unusable === null ? NO_FRAME : null);
    return problem === null ? this.#unusable : `The board follows "${topic}": ${problem}`;
  }

  /**
   * Begins with the frame of an earlier run, which counts as long as no newer one comes, and connects once `former` has
   * left: it had the same name at the broker.
   */
  start(kept: string | null, former: Promise<void> | null = null): void {
    const reading = kept === null ? null : parseFrame(kept);
    if (reading && 'value' in reading) this.#frame = reading.value;
    if (former) void former.then(() => this.#connect());
    else this.#connect();
  }

  #connect(): void {
    const { address } = this.plan;
    if (!address || this.#isEnded) return;
    const { clock, open } = this.#port;
    const reconnectMs = RECONNECT_MS.least + Math.floor(Math.random() * RECONNECT_MS.spread);
    const will = { topic: this.#stateTopic, payload: OFFLINE };
    try {
      this.#session = open({ ...address, reconnectMs }, will, this.#events(), clock);
    } catch (error) {
      this.#lose(sentenceOf(error));
    }
  }

  /** Disconnects; the broker says that it is gone, or with `leaves` forgets it. */
  async stop(leaves: boolean): Promise<void> {
    this.#isEnded = true;
    this.#pacing?.();
    this.#reporting?.();
    this.#listening?.();
    const session = this.#session;
    this.#session = null;
    await session?.end({ topic: this.#stateTopic, payload: leaves ? '' : OFFLINE }, STOP_MS);
  }

  /** The frame on a board of that size; null when there is none. The same object for the same frame. */
  followed(rows: number, cols: number): Followed | null {
    return this.#place(rows, cols)?.followed ?? null;
  }

  /** What the board says of the frames that it publishes itself. */
  relay(rows: number, cols: number): Relay {
    return { by: this.plan.follower, grid: this.#place(rows, cols)?.grid ?? null, via: this.#frame?.via ?? [] };
  }

  #place(rows: number, cols: number) {
    const frame = this.#frame;
    if (!frame) return null;
    const size = `${rows} x ${cols}`;
    if (this.#placed?.frame === frame && this.#placed.size === size) return this.#placed;
    const { grid } = placeFrame(frame.grid, rows, cols);
    const characters = gridToRows(grid);
    const followed = { rows, cols, characters, transition: frame.transition, until: endOf(frame) };
    this.#placed = { frame, size, grid, followed };
    return this.#placed;
  }

  /** Something of the board may be different: what it shows is told soon, if it is. */
  changed(): void {
    if (this.#reporting || !this.#session) return;
    this.#reporting = this.#port.clock.after(Math.floor(Math.random() * REPORT_MS), () => {
      this.#reporting = null;
      this.#tell();
    });
  }

  get #stateTopic(): string {
    return stateTopic(this.plan.topic, this.plan.follower);
  }

  #events(): SessionEvents {
    return {
      connected: () => {
        this.#session?.subscribe([frameTopic(this.plan.topic), presenceTopic(this.plan.topic)]);
        this.#told = '';
        this.#listening?.();
        this.#listening = this.#port.clock.after(SILENCE_MS, () => this.#hearFrame(false));
        if (this.#lost !== null) this.#lose(null);
        this.changed();
      },
      message: (topic, payload, retained) =>
        topic === frameTopic(this.plan.topic)
          ? this.#receive(payload, retained)
          : this.#hearHub(payload.toString('utf8')),
      failed: (reason) => this.#lose(reason ?? this.#lost ?? 'the connection to the broker is lost.'),
      skipped: () => this.#refuse('The frame on the topic cannot be used: it is too large.'),
    };
  }

  /** Who empties the topic takes the frame from the broker, not from the wall, which says so (rules, F8). */
  #hearFrame(isThere: boolean): void {
    this.#listening?.();
    this.#listening = null;
    const isEmptied = !isThere && this.#frame !== null;
    if (this.#isEnded || isEmptied === this.#isEmptied) return;
    this.#isEmptied = isEmptied;
    this.#port.onChange();
    this.changed();
  }

  #lose(reason: string | null): void {
    if (this.#isEnded || reason === this.#lost) return;
    this.#lost = reason;
    this.#port.onChange();
  }

  #refuse(reason: string | null): void {
    if (reason === this.#unusable) return;
    this.#unusable = reason;
    this.#port.onChange();
    this.changed();
  }

  /** Only a hub can say who it is where the broker lets nobody else write there. */
  #hearHub(text: string): void {
    this.#hub = senderIn(text);
    const message = this.#leftOut;
    this.#leftOut = null;
    if (message && !this.#waiting) this.#receive(message.payload, message.retained);
  }

  /** Of several frames in a row the newest is looked at, and not more than one a second. */
  #receive(payload: Buffer, retained: boolean): void {
    if (this.#isEnded) return;
    this.#hearFrame(payload.length > 0);
    if (payload.length === 0) return;
    this.#waiting = { payload, retained };
    if (this.#pacing || this.#isBusy) return;
    const wait = this.#lastAt + LEAST_BETWEEN_MS - this.#port.clock.monotonic();
    if (wait <= 0) return void this.#take();
    this.#pacing = this.#port.clock.after(wait, () => {
      this.#pacing = null;
      void this.#take();
    });
  }

  async #take(): Promise<void> {
    const message = this.#waiting;
    this.#waiting = null;
    if (!message) return;
    const { text, reading } = readMessage(message.payload);
    this.#lastAt = this.#port.clock.monotonic();
    if ('problem' in reading) return this.#refuse(reading.problem);
    this.#isBusy = true;
    await this.#accept(reading.value, text, message);
    this.#isBusy = false;
    this.#goOn();
  }

  /** What came while a frame was kept. */
  #goOn(): void {
    if (this.#waiting) this.#receive(this.#waiting.payload, this.#waiting.retained);
  }

  async #accept(frame: PublishedFrame, text: string, message: Message): Promise<void> {
    if (frame.via?.includes(this.plan.follower)) return this.#refuse(circleOf(this.plan.topic));
    const last = this.#frame;
    const order = last ? orderOf(frame, last, this.#hub) : 'newer';
    this.#leftOut = null;
    if (order === 'older' || order === 'too far') {
      this.#leftOut = message;
      const numbers = `number ${frame.sequence} came after ${last?.sequence}`;
      if (order === 'too far') return this.#refuse(`A frame was left out, for its number jumps too far: ${numbers}.`);
      // A broker that was reset may tell an old one first; its hub sets that right.
      return message.retained
        ? undefined
        : this.#refuse(`A frame was left out, for it is older than the last one: ${numbers}.`);
    }
    this.#refuse(null);
    const isSame = last !== null && order === 'same';
    if (isSame && (frame.timeToLive === null || frame.at <= last.at)) return;
    // Kept before it is shown: after a power cut nothing older may come back.
    await this.#port.keep(text);
    if (this.#isEnded) return;
    this.#frame = isSame ? { ...last, at: frame.at, timeToLive: frame.timeToLive } : frame;
    this.#port.onChange();
    this.changed();
  }

  #tell(): void {
    const session = this.#session;
    const report = session?.connected ? this.#port.report(this.#frame, this.error) : null;
    if (!session || !report) return;
    const { presence = this.#stateTopic } = session;
    const text = encodeReport({ ...report, presence: presence === this.#stateTopic ? undefined : presence });
    if (text === this.#told) return;
    this.#told = text;
    session.publish(this.#stateTopic, text, true);
  }
}
