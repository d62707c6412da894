import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { replaceFile } from '../helper/notes.ts';
import { Inspector } from './inspector.ts';

// Run when the service has not fed the watchdog for a while, shortly before systemd ends it: notes where it hangs.
// Usage: state-dump PID STATUS, in the folder that gets the file.

const FILE = 'state-dump.json';
/** A service that hangs again and again hangs for the first reason. */
const KEPT_MS = 600_000;
const PATIENCE_MS = 2500;

/**
 * Without variables and addresses: the first may hold secrets, and names of the second would be asked for on the
 * network.
 */
const REPORT = `(() => {
  process.report.excludeEnv = process.report.excludeNetwork = true;
  const { javascriptHeap, libuv, resourceUsage } = process.report.getReport();
  return JSON.stringify({ uptime_seconds: process.uptime(), waiting_for: process.getActiveResourcesInfo(), javascriptHeap, libuv, resourceUsage });
})()`;

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
};

/** What the kernel knows of each thread: what it is doing, and what it waits for. */
const threadsOf = (pid: number): unknown[] =>
  readdirSync(`/proc/${pid}/task`).map((id) => {
    const folder = `/proc/${pid}/task/${id}`;
    const state = /^State:\s+(.*)$/m.exec(textOf(`${folder}/status`))?.[1];
    const fields = textOf(`${folder}/stat`)
      .replace(/^.*\) /, '')
      .split(' ');
    return {
      name: textOf(`${folder}/comm`),
      state,
      waits_in: textOf(`${folder}/wchan`),
      ticks: Number(fields[11]) + Number(fields[12]),
    };
  });

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * What the program itself shows: where its JavaScript stands, and what it holds. Each part is a text instead when it
 * cannot be had.
 */
const lookInto = async (pid: number): Promise<Record<string, unknown>> => {
  let inspector: Inspector;
  try {
    inspector = await Inspector.open(pid, PATIENCE_MS);
  } catch (error) {
    return { stack: messageOf(error), report: null };
  }
  const stack = await inspector.stack().catch(() => 'it runs no JavaScript now');
  const report = await inspector
    .evaluate(REPORT)
    .then((text): unknown => JSON.parse(text))
    .catch(messageOf);
  await inspector.close();
  return { stack, report };
};

const isRecent = (): boolean => {
  try {
    return Date.now() - statSync(FILE).mtimeMs < KEPT_MS;
  } catch {
    return false;
  }
};

const note = async (pid: number, status: string): Promise<void> => {
  if (isRecent()) return;
  const version = textOf(join(dirname(process.argv[1] ?? ''), 'version'));
  const seen = {
    at: new Date().toISOString(),
    version,
    status,
    memory: /^VmRSS:\s+(.*)$/m.exec(textOf(`/proc/${pid}/status`))?.[1],
    threads: threadsOf(pid),
  };
  const keep = (looked: Record<string, unknown>): Promise<void> =>
    replaceFile(FILE, `${JSON.stringify({ ...seen, ...looked }, null, 1)}\n`);
  // systemd may be quicker than the look inside.
  await keep({ stack: 'it was ended before it could be looked into', report: null });
  await keep(await lookInto(pid));
  process.stderr.write(`the service does not feed its watchdog: where it hangs is in ${FILE}\n`);
};

const [pid, status = ''] = process.argv.slice(2);
void note(Number(pid), status)
  .catch((error: unknown) => process.stderr.write(`the state of the service could not be noted: ${messageOf(error)}\n`))
  .finally(() => process.exit());
