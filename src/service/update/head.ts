import type { Release } from '../../core/release.ts';

/** Where the manifest of an update ends at the latest. */
const LONGEST_HEAD = 2 * 16_384 + 2;
const NEWLINE = 10;

/** The bytes of an update, of which the first were looked at. */
export interface Headed {
  /**
   * What it says it is; null when it does not say, which is for the system to judge. The signature is not checked here.
   */
  readonly release: Release | null;
  /** All of them. */
  readonly bytes: AsyncGenerator<Uint8Array>;
}

const parse = (head: Buffer): Release | null => {
  const [, manifest = ''] = head.toString('utf8').split('\n', 2);
  try {
    const { version, built_at } = JSON.parse(manifest) as Record<string, unknown>;
    return typeof version === 'string' ? { version, built_at: typeof built_at === 'string' ? built_at : null } : null;
  } catch {
    return null;
  }
};

const isWhole = (head: Buffer): boolean =>
  head.length > LONGEST_HEAD || head.indexOf(NEWLINE, head.indexOf(NEWLINE) + 1) > head.indexOf(NEWLINE);

/** Reads the beginning of an update up to its manifest, and gives it back with the rest. */
export const readHead = async (source: AsyncIterable<Uint8Array>): Promise<Headed> => {
  const rest = source[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  while (!isWhole(head)) {
    const { done, value } = await rest.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  return { release: parse(head), bytes: rejoin(head, rest) };
};

async function* rejoin(head: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
