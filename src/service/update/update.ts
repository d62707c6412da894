import * as v from 'valibot';
import { MINUTE_MS } from '../../core/time/durations.ts';
import { DOWNGRADE_WORDS, isOlder, refuseOlder } from '../../core/release.ts';
import { Fault } from '../../fault.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { openDownload } from '../../platform/network/internet.ts';
import { SystemAbsent, SystemRefusal, type SystemAnswer, type SystemRequests } from '../../platform/system-requests.ts';
import {
  SlotReportSchema,
  UpdateWrittenSchema,
  type SlotReport,
  type UpdateProgress,
  type UpdateStatus,
  type UpdateWritten,
} from '../../schema/appliance/update.ts';
import { readHead } from './head.ts';

/** What updates work with. */
export interface UpdateServiceOptions {
  readonly system: SystemRequests;
  readonly clock: Clock;
  readonly log: Log;
  /** The version of the service. */
  readonly version: string;
  /** Ends the service in order, so that the system starts it again. */
  readonly restart: () => void;
  readonly download: typeof openDownload;
}

/** How long the sender of an update may say nothing. */
const STALL_MS = MINUTE_MS;
/** How long an answer has to get out before the service or the machine goes. */
const GRACE_MS = 500;

const STATUS_BY_CODE: Readonly<Record<string, number>> = { busy: 409, 'on-trial': 409, 'card-fault': 500, failed: 500 };

const ReportSchema = v.object({ stage: v.picklist(['writing', 'checking']), done: v.number(), total: v.number() });

/** Tells programs, by `downgrade`, with which words it would be accepted. */
const olderFault = (sentence: string): Fault => new Fault(409, sentence, { body: { downgrade: DOWNGRADE_WORDS } });

const requireWords = (downgrade: string | undefined): void => {
  if (downgrade !== undefined && downgrade !== DOWNGRADE_WORDS)
    throw new Fault(400, `downgrade has other words than "${DOWNGRADE_WORDS}".`);
};

/** What the system's refusal means to whoever asked. */
const asFault = (error: unknown): Fault => {
  if (error instanceof Fault) return error;
  if (error instanceof SystemRefusal && error.code === 'older') return olderFault(error.message);
  if (error instanceof SystemRefusal) return new Fault(STATUS_BY_CODE[error.code] ?? 400, error.message);
  if (error instanceof SystemAbsent) return new Fault(503, error.message);
  throw error;
};

/** Updates of the appliance's card, and starting it again. */
export class UpdateService {
  readonly #options: UpdateServiceOptions;
  #progress: UpdateProgress | null = null;
  #report: SlotReport | null = null;

  constructor(options: UpdateServiceOptions) {
    this.#options = options;
  }

  /** Which version runs, what waits, and what became of the last update. */
  async status(): Promise<UpdateStatus> {
    const { version } = this.#options;
    const none = {
      version,
      system_version: null,
      slots: null,
      progress: null,
      pending: null,
      last_update: null,
    } as const;
    try {
      // While an update is written the card is busy, and its slots are as they were.
      const report = this.#progress && this.#report ? this.#report : await this.#look();
      const { version: system_version, built_at: _, pending, last_update, ...slots } = report;
      return {
        available: true,
        reason: null,
        state: this.#stateOf(report),
        version,
        system_version,
        slots,
        progress: this.#progress,
        pending,
        last_update,
      };
    } catch (error) {
      return { available: false, reason: asFault(error).detail, state: 'idle', ...none };
    }
  }

  /**
   * Passes an update on to the system as its bytes come; resolves when it is written and checked. 400 with the reason
   * for one that cannot be used or ends too early, 409 while another one is written or tried, and for one that is older
   * than what runs unless `downgrade` says in words that this is wanted; 503 where there is no system that updates
   * itself.
   */
  async write(bytes: AsyncIterable<Uint8Array>, length: number | null, downgrade?: string): Promise<UpdateWritten> {
    requireWords(downgrade);
    if (this.#progress) throw new Fault(409, 'Another update is being written.');
    this.#progress = progressOf('receiving', 0, length);
    try {
      this.#report = await this.#look();
      const update = await this.#requireNewer(bytes, this.#report, downgrade);
      const answer = await this.#options.system.write(
        { op: 'update-write', ...(downgrade && { downgrade }) },
        update,
        (report) => this.#note(report),
      );
      this.#options.log.info('An update was written.', { version: answer['version'] });
      return v.parse(UpdateWrittenSchema, answer);
    } catch (error) {
      const fault = asFault(error);
      this.#options.log.warn('An update was not written.', { reason: fault.detail });
      throw fault;
    } finally {
      this.#progress = null;
    }
  }

