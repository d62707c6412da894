import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pagePolicy } from '../../src/http/pages/static.ts';
import { ROOT, buildScript, interfaceScript, nativeScript } from './project.ts';

/**
 * Bytes of the service's bundle: what a small computer has to read and keep at every start. What is loaded with
 * `require` is not in it; some 25 KB are free for whoever adds a field or a driver.
 */
const BUNDLE_BUDGET = 382_000;
/**
 * Bytes, compressed, of everything that the first view of the interface loads, the outlines of the letters (5,500)
 * included.
 */
const FIRST_VIEW_BUDGET = 52_000;

/** Bytes of all that is installed: what a card keeps twice, and an update brings. */
const INSTALLED_BUDGET = 6 * 1024 ** 2;

const test = suite<{ folder: string }>('bundle');

test.before.each((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'flapbox-bundle-'));
});

test.after.each(({ folder }) => rmSync(folder, { recursive: true, force: true }));

/** Bundles a program as the service is bundled, and runs it in a folder that has no packages. */
const runAlone = async (folder: string, contents: string): Promise<string> => {
  const { buildOptions } = await buildScript();
  const { copyNativeParts } = await nativeScript();
  await build({
    ...buildOptions(),
    stdin: { contents, resolveDir: ROOT },
    outfile: join(folder, 'program.cjs'),
    minify: true,
    logLevel: 'error',
  });
  await copyNativeParts(join(folder, 'native'));
  const { stdout, stderr } = spawnSync(process.execPath, ['program.cjs'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '' },
  });
  return stdout.trim() || stderr;
};

test('passwords are hashed without any package beside the bundle', async ({ folder }) => {
  const program = `
    const { hash, compare } = require('@node-rs/bcrypt');
    void hash('flaps', 4).then(async (text) => console.log(text.length, await compare('flaps', text), await compare('flips', text)));`;
  assert.is(await runAlone(folder, program), '60 true false');
});

test('a serial port is opened without any package beside the bundle', async ({ folder }) => {
  const program = `
    const { SerialPort } = require('serialport');
    new SerialPort({ path: '/dev/none', baudRate: 9600 }, (error) => console.log(error.message));`;
  assert.is(await runAlone(folder, program), 'Error: No such file or directory, cannot open /dev/none');
});

test('a compiled package that is missing, or lies there without its native part, fails where it is used and nowhere else', async ({
  folder,
}) => {
  const program = `
    const attempt = (load) => { try { load(); return 'loaded'; } catch (error) { return error instanceof Error ? 'refused' : 'broken'; } };
    require('node:fs').rmSync(require('node:path').join(__dirname, 'native'), { recursive: true });
    console.log(attempt(() => require('onoff')), attempt(() => require('i2c-bus')), attempt(() => require('@node-rs/bcrypt')), attempt(() => require('serialport')), 'running');`;
  assert.is(await runAlone(folder, program), 'refused refused refused refused running');
});

test('the scheduler finds the next full minute', async ({ folder }) => {
  const program = `
    const { RecurrenceRule } = require('node-schedule');
    const rule = Object.assign(new RecurrenceRule(), { second: 0 });
    const starts = ['2026-03-29T00:59:59.999Z', '2026-03-29T01:00:00.000Z', '2026-12-31T23:59:00.500Z', '2026-02-28T23:59:59.000Z'];
    console.log(starts.map((start) => rule.nextInvocationDate(new Date(start)).toISOString()).join(' '));`;
  assert.is(
    await runAlone(folder, program),
    '2026-03-29T01:00:00.000Z 2026-03-29T01:01:00.000Z 2027-01-01T00:00:00.000Z 2026-03-01T00:00:00.000Z',
  );
});

test('a job at second 0 is accepted by the scheduler', async ({ folder }) => {
  const program = `
    const job = require('node-schedule').scheduleJob({ second: 0 }, () => undefined);
    const next = job.nextInvocation().toDate();
    console.log(next > Date.now() && next.getTime() % 60000 === 0);
    job.cancel();`;
  assert.is(await runAlone(folder, program), 'true');
});

