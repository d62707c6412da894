import type { Card } from './card.ts';
import type { ByteReader } from './byte-reader.ts';
import type { KeyObject } from 'node:crypto';
import { parseJson } from '../../src/core/json.ts';
import { isRecord } from '../../src/core/record.ts';
import { DOWNGRADE_WORDS, type Release } from '../../src/core/release.ts';
import { Refusal } from './refusal.ts';
import type { Notes, Pending } from './notes.ts';
import { isUsable } from './settings.ts';
import { chooseState, decodeState } from './state.ts';
import { type Progress, writeUpdate } from './update.ts';

/** What requests need of the system. */
export interface RequestPort {
  /** Gives the card to look at. */
  viewCard<T>(work: (card: Card) => Promise<T>): Promise<T>;
  /** Gives the card to write, to one at a time. */
  withCard<T>(work: (card: Card) => Promise<T>): Promise<T>;
  keys(): Promise<KeyObject[]>;
  readonly notes: Notes;
  /** What runs. */
  release(): Promise<Release>;
  isOnTrial(): Promise<boolean>;
  setHostname(name: string): Promise<void>;
  setCountry(country: string): Promise<void>;
  reboot(): Promise<void>;
  /** Whether the network has told the time in this start. */
  isSynchronized(): Promise<boolean>;
  /** Sets the clock, and a clock chip with it, to a second since 1970. */
  setClock(seconds: number): Promise<void>;
  now(): string;
}

type Answer = Readonly<Record<string, unknown>>;

const MOST_REPORTS = 100;

const slotStatus = async (port: RequestPort): Promise<Answer> => {
  const [running, copies] = await port.viewCard(
    async (card) => [card.running, [await card.readState(0), await card.readState(1)]] as const,
  );
  const state = chooseState(copies);
  return {
    running,
    next: state.current,
    good: state.good,
    tries_left: state.tries,
    on_trial: await port.isOnTrial(),
    state_damaged: copies.some((copy) => copy === null || decodeState(copy) === null),
    ...(await port.release()),
    pending: await port.notes.pending(),
    last_update: await port.notes.outcome(),
  };
};

/** Reports whole hundredths only: a line per block would be as much work as the block. */
const inHundredths = (report: (progress: Progress) => void): ((progress: Progress) => void) => {
  let last = '';
  return (progress) => {
    const mark = `${progress.stage} ${Math.floor((progress.done * MOST_REPORTS) / progress.total)}`;
    if (mark !== last) report(progress);
    last = mark;
  };
};

const noteFailure = async (port: RequestPort, pending: Pending, error: unknown): Promise<void> => {
  const reason = error instanceof Refusal ? error.message : 'The card could not be written.';
  await port.notes.conclude({ version: pending.version, from: pending.from, result: 'failed', reason, at: port.now() });
};

const update = async (
  port: RequestPort,
  reader: ByteReader,
  downgrade: boolean,
  report: (answer: Answer) => void,
): Promise<Answer> => {
  const keys = await port.keys();
  const running = await port.release();
  const { version: from } = running;
  let pending: Pending | null = null;
  try {
    const manifest = await port.withCard((card) =>
      writeUpdate(reader, {
        card,
        keys,
        running,
        downgrade,
        onProgress: inHundredths((progress) => report({ progress })),
        onAccepted: async ({ version }, slot) => {
          pending = { version, from, slot, began_at: port.now(), activated: false };
          await port.notes.setPending(pending);
        },
      }),
    );
    if (pending) await port.notes.setPending({ ...(pending as Pending), activated: true });
    return { version: manifest.version, restart_needed: true };
  } catch (error) {
    if (pending) await noteFailure(port, pending, error);
    throw error;
  }
};

const setValue = async (
  key: 'hostname' | 'country',
  value: unknown,
  set: (value: string) => Promise<void>,
): Promise<Answer> => {
  if (typeof value !== 'string' || !isUsable(key, value)) throw new Refusal('unusable', `The ${key} cannot be used.`);
  await set(value);
  return {};
};

const YEAR_S = 366 * 86_400;
/** No card runs so long after it was built. */
const MOST_YEARS = 20;
/** The end of 2099. */
const LAST_SECOND = 4_102_444_799;

const setClock = async (port: RequestPort, seconds: unknown): Promise<Answer> => {
  const { built_at } = await port.release();
  const least = Math.floor(Date.parse(built_at ?? '') / 1000) || 0;
  if (typeof seconds !== 'number' || !Number.isSafeInteger(seconds) || seconds < least)
    throw new Refusal('unusable', `now: the time is not before ${built_at ?? '1970'}, when this system was built.`);
  // Without a date of the build: until the chips count no further.
  if (seconds > (least === 0 ? LAST_SECOND : least + MOST_YEARS * YEAR_S))
    throw new Refusal('unusable', `now: the time is at most ${MOST_YEARS} years after this system was built.`);
  if (await port.isSynchronized()) throw new Refusal('kept', 'The network tells the time: it cannot be set by hand.');
  await port.setClock(seconds);
  return {};
};

const LONGEST_REQUEST = 4096;

const perform = async (port: RequestPort, reader: ByteReader, report: (answer: Answer) => void): Promise<Answer> => {
  const request = parseJson((await reader.line(LONGEST_REQUEST)).toString());
  if (!isRecord(request)) throw new Refusal('not-understood', 'The request is no JSON object.');
  switch (request['op']) {
    case 'slot-status':
      return slotStatus(port);
    case 'update-write':
      return update(port, reader, request['downgrade'] === DOWNGRADE_WORDS, report);
    case 'set-hostname':
      return setValue('hostname', request['hostname'], (name) => port.setHostname(name));
    case 'set-country':
      return setValue('country', request['country'], (country) => port.setCountry(country));
    case 'clock-status':
      return { synchronized: await port.isSynchronized() };
    case 'set-clock':
      return setClock(port, request['seconds']);
    case 'reboot':
      await port.reboot();
      return {};
    default:
      throw new Refusal('not-understood', 'The operation is not known.');
  }
};

/** Answers one request; `write` gets each answer: any number of `{progress}`, then one with `ok`. */
export const answerRequest = async (
  port: RequestPort,
  reader: ByteReader,
  write: (answer: Answer) => void,
): Promise<void> => {
  try {
    write({ ok: true, ...(await perform(port, reader, write)) });
  } catch (error) {
    if (error instanceof Refusal) write({ ok: false, code: error.code, reason: error.message });
    else {
      process.stderr.write(`a request failed: ${error instanceof Error ? error.stack : String(error)}\n`);
      write({ ok: false, code: 'failed', reason: 'The system could not do it.' });
    }
  }
};
