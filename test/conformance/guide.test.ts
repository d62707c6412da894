import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardSettings } from '../../src/schema/boards/boards.ts';
import type { PanelDrivers } from '../../src/schema/boards/wiring.ts';
import { load } from '../support/load.ts';

/** What `docs/driver.md` tells to do is done in a copy of the tree. */
const test = suite('the driver of docs/driver.md');

const ROOT = process.cwd();
const PAGE = readFileSync('docs/driver.md', 'utf8');
const FILES = [...PAGE.matchAll(/^`([\w./-]+\.ts)`\n\n```ts\n([^]*?)^```$/gm)].map(([, path = '', text = '']) => ({
  path,
  text,
}));
/** What the copy is made of: the driver's rig uses parts of other tests. */
const COPIED = ['src', 'hw', 'test/conformance', 'test/support', 'test/hw', 'tsconfig.json', 'package.json'];

const SETTINGS = `
import { startAppliance } from './test/support/appliance.ts';
const run = async () => {
  const appliance = await startAppliance();
  const panel = { driver: 'tcp-lines', connection: { host: '127.0.0.1', port: 1 } };
  const board = { device_type: 'panel', id: 'wall', grid_rows: 2, grid_cols: 5, panel };
  const added = await appliance.call('POST', '/settings/board/add', board);
  const refused = await appliance.call('POST', '/settings/board/add', {
    ...board,
    id: 'other',
    panel: { ...panel, connection: { port: 65536 } },
  });
  const drivers = await appliance.call('GET', '/settings/board/drivers');
  const reference = await appliance.call('GET', '/internal/openapi.json');
  const fields = reference.body.components.schemas.Connection.properties;
  console.log(JSON.stringify({ added, refused, drivers, described: fields.port.description }));
  await appliance.close();
};
const awake = setInterval(() => undefined, 60_000);
run().finally(() => clearInterval(awake));
`;

const SUITE = `import './test/conformance/panels/tcp-lines.test.ts';`;

let copy = '';
let options: BuildOptions;

test.before(async () => {
  mkdirSync('.cache', { recursive: true });
  copy = mkdtempSync(join(ROOT, '.cache/guide-'));
  for (const path of COPIED) cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  for (const { path, text } of FILES) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), text);
  }
  const registry = join(copy, 'hw/registry.ts');
  const listed = readFileSync(registry, 'utf8').replace(
    /PANEL_DRIVERS = \[([^]*?),?\s*\]/,
    'PANEL_DRIVERS = [$1, tcpLines]',
  );
  writeFileSync(registry, `import { tcpLines } from './panel/tcp-lines/description.ts';\n${listed}`);
  const script = await load<{ buildOptions(): BuildOptions }>('esbuild.config.mjs');
  options = { ...script.buildOptions(), absWorkingDir: copy, logLevel: 'error' };
});
test.after(() => rmSync(copy, { recursive: true, force: true }));

/** Runs a program in the copy; answers what it printed. */
const run = async (
  name: string,
  contents: string,
): Promise<{ readonly status: number | null; readonly text: string }> => {
  const outfile = join(copy, `${name}.cjs`);
  await build({ ...options, stdin: { contents, loader: 'ts', resolveDir: copy }, outfile });
  const { status, stdout, stderr } = spawnSync(process.execPath, [outfile], { cwd: ROOT, encoding: 'utf8' });
  return { status, text: stdout || stderr };
};

test('the page is short and has a whole driver', () => {
  assert.ok(PAGE.split('\n').length < 150);
  assert.equal(
    FILES.map(({ path }) => path),
    [
      'hw/panel/tcp-lines/description.ts',
      'hw/panel/tcp-lines/tcp-lines.ts',
      'test/conformance/panels/tcp-lines.test.ts',
    ],
  );
});

test('it compiles', () => {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, '--noEmit', '-p', copy], { encoding: 'utf8' });
  assert.is(status, 0, stdout);
});

test('settings take it, the list for the interface and the reference name its fields', async () => {
  const { text } = await run('settings', SETTINGS);
  interface Answered<T> {
    readonly status: number;
    readonly body: T;
  }
  const { added, refused, drivers, described } = JSON.parse(text) as {
    added: Answered<BoardSettings>;
    refused: Answered<{ detail: { loc: string[] }[] }>;
    drivers: Answered<PanelDrivers>;
    described: string;
  };
  assert.is(added.status, 201, text);
  assert.equal(added.body.boards[1]?.panel?.connection, { host: '127.0.0.1', port: 1 });
  assert.is(refused.status, 422);
  assert.equal(refused.body.detail[0]?.loc, ['body', 'panel', 'connection', 'port']);
  const listed = drivers.body.drivers.find(({ label }) => label === 'Lines over TCP');
  assert.is(drivers.body.drivers.at(-1), listed, 'where its line is');
  assert.equal(
    listed?.fields.map(({ name, title, input, usual }) => [name, title, input, usual]),
    [
      ['host', 'Host', 'text', null],
      ['port', 'Port', 'number', 4000],
    ],
  );
  assert.is(described, 'Port of the wall.');
});

test('it passes the suite of all drivers', async () => {
  const { status, text } = await run('suite', SUITE);
  assert.is(status, 0, text);
  assert.ok(Number(/Passed:\s+(\d+)/.exec(text)?.[1]) > 30, text);
});

test.run();
