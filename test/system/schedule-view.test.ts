// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Locator, Page as WebPage } from 'playwright-core';
import type { Page } from '../../src/schema/content/pages.ts';
import type { Schedule, ScheduleList } from '../../src/schema/content/schedules.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import {
  SCREENS,
  assertAccessible,
  assertAccessibleInBothThemes,
  assertFits,
  startBrowser,
  type Screen,
  type TestBrowser,
} from '../support/browser.ts';
import { until } from '../support/until.ts';

/** A week in which nothing but what a test makes happens. */
const WEEK = '2031-03-03';

let appliance: Appliance;
let browser: TestBrowser;
let board: string;
let morning: Page;
let news: Page;

const test = suite('the schedule of a board');

const make = async (name: string, line: string, device_type = 'flagship'): Promise<Page> =>
  (await appliance.call<Page>('POST', '/v1/pages', { name, type: 'template', device_type, template: [line] })).body;
const rules = async (): Promise<Schedule[]> => (await appliance.call<ScheduleList>('GET', '/schedules')).body.schedules;
const addRule = async (rule: Partial<Schedule>): Promise<Schedule> =>
  (
    await appliance.call<Schedule>('POST', '/schedules', {
      page_id: morning.id,
      start_time: '06:30',
      end_time: '09:00',
      ...rule,
    })
  ).body;
const timesOf = async (id: string) => {
  const { start_time, end_time } = (await appliance.call<Schedule>('GET', `/schedules/${id}`)).body;
  return `${start_time}-${end_time}`;
};
const open = async (path = `/schedule?week=${WEEK}`, screen: Screen = 'desktop'): Promise<WebPage> => {
  const page = await browser.open(appliance.url + path, { screen });
  await page.getByRole('slider', { name: 'Moment of the week' }).waitFor();
  return page;
};
const block = (page: WebPage, name: RegExp): Locator =>
  page.locator('.rule-block').and(page.getByRole('button', { name })).first();

/** Drags from a point of an element, in parts of its size, by so many pixels. */
const drag = async (
  page: WebPage,
  from: Locator,
  part: readonly [x: number, y: number],
  by: readonly [x: number, y: number],
): Promise<void> => {
  await from.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const box = await from.boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width * part[0], box.y + box.height * part[1]];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by[0] / 2, y + by[1] / 2, { steps: 4 });
  await page.mouse.move(x + by[0], y + by[1], { steps: 4 });
  await page.mouse.up();
};
/** Pixels of so many hours in the picture. */
const hours = async (page: WebPage, count: number): Promise<number> =>
  count * (await page.locator('.week-grid').evaluate((grid) => grid.getBoundingClientRect().height / 24));

test.before(async () => {
  appliance = await startAppliance();
  browser = await startBrowser();
  board = ((await appliance.call<{ boards: { id: string }[] }>('GET', '/v1/boards')).body.boards[0] ?? { id: '' }).id;
  morning = await make('Morning', 'GOOD MORNING');
  news = await make('News', 'NEWS OF THE DAY');
  await make('Tiny', 'TINY', 'note');
  await appliance.call('PUT', `/v1/boards/${board}/active-page`, { page_id: null });
});
test.before.each(async () => {
  for (const { id } of await rules()) await appliance.call('DELETE', `/schedules/${id}`);
  await appliance.call('PATCH', `/v1/boards/${board}`, { schedule_enabled: true, default_page_id: null });
});
test.after(async () => {
  await browser.close();
  await appliance.close();
});

