import { createHash, type KeyObject } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { isOlder, refuseOlder, type Release } from '../../src/core/release.ts';
import { type BundlePart, type Manifest, readManifest } from './bundle.ts';
import type { ByteReader } from './byte-reader.ts';
import type { Card } from './card.ts';
import { Refusal } from './refusal.ts';
import { chooseState, encodeState, otherSlot, type Slot, type SlotState, TRIES } from './state.ts';

const BLOCK = 1 << 20;

/** How far an update is: of `total` bytes, `done` are written or read back. */
export interface Progress {
  readonly stage: 'writing' | 'checking';
  readonly done: number;
  readonly total: number;
}

/** What writing an update needs. */
export interface UpdateOptions {
  readonly card: Card;
  readonly keys: readonly KeyObject[];
  /** What runs; nothing older is accepted unless the owner asked for it. */
  readonly running: Release;
  readonly downgrade: boolean;
  readonly onProgress: (progress: Progress) => void;
  /** Called when the manifest is accepted, before the first byte is written. */
  readonly onAccepted: (manifest: Manifest, slot: Slot) => Promise<void>;
}

/** The state that counts on a card. */
export const readState = async (card: Card): Promise<SlotState> =>
  chooseState([await card.readState(0), await card.readState(1)]);

/** Stores a state twice, one copy after the other, so that one is whole at any moment; reads both back. */
export const writeState = async (card: Card, state: SlotState): Promise<void> => {
  const bytes = encodeState(state);
  for (const copy of [0, 1] as const) {
    await card.writeState(copy, bytes);
    if (!(await card.readState(copy))?.equals(bytes))
      throw new Refusal('card-fault', 'The card does not keep what is written to it.');
  }
};

/** Regroups pieces into blocks of 1 MiB, the last one shorter. */
async function* inBlocks(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + BLOCK - length);
      waiting.push(part);
      length += part.length;
      at += part.length;
      if (length < BLOCK) continue;
      yield Buffer.concat(waiting);
      waiting = [];
      length = 0;
    }
  }
  if (length > 0) yield Buffer.concat(waiting);
}

const unpack = (reader: ByteReader, part: BundlePart): AsyncIterable<Buffer> => {
  const packed = reader.take(part.packed_size);
  if (part.packing === 'none') return packed;
  const source = Readable.from(packed);
  const target = createGunzip();
  // An error of the source would otherwise leave the reader of the target waiting.
  source.on('error', (error) => target.destroy(error));
  return source.pipe(target);
};

const damaged = (part: BundlePart): Refusal =>
  new Refusal('damaged', `The update is damaged: its part "${part.name}" is not what was signed.`);

/** Errors of unpacking are a fault of the file. */
const asRefusal = (error: unknown, part: BundlePart): unknown =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_')
    ? damaged(part)
    : error;

const writePart = async (
  card: Card,
  slot: Slot,
  part: BundlePart,
  blocks: AsyncIterable<Buffer>,
  tick: (bytes: number) => void,
): Promise<void> => {
  const hash = createHash('sha256');
  let at = 0;
  for await (const block of blocks) {
    if (at + block.length > part.size) throw damaged(part);
    await card.write(slot, part.name, at, block);
    hash.update(block);
    at += block.length;
    tick(block.length);
  }
  if (at !== part.size || hash.digest('hex') !== part.sha256) throw damaged(part);
  await card.flush(slot, part.name);
};

const checkPart = async (card: Card, slot: Slot, part: BundlePart, tick: (bytes: number) => void): Promise<void> => {
  const hash = createHash('sha256');
  for (let at = 0; at < part.size; ) {
    const block = await card.read(slot, part.name, at, Math.min(BLOCK, part.size - at));
    if (block.length === 0) break;
    hash.update(block);
    at += block.length;
    tick(block.length);
  }
  if (hash.digest('hex') !== part.sha256)
    throw new Refusal('card-fault', 'The card does not keep what is written to it.');
};

/** The slot that may be written; refuses while a version is on trial, because the other slot is then the way back. */
const freeSlot = async (card: Card): Promise<Slot> => {
  const state = await readState(card);
  if (state.current === card.running && state.good !== card.running)
    throw new Refusal('on-trial', 'The running version is still on trial; wait until it is kept.');
  // What was written before but never started must not start half overwritten.
  if (state.current !== card.running || state.good !== card.running)
    await writeState(card, { current: card.running, tries: 0, good: card.running });
  return otherSlot(card.running);
};

const checkFit = async (card: Card, slot: Slot, manifest: Manifest): Promise<void> => {
  for (const part of manifest.parts) {
    if (part.size > (await card.sizeOf(slot, part.name)))
      throw new Refusal('too-large', 'The update is too large for this card.');
  }
};

/**
 * Writes a bundle into the slot that does not run, reads it back, and only then lets the next start try it. Interrupted
 * or refused at any point it changes nothing: the running slot stays the one that starts.
 */
export const writeUpdate = async (
  reader: ByteReader,
  { card, keys, running, downgrade, onProgress, onAccepted }: UpdateOptions,
): Promise<Manifest> => {
  const manifest = await readManifest(reader, keys);
  if (!downgrade && isOlder(manifest, running)) throw new Refusal('older', refuseOlder(manifest, running));
  const slot = otherSlot(card.running);
  await checkFit(card, slot, manifest);
  await freeSlot(card);
  await onAccepted(manifest, slot);
  const total = manifest.parts.reduce((sum, { size }) => sum + size, 0);
  const counter = (stage: Progress['stage']) => {
    let done = 0;
    return (bytes: number) => onProgress({ stage, done: (done += bytes), total });
  };
  const written = counter('writing');
  for (const part of manifest.parts) {
    try {
      await writePart(card, slot, part, inBlocks(unpack(reader, part)), written);
    } catch (error) {
      throw asRefusal(error, part);
    }
  }
  const checked = counter('checking');
  for (const part of manifest.parts) await checkPart(card, slot, part, checked);
  await writeState(card, { current: slot, tries: TRIES, good: card.running });
  return manifest;
};

/** Keeps the running version for good. */
export const keepRunning = (card: Card): Promise<void> =>
  writeState(card, { current: card.running, tries: 0, good: card.running });
