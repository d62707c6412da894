// needs: chromium
import * as assert from 'uvu/assert';
import type { Page } from '../../src/schema/content/pages.ts';
import type { Schedule } from '../../src/schema/content/schedules.ts';
import { SCREEN_NAMES, assertAccessible, assertAccessibleInBothThemes, assertFits } from '../support/browser.ts';
import { until } from '../support/until.ts';
import { block, startSchedule } from './schedule-rig.ts';

const { test, shared, run, ids, addRule, open } = startSchedule('the schedule of a board');

test('what wins is shown: the newer rule covers the older one, and the board says why', async () => {
  await addRule({});
  await addRule({ page_id: ids.news, start_time: '08:00', end_time: '10:00', day_pattern: 'weekdays' });
  await addRule({ page_id: ids.news, start_time: '07:00', end_time: '07:30', day_pattern: 'weekends' });
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
  await shared.appliance.call('PATCH', `/v1/boards/${ids.board}`, { default_page_id: ids.news });
  await shared.appliance.call('PUT', '/settings/silence-schedule', {
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
  await shared.appliance.call('PUT', '/settings/silence-schedule', { mode: 'freeze' });
  await shows(/NEWS OF THE DAY/, 'Silence until Thursday 06:00');
  await page.getByRole('button', { name: 'Now', exact: true }).click();
  await page.waitForURL(/\/schedule$/);
  await shared.appliance.call('PUT', '/settings/silence-schedule', { enabled: false });
  await page.context().close();
});

test('a schedule that is off, a pin, and a missing place are told with what to do about them', async () => {
  await addRule({ start_type: 'sunrise' });
  await shared.appliance.call('PATCH', `/v1/boards/${ids.board}`, { schedule_enabled: false });
  await shared.appliance.call('PUT', `/v1/boards/${ids.board}/active-page`, { page_id: ids.news });
  const page = await open();
  assert.is(await page.getByRole('link', { name: 'Set the location' }).getAttribute('href'), '/settings/location');
  await page.getByRole('button', { name: 'Turn it on' }).click();
  await until(
    async () =>
      (await shared.appliance.call<{ schedule_enabled: boolean }>('GET', `/v1/boards/${ids.board}`)).body
        .schedule_enabled,
  );
  await page.getByRole('button', { name: 'Follow the schedule again' }).click();
  await page.getByText('News is pinned and overrides every rule.').waitFor({ state: 'detached' });
  await page.getByRole('switch', { name: /^Follow the schedule/ }).uncheck();
  await page.getByRole('button', { name: 'Turn it on' }).waitFor();
  await page.getByLabel('When nothing is scheduled').selectOption({ label: 'News' });
  await until(
    async () =>
      (await shared.appliance.call<{ default_page_id: string }>('GET', `/v1/boards/${ids.board}`)).body
        .default_page_id === ids.news,
  );
  await page.context().close();
});

test('each board has a week of its own, and a rule leads to the week of its board', async () => {
  const { body } = await shared.appliance.call<{ boards: { id: string; name: string }[] }>(
    'POST',
    '/settings/board/add',
    {
      device_type: 'note',
      name: 'Kitchen',
    },
  );
  const kitchen = body.boards.find(({ name }) => name === 'Kitchen')?.id ?? '';
  const tiny = (await shared.appliance.call<{ pages: Page[] }>('GET', '/v1/pages')).body.pages.find(
    ({ name }) => name === 'Tiny',
  );
  await addRule({});
  const { body: rule } = await shared.appliance.call<Schedule>('POST', '/schedules', {
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
  await page.goto(`${shared.appliance.url}/schedule/rules/${rule.id}`);
  const form = page.getByRole('dialog', { name: 'Change the rule' });
  assert.is(await form.getByLabel('Show').locator('option:checked').textContent(), 'Tiny');
  await page.goto(`${shared.appliance.url}/schedule/rules/none`);
  await page.getByText('This rule does not exist.').waitFor();
  await shared.appliance.call('DELETE', `/settings/board/${kitchen}`);
  await page.context().close();
});

for (const screen of SCREEN_NAMES) {
  test(`${screen}: no barrier in the week and in the form of a rule, be it light or dark`, async () => {
    await addRule({});
    await addRule({ page_id: ids.news, start_time: '08:00', end_time: '10:00' });
    await addRule({ page_id: ids.news, recurrence_type: 'annual_date', annual_date: '12-24', start_type: 'sunrise' });
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

test('a planned message stands in the week at its time, and leads to its field below', async () => {
  const [year, month, day] = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10).split('-');
  const date = `${year}-${month}-${day}`;
  const at = `${date}T18:00`;
  const { body } = await shared.appliance.call<{ id: string }>('POST', `/boards/${ids.board}/message`, {
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

run();