test('the service keeps within its size', async ({ folder }) => {
  const { buildService } = await buildScript();
  await buildService(folder);
  const program = readFileSync(join(folder, 'program.cjs'), 'latin1');
  assert.ok(program.length <= BUNDLE_BUDGET, `${program.length} bytes, ${BUNDLE_BUDGET} are allowed`);
  const reference = readFileSync(join(folder, 'lib/http-reference-reference.cjs'), 'latin1');
  const [packed = ''] = reference.match(/[\w+/=]{10000,}/) ?? [];
  const sentences = brotliDecompressSync(Buffer.from(packed, 'base64')).toString();
  assert.match(sentences, 'Lines to show as they are, one for each row.');
  assert.not.match(program, packed, 'what members mean is for the reference alone');
});

test('all that is installed keeps within its size', () => {
  const files = readdirSync(join(ROOT, 'dist'), { recursive: true, withFileTypes: true });
  const sizes = files.filter((one) => one.isFile()).map((one) => statSync(join(one.parentPath, one.name)).size);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(bytes <= INSTALLED_BUDGET, `${bytes} bytes, ${INSTALLED_BUDGET} are allowed`);
});

test('every piece is plain ASCII, which the engine keeps with one byte a character', async ({ folder }) => {
  const { buildService } = await buildScript();
  await buildService(folder);
  const pieces = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.cjs'));
  assert.ok(pieces.length > 10);
  for (const name of pieces)
    assert.not.ok(
      readFileSync(join(folder, name)).some((byte) => byte > 127),
      name,
    );
});

test('the first view of the interface keeps within its size', async ({ folder }) => {
  const { buildInterface } = await interfaceScript();
  const target = join(folder, 'ui');
  await buildInterface(ROOT, target);
  const page = readFileSync(join(target, 'index.html'), 'utf8');
  const scripts = [...page.matchAll(/<script data-interface="\/(assets\/main-[A-Z0-9]{8}\.js)">/g)].map(
    ([, name]) => name as string,
  );
  assert.is(scripts.length, 1, 'one script beside the page');
  assert.not.match(
    gunzipSync(readFileSync(join(target, `${scripts[0]}.gz`))).toString(),
    /(?<!\/)\b(?:from|import)\s*"/,
    'the script waits for no other',
  );
  const loaded = ['index.html', ...scripts];
  const size = loaded.reduce((sum, name) => sum + statSync(join(target, `${name}.gz`)).size, 0);
  assert.ok(size <= FIRST_VIEW_BUDGET, `${size} bytes, ${FIRST_VIEW_BUDGET} are allowed`);
});

test('browsers of some years ago can read every script of the interface', async ({ folder }) => {
  const { buildInterface } = await interfaceScript();
  const target = join(folder, 'ui');
  await buildInterface(ROOT, target);
  const scripts = readdirSync(join(target, 'assets')).filter((name) => name.endsWith('.js.gz'));
  assert.ok(scripts.length > 5);
  // One expression that looks behind keeps a Safari before 16.4 from reading the script at all.
  for (const name of scripts)
    assert.not.match(gunzipSync(readFileSync(join(target, 'assets', name))).toString(), /\(\?<[=!]/, name);
});

test('the page of the interface holds one script and one style sheet, which its policy names, and names no other host', async ({
  folder,
}) => {
  const { buildInterface } = await interfaceScript();
  const target = join(folder, 'ui');
  await buildInterface(ROOT, target);
  const html = readFileSync(join(target, 'index.html'), 'utf8');
  assert.is([...html.matchAll(/<script/g)].length, 1);
  assert.is([...html.matchAll(/<style>/g)].length, 1);
  assert.not.match(html, / style="|https?:/);
  assert.match(pagePolicy(html), /script-src 'self' 'sha256-[^']+'; style-src 'self' 'sha256-[^']+'$/);
});

test.run();
