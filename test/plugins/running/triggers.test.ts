import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { KeptBudget } from '../../../src/plugins/keeping/kept-budget.ts';
import { catalogOf } from '../../../src/plugins/running/catalog.ts';
import { toColorRules } from '../../../src/plugins/running/color-rules.ts';
import { Demand } from '../../../src/plugins/running/demand.ts';
import type { Feed } from '../../../src/plugins/running/feed.ts';
import { checkFreshness, differInFreshness, maxAgeMs, policyOf } from '../../../src/plugins/running/freshness.ts';
import { listProblems } from '../../../src/plugins/running/report.ts';
import { Triggers } from '../../../src/plugins/running/triggers.ts';
import { defineManifest, type ManifestInput } from '../../../src/plugins/contract/manifest.ts';
import type { DataPlugin } from '../../../src/plugins/contract/plugin.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { FLAGSHIP, NOTE } from '../fixture.ts';

// Triggers, how often sources are asked, how long their values hold, and what is told of them.
const test = suite('plugins/running');

const START = '2026-11-20T13:30:00Z';

const create = (most?: number) => {
  const clock = createFakeClock(START, 2);
  const budget = most === undefined ? new KeptBudget() : new KeptBudget(most, most);
  const triggers = new Triggers(clock, budget);
  let changes = 0;
  const cancel = triggers.onChange(() => changes++);
  return { clock, budget, triggers, cancel, changes: () => changes, ids: () => triggers.list().map(({ id }) => id) };
};

test('a wish becomes a trigger with what is usual, and ends by itself', async () => {
  const { clock, triggers, changes, budget } = create();
  assert.is(triggers.take('a', 'page', [{}]), null);
  assert.equal(triggers.current(), {
    id: 'a',
    key: 'a',
    page_id: 'page',
    lines: null,
    message: null,
    data: null,
    priority: 0,
    until: Date.parse(START) + 30_000,
  });
  assert.ok(budget.bytesOf('a') > 1024);
  await clock.advance(29_999);
  assert.equal([triggers.list().length, changes()], [1, 1]);
  await clock.advance(1);
  assert.equal([triggers.list().length, changes(), budget.bytes], [0, 2, 0]);
  assert.is(triggers.current(), null);
});

test('a wish says what is shown, how urgent, and for how long', () => {
  const { triggers } = create();
  const wish = {
    trigger_id: 't',
    message: 'M',
    formatted_lines: ['L', 5],
    priority: 80,
    duration_seconds: 60,
    data: { a: 1 },
  };
  triggers.take('a', null, [{ ...wish, formatted_lines: ['L'] }]);
  const { until, ...told } = triggers.current() ?? { until: 0 };
  assert.equal(told, { id: 't', key: 'a', page_id: null, lines: ['L'], message: 'M', data: { a: 1 }, priority: 80 });
  assert.is(until, Date.parse(START) + 60_000);
});

for (const [wish, isTaken] of [
  [{ triggered: false }, false],
  [{ triggered: true }, true],
  [{ trigger_id: '' }, false],
  [{ trigger_id: 'x'.repeat(200) }, true],
  [{ trigger_id: 'x'.repeat(201) }, false],
  [{ message: 'x'.repeat(1000) }, true],
  [{ message: 'x'.repeat(1001) }, false],
  [{ message: null, data: null, formatted_lines: null }, true],
  [{ duration_seconds: 0.5 }, false],
  [{ duration_seconds: 1 }, true],
  [{ duration_seconds: 86_400 }, true],
  [{ duration_seconds: 86_401 }, false],
  [{ priority: Infinity }, false],
  [{ formatted_lines: [5] }, false],
  [5, false],
  [null, false],
] as const)
  test(`the wish ${JSON.stringify(wish).slice(0, 40)} is ${isTaken ? 'taken' : 'dropped'}`, () => {
    const { triggers, changes } = create();
    triggers.take('a', null, [wish]);
    assert.equal([triggers.list().length, changes()], isTaken ? [1, 1] : [0, 0]);
  });

