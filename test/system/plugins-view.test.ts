// needs: chromium
import * as assert from 'uvu/assert';
import { button, startSuite } from './view-suite.ts';
import { card, choose, detailOf, enable, heading, save } from './plugins-rig.ts';

const { onEach, run } = startSuite('the plugins in a browser', /status of (?:40[049]|503)/);

onEach(
  'plugins are found by words and by their state, and the address keeps what was chosen',
  '/plugins',
  async ({ page }) => {
    await heading(page, 'Weather').waitFor();
    await page.getByRole('searchbox', { name: 'Search the plugins' }).fill('open-meteo');
    await heading(page, 'Calendar').waitFor({ state: 'detached' });
    await heading(page, 'Weather').waitFor();
    await page.reload();
    await heading(page, 'Weather').waitFor();
    assert.is(await heading(page, 'Calendar').count(), 0);
    await page.getByRole('searchbox').fill('no such thing');
    await page.getByRole('link', { name: 'Show all plugins' }).click();
    await heading(page, 'Calendar').waitFor();
    await choose(page, 'on');
    await heading(page, 'Calendar').waitFor({ state: 'detached' });
    await heading(page, 'Date and time').waitFor();
    assert.match(page.url(), /\?show=on$/);
    await heading(page, 'Date and time').getByRole('link').click();
    await button(page, 'Save settings').waitFor();
    await page.goBack();
    await heading(page, 'Date and time').waitFor();
    assert.match(page.url(), /\?show=on$/);
  },
);

onEach(
  'what is in use says how it fares, and is switched off and on in the list',
  '/plugins',
  async ({ page, get }) => {
    await card(page, 'Quotes').getByText('On, always up to date').waitFor();
    await card(page, 'Countdown').getByText('Needs settings').waitFor();
    await page.getByRole('switch', { name: 'Quotes: switched on' }).click();
    await card(page, 'Quotes').getByText('Off').waitFor();
    assert.not.ok((await detailOf(get, 'quotes')).enabled);
    await page.getByRole('switch', { name: 'Quotes: switched on' }).click();
    await card(page, 'Quotes').getByText('On, always up to date').waitFor();
    await choose(page, 'attention');
    await heading(page, 'Quotes').waitFor({ state: 'detached' });
    await heading(page, 'Countdown').waitFor();
  },
  { before: async (appliance) => [await enable('quotes')(appliance), await enable('countdown')(appliance)] },
);

onEach(
  'the age of data goes on while one looks',
  '/plugins',
  async ({ page }) => {
    await card(page, 'System')
      .getByText(/Data from (now|\d+ seconds? ago)/)
      .waitFor();
    const before = await card(page, 'System').textContent();
    await page.waitForFunction(
      (old) => ![...document.querySelectorAll('li')].some(({ textContent }) => textContent === old),
      before,
    );
    assert.match((await card(page, 'System').textContent()) ?? '', /Data from \d+ seconds? ago/);
  },
  {
    before: async (appliance) => [
      await enable('system')(appliance),
      await appliance.call('GET', '/plugins/system/data'),
    ],
  },
);

onEach(
  'the ready-made page is made and put on the board',
  '/plugins/quotes',
  async ({ page, appliance }) => {
    await button(page, 'Make the page').click();
    await page.getByText('The page “Quote” is there.').waitFor();
    const { body } = await appliance.call<{ page_id: string }>('GET', '/plugins/quotes/demo-page');
    assert.is(await page.getByRole('link', { name: 'Open the page' }).getAttribute('href'), `/pages/${body.page_id}`);
    await button(page, 'Show it on My Board').click();
    await page.getByText('My Board shows it now.').waitFor();
    assert.is((await appliance.call('GET', '/v1/boards/primary')).body['active_page_id'], body.page_id);
  },
  { before: enable('quotes') },
);

onEach('transitions say so while boards do not use them', '/plugins/typewriter', async ({ page, appliance }) => {
  await page.getByText('Transition plugins are not switched on yet').waitFor();
  assert.is(
    await page.getByRole('link', { name: 'Switch them on in the beta settings' }).getAttribute('href'),
    '/settings/beta',
  );
  await appliance.call('PUT', '/settings/beta', { transition_plugins: true });
  await page.getByText('Transition plugins are not switched on yet').waitFor({ state: 'detached' });
  await page.getByLabel('Characters per step').fill('4');
  await save(page);
  assert.is(await heading(page, 'Instances').count(), 0);
});

onEach('an unknown plugin is said to be unknown', '/plugins/nothing', async ({ appliance, page }) => {
  await page.getByText('There is no plugin "nothing".').waitFor();
  // Beneath the plugins the service answers other questions too.
  await page.goto(`${appliance.url}/plugins/sources`);
  await page.getByText('There is no plugin "sources".').waitFor();
  await page.getByRole('link', { name: 'All plugins' }).click();
  await heading(page, 'Weather').waitFor();
});

run();
