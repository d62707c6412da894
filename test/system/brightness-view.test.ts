// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Brightness } from '../../src/schema/boards/brightness.ts';
import { brightness as texts } from '../../ui/strings/settings/boards.ts';
import {
  assertAccessible,
  assertFits,
  startBrowser,
  type Premises,
  type TestBrowser,
  type Visit,
} from '../support/browser.ts';
import { until } from '../support/until.ts';

let browser: TestBrowser;

const test = suite('brightness of displays in a browser');

test.before(async () => {
  browser = await startBrowser();
});
test.after(() => browser.close());

const panel = { driver: 'virtual', connection: {} };
const before: Premises['before'] = ({ call }) =>
  call('POST', '/settings/board/add', { id: 'tablet', device_type: 'panel', grid_rows: 3, grid_cols: 15, panel });
const now = ({ get }: Visit) => get<Brightness>('/boards/tablet/brightness');

for (const screen of ['phone', 'desktop'] as const)
  test(`it is set by hand and by times of the day: ${screen}`, () =>
    browser.visit('/settings/boards/tablet', { screen, before }, async (visit) => {
      const form = visit.page.getByRole('form', { name: texts.title });
      await form.getByLabel(texts.now).fill('40');
      await form.getByRole('button', { name: 'Save' }).click();
      await until(async () => (await now(visit)).brightness === 40);
      await form.getByRole('button', { name: texts.add }).click();
      await form.getByLabel(texts.level).fill('15');
      await form.getByRole('button', { name: 'Save' }).click();
      await until(async () => (await now(visit)).windows.length === 1);
      assert.equal((await now(visit)).windows, [{ start: 'sunset', end: '07:00', brightness: 15 }]);
      await form.getByText(texts.on).click();
      await form.getByRole('button', { name: 'Save' }).click();
      await until(async () => !(await now(visit)).on);
      await assertFits(visit.page, screen);
      await assertAccessible(visit.page, screen);
    }));

test('a board of flaps has no brightness', () =>
  browser.visit('/settings/boards', { screen: 'desktop' }, async ({ page, get }) => {
    const { boards } = await get<{ boards: { id: string }[] }>('/v1/boards');
    await page.goto(new URL(`/settings/boards/${boards[0]?.id}`, page.url()).href);
    await page.getByRole('button', { name: 'Test' }).waitFor();
    assert.is(await page.getByRole('form', { name: texts.title }).count(), 0);
  }));

test.run();
