import type { Page } from 'playwright-core';
import type { BoardInstance, BoardSettings } from '../../src/schema/boards/boards.ts';
import type { Appliance } from '../support/appliance.ts';
import type { Premises, Visit } from '../support/browser.ts';
import { startSuite } from './view-suite.ts';

/** The commands that the page shows, by name. */
export const commandsOf = async (page: Page): Promise<Record<string, string>> => {
  await page.locator('[data-example="mqtt"]').waitFor();
  return Object.fromEntries(
    await page
      .locator('[data-example]')
      .evaluateAll((examples) =>
        examples.map((one) => [one.getAttribute('data-example'), one.querySelector('code')?.textContent]),
      ),
  );
};

/** The board that every appliance has. */
export const firstBoard = async ({ call }: Appliance): Promise<BoardInstance> =>
  (await call<BoardSettings>('GET', '/settings/board')).body.boards[0] as BoardInstance;

/** A suite of the page for programs. */
export const startApiPage = (name: string) => {
  const { test, visit, run } = startSuite(name, /status of 40[149]/);
  return {
    test,
    run,
    visit: (premises: Premises, act: (visit: Visit) => Promise<void>) => visit('/api-help', premises, act),
  };
};
