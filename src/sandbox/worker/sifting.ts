import type { Parsed } from '../../documents/parsed.ts';
import type { Sifter } from '../../documents/sieve/kept-bytes.ts';
import type { Limits, SieveTask } from '../protocol.ts';
import { collectGarbage } from '../../platform/garbage.ts';
import { Meter, post } from './meter.ts';

interface Sifting {
  readonly id: number;
  readonly sifter: Sifter;
  readonly meter: Meter;
}

const TOO_LONG = { error: 'the answer takes too much time to read' };

/** What is being read, by room: each room reads one answer. */
const running = new Map<string, Sifting>();

const sifting = (): typeof import('../../documents/sieve/sift.ts') =>
  require('../../documents/sieve/sift.ts') as typeof import('../../documents/sieve/sift.ts');

/** Begins to read a long answer for a job, whose pieces come one by one. */
export const beginSifting = (id: number, room: string, { sieve }: SieveTask, limits: Limits): void => {
  running.set(room, { id, sifter: sifting().createSifter(sieve), meter: new Meter(id, limits) });
  post({ type: 'want', id });
};

const finish = (room: string, id: number, result: Parsed<Uint8Array<ArrayBuffer>>): void => {
  running.delete(room);
  post({ type: 'done', id, result }, 'value' in result ? [result.value.buffer] : []);
  collectGarbage();
};

/** Reads the next piece of what a room reads, or ends it with null. */
export const siftPiece = (room: string, bytes: Uint8Array | null): void => {
  const one = running.get(room);
  if (!one) return;
  const { id, sifter, meter } = one;
  const { siftSafely } = sifting();
  const end = meter.charge(() => {
    if (bytes === null) return siftSafely(() => sifter.end());
    const read = siftSafely(() => sifter.write(bytes));
    return 'error' in read ? read : meter.isSpent() ? TOO_LONG : null;
  });
  if (end) finish(room, id, end);
  else post({ type: 'want', id });
};

/** Gives up what a room reads. */
export const endSifting = (room: string): void => void running.delete(room);
