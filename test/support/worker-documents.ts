import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/platform/clock.ts';
import { SandboxDocuments } from '../../src/sandbox/documents.ts';
import { Sandbox } from '../../src/sandbox/sandbox.ts';
import { buildSandbox } from './sandbox.ts';

/** Documents as the running service reads them, on a worker that is built for the test; `stop` ends it. */
export const startWorkerDocuments = async (): Promise<{ documents: SandboxDocuments; stop: () => Promise<void> }> => {
  const folder = mkdtempSync(join(tmpdir(), 'flapbox-worker-'));
  const sandbox = new Sandbox({ file: await buildSandbox(folder), clock: systemClock });
  return {
    documents: new SandboxDocuments(sandbox),
    stop: async () => {
      await sandbox.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
