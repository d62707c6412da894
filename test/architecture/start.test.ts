import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from './project.ts';

const test = suite('start');

/** Tells, when the program ends, which files it loaded and what of the engine's tables it used. */
const WITNESS = `
const used = [];
for (const name of ['DateTimeFormat', 'Segmenter', 'Collator', 'NumberFormat']) {
  const Original = Intl[name];
  Intl[name] = new Proxy(Original, {
    construct: (target, given) => (used.push(name), new target(...given)),
    apply: (target, self, given) => (used.push(name), target(...given)),
  });
}
process.on('exit', () => process.stderr.write('WITNESS' + JSON.stringify({ loaded: Object.keys(require.cache), used })));`;

/** Starts a fresh appliance, reads these addresses, and tells which files it loaded and which tables it used. */
const startAndRead = async (paths: readonly string[]): Promise<{ loaded: string[]; used: string[] }> => {
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
  const child = spawn(process.execPath, ['-r', witness, join(ROOT, 'dist/flapbox.cjs')], {
    env,
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
  for (const path of paths) await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer();
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('close', resolve));
  rmSync(folder, { recursive: true, force: true });
  const { loaded, used } = JSON.parse(said.slice(said.indexOf('WITNESS') + 7)) as { loaded: string[]; used: string[] };
  return { loaded: loaded.filter((path) => path !== witness).map((path) => relative(ROOT, path)), used };
};

test('a fresh appliance loads one file, and none of the tables of languages', async () => {
  assert.equal(await startAndRead(['/api/health', '/']), { loaded: ['dist/flapbox.cjs'], used: [] });
});

test('reading boards and pages loads routes and use cases, and no large library', async () => {
  const { loaded, used } = await startAndRead(['/api/v1/boards', '/api/v1/pages']);
  assert.ok(loaded.includes('dist/lib/app-routes.cjs'), 'the routes are a piece of their own');
  const large = /lib\/(markup|mcp-|mdns|mqtt|plugins-(common|computed|source)|re2js|serialport|tmcp|to-json|hw-)/;
  assert.equal(
    loaded.filter((path) => large.test(path)),
    [],
  );
  assert.equal(used, []);
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
