import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createHmac } from 'node:crypto';
import { Fault } from '../../src/fault.ts';
import type { PluginHost } from '../../src/plugins/host.ts';
import { defineManifest, type ManifestInput } from '../../src/plugins/contract/manifest.ts';
import { Refusal, type DataPlugin, type TriggerWish } from '../../src/plugins/contract/plugin.ts';
import { createHost, FLAGSHIP, startHost } from './fixture.ts';

const test = suite('plugins/decisions');

const statusOf = async (run: () => unknown): Promise<number> => {
  try {
    await run();
    return 200;
  } catch (error) {
    if (error instanceof Fault) return error.status;
    throw error;
  }
};

const plugin = (manifest: Partial<ManifestInput>, rest: Partial<DataPlugin> = {}): DataPlugin => ({
  manifest: defineManifest({ id: 'demo', name: 'Demo', version: '1.2.3', ...manifest }),
  fetchData: async ({ config }) => ({ available: true, data: { seen: config } }),
  ...rest,
});

const SETTINGS = {
  type: 'object',
  required: ['url', 'token'],
  properties: {
    url: { type: 'string' },
    token: { type: 'string', 'ui:widget': 'password' },
    count: { type: 'integer', minimum: 1, maximum: 5, default: 2 },
  },
};
const demo = () =>
  plugin({
    settings_schema: SETTINGS,
    env_vars: [{ name: 'DEMO_URL' }, { name: 'DEMO_TOKEN', required: true, description: 'the key' }],
  });

test('a body that asks for nothing is 400', async () => {
  const { host } = createHost({ builtins: [demo()] });
  assert.is(await statusOf(() => host.installation.update('demo', {})), 400);
  assert.is(await statusOf(() => host.installation.update('demo', { enabled: null, config: null })), 400);
});

test('settings are written first, then the plugin is enabled', async () => {
  const { host, store } = createHost({ builtins: [demo()] });
  const detail = await host.installation.update('demo', { enabled: true, config: { url: 'u', token: 'secret' } });
  assert.is(detail.enabled, true);
  assert.is(detail.configured, true);
  assert.equal(detail.config, { url: 'u', token: '***' });
  assert.equal(store.plugins['demo'], { enabled: true, config: { url: 'u' }, secrets: { token: 'secret' } });
});

test('wrong settings change nothing, not even enabled', async () => {
  const { host, store } = createHost({ builtins: [demo()] });
  const problem = await host.installation
    .update('demo', { enabled: true, config: { count: 6 } })
    .catch((error: unknown) => error);
  assert.ok(problem instanceof Fault && problem.status === 400);
  assert.is(problem.detail, 'count: must be between 1 and 5');
  assert.equal(store.plugins, {});
});

test('settings replace the former ones as a whole', async () => {
  const { host } = createHost({ builtins: [demo()] });
  await host.installation.update('demo', { config: { url: 'u', token: 't', extra: 1 } });
  assert.equal((await host.installation.update('demo', { config: { url: 'v' } })).config, { url: 'v' });
});

test('*** keeps a secret, another value replaces it, absence removes it', async () => {
  const { host, store } = createHost({ builtins: [demo()] });
  await host.installation.update('demo', { config: { url: 'u', token: 'one' } });
  await host.installation.update('demo', { config: { url: 'u', token: '***', count: 2 } });
  assert.equal(store.plugins['demo']?.secrets, { token: 'one' });
  await host.installation.update('demo', { config: { token: 'two' } });
  assert.equal(store.plugins['demo']?.secrets, { token: 'two' });
  await host.installation.update('demo', { config: { url: 'u' } });
  assert.equal(store.plugins['demo']?.secrets, {});
});

test('enabling alone keeps settings and secrets', async () => {
  const { host, store } = createHost({ builtins: [demo()] });
  await host.installation.update('demo', { config: { url: 'u', token: 't' } });
  await host.installation.update('demo', { enabled: true });
  assert.equal(store.plugins['demo'], { enabled: true, config: { url: 'u' }, secrets: { token: 't' } });
});

