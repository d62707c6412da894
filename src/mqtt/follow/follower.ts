import { endOf, frameTopic, parseFrame, placeFrame, stateTopic } from '../../core/follow/frame.ts';
import type { PublishedFrame } from '../../core/follow/frame.ts';
import { OFFLINE, encodeReport } from '../../core/follow/state.ts';
import type { FollowerReport } from '../../core/follow/state.ts';
import type { Followed } from '../../core/arbiter/decision.ts';
import { gridToRows } from '../../core/grid.ts';
import type { Cancel, Clock } from '../../platform/clock.ts';
import type { openSession, BrokerAddress, Session, SessionEvents } from '../session.ts';

/** Where the frames of a board come from, and who it is there. */
export interface FollowPlan {
  /** Null: no broker is known. */
  readonly address: BrokerAddress | null;
  readonly topic: string;
  /** The id under which it tells what it shows; also that of the client. */
  readonly follower: string;
}

/** What a follower works with. */
export interface FollowerPort {
  readonly clock: Clock;
  readonly open: typeof openSession;
  /** Keeps the text of the newest frame; it is on the disk when this resolves, or cannot be kept. Never rejects. */
  keep(text: string): Promise<void>;
  /** What the board shows now. */
  report(frame: PublishedFrame | null, error: string | null): FollowerReport | null;
  /** Another frame is to be shown, or another sentence is true. */
  onChange(): void;
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

/**
 * One board that follows a topic: it keeps the newest frame that came, never an older one (rules, F2), and tells at its
 * own topic what the flaps show.
 */
export class Follower {
  readonly plan: FollowPlan;
  readonly #port: FollowerPort;
  #session: Session | null = null;
  #frame: PublishedFrame | null = null;
  #placed: { readonly frame: PublishedFrame; readonly size: string; readonly followed: Followed } | null = null;
  /** What is wrong with the connection, and with the last message. */
  #lost: string | null = null;
  #unusable: string | null = null;
  /** Whether the broker has no frame, while one is shown. */
  #isEmptied = false;
  #listening: Cancel | null = null;
  #waiting: { readonly text: string; readonly retained: boolean } | null = null;
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

  /** Begins with the frame of an earlier run, which counts as long as no newer one comes, and connects. */
  start(kept: string | null): void {
    const reading = kept === null ? null : parseFrame(kept);
    if (reading && 'value' in reading) this.#frame = reading.value;
    const { address } = this.plan;
    if (!address) return;
    const { clock, open } = this.#port;
    const reconnectMs = RECONNECT_MS.least + Math.floor(Math.random() * RECONNECT_MS.spread);
    const will = { topic: this.#stateTopic, payload: OFFLINE };
    try {
      this.#session = open({ ...address, reconnectMs }, will, this.#events(), clock);
    } catch (error) {
      this.#lose(error instanceof Error ? error.message : String(error));
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
    const frame = this.#frame;
    if (!frame) return null;
    const size = `${rows} x ${cols}`;
    if (this.#placed?.frame === frame && this.#placed.size === size) return this.#placed.followed;
    const { grid } = placeFrame(frame.grid, rows, cols);
    const characters = gridToRows(grid);
    const followed = { rows, cols, characters, transition: frame.transition, until: endOf(frame) };
    this.#placed = { frame, size, followed };
    return followed;
  }

  /** Something of the board may be different: what it shows is told soon, if it is. */
  changed(): void {
    if (this.#reporting || !this.#session || this.#isEnded) return;
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
        this.#session?.subscribe([frameTopic(this.plan.topic)]);
        this.#told = '';
        this.#listening?.();
        this.#listening = this.#port.clock.after(SILENCE_MS, () => this.#hearFrame(false));
        if (this.#lost !== null) this.#lose(null);
        this.changed();
      },
      message: (_topic, payload, retained) => this.#receive(payload.toString('utf8'), retained),
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

  /** Of several frames in a row the newest is looked at, and not more than one a second. */
  #receive(text: string, retained: boolean): void {
    if (this.#isEnded) return;
    this.#hearFrame(text !== '');
    if (text === '') return;
    this.#waiting = { text, retained };
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
    if (!message || this.#isEnded) return;
    const reading = parseFrame(message.text);
    if ('problem' in reading) return this.#refuse(reading.problem);
    this.#lastAt = this.#port.clock.monotonic();
    this.#isBusy = true;
    await this.#accept(reading.value, message.text, message.retained);
    this.#isBusy = false;
    this.#goOn();
  }

  /** What came while a frame was kept. */
  #goOn(): void {
    if (this.#waiting) this.#receive(this.#waiting.text, this.#waiting.retained);
  }

  async #accept(frame: PublishedFrame, text: string, retained: boolean): Promise<void> {
    const last = this.#frame;
    if (last && frame.sequence < last.sequence) {
      // A broker that was reset may tell an old one first; its hub sets that right.
      const order = `number ${frame.sequence} came after ${last.sequence}`;
      return retained ? undefined : this.#refuse(`A frame was left out, for it is older than the last one: ${order}.`);
    }
    this.#refuse(null);
    const isSame = last?.sequence === frame.sequence;
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
    const text = encodeReport(report);
    if (text === this.#told) return;
    this.#told = text;
    session.publish(this.#stateTopic, text, true);
  }
}
