// How much of the processors a test uses, with all that it starts. Linux only.
import { readFileSync, readdirSync } from 'node:fs';

const TICKS_A_SECOND = 100;
const NANOSECONDS = 1e9;
const EVERY_MS = 200;

const readProcess = (pid) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const parts = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(parts[1]), seconds: (Number(parts[11]) + Number(parts[12])) / TICKS_A_SECOND };
};

/** For how long each thread of a process has waited for a processor, `[thread, seconds]`. */
const readDelays = (pid) => {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => {
      const schedule = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8');
      return [thread, Number(schedule.split(' ')[1]) / NANOSECONDS];
    });
  } catch {
    // It has ended, or one of its threads.
    return [];
  }
};

const listProcesses = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [{ pid: Number(name), ...readProcess(name) }];
      } catch {
        // It has ended.
        return [];
      }
    });

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/**
 * Begins to watch a process; answers a function that ends it and tells the seconds of processor that it and its
 * descendants took, and for how many others were in their way: what several threads wait at once counts once.
 */
export const watchProcessor = (root) => {
  const watched = new Map([[root, { seconds: 0 }]]);
  const waited = new Map();
  let delay = 0;
  const look = () => {
    const processes = listProcesses();
    const isNew = ({ pid, parent }) => !watched.has(pid) && watched.has(parent);
    for (let found = processes.filter(isNew); found.length > 0; found = processes.filter(isNew))
      for (const one of found) watched.set(one.pid, one);
    const own = processes.filter(({ pid }) => watched.has(pid));
    for (const one of own) watched.set(one.pid, one);
    const delays = own.flatMap(({ pid }) => readDelays(pid));
    delay += Math.max(0, ...delays.map(([thread, seconds]) => seconds - (waited.get(thread) ?? 0)));
    for (const [thread, seconds] of delays) waited.set(thread, seconds);
  };
  const timer = setInterval(look, EVERY_MS);
  return () => {
    clearInterval(timer);
    return { processor: sum([...watched.values()].map(({ seconds }) => seconds)), delay };
  };
};
