type Collect = (options?: { readonly type: 'minor' }) => void;

let collect: Collect | null = null;

const collector = (): Collect => {
  if (!collect) {
    const { setFlagsFromString } = require('node:v8') as typeof import('node:v8');
    const { runInNewContext } = require('node:vm') as typeof import('node:vm');
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
  }
  return collect;
};

/**
 * Releases the memory of interpreters that have ended. The engine sees a few small objects and would leave their 24 MiB
 * lying until there is need, which there never is.
 */
export const collectGarbage = (): void => void setImmediate(() => collector()());

/** Bytes of pieces after which the young are collected. */
const PIECES_BYTES = 8 * 1024 * 1024;

let passed = 0;

/**
 * To be called for each piece that a client sends. The engine sees a small object for each of 64 KiB, and would leave
 * tens of MiB of them lying that nobody needs any more.
 */
export const notePiece = (bytes: number): void => {
  passed += bytes;
  if (passed < PIECES_BYTES) return;
  passed = 0;
  setImmediate(() => collector()({ type: 'minor' }));
};