test('a null setting is no setting, dangerous keys are dropped', async () => {
  const { host } = createHost({ builtins: [demo()] });
  const config = JSON.parse('{"url": null, "count": 3, "__proto__": {"a": 1}, "constructor": 2}') as Record<
    string,
    unknown
  >;
  assert.equal((await host.installation.update('demo', { config })).config, { count: 3 });
});

test('settings that are too large or too deep are 400', async () => {
  const { host } = createHost({ builtins: [demo()] });
  assert.is(await statusOf(() => host.installation.update('demo', { config: { text: 'x'.repeat(300_000) } })), 400);
  let deep: unknown = 1;
  for (let level = 0; level < 17; level++) deep = [deep];
  assert.is(await statusOf(() => host.installation.update('demo', { config: { deep } })), 400);
});

test("the plugin's own judgement is 400 with its sentences", async () => {
  const { host, store } = createHost({
    builtins: [plugin({}, { validateConfig: ({ a }) => (a === 1 ? [] : ['a: must be 1', 'and more']) })],
  });
  const problem = await host.installation.update('demo', { config: {} }).catch((error: unknown) => error);
  assert.is(problem instanceof Fault && problem.detail, 'a: must be 1; and more');
  assert.equal(store.plugins, {});
  assert.is(await statusOf(() => host.installation.update('demo', { config: { a: 1 } })), 200);
});

test('a disk that cannot be written passes through and changes nothing', async () => {
  const { host, store } = createHost({ builtins: [demo()] });
  store.write = async () => {
    throw new Fault(500, 'full');
  };
  assert.is(await statusOf(() => host.installation.update('demo', { enabled: true })), 500);
  assert.is(host.installation.detail('demo').enabled, false);
});

test('the environment outweighs settings, is never stored nor shown, and is named', async () => {
  const { host, store } = createHost({ builtins: [demo()], env: { DEMO_URL: 'from-env', DEMO_TOKEN: 'env-secret' } });
  const detail = await host.installation.update('demo', { enabled: true, config: { url: 'own' } });
  assert.equal(detail.env_overridden_keys, ['url', 'token']);
  assert.equal(detail.config, { url: 'own' });
  assert.is(detail.configured, true);
  assert.equal((await host.data('demo', FLAGSHIP)).data, { seen: { url: 'from-env', token: 'env-secret', count: 2 } });
  assert.not.match(JSON.stringify([detail, store.plugins]), /env-secret/);
});

test('instances have settings of their own, not those of the environment', async () => {
  const { host } = createHost({ builtins: [demo()], env: { DEMO_URL: 'from-env' } });
  await host.installation.addInstance('demo', 'two');
  assert.equal(host.installation.detail('demo:two').env_overridden_keys, []);
  assert.is(host.installation.detail('demo:two').configured, false);
});

test('the detail has every member', () => {
  const { host } = createHost({ builtins: [demo()], demoPageId: (key) => `page-of-${key}` });
  const detail = host.installation.detail('demo');
  assert.equal(Object.keys(detail).sort(), [
    'author',
    'base_plugin_id',
    'category',
    'config',
    'configured',
    'demo_page_id',
    'description',
    'documentation',
    'enabled',
    'env_overridden_keys',
    'env_vars',
    'has_demo',
    'icon',
    'id',
    'instance_label',
    'instances',
    'max_lengths',
    'name',
    'plugin_type',
    'settings_schema',
    'variables',
    'version',
  ]);
  assert.is(detail.demo_page_id, 'page-of-demo');
  assert.is(detail.instance_label, null);
  assert.is(detail.base_plugin_id, null);
});

