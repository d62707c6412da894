// For development: builds after every change and starts the service again.
import { spawn } from 'node:child_process';
import { existsSync, watch as watchFolder } from 'node:fs';
import { join } from 'node:path';

const SETTLE_MS = 150;

const stop = (child) =>
  new Promise((resolve) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });

/** Runs the service from `root`, and again with every change below src, hw and ui, until the process ends. */
export const watch = async (root, build) => {
  let child = null;
  let queue = Promise.resolve();
  const restart = async () => {
    try {
      await build();
    } catch (error) {
      console.error(error.message);
      return;
    }
    await stop(child);
    child = spawn(process.execPath, ['--enable-source-maps', join(root, 'dist/flapbox.cjs')], {
      cwd: root,
      stdio: 'inherit',
    });
  };
  let settling;
  const changed = () => {
    clearTimeout(settling);
    settling = setTimeout(() => (queue = queue.then(restart)), SETTLE_MS);
  };
  for (const folder of ['src', 'hw', 'ui'].map((name) => join(root, name)).filter(existsSync))
    watchFolder(folder, { recursive: true }, changed);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop(child).then(() => process.exit(0)));
  changed();
};
