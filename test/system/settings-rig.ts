import type { Page } from 'playwright-core';
import type { BoardInstance, BoardSettings } from '../../src/schema/boards/boards.ts';
import type { Visit } from '../support/browser.ts';
import { button } from './view-suite.ts';

/** Waits until the page says that something is saved. */
export const saved = (page: Page) => page.getByText('Saved.').first().waitFor();
/** Saves the form of the page. */
export const save = async (page: Page): Promise<void> => {
  await button(page, 'Save').click();
  await saved(page);
};
/** The boards that are stored. */
export const boardsOf = async ({ get }: Visit): Promise<BoardInstance[]> =>
  (await get<BoardSettings>('/settings/board')).boards;
