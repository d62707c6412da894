import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from './project.ts';
import { START_ENVIRONMENT, START_FLAGS } from '../support/start-flags.ts';

const test = suite('start');

/**
 * Tells, when the program ends, which files it loaded, what of the engine's tables it used, and whether the engine took
 * the compiled code of a file.
 */
const WITNESS = `
const used = [];
const taken = {};
const vm = require('node:vm');
vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    taken[options.filename] = options.cachedData !== undefined && !this.cachedDataRejected;
  }
};
for (const name of ['DateTimeFormat', 'Segmenter', 'Collator', 'NumberFormat']) {
  const Original = Intl[name];
  Intl[name] = new Proxy(Original, {
    construct: (target, given) => (used.push(name), new target(...given)),
    apply: (target, self, given) => (used.push(name), target(...given)),
  });
}
process.on('exit', () => process.stderr.write('WITNESS' + JSON.stringify({ loaded: Object.keys(require.cache), builtins: process.moduleLoadList, used, taken })));`;

interface Witnessed {
  readonly loaded: readonly string[];
  /** Node's own modules. */
  readonly builtins: readonly string[];
  readonly used: readonly string[];
  readonly taken: Readonly<Record<string, boolean>>;
}

/** A path that is read, or one and what is posted to it. */
type Visited = string | readonly [path: string, body: object];

