import type { Locator, Page } from 'playwright-core';
import type { PluginDetail } from '../../src/schema/plugins/plugins.ts';
import type { Appliance } from '../support/appliance.ts';
import type { Visit } from '../support/browser.ts';
import { button } from './view-suite.ts';

/** A heading of the page. */
export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
/** Saves the settings of a plugin. */
export const save = async (page: Page): Promise<void> => {
  await button(page, 'Save settings').click();
  await page.getByText('Saved.').waitFor();
};
/** Narrows the list to a category, or to what is in use. */
export const choose = (page: Page, shown: string) =>
  page.getByRole('combobox', { name: 'Which plugins to show' }).selectOption(shown);
/** Keeps what was tried, and waits until it is on. */
export const keep = async (page: Page): Promise<void> => {
  await button(page, 'Keep it and switch it on').click();
  await page.getByRole('switch', { name: 'Switched on', checked: true }).waitFor();
};
/** What the service says of a plugin. */
export const detailOf = (get: Visit['get'], plugin: string) => get<PluginDetail>(`/plugins/${plugin}`);
/** Switches a plugin on. */
export const enable = (plugin: string) => (appliance: Appliance) => appliance.call('POST', `/plugins/${plugin}/enable`);
/** A field for text by its name alone. */
export const field = (scope: Page | Locator, name: string) => scope.getByRole('textbox', { name, exact: true });
/** What the list says of a plugin. */
export const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
