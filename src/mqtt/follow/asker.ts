import {
  LONGEST_ASK_BYTES,
  answerTopic,
  askTopic,
  encodeAsk,
  parseAnswer,
  type Ask,
} from '../../core/follow/joining.ts';
import { sentenceOf } from '../../core/sentence.ts';
import type { Clock } from '../../platform/clock.ts';
import type { openSession, Session } from '../session.ts';
import type { FollowPlan } from './plan.ts';

/** What a wall works with that asks to join. */
export interface AskerPort {
  readonly clock: Clock;
  readonly open: typeof openSession;
  /** What it says of itself. */
  readonly ask: () => Ask | null;
  /** A hub gave it a topic; false for one that it cannot follow. */
  readonly onTopic: (topic: string) => boolean;
  /** Another sentence is true. */
  readonly onChange: () => void;
}

const STOP_MS = 500;

/** A board that follows a broker without a topic: it asks the hubs there for one (rules, F11). */
export class Asker {
  readonly plan: FollowPlan;
  readonly #port: AskerPort;
  #session: Session | null = null;
  #lost: string | null = null;
  #told = '';
  #isAnswered = false;
  #isEnded = false;

  constructor(plan: FollowPlan, port: AskerPort) {
    this.plan = plan;
    this.#port = port;
  }

  /** Whether there is a connection. */
  get connected(): boolean {
    return this.#session?.connected ?? false;
  }

  /** What keeps the board from asking, in a sentence; null when nothing does. */
  get error(): string | null {
    if (!this.plan.address)
      return 'The board asks to join, and no broker is known: set one in its settings or under MQTT.';
    return this.#lost === null ? null : `The board asks to join: ${this.#lost}`;
  }

  /** Connects once `former` has left, which had the same name at the broker. */
  async start(former: Promise<void> | null = null): Promise<void> {
    await former;
    const { address, follower } = this.plan;
    if (!address || this.#isEnded) return;
    const { clock, open } = this.#port;
    try {
      this.#session = open(
        { ...address, newestOnly: true },
        { topic: askTopic(follower), payload: '' },
        {
          connected: () => {
            this.#session?.subscribe([answerTopic(follower)]);
            this.#told = '';
            this.#lose(null);
            this.changed();
          },
          message: (_topic, payload) => this.#hear(payload),
          failed: (reason) => this.#lose(reason ?? this.#lost ?? 'the connection to the broker is lost.'),
        },
        clock,
      );
    } catch (error) {
      this.#lose(sentenceOf(error));
    }
  }

  /** Asks again when it has another name or size. */
  changed(): void {
    const ask = this.#session?.connected ? this.#port.ask() : null;
    if (!ask) return;
    const text = encodeAsk(ask);
    if (text === this.#told) return;
    this.#told = text;
    this.#session?.publish(askTopic(this.plan.follower), text, true);
  }

  /** Takes the question back, with the answer that counts now, and disconnects. */
  async stop(): Promise<void> {
    this.#isEnded = true;
    const session = this.#session;
    this.#session = null;
    if (this.#isAnswered) session?.publish(answerTopic(this.plan.follower), '', true);
    await session?.end({ topic: askTopic(this.plan.follower), payload: '' }, STOP_MS);
  }

  /** An answer counts once: who asks again later is to be answered again. */
  #hear(payload: Buffer): void {
    if (this.#isEnded || payload.length === 0 || payload.length > LONGEST_ASK_BYTES) return;
    const topic = parseAnswer(payload.toString('utf8'));
    if (topic !== null && this.#port.onTopic(topic)) this.#isAnswered = true;
  }

  #lose(reason: string | null): void {
    if (this.#isEnded || reason === this.#lost) return;
    this.#lost = reason;
    this.#port.onChange();
  }
}
