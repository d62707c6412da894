import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs';

/** The form in which QEMU's `blklogwrites` notes what a machine writes is that of the kernel's dm-log-writes. */
const SECTOR = 512;
const MAGIC = 0x6a736677736872n;
const FLUSH = 1n;
const FUA = 2n;
const DISCARD = 4n;

/** One thing that a machine told its card: to write some bytes, or to keep for good all that it wrote before. */
export interface Order {
  readonly kind: 'write' | 'flush';
  /** Where on the card, in bytes. */
  readonly at: number;
  readonly bytes: number;
  /** How long the log was before this order was noted in it. */
  readonly begin: number;
  /** Where in the log the bytes lie. */
  readonly from: number;
  /** Whether it is for good as soon as it is answered. */
  readonly isDurable: boolean;
}

/** How long a log is now: every order that was answered until now ends before. */
export const lengthOf = (log: string): number => statSync(log).size;

/** Reads a log, up to where the power was cut. */
export const readOrders = (log: string): Order[] => {
  const file = openSync(log, 'r');
  const header = Buffer.alloc(SECTOR);
  const orders: Order[] = [];
  try {
    readSync(file, header, 0, SECTOR, 0);
    if (header.readBigUInt64LE(0) !== MAGIC) throw new Error(`${log} is no log of writes`);
    const unit = header.readUInt32LE(24);
    for (let position = unit; readSync(file, header, 0, 32, position) === 32; ) {
      const [at, count, flags] = [header.readBigUInt64LE(0), header.readBigUInt64LE(8), header.readBigUInt64LE(16)];
      if (count === 0n && flags === 0n) break;
      const bytes = (flags & DISCARD) === 0n ? Number(count) * unit : 0;
      const from = position + unit;
      if (flags & FLUSH) orders.push({ kind: 'flush', at: 0, bytes: 0, begin: position, from, isDurable: true });
      if (bytes > 0)
        orders.push({
          kind: 'write',
          at: Number(at) * unit,
          bytes,
          begin: position,
          from,
          isDurable: (flags & FUA) !== 0n,
        });
      position = from + bytes;
    }
  } finally {
    closeSync(file);
  }
  return orders;
};

/**
 * What of the orders since the last flush reaches the card when the power is cut: each write whole, in part, or not at
 * all.
 */
export const survivorsOf = (orders: readonly Order[], random: () => number): Order[] =>
  orders
    .filter(({ kind }) => kind === 'write')
    .map((order) =>
      order.isDurable || random() < 0.4
        ? order
        : { ...order, bytes: Math.floor(random() * (order.bytes / SECTOR + 1)) * SECTOR },
    )
    .filter(({ bytes, isDurable }) => isDurable || (bytes > 0 && random() < 0.8));

/**
 * Carries out writes of a log on an image that begins at byte `start` of the card and is `length` long; the others are
 * not for it.
 */
export const carryOut = (
  orders: readonly Order[],
  log: string,
  image: string,
  start = 0,
  length = Number.MAX_SAFE_INTEGER,
): void => {
  const [source, target] = [openSync(log, 'r'), openSync(image, 'r+')];
  try {
    for (const { at, bytes, from } of orders) {
      if (at < start || at + bytes > start + length) continue;
      const data = Buffer.alloc(bytes);
      writeSync(target, data, 0, readSync(source, data, 0, bytes, from), at - start);
    }
  } finally {
    closeSync(source);
    closeSync(target);
  }
};