for (const [label, status] of [
  ['a', 200],
  ['A-b_9', 200],
  [' kitchen ', 200],
  ['x'.repeat(40), 200],
  ['', 400],
  ['x'.repeat(41), 400],
  ['a b', 400],
  ['ä', 400],
  ['a:b', 400],
  ['a.b', 400],
] as const) {
  test(`the label "${label.slice(0, 12)}" of ${label.length} is ${status}`, async () => {
    const { host } = createHost({ builtins: [demo()] });
    assert.is(await statusOf(() => host.installation.addInstance('demo', label)), status);
  });
}

test('an instance starts disabled and empty, has its own data, and goes with everything it had', async () => {
  const { host, store, clock } = createHost({ builtins: [demo()] });
  assert.equal(await host.installation.addInstance('Demo', 'Two'), {
    label: 'two',
    key: 'demo:two',
    enabled: false,
    has_config: false,
  });
  assert.is(await statusOf(() => host.installation.addInstance('demo', 'TWO')), 409);
  await host.installation.update('demo:two', { enabled: true, config: { url: 'second', token: 't' } });
  assert.equal(host.installation.instances('demo'), [
    { label: 'two', key: 'demo:two', enabled: true, has_config: true },
  ]);
  assert.equal(host.installation.detail('demo').instances, host.installation.instances('demo'));
  assert.equal(host.installation.enabledKeys(), ['demo:two']);
  const detail = host.installation.detail('demo:two');
  assert.equal(
    [detail.id, detail.instance_label, detail.base_plugin_id, detail.instances],
    ['demo:two', 'two', 'demo', []],
  );
  const data = await host.data('demo:Two', FLAGSHIP);
  assert.equal([data.plugin_id, data.available], ['demo:two', true]);
  assert.ok(host.values.source('demo:two', FLAGSHIP, clock.now()));
  assert.is(host.values.source('demo', FLAGSHIP, clock.now()), undefined);
  await host.installation.removeInstance('demo:two');
  assert.equal(store.plugins, {});
  assert.is(await statusOf(() => host.installation.detail('demo:two')), 404);
  assert.is(host.values.source('demo:two', FLAGSHIP, clock.now()), undefined);
});

test('a plugin itself cannot be removed as an instance, an instance has none, a transition has none', async () => {
  const { host } = createHost();
  await host.installation.addInstance('countdown', 'a');
  assert.is(await statusOf(() => host.installation.removeInstance('countdown')), 400);
  assert.is(await statusOf(() => host.installation.addInstance('countdown:a', 'b')), 404);
  assert.is(await statusOf(() => host.installation.addInstance('wipe', 'a')), 400);
});

test('a listener hears of settings, of data, and of nothing once it left', async () => {
  const { host } = createHost({ builtins: [demo()] });
  const heard: string[] = [];
  const leave = host.values.onData((key) => heard.push(key));
  await host.installation.update('demo', { enabled: true, config: { url: 'u', token: 't' } });
  await host.data('demo', FLAGSHIP);
  await host.installation.update('demo', { enabled: true });
  assert.equal(heard, ['demo', 'demo']);
  leave();
  await host.installation.update('demo', { enabled: false });
  assert.equal(heard.length, 2);
});

test('settings that were replaced from outside are taken over', async () => {
  const { host, store } = createHost(
    { builtins: [demo()] },
    { demo: { enabled: true, config: { url: 'a' }, secrets: { token: 't' } } },
  );
  await host.data('demo', FLAGSHIP);
  store.plugins = { demo: { enabled: true, config: { url: 'b' }, secrets: { token: 't' } } };
  await host.reload();
  assert.equal((await host.data('demo', FLAGSHIP)).data, { seen: { url: 'b', token: 't', count: 2 } });
});

const CATALOGUED = plugin(
  {
    variables: {
      groups: { main: { label: 'Main' } },
      simple: {
        title: { description: 'The title', max_length: 22, group: 'main', example: 'HELLO' },
        on: { type: 'boolean' },
      },
      arrays: {
        items: {
          label_field: 'name',
          item_fields: { name: { max_length: 9 } },
          sub_arrays: { parts: { item_fields: ['size'] } },
        },
      },
    },
    max_lengths: { on: 3 },
  },
  { fetchData: async () => ({ available: true, data: { title: 'NOW', extra: 'x' } }) },
);

