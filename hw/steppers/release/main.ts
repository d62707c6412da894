// Switches the coils of motors off after the service has ended, whichever way: run by what supervises it, with the data
// folder as its argument. It reads which lines the service had taken; without any there is nothing to do.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LineSetup } from '../line.ts';
import { openLine } from '../open-line.ts';

const takenIn = (folder: string): LineSetup[] => {
  try {
    const lines: unknown = JSON.parse(readFileSync(join(folder, 'lines.json'), 'utf8'));
    // Simulated lines are programs: none is run because a file says so.
    return Array.isArray(lines) ? lines.filter((line: LineSetup) => line.kind !== 'module') : [];
  } catch {
    return [];
  }
};

for (const line of takenIn(process.argv[2] ?? process.env['SERVICE_DATA_DIR'] ?? 'data')) {
  try {
    // Whoever opens a line switches its coils off first.
    openLine(line).close();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
