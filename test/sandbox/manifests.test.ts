import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../src/platform/clock.ts';
import { readManifest } from '../../src/sandbox/manifests.ts';
import { Sandbox } from '../../src/sandbox/sandbox.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { buildSandbox } from '../support/sandbox.ts';

const test = suite('sandbox/manifests');

const root = mkdtempSync(join(tmpdir(), 'flapbox-manifests-'));
const opening = buildSandbox(join(root, 'worker')).then((file) => new Sandbox({ file, clock: systemClock }));
let folders = 0;

/** What is read of a manifest with this text; null puts a folder in its place, undefined nothing. */
const readOf = async (text: string | null | undefined): Promise<unknown> => {
  const folder = join(root, `plugin_${++folders}`);
  mkdirSync(folder);
  const file = join(folder, 'manifest.json');
  if (text === null) mkdirSync(file);
  else if (text !== undefined) writeFileSync(file, text);
  const limits = { processorMs: 20_000, timeMs: 60_000 };
  const task = { kind: 'manifest', folder } as const;
  return JSON.parse(String(await (await opening).run({ room: folder, task, limits }))) as unknown;
};

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
const settings = (schema: unknown) => ({ settings_schema: schema });
const patterns = (count: number) =>
  settings({
    properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}`, { pattern: '^a$' }])),
  });

const USABLE: readonly [string, unknown][] = [
  ['no object', 'text'],
  ['twenty levels', nested(20)],
  ['2000 lists', Array.from({ length: 1999 }, () => [])],
  ['5000 members', Array.from({ length: 5000 }, () => 1)],
  ['fifty patterns', patterns(50)],
  ['a pattern elsewhere', { pattern: '(' }],
  ['a pattern that is no text', settings({ pattern: 1 })],
  ['a setting that is called pattern', settings({ properties: { pattern: { type: 'string' } } })],
];
for (const [name, value] of USABLE)
  test(`a manifest of ${name} is read`, async () => assert.equal(await readOf(JSON.stringify(value)), { value }));

test('a manifest of 256 KiB is read', async () => {
  const text = `"${'x'.repeat(256 * 1024 - 2)}"`;
  assert.equal(await readOf(text), { value: JSON.parse(text) });
});

const none = ': is no regular expression, or too much work';
const REFUSED: readonly [string, string | null | undefined, string][] = [
  ['that is missing', undefined, 'cannot be read'],
  ['that is a folder', null, 'is no file'],
  ['that is no JSON', '{', 'is no JSON'],
  ['that is empty', '', 'is no JSON'],
  ['of more than 256 KiB', `"${'x'.repeat(256 * 1024 - 1)}"`, 'is larger than 256 KiB'],
  ['of more levels', JSON.stringify(nested(21)), 'is nested deeper than 20 levels'],
  ['of more lists', JSON.stringify(Array.from({ length: 2000 }, () => [])), 'has more than 2000 objects and lists'],
  ['of more members', JSON.stringify(Array.from({ length: 5001 }, () => 1)), 'has more than 5000 members'],
  ['of more patterns', JSON.stringify(patterns(51)), 'has more than 50 patterns'],
  ['with a wrong pattern', JSON.stringify(settings({ pattern: '(' })), `: settings_schema.pattern${none}`],
  [
    'with a wrong pattern of a setting',
    JSON.stringify(settings({ properties: { a: { pattern: 'ok' }, b: { pattern: '(' } } })),
    `: settings_schema.properties.b.pattern${none}`,
  ],
  [
    'with a wrong pattern in a list',
    JSON.stringify(settings({ properties: { a: { items: { pattern: '(' } } } })),
    `: settings_schema.properties.a.items.pattern${none}`,
  ],
  [
    'with a wrong pattern of others',
    JSON.stringify(settings({ additionalProperties: { pattern: '(' } })),
    `: settings_schema.additionalProperties.pattern${none}`,
  ],
];
for (const [name, text, problem] of REFUSED)
  test(`a manifest ${name} says why it is not used`, async () =>
    assert.equal(await readOf(text), {
      error: problem.startsWith(':') ? `manifest.json${problem}` : `manifest.json ${problem}`,
    }));

test('a manifest that was read is not held open', async () => {
  const openFiles = (): number => readdirSync('/proc/self/fd').length;
  await readOf('{}');
  const before = openFiles();
  for (let at = 0; at < 20; at++) await readOf('{}');
  assert.ok(openFiles() < before + 10, `${openFiles()} files, ${before} before`);
});

test('when a manifest was read nothing of it is left in the worker, which ends two seconds later', async () => {
  const clock = createFakeClock('2026-03-01T12:00:00Z');
  const sandbox = new Sandbox({ file: await buildSandbox(join(root, 'worker')), clock });
  const folder = join(root, 'kept_for_nobody');
  mkdirSync(folder);
  writeFileSync(join(folder, 'manifest.json'), '{"id":"a"}');
  assert.equal(await readManifest(sandbox, folder), { value: { id: 'a' } });
  await clock.advance(1999);
  assert.is(sandbox.isRunning, true);
  await clock.advance(1);
  assert.is(sandbox.isRunning, false);
  await sandbox.stop();
});

test('without a worker a manifest cannot be read', async () => {
  const sandbox = new Sandbox({ file: join(root, 'none.cjs'), clock: systemClock });
  assert.equal(await readManifest(sandbox, root), {
    error: 'manifest.json cannot be read: the sandbox cannot be started',
  });
});

test.after(async () => (await opening).stop());
test.after(() => rmSync(root, { recursive: true, force: true }));
test.run();
