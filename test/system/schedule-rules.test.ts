// needs: chromium
import * as assert from 'uvu/assert';
import { SCREEN_NAMES, assertFits } from '../support/browser.ts';
import { until } from '../support/until.ts';
import { WEEK, block, startSchedule } from './schedule-rig.ts';

const { test, shared, run, ids, addRule, open, rules, timesOf } = startSchedule('rules that are made and changed');

for (const screen of SCREEN_NAMES) {
  test(`${screen}: an empty schedule says what to do, and the first rule is made in its form`, async () => {
    const page = await open(undefined, screen);
    await page.getByText('Nothing is scheduled yet').waitFor();
    await page.getByRole('link', { name: 'Add a rule' }).first().click();
    const form = page.getByRole('dialog', { name: 'New rule' });
    await form.getByLabel('Show').selectOption({ label: 'Morning' });
    assert.ok(await form.getByRole('option', { name: 'Tiny (made for 3 × 15)' }).isDisabled());
    await form.getByRole('button', { name: 'Weekdays' }).click();
    await form.getByLabel('From').fill('06:30');
    await form.getByLabel('Until').fill('09:00');
    assert.match(
      (await form
        .getByText(/^Nothing is scheduled from/)
        .first()
        .textContent()) ?? '',
      /no default page/,
    );
    await form.getByRole('button', { name: 'Make this rule' }).click();
    await form.waitFor({ state: 'detached' });
    await page.goto(`${shared.appliance.url}/schedule?week=${WEEK}&day=tuesday`);
    await block(page, /^Morning, Monday to Friday, 06:30 to 09:00$/).waitFor();
    assert.is(await page.locator('.rule-block').count(), screen === 'phone' ? 1 : 5);
    const [rule] = await rules();
    assert.equal(
      [rule?.day_pattern, rule?.start_time, rule?.end_time, rule?.page_id],
      ['weekdays', '06:30', '09:00', ids.morning],
    );
    await assertFits(page, screen);
    await page.context().close();
  });
}

test('on a phone, who makes a rule is led to what is missing above, and the day above the hours covers nothing else', async () => {
  const page = await open('/schedule/rules/new', 'phone');
  await page.getByRole('button', { name: 'Make this rule' }).click();
  await until(() => page.getByLabel('Show', { exact: true }).evaluate((field) => field === document.activeElement));
  await page.keyboard.press('Escape');
  const legend = page.locator('.legend');
  await legend.evaluate((one) => one.scrollIntoView({ block: 'start', behavior: 'instant' }));
  const [top, bottom] = await page.evaluate(() => [
    document.querySelector('.legend')?.getBoundingClientRect().top ?? 0,
    document.querySelector('.day-heads')?.getBoundingClientRect().bottom ?? 0,
  ]);
  assert.ok(bottom <= top, `${bottom} pixels, the legend begins at ${top}`);
  await page.context().close();
});

test('a rule that follows the sun says when that is', async () => {
  await shared.appliance.call('PUT', '/settings/location', { latitude: 52.52, longitude: 13.405 });
  const { id } = await addRule({ start_time: '18:00', end_time: '23:00' });
  const page = await open(`/schedule/rules/${id}?week=${WEEK}`);
  const form = page.getByRole('dialog', { name: 'Change the rule' });
  await form.getByLabel('Begins').first().selectOption('sunset');
  await form.getByLabel('Minutes').fill('30');
  await form.getByLabel('Before or after').selectOption('before');
  assert.match((await form.locator('.edge-computed').textContent()) ?? '', /\d\d:\d\d/);
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Morning, every day, 30 minutes before sunset \(\d\d:\d\d\) to 23:00\.$/).waitFor();
  const rule = (await rules())[0];
  assert.equal([rule?.start_type, rule?.start_sun_offset, rule?.start_time], ['sunset', -30, '18:00']);
  const tops = await page
    .locator('.rule-block')
    .evaluateAll((blocks) => blocks.map((one) => one.getBoundingClientRect().top));
  assert.ok((tops[6] ?? 0) > (tops[0] ?? 0), `the sun sets later from day to day: ${tops}`);
  await shared.appliance.call('PUT', '/settings/location', { latitude: null, longitude: null });
  await page.context().close();
});

test('dates of a year and dates that come once are made, and stand in the order in which they come', async () => {
  const page = await open('/schedule');
  await page.getByRole('link', { name: 'Add a date' }).click();
  const form = page.getByRole('dialog', { name: 'New rule' });
  await form.getByLabel('Show').selectOption({ label: 'News' });
  await form.getByLabel('First day').fill('2032-02-29');
  await form.getByLabel('Last day').fill('2032-02-01');
  await form.getByRole('button', { name: 'Make this rule' }).click();
  await form.getByText('The last day is before the first.').waitFor();
  await form.getByLabel('Last day').fill('2032-03-01');
  await form.getByRole('button', { name: 'Make this rule' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Add a date' }).click();
  await form.getByLabel('Show').selectOption({ label: 'Morning' });
  await form.getByRole('radio', { name: 'Every year' }).check();
  await form.getByLabel('Date', { exact: true }).selectOption({ label: 'December' });
  await form.getByLabel('Date: Day').selectOption('24');
  await form.getByRole('switch', { name: 'Lasts several days' }).check();
  await form.getByLabel('Last day: Day').selectOption('26');
  await form.getByLabel('Ends').first().selectOption('midnight');
  await form.getByRole('button', { name: 'Make this rule' }).click();
  await form.waitFor({ state: 'detached' });
  const dates = page.getByRole('region', { name: 'Dates' }).getByRole('listitem');
  await dates.nth(1).waitFor();
  assert.match((await dates.nth(0).textContent()) ?? '', /Morning.*24 December to 26 December.*next:/);
  assert.match((await dates.nth(1).textContent()) ?? '', /News.*29 February 2032/);
  const yearly = (await rules()).find(({ recurrence_type }) => recurrence_type === 'annual_date');
  assert.equal([yearly?.annual_date, yearly?.annual_end_date, yearly?.end_time], ['12-24', '12-26', null]);
  await page.context().close();
});

test('what is typed into a rule survives a reload, and is forgotten when the form is closed', async () => {
  const { id } = await addRule({});
  const page = await open(`/schedule/rules/${id}`, 'phone');
  const form = page.getByRole('dialog', { name: 'Change the rule' });
  await form.getByLabel('Until').fill('10:45');
  await page.reload();
  await form.waitFor();
  assert.is(await form.getByLabel('Until').inputValue(), '10:45');
  await form.getByRole('button', { name: 'Close' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /^Edit: Morning/ }).click();
  assert.is(await form.getByLabel('Until').inputValue(), '09:00');
  assert.is(await timesOf(id), '06:30-09:00');
  await page.context().close();
});

test('a rule is deleted after a question, and comes back when that is undone', async () => {
  await addRule({ day_pattern: 'weekends' });
  const page = await open();
  await page.getByRole('link', { name: /^Edit: Morning/ }).click();
  await page.getByRole('button', { name: 'Delete this rule' }).click();
  await page.getByRole('dialog', { name: 'Delete this rule?' }).getByRole('button', { name: 'Delete' }).click();
  await until(async () => (await rules()).length === 0);
  await page.getByText('Deleted: Morning, Saturday and Sunday').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await block(page, /^Morning, Saturday and Sunday, 06:30 to 09:00$/).waitFor();
  await page.context().close();
});

run();
