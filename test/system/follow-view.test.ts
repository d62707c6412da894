// needs: chromium, mosquitto
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardSettings } from '../../src/schema/boards/boards.ts';
import { PASSWORD, USER, startMosquitto } from '../hw/panel/mqtt-text/mosquitto.ts';
import { startAppliance } from '../support/appliance.ts';
import { SCREEN_NAMES, startBrowser, type TestBrowser } from '../support/browser.ts';
import { until } from '../support/until.ts';

let browser: TestBrowser;

const test = suite('following in a browser');

test.before(async () => {
  browser = await startBrowser();
});
test.after(() => browser.close());

for (const screen of SCREEN_NAMES)
  test(`${screen}: a hub is found at the broker, and followed with one press`, async () => {
    const broker = await startMosquitto();
    const url = broker.url.replace('mqtt://', `mqtt://${USER}:${PASSWORD}@`);
    const hub = await startAppliance();
    const connection = { url: broker.url, username: USER, password: PASSWORD, topic_prefix: 'campus/hall' };
    const panel = { driver: 'broker', connection };
    const size = { grid_rows: 6, grid_cols: 22 };
    await hub.call('POST', '/settings/board/add', { id: 'hall', device_type: 'panel', ...size, panel });
    await hub.call('POST', '/v1/boards/hall/message', { text: 'FROM THE HUB' });
    try {
      await browser.visit(
        '/settings/boards',
        { screen, env: { SERVICE_MQTT_URL: url } },
        async ({ page, appliance, get }) => {
          const [board] = (await get<BoardSettings>('/settings/board')).boards;
          await page.goto(`${appliance.url}/settings/boards/${board?.id ?? ''}`);
          await page.getByRole('switch', { name: 'Show what another appliance sends' }).check();
          await page.getByRole('button', { name: 'Look around' }).click();
          await page.getByRole('button', { name: 'Use campus/hall' }).click();
          assert.is(await page.getByLabel('Topic', { exact: true }).inputValue(), 'campus/hall');
          await page.getByRole('button', { name: 'Save', exact: true }).click();
          await page.getByText('Saved.').first().waitFor();
          await page.getByText('Connected. The board shows the last frame.').waitFor();
          const { text } = await get<{ text: string }>('/v1/boards/primary');
          assert.match(text, /FROM THE HUB/);
          if (process.env['PICTURES'])
            await page.screenshot({ path: `${process.env['PICTURES']}/follow-${screen}.png`, fullPage: true });
          await page.goto(appliance.url);
          await page.getByText('From another appliance').waitFor();
          if (process.env['PICTURES']) await page.screenshot({ path: `${process.env['PICTURES']}/home-${screen}.png` });
          await until(
            async () => (await get<BoardSettings>('/settings/board')).boards[0]?.follow?.topic === 'campus/hall',
          );
        },
      );
      assert.equal(browser.complaints, []);
    } finally {
      await hub.close();
      await broker.close();
    }
  });

test.run();
