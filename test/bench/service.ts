import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { request, type Agent, type IncomingMessage } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { START_ENVIRONMENT, START_FLAGS } from '../support/start-flags.ts';

/** One figure; of rates (units with `/s`) it should be at least the target, of everything else at most. */
export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly target?: number;
}

/** A program that answers every request with `{}`: what the service is measured against. */
export const BARE = [
  '-e',
  "require('node:http').createServer((q,r)=>{r.setHeader('content-type','application/json');r.end('{}')}).listen(+process.env.SERVICE_PORT,'127.0.0.1')",
];

/** Resolves after `ms`. */
export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The value below which a part of all lies. */
export const quantile = (values: number[], part: number) =>
  values.sort((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;

/** One request; resolves with its status when the answer is complete. */
export const ask = (agent: Agent, port: number, method: string, path: string, body?: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers =
      body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
    const asked = request({ host: '127.0.0.1', port, method, path, agent, headers }, (answer: IncomingMessage) =>
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0)),
    );
    asked.on('error', reject).end(body);
  });

const answers = async (agent: Agent, port: number): Promise<void> => {
  for (;;) {
    const up = await ask(agent, port, 'GET', '/api/health').then(
      () => true,
      () => false,
    );
    if (up) return;
    await pause(2);
  }
};

const freePort = async (): Promise<number> => {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

/** A program that runs and answers. */
export interface Started {
  readonly port: number;
  readonly child: ChildProcess;
  readonly startMs: number;
  /** Ends it; resolves with the ms that this took. */
  stop(): Promise<number>;
}

/**
 * Starts a program as `npm start` does, with login off, and waits for its first answer. It listens at a free port, or
 * at the one that `more` names.
 */
export const start = async (
  agent: Agent,
  program: readonly string[],
  dir: string,
  more: Record<string, string> = {},
): Promise<Started> => {
  const port = Number(more['SERVICE_PORT'] ?? (await freePort()));
  const begun = performance.now();
  const env = {
    ...process.env,
    ...START_ENVIRONMENT,
    SERVICE_AUTH_ENABLED: 'false',
    SERVICE_PORT: String(port),
    SERVICE_HOST: '127.0.0.1',
    SERVICE_DATA_DIR: dir,
    ...more,
  };
  const child = spawn(process.execPath, [...START_FLAGS, ...program], { env, stdio: 'ignore' });
  await answers(agent, port);
  const startMs = performance.now() - begun;
  const stop = async () => {
    const asked = performance.now();
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
    return performance.now() - asked;
  };
  return { port, child, startMs, stop };
};

/** A member of a program's memory, in MiB. */
export const memoryOf = (child: ChildProcess, member: string): number => {
  const match = new RegExp(`${member}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
  return Number(match?.[1] ?? 0) / 1024;
};

/** Processor time that a program has used, in s, to the microsecond. */
export const processorOf = (child: ChildProcess): number =>
  readdirSync(`/proc/${child.pid}/task`).reduce(
    (sum, thread) =>
      sum + Number(readFileSync(`/proc/${child.pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e9,
    0,
  );

/** For how long the main thread of a program has waited for a processor, in s. */
export const waitOf = ({ pid }: ChildProcess): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e9;

/** How often the main thread of a program has gone to sleep: it was woken as often. */
export const wakesOf = (child: ChildProcess): number =>
  Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0);

/** Bytes that a program has had written to the disk. */
export const writtenBy = (child: ChildProcess): number =>
  Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${child.pid}/io`, 'utf8'))?.[1] ?? 0);

/** Bytes that a program has handed to the system: to files, sockets and terminals. */
export const handedOverBy = (child: ChildProcess): number =>
  Number(/^wchar: (\d+)/m.exec(readFileSync(`/proc/${child.pid}/io`, 'utf8'))?.[1] ?? 0);

/** Calls `once` from `clients` at a time for `ms`; answers how many a second were done. */
export const rateOf = async (clients: number, ms: number, once: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  let done = 0;
  const work = async () => {
    while (performance.now() - begun < ms) {
      await once();
      done++;
    }
  };
  await Promise.all(Array.from({ length: clients }, work));
  return done / ((performance.now() - begun) / 1000);
};