test('what is no list is no wish, twenty of a list are looked at, and data out of bounds are left out', () => {
  const { triggers } = create();
  assert.is(triggers.take('a', null, 'wish'), null);
  const many = Array.from({ length: 21 }, (_, at) => ({ trigger_id: `t${at}` }));
  triggers.take('a', null, many);
  assert.is(triggers.list().length, 20);
  const deep = JSON.parse('{"a":'.repeat(20) + '1' + '}'.repeat(20)) as object;
  triggers.take('b', null, [{ data: deep, priority: 9 }]);
  assert.equal([triggers.current()?.key, triggers.current()?.data], ['b', null]);
});

test('the highest wins, of equals the older one; a wish with the same id refreshes', async () => {
  const { clock, triggers, ids } = create();
  triggers.take('a', null, [
    { trigger_id: 'low', priority: 1 },
    { trigger_id: 'one', priority: 5 },
  ]);
  triggers.take('b', null, [{ trigger_id: 'two', priority: 5 }]);
  assert.equal(ids(), ['one', 'two', 'low']);
  await clock.advance(20_000);
  triggers.take('a', null, [{ trigger_id: 'low', priority: 9 }]);
  assert.equal(ids(), ['low', 'one', 'two']);
  await clock.advance(10_000);
  assert.equal(ids(), ['low']);
});

test('what is dismissed is kept away for the time that it had left', async () => {
  const { clock, triggers, ids, changes } = create();
  triggers.take('a', null, [{ trigger_id: 't' }, { trigger_id: 'u' }]);
  assert.is(triggers.dismiss('nobody'), false);
  assert.is(triggers.dismiss('t'), true);
  assert.is(triggers.dismiss('t'), false);
  assert.equal([ids(), changes()], [['u'], 2]);
  triggers.take('a', null, [{ trigger_id: 't' }]);
  assert.equal(ids(), ['u']);
  await clock.advance(30_000);
  triggers.take('a', null, [{ trigger_id: 't' }, { trigger_id: 'v' }]);
  assert.equal(ids(), ['t', 'v']);
  assert.is(triggers.dismissAll(), 2);
  assert.equal([ids(), triggers.dismissAll()], [[], 0]);
});

test('what a plugin fired ends with it, and everything at the end', async () => {
  const { clock, triggers, ids, changes, budget, cancel } = create();
  triggers.take('a', null, [{ trigger_id: 't' }]);
  triggers.take('b', null, [{ trigger_id: 'u' }]);
  triggers.drop('nobody');
  assert.is(changes(), 2);
  triggers.drop('a');
  assert.equal([ids(), changes(), budget.bytesOf('a')], [['u'], 3, 0]);
  cancel();
  triggers.stop();
  assert.equal([ids(), changes(), budget.bytes], [[], 3, 0]);
  await clock.advance(60_000);
  assert.is(changes(), 3);
});

test('a plugin has fifty triggers at most, those that are kept away among them', async () => {
  const { clock, triggers } = create();
  const some = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({ trigger_id: `t${from + at}` }));
  for (const from of [0, 20]) assert.is(triggers.take('a', null, some(from, 20)), null);
  assert.is(triggers.take('a', null, some(40, 10)), null);
  assert.is(triggers.take('a', null, some(50, 1)), 'has 50 triggers already');
  triggers.dismiss('t0');
  assert.is(triggers.take('a', null, some(50, 1)), 'has 50 triggers already');
  assert.is(triggers.take('a', null, some(1, 1)), null, 'one that runs is refreshed');
  assert.is(triggers.take('b', null, some(60, 1)), null);
  await clock.advance(30_000);
  assert.is(triggers.take('a', null, some(50, 20)), null);
});

test('an id may go over to another plugin, which pays for it then', () => {
  const { triggers, budget } = create();
  triggers.take('a', null, [{ trigger_id: 't' }]);
  triggers.take('b', null, [{ trigger_id: 't' }]);
  assert.equal([triggers.current()?.key, budget.bytesOf('a')], ['b', 0]);
  assert.ok(budget.bytesOf('b') > 0);
});

test('where there is no room for a trigger the reason is told, and the others are taken', () => {
  const { triggers, ids } = create(4096);
  const refusal = triggers.take('a', null, [
    { trigger_id: 't' },
    { trigger_id: 'large', formatted_lines: Array(90).fill('x'.repeat(100)) },
    { trigger_id: 'u' },
  ]);
  assert.match(refusal ?? '', /keeps more than its part of the memory/);
  assert.equal(ids(), ['t', 'u']);
});

