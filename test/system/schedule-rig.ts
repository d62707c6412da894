import * as assert from 'uvu/assert';
import type { Locator, Page as WebPage } from 'playwright-core';
import type { Page } from '../../src/schema/content/pages.ts';
import type { Schedule, ScheduleList } from '../../src/schema/content/schedules.ts';
import type { Screen } from '../support/browser.ts';
import { startSharedSuite } from './view-suite.ts';

/** A week in which nothing but what a test makes happens. */
export const WEEK = '2031-03-03';

/** The block of a rule in the week. */
export const block = (page: WebPage, name: RegExp): Locator =>
  page.locator('.rule-block').and(page.getByRole('button', { name })).first();

/** Drags from a point of an element, in parts of its size, by so many pixels. */
export const drag = async (
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
export const hours = async (page: WebPage, count: number): Promise<number> =>
  count * (await page.locator('.week-grid').evaluate((grid) => grid.getBoundingClientRect().height / 24));

/** A suite of the schedule of a board: three pages are there, and each test begins without a rule. */
export const startSchedule = (name: string) => {
  const ids = { board: '', morning: '', news: '' };
  const { test, shared, run } = startSharedSuite(
    name,
    async ({ appliance }) => {
      const make = async (name: string, line: string, device_type = 'flagship'): Promise<string> =>
        (await appliance.call<Page>('POST', '/v1/pages', { name, type: 'template', device_type, template: [line] }))
          .body.id;
      const { body } = await appliance.call<{ boards: { id: string }[] }>('GET', '/v1/boards');
      Object.assign(ids, {
        board: body.boards[0]?.id,
        morning: await make('Morning', 'GOOD MORNING'),
        news: await make('News', 'NEWS OF THE DAY'),
      });
      await make('Tiny', 'TINY', 'note');
      await appliance.call('PUT', `/v1/boards/${ids.board}/active-page`, { page_id: null });
    },
    /status of (?:400|404)/,
  );
  const rules = async (): Promise<Schedule[]> =>
    (await shared.appliance.call<ScheduleList>('GET', '/schedules')).body.schedules;
  test.before.each(async () => {
    for (const { id } of await rules()) await shared.appliance.call('DELETE', `/schedules/${id}`);
    await shared.appliance.call('PATCH', `/v1/boards/${ids.board}`, { schedule_enabled: true, default_page_id: null });
  });
  return {
    test,
    shared,
    run,
    ids,
    rules,
    addRule: async (rule: Partial<Schedule>): Promise<Schedule> =>
      (
        await shared.appliance.call<Schedule>('POST', '/schedules', {
          page_id: ids.morning,
          start_time: '06:30',
          end_time: '09:00',
          ...rule,
        })
      ).body,
    timesOf: async (id: string): Promise<string> => {
      const { start_time, end_time } = (await shared.appliance.call<Schedule>('GET', `/schedules/${id}`)).body;
      return `${start_time}-${end_time}`;
    },
    open: async (path = `/schedule?week=${WEEK}`, screen: Screen = 'desktop'): Promise<WebPage> => {
      const page = await shared.browser.open(shared.appliance.url + path, { screen });
      await page.getByRole('slider', { name: 'Moment of the week' }).waitFor();
      return page;
    },
  };
};
