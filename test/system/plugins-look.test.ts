// needs: chromium
import { assertAccessible, assertFits } from '../support/browser.ts';
import { createWalker } from '../support/walker.ts';
import { button, startSuite } from './view-suite.ts';
import { card, enable, heading } from './plugins-rig.ts';

const { run, test, visit } = startSuite('the plugins for everybody', /status of (?:40[049]|503)/);

for (const [screen, scheme] of [
  ['phone', 'light'],
  ['desktop', 'dark'],
] as const) {
  test(`${screen}, ${scheme}: no barriers, and nothing overflows`, () =>
    visit(
      '/plugins',
      {
        screen,
        scheme,
        before: async (appliance) => [
          await enable('weather')(appliance),
          await enable('webhook')(appliance),
          await appliance.call('POST', '/plugins/weather/instances', { label: 'lisbon' }),
          await appliance.call('GET', '/plugins/weather/data'),
        ],
      },
      async ({ page }) => {
        await card(page, 'Weather').getByText('Failing').waitFor();
        await assertAccessible(page, 'list');
        await assertFits(page, 'list');
        const { goTo, settle } = createWalker(page);
        for (const plugin of ['weather', 'mqtt', 'json', 'webhook', 'countdown', 'weather%3Alisbon', 'typewriter']) {
          await goTo(`/plugins/${plugin}`);
          await heading(page, 'Settings').waitFor();
          if (plugin === 'json') {
            for (const name of ['Headers', 'Variables']) await button(page, `Add to “${name}”`).click();
            await button(page, 'Save settings').click();
            await page.getByText('Nothing was saved').waitFor();
          }
          await settle();
          await assertAccessible(page, plugin);
          await assertFits(page, plugin);
        }
      },
    ));
}

run();
