import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT, describePrograms, sourcesBelow } from './project.ts';

const test = suite('imports');

/**
 * Who may import whom, besides itself; `npm` and `node` stand for packages and for Node's own modules. Types do not
 * count.
 */
const ALLOWED: Record<string, readonly string[]> = {
  core: ['suncalc', 're2js'],
  schema: ['valibot', 'list of drivers', 'core'],
  platform: ['core', 'node', 'npm', 'fault'],
  store: ['schema', 'platform', 'core', 'node', 'npm', 'fault'],
  board: ['core', 'schema', 'platform', 'fault'],
  hw: ['board', 'core', 'picture', 'platform', 'schema', 'node', 'npm'],
  picture: ['core', 'schema', 'platform', 'node'],
  loop: ['core', 'schema', 'store', 'board', 'platform', 'fault'],
  service: ['core', 'schema', 'store', 'board', 'loop', 'picture', 'platform', 'node', 'npm', 'fault'],
  http: ['service', 'schema', 'platform', 'core', 'node', 'npm', 'fault'],
  mqtt: ['service', 'schema', 'platform', 'core', 'node', 'npm', 'fault'],
  mcp: ['service', 'schema', 'platform', 'core', 'node', 'npm', 'fault'],
  documents: ['core', 'npm'],
  sources: ['documents', 'schema', 'core', 'npm'],
  plugins: ['documents', 'sources', 'service', 'schema', 'platform', 'sandbox', 'core', 'node', 'npm', 'fault'],
  inboxes: ['documents', 'plugins', 'service', 'store', 'schema', 'platform', 'core', 'node', 'fault'],
  sandbox: ['documents', 'schema', 'platform', 'core', 'node', 'npm'],
  setup: ['service', 'schema', 'platform', 'core', 'http', 'node', 'npm', 'fault'],
  launch: ['platform', 'node'],
  fault: [],
};

const packageOf = (path: string): string | undefined => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];

const layerOf = (path: string): string => {
  const [first = '', second = ''] = path.split('/');
  return (first === 'src' ? second : first).replace(/\.ts$/, '');
};

const targetOf = (path: string, external: boolean): readonly string[] => {
  if (external) return ['node'];
  const name = packageOf(path);
  if (name) return [name, 'npm'];
  if (path === 'hw/registry.ts') return ['hw', 'list of drivers'];
  return /^(native|missing|stub):/.test(path) ? ['npm'] : [layerOf(path)];
};

const metafile = describePrograms();

/** Every module that is evaluated when one is: what it requires later is not among them. */
const loadedWith = (first: string, inputs: Metafile['inputs']): Set<string> => {
  const loaded = new Set<string>();
  const visit = (path: string): void => {
    if (loaded.has(path)) return;
    loaded.add(path);
    const inside = packageOf(path) !== undefined;
    for (const one of inputs[path]?.imports ?? []) {
      if (!one.external && (one.kind === 'import-statement' || (inside && one.kind === 'require-call')))
        visit(one.path);
    }
  };
  visit(first);
  return loaded;
};

const edges = async (layer: string) =>
  Object.entries((await metafile).inputs)
    .filter(([path]) => !packageOf(path) && layerOf(path) === layer)
    .flatMap(([path, input]) =>
      input.imports.map((one) => ({ from: path, to: one.path, names: targetOf(one.path, one.external === true) })),
    );

for (const [layer, allowed] of Object.entries(ALLOWED)) {
  test(`${layer} imports only ${allowed.join(', ') || 'nothing'}`, async () => {
    const wrong = (await edges(layer)).filter(
      ({ names }) => !names.some((name) => name === layer || allowed.includes(name)),
    );
    assert.equal(
      wrong.map(({ from, to }) => `${from} imports ${to}`),
      [],
    );
  });
}

test('every folder of src has a rule', async () => {
  const layers = new Set(
    Object.keys((await metafile).inputs)
      .filter((path) => path.startsWith('src/'))
      .map(layerOf),
  );
  for (const root of ['main', 'app']) layers.delete(root);
  assert.equal(
    [...layers].filter((layer) => !(layer in ALLOWED)),
    [],
  );
});

test('hw knows of boards only the port and what belongs to it', async () => {
  const parts = new Set((await edges('hw')).map(({ to }) => to).filter((path) => path.startsWith('src/board/')));
  assert.equal(
    [...parts].filter((path) => !['src/board/driver.ts', 'src/board/kind.ts'].includes(path)),
    [],
  );
});

