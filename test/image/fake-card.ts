import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCard, type Card, type Part } from '../../image/helper/card.ts';
import { decodeState, encodeState, type Slot, type SlotState } from '../../image/helper/state.ts';

/** Sizes of the parts of a pretended card. */
export const ROOM = { kernel: 3_000_000, root: 5_000_000 } as const;

/** The power goes off: what a write was doing is half done, and nothing happens afterwards. */
export class PowerCut extends Error {
  constructor() {
    super('the power went off');
    this.name = 'PowerCut';
  }
}

/** A card made of files, with a plug to pull. */
export interface FakeCard {
  readonly folder: string;
  readonly card: Card;
  /** How many writes were begun so far. */
  readonly writes: () => number;
  pathOf(slot: Slot, part: Part): string;
  remove(): void;
}

/** What to pretend. */
export interface FakeCardOptions {
  readonly running?: Slot;
  readonly states?: readonly [SlotState | null, SlotState | null];
  /** Number of the write, from 1, that is cut off half-way; none by default. */
  readonly cutAt?: number;
  /** What is read back, for a card that does not keep what is written. */
  readonly spoil?: (bytes: Buffer) => Buffer;
}

const GOOD_A: SlotState = { current: 'A', tries: 0, good: 'A' };

/** Makes a card of files: slot A full of `a`, slot B of `b`. */
export const makeFakeCard = ({
  running = 'A',
  states = [GOOD_A, GOOD_A],
  cutAt = Infinity,
  spoil,
}: FakeCardOptions = {}): FakeCard => {
  const folder = mkdtempSync(join(tmpdir(), 'flapbox-card-'));
  const pathOf = (slot: Slot, part: Part): string => join(folder, `${part}-${slot}`);
  for (const slot of ['A', 'B'] as const)
    for (const part of ['kernel', 'root'] as const)
      writeFileSync(pathOf(slot, part), Buffer.alloc(ROOM[part], slot.toLowerCase()));
  states.forEach((state, copy) =>
    writeFileSync(join(folder, `state${copy}.env`), state ? encodeState(state) : Buffer.alloc(0x2000, 0x5a)),
  );
  const real = openCard({ running, pathOf, stateFolder: folder, forget: () => Promise.resolve() });
  let begun = 0;
  const power = async (bytes: Buffer, write: (bytes: Buffer) => Promise<void>): Promise<void> => {
    begun++;
    if (begun > cutAt) throw new PowerCut();
    if (begun < cutAt) return write(bytes);
    await write(bytes.subarray(0, bytes.length >> 1));
    throw new PowerCut();
  };
  const card: Card = {
    ...real,
    write: (slot, part, at, bytes) => power(bytes, (some) => real.write(slot, part, at, some)),
    writeState: (copy, bytes) => power(bytes, (some) => real.writeState(copy, some)),
    read: async (slot, part, at, length) => {
      const bytes = await real.read(slot, part, at, length);
      return spoil ? spoil(bytes) : bytes;
    },
  };
  const remove = (): void => {
    void real.close();
    rmSync(folder, { recursive: true });
  };
  return { folder, card, pathOf, writes: () => begun, remove };
};

/**
 * What the boot loader would start next with these two copies, by the rules of `image/boot/boot.cmd`; and what it would
 * store.
 */
export const bootLoader = (copies: readonly (Buffer | null)[]): { slot: Slot; stored: SlotState } => {
  const state = copies.map((copy) => copy && decodeState(copy)).find((one) => one !== null) ?? GOOD_A;
  if (state.current === state.good) return { slot: state.current, stored: state };
  const stored: SlotState =
    state.tries === 0 ? { ...state, current: state.good } : { ...state, tries: state.tries - 1 };
  return { slot: stored.current, stored };
};
