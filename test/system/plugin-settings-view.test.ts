// needs: chromium
import * as assert from 'uvu/assert';
import { until } from '../support/until.ts';
import { button, startSuite } from './view-suite.ts';
import { detailOf, field, keep, save } from './plugins-rig.ts';

const SECRET = 'hush hush';
const { onEach, run } = startSuite('the settings of a plugin in a browser', /status of (?:40[049]|503)/);

onEach(
  'what is wrong is said at the field, which gets the focus, and nothing is stored',
  '/plugins/weather',
  async ({ page, get }) => {
    await page.getByLabel('Refresh').fill('5');
    await button(page, 'Save settings').click();
    await page.getByText('Must be between 10 and 86400.').waitFor();
    assert.match((await page.getByText('Nothing was saved').textContent()) ?? '', 'marked fields');
    assert.is(await page.getByLabel('Refresh').getAttribute('aria-invalid'), 'true');
    assert.ok(await page.getByLabel('Refresh').evaluate((field) => field === document.activeElement));
    await until(() =>
      page.evaluate(() => {
        const [note, bar] = ['#' + document.activeElement?.getAttribute('aria-describedby'), '.save-bar'].map(
          (selector) => document.querySelector(selector)?.getBoundingClientRect(),
        );
        return (note?.bottom ?? Infinity) <= (bar?.top ?? 0);
      }),
    );
    assert.equal((await detailOf(get, 'weather')).config, {});
    await page.getByLabel('Refresh').fill('900');
    await page.getByLabel('Units').selectOption({ label: '°F, mph' });
    await page.getByLabel('Latitude').fill('38.7');
    await save(page);
    assert.equal((await detailOf(get, 'weather')).config, {
      refresh_seconds: 900,
      units: 'imperial',
      latitude: 38.7,
    });
    await page.getByLabel('Latitude').fill('');
    await page.getByLabel('Latitude').blur();
    await save(page);
    assert.equal((await detailOf(get, 'weather')).config, { refresh_seconds: 900, units: 'imperial' });
  },
);

onEach('lists, objects in lists and switches are filled in', '/plugins/quotes', async ({ page, get }) => {
  await button(page, 'Add to “Own quotes”').click();
  await page.getByRole('group', { name: 'Own quotes, entry 1' }).getByLabel('Author').fill('ME');
  await button(page, 'Save settings').click();
  await page.getByText('Is required.').waitFor();
  await page.getByRole('group', { name: 'Own quotes, entry 1' }).getByLabel('Text').fill('MY WORDS');
  await button(page, 'Add to “Own quotes”').click();
  await page.getByRole('group', { name: 'Own quotes, entry 2' }).getByLabel('Text').fill('FIRST WORDS');
  await button(page, 'Move entry 2 of Own quotes up').click();
  await save(page);
  assert.equal((await detailOf(get, 'quotes')).config, {
    quotes: [{ text: 'FIRST WORDS' }, { author: 'ME', text: 'MY WORDS' }],
  });
  await button(page, 'Remove entry 1 of Own quotes').click();
  await button(page, 'Try it').click();
  await page.getByText('It works:', { exact: false }).waitFor();
  await page.getByRole('img', { name: /MY WORDS/ }).waitFor();
  assert.is((await detailOf(get, 'quotes')).enabled, false);
  await keep(page);
  assert.equal((await detailOf(get, 'quotes')).config, { quotes: [{ author: 'ME', text: 'MY WORDS' }] });
});

onEach(
  'secrets inside of objects and maps are kept, never shown, and never left in the browser',
  '/plugins/mqtt',
  async ({ page, get, appliance }) => {
    const broker = page.getByRole('group', { name: 'Broker' });
    await broker.getByLabel('Address').fill('mqtt://192.0.2.1:1883');
    await field(broker, 'Password').fill(SECRET);
    await button(page, 'Add to “Topics”').click();
    await page.getByRole('group', { name: 'Topics, entry 1' }).getByLabel('Topic').fill('house/#');
    assert.not.match(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage })), SECRET);
    await button(page, 'Save settings').click();
    await page.getByText(/^Must match/).waitFor();
    await page.getByRole('group', { name: 'Topics, entry 1' }).getByLabel('Topic').fill('house/door');
    await save(page);
    assert.equal((await detailOf(get, 'mqtt')).config, {
      connection: { url: 'mqtt://192.0.2.1:1883', password: '***' },
      topics: [{ topic: 'house/door' }],
    });
    await page.reload();
    assert.is(await field(broker, 'Password').inputValue(), '');
    await page.getByText('Stored. Leave it empty to keep it.').waitFor();
    await broker.getByLabel('User').fill('flaps');
    await save(page);
    assert.equal((await detailOf(get, 'mqtt')).config['connection'], {
      url: 'mqtt://192.0.2.1:1883',
      username: 'flaps',
      password: '***',
    });
    await page.goto(`${appliance.url}/plugins/json`);
    await page.getByLabel('Address').fill('http://192.0.2.1/');
    await button(page, 'Add to “Headers”').click();
    await page.getByRole('group', { name: 'Headers' }).getByLabel('Name').fill('X-Key');
    await page.getByRole('group', { name: 'Headers' }).getByLabel('Value').fill(SECRET);
    await save(page);
    assert.equal((await detailOf(get, 'json')).config['headers'], { 'X-Key': '***' });
  },
);

onEach(
  'what the environment sets is shown as fixed',
  '/plugins/webhook',
  async ({ page }) => {
    await page.getByText('Fixed by the environment variable WEBHOOK_SECRET. Change it there.').waitFor();
    assert.is(await page.getByLabel('Secret', { exact: true }).count(), 0);
    assert.ok(await page.getByLabel('Field to show').isEnabled());
  },
  { env: { WEBHOOK_SECRET: SECRET } },
);

onEach('a place of its own is found by its name', '/plugins/weather', async ({ page, get }) => {
  await page.getByRole('searchbox', { name: 'Find a place' }).fill('zuerich');
  await page.getByRole('button', { name: /^Zürich/ }).click();
  await until(async () => (await page.getByLabel('Name of the place').inputValue()) === 'Zürich');
  await save(page);
  assert.equal((await detailOf(get, 'weather')).config, {
    latitude: 47.37,
    longitude: 8.55,
    location_name: 'Zürich',
  });
});

onEach(
  'what was typed is still there after a reload, and can be thrown away',
  '/plugins/countdown',
  async ({ page, get }) => {
    await page.getByText('Still needed: Date and time.').waitFor();
    await field(page, 'Event').fill('HOLIDAYS');
    await page.getByLabel('Date and time').fill('2030-07-01');
    await page.getByLabel('Time of day').fill('08:00');
    await page.reload();
    await until(async () => (await field(page, 'Event').inputValue()) === 'HOLIDAYS');
    await button(page, 'Discard changes').click();
    await until(async () => (await field(page, 'Event').inputValue()) === '');
    assert.equal((await detailOf(get, 'countdown')).config, {});
  },
);

run();
