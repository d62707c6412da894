import { Transform, type TransformCallback } from 'node:stream';
import { notePiece } from '../garbage.ts';

/** Packets of MQTT that are larger than this are left out. */
const LARGEST_PACKET_BYTES = 256 * 1024;

const LONGEST_HEADER = 5;
const MORE = 0x80;
const PUBLISH = 3;
/** Topics are told up to here. */
const LONGEST_TOPIC = 512;

/** The topic at the beginning of a message's body; null while not all of it is there. */
const topicIn = (body: Buffer): string | null => {
  const end = body.length < 2 ? Infinity : 2 + body.readUInt16BE(0);
  return body.length < Math.min(end, LONGEST_TOPIC) ? null : body.toString('utf8', 2, Math.min(end, LONGEST_TOPIC));
};

/**
 * Lets the packets of a broker through and leaves out those that are too large, without ever holding one: any client
 * can publish 256 MB to a topic, retained, and the library would buffer all of it before it could be refused.
 */
export class PacketLimit extends Transform {
  readonly #largest: number;
  readonly #onSkip: (bytes: number, topic: string | null) => void;
  /** The first bytes of a packet, until its length is known. */
  #header: number[] = [];
  #passing = 0;
  #skipping = 0;
  /** Of a message that is left out: how large it is, and its first bytes until its topic is known. */
  #skipped: { readonly bytes: number; start: Buffer } | null = null;

  /** `onSkip` is called for each packet that is left out, with its topic where it is a message. */
  constructor(onSkip: (bytes: number, topic: string | null) => void = () => undefined, largest = LARGEST_PACKET_BYTES) {
    super();
    this.#onSkip = onSkip;
    this.#largest = largest;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const parts: Uint8Array[] = [];
    for (let at = 0; at < chunk.length; ) at = this.#take(chunk, at, parts);
    if (parts.length > 0) this.push(parts.length === 1 ? parts[0] : Buffer.concat(parts));
    done();
  }

  #take(chunk: Buffer, at: number, parts: Uint8Array[]): number {
    if (this.#skipping > 0) {
      const count = Math.min(this.#skipping, chunk.length - at);
      this.#skipping -= count;
      this.#noteTopic(chunk.subarray(at, at + count));
      notePiece(count);
      return at + count;
    }
    if (this.#passing > 0) {
      const end = Math.min(chunk.length, at + this.#passing);
      parts.push(chunk.subarray(at, end));
      this.#passing -= end - at;
      return end;
    }
    this.#header.push(chunk[at] ?? 0);
    this.#judge(parts);
    return at + 1;
  }

  /** Decides once the length of a packet has come; of one that never ends, the rest is for the library to refuse. */
  #judge(parts: Uint8Array[]): void {
    const header = this.#header;
    const last = header.at(-1) ?? 0;
    if (header.length < 2 || (last >= MORE && header.length < LONGEST_HEADER)) return;
    this.#header = [];
    const length = header.slice(1).reduce((sum, byte, index) => sum + (byte % MORE) * MORE ** index, 0);
    if (last >= MORE) this.#passing = Infinity;
    else if (length > this.#largest) this.#skipping = length;
    else this.#passing = length;
    if (this.#skipping > 0) this.#beginSkip(length, (header[0] ?? 0) >> 4 === PUBLISH);
    else parts.push(Uint8Array.from(header));
  }

  #beginSkip(bytes: number, isMessage: boolean): void {
    if (isMessage) this.#skipped = { bytes, start: Buffer.alloc(0) };
    else this.#onSkip(bytes, null);
  }

  #noteTopic(part: Buffer): void {
    const skipped = this.#skipped;
    if (!skipped) return;
    skipped.start = Buffer.concat([skipped.start, part.subarray(0, LONGEST_TOPIC)]);
    const topic = topicIn(skipped.start);
    if (topic === null) return;
    this.#skipped = null;
    this.#onSkip(skipped.bytes, topic);
  }
}
