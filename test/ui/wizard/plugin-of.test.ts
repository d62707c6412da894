import { setMedia } from '../../support/fake-media.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { usePluginOf } from '../../../ui/wizard/plugin-of.ts';
import { fakeService, type ServiceAnswer } from '../../support/fake-service.ts';
import { hold } from '../../support/held.ts';
import { runHook } from '../../support/hook.ts';

setMedia('(max-width: 859px)', false);

/** The plugin behind the page that is looked at is on, and off again when another one is. */
const test = suite('ui/wizard/plugin-of');

test('a plugin that is chosen once more is on, although it was about to be switched off', async () => {
  let [isOn, plugin] = [false, 'weather'];
  const off = hold<ServiceAnswer>();
  const service = fakeService(async ({ method, path }) => {
    const id = /weather|quotes/.exec(path)?.[0] ?? '';
    if (method === 'GET') return { id, enabled: id === 'quotes' || isOn };
    if (path.endsWith('disable')) await off.answer;
    isOn = path.endsWith('enable');
    return { id };
  });
  const hook = await runHook(() => usePluginOf(plugin));
  try {
    await hook.act(() => new Promise(setImmediate));
    assert.equal([isOn, hook.now.on], [true, true]);
    for (const next of ['quotes', 'weather']) {
      plugin = next;
      await hook.again();
      await hook.act(() => new Promise(setImmediate));
    }
    off.letGo({});
    for (let turns = 0; turns < 20; turns++) await hook.act(() => new Promise(setImmediate));
    assert.equal([isOn, hook.now.on], [true, true]);
  } finally {
    await hook.leave();
    service.end();
  }
});

test.run();
