import { execFile } from 'node:child_process';

/** What a call of nmcli came to; `code` is its exit status, and `MISSING` when there is no such program. */
export interface NmcliOutcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Calls nmcli. Arguments can be seen by every program of the machine: secrets go through `input`, which becomes its
 * standard input.
 */
export type Nmcli = (
  args: readonly string[],
  options?: { readonly input?: string; readonly withinMs?: number },
) => Promise<NmcliOutcome>;

/** The program does not exist. */
export const MISSING = 127;

/** Exit statuses of nmcli that mean something to the caller. */
export const NMCLI = { TIMEOUT: 3, UNKNOWN: 10 } as const;

const MOST_BYTES = 1024 * 1024;
const USUAL_MS = 20_000;

/**
 * The program itself, without a shell and without the service's environment. One that does not end in time is ended,
 * and counts as its own time-out.
 */
export const runNmcli: Nmcli = (args, { input = '', withinMs = USUAL_MS } = {}) =>
  new Promise((resolve) => {
    const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C.UTF-8', TERM: 'dumb' };
    const child = execFile(
      'nmcli',
      [...args],
      { env, timeout: withinMs, maxBuffer: MOST_BYTES },
      (error, stdout, stderr) => {
        const code =
          error === null
            ? 0
            : error.code === 'ENOENT'
              ? MISSING
              : typeof error.code === 'number'
                ? error.code
                : NMCLI.TIMEOUT;
        resolve({ code, stdout, stderr });
      },
    );
    // A program that ends before it has read everything says why in its status.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
