import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defineManifest } from '../../../src/plugins/contract/manifest.ts';
import type { DataPlugin, TriggerWish } from '../../../src/plugins/contract/plugin.ts';
import { createHost, startHost } from '../fixture.ts';

// Who asks plugins whether they want to be seen, and what is said of those that ask for what they may not have.
const test = suite('plugins/running/trigger-watch');

const watched = (checkTriggers: DataPlugin['checkTriggers'], config: Record<string, unknown> = {}) =>
  createHost(
    {
      builtins: [
        {
          manifest: defineManifest({ id: 'demo', name: 'Demo', supports_triggers: true }),
          fetchData: async () => ({ available: true, data: { here: true } }),
          ...(checkTriggers && { checkTriggers }),
        },
      ],
    },
    { demo: { enabled: true, config, secrets: {} } },
  );

const wishes = (count: number, from = 0): TriggerWish[] =>
  Array.from({ length: count }, (_, at) => ({ trigger_id: `t${from + at}`, message: 'HEY', duration_seconds: 3600 }));

for (const [what, problem, said] of [
  ['an error says why', new Error('no bell'), 'demo: no bell'],
  ['a long error is told up to 500 characters', new Error('x'.repeat(600)), `demo: ${'x'.repeat(500)}`],
  ['what is no error is told in general', 'bell', 'demo: the triggers cannot be checked'],
] as const)
  test(`a plugin that cannot say whether it wants to be seen is told in the log: ${what}`, async () => {
    const { host, clock, logged } = watched(() => {
      throw problem;
    });
    await startHost(host);
    await clock.advance(1000);
    assert.ok(logged.includes(said), logged.join('\n'));
    assert.is(host.triggers.current(), null);
    await host.stop();
  });

for (const [what, change, count] of [
  ['switched off', { enabled: false }, 0],
  ['given other settings', { config: { other: true } }, 0],
  ['left as it is', { config: {} }, 1],
] as const)
  test(`wishes of a plugin that is ${what} while it is asked`, async () => {
    let answer: (wishes: readonly TriggerWish[]) => void = () => undefined;
    const { host, clock } = watched(() => new Promise((resolve) => (answer = resolve)));
    await startHost(host);
    await clock.advance(1000);
    const checking = host.triggerWatch.check('demo');
    await host.installation.update('demo', change);
    answer(wishes(1));
    await checking;
    assert.is(host.triggers.list().length, count);
    await host.stop();
  });

test('wishes beyond what one plugin may have are refused in the log', async () => {
  let round = 0;
  const { host, clock, logged } = watched(() => wishes(20, 20 * round++));
  await startHost(host);
  await clock.advance(180_000);
  assert.is(host.triggers.list().length, 50);
  assert.ok(logged.includes('demo: has 50 triggers already'));
  await host.stop();
});

for (const page of ['', 5, null])
  test(`${JSON.stringify(page)} is no page to show`, async () => {
    const { host, clock } = watched(() => wishes(1), { trigger_page_id: page });
    await startHost(host);
    await clock.advance(1000);
    assert.equal([host.triggers.current()?.id, host.triggers.current()?.page_id], ['t0', null]);
    await host.stop();
  });

test('a plugin without anything to check is not asked', async () => {
  const { host, clock } = watched(undefined);
  await startHost(host);
  await clock.advance(1000);
  assert.is(await host.triggerWatch.checkAll(), 0);
  await host.stop();
});

test('a plugin that stops is asked no more', async () => {
  let asked = 0;
  const { host, clock } = watched(() => {
    asked++;
    return [];
  });
  await startHost(host);
  await clock.advance(61_000);
  const before = asked;
  assert.ok(before >= 2, `asked ${before} times`);
  await host.stop();
  await clock.advance(120_000);
  assert.is(asked, before);
});

test.run();