/** Starts a fresh appliance, visits these addresses, and tells what the witness saw. */
const startAndRead = async (
  visited: readonly Visited[],
  flags: readonly string[] = [],
  dist = join(ROOT, 'dist'),
): Promise<Witnessed> => {
  const folder = mkdtempSync(join(tmpdir(), 'flapbox-start-'));
  const witness = join(folder, 'witness.cjs');
  writeFileSync(witness, WITNESS);
  const env = {
    ...process.env,
    SERVICE_DATA_DIR: join(folder, 'data'),
    SERVICE_PORT: '0',
    SERVICE_HOST: '127.0.0.1',
    SERVICE_TIMEZONE: 'Europe/Berlin',
    SERVICE_AUTH_ENABLED: 'false',
  };
  // A variable and no flag: the code is compiled for the flags with which a program is started.
  const child = spawn(process.execPath, [...flags, join(dist, 'flapbox.cjs')], {
    env: { ...env, NODE_OPTIONS: `--require ${witness}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const port = await new Promise<string>((resolve) =>
    child.stdout.on(
      'data',
      (bytes: Buffer) =>
        /listening on .*:(\d+)/.exec(bytes.toString())?.[1] && resolve(/:(\d+)\s/.exec(bytes.toString())?.[1] ?? ''),
    ),
  );
  for (const one of visited) {
    const [path, body] = typeof one === 'string' ? [one, undefined] : one;
    const posted = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    await (await fetch(`http://127.0.0.1:${port}${path}`, body && posted)).arrayBuffer();
  }
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('close', resolve));
  rmSync(folder, { recursive: true, force: true });
  const { loaded, builtins, used, taken } = JSON.parse(said.slice(said.indexOf('WITNESS') + 7)) as Witnessed;
  return {
    loaded: loaded.filter((path) => path !== witness).map((path) => relative(ROOT, path)),
    builtins: builtins.map((name) => name.replace('NativeModule ', '')),
    used,
    taken: Object.fromEntries(Object.entries(taken).map(([path, isTaken]) => [basename(path), isTaken])),
  };
};

/** What is loaded when the first answers are out: what reaches the pins, and the scheduler. */
const LATER = /^dist\/lib\/(with-)?(hw-gpio-hardware|platform-minutes)\.cjs$/;

test('a fresh appliance loads one file besides the first and what locks its folder, and none of the tables of languages', async () => {
  const { loaded, used } = await startAndRead(['/api/health']);
  const first = loaded.filter((path) => !LATER.test(path));
  const lock = 'dist/native/fs-native-extensions.node';
  assert.equal({ first, used }, { first: ['dist/flapbox.cjs', 'dist/program.cjs', lock], used: [] });
});

test('the card starts the service with the flags of `npm start`', () => {
  const unit = readFileSync(join(ROOT, 'image/root/etc/systemd/system/flapbox.service'), 'utf8');
  assert.ok(unit.includes(`/node ${START_FLAGS.join(' ')} /usr/lib/flapbox/service/flapbox.cjs`));
  const words = Object.entries(START_ENVIRONMENT).map(([name, value]) => `${name}=${value}`);
  assert.is(words.length, 3);
  assert.ok(unit.includes(`Environment=${words.join(' ')}\n`));
});

test('the engine takes the code that the build has compiled', async () => {
  const { taken } = await startAndRead(['/api/health'], START_FLAGS);
  assert.is(taken['program.cjs'], true);
});

test('code that was compiled for another engine, or is cut short, is compiled anew', async () => {
  const kept = [process.version, ...START_FLAGS].join('');
  const folder = mkdtempSync(join(tmpdir(), 'flapbox-start-'));
  for (const name of readdirSync(join(ROOT, 'dist')))
    if (name !== 'compiled') symlinkSync(join(ROOT, 'dist', name), join(folder, name));
  rmSync(join(folder, 'flapbox.cjs'));
  cpSync(join(ROOT, 'dist/flapbox.cjs'), join(folder, 'flapbox.cjs'));
  const own = join(folder, 'compiled', kept);
  mkdirSync(own, { recursive: true });
  const code = readFileSync(join(ROOT, 'dist/compiled', kept, 'program.cjs.code'));
  for (const damaged of [code.subarray(0, code.length / 2), Buffer.from(code).fill(7, 0, 16), Buffer.alloc(0)]) {
    writeFileSync(join(own, 'program.cjs.code'), damaged);
    const { taken } = await startAndRead(['/api/health'], START_FLAGS, folder);
    assert.is(taken['program.cjs'], false);
  }
  rmSync(folder, { recursive: true, force: true });
});

test('a fresh appliance loads none of the modules of Node that only a feature needs', async () => {
  const { builtins } = await startAndRead(['/api/health']);
  assert.ok(builtins.includes('http'));
  const seldom = ['dns/promises', 'https', 'internal/blocklist', 'worker_threads', 'zlib'];
  assert.equal(
    seldom.filter((name) => builtins.includes(name)),
    [],
  );
});

test('the first view, boards and pages load routes and use cases, and no large library', async () => {
  const { loaded, used } = await startAndRead(['/', '/api/v1/boards', '/api/v1/pages']);
  assert.ok(loaded.includes('dist/lib/app-routes.cjs'), 'the routes are a piece of their own');
  const large =
    /lib\/(markup|mcp-|mdns|mqtt|plugins-(common|computed|source)|re2js|serialport|tmcp|to-json|hw-(?!gpio))/;
  assert.equal(
    loaded.filter((path) => large.test(path)),
    [],
  );
  assert.equal(used, []);
});

test('clients of MCP, and a look at the network, do not load the engine’s own client for HTTP', async () => {
  const clientInfo = { name: 'test', version: '1' };
  const begin = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const { loaded, builtins } = await startAndRead([
    ['/api/mcp', { jsonrpc: '2.0', id: 1, method: 'initialize', params: begin }],
    ['/api/mcp', { jsonrpc: '2.0', id: 2, method: 'tools/list' }],
    '/api/network/wifi/status',
  ]);
  assert.ok(loaded.includes('dist/lib/tmcp.cjs'));
  assert.not(builtins.includes('internal/deps/undici/undici'));
});

for (const [signal, when] of [
  ['SIGTERM', 'as soon as it listens'],
  ['SIGINT', 'as soon as it listens'],
  ['SIGTERM', 'while it starts'],
  ['SIGINT', 'while it starts'],
] as const) {
  test(`${signal} ${when} stops it in order`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'flapbox-start-'));
    // The program tells the witness when its own code has begun, and the witness tells us.
    const witness = join(folder, 'witness.cjs');
    writeFileSync(
      witness,
      "process.on('newListener', (name) => name === 'SIGINT' && setImmediate(() => process.stderr.write('STARTING')));",
    );
    const env = {
      ...process.env,
      SERVICE_DATA_DIR: join(folder, 'data'),
      SERVICE_PORT: '0',
      SERVICE_HOST: '127.0.0.1',
    };
    const child = spawn(process.execPath, ['-r', witness, join(ROOT, 'dist/flapbox.cjs')], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const stream = when === 'while it starts' ? child.stderr : child.stdout;
    stream.once('data', () => child.kill(signal));
    const ended = await new Promise((resolve) => child.once('close', (code, by) => resolve([code, by])));
    rmSync(folder, { recursive: true, force: true });
    assert.equal(ended, [0, null]);
  });
}

test.run();
