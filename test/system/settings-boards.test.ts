// needs: chromium
import * as assert from 'uvu/assert';
import type { BoardSettings } from '../../src/schema/boards/boards.ts';
import { boardsOf, save } from './settings-rig.ts';
import { button, startSuite } from './view-suite.ts';

const { onEach, run } = startSuite('the settings of boards in a browser');

onEach('boards are put in another order, paused, renamed and removed', '/settings/boards', async (at) => {
  const { page, appliance } = at;
  await appliance.call('POST', '/settings/board/add', { device_type: 'note', name: 'Kitchen' });
  await button(page, 'Move Kitchen up').click();
  await page.getByText('Kitchen is number 1 now.').waitFor();
  assert.equal(
    (await boardsOf(at)).map(({ name }) => name),
    ['Kitchen', 'My Board'],
  );
  await page.getByRole('link', { name: 'Edit Kitchen' }).click();
  await page.getByLabel('Name').fill('Pantry');
  await page.getByRole('switch', { name: /^Paused/ }).check();
  await save(page);
  await page.getByRole('heading', { name: 'Pantry' }).waitFor();
  assert.equal(
    (await boardsOf(at)).map(({ name, paused }) => [name, paused]),
    [
      ['Pantry', true],
      ['My Board', false],
    ],
  );
  await button(page, 'Remove this board').click();
  await button(page, 'Remove').click();
  await page.getByRole('link', { name: 'Edit My Board' }).waitFor();
  assert.is((await boardsOf(at)).length, 1);
});

onEach(
  'a board out of reach: the test says what to look at, and its key stays stored',
  '/settings/boards',
  async (at) => {
    const { page, appliance } = at;
    const { body } = await appliance.call<BoardSettings>('POST', '/settings/board/add', {
      device_type: 'note',
      name: 'Far',
      host: '127.0.0.1:1',
      local_api_key: 'secret',
    });
    await page.goto(`${appliance.url}/settings/boards/${body.boards[1]?.id}`);
    await button(page, 'Test').click();
    await page.locator('.notice-bad li').first().waitFor();
    await page.getByLabel('Address of the board').fill('127.0.0.1:2');
    await page.getByLabel('Local API key', { exact: true }).fill('typed-secret');
    const kept = JSON.stringify(await page.evaluate(() => ({ ...sessionStorage })));
    assert.match(kept, '127.0.0.1:2');
    assert.not.match(kept, 'secret');
    await page.getByLabel('Local API key', { exact: true }).fill('');
    await page.getByText('Stored. Leave it empty to keep it.').waitFor();
    await button(page, 'Save').click();
    await page.getByText('send it again').first().waitFor();
    await page.getByLabel('Local API key', { exact: true }).fill('typed-secret');
    await save(page);
    const far = (await boardsOf(at))[1];
    assert.equal([far?.host, far?.local_api_key], ['127.0.0.1:2', '***']);
  },
);

onEach('a board is served to other programs, with a token to copy', '/settings/boards', async (at) => {
  const { page } = at;
  await page.getByRole('link', { name: 'Edit My Board' }).click();
  await page.getByRole('switch', { name: /^Serve this board/ }).check();
  await page.getByLabel('Port', { exact: true }).fill('17999');
  await save(page);
  await page.getByText(':17999/local-api/message').waitFor();
  const token = page.locator('.copyable code').nth(1);
  const before = await token.textContent();
  await button(page, 'New token').click();
  await page.getByText('There is a new token.').waitFor();
  await page.waitForFunction((old) => document.querySelectorAll('.copyable code')[1]?.textContent !== old, before);
});

run();