test('what describes the drivers is plain data, and each driver is loaded at its first use', async () => {
  const { inputs } = await metafile;
  const loaded = loadedWith('hw/registry.ts', inputs);
  const wrong = [...loaded].filter((path) => !['hw', 'schema', 'core'].includes(layerOf(path)));
  assert.equal(
    wrong.filter((path) => packageOf(path) !== 'valibot'),
    [],
  );
  const described = [...loaded].filter((path) => path.endsWith('/description.ts')).map((path) => join(path, '..'));
  assert.ok(described.length > 5);
  const drivers = sourcesBelow('hw/panel', '.ts').filter(({ text }) =>
    /^export class \w+ (?:extends .+ )?implements Driver/m.test(text),
  );
  assert.equal(
    drivers.map(({ path }) => path).filter((path) => loaded.has(path)),
    [],
  );
});

test('the motion of motors is pure: it knows neither time nor devices', () => {
  const motion = sourcesBelow('hw/motion', '.ts');
  assert.ok(motion.length > 3);
  const wrong = motion.flatMap(({ path, text }) => [
    ...[...text.matchAll(/from '(?!\.\/)[^']+'/g)].map(([line]) => `${path}: ${line}`),
    ...[...text.matchAll(/\b(?:Date|performance|process|setTimeout|Atomics|require)\b/g)].map(
      ([word]) => `${path}: ${word}`,
    ),
  ]);
  assert.equal(wrong, []);
});

test('main imports the app and what it needs before there is one', async () => {
  const wrong = (await edges('main')).filter(
    ({ names }) => !names.some((name) => ['app', 'core', 'platform', 'node'].includes(name)),
  );
  assert.equal(wrong, []);
});

test('core takes nothing but types from other layers, and only from schema', () => {
  const wrong = sourcesBelow('src/core', '.ts').flatMap(({ path, text }) =>
    [...text.matchAll(/^import (type )?[^;]*?from '((?:\.\.\/)+(?!core)[a-z-]+\/[^']+)';/gms)]
      .filter(
        ([, , from = '']) =>
          !existsSync(join(ROOT, path, '..', from)) || !join(path, '..', from).startsWith('src/core/'),
      )
      .filter(([, type, from = '']) => !type || !join(path, '..', from).startsWith('src/schema/'))
      .map(([line]) => `${path}: ${line}`),
  );
  assert.equal(wrong, []);
});

test('the interface takes nothing but the pure core, the bounds of the contract and types from the service', () => {
  const wrong = sourcesBelow('ui', '.ts', '.tsx').flatMap(({ path, text }) =>
    [
      ...text.matchAll(
        /^import (?!type )[^;]*?from '(?:\.\.\/)+(?:src(?!\/core\/|\/schema\/limits\.ts')|hw)\/[^']+';/gms,
      ),
    ].map(([line]) => `${path}: ${line}`),
  );
  assert.equal(wrong, []);
});

test('the bounds of a field of the interface are those of the contract, not numbers of its own', () => {
  const wrong = sourcesBelow('ui', '.tsx').flatMap(({ path, text }) =>
    [...text.matchAll(/min=\{-?[\d_]+\}\s+max=\{[\d_]+\}|maxLength=\{[\d_]{2,}\}/g)].map(
      ([found]) => `${path}: ${found}`,
    ),
  );
  assert.equal(wrong, []);
});

/** Packages that a start must not evaluate, because most appliances never use them or only much later. */
const LAZY = [
  'mqtt',
  'multicast-dns',
  'serialport',
  '@node-rs/bcrypt',
  'i2c-bus',
  'onoff',
  're2js',
  'htmlparser2',
  'tmcp',
  'quickjs-emscripten-core',
  '@jitl/quickjs-wasmfile-release-sync',
];

test('heavy packages are loaded at their first use', async () => {
  const packages = new Set([...loadedWith('src/main.ts', (await metafile).inputs)].map(packageOf));
  assert.equal(
    LAZY.filter((name) => packages.has(name)),
    [],
  );
});

/** Modules of Node that cost a start some milliseconds each, and that a fresh appliance does without. */
const LAZY_IN_NODE = ['https', 'tls', 'zlib', 'v8', 'readline', 'worker_threads', 'inspector', 'http2'];

test('modules of Node that a start does without are loaded at their first use', async () => {
  const { inputs } = await metafile;
  const wrong = [...loadedWith('src/main.ts', inputs)].flatMap((path) =>
    (inputs[path]?.imports ?? [])
      .filter(({ kind }) => kind === 'import-statement' || packageOf(path) !== undefined)
      .filter((one) => one.external && LAZY_IN_NODE.includes(one.path.replace(/^node:/, '')))
      .map((one) => `${path} imports ${one.path}`),
  );
  assert.equal(wrong, []);
});

test.run();