test('a trigger gives way to a plugin that keeps less', () => {
  const { triggers, budget, ids, changes } = create(4096);
  triggers.take('a', null, [{ trigger_id: 't' }, { trigger_id: 'u' }, { trigger_id: 'v' }]);
  assert.is(
    budget.keep('b', 'data', 1500, () => undefined),
    null,
  );
  assert.ok(ids().length < 3);
  assert.ok(changes() > 1);
});

const pluginOf = (manifest: Partial<ManifestInput> = {}, more: Partial<DataPlugin> = {}): DataPlugin => ({
  manifest: defineManifest({ id: 'mine', name: 'Mine', ...manifest }),
  fetchData: async () => ({ available: true }),
  ...more,
});
const askedOf = (plugin: DataPlugin, config: object = {}, least?: number) => ({
  plugin,
  config: config as never,
  installed: {
    schema: least === undefined ? {} : { properties: { refresh_seconds: { minimum: least } } },
  } as never,
});
const HOUR = 3_600_000;

for (const [category, hours] of [
  ['transit', 1 / 6],
  ['weather', 3],
  ['home', 1],
  ['data', 1],
  ['art', null],
  ['entertainment', null],
  ['utility', 6],
  [undefined, 6],
] as const)
  test(`values of a plugin for ${category ?? 'nothing'} hold for ${hours} h`, () =>
    assert.is(
      maxAgeMs(askedOf(pluginOf(category ? { category } : {}), { refresh_seconds: 60 })),
      hours === null ? null : hours * HOUR,
    ));

for (const [category, ms] of [
  ['transport', 600_000],
  ['energy', HOUR],
  ['money', HOUR],
  ['sport', HOUR],
  ['sky', 24 * HOUR],
  ['calendar', 24 * HOUR],
  ['words', null],
  ['culture', null],
  ['toString', 6 * HOUR],
] as const)
  test(`values of a source for ${category} hold for ${ms} ms`, () =>
    assert.is(
      maxAgeMs(askedOf(pluginOf({ category: 'art' }, { notes: { category } as never }), { refresh_seconds: 60 })),
      ms,
    ));

for (const [manifest, config, ms] of [
  [{}, { max_age_seconds: 5 }, 5000],
  [{}, { max_age_seconds: null }, null],
  [{ max_age_seconds: 7 }, {}, 7000],
  [{ max_age_seconds: 7 }, { max_age_seconds: 5 }, 5000],
  [{ max_age_seconds: null }, {}, null],
  [{ category: 'transit' }, { refresh_seconds: 300 }, 900_000],
  [{ category: 'transit' }, {}, 900_000],
  [{ category: 'transit' }, { refresh_seconds: 200 }, 600_000],
] as const)
  test(`values of ${JSON.stringify(manifest)} with ${JSON.stringify(config)} hold for ${ms} ms`, () =>
    assert.is(maxAgeMs(askedOf(pluginOf(manifest), config)), ms));

test('what is pushed holds for ever unless somebody says otherwise', () => {
  const { fetchData: _fetch, ...pushed } = pluginOf({ category: 'weather' });
  assert.is(maxAgeMs(askedOf(pushed)), null);
  assert.is(maxAgeMs(askedOf(pushed, { max_age_seconds: 1 })), 1000);
  assert.is(policyOf(askedOf(pushed), () => 'UTC').refreshMs, null);
});

for (const [manifest, config, least, seconds] of [
  [{}, {}, undefined, 300],
  [{}, { refresh_seconds: 60 }, undefined, 60],
  [{}, { refresh_seconds: 1 }, undefined, 10],
  [{}, { refresh_seconds: 1 }, 30, 30],
  [{ min_refresh_seconds: 20 }, { refresh_seconds: 1 }, 30, 20],
  [{ min_refresh_seconds: 5 }, { refresh_seconds: 1 }, 30, 10],
  [{}, { refresh_seconds: 100_000 }, undefined, 86_400],
  [{}, { refresh_seconds: '60' }, undefined, 300],
  [{ live_data: true }, {}, undefined, 1],
  [{ live_data: true }, { refresh_seconds: 5 }, undefined, 5],
] as const)
  test(`a source of ${JSON.stringify(manifest)} with ${JSON.stringify(config)} is asked every ${seconds} s`, () => {
    const policy = policyOf(askedOf(pluginOf(manifest), config, least), () => 'UTC');
    assert.is(policy.refreshMs, seconds * 1000);
    assert.is(policy.dueAt?.(0), seconds * 1000);
  });

