import { crc32 } from 'node:zlib';

/** One of the two places for a version: a kernel partition and a root partition. */
export type Slot = 'A' | 'B';

/** What the boot loader goes by: which slot to start, how often it may still try it, and which one is known to work. */
export interface SlotState {
  readonly current: Slot;
  readonly tries: number;
  readonly good: Slot;
}

/** Bytes of one stored copy; the boot loader reads exactly as many. */
export const STATE_SIZE = 0x2000;

/** How often a new version may start before the old one comes back. */
export const TRIES = 3;

const CRC_SIZE = 4;

/** The other slot. */
export const otherSlot = (slot: Slot): Slot => (slot === 'A' ? 'B' : 'A');

/** A stored copy as U-Boot's `env import -c` takes it: CRC-32, then NAME=VALUE texts, each ended by a zero byte. */
export const encodeState = ({ current, tries, good }: SlotState): Buffer => {
  const bytes = Buffer.alloc(STATE_SIZE);
  bytes.write(`cur=${current}\0good=${good}\0try=${tries}\0`, CRC_SIZE, 'latin1');
  bytes.writeUInt32LE(crc32(bytes.subarray(CRC_SIZE)), 0);
  return bytes;
};

const isSlot = (value: string | undefined): value is Slot => value === 'A' || value === 'B';

/** The state of a stored copy; null when it is damaged. */
export const decodeState = (bytes: Buffer): SlotState | null => {
  if (bytes.length !== STATE_SIZE || bytes.readUInt32LE(0) !== crc32(bytes.subarray(CRC_SIZE))) return null;
  const texts = bytes.toString('latin1', CRC_SIZE).split('\0\0', 1)[0]?.split('\0') ?? [];
  const values = new Map(texts.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]));
  const [current, good, tries] = [values.get('cur'), values.get('good'), values.get('try') ?? ''];
  return isSlot(current) && isSlot(good) && /^[0-9]$/.test(tries) ? { current, good, tries: Number(tries) } : null;
};

/**
 * The state that counts: the first copy that is whole; a card without any starts with slot A, as the boot loader does.
 */
export const chooseState = (copies: readonly (Buffer | null)[]): SlotState => {
  for (const copy of copies) {
    const state = copy && decodeState(copy);
    if (state) return state;
  }
  return { current: 'A', tries: 0, good: 'A' };
};
