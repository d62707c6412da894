import { createHash } from 'node:crypto';
import type { Driver, Frame, MinimumInterval, ReadOutcome, WriteOutcome } from '../../src/board/driver.ts';
import type { Grid } from '../../src/core/flaps/grid.ts';
import type { Clock } from '../../src/platform/clock.ts';
import { isAccepted, judge, statusAndText } from './answer.ts';
import { memberOf, parseJson } from '../../src/core/json.ts';
import { decodeGrid, encodeGrid } from './grid-json.ts';
import { INTERNET, Link, type LinkDeps } from './link.ts';
import type { HttpAnswer } from '../http-attempt.ts';
import { isBlank, readRefusal } from './local.ts';

/** One of the two cloud interfaces, which differ in the key's header and the form of a message. */
export interface CloudDialect {
  readonly kind: string;
  readonly keyHeader: string;
  readonly defaultUrl: string;
  readonly encode: (grid: Grid) => string;
}

/** The older interface: one key per board, a message is the bare grid. */
export const READ_WRITE: CloudDialect = {
  kind: 'vestaboard-cloud-rw',
  keyHeader: 'X-Vestaboard-Read-Write-Key',
  defaultUrl: 'https://rw.vestaboard.com/',
  encode: encodeGrid,
};

/** Its successor: tokens of a board or of a Note array. */
export const CLOUD: CloudDialect = {
  kind: 'vestaboard-cloud',
  keyHeader: 'X-Vestaboard-Token',
  defaultUrl: 'https://cloud.vestaboard.com/',
  encode: (grid) => `{"characters":${encodeGrid(grid)}}`,
};

/** A board or a Note array in the cloud. */
export interface CloudSettings {
  readonly dialect: CloudDialect;
  /** Replaces the dialect's address. */
  readonly baseUrl?: string | undefined;
  readonly credential: string;
  readonly rows: number;
  readonly cols: number;
}

/** The cloud drops what comes faster, often without a word. */
const FLOOR_MS = 15_000;
const READ_EVERY_MS = 180_000;

/**
 * Drives a board or a Note array through the Vestaboard cloud, without transitions: there they are a lasting setting of
 * the owner's.
 */
export class VestaboardCloud implements Driver {
  readonly kind: string;
  readonly minimumInterval: MinimumInterval;
  readonly transitions = 'none';
  readonly readBackMs = READ_EVERY_MS;
  readonly #settings: CloudSettings;
  readonly #clock: Clock;
  readonly #label: string;
  readonly #link: Link;

  constructor(settings: CloudSettings, deps: LinkDeps) {
    const base = new URL(settings.baseUrl ?? settings.dialect.defaultUrl);
    this.kind = settings.dialect.kind;
    this.minimumInterval = { ms: FLOOR_MS, key: digestOf(settings.credential) };
    this.#settings = settings;
    this.#clock = deps.clock;
    this.#label = `The Vestaboard cloud (${base.host})`;
    this.#link = new Link(base, this.#label, INTERNET, deps);
  }

  start(): Promise<void> {
    return this.#link.open();
  }

  stop(): Promise<void> {
    this.#link.close();
    return Promise.resolve();
  }

  async write(frame: Frame, signal: AbortSignal): Promise<WriteOutcome> {
    const { dialect, credential } = this.#settings;
    const headers = { [dialect.keyHeader]: credential, 'Content-Type': 'application/json' };
    const answer = await this.#link.exchange(
      { method: 'POST', path: '/', headers, body: dialect.encode(frame.grid) },
      signal,
    );
    if (answer.kind === 'failure') return { status: 'failed', reason: answer.reason, unreached: answer.unreached };
    if (isDuplicate(answer)) return { status: 'unchanged', reason: `${this.#label} says that it already shows this.` };
    if (isRefusal(answer) && isBlank(frame.grid)) {
      return {
        status: 'declined',
        reason: `${this.#label} takes no blank message ${statusAndText(answer, credential)}: the board stays as it is.`,
      };
    }
    return judge(answer, { label: this.#label, secret: credential, now: this.#clock.now() });
  }

  async read(signal: AbortSignal): Promise<ReadOutcome> {
    const { dialect, credential, rows, cols } = this.#settings;
    const answer = await this.#link.exchange(
      { method: 'GET', path: '/', headers: { [dialect.keyHeader]: credential } },
      signal,
    );
    if (answer.kind === 'failure') return { status: 'failed', reason: answer.reason };
    if (answer.status === 404) return { status: 'read', grid: null };
    if (!isAccepted(answer.status))
      return { status: 'failed', reason: readRefusal(this.#label, answer.status, statusAndText(answer, credential)) };
    const decoded = decodeGrid(layoutOf(answer.body), rows, cols);
    return 'fault' in decoded
      ? { status: 'failed', reason: `${this.#label} ${decoded.fault}` }
      : { status: 'read', grid: decoded.grid };
  }
}

const digestOf = (credential: string): string =>
  `vestaboard:${createHash('sha256').update(credential).digest('hex').slice(0, 24)}`;

/** In different years the cloud has said "already displayed" with 304, with 405 and with 409. */
const isDuplicate = ({ status, body }: HttpAnswer): boolean =>
  status === 304 || ((status === 405 || status === 409) && /fingerprint/i.test(body));

const isRefusal = ({ status }: HttpAnswer): boolean =>
  status >= 400 && status < 500 && ![401, 403, 408, 423, 429].includes(status);

/** The layout, as text or as rows; null before the first message. */
const layoutOf = (body: string): unknown => {
  if (body.trim() === '') return null;
  const value = parseJson(body);
  const message = memberOf(value, 'currentMessage');
  if (message === undefined) return value ?? body;
  return message === null ? null : memberOf(message, 'layout');
};
