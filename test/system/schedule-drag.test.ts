// needs: chromium
import * as assert from 'uvu/assert';
import type { Schedule } from '../../src/schema/content/schedules.ts';
import { SCREENS } from '../support/browser.ts';
import { until } from '../support/until.ts';
import { WEEK, block, drag, hours, startSchedule } from './schedule-rig.ts';

const { test, shared, run, addRule, open, rules, timesOf } = startSchedule('rules that are dragged and moved');

test('a block is dragged to another time, and put back', async () => {
  const { id } = await addRule({});
  const page = await open();
  const hour = await hours(page, 1);
  await drag(page, block(page, /^Morning/), [0.5, 0.5], [0, 1.5 * hour]);
  await page.getByText('Morning, every day, 08:00 to 10:30.').waitFor();
  const lines = await page
    .locator('.undo-bar-text p')
    .evaluate(
      (element) => element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight),
    );
  assert.ok(lines < 1.5, `the notice is ${lines} lines high`);
  const bar = await page.locator('.undo-bar').boundingBox();
  assert.ok(bar && bar.y > 0 && bar.y + bar.height <= 800, `the notice is in sight: ${JSON.stringify(bar)}`);
  assert.is(await timesOf(id), '08:00-10:30');
  assert.match(page.url(), /\/schedule\?/);
  await page.getByRole('link', { name: 'Collections' }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Week' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await until(async () => (await timesOf(id)) === '06:30-09:00');
  await block(page, /06:30 to 09:00$/).waitFor();
  await page.context().close();
});

test('what was dragged is kept for its day only, if that was meant', async () => {
  const { id } = await addRule({});
  const page = await open();
  const hour = await hours(page, 1);
  await drag(page, block(page, /^Morning/), [0.5, 0.5], [0, -1.5 * hour]);
  await page.getByRole('button', { name: 'Only this day' }).click();
  await until(async () => (await rules()).length === 2);
  assert.is(await timesOf(id), '06:30-09:00');
  const single = (await rules()).find((rule) => rule.id !== id);
  assert.equal(
    [single?.recurrence_type, single?.one_off_date, single?.one_off_end_date, single?.start_time, single?.end_time],
    ['one_off_date', WEEK, null, '05:00', '07:30'],
  );
  await page.getByRole('button', { name: 'Undo' }).click();
  await until(async () => (await rules()).length === 1);
  await page.context().close();
});

test('the edges of a block are dragged in steps of five minutes', async () => {
  const { id } = await addRule({});
  const page = await open();
  await page.getByLabel('Steps of').selectOption('5');
  const hour = await hours(page, 1);
  await drag(page, block(page, /^Morning/).locator('[data-grip="end"]'), [0.5, 0.5], [0, hour / 3]);
  await until(async () => (await timesOf(id)) === '06:30-09:20');
  await drag(page, block(page, /^Morning/).locator('[data-grip="start"]'), [0.5, 0.5], [0, -hour / 4]);
  await until(async () => (await timesOf(id)) === '06:15-09:20');
  await page.context().close();
});

test('a drag that is given up with Escape changes nothing', async () => {
  const { id } = await addRule({});
  const page = await open();
  await block(page, /^Morning/).evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const box = await block(page, /^Morning/).boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + 20, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + 20, box.y + 130, { steps: 5 });
  await block(page, /to 1[12]:\d\d$/).waitFor();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await block(page, /06:30 to 09:00$/).waitFor();
  assert.is(await timesOf(id), '06:30-09:00');
  await page.context().close();
});

test('a rule of one weekday is dragged to another', async () => {
  const { id } = await addRule({ day_pattern: 'custom', custom_days: ['tuesday'] });
  const page = await open();
  const wide = (await page.locator('.day-column').first().boundingBox())?.width ?? 0;
  await drag(page, block(page, /^Morning, Tuesday/), [0.5, 0.5], [2 * wide, 0]);
  await block(page, /^Morning, Thursday, 06:30 to 09:00$/).waitFor();
  await until(
    async () => (await shared.appliance.call<Schedule>('GET', `/schedules/${id}`)).body.custom_days?.[0] === 'thursday',
  );
  await page.context().close();
});

test('drawing over free time begins a new rule there', async () => {
  const page = await open();
  const hour = await hours(page, 1);
  const column = page.locator('.day-column').nth(2);
  await drag(page, column, [0.5, 10 / 24], [0, 2 * hour]);
  const form = page.getByRole('dialog', { name: 'New rule' });
  await form.waitFor();
  assert.equal(
    [await form.getByLabel('From').inputValue(), await form.getByLabel('Until').inputValue()],
    ['10:00', '12:00'],
  );
  assert.ok(await form.getByRole('checkbox', { name: 'Wednesday' }).isChecked());
  assert.not.ok(await form.getByRole('checkbox', { name: 'Thursday' }).isChecked());
  await page.goBack();
  await form.waitFor({ state: 'detached' });
  await page.context().close();
});

