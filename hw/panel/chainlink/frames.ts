import { crc32 } from 'node:zlib';
import { decodeCobs, encodeCobs } from './cobs.ts';

const CHECKSUM_BYTES = 4;
/** Twice the largest message of a device; what is longer without an end is noise. */
const LONGEST_FRAME = 9000;

/** A message as it travels: with its checksum, stuffed, and ended by a zero. */
export const encodeFrame = (message: Uint8Array): Uint8Array => {
  const checked = new Uint8Array(message.length + CHECKSUM_BYTES);
  checked.set(message);
  new DataView(checked.buffer).setUint32(message.length, crc32(message), true);
  const stuffed = encodeCobs(checked);
  const frame = new Uint8Array(stuffed.length + 1);
  frame.set(stuffed);
  return frame;
};

/** The message of a frame without its final zero; null when it is too short or damaged. */
export const decodeFrame = (stuffed: Uint8Array): Uint8Array | null => {
  const checked = decodeCobs(stuffed);
  if (!checked || checked.length <= CHECKSUM_BYTES) return null;
  const message = checked.subarray(0, -CHECKSUM_BYTES);
  const view = new DataView(checked.buffer, checked.byteOffset + message.length);
  return view.getUint32(0, true) === crc32(message) ? message : null;
};

/** Cuts a stream of bytes at its zeros, however it is chunked. */
export class FrameSplitter {
  readonly #onFrame: (stuffed: Uint8Array) => void;
  #parts: Uint8Array[] = [];
  #length = 0;

  /** `onFrame` gets what lies between two zeros, be it empty. */
  constructor(onFrame: (stuffed: Uint8Array) => void) {
    this.#onFrame = onFrame;
  }

  /** Takes the next bytes. */
  push(bytes: Uint8Array): void {
    let from = 0;
    for (let zero = bytes.indexOf(0); zero >= 0; zero = bytes.indexOf(0, from)) {
      this.#keep(bytes.subarray(from, zero));
      const frame = Buffer.concat(this.#parts);
      this.#drop();
      this.#onFrame(frame);
      from = zero + 1;
    }
    this.#keep(bytes.subarray(from));
  }

  #keep(part: Uint8Array): void {
    this.#parts.push(part.slice());
    this.#length += part.length;
    if (this.#length > LONGEST_FRAME) this.#drop();
  }

  #drop(): void {
    this.#parts = [];
    this.#length = 0;
  }
}