  /** The same with an update that lies at an address; 400 when it cannot be fetched. */
  async fetch(url: string, downgrade?: string): Promise<UpdateWritten> {
    requireWords(downgrade);
    if (this.#progress) throw new Fault(409, 'Another update is being written.');
    this.#requirePresent('update it');
    const ending = new AbortController();
    try {
      const { bytes, length } = await this.#options.download(url, ending.signal).catch(() => {
        throw new Fault(400, 'There is no update at that address, or it cannot be reached.');
      });
      return await this.write(
        this.patient(bytes, () => ending.abort()),
        length,
        downgrade,
      );
    } finally {
      ending.abort();
    }
  }

  /**
   * The same bytes; a Fault for an older update, once the rest of it is dropped, so that whoever sends it hears the
   * answer.
   */
  async #requireNewer(
    bytes: AsyncIterable<Uint8Array>,
    running: SlotReport,
    downgrade: string | undefined,
  ): Promise<AsyncIterable<Uint8Array>> {
    try {
      const { release, bytes: all } = await readHead(bytes);
      if (downgrade !== undefined || !release || !isOlder(release, running)) return all;
      for await (const _ of all);
      throw olderFault(refuseOlder(release, running));
    } catch (error) {
      throw error instanceof Fault ? error : new SystemRefusal('cut-off', 'The update ended too early.');
    }
  }

  /** Passes bytes on, and gives up on a source that says nothing for a minute. */
  async *patient(bytes: AsyncIterable<Uint8Array>, giveUp: () => void): AsyncGenerator<Uint8Array> {
    const { clock } = this.#options;
    let cancel = clock.after(STALL_MS, giveUp);
    try {
      for await (const piece of bytes) {
        cancel();
        yield piece;
        cancel = clock.after(STALL_MS, giveUp);
      }
    } finally {
      cancel();
    }
  }

  /** Starts the service again, half a second after the answer; 503 where nobody would. */
  restart(): void {
    this.#requirePresent('restart it');
    this.#options.clock.after(GRACE_MS, this.#options.restart);
  }

  /** Starts the machine again; an update that was written is then tried. 503 where the system cannot be asked. */
  async reboot(): Promise<void> {
    await this.#ask({ op: 'reboot' });
  }

  #requirePresent(what: 'restart it' | 'update it'): void {
    if (this.#options.system.present) return;
    const way = what === 'update it' ? 'installed' : 'started';
    throw new Fault(503, `This machine was not started from a flapbox card: ${what} the way you ${way} it.`);
  }

  #ask(request: SystemAnswer): Promise<SystemAnswer> {
    return this.#options.system.ask(request).catch((error: unknown) => {
      throw asFault(error);
    });
  }

  async #look(): Promise<SlotReport> {
    const outcome = v.safeParse(SlotReportSchema, await this.#options.system.ask({ op: 'slot-status' }));
    if (!outcome.success)
      throw new SystemAbsent('The system of the appliance gave an answer that cannot be understood.');
    return outcome.output;
  }

  #stateOf({ pending, on_trial }: SlotReport): UpdateStatus['state'] {
    if (this.#progress) return 'updating';
    if (on_trial) return 'on_trial';
    return pending?.activated ? 'restart_needed' : 'idle';
  }

  #note(report: SystemAnswer): void {
    const outcome = v.safeParse(ReportSchema, report);
    if (outcome.success) this.#progress = progressOf(outcome.output.stage, outcome.output.done, outcome.output.total);
  }
}

const progressOf = (stage: UpdateProgress['stage'], done: number, total: number | null): UpdateProgress => ({
  stage,
  done,
  total,
  percent: total === null || total === 0 ? null : Math.min(100, Math.floor((done * 100) / total)),
});
