import { MANIFEST_LIMITS } from './limits.ts';
import { JobError, type Sandbox } from './sandbox.ts';

/** The room of the manifest that is being read; no plugin has such a name. */
const ROOM = '/manifest';

/** What is written in the manifest of a folder, within bounds; or why it cannot be used. Never rejects. */
export const readManifest = async (
  sandbox: Sandbox,
  folder: string,
): Promise<{ readonly value: unknown } | { readonly error: string }> => {
  try {
    const text = await sandbox.run({ room: ROOM, task: { kind: 'manifest', folder }, limits: MANIFEST_LIMITS });
    return JSON.parse(String(text)) as { readonly value: unknown } | { readonly error: string };
  } catch (error) {
    const why = error instanceof JobError ? error.message : 'the sandbox failed';
    return { error: `manifest.json cannot be read: ${why}` };
  } finally {
    sandbox.close(ROOM);
  }
};
