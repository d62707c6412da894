import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Puts into `folder` what `build` makes. It is made once in a run of tests, and copied for all others that name it
 * alike.
 */
export const builtOnce = async (
  name: string,
  folder: string,
  build: (folder: string) => Promise<unknown>,
): Promise<void> => {
  // Without the runner each builds for itself.
  const shared = process.env['TEST_SHARED'];
  if (shared === undefined) return void (await build(folder));
  const built = join(shared, name);
  if (!existsSync(built)) {
    const making = mkdtempSync(join(shared, 'making-'));
    await build(making);
    try {
      renameSync(making, built);
    } catch (error) {
      // Another process may have been first.
      if (!existsSync(built)) throw error;
      rmSync(making, { recursive: true });
    }
  }
  cpSync(built, folder, { recursive: true });
};