test('the catalog names the variables of enabled plugins', async () => {
  const { host } = createHost({ builtins: [CATALOGUED] }, { demo: { enabled: true, config: {}, secrets: {} } });
  await host.data('demo', FLAGSHIP);
  const { variables, max_lengths, variable_metadata, variable_groups } = host.report.variables();
  assert.equal(variables, { demo: ['title', 'on', 'items', 'items.*.parts', 'items.*.name', 'items.*.parts.*.size'] });
  assert.equal(max_lengths, { 'demo.title': 22, 'demo.items.*.name': 9, 'demo.on': 3 });
  assert.equal(variable_metadata, {
    demo: {
      title: {
        description: 'The title',
        type: 'string',
        max_length: 22,
        group: 'main',
        example: 'HELLO',
        preview: 'NOW',
      },
      on: { description: '', type: 'boolean', max_length: 3, group: null, example: '', preview: '' },
    },
  });
  assert.equal(variable_groups, { demo: { main: { label: 'Main' } } });
});

test('a plugin that declares nothing has the plain members of its data as variables', async () => {
  const free = plugin(
    {},
    { fetchData: async () => ({ available: true, data: { a: 1, b: 'x', c: [1], d: { e: 1 }, f: null } }) },
  );
  const { host } = createHost({ builtins: [free] }, { demo: { enabled: true, config: {}, secrets: {} } });
  assert.equal(host.report.variables().variables, {});
  await host.data('demo', FLAGSHIP);
  assert.equal(host.report.variables().variables, { demo: ['a', 'b'] });
});

test('the catalog leaves out what is disabled', () => {
  const { host } = createHost({ builtins: [CATALOGUED] });
  assert.equal(host.report.variables(), { variables: {}, max_lengths: {}, variable_metadata: {}, variable_groups: {} });
});

test('instances stand in the catalog under their own keys', async () => {
  const { host } = createHost({ builtins: [CATALOGUED] });
  await host.installation.addInstance('demo', 'two');
  await host.installation.update('demo:two', { enabled: true });
  assert.equal(Object.keys(host.report.variables().variables), ['demo:two']);
  assert.ok('demo:two.title' in host.report.variables().max_lengths);
});

const RULES = {
  value: { default_rules: [{ condition: '>=' as const, value: 5, color: 'red' }] },
  other: { default_rules: [{ condition: '==' as const, value: 'x', color: 'blue' }] },
};

test("the owner's colour rules replace the manifest's field by field; unusable ones count for nothing", async () => {
  const { host, clock } = createHost(
    { builtins: [plugin({ color_rules_schema: RULES })] },
    { demo: { enabled: true, config: {}, secrets: {} } },
  );
  const rules = async (config: Record<string, unknown>) => {
    await host.installation.update('demo', { config });
    await host.data('demo', FLAGSHIP);
    return host.values.source('demo', FLAGSHIP, clock.now())?.colorRules;
  };
  assert.equal(await rules({}), { value: RULES.value.default_rules, other: RULES.other.default_rules });
  const own = [{ condition: '<', value: 1, color: 'green' }];
  assert.equal(await rules({ color_rules: { value: own } }), { value: own, other: RULES.other.default_rules });
  assert.equal(await rules({ color_rules: { value: 'red' } }), {
    value: RULES.value.default_rules,
    other: RULES.other.default_rules,
  });
});

const WEBHOOK = { webhook: { enabled: true, config: {}, secrets: {} } };
const post = (
  host: PluginHost,
  payload: unknown,
  headers: Record<string, string> = {},
  rawBody = JSON.stringify(payload),
) => host.receive('webhook', { payload, headers, rawBody });

