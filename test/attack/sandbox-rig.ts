import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../src/platform/clock.ts';
import type { StoredPlugins } from '../../src/plugins/keeping/configuration.ts';
import type { PluginHost } from '../../src/plugins/host.ts';
import { Sandbox } from '../../src/sandbox/sandbox.ts';
import { createHost, FLAGSHIP, startHost } from '../plugins/fixture.ts';
import { buildSandbox } from '../support/sandbox.ts';
import { until } from '../support/until.ts';
import type { Hostile } from './hostile-plugins.ts';

/** A folder of this test's own, with plugins and the sandbox as it is built. */
export const root = mkdtempSync(join(tmpdir(), 'flapbox-sandbox-'));
/** Where plugins are installed. */
export const pluginsDir = join(root, 'plugins');
/** The file of the worker, once it is built. */
export const building = buildSandbox(join(root, 'sandbox'));

/** Writes a plugin into the folder. */
export const install = (id: string, code: string, manifest: Record<string, unknown> = {}): void => {
  mkdirSync(join(pluginsDir, id), { recursive: true });
  writeFileSync(join(pluginsDir, id, 'manifest.json'), JSON.stringify({ id, name: id, version: '1.0.0', ...manifest }));
  writeFileSync(join(pluginsDir, id, 'index.mjs'), code);
};

install(
  'neighbour',
  'let count = 0; export const fetchData = async () => ({ available: true, data: { count: ++count } });',
  { live_data: true },
);

/** Plugins that are switched on, with settings. */
export const enabled = (ids: readonly string[], config: Record<string, unknown> = {}): StoredPlugins =>
  Object.fromEntries(ids.map((id) => [id, { enabled: true, config, secrets: {} }]));

/** A host with a sandbox of its own, in which a neighbour works too, for as long as `run` lasts. */
export const withHost = async (
  plugins: StoredPlugins,
  run: (host: PluginHost, logged: string[]) => Promise<void>,
): Promise<void> => {
  const sandbox = new Sandbox({ file: await building, clock: systemClock });
  const { host, logged } = createHost(
    { clock: systemClock, pluginsDir, sandbox: () => sandbox },
    { ...plugins, ...enabled(['neighbour']) },
  );
  await startHost(host);
  // A start waits five seconds for manifests, which a busy machine may need longer for.
  await until(() =>
    [...Object.keys(plugins), 'neighbour'].every((id) => host.installation.list().some((one) => one.id === id)),
  );
  try {
    await run(host, logged);
  } finally {
    await host.stop();
    await sandbox.stop();
  }
};

/** One worker for all that is hostile: whoever ends it must not be noticed by those who come after. */
export const opening = building.then((file) => new Sandbox({ file, clock: systemClock }));

/** Less processor time than the service gives, so that the endless ones end soon. */
const SOON_MS = 150;
/** So much that memory ends before it, on the slowest machine too. */
export const AMPLE_MS = 10_000;

/** Calls a plugin in the sandbox itself. */
export const callIn = (
  sandbox: Sandbox,
  id: string,
  timeMs: number,
  lines: string[] = [],
  processorMs = SOON_MS,
): Promise<string> => {
  const task = {
    kind: 'plugin',
    folder: join(pluginsDir, id),
    name: 'fetchData',
    request: JSON.stringify({ config: {}, board: FLAGSHIP }),
  } as const;
  const running = sandbox.run({
    room: id,
    task,
    limits: { processorMs, timeMs },
    log: (line) => void lines.push(line),
  });
  return running.then(
    (result) => `answered ${String(result)}`,
    (error: Error) => error.message,
  );
};

const ENDS_BY_TIME = '0.15 s of processor time';

/** Calls plugins one after the other, each beside a neighbour, which is not to notice. */
export const withstand = (test: Test, hostile: readonly Hostile[]): void => {
  for (const [index, [name, body, error]] of hostile.entries()) {
    const id = `hostile_${index}`;
    install(id, `export const fetchData = async ({ config, log, signal, board }) => { ${body} };`);
    const processorMs = error.test(ENDS_BY_TIME) ? SOON_MS : AMPLE_MS;
    test(`a plugin that ${name} costs only itself`, async () => {
      const sandbox = await opening;
      const lines: string[] = [];
      const [bad, beside] = await Promise.all([
        callIn(sandbox, id, name === 'never answers' ? 1000 : 15_000, lines, processorMs),
        callIn(sandbox, 'neighbour', 15_000),
      ]);
      assert.ok(error.test(bad), bad);
      assert.not.match(bad, /\/tmp|node_modules|at .*\.js/);
      assert.match(beside, /^answered/);
      assert.match(await callIn(sandbox, 'neighbour', 15_000), /^answered/);
      assert.ok(lines.length <= 20, 'the log stays short');
    });
  }
};

/** Ends the worker and removes the folder. */
export const leave = async (): Promise<void> => {
  await (await opening).stop();
  rmSync(root, { recursive: true, force: true });
};
