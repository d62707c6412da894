import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { freePort } from '../support/free-port.ts';

const test = suite<{ folder: string; port: number; child: ChildProcess }>('image/state-dump');
const programs = mkdtempSync(join(tmpdir(), 'flapbox-dump-program-'));

test.before(async () => {
  await build({
    entryPoints: { 'state-dump': 'image/notify/state-dump.ts' },
    outdir: programs,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
  });
  writeFileSync(join(programs, 'version'), '1.2.3\n');
});

test.after(() => rmSync(programs, { recursive: true }));

test.before.each((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'flapbox-dump-'));
});

test.after.each(({ folder, child }) => {
  child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** Starts a program and waits until it has printed something; `SECRET_TOKEN` is in its environment. */
const begin = async (context: { port: number; child: ChildProcess; folder: string }, code: string): Promise<number> => {
  context.port = await freePort();
  const child = spawn(process.execPath, [`--inspect-port=${context.port}`, '-e', code], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { SECRET_TOKEN: 'hush' },
  });
  context.child = child;
  await once(child.stdout, 'data');
  return child.pid ?? 0;
};

interface Dump {
  readonly version: string;
  readonly status: string;
  readonly threads: readonly { readonly name: string; readonly state: string }[];
  readonly stack: string | readonly { readonly name: string; readonly place: string }[];
  readonly report: { readonly waiting_for: readonly string[]; readonly libuv: unknown[] } | null;
}

// Node 20 has the client of web sockets only on demand; the card's has it always.
const FLAGS = Number.parseInt(process.versions.node, 10) < 22 ? ['--experimental-websocket'] : [];

const dump = (folder: string, pid: number, status = 'running'): Dump => {
  spawnSync(process.execPath, [...FLAGS, join(programs, 'state-dump.cjs'), String(pid), status], { cwd: folder });
  return JSON.parse(readFileSync(join(folder, 'state-dump.json'), 'utf8')) as Dump;
};

test('of a program that spins, it tells in which function', async (context) => {
  const pid = await begin(
    context,
    'function spin() { for (;;) Math.random(); }\nfunction drawPage() { console.log(1); spin(); }\nsetTimeout(drawPage, 50)',
  );
  const { stack, version, status, threads, report } = dump(context.folder, pid, 'The board "Hall" is stuck.');
  assert.ok(Array.isArray(stack), String(stack));
  assert.equal(
    stack.slice(0, 2).map(({ name }) => name),
    ['spin', 'drawPage'],
  );
  assert.match(stack[1].place, /:2:\d+$/);
  assert.equal([version, status], ['1.2.3', 'The board "Hall" is stuck.']);
  assert.ok(threads.some(({ state }) => state.startsWith('R')));
  assert.ok(Array.isArray(report?.libuv));
  assert.not.match(readFileSync(join(context.folder, 'state-dump.json'), 'utf8'), 'hush');
  assert.is(statSync(join(context.folder, 'state-dump.json')).mode & 0o777, 0o600);
});

test('of a program that waits for something, it tells for what, and leaves it as it was', async (context) => {
  const pid = await begin(
    context,
    'require("net").createServer().listen(0); setTimeout(() => 0, 60000); console.log(1)',
  );
  const { stack, report } = dump(context.folder, pid);
  assert.type(stack, 'string');
  assert.ok(
    report?.waiting_for.includes('TCPServerWrap') && report.waiting_for.includes('Timeout'),
    String(report?.waiting_for),
  );
  assert.is(context.child.exitCode, null);
  const isOpen = (): Promise<boolean> =>
    new Promise((resolve) =>
      connect(context.port, '127.0.0.1')
        .on('connect', function (this: { destroy(): void }) {
          this.destroy();
          resolve(true);
        })
        .on('error', () => resolve(false)),
    );
  for (let look = 0; (await isOpen()) && look < 50; look++) await new Promise((resolve) => setTimeout(resolve, 100));
  assert.not.ok(await isOpen(), 'nobody else can look into it afterwards');
});

test('of a program that the kernel holds, it tells at least that', async (context) => {
  const pid = await begin(context, 'console.log(1); setInterval(() => 0, 1000)');
  process.kill(pid, 'SIGSTOP');
  const { stack, report, threads } = dump(context.folder, pid);
  assert.match(String(stack), 'does not even');
  assert.is(report, null);
  assert.ok(
    threads.every(({ state }) => state.startsWith('T')),
    JSON.stringify(threads),
  );
});

test('of several within ten minutes the first stays', async (context) => {
  const file = join(context.folder, 'state-dump.json');
  const pid = await begin(context, 'console.log(1); setInterval(() => 0, 1000)');
  assert.is(dump(context.folder, pid, 'first').status, 'first');
  assert.is(dump(context.folder, pid, 'second').status, 'first');
  const before = Date.now() / 1000 - 601;
  utimesSync(file, before, before);
  assert.is(dump(context.folder, pid, 'third').status, 'third');
  assert.not.ok(existsSync(`${file}.new`));
});

test.run();
