import { parseObject } from '../core/json.ts';
import { isRecord } from '../core/record.ts';
import { imageTopic } from './topics.ts';

/** Under which names the appliance is at the broker. */
export interface OwnPlace {
  readonly base: string;
  readonly prefix: string;
  /** The id of the appliance's own device. */
  readonly own: string;
}

/** More than this is not listened to. */
const MOST_MESSAGES = 10_000;
const MOST_BYTES = 16 * 1024 * 1024;
/** What the appliance publishes of a board; commands are the word of others. */
const PUBLISHED = /\/(?:availability|state|attributes)$/;

/**
 * What lies retained at the broker under the appliance's own topics, as far as it publishes such topics itself: boards
 * that were removed while the broker was away are found by it.
 */
export class Leftovers {
  readonly #place: OwnPlace;
  readonly #found = new Set<string>();
  /** Boards of other appliances that share the base topic. */
  readonly #foreign = new Set<string>();
  #messages = 0;
  #bytes = 0;

  constructor(place: OwnPlace) {
    this.#place = place;
  }

  /** What has to be subscribed to; pictures are inferred, for they are large. */
  get topics(): string[] {
    const { base, prefix } = this.#place;
    const boards = ['availability', '+/state', '+/attributes'].map((topic) => `${base}/board/+/${topic}`);
    return [`${prefix}/device/+/config`, ...boards];
  }

  /** Takes a retained message. */
  hear(topic: string, payload: Buffer): void {
    if (this.#isFull) return;
    this.#messages++;
    this.#bytes += payload.length;
    if (topic.startsWith(`${this.#place.base}/board/`) && PUBLISHED.test(topic)) this.#found.add(topic);
    else if (topic.startsWith(`${this.#place.prefix}/device/`)) this.#hearDevice(topic, payload);
  }

  /**
   * The topics to be cleared: what was found and is not wanted. Where there was too much to hear, own devices alone.
   */
  unwanted(wanted: ReadonlySet<string>): string[] {
    const left = [...this.#found].filter((topic) => !wanted.has(topic) && !this.#foreign.has(this.#boardOf(topic)));
    if (this.#isFull) return left.filter((topic) => this.#boardOf(topic) === '');
    const lasting = new Set([...wanted].map((topic) => this.#boardOf(topic)));
    const gone = new Set(left.map((topic) => this.#boardOf(topic)).filter((id) => id !== '' && !lasting.has(id)));
    return [...left, ...[...gone].map((id) => imageTopic(`${this.#place.base}/board/${id}`))];
  }

  get #isFull(): boolean {
    return this.#messages >= MOST_MESSAGES || this.#bytes >= MOST_BYTES;
  }

  /** The board that a topic belongs to; empty for the announcement of a device. */
  #boardOf(topic: string): string {
    const start = `${this.#place.base}/board/`;
    return topic.startsWith(start) ? (topic.slice(start.length).split('/')[0] ?? '') : '';
  }

  #hearDevice(topic: string, payload: Buffer): void {
    const { base, own } = this.#place;
    const text = payload.toString('utf8');
    const device = deviceIn(text);
    if (device === null) return;
    const isOwn = device['via_device'] === own || [device['identifiers']].flat().includes(own);
    if (isOwn) return void this.#found.add(topic);
    for (const rest of text.split(`"${base}/board/`).slice(1)) this.#foreign.add(rest.split(/[/"]/, 1)[0] ?? '');
  }
}

const deviceIn = (text: string): Record<string, unknown> | null => {
  const device = parseObject(text)?.['device'];
  return isRecord(device) ? device : null;
};
