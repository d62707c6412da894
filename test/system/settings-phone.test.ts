// needs: chromium
import * as assert from 'uvu/assert';
import type { Page } from 'playwright-core';
import { SCREENS, assertAccessible, assertAccessibleInBothThemes, assertFits } from '../support/browser.ts';
import { createWalker } from '../support/walker.ts';
import { startSections } from './sections-rig.ts';

const WIDTHS = [3840, 1280, 768, 390, 320];

const { test, shared, run, addresses } = startSections('the settings on a phone');

/** What can be pressed and is too low for a finger. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'main :is(button, a, summary, select, input:not([type=checkbox], [type=radio]), .choice, .toggle > span)',
      ),
    ]
      .map((one) => ({
        text: `${one.tagName} ${one.textContent?.slice(0, 30) ?? ''}`,
        box: one.getBoundingClientRect(),
        inline: getComputedStyle(one).display === 'inline',
      }))
      .filter(({ box, inline }) => box.height > 0 && !inline && box.height < 36)
      .map(({ text, box }) => `${text} ${box.height}`),
  );

test('phone: no section has a barrier, and what can be pressed is large enough; on no screen is it wider than its window', async () => {
  const page = await shared.browser.open(`${shared.appliance.url}/settings`);
  await page.getByText('Live', { exact: true }).waitFor();
  const { goTo } = createWalker(page);
  for (const address of addresses) {
    await page.setViewportSize(SCREENS.phone);
    await goTo(`/settings${address}`);
    await assertAccessibleInBothThemes(page, address);
    assert.equal(await smallTargets(page), [], address);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await assertFits(page, `${width} ${address}`);
    }
  }
  await page.context().close();
});

/** Shows the drivers of a wall: they arrive a moment after it is chosen, and are folded once one of them is. */
const unfoldDrivers = async (page: Page): Promise<void> => {
  const drivers = page.locator('.driver');
  await drivers.waitFor();
  if ((await drivers.getAttribute('open')) === null) await drivers.locator('summary').click();
};

test('every kind of a new board, and every driver of a wall, has no barrier', async () => {
  const page = await shared.browser.open(`${shared.appliance.url}/settings/boards/new`, { screen: 'phone' });
  const ways = ['On this screen only', 'Local network', 'Cloud'];
  const kinds = {
    Flagship: ways,
    'Note array': ways,
    'Own wall': ['Chainlink', 'mbus', 'I2C units', 'Text over MQTT'],
  };
  for (const [kind, choices] of Object.entries(kinds)) {
    await page.getByRole('radio', { name: new RegExp(`^${kind}`) }).check();
    for (const choice of choices) {
      const radio = page.getByRole('radio', { name: new RegExp(`^${choice}`) });
      if (kind === 'Own wall') await unfoldDrivers(page);
      await radio.check();
      await assertAccessible(page, `${kind} ${choice}`);
      await assertFits(page, `${kind} ${choice}`);
    }
  }
  await page.context().close();
});

run();
