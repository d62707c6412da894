// needs: chromium
import * as assert from 'uvu/assert';
import type { BoardSettings } from '../../src/schema/boards/boards.ts';
import { boardsOf, save } from './settings-rig.ts';
import { button, startSuite } from './view-suite.ts';

const { onEach, run } = startSuite('the settings of walls in a browser');

onEach('a wall of 4 rows and 40 columns is added; what was typed survives a reload', '/settings/boards', async (at) => {
  const { page } = at;
  await page.getByText('So far there is one board').waitFor();
  await page.getByRole('link', { name: 'Add your board' }).click();
  await page.getByRole('radio', { name: /^Own wall/ }).check();
  await page.getByLabel('Rows', { exact: true }).fill('4');
  await page.getByLabel('Columns', { exact: true }).fill('40');
  await page.getByText('4 rows of 40 flaps.').waitFor();
  await page.getByLabel('Name').fill('Hall');
  await page.reload();
  assert.is(await page.getByLabel('Columns', { exact: true }).inputValue(), '40');
  await button(page, 'Add a board').click();
  await page.getByText('Panel 4 × 40').waitFor();
  const hall = (await boardsOf(at))[1];
  assert.equal(
    [hall?.name, hall?.device_type, hall?.grid_rows, hall?.grid_cols, hall?.panel?.driver],
    ['Hall', 'panel', 4, 40, 'virtual'],
  );
});

onEach('the modules of a wall are mapped place by place', '/settings/boards', async (at) => {
  const { page, appliance } = at;
  const panel = { driver: 'mbus', connection: { path: '/dev/ttyUSB9' }, modules: { layout: 'rows', first: 5 } };
  const { body } = await appliance.call<BoardSettings>('POST', '/settings/board/add', {
    device_type: 'panel',
    name: 'Wall',
    grid_rows: 3,
    grid_cols: 15,
    panel,
  });
  await page.goto(`${appliance.url}/settings/boards/${body.boards[1]?.id}`);
  await page.getByRole('radio', { name: /^Own map/ }).check();
  assert.is(
    await page
      .getByRole('grid', { name: /^Places of the wall/ })
      .getByRole('gridcell')
      .count(),
    45,
  );
  await page
    .getByRole('grid', { name: /^Places of the wall/ })
    .getByRole('gridcell', { name: 'Row 2, column 1: module 20', exact: true })
    .click();
  await page.getByLabel(/^Address of its module/).fill('5');
  await page.getByText('These addresses are used twice: 5.').waitFor();
  await page.getByLabel(/^Address of its module/).fill('90');
  await page
    .getByRole('grid', { name: /^Places of the wall/ })
    .getByRole('gridcell', { name: 'Row 2, column 1: module 90', exact: true })
    .press('ArrowDown');
  await page.keyboard.press('Enter');
  await button(page, 'Take the module away').click();
  await page.getByText('44 of 45 places have a module.').waitFor();
  await save(page);
  const modules = (await boardsOf(at))[1]?.panel?.modules;
  assert.ok(Array.isArray(modules) && modules.length === 44);
  assert.equal(Array.isArray(modules) && modules.find(({ address }) => address === 90), {
    address: 90,
    row: 1,
    col: 0,
  });
});

run();
