import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createHost, FLAGSHIP } from '../fixture.ts';

// What templates can say of a plugin that is off, or has nothing yet.
const test = suite('plugins/running/catalog');

for (const [id, enabled] of [
  ['weather', false],
  ['weather', true],
  ['random', false],
] as const)
  test(`${id}, ${enabled ? 'on' : 'off'} and without data, has its variables and no values`, async () => {
    const { host } = createHost({}, { [id]: { enabled, config: {}, secrets: {} } });
    const told = host.report.vocabulary(id, FLAGSHIP);
    assert.equal([told.enabled, told.available], [enabled, false]);
    assert.ok(told.variables.length > 3);
    assert.equal(told.values, Object.fromEntries(told.variables.map((name) => [name, null])));
    await host.stop();
  });

test('of a list the first item stands for all', async () => {
  const { host } = createHost({}, { chores: { enabled: true, config: {}, secrets: {} } });
  const { values } = host.report.vocabulary('chores', FLAGSHIP);
  assert.is(values['turns.*.chore'], values['chore']);
  assert.is(values['turns'], null);
  await host.stop();
});

test.run();
