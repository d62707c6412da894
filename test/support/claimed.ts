import { readEnvironment } from '../../src/platform/environment.ts';
import { claimFolder } from '../../src/store/files/folder-lock.ts';

/** What `src/launch.ts` gives to the service: its settings, and its data folder. */
export const claimedSettings = (env: Readonly<Record<string, string | undefined>>) => {
  const settings = readEnvironment(env);
  return { settings, claimed: claimFolder(settings.dataDir) };
};
