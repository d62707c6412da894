// needs: chromium, mosquitto
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardSettings } from '../../src/schema/boards/boards.ts';
import type { FollowStatus } from '../../src/schema/boards/follow.ts';
import type { WallList } from '../../src/schema/boards/walls.ts';
import { PASSWORD, USER, startMosquitto } from '../hw/panel/mqtt-text/mosquitto.ts';
import { startAppliance } from '../support/appliance.ts';
import { SCREEN_NAMES, assertAccessible, assertFits, startBrowser, type TestBrowser } from '../support/browser.ts';
import { until } from '../support/until.ts';
import { publish } from './follow-rig.ts';

let browser: TestBrowser;

const test = suite('walls that ask to join, in a browser');

test.before(async () => {
  browser = await startBrowser();
});
test.after(() => browser.close());

for (const screen of SCREEN_NAMES)
  test(`${screen}: three walls ask at home, one is declined and two are let in with one press`, async () => {
    const broker = await startMosquitto();
    const wall = await startAppliance();
    const account = { username: USER, password: PASSWORD };
    const size = { grid_rows: 6, grid_cols: 22 };
    try {
      await browser.visit('/', { screen }, async ({ page, appliance, get }) => {
        const connection = { url: broker.url, ...account, topic_prefix: 'campus/hall' };
        const panel = { driver: 'broker', connection };
        await appliance.call('POST', '/settings/board/add', {
          id: 'hall',
          name: 'Hall',
          device_type: 'panel',
          ...size,
          panel,
        });
        const ask = (id: string, name: string) =>
          publish(broker, `flapbox/joining/${id}`, JSON.stringify({ v: 1, rows: 6, cols: 22, name }));
        await ask('yard', 'Yard');
        await ask('stranger', `<img src=x>${'long '.repeat(40)}`);
        const list = page.locator('.asking-walls');
        await list.getByText('2 new walls ask to join.').waitFor();
        if (process.env['PICTURES'])
          await page.screenshot({ path: `${process.env['PICTURES']}/join-${screen}.png`, fullPage: true });
        assert.is(await list.locator('img').count(), 0, 'a name is text');
        await assertFits(page, 'home with walls that ask');
        await assertAccessible(page, 'home with walls that ask');
        await list.getByRole('button', { name: /^Decline <img/ }).click();
        await list.getByText('A new wall asks to join.').waitFor();
        // The wall itself says in its settings that it asks.
        const { body } = await wall.call<BoardSettings>('GET', '/settings/board');
        const followed = () => wall.call<FollowStatus>('GET', '/settings/board/primary/follow');
        const other = await browser.open(`${wall.url}/settings/boards/${body.boards[0]?.id ?? ''}`, { screen });
        await other.getByRole('switch', { name: 'Show what another appliance sends' }).check();
        await other.getByLabel('Address of the broker').fill(broker.url);
        await other.getByLabel('User name').fill(USER);
        await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
        await other.getByRole('button', { name: 'Save', exact: true }).click();
        await other.getByText('It asks to join').waitFor();
        await list.getByRole('button', { name: 'Let all 2 in' }).click();
        await other.getByText('Connected.').waitFor();
        await until(async () => (await followed()).body.topic === 'campus/hall');
        await other.context().close();
        const left = async () => (await get<WallList>('/walls')).asking;
        await until(async () => (await left()).every(({ id, given }) => id === 'yard' && given === 'campus/hall'));
        await page.goto(`${appliance.url}/settings/boards`);
        await page.getByText('1 wall declined.').waitFor();
        await page.getByRole('button', { name: 'Let them ask again' }).click();
        await page.getByRole('button', { name: /^Let in <img/ }).waitFor();
      });
      assert.equal(browser.complaints, []);
    } finally {
      await wall.close();
      await broker.close();
    }
  });

test.run();
