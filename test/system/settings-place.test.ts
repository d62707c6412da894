// needs: chromium
import * as assert from 'uvu/assert';
import type { Location } from '../../src/schema/appliance/location.ts';
import type { General, Target } from '../../src/schema/appliance/settings.ts';
import type { Silence, SilenceAnswer } from '../../src/schema/appliance/silence.ts';
import type { BoardSettings } from '../../src/schema/boards/boards.ts';
import { assertAccessible, assertFits } from '../support/browser.ts';
import { until } from '../support/until.ts';
import { save, saved } from './settings-rig.ts';
import { button, startSuite } from './view-suite.ts';

const { onEach, run } = startSuite('where the appliance is and when it is quiet, in a browser');

onEach('where messages go, and how often boards are looked at', '/settings/output', async ({ page, get }) => {
  await page.getByRole('radio', { name: /^Boards only/ }).check();
  await saved(page);
  assert.is((await get<{ target: Target }>('/settings/output')).target, 'board');
  await page.getByLabel('Pages (seconds)').fill('20');
  await button(page, 'Save').click();
  await until(async () => (await get<{ interval_seconds: number }>('/settings/polling')).interval_seconds === 20);
});

onEach(
  'hours of silence with a preview, for all boards and for one',
  '/settings/silence',
  async ({ page, get, appliance }) => {
    const { body } = await appliance.call<BoardSettings>('POST', '/settings/board/add', {
      device_type: 'note',
      name: 'Kitchen',
    });
    const kitchen = body.boards[1]?.id ?? '';
    await page.getByRole('switch', { name: /^Silence/ }).check();
    await page.getByLabel('From').fill('22:15');
    await page.getByLabel('Until', { exact: true }).fill('06:30');
    for (const day of ['Saturday', 'Sunday']) await page.getByRole('checkbox', { name: day }).uncheck({ force: true });
    await page.getByRole('radio', { name: /^a short text/ }).check();
    await page.getByRole('textbox', { name: 'Text' }).fill('HUSH');
    await page.getByRole('img', { name: 'Preview of the silence: HUSH' }).waitFor();
    await save(page);
    const { config } = await get<SilenceAnswer>('/settings/silence-schedule');
    const expected: Partial<Silence> = {
      enabled: true,
      start_time: '22:15',
      end_time: '06:30',
      mode: 'indicator',
      indicator_text: 'HUSH',
    };
    assert.equal({ ...config, ...expected }, config);
    assert.is(config.days.length, 5);
    await page.getByLabel('Applies to').selectOption(kitchen);
    assert.match(page.url(), kitchen);
    await page.getByLabel('From').fill('20:00');
    await save(page);
    assert.is((await get<SilenceAnswer>(`/settings/silence-schedule?board_id=${kitchen}`)).config.start_time, '20:00');
    await button(page, 'Use the same hours as all boards').click();
    await page.getByText('This board uses the same hours as all boards again.').waitFor();
    assert.is((await get<SilenceAnswer>(`/settings/silence-schedule?board_id=${kitchen}`)).config.start_time, '22:15');
  },
);

onEach(
  'a place by a tap on the map, by the keyboard and by number, and the sun of its week',
  '/settings/location',
  async ({ page, get }) => {
    const map = page.getByRole('button', { name: /^Map of the world/ });
    const box = await map.boundingBox();
    await map.click({ position: { x: (box?.width ?? 0) * 0.537, y: (box?.height ?? 0) * 0.2 } });
    const latitude = Number(await page.getByLabel('Latitude').inputValue());
    const longitude = Number(await page.getByLabel('Longitude').inputValue());
    assert.ok(Math.abs(longitude - 13.4) < 2 && latitude > 40 && latitude < 60, `${latitude} ${longitude}`);
    await map.press('ArrowUp');
    assert.ok(Math.abs(Number(await page.getByLabel('Latitude').inputValue()) - latitude - 1) < 0.001);
    await page.getByLabel('Latitude').fill('-33.86');
    await page.getByLabel('Longitude').fill('151.2');
    await page.getByText('Near Sydney').waitFor();
    await save(page);
    assert.equal(await get<Location>('/settings/location'), { latitude: -33.86, longitude: 151.2 });
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 7);
  },
);

onEach('a place is found by its name in any language', '/settings/location', async ({ page, get }) => {
  await page.getByRole('searchbox', { name: 'Find a place' }).fill('wien');
  const choice = page.getByRole('list', { name: 'Places that match' }).getByRole('button', { name: /^Vienna Austria/ });
  await choice.waitFor();
  await assertAccessible(page, 'places that match');
  await assertFits(page, 'places that match');
  await choice.click();
  await save(page);
  assert.equal(await get<Location>('/settings/location'), { latitude: 48.21, longitude: 16.37 });
});

onEach(
  'name and time zone; a zone that does not exist is said at its field',
  '/settings/general',
  async ({ page, get }) => {
    await page.getByLabel('Name of this appliance').fill('Hall flaps');
    await page.getByLabel('Time zone').fill('Europe/Nowhere');
    await page.getByText('No time zone has this name').waitFor();
    await button(page, 'Save').click();
    assert.is(await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid')), 'true');
    await page.getByLabel('Time zone').fill('san juan');
    await button(page, 'America/Argentina/San Juan').click();
    await page.getByText(/^It is/).waitFor();
    assert.is(await page.getByLabel('Time zone').inputValue(), 'America/Argentina/San_Juan');
    await page.reload();
    assert.is(await page.getByLabel('Name of this appliance').inputValue(), 'Hall flaps');
    await button(page, 'Discard changes').click();
    assert.is(await page.getByLabel('Name of this appliance').inputValue(), 'flapbox');
    await page.getByLabel('Name of this appliance').fill('Hall flaps');
    await save(page);
    assert.is((await get<General>('/config/general')).instance_name, 'Hall flaps');
  },
);

run();
