import { closeSync, openSync, write } from 'node:fs';
import type { Cancel, Clock } from './clock.ts';
import type { Log } from './log.ts';
import { sentenceOf } from '../core/sentence.ts';
import { endsWithin } from './wait.ts';

/** What reporting depends on. */
export interface NotifyOptions {
  /** Takes a line without its end. */
  readonly send: (line: string) => void;
  /** What keeps the service from doing its work, in a sentence; null while it is healthy. */
  readonly stall: () => Promise<string | null>;
  readonly clock: Clock;
  readonly log: Log;
}

/** How often health is checked; the service manager waits six times as long. */
export const WATCHDOG_MS = 10_000;
/** Lines that wait while the pipe is full; beyond that the oldest are dropped. */
const MOST_WAITING = 32;
/** How long a check may take. */
const LONGEST_CHECK_MS = 5000;

/**
 * Reports to the system's service manager (systemd), one line a message, and feeds its watchdog while the service is
 * healthy: a service that hangs, or a part of which does, is restarted.
 */
export class Notify {
  readonly #options: NotifyOptions;
  #cancel: Cancel = () => undefined;
  #isRunning = false;
  #reported: string | null = null;

  constructor(options: NotifyOptions) {
    this.#options = options;
  }

  /**
   * From now on: `READY=1` at once, `WATCHDOG=1` as long as `stall` finds nothing wrong, and in `STATUS=` what it
   * found.
   */
  start(): void {
    this.#isRunning = true;
    this.#options.send('READY=1');
    this.#options.send('STATUS=running');
    void this.#checkRegularly();
  }

  /** Reports that the service stops on purpose. */
  stop(): void {
    if (!this.#isRunning) return;
    this.#isRunning = false;
    this.#cancel();
    this.#options.send('STOPPING=1');
  }

  async #checkRegularly(): Promise<void> {
    const { send, clock, log } = this.#options;
    const found = await this.#check();
    if (!this.#isRunning) return;
    if (found === null) send('WATCHDOG=1');
    if (found !== this.#reported) {
      send(`STATUS=${found ?? 'running'}`);
      if (found !== null) log.error('The watchdog is no longer fed.', { reason: found });
      this.#reported = found;
    }
    this.#cancel = clock.after(WATCHDOG_MS, () => void this.#checkRegularly());
  }

  async #check(): Promise<string | null> {
    const { stall, clock } = this.#options;
    const found = stall().catch((error: unknown) => `Health could not be checked: ${sentenceOf(error)}`);
    return (await endsWithin(clock, LONGEST_CHECK_MS, found)) ? found : 'A part of the service does not answer.';
  }
}

/**
 * Writes lines to the pipe whose number the variable `FLAPBOX_NOTIFY_FD` holds: the program at its other end sends them
 * on as the datagrams that systemd expects, which Node cannot send. The number is closed afterwards, so that child
 * processes cannot write to the pipe. Null without one.
 */
export const notifyPipe = (number: string | undefined): ((line: string) => void) | null => {
  const inherited = Number(number);
  if (!Number.isInteger(inherited) || inherited < 3) return null;
  // A descriptor that is opened here is closed in child processes; the inherited one would not be.
  const own = openSync(`/proc/self/fd/${inherited}`, 'a');
  closeSync(inherited);
  const waiting: string[] = [];
  let writing = false;
  // One after another, to keep the order. A pipe without a reader is noticed by the service manager.
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
