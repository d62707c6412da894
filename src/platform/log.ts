import { toInstant, type Clock } from './clock.ts';
import { putNewest } from './newest.ts';
import { createRedactor } from './redactor.ts';
import { MINUTE_MS } from '../core/time/durations.ts';

/** Levels by severity; a log writes its own level and all that are more severe. */
export const LOG_LEVELS = ['debug', 'info', 'warning', 'error'] as const;
/** The severity of a line. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Details beside a message, written as `key=value`; an error is reduced to its code or its message. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * One line of the log, as `GET /logs` answers it: an ISO instant, the level in capitals, the logger, and the message.
 */
export interface LogEntry {
  readonly timestamp: string;
  readonly level: string;
  readonly logger: string;
  readonly message: string;
}

/**
 * Which entries to answer: newest first, `limit` (default 100) after skipping `offset`; `level` is exact, `search` is
 * part of logger or message; both ignore case.
 */
export interface LogQuery {
  limit?: number | undefined;
  offset?: number | undefined;
  level?: string | undefined;
  search?: string | undefined;
}

/** The log of the appliance: one line per event, no secret, no stack. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** The same log under another logger's name. */
  child(logger: string): Log;
  /**
   * From now on the secrets of a source are exactly these values, and none of them appears in a line; values under 4
   * characters are too common to hide.
   */
  redact(source: string, values: readonly string[]): void;
  /** The kept entries that match, and how many match in all. */
  entries(query?: LogQuery): { logs: LogEntry[]; total: number };
}

/** What a log is made of: its level, its clock, and where its lines go. */
export interface LogOptions {
  level: LogLevel;
  clock: Clock;
  /** Gets each line without its end. */
  write: (line: string) => void;
}

const MOST_ENTRIES = 500;
const LONGEST_MESSAGE = 2000;
const REPEAT_MS = MINUTE_MS;
const MOST_REMEMBERED = 500;
const DEFAULT_LIMIT = 100;

const describeError = (error: Error): string => {
  const code: unknown = 'code' in error ? error.code : undefined;
  // The message of a system error names paths of the machine, its code identifies it without them.
  return typeof code === 'string' ? code : error.message;
};

const describeValue = (value: unknown): string => {
  const text =
    value instanceof Error
      ? describeError(value)
      : typeof value === 'string'
        ? value
        : (JSON.stringify(value) ?? String(value));
  return /^[^\s"=]+$/.test(text) ? text : JSON.stringify(text);
};

const describe = (message: string, fields: LogFields): string =>
  [
    message,
    ...Object.entries(fields).flatMap(([key, value]) =>
      value === undefined ? [] : [`${key}=${describeValue(value)}`],
    ),
  ]
    .join(' ')
    .replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ');

const matches = (entry: LogEntry, level: string | undefined, search: string | undefined): boolean =>
  (!level || entry.level === level) && (!search || `${entry.logger} ${entry.message}`.toLowerCase().includes(search));

const select = (ring: readonly LogEntry[], { limit = DEFAULT_LIMIT, offset = 0, level, search }: LogQuery) => {
  const wanted = level?.toUpperCase().replace(/^WARN$/, 'WARNING');
  const found = ring.filter((entry) => matches(entry, wanted, search?.toLowerCase())).reverse();
  return { logs: found.slice(offset, offset + limit), total: found.length };
};

/**
 * Remembers the lines of the last minute; `report` gets the number of suppressed repetitions when that minute is over.
 */
const createRepeatFilter = (clock: Clock) => {
  const recent = new Map<string, { until: number; count: number }>();
  return (key: string, report: (count: number) => void): boolean => {
    const now = clock.monotonic();
    const seen = recent.get(key);
    if (seen && now < seen.until) {
      seen.count++;
      if (seen.count === 1) clock.after(seen.until - now, () => report(seen.count));
      return true;
    }
    putNewest(recent, key, { until: now + REPEAT_MS, count: 0 }, MOST_REMEMBERED);
    return false;
  };
};

/**
 * A log that writes `LEVEL logger: message key=value` lines, keeps the last 500, counts what repeats within a minute,
 * and masks what is registered as secret.
 */
export const createLog = ({ level: least, clock, write }: LogOptions): Log => {
  const ring: LogEntry[] = [];
  const isRepeated = createRepeatFilter(clock);
  const redactor = createRedactor();

  const emit = (level: string, logger: string, message: string): void => {
    ring.push({ timestamp: toInstant(clock.now()), level, logger, message });
    if (ring.length > MOST_ENTRIES) ring.shift();
    write(`${level} ${logger}: ${message}`);
  };

  const speak = (level: LogLevel, logger: string, text: string, fields: LogFields): void => {
    if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(least)) return;
    const message = redactor.hide(describe(text, fields)).slice(0, LONGEST_MESSAGE);
    const name = level.toUpperCase();
    const report = (count: number) => emit(name, logger, `${message} (${count} more within a minute)`);
    if (!isRepeated(`${name} ${logger} ${message}`, report)) emit(name, logger, message);
  };

  const create = (logger: string): Log => ({
    debug: (message, fields = {}) => speak('debug', logger, message, fields),
    info: (message, fields = {}) => speak('info', logger, message, fields),
    warn: (message, fields = {}) => speak('warning', logger, message, fields),
    error: (message, fields = {}) => speak('error', logger, message, fields),
    child: create,
    redact: redactor.set,
    entries: (query = {}) => select(ring, query),
  });
  return create('flapbox');
};
