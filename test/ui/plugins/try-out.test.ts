import { drawView } from '../views/drawn.ts';
import { h, type ComponentProps } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { TryOut } from '../../../ui/plugins/try-out.tsx';
import type { ServiceAnswer } from '../../support/fake-service.ts';
import { hold } from '../../support/held.ts';
import { plugins as texts } from '../../../ui/strings/plugins.ts';

const test = suite('ui/plugins/try-out');

for (const enabled of [true, false])
  for (const [what, config, disabled] of [
    ['with all that it needs can', { url: 'http://a' }, false],
    ['without a setting that it needs cannot', {}, true],
  ] as const)
    test(`a plugin that is ${enabled ? 'on' : 'off'} ${what} be tried`, () => {
      const settings_schema = { required: ['url'], properties: { url: { type: 'string' } } };
      const plugin = { id: 'p', name: 'P', enabled, configured: false, settings_schema, env_overridden_keys: [] };
      const board = { id: 'a', name: 'Hall', rows: 6, cols: 22, device_type: 'flagship' };
      const props = { plugin, board, config, source: {}, changed: false } as unknown as ComponentProps<typeof TryOut>;
      return drawView(
        h(TryOut, props),
        () => ({ status: 404, detail: 'none' }),
        async ({ all }) => {
          const button = all('button').find((one) => one.textContent === texts.tryIt);
          assert.is(button?.hasAttribute('disabled') ?? null, disabled);
        },
      );
    });

test('what comes of settings that were changed meanwhile is neither shown nor kept', () => {
  const settings_schema = { properties: { url: { type: 'string' } } };
  const plugin = { id: 'p', name: 'P', enabled: false, configured: true, settings_schema, env_overridden_keys: [] };
  const board = { id: 'a', name: 'Hall', rows: 6, cols: 22, device_type: 'flagship' };
  const viewOf = (config: object) =>
    h(TryOut, { plugin, board, config, source: {}, changed: true } as unknown as ComponentProps<typeof TryOut>);
  const tried = hold<ServiceAnswer>();
  return drawView(
    viewOf({ url: 'http://a' }),
    ({ path }) => (path === '/plugins/p/try' ? tried.answer : { status: 404, detail: 'none' }),
    async (drawn) => {
      await drawn.press(texts.tryIt);
      await drawn.draw(viewOf({ url: 'http://b' }));
      tried.letGo({ flagship: [], note: [], error: null });
      await drawn.settle();
      const buttons = drawn.all('button').map((one) => one.textContent);
      assert.equal([buttons, drawn.text.includes(texts.triedReal)], [[texts.tryIt], false]);
    },
  );
});

test.run();