test('arrow keys move a rule, with Shift its end; the block keeps the focus, and Ctrl with Z takes it back', async () => {
  const { id } = await addRule({});
  const page = await open();
  await block(page, /^Morning/).focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowUp', 'Shift+ArrowUp'])
    await page.keyboard.press(key);
  await until(async () => (await timesOf(id)) === '07:00-09:15');
  await page.getByText('Morning, every day, 07:00 to 09:15.').waitFor();
  assert.match((await page.evaluate(() => document.activeElement?.textContent)) ?? '', /^Morning/);
  await page.keyboard.press('Control+z');
  await until(async () => (await timesOf(id)) === '06:30-09:00');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Change the rule' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('Morning'));
  await page.context().close();
});

test('a rule of one day keeps the focus when the arrow keys take it to another', async () => {
  await addRule({ day_pattern: 'custom', custom_days: ['monday'] });
  const page = await open();
  await block(page, /^Morning, Monday/).focus();
  for (const day of ['Tuesday', 'Wednesday']) {
    await page.keyboard.press('ArrowRight');
    await block(page, new RegExp(`^Morning, ${day}`)).waitFor();
  }
  await until(async () => (await rules())[0]?.custom_days?.[0] === 'wednesday');
  assert.match((await page.evaluate(() => document.activeElement?.textContent)) ?? '', /^Morning, Wednesday/);
  await page.context().close();
});

test('a finger that holds a block drags it, one that wipes scrolls the page', async () => {
  const { id } = await addRule({});
  const context = await shared.browser.browser.newContext({
    viewport: SCREENS.phone,
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(`${shared.appliance.url}/schedule?week=${WEEK}&day=friday`);
  const target = block(page, /^Morning/);
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const hour = await hours(page, 1);
  const finger = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: 200, y }] });
  const wipe = async (pause: number) => {
    const box = await target.boundingBox();
    assert.ok(box);
    const y = box.y + box.height / 2;
    const begun = touch('touchStart', y);
    if (pause > 0) await begun.then(() => page.waitForTimeout(pause));
    // Not one by one: on a busy machine that would be a hold too.
    const moves = Array.from({ length: 10 }, (_, step) => touch('touchMove', y + ((step + 1) * hour) / 5));
    await Promise.all([begun, ...moves]);
    await touch('touchEnd', 0);
  };
  const before = await page.evaluate(() => scrollY);
  await wipe(0);
  await page.waitForFunction((top) => scrollY < top - 20, before);
  assert.is(await timesOf(id), '06:30-09:00');
  let top = -1;
  await until(async () => {
    const last = top;
    top = await page.evaluate(() => new Promise<number>((resolve) => setTimeout(() => resolve(scrollY), 150)));
    return top === last;
  });
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const still = await page.evaluate(() => scrollY);
  await wipe(600);
  await until(async () => (await timesOf(id)) === '08:30-11:00');
  assert.is(await page.evaluate(() => scrollY), still);
  await context.close();
});

test('a finger takes a rule to another day', async () => {
  await addRule({ day_pattern: 'custom', custom_days: ['tuesday'] });
  const context = await shared.browser.browser.newContext({
    viewport: { width: 1024, height: 768 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(`${shared.appliance.url}/schedule?week=${WEEK}`);
  const target = block(page, /^Morning, Tuesday/);
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const box = await target.boundingBox();
  assert.ok(box);
  const finger = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y: box.y + box.height / 2 }],
    });
  const x = box.x + box.width / 2;
  await touch('touchStart', x);
  await page.waitForTimeout(600);
  for (let step = 1; step <= 15; step++) await touch('touchMove', x + step * 0.2 * box.width);
  await touch('touchEnd');
  await until(async () => (await rules())[0]?.custom_days?.[0] === 'friday');
  await context.close();
});

test('a move that is refused is put back, and the refusal said', async () => {
  const { id } = await addRule({});
  const page = await open();
  await page.route(`**/api/schedules/${id}`, (route) =>
    route.fulfill({ status: 400, json: { detail: 'The moon is in the wrong quarter.' } }),
  );
  await drag(page, block(page, /^Morning/), [0.5, 0.5], [0, await hours(page, 2)]);
  await page.getByText('The moon is in the wrong quarter.').waitFor();
  await block(page, /06:30 to 09:00$/).waitFor();
  assert.is(await page.getByRole('button', { name: 'Undo' }).count(), 0);
  await page.context().close();
});

run();