test('what is pushed becomes the data as it is, and is told', async () => {
  const { host, clock } = createHost({}, WEBHOOK);
  assert.match((await host.data('webhook', FLAGSHIP)).error ?? '', /no data yet/);
  const heard: string[] = [];
  host.values.onData((key) => heard.push(key));
  await post(host, { message: 'HELLO', n: 3, deep: { list: [1, { a: null }] } });
  assert.equal((await host.data('webhook', FLAGSHIP)).data, {
    message: 'HELLO',
    n: 3,
    deep: { list: [1, { a: null }] },
  });
  assert.equal(heard, ['webhook']);
  await post(host, { other: true });
  assert.equal(host.values.source('webhook', FLAGSHIP, clock.now())?.data, { other: true });
});

test('pushed data stays for as long as nothing else comes', async () => {
  const { host, clock } = createHost({}, WEBHOOK);
  await post(host, { a: 1 });
  await clock.advance(30 * 86_400_000);
  assert.equal((await host.data('webhook', FLAGSHIP)).data, { a: 1 });
});

for (const [name, payload] of Object.entries({ list: [1], text: 'x', number: 5, null: null, boolean: true })) {
  test(`a pushed ${name} is 400`, async () => {
    const { host } = createHost({}, WEBHOOK);
    assert.is(await statusOf(() => post(host, payload)), 400);
  });
}

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });

test('a pushed body may have 16 levels and 256 KiB, not more', async () => {
  const { host } = createHost({}, WEBHOOK);
  assert.is(await statusOf(() => post(host, nested(16))), 200);
  assert.is(await statusOf(() => post(host, nested(17))), 400);
  const overhead = JSON.stringify({ text: '' }).length;
  assert.is(await statusOf(() => post(host, { text: 'x'.repeat(256 * 1024 - overhead) })), 200);
  assert.is(await statusOf(() => post(host, { text: 'x'.repeat(256 * 1024 - overhead + 1) })), 400);
});

test('dangerous keys of a pushed body are dropped at every level', async () => {
  const { host } = createHost({}, WEBHOOK);
  await post(host, JSON.parse('{"a": {"__proto__": {"bad": 1}, "b": [{"constructor": 1, "c": 2}]}, "prototype": 1}'));
  assert.equal((await host.data('webhook', FLAGSHIP)).data, { a: { b: [{ c: 2 }] } });
  assert.is(({} as Record<string, unknown>)['bad'], undefined);
});

