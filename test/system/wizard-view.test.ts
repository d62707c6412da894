// needs: chromium
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as assert from 'uvu/assert';
import type { BoardSettings } from '../../src/schema/boards/boards.ts';
import type { General } from '../../src/schema/appliance/settings.ts';
import type { Location } from '../../src/schema/appliance/location.ts';
import { until } from '../support/until.ts';
import { button } from './view-suite.ts';
import { ZONE, heading, invitation, isOn, pinned, startWizard } from './wizard-rig.ts';

const { on, run } = startWizard('the first steps in a browser');

on('from the invitation to a board that shows its first page', '/', async (all) => {
  const { page, get } = all;
  await invitation(page).getByRole('link', { name: 'Begin' }).click();
  await heading(page, 'Your board').waitFor();
  await all.appliance.call('PUT', '/config/general', { timezone: 'Pacific/Auckland' });
  // What a page has begun with stands for some seconds.
  await page.reload();
  await page.getByText('Step 1 of 3').waitFor();
  await page.getByRole('radio', { name: /^Note Vestaboard Note/ }).check();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Kitchen');
  await button(page, 'Continue').click();

  await heading(page, 'Where you are').waitFor();
  const [board] = (await get<BoardSettings>('/settings/board')).boards;
  assert.equal([board?.device_type, board?.name], ['note', 'Kitchen']);
  assert.is(await page.getByLabel('Time zone').inputValue(), 'Pacific/Auckland');
  await button(page, `Use this device’s time zone: ${ZONE}`).click();
  await button(page, 'Use Lima').click();
  await button(page, 'Continue').click();

  await heading(page, 'Your first page').waitFor();
  assert.is((await get<General>('/config/general')).timezone, ZONE);
  assert.is(Math.round((await get<Location>('/settings/location')).latitude ?? 0), -12);
  await page.getByRole('img', { name: /^Preview: \w+DAY/ }).waitFor();
  await page.getByRole('radio', { name: /^Sun and moon/ }).check();
  await page.getByRole('img', { name: /^Preview: .*\d\d:\d\d/ }).waitFor();
  await button(page, 'Show it on the board').click();

  await page.getByText('pinned').first().waitFor();
  assert.is(new URL(page.url()).pathname, '/');
  assert.is(await invitation(page).count(), 0);
  const first = await pinned(all);
  assert.equal([first.demo_plugin_id, first.device_type], ['sun', 'note']);
  assert.ok(await isOn(all, 'sun'));
  assert.equal(await get('/settings/wizard'), { state: 'completed' });
});

on(
  'the steps are left and found again, and the back button goes through them',
  '/setup',
  async ({ page, appliance, get }) => {
    await heading(page, 'Your board').waitFor();
    assert.match(page.url(), /\/setup\/1$/);
    await button(page, 'Continue').click();
    await heading(page, 'Where you are').waitFor();
    await page.getByLabel('Time zone').fill('tokyo');
    await page.getByLabel('Time zone').blur();
    await page.goto(appliance.url);
    await invitation(page).getByRole('link', { name: 'Begin' }).click();
    await heading(page, 'Where you are').waitFor();
    assert.is(await page.getByLabel('Time zone').inputValue(), 'Asia/Tokyo');
    await button(page, 'Continue').click();
    await heading(page, 'Your first page').waitFor();
    assert.is((await get<General>('/config/general')).timezone, 'Asia/Tokyo');
    await page.goBack();
    await heading(page, 'Where you are').waitFor();
    await page.goForward();
    await heading(page, 'Your first page').waitFor();
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await heading(page, 'Where you are').waitFor();
    await page.getByRole('link', { name: /^Your board/ }).click();
    await heading(page, 'Your board').waitFor();
    assert.equal(await get('/settings/wizard'), { state: null });
  },
);

on('the time zone stays unless it is changed, and is found by its city', '/setup/1', async (all) => {
  const { page, get, appliance } = all;
  const zone = async () => (await get<General>('/config/general')).timezone;
  await appliance.call('PUT', '/config/general', { timezone: 'Pacific/Auckland' });
  await page.reload();
  await button(page, 'Continue').click();
  await page.getByLabel('Time zone').waitFor();
  await button(page, 'Continue').click();
  await heading(page, 'Your first page').waitFor();
  assert.is(await zone(), 'Pacific/Auckland');
  await page.goBack();
  await page.getByLabel('Time zone').fill('munich');
  await page.getByLabel('Time zone').press('Enter');
  await heading(page, 'Your first page').waitFor();
  assert.is(await zone(), 'Europe/Berlin');
});

on(
  'a time zone that the environment sets stays, and is said to be fixed',
  '/setup/2',
  async ({ page, get }) => {
    await page.getByLabel('Time zone').fill(ZONE);
    await page.getByLabel('Latitude').fill('52.5');
    await page.getByLabel('Longitude').fill('13.4');
    await button(page, 'Continue').click();
    await page.getByText('The time zone is set to Europe/Berlin').waitFor();
    assert.is(await page.getByLabel('Time zone').inputValue(), 'Europe/Berlin');
    assert.equal(await get('/settings/location'), { latitude: 52.5, longitude: 13.4 });
    await button(page, 'Continue').click();
    await heading(page, 'Your first page').waitFor();
  },
  'Europe/Berlin',
);

on('a board in the network is tried before it is stored', '/setup/1', async ({ page, get }) => {
  const flaps = Array.from({ length: 6 }, () => Array<number>(22).fill(0));
  const server = createServer((request, response) => {
    const welcome = request.headers['x-vestaboard-local-api-key'] === 'right';
    response
      .writeHead(welcome ? 200 : 401, { 'Content-Type': 'application/json' })
      .end(welcome ? JSON.stringify({ message: flaps }) : 'Invalid API key');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await page.getByRole('radio', { name: /^Local network/ }).check();
    await page.getByLabel('Address').fill(host);
    await page.getByRole('textbox', { name: 'Local API key' }).fill('wrong');
    await button(page, 'Test').click();
    await page.locator('.board-test .notice-bad').waitFor();
    await page.getByRole('textbox', { name: 'Local API key' }).fill('right');
    await button(page, 'Test').click();
    await page.locator('.board-test .notice-good').waitFor();
    assert.is((await get<BoardSettings>('/settings/board')).boards[0]?.host, '');
    await button(page, 'Continue').click();
    await heading(page, 'Where you are').waitFor();
    const [board] = (await get<BoardSettings>('/settings/board')).boards;
    assert.equal([board?.host, board?.local_api_key], [host, '***']);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

on('the invitation is turned down', '/', async ({ page, get }) => {
  await invitation(page).getByRole('button', { name: 'Not now' }).click();
  await invitation(page).waitFor({ state: 'detached' });
  await until(async () => (await get<{ state: string | null }>('/settings/wizard')).state === 'skipped');
});

run();
