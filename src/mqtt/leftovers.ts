import { parseObject } from '../core/json.ts';
import { isRecord } from '../core/record.ts';
import type { AnnouncedPlace } from '../store/announced-places.ts';
import { imageTopic } from './topics.ts';

/** More than this is not listened to. */
const MOST_MESSAGES = 10_000;
const MOST_BYTES = 16 * 1024 * 1024;
/** What the appliance publishes of a board; commands are the word of others. */
const PUBLISHED = /\/(?:availability|state|attributes)$/;
/** What it publishes of itself, and of its first board at the same topics. */
const FLAT = /^(?:status|[^/]+\/(?:state|attributes))$/;

/**
 * What lies retained at the broker under the appliance's own topics, as far as it publishes such topics itself: boards
 * that were removed while the broker was away are found by it. At a place that it has left since nothing is its own
 * any more.
 */
export class Leftovers {
  readonly #place: AnnouncedPlace;
  readonly #now: AnnouncedPlace;
  readonly #found = new Set<string>();
  /** What lies directly below a base topic that was left. */
  readonly #flat = new Set<string>();
  /** Boards of other appliances that share the base topic. */
  readonly #foreign = new Set<string>();
  /** Whether another appliance has the base topic for its own. */
  #isShared = false;
  #messages = 0;
  #bytes = 0;

  /** `now`: where the appliance is, unless it is there. */
  constructor(place: AnnouncedPlace, now = place) {
    this.#place = place;
    this.#now = now;
  }

  /** What has to be subscribed to; pictures are inferred, for they are large. */
  get topics(): string[] {
    const { base, prefix } = this.#place;
    const boards = ['availability', '+/state', '+/attributes'].map((topic) => `${base}/board/+/${topic}`);
    const flat = this.#isLeft ? ['status', '+/state', '+/attributes'].map((topic) => `${base}/${topic}`) : [];
    return [`${prefix}/device/+/config`, ...boards, ...flat.filter((topic) => topic !== this.#birthTopic)];
  }

  /** Takes a retained message. */
  hear(topic: string, payload: Buffer): void {
    if (this.#isFull) return;
    this.#messages++;
    this.#bytes += payload.length;
    if (topic.startsWith(`${this.#place.base}/board/`) && PUBLISHED.test(topic)) this.#found.add(topic);
    else if (topic.startsWith(`${this.#place.prefix}/device/`)) this.#hearDevice(topic, payload);
    else if (this.#isLeft && this.#isFlat(topic)) this.#flat.add(topic);
  }

  /**
   * The topics to be cleared: what was found and is not wanted. Where there was too much to hear, own devices alone.
   */
  unwanted(wanted: ReadonlySet<string>): string[] {
    const left = [...this.#found].filter((topic) => !wanted.has(topic) && !this.#foreign.has(this.#boardOf(topic)));
    if (this.#isFull) return left.filter((topic) => this.#boardOf(topic) === '');
    const lasting = new Set([...wanted].map((topic) => this.#boardOf(topic)));
    const gone = new Set(left.map((topic) => this.#boardOf(topic)).filter((id) => id !== '' && !lasting.has(id)));
    return [
      ...left,
      ...[...gone].map((id) => imageTopic(`${this.#place.base}/board/${id}`)),
      ...this.#flatLeft(wanted),
    ];
  }

  /** What the appliance publishes elsewhere now, unless another one is where it was. */
  #flatLeft(wanted: ReadonlySet<string>): string[] {
    if (this.#isShared) return [];
    const elsewhere = (topic: string) => this.#now.base + topic.slice(this.#place.base.length);
    return [...this.#flat].filter((topic) => !wanted.has(topic) && wanted.has(elsewhere(topic)));
  }

  /** Whether the appliance has left the base topic. */
  get #isLeft(): boolean {
    return this.#place.base !== this.#now.base;
  }

  /** Where Home Assistant tells of itself. */
  get #birthTopic(): string {
    return `${this.#now.prefix}/status`;
  }

  #isFlat(topic: string): boolean {
    const { base } = this.#place;
    return topic.startsWith(`${base}/`) && FLAT.test(topic.slice(base.length + 1)) && topic !== this.#birthTopic;
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
    if (text.includes(`"${base}/status"`)) this.#isShared = true;
    for (const rest of text.split(`"${base}/board/`).slice(1)) this.#foreign.add(rest.split(/[/"]/, 1)[0] ?? '');
  }
}

const deviceIn = (text: string): Record<string, unknown> | null => {
  const device = parseObject(text)?.['device'];
  return isRecord(device) ? device : null;
};
