import type { Page as WebPage } from 'playwright-core';
import type { Page } from '../../src/schema/content/pages.ts';
import type { Screen } from '../support/browser.ts';
import { startSharedSuite } from './view-suite.ts';

/** A row of a page in the editor. */
export const line = (page: WebPage, row: number) => page.getByRole('textbox', { name: `Row ${row}`, exact: true });

/** A suite of pages, four of which are there: `morning()` has a problem in its fourth row. */
export const startPages = (name: string) => {
  let morning = '';
  const { test, shared, run } = startSharedSuite(
    name,
    async ({ appliance }) => {
      await appliance.call('POST', '/settings/board/add', { device_type: 'note', name: 'Kitchen' });
      const { id } = await make({
        name: 'Morning',
        template: ['{center}GOOD MORNING', '', 'IT IS{{fill_space}}{{date_time.year}}', '{{wether.temp}} OUT', '', ''],
      });
      morning = id;
      await make({ name: 'Small clock', device_type: 'note', template: ['', '{center}{{date_time.time}}', ''] });
      await make({ name: 'Wall', device_type: 'panel', grid_rows: 4, grid_cols: 40, template: ['LONG WALL'] });
    },
    /404/,
  );
  const make = async (body: Partial<Page>): Promise<Page> =>
    (await shared.appliance.call<Page>('POST', '/v1/pages', { type: 'template', ...body })).body;
  return {
    test,
    shared,
    run,
    make,
    morning: () => morning,
    stored: async (id: string): Promise<Page> => (await shared.appliance.call<Page>('GET', `/v1/pages/${id}`)).body,
    openEditor: async (id: string, screen: Screen = 'desktop'): Promise<WebPage> => {
      const page = await shared.browser.open(`${shared.appliance.url}/pages/${id}`, { screen });
      await page.getByRole('img', { name: /^The page/ }).waitFor();
      return page;
    },
  };
};
