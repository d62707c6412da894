// needs: chromium
import * as assert from 'uvu/assert';
import { assertAccessibleInBothThemes, assertFits } from '../support/browser.ts';
import { until } from '../support/until.ts';
import { createWalker } from '../support/walker.ts';
import { button } from './view-suite.ts';
import { invitation, isOn, pinned, startWizard } from './wizard-rig.ts';

const { on, run } = startWizard('the first page of the first steps, and how they look, in a browser');

on("words of one's own are drawn while they are typed, and stay", '/setup/3', async (all) => {
  const { page } = all;
  await page.getByRole('radio', { name: /^Your own words/ }).check();
  await page.getByRole('img', { name: 'Preview: HELLO WORLD' }).waitFor();
  await page.getByLabel('Your words').fill('TEA\nIS READY');
  await page.getByRole('img', { name: 'Preview: TEA IS READY' }).waitFor();
  await page.reload();
  assert.is(await page.getByLabel('Your words').inputValue(), 'TEA\nIS READY');
  await button(page, 'Show it on the board').click();
  await page.getByText('pinned').first().waitFor();
  assert.equal((await pinned(all)).template, ['', '', 'TEA', 'IS READY', '', '']);
});

on('who has set the place is not advised to do so', '/setup/3', async ({ page }) => {
  await page.route('**/api/settings/location', (route) => route.fulfill({ json: { latitude: 1, longitude: 1 } }));
  await page.reload();
  await page.getByRole('radio', { name: /^Weather/ }).check();
  await page.getByText('There is nothing to show yet').waitFor();
  assert.is(await page.getByRole('link', { name: 'Set your place' }).count(), 0);
});

on('what is only looked at is switched off again, and why it shows nothing is said', '/setup/3', async (all) => {
  const { page } = all;
  await page.getByRole('radio', { name: /^Weather/ }).check();
  await page.getByText('There is nothing to show yet: No place is known').waitFor();
  await page.getByRole('link', { name: 'Set your place' }).waitFor();
  assert.ok(await isOn(all, 'weather'));
  await page.getByRole('radio', { name: /^A quote/ }).check();
  await page.getByRole('img', { name: /^Preview: (?!blank)\w/ }).waitFor();
  await until(async () => !(await isOn(all, 'weather')));
  assert.ok(await isOn(all, 'quotes'));
  await page.getByRole('link', { name: 'flapbox' }).click();
  await page.getByText('pinned').first().waitFor();
  await until(async () => !(await isOn(all, 'quotes')));
});

on('they are skipped, and not offered again', '/setup/2', async ({ page, get }) => {
  await button(page, 'Skip the first steps').click();
  await page.getByText('My Board').first().waitFor();
  assert.equal(await get('/settings/wizard'), { state: 'skipped' });
  await page.reload();
  await page.getByText('My Board').first().waitFor();
  await createWalker(page).settle();
  assert.is(await invitation(page).count(), 0);
});

on('no barriers, be it light or dark, and nothing overflows', '/', async ({ page }) => {
  await invitation(page).waitFor();
  await assertAccessibleInBothThemes(page, 'invitation');
  const { goTo, settle } = createWalker(page);
  for (const step of [1, 2, 3]) {
    await goTo(`/setup/${step}`);
    await page.getByText(`Step ${step} of 3`).waitFor();
    if (step === 1) await page.getByRole('radio', { name: /^Local network/ }).check();
    if (step === 3) await page.getByRole('radio', { name: /^Your own words/ }).check();
    await settle();
    await assertAccessibleInBothThemes(page, `step ${step}`);
    await assertFits(page, `step ${step}`);
  }
});

run();
