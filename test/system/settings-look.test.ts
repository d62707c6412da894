// needs: chromium
import * as assert from 'uvu/assert';
import { assertAccessibleInBothThemes } from '../support/browser.ts';
import { createWalker } from '../support/walker.ts';
import { startSections } from './sections-rig.ts';

const { test, shared, run, addresses } = startSections('every section of the settings for everybody');

test('desktop: no section that is opened by its address has a barrier, be it light or dark', async () => {
  const page = await shared.browser.open(shared.appliance.url);
  const { settle } = createWalker(page);
  await settle();
  for (const address of addresses) {
    await page.goto(`${shared.appliance.url}/settings${address}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settle();
    await assertAccessibleInBothThemes(page, address);
  }
  await page.context().close();
});

test('a keyboard is enough: a section, its switch, and the way back', async () => {
  const page = await shared.browser.open(`${shared.appliance.url}/settings/beta`);
  const control = page.getByRole('switch', { name: /^Transition plugins/ });
  await control.focus();
  await page.keyboard.press('Space');
  await page.getByText('Saved.').waitFor();
  assert.ok(await control.isChecked());
  const outline = await control.evaluate((one) => getComputedStyle(one).outlineStyle);
  assert.is(outline, 'solid');
  await page.getByRole('link', { name: 'MQTT' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'MQTT' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.id === 'main');
  await page.context().close();
});

run();
