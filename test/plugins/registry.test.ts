import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { builtinPlugins, latePlugins } from '../../src/plugins/builtin/builtins.ts';
import { defineManifest } from '../../src/plugins/contract/manifest.ts';
import { Registry } from '../../src/plugins/keeping/registry.ts';
import { createHost } from './fixture.ts';

const test = suite('plugins/registry');

const createRegistry = () => {
  const counted = { loads: 0 };
  const counting = latePlugins().map(({ ids, load }) => ({
    ids,
    load: () => {
      if (ids.has('moon')) counted.loads++;
      return load();
    },
  }));
  return { registry: new Registry(builtinPlugins(), null, counting), counted };
};

test('the late plugins are those that are announced', () => {
  for (const { ids, load } of latePlugins())
    assert.equal(
      load().map(({ manifest }) => manifest.id),
      [...ids],
    );
});

test('late plugins are not loaded while none of them is used', () => {
  const { registry, counted } = createRegistry();
  registry.used(['date_time', 'weather:home']);
  assert.ok(registry.find('sun'));
  assert.is(registry.isTaken('moon'), true);
  assert.is(counted.loads, 0);
});

for (const [name, look] of [
  ['one of them is found', (registry: Registry) => registry.find('moon')],
  ['an instance of one is found', (registry: Registry) => registry.find('moon:south')],
  ['something of one is stored', (registry: Registry) => registry.used(['date_time', 'moon:south'])],
  ['all are listed', (registry: Registry) => registry.all()],
] as const) {
  test(`they are loaded once when ${name}`, () => {
    const { registry, counted } = createRegistry();
    look(registry);
    look(registry);
    assert.is(counted.loads, 1);
    assert.equal(registry.problems, []);
    assert.ok(registry.loaded().some(({ plugin }) => plugin.manifest.id === 'moon'));
  });
}

test("a plugin of somebody else cannot take a late plugin's id", () => {
  const { registry } = createRegistry();
  registry.add({ manifest: defineManifest({ id: 'moon', name: 'Mine', version: '1.0.0' }) }, false);
  assert.equal(registry.problems, [{ plugin_id: 'moon', error: 'another plugin has this id' }]);
  assert.is(registry.find('moon')?.plugin.manifest.name, 'Moon');
});

test('at first start only the clock is on', () => {
  const { host } = createHost();
  assert.equal(host.installation.enabledKeys(), ['date_time']);
  assert.ok(host.installation.list().length > builtinPlugins().length);
  assert.equal(host.installation.enabledKeys(), ['date_time']);
});

test.run();
