import { createLog, type Log } from '../../src/platform/log.ts';
import { createFakeClock } from './fake-clock.ts';

/** A log that keeps its lines and prints nothing. */
export const createQuietLog = (): Log & { lines: string[] } => {
  const lines: string[] = [];
  const log = createLog({
    level: 'debug',
    clock: createFakeClock('2025-03-01T10:00:00Z'),
    write: (line) => lines.push(line),
  });
  return { ...log, lines };
};
