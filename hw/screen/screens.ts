import { clearScreen } from './clear.ts';
import { listScreens, type FoundScreen } from './found.ts';
import { findMonitor, wallFor } from './monitor.ts';

/** The screens of a machine. */
export interface MachineScreens {
  /** All of them; never rejects. */
  list(): Promise<FoundScreen[]>;
  /** The first that can be drawn on, and the size of a wall that suits it; null where there is none. */
  find(): Promise<{ readonly path: string; readonly rows: number; readonly cols: number } | null>;
  /** Makes one black. Never rejects. */
  clear(path: string): Promise<void>;
}

/** The screens of the machine below a root. */
export const createScreens = (root = ''): MachineScreens => ({
  list: () => listScreens(root),
  find: async () => {
    const found = (await listScreens(root)).find(({ problem }) => problem === null);
    return found ? { path: found.path, ...wallFor(await findMonitor(root)) } : null;
  },
  clear: (path) => clearScreen(path, root),
});
