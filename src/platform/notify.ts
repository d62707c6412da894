import { closeSync, openSync, write } from 'node:fs';
import type { Cancel, Clock } from './clock.ts';
import type { Log } from './log.ts';
import { sentenceOf } from '../core/sentence.ts';

/** Tells the system's service supervision how it stands, one line a message. */
export interface Notify {
  /**
   * From now on: `READY=1` at once, `WATCHDOG=1` as long as `stall` finds nothing wrong, and in `STATUS=` what it
   * found.
   */
  start(): void;
  /** Says that the end is meant. */
  stop(): void;
}

/** What notifying works with. */
export interface NotifyOptions {
  /** Takes a line without its end. */
  readonly tell: (line: string) => void;
  /** What keeps the service from doing its work, in a sentence; null while it is healthy. */
  readonly stall: () => Promise<string | null>;
  readonly clock: Clock;
  readonly log: Log;
}

/** How often health is looked at; the supervision waits six times as long. */
export const BEAT_MS = 10_000;
/** Lines that wait for a pipe that is full; of more the oldest are left out. */
const MOST_WAITING = 32;
/** How long a look may take. */
const LOOK_MS = 5000;

/**
 * Feeds the watchdog from the service's own view of its health: one that hangs, or whose parts do, is started again.
 */
export const createNotify = ({ tell, stall, clock, log }: NotifyOptions): Notify => {
  let cancel: Cancel = () => undefined;
  let running = false;
  let ill: string | null = null;

  const look = async (): Promise<string | null> => {
    let given: Cancel = () => undefined;
    const late = new Promise<string>((resolve) => {
      given = clock.after(LOOK_MS, () => resolve('A part of the service does not answer.'));
    });
    const found = await Promise.race([
      stall().catch((error: unknown) => `Health could not be looked at: ${sentenceOf(error)}`),
      late,
    ]);
    given();
    return found;
  };

  const beat = async (): Promise<void> => {
    const found = await look();
    if (!running) return;
    if (found === null) tell('WATCHDOG=1');
    if (found !== ill) {
      tell(`STATUS=${found ?? 'running'}`);
      if (found !== null) log.error('The watchdog is not fed any more.', { reason: found });
      ill = found;
    }
    cancel = clock.after(BEAT_MS, () => void beat());
  };
  return {
    start: () => {
      running = true;
      tell('READY=1');
      tell('STATUS=running');
      void beat();
    },
    stop: () => {
      if (!running) return;
      running = false;
      cancel();
      tell('STOPPING=1');
    },
  };
};

/**
 * Writes lines to the pipe whose number the variable `FLAPBOX_NOTIFY_FD` holds: what is at its other end passes them on
 * as the
 * datagrams that systemd waits for, which Node cannot send. The number is of no use afterwards: programs that the
 * service starts
 * get neither the pipe nor a way to speak for it. Null without one.
 */
export const notifyPipe = (number: string | undefined): ((line: string) => void) | null => {
  const inherited = Number(number);
  if (!Number.isInteger(inherited) || inherited < 3) return null;
  // What is opened here closes by itself in the programs that are started; what was inherited would not.
  const own = openSync(`/proc/self/fd/${inherited}`, 'a');
  closeSync(inherited);
  const waiting: string[] = [];
  let writing = false;
  // One after another: writes that run beside each other end in any order. A pipe that nobody reads any more is noticed
  // by the supervision.
  const writeNext = (): void => {
    const line = waiting.shift();
    writing = line !== undefined;
    if (line !== undefined) write(own, `${line}\n`, writeNext);
  };
  return (line) => {
    if (waiting.length >= MOST_WAITING) waiting.shift();
    waiting.push(line.replaceAll('\n', ' '));
    if (!writing) writeNext();
  };
};
