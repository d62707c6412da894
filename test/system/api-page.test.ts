// needs: chromium
import * as assert from 'uvu/assert';
import type { BoardSettings } from '../../src/schema/boards/boards.ts';
import { SCREEN_NAMES, assertAccessibleInBothThemes, assertFits } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import { commandsOf, firstBoard, startApiPage } from './api-rig.ts';

const { test, visit, run } = startApiPage('the page for programs in a browser');

test('the configuration for assistants is JSON with the address in it', () =>
  visit({}, async ({ page, appliance }) => {
    const text = (await page.getByRole('group', { name: 'Configuration of an MCP client' }).textContent()) ?? '';
    assert.equal(JSON.parse(text), {
      mcpServers: {
        flapbox: { type: 'http', url: `${appliance.url}/api/mcp`, headers: { Authorization: 'Bearer $TOKEN' } },
      },
    });
  }));

test('another board is chosen, and the address keeps it', () =>
  visit(
    { before: ({ call }) => call('POST', '/settings/board/add', { device_type: 'note', name: 'Kitchen' }) },
    async ({ page, appliance }) => {
      await page.getByLabel('Board', { exact: true }).selectOption({ label: 'Kitchen' });
      const { body } = await appliance.call<BoardSettings>('GET', '/settings/board');
      const id = body.boards.find(({ name }) => name === 'Kitchen')?.id;
      await page.waitForURL(`**/api-help?board=${id}`);
      const commands = await commandsOf(page);
      assert.ok(commands['send']?.includes(`/boards/${id}/message`));
      assert.ok(commands['pin']?.includes('PAGE_ID'), 'no page fits a Note yet');
    },
  ));

for (const screen of SCREEN_NAMES) {
  test(`${screen}: a command is copied, and the references open`, () =>
    visit({ screen }, async ({ page, appliance }) => {
      await page.getByText(`${appliance.url}/api`, { exact: true }).waitFor();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const commands = await commandsOf(page);
      await page.getByRole('button', { name: 'Copy: Send a message', exact: true }).first().click();
      assert.is(await page.evaluate(() => navigator.clipboard.readText()), commands['send']);
      await page.getByText('The plugin is off: switch it on first.').waitFor();
      const links = await page
        .locator('.api-links a')
        .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
      assert.is(links.length, 3);
      for (const link of links) assert.is((await fetch(link)).status, 200, link);
      await page.getByRole('link', { name: 'Try-out reference' }).click();
      await page.getByText('flapbox').first().waitFor();
      assert.match(page.url(), /\/api\/docs$/);
    }));

  test(`${screen}: no barriers, be it light or dark, and nothing overflows`, () =>
    visit(
      {
        screen,
        before: async (appliance) =>
          appliance.call('PUT', '/settings/board', {
            boards: [{ ...(await firstBoard(appliance)), local_api_port: await freePort() }],
          }),
      },
      async ({ page }) => {
        await page.locator('[data-example="local-write"]').waitFor();
        await assertAccessibleInBothThemes(page, 'the page');
        await assertFits(page, 'the page');
      },
    ));
}

run();
