import { spawn } from 'node:child_process';

/** Below the kernel's own threads, above everything that shares the processor by turns. */
const PRIORITY = 10;

/**
 * Lets a thread of this process, by the kernel's number, go before all others, so that no step waits for them. Where
 * the machine does not allow that, or has no program for it, the thread stays as it is. Never throws.
 */
export const putFirst = (thread: number, program = 'chrt'): void => {
  const child = spawn(program, ['-f', '-p', String(PRIORITY), String(thread)], { stdio: 'ignore' });
  child.on('error', () => undefined);
  child.unref();
};
