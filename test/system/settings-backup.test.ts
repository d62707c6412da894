// needs: chromium
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import type { BoardSettings } from '../../src/schema/boards/boards.ts';
import { button, startSuite } from './view-suite.ts';

const { onEach, run } = startSuite('backups in a browser', /status of (?:400|409)/);

const download = async (page: Page, name: string): Promise<string> => {
  const coming = page.waitForEvent('download');
  await button(page, name).click();
  const file = await coming;
  assert.match(file.suggestedFilename(), /^flapbox-\d{4}-\d\d-\d\d\.json$/);
  return file.path();
};

onEach(
  'a backup goes out as a file and comes back, with a look at it before',
  '/settings/backup',
  async ({ page, appliance: { call } }) => {
    const { boards } = (await call<{ boards: { id: string }[] }>('GET', '/settings/board')).body;
    await call('PATCH', `/v1/boards/${boards[0]?.id}`, { name: `${'Donaudampfschiff'.repeat(3)} in der Diele` });
    await call('POST', '/v1/pages', { name: 'Morning', type: 'template', template: ['GOOD MORNING'] });
    const file = await download(page, 'Download without secrets');
    await page.getByText('The file is in your downloads.').waitFor();
    const { body } = await call<{ pages: { id: string; name: string }[] }>('GET', '/v1/pages');
    await call('DELETE', `/v1/pages/${body.pages.find(({ name }) => name === 'Morning')?.id}`);
    await page
      .getByLabel('Backup file')
      .setInputFiles({ name: 'photo.json', mimeType: 'application/json', buffer: Buffer.from('{"a": 1}') });
    await page.getByText('This file is not a flapbox backup.').waitFor();
    await page.getByLabel('Backup file').setInputFiles(file);
    const pages = page.getByRole('row', { name: /^Pages/ });
    await pages.getByRole('cell', { name: '2 Welcome, Morning' }).waitFor();
    await pages.getByRole('cell', { name: '1 Welcome', exact: true }).waitFor();
    const [all, seen] = await page.locator('.table-frame').evaluate((one) => [one.scrollWidth, one.clientWidth]);
    assert.is(all, seen, 'what the file holds is seen beside what is here');
    await button(page, 'Restore').click();
    await page.getByRole('heading', { name: 'Replace everything?' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await page.getByText(/^Restored: 1 board, 2 pages, 0 rules/).waitFor();
    assert.is((await call<{ total: number }>('GET', '/v1/pages')).body.total, 2);
  },
);

onEach(
  'with a passphrase the keys come along, and only with the right one',
  '/settings/backup',
  async ({ page, appliance: { call } }) => {
    const { body } = await call<BoardSettings>('POST', '/settings/board/add', {
      device_type: 'note',
      name: 'Kitchen',
      host: '127.0.0.1:1',
      local_api_key: 'the-key-of-the-kitchen',
    });
    await page.getByLabel('Passphrase', { exact: true }).fill('open sesame');
    const file = await download(page, 'Download with secrets');
    assert.not.match(readFileSync(file, 'utf8'), 'the-key-of-the-kitchen');
    await call('DELETE', `/settings/board/${body.boards[1]?.id}`);
    const restore = async (passphrase: string) => {
      await page.getByLabel('Passphrase of the file').fill(passphrase);
      await button(page, 'Restore').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    };
    await page.getByLabel('Backup file').setInputFiles(file);
    await restore('wrong');
    await page.getByText('The passphrase does not open this backup').waitFor();
    assert.is((await call<BoardSettings>('GET', '/settings/board')).body.boards.length, 1);
    await restore('open sesame');
    await page.getByText(/^Restored: 2 boards/).waitFor();
    assert.is((await call<BoardSettings>('GET', '/settings/board')).body.boards[1]?.local_api_key, '***');
  },
);

run();
