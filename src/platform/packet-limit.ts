import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';

/** Packets of MQTT that are larger than this are left out. */
const LARGEST_PACKET_BYTES = 256 * 1024;

const LONGEST_HEADER = 5;
const MORE = 0x80;

/**
 * Lets the packets of a broker through and leaves out those that are too large, without ever holding one: any client
 * can publish 256 MB to a topic, retained, and the library would buffer all of it before it could be refused.
 */
export class PacketLimit extends Transform {
  readonly #largest: number;
  readonly #onSkip: (bytes: number) => void;
  /** The first bytes of a packet, until its length is known. */
  #header: number[] = [];
  #passing = 0;
  #skipping = 0;

  constructor(onSkip: (bytes: number) => void = () => undefined, largest = LARGEST_PACKET_BYTES) {
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
    if (this.#skipping > 0) this.#onSkip(length);
    else parts.push(Uint8Array.from(header));
  }
}