test('a fetch has the time of its manifest, and its patience', () => {
  const timeoutOf = (plugin: DataPlugin) => policyOf(askedOf(plugin), () => 'UTC').timeoutMs;
  assert.equal(
    [timeoutOf(pluginOf({ timeout_seconds: 5 })), timeoutOf(pluginOf({}, { patienceMs: 700 }))],
    [5000, 10_700],
  );
});

test('a source that spreads its fetches is asked up to a tenth later, a minute at most', () => {
  const spreading = pluginOf({}, { spreads: true });
  for (const [seconds, most] of [
    [100, 10],
    [3600, 60],
  ] as const) {
    const { dueAt } = policyOf(askedOf(spreading, { refresh_seconds: seconds }), () => 'UTC');
    const times = Array.from({ length: 300 }, () => (dueAt?.(0) ?? 0) - seconds * 1000);
    assert.ok(times.every((late) => late >= 0 && late < most * 1000));
    assert.ok(Math.max(...times) > most * 700);
  }
});

test('hours with another pace, and times, are those of the zone', () => {
  const at = Date.parse('2026-11-20T07:00:00Z');
  const due = (config: object) => {
    const { dueAt } = policyOf(askedOf(pluginOf(), { refresh_seconds: 3600, ...config }), () => 'UTC');
    return new Date(dueAt?.(at) ?? 0).toISOString().slice(11, 19);
  };
  assert.is(due({}), '08:00:00');
  assert.is(due({ ask_at: ['07:30', 'nonsense'] }), '07:30:00');
  assert.is(due({ ask_at: 'nonsense', ask_often: null }), '08:00:00');
  assert.is(due({ ask_often: [{ from: '06:00', to: '09:00', seconds: 1 }] }), '07:00:10');
});

test('settings that every source takes are checked, but for those that a plugin has of its own', () => {
  assert.equal(checkFreshness({}, { max_age_seconds: 1 }), []);
  assert.is(checkFreshness({}, { max_age_seconds: 0 }).length, 1);
  assert.is(checkFreshness({}, { max_age_seconds: 366 * 86_400 + 1 }).length, 1);
  assert.equal(checkFreshness({ properties: { max_age_seconds: {} } }, { max_age_seconds: 0 }), []);
  assert.equal(checkFreshness({}, { other: 0 }), []);
});

for (const [one, other, isSo] of [
  [{ a: 1 }, { a: 1 }, false],
  [{ a: 1, max_age_seconds: 1 }, { max_age_seconds: 2, a: 1 }, true],
  [{ a: 1, max_age_seconds: 1 }, { a: 2, max_age_seconds: 2 }, false],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, false],
  [{ a: 1, b: 2 }, { b: 2, a: 1, ask_at: ['07:00'] }, true],
] as const)
  test(`${JSON.stringify(one)} and ${JSON.stringify(other)} ${isSo ? 'differ' : 'do not differ'} in freshness alone`, () =>
    assert.is(differInFreshness(one, other as never), isSo));

test('colours are those of the owner, then of the plugin, then of the manifest', () => {
  const rule = (color: string) => [{ condition: '==' as const, value: 1, color }];
  const plugin = pluginOf(
    {
      color_rules_schema: {
        a: { default_rules: rule('red') },
        b: { default_rules: rule('red') },
        c: { default_rules: rule('red') },
      },
    },
    { colorRules: () => ({ b: rule('green'), c: rule('green') }) },
  );
  assert.equal(toColorRules(plugin, { color_rules: { c: rule('blue') } }), {
    a: rule('red'),
    b: rule('green'),
    c: rule('blue'),
  });
  assert.equal(toColorRules(plugin, { color_rules: 'nonsense' }), {
    a: rule('red'),
    b: rule('green'),
    c: rule('green'),
  });
  assert.equal(toColorRules(pluginOf(), {}), {});
});

