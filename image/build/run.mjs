// Running other programs, and telling how long each step took.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** Runs a program; its output goes to the terminal's error stream only when it fails. Answers what it printed. */
export const run = (program, args, options = {}) => {
  try {
    return execFileSync(program, args, {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options,
    });
  } catch (error) {
    process.stderr.write(`${error.stdout ?? ''}${error.stderr ?? ''}`);
    throw new Error(`${program} failed: ${error.message.split('\n', 1)[0]}`);
  }
};

/** Does one step of the build and prints its name and duration. */
export const step = async (name, work) => {
  const begun = performance.now();
  const result = await work();
  console.log(`${name.padEnd(34)} ${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s`);
  return result;
};

/** Leaves an empty folder. */
export const emptyFolder = (path) => {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  return path;
};

/** The SHA-256 of a file, in hex. */
export const hashOf = async (file) => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
};

/** The first 16 hex digits of a SHA-256 over texts: a key for a cache. */
export const keyOf = (...texts) => createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 16);
