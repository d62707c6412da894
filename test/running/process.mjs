// Runs one test file in a process of its own.
import { spawn } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { watchProcessor } from './processor.mjs';

const count = (output, label) =>
  [...output.matchAll(new RegExp(`${label}:\\s+(\\d+)`, 'g'))].reduce((sum, [, number]) => sum + Number(number), 0);

/** The processes of a group that run; those that a test itself has stopped are none of them. */
const listRunning = async (group) => {
  const running = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const [state, , owner] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(owner) === group && state !== 'T') running.push(Number(name));
  }
  return running;
};

const signalAll = (pids, name) => {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch {
      // It has ended.
    }
};

/** Stops a process, or it with those that it started, and lets it go on, until a signal aborts. Linux only. */
const holdUp = async (pid, signal) => {
  while (!signal.aborted) {
    await pause(Math.random() * 400);
    const pids = Math.random() < 0.5 ? [pid] : await listRunning(pid);
    if (signal.aborted) return;
    signalAll(pids, 'SIGSTOP');
    await pause(Math.random() * 300);
    signalAll(pids, 'SIGCONT');
  }
};

/**
 * Runs a file, or several with a comma between them, with arguments of Node; answers how many of its tests passed and
 * failed, what it printed, and the seconds that it took; where it is watched, what `watchProcessor` tells.
 */
export const runFile = (file, args, { root, shared, temporary, longestMs, stutter, watch }) =>
  new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, FORCE_COLOR: '0', TEST_FILE: file, TEST_SHARED: shared, TMPDIR: temporary },
      detached: stutter,
    });
    const ended = new AbortController();
    if (stutter) void holdUp(child.pid, ended.signal);
    let output = '';
    const takeProcessor = watch ? watchProcessor(child.pid) : () => ({});
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    const timer = setTimeout(() => child.kill('SIGKILL'), longestMs);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      ended.abort();
      const total = count(output, 'Total');
      const passed = count(output, 'Passed');
      const failed = Math.max(total - passed, code === 0 && total > 0 ? 0 : 1);
      resolve({
        file,
        passed,
        failed,
        output,
        signal,
        seconds: (performance.now() - started) / 1000,
        ...takeProcessor(),
      });
    });
  });
