import type { ResourceLimits, Worker } from 'node:worker_threads';

/**
 * Starts a program on a thread of its own, without the variables of this process; what it prints is discarded, so that
 * it cannot accumulate. The module of threads is loaded for the first one only.
 */
export const startThread = (file: string, workerData: object, resourceLimits: ResourceLimits, name: string): Worker => {
  const threads = require('node:worker_threads') as typeof import('node:worker_threads');
  const options = { workerData, resourceLimits, name, env: {}, execArgv: [], stdout: true, stderr: true };
  const worker = new threads.Worker(file, options);
  worker.stdout.resume();
  worker.stderr.resume();
  return worker;
};
