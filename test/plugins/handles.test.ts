import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { builtinPlugins, latePlugins } from '../../src/plugins/builtin/builtins.ts';
import { defineManifest } from '../../src/plugins/contract/manifest.ts';
import type { StoredPlugins } from '../../src/plugins/keeping/configuration.ts';
import { Installation } from '../../src/plugins/keeping/installation.ts';
import { Registry, type Installed, type Shelf } from '../../src/plugins/keeping/registry.ts';
import type { PluginHostPorts } from '../../src/plugins/ports.ts';
import { createMemoryStore, delayWrites } from './fixture.ts';

const test = suite('plugins/handles');

const onShelf = (id: string): Installed => ({
  plugin: { manifest: defineManifest({ id, name: id, version: '1.0.0' }) },
  schema: {},
  builtIn: false,
});

const createInstallation = (
  stored: StoredPlugins,
  shelf: Shelf | null = null,
  onChange: (key: string) => Promise<void> = async () => undefined,
) => {
  const store = createMemoryStore(stored);
  const registry = new Registry(builtinPlugins(), shelf, latePlugins());
  const installation = new Installation({ store, env: {} } as unknown as PluginHostPorts, registry, {
    onChange,
    onLeave: () => undefined,
  });
  return { store, registry, installation };
};

const stored = (enabled: boolean) => ({ enabled, config: {}, secrets: {} });

test('a key is resolved once, however it is written', () => {
  const { installation } = createInstallation({ 'countdown:party': stored(true) });
  const handle = installation.handleOf('countdown:party');
  assert.is(installation.handleOf('countdown:party'), handle);
  assert.is(installation.handleOf('CountDown:PARTY'), handle);
  assert.is(handle?.key, 'countdown:party');
  assert.is(installation.handleOf('countdown:other'), null);
  assert.is(installation.handleOf('nothing'), null);
});

test('what was resolved ends with the settings that it was made of', async () => {
  const { store, installation } = createInstallation({ random: stored(true) });
  assert.is(installation.handleOf('random')?.obstacle, null);
  assert.ok(installation.handleOf('random')?.active);
  assert.equal(installation.enabledKeys(), ['date_time', 'random']);
  await store.write(() => ({ random: stored(false) }));
  assert.is(installation.handleOf('random')?.obstacle, 'the plugin is disabled');
  assert.is(installation.handleOf('random')?.active, null);
  assert.equal(installation.enabledKeys(), ['date_time']);
});

test('and when a plugin is installed under its id', () => {
  const shelf = {
    find: (id: string) => (id === 'mine' ? onShelf(id) : undefined),
    used: () => [onShelf('mine')],
    loaded: () => [],
  };
  const { registry, installation } = createInstallation({ mine: stored(true) }, shelf);
  const before = installation.handleOf('mine');
  assert.is(installation.handleOf('mine'), before);
  const { plugin } = onShelf('mine');
  registry.add(plugin, false);
  assert.is(installation.handleOf('mine')?.plugin, plugin);
});

test('a source that nobody uses is not kept', () => {
  let loads = 0;
  const shelf = { find: (id: string) => (loads++, onShelf(id)), used: () => [], loaded: () => [] };
  const { installation } = createInstallation({ used: stored(true) }, shelf);
  for (const id of ['used', 'used', 'idle', 'idle']) installation.handleOf(id);
  assert.is(loads, 3);
});

test('of two changes at one moment each tells that the state was another one', async () => {
  const changed: string[] = [];
  const { store, installation } = createInstallation({}, null, async (key) => void changed.push(key));
  delayWrites(store);
  const switched = [true, false].map((enabled) => installation.update('random', { enabled }));
  await Promise.all(switched);
  assert.is(store.plugins['random']?.enabled, false);
  assert.equal(changed, ['random', 'random']);
});

test('an instance that goes while it is changed is gone', async () => {
  const { store, installation } = createInstallation({ 'random:one': stored(true) });
  delayWrites(store);
  const statusOf = (change: Promise<unknown>) =>
    change.then(
      () => 200,
      ({ status }: { status: number }) => status,
    );
  const [removed, updated, confirmed] = await Promise.all([
    statusOf(installation.removeInstance('random:one')),
    statusOf(installation.update('random:one', { enabled: false })),
    statusOf(installation.confirm('random:one', [])),
  ]);
  assert.equal([removed, updated, confirmed], [200, 404, 404]);
  assert.equal(store.plugins, {});
});

test.run();
