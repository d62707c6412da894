import { Conversation } from '../../../../hw/panel/mbus/conversation.ts';
import type { BusEvents } from '../../../../hw/panel/mbus/bus.ts';
import type { Reply } from '../../../../hw/panel/mbus/frames.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';

/** A conversation on a bus of which a test plays the modules. */
export interface TalkRig {
  readonly clock: FakeClock;
  readonly talk: Conversation;
  /** The frames that went out, with their time. */
  readonly sent: [number, string][];
  readonly heard: Reply[];
  readonly lost: string[];
  /** A line that some module says. */
  say(line: string): void;
  /** The bus goes away. */
  lose(reason: string): void;
}

/** How the bus behaves: what a module answers to a frame at once, and whether the bus takes frames. */
export interface TalkOptions {
  readonly answer?: (frame: string) => string | null;
  readonly delayMs?: number;
  readonly takes?: () => Promise<void>;
}

/** Opens a conversation; `SEND_MS` is how long the bus may take for a frame. */
export const openTalk = async ({ answer, delayMs = 0, takes }: TalkOptions = {}): Promise<TalkRig> => {
  const clock = createFakeClock('2026-01-01T00:00:00Z', 2);
  const sent: [number, string][] = [];
  const heard: Reply[] = [];
  const lost: string[] = [];
  let events: BusEvents | null = null;
  const send = (frame: string): Promise<void> => {
    sent.push([clock.monotonic(), frame]);
    const line = answer?.(frame) ?? null;
    if (line !== null) events?.onLine(line);
    return takes?.() ?? Promise.resolve();
  };
  const talk = new Conversation({
    clock,
    sendMs: SEND_MS,
    kind: {
      trims: false,
      delayMs,
      open: (told) => {
        events = told;
        return Promise.resolve({ send, close: () => Promise.resolve() });
      },
    },
    onLost: (reason) => lost.push(reason),
    onReply: (reply) => heard.push(reply),
  });
  await talk.open(new AbortController().signal);
  return {
    clock,
    talk,
    sent,
    heard,
    lost,
    say: (line) => events?.onLine(line),
    lose: (reason) => events?.onClose(reason),
  };
};

/** Until a bus that takes no frame is given up, in ms. */
export const SEND_MS = 3000;