const SECRET = { webhook: { enabled: true, config: {}, secrets: { secret: 'shared key' } } };
const sign = (body: string, key = 'shared key') => `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;
const BODY = '{ "message":  "grün" }';

for (const [name, headers, status] of [
  ['a right one', { 'x-webhook-signature': sign(BODY) }, 200],
  ['a right one in capitals', { 'x-webhook-signature': sign(BODY).toUpperCase().replace('SHA256', 'sha256') }, 200],
  ['none', {}, 403],
  ['an empty one', { 'x-webhook-signature': '' }, 403],
  ['another key', { 'x-webhook-signature': sign(BODY, 'other') }, 403],
  ['one of another body', { 'x-webhook-signature': sign('{}') }, 403],
  ['one without its prefix', { 'x-webhook-signature': sign(BODY).slice(7) }, 403],
  ['a short one', { 'x-webhook-signature': sign(BODY).slice(0, -2) }, 403],
  ['one that is no hex', { 'x-webhook-signature': `sha256=${'z'.repeat(64)}` }, 403],
] as const) {
  test(`a signature: ${name} is ${status}`, async () => {
    const { host } = createHost({}, SECRET);
    assert.is(await statusOf(() => post(host, JSON.parse(BODY), headers, BODY)), status);
  });
}

test('without a secret a signature does not matter', async () => {
  const { host } = createHost({}, WEBHOOK);
  assert.is(await statusOf(() => post(host, {}, { 'x-webhook-signature': 'sha256=00' })), 200);
});

for (const [name, key, stored, status] of [
  ['an unknown plugin', 'nothing', {}, 404],
  ['a disabled one', 'webhook', {}, 400],
  ['a disabled one that takes none', 'countdown', {}, 405],
  ['a disabled transition', 'wipe', {}, 405],
  ['one that takes none', 'date_time', {}, 405],
  ['an enabled transition', 'wipe', { wipe: { enabled: true, config: {}, secrets: {} } }, 405],
] as const) {
  test(`pushing to ${name} is ${status}`, async () => {
    const { host } = createHost({}, stored);
    assert.is(await statusOf(() => host.receive(key, { payload: {}, headers: {}, rawBody: '{}' })), status);
  });
}

test('a push overtakes a fetch that began before it', async () => {
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const both = plugin(
    {},
    {
      fetchData: async () => {
        await gate;
        return { available: true, data: { from: 'fetch' } };
      },
      receive: () => ({ from: 'push' }),
    },
  );
  const { host } = createHost({ builtins: [both] }, { demo: { enabled: true, config: {}, secrets: {} } });
  const fetching = host.data('demo', FLAGSHIP);
  await host.receive('demo', { payload: {}, headers: {}, rawBody: '{}' });
  release();
  assert.equal((await fetching).data, { from: 'push' });
});

for (const [what, receive, detail] of [
  ['says nothing of it', () => Promise.reject(new Error('broken')), 'The plugin "demo" could not use the body.'],
  ['answers no data', () => 5 as never, 'The plugin "demo" refuses the body: the data is no JSON object.'],
  [
    'refuses it with a secret in the sentence',
    () => {
      throw new Refusal('invalid', 'not with secret7');
    },
    'not with ***',
  ],
] as const)
  test(`a body that a plugin cannot use is 400: one that ${what}`, async () => {
    const stored = { demo: { enabled: true, config: {}, secrets: { token: 'secret7' } } };
    const settings_schema = { properties: { token: { type: 'string', secret: true } } };
    const { host } = createHost({ builtins: [plugin({ settings_schema }, { receive })] }, stored);
    const problem = await host
      .receive('demo', { payload: {}, headers: {}, rawBody: '{}' })
      .catch((error: unknown) => error);
    assert.ok(problem instanceof Fault);
    assert.equal([problem.status, problem.detail], [400, detail]);
  });

test('a body for a plugin that is not configured is 400, and says what is missing', async () => {
  const taking = plugin({ settings_schema: SETTINGS }, { receive: () => ({}) });
  const { host } = createHost({ builtins: [taking] }, { demo: { enabled: true, config: { url: 'u' }, secrets: {} } });
  const problem = await host
    .receive('demo', { payload: {}, headers: {}, rawBody: '{}' })
    .catch((error: unknown) => error);
  assert.ok(problem instanceof Fault && problem.status === 400);
  assert.is(problem.detail, 'demo: the plugin is not configured: token missing.');
});

test('settings that are nested too deeply are 400, and nothing is stored', async () => {
  const { host, store } = createHost({ builtins: [demo()] });
  const deep = Array.from({ length: 20 }).reduce<Record<string, unknown>>((inner) => ({ inner }), {});
  const problem = await host.installation.update('demo', { config: deep }).catch((error: unknown) => error);
  assert.ok(problem instanceof Fault && problem.status === 400);
  assert.match(problem.detail, /^config: the data is nested deeper than 16 levels/);
  assert.equal(store.plugins, {});
});

const triggering = (wishes: () => readonly TriggerWish[] | Promise<readonly TriggerWish[]>) =>
  plugin({ supports_triggers: true }, { checkTriggers: wishes });
const ON = { demo: { enabled: true, config: {}, secrets: {} } };

const fired = async (wishes: readonly TriggerWish[], config: Record<string, unknown> = {}) => {
  const fixture = createHost(
    { builtins: [triggering(() => wishes)] },
    { demo: { enabled: true, config, secrets: {} } },
  );
  await fixture.host.data('demo', FLAGSHIP);
  await fixture.clock.advance(0);
  return fixture;
};

test('a trigger has defaults, and ends after 30 seconds', async () => {
  const { host, clock } = await fired([{ message: 'HEY' }]);
  assert.equal(host.triggers.current(), {
    id: 'demo',
    key: 'demo',
    page_id: null,
    lines: null,
    message: 'HEY',
    data: null,
    priority: 0,
    until: clock.now() + 30_000,
  });
  await clock.advance(29_999);
  assert.ok(host.triggers.current());
  await clock.advance(1);
  assert.is(host.triggers.current(), null);
});

test('the highest priority wins, of equals the first', async () => {
  const { host, clock } = await fired([
    { trigger_id: 'a', priority: 10, message: 'A' },
    { trigger_id: 'b', priority: 80, message: 'B', duration_seconds: 10 },
    { trigger_id: 'c', priority: 80, message: 'C', duration_seconds: 20 },
  ]);
  assert.is(host.triggers.current()?.id, 'b');
  await clock.advance(10_000);
  assert.is(host.triggers.current()?.id, 'c');
  await clock.advance(10_000);
  assert.is(host.triggers.current()?.id, 'a');
});

for (const [name, wishes] of [
  ['one that is not triggered', [{ triggered: false, message: 'x' }]],
  ['one with a bad duration', [{ duration_seconds: 0 }]],
  ['one with a bad priority', [{ priority: 'high' }]],
  ['something else', [5, null, 'x']],
  ['no list', { message: 'x' }],
] as const) {
  test(`a wish that counts for nothing: ${name}`, async () => {
    const { host } = await fired(wishes as unknown as TriggerWish[]);
    assert.is(host.triggers.current(), null);
  });
}

test('the page to show comes from the settings', async () => {
  const { host } = await fired([{ message: 'x' }], { trigger_page_id: 'page-1' });
  assert.is(host.triggers.current()?.page_id, 'page-1');
});

test('a dismissed trigger stays away for the time it had left', async () => {
  let wishes: TriggerWish[] = [{ message: 'x', duration_seconds: 90 }];
  const { host, clock } = createHost({ builtins: [triggering(() => wishes)] }, ON);
  await startHost(host);
  await clock.advance(1000);
  assert.is(host.triggers.dismiss('other'), false);
  assert.is(host.triggers.dismissAll(), 1);
  assert.is(host.triggers.current(), null);
  assert.is(await host.triggerWatch.checkAll(), 0);
  await clock.advance(89_100);
  assert.is(await host.triggerWatch.checkAll(), 1);
  wishes = [];
  await host.stop();
});

test('triggers are looked at with new data and at every minute, and told', async () => {
  let count = 0;
  const { host, clock } = createHost(
    { builtins: [triggering(() => [{ message: `${++count}`, duration_seconds: 3600 }])] },
    ON,
  );
  let told = 0;
  host.triggers.onChange(() => told++);
  await startHost(host);
  await clock.advance(1000);
  assert.is(host.triggers.current()?.message, '1');
  await clock.advance(60_000);
  assert.is(host.triggers.current()?.message, '2');
  assert.is(told, 2);
  await host.stop();
  await clock.advance(600_000);
  assert.is(count, 2);
});

test('disabling a plugin ends its triggers', async () => {
  const { host } = await fired([{ message: 'x' }]);
  await host.installation.update('demo', { enabled: false });
  assert.is(host.triggers.current(), null);
});

test('a stopped host holds no trigger and waits for the end of none', async () => {
  const { host, clock } = await fired([{ message: 'x' }]);
  assert.ok(host.triggers.current());
  let told = 0;
  host.triggers.onChange(() => void told++);
  host.triggers.stop();
  await clock.advance(60_000);
  assert.equal([host.triggers.current(), told], [null, 0]);
});

test('a check that throws costs a log line', async () => {
  const { host, logged, clock } = createHost(
    {
      builtins: [
        triggering(() => {
          throw new Error('odd');
        }),
      ],
    },
    ON,
  );
  await host.data('demo', FLAGSHIP);
  await clock.advance(0);
  assert.ok(logged.some((line) => line === 'demo: odd'));
});

test.run();
