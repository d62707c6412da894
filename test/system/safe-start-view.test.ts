// needs: chromium
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAppliance } from '../support/appliance.ts';
import { assertAccessible, startBrowser } from '../support/browser.ts';

const test = suite('a safe start, told on the first view');

test('it says what happened and what is off, and ends with one press', async () => {
  const prepare = (dir: string) => writeFileSync(join(dir, 'run.json'), '{"running":"","ends":1,"formulas_off":[]}');
  const appliance = await startAppliance({ prepare });
  const browser = await startBrowser();
  try {
    const page = await browser.open(appliance.url, { screen: 'phone' });
    await page.getByText('This is a safe start.').waitFor();
    await page.getByText('Off for now, and nothing of it is lost: the formulas of all pages').waitFor();
    await assertAccessible(page, 'first view in a safe start');
    await page.getByRole('button', { name: 'End the safe start' }).click();
    await page.getByText('This is a safe start.').waitFor({ state: 'detached' });
    assert.is((await appliance.call('GET', '/status')).body['safe_start'], null);
    await page.context().close();
  } finally {
    await browser.close();
    await appliance.close();
  }
});

test.run();
