import { Transform, type TransformCallback } from 'node:stream';
import { systemClock, type Cancel, type Clock } from '../clock.ts';

/** After so many packets that came, or bytes that are handed on, there is a pause. */
const MOST_PACKETS = 20;
const MOST_BYTES = 262_144;
const PAUSE_MS = 10;

const PUBLISH = 3;
const QOS = 0x06;
const MORE = 0x80;
const LONGEST_LENGTH = 4;

/** Where the packet that begins at a place has its body, and where it ends; null while that is not known. */
const boundsOf = (bytes: Buffer, from: number): { readonly body: number; readonly end: number } | null => {
  let length = 0;
  for (let digit = 0; digit < LONGEST_LENGTH; digit++) {
    const byte = bytes[from + 1 + digit];
    if (byte === undefined) return null;
    length += (byte % MORE) * MORE ** digit;
    if (byte < MORE) return { body: from + 2 + digit, end: from + 2 + digit + length };
  }
  // No length has more digits: what follows is for the library to refuse.
  return { body: bytes.length, end: bytes.length };
};

/** The topic of a message that needs no acknowledgement; null for every other packet. */
const topicOf = (bytes: Buffer, from: number, body: number, end: number): string | null => {
  const head = bytes[from] ?? 0;
  if (head >> 4 !== PUBLISH || (head & QOS) !== 0 || body + 2 > end) return null;
  return bytes.toString('latin1', body + 2, body + 2 + bytes.readUInt16BE(body));
};

/**
 * Reads the packets of a broker in pieces, so that a flood of messages leaves time for everything else: of the messages
 * that need no acknowledgement and came together, each topic's newest alone is handed on, and nothing of the others is
 * read but their topics. What is not taken yet waits at the broker, which bounds it.
 */
export class PacketPace extends Transform {
  readonly #clock: Clock;
  /** The pieces of a packet that is not complete, their bytes, and with how many it is worth another look. */
  #begun: Buffer[] = [];
  #size = 0;
  #wanted = 0;
  /** What was handed on since the last pause. */
  #count = 0;
  #bytes = 0;
  #cancel: Cancel | null = null;

  constructor(clock: Clock = systemClock) {
    super();
    this.#clock = clock;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#begun.push(chunk);
    this.#size += chunk.length;
    if (this.#size < this.#wanted) return done();
    const bytes = this.#begun.length === 1 ? chunk : Buffer.concat(this.#begun);
    this.#handOn(this.#choose(bytes), done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#cancel?.();
    super._destroy(error, done);
  }

  /** The packets that are worth reading, in their order; keeps what is not complete. */
  #choose(bytes: Buffer): Buffer[] {
    const packets = new Map<string | number, Buffer>();
    let from = 0;
    let bounds = boundsOf(bytes, from);
    for (; bounds && bounds.end <= bytes.length && from < bytes.length; bounds = boundsOf(bytes, from)) {
      const { body, end } = bounds;
      const key = topicOf(bytes, from, body, end) ?? from;
      // One that a newer one replaces took its time, too.
      if (packets.delete(key)) this.#count++;
      packets.set(key, bytes.subarray(from, end));
      from = end;
    }
    this.#begun = from < bytes.length ? [bytes.subarray(from)] : [];
    this.#size = bytes.length - from;
    this.#wanted = (bounds?.end ?? 0) - from;
    return [...packets.values()];
  }

  #handOn(packets: readonly Buffer[], done: TransformCallback): void {
    let taken = 0;
    do {
      this.#count++;
      this.#bytes += packets[taken++]?.length ?? 0;
    } while (taken < packets.length && this.#count < MOST_PACKETS && this.#bytes < MOST_BYTES);
    if (packets.length > 0) this.push(Buffer.concat(packets.slice(0, taken)));
    if (this.#count < MOST_PACKETS && this.#bytes < MOST_BYTES) return done();
    this.#count = 0;
    this.#bytes = 0;
    this.#cancel = this.#clock.after(PAUSE_MS, () => {
      if (taken < packets.length) this.#handOn(packets.slice(taken), done);
      else done();
    });
  }
}