for (const screen of ['phone', 'desktop'] as const) {
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
    await page.goto(`${appliance.url}/schedule?week=${WEEK}&day=tuesday`);
    await block(page, /^Morning, Monday to Friday, 06:30 to 09:00$/).waitFor();
    assert.is(await page.locator('.rule-block').count(), screen === 'phone' ? 1 : 5);
    const [rule] = await rules();
    assert.equal(
      [rule?.day_pattern, rule?.start_time, rule?.end_time, rule?.page_id],
      ['weekdays', '06:30', '09:00', morning.id],
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
    async () => (await appliance.call<Schedule>('GET', `/schedules/${id}`)).body.custom_days?.[0] === 'thursday',
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
  const context = await browser.browser.newContext({
    viewport: SCREENS.phone,
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(`${appliance.url}/schedule?week=${WEEK}&day=friday`);
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
  const context = await browser.browser.newContext({
    viewport: { width: 1024, height: 768 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(`${appliance.url}/schedule?week=${WEEK}`);
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

test('what wins is shown: the newer rule covers the older one, and the board says why', async () => {
  await addRule({});
  await addRule({ page_id: news.id, start_time: '08:00', end_time: '10:00', day_pattern: 'weekdays' });
  await addRule({ page_id: news.id, start_time: '07:00', end_time: '07:30', day_pattern: 'weekends' });
  const page = await open();
  await block(page, /^Morning, every day, 06:30 to 09:00, partly covered by another rule$/).waitFor();
  const share = await block(page, /^Morning/).evaluate(
    (element) =>
      (element.querySelector('.rule-win')?.getBoundingClientRect().height ?? 0) /
      element.getBoundingClientRect().height,
  );
  assert.ok(Math.abs(share - 90 / 150) < 0.02, String(share));
  await page.getByText(/Morning and News: .* overlap from Monday to Friday\. The newer rule wins\./).waitFor();
  await page.context().close();
});

test('the slider shows the board at any moment of the week and says why', async () => {
  await addRule({});
  await appliance.call('PATCH', `/v1/boards/${board}`, { default_page_id: news.id });
  await appliance.call('PUT', '/settings/silence-schedule', {
    enabled: true,
    start_time: '22:00',
    end_time: '06:00',
    mode: 'indicator',
    indicator_text: 'PSST',
  });
  const page = await open();
  const slider = page.getByRole('slider', { name: 'Moment of the week' });
  const look = async (day: number, minute: number) => {
    await slider.evaluate(
      (input, value) => {
        (input as HTMLInputElement).value = String(value);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      },
      day * 1440 + minute,
    );
  };
  const shows = (picture: RegExp, reason: string) =>
    Promise.all([
      page.locator('.scrubber').getByRole('img', { name: picture }).waitFor(),
      page.getByText(reason, { exact: true }).waitFor(),
    ]);
  await look(1, 7 * 60);
  await shows(/^Tuesday, 07:00: GOOD MORNING/, 'Schedule: Morning until 09:00');
  await look(1, 12 * 60);
  await shows(/NEWS OF THE DAY/, 'Until 22:00 nothing is scheduled, so the default page is up: News');
  await look(2, 23 * 60);
  await shows(/PSST/, 'Silence until Thursday 06:00');
  assert.is(await slider.getAttribute('aria-valuetext'), 'Wednesday, 23:00');
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  assert.is(await slider.getAttribute('aria-valuetext'), 'Wednesday, 22:55');
  await appliance.call('PUT', '/settings/silence-schedule', { mode: 'freeze' });
  await shows(/NEWS OF THE DAY/, 'Silence until Thursday 06:00');
  await page.getByRole('button', { name: 'Now', exact: true }).click();
  await page.waitForURL(/\/schedule$/);
  await appliance.call('PUT', '/settings/silence-schedule', { enabled: false });
  await page.context().close();
});

test('a schedule that is off, a pin, and a missing place are told with what to do about them', async () => {
  await addRule({ start_type: 'sunrise' });
  await appliance.call('PATCH', `/v1/boards/${board}`, { schedule_enabled: false });
  await appliance.call('PUT', `/v1/boards/${board}/active-page`, { page_id: news.id });
  const page = await open();
  assert.is(await page.getByRole('link', { name: 'Set the location' }).getAttribute('href'), '/settings/location');
  await page.getByRole('button', { name: 'Turn it on' }).click();
  await until(
    async () =>
      (await appliance.call<{ schedule_enabled: boolean }>('GET', `/v1/boards/${board}`)).body.schedule_enabled,
  );
  await page.getByRole('button', { name: 'Follow the schedule again' }).click();
  await page.getByText('News is pinned and overrides every rule.').waitFor({ state: 'detached' });
  await page.getByRole('switch', { name: /^Follow the schedule/ }).uncheck();
  await page.getByRole('button', { name: 'Turn it on' }).waitFor();
  await page.getByLabel('When nothing is scheduled').selectOption({ label: 'News' });
  await until(
    async () =>
      (await appliance.call<{ default_page_id: string }>('GET', `/v1/boards/${board}`)).body.default_page_id ===
      news.id,
  );
  await page.context().close();
});

test('a rule that follows the sun says when that is', async () => {
  await appliance.call('PUT', '/settings/location', { latitude: 52.52, longitude: 13.405 });
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
  await appliance.call('PUT', '/settings/location', { latitude: null, longitude: null });
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

test('each board has a week of its own, and a rule leads to the week of its board', async () => {
  const { body } = await appliance.call<{ boards: { id: string; name: string }[] }>('POST', '/settings/board/add', {
    device_type: 'note',
    name: 'Kitchen',
  });
  const kitchen = body.boards.find(({ name }) => name === 'Kitchen')?.id ?? '';
  const tiny = (await appliance.call<{ pages: Page[] }>('GET', '/v1/pages')).body.pages.find(
    ({ name }) => name === 'Tiny',
  );
  await addRule({});
  const { body: rule } = await appliance.call<Schedule>('POST', '/schedules', {
    board_id: kitchen,
    page_id: tiny?.id,
    start_time: '10:00',
    end_time: '11:00',
  });
  const page = await open();
  await block(page, /^Morning/).waitFor();
  await page.getByLabel('Board', { exact: true }).selectOption({ label: 'Kitchen' });
  await block(page, /^Tiny/).waitFor();
  assert.is(
    await page
      .locator('.rule-block')
      .and(page.getByRole('button', { name: /^Morning/ }))
      .count(),
    0,
  );
  assert.is(new URL(page.url()).searchParams.get('board'), kitchen);
  await page.goto(`${appliance.url}/schedule/rules/${rule.id}`);
  const form = page.getByRole('dialog', { name: 'Change the rule' });
  assert.is(await form.getByLabel('Show').locator('option:checked').textContent(), 'Tiny');
  await page.goto(`${appliance.url}/schedule/rules/none`);
  await page.getByText('This rule does not exist.').waitFor();
  await appliance.call('DELETE', `/settings/board/${kitchen}`);
  await page.context().close();
});

for (const screen of ['phone', 'desktop'] as const) {
  test(`${screen}: no barrier in the week and in the form of a rule, be it light or dark`, async () => {
    await addRule({});
    await addRule({ page_id: news.id, start_time: '08:00', end_time: '10:00' });
    await addRule({ page_id: news.id, recurrence_type: 'annual_date', annual_date: '12-24', start_type: 'sunrise' });
    const page = await open(undefined, screen);
    await block(page, /^News/).waitFor();
    await assertAccessibleInBothThemes(page, 'week');
    await page.getByRole('link', { name: /^Edit: News, every year/ }).click();
    await page.getByRole('dialog', { name: 'Change the rule' }).waitFor();
    await assertAccessibleInBothThemes(page, 'rule');
    await assertFits(page, 'rule');
    await page.context().close();
  });
}

test('the console stays silent', () =>
  assert.equal(
    browser.complaints.filter((text) => !/status of (?:400|404)/.test(text)),
    [],
  ));

test('a planned message stands in the week at its time, and leads to its field below', async () => {
  const [year, month, day] = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10).split('-');
  const date = `${year}-${month}-${day}`;
  const at = `${date}T18:00`;
  const { body } = await appliance.call<{ id: string }>('POST', `/boards/${board}/message`, {
    text: 'SUPPER IS READY',
    at,
  });
  for (const screen of ['desktop', 'phone'] as const) {
    const weekday = new Date(`${date}T12:00Z`).toLocaleDateString('en', { weekday: 'long' }).toLowerCase();
    const page = await open(`/schedule?week=${date}&day=${weekday}`, screen);
    const mark = page.getByRole('button', { name: '18:00: message “SUPPER IS READY”' });
    await mark.waitFor();
    await mark.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const field = page.locator(`#message-${body.id} input[type="text"]`);
    await field.waitFor();
    await mark.click();
    assert.is(await field.evaluate((element) => element === document.activeElement), true);
    await field.fill('19:30');
    await field.blur();
    await page.getByRole('button', { name: '19:30: message “SUPPER IS READY”' }).waitFor();
    await field.fill('18:00');
    await field.blur();
    await mark.waitFor();
    await assertAccessible(page, 'planned');
    await assertFits(page, 'planned');
    if (screen === 'phone') {
      await page.getByRole('button', { name: 'Cancel SUPPER IS READY' }).click();
      await mark.waitFor({ state: 'detached' });
    }
    await page.close();
  }
});

test.run();