test('a catalogue has what has variables', () => {
  const plugin = pluginOf({ variables: { groups: { g: { label: 'G' } }, simple: { a: { max_length: 3 } } } });
  const parts = catalogOf([
    { key: 'mine:x', plugin, config: {}, data: null },
    { key: 'none', plugin: pluginOf(), config: {}, data: null },
    { key: 'own', plugin: pluginOf({}, { configuredVariables: () => ['z'] }), config: {}, data: { n: 1 } },
  ]);
  assert.equal(parts.variables, { 'mine:x': ['a'], own: ['z', 'n'] });
  assert.equal(parts.max_lengths, { 'mine:x.a': 3 });
  assert.equal(parts.variable_groups, { 'mine:x': { g: { label: 'G' } }, own: {} });
  assert.equal(Object.keys(parts.variable_metadata), ['mine:x', 'own']);
});

test('what could not be loaded is told before what could not be read', () => {
  const health = { error: 'no', consecutive_failures: 3, quarantined: true, cooldown_remaining_seconds: 9 } as never;
  const unreached = { host: 'a.com', offline: true };
  assert.equal(
    listProblems(
      [{ plugin_id: 'broken', error: 'bad' }],
      [
        { key: 'a', health, unreached },
        { key: 'b', health: null, unreached: null },
        { key: 'c', health: { error: null } as never, unreached: null },
      ],
    ),
    [
      {
        plugin_id: 'broken',
        error: 'bad',
        consecutive_timeouts: 0,
        quarantined: false,
        cooldown_remaining_seconds: 0,
        unreached: null,
      },
      {
        plugin_id: 'a',
        error: 'no',
        consecutive_timeouts: 3,
        quarantined: true,
        cooldown_remaining_seconds: 9,
        unreached,
      },
    ],
  );
});

const demandOf = (dueIn: (key: string) => number | null) => {
  const clock = createFakeClock(START, 2);
  const asked: [key: string, at: number][] = [];
  const feeds = new Map<string, Feed>();
  const feedOf = (key: string): Feed | null => {
    if (key === 'none') return null;
    const feed = {
      dueIn: () => dueIn(key),
      refresh: async (isForced: boolean) => {
        assert.is(isForced, false);
        asked.push([key, clock.monotonic()]);
      },
    } as unknown as Feed;
    if (!feeds.has(key)) feeds.set(key, feed);
    return feeds.get(key) ?? null;
  };
  return { clock, asked, demand: new Demand(clock, feedOf) };
};

test('what is wanted is asked when it is due, at least a second after it was asked', async () => {
  const { clock, asked, demand } = demandOf((key) => (key === 'fast' ? 0 : key === 'slow' ? 5000 : null));
  demand.set('board', new Set(['fast', 'slow', 'none', 'computed']), FLAGSHIP);
  await clock.advance(2500);
  assert.equal(asked, [
    ['fast', 0],
    ['fast', 1000],
    ['fast', 2000],
  ]);
  await clock.advance(2500);
  assert.equal(
    asked.filter(([key]) => key === 'slow'),
    [['slow', 5000]],
  );
  demand.stop();
});

test('what nobody wants any more is not asked, what somebody else wants is', async () => {
  const { clock, asked, demand } = demandOf(() => 1000);
  demand.set('one', new Set(['a', 'b']), FLAGSHIP);
  demand.set('two', new Set(['b']), NOTE);
  demand.set('one', new Set(), FLAGSHIP);
  await clock.advance(1000);
  assert.equal(asked, [['b', 1000]]);
  demand.stop();
  await clock.advance(5000);
  assert.is(asked.length, 1);
});

test('a feed that has nothing more to ask is let go', async () => {
  let due: number | null = 1000;
  const { clock, asked, demand } = demandOf(() => due);
  demand.set('one', new Set(['a']), FLAGSHIP);
  await clock.advance(1000);
  due = null;
  await clock.advance(1000);
  assert.is(asked.length, 2);
  await clock.advance(5000);
  assert.is(asked.length, 2);
  due = 100;
  demand.update();
  await clock.advance(100);
  assert.is(asked.length, 3);
  demand.stop();
});

test.run();
