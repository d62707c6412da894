import { runInNewContext } from 'node:vm';

const LIMIT_MS = 2000;

/**
 * Runs synchronous work over a document of somebody else, and gives up after two seconds: some documents (a calendar rule
 * for 31 February) make a parser search for ever. Undefined when it was given up; exceptions of the work pass through.
 */
export const runBounded = <T>(work: () => T): T | undefined => {
  try {
    // The limit of the virtual machine ends everything that runs inside the call, functions of this context included.
    return runInNewContext('work()', { work }, { timeout: LIMIT_MS }) as T;
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && problem.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw problem;
  }
};
