import type { Page } from 'playwright-core';
import type { Page as BoardPage } from '../../src/schema/content/pages.ts';
import type { Visit } from '../support/browser.ts';
import { startSuite } from './view-suite.ts';

/** The zone of the browser, which is not that of the appliance. */
export const ZONE = 'America/Lima';

/** The title of a step. */
export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 });
/** What leads to the steps. */
export const invitation = (page: Page) => page.getByRole('complementary', { name: 'First steps' });
/** Whether a plugin is switched on. */
export const isOn = async ({ get }: Visit, plugin: string): Promise<boolean> =>
  (await get<{ enabled: boolean }>(`/plugins/${plugin}`)).enabled;

/** The page that is pinned on the board. */
export const pinned = async ({ get }: Visit): Promise<BoardPage> =>
  get<BoardPage>(`/pages/${(await get<{ active_page_id: string }>('/v1/boards/primary')).active_page_id}`);

/**
 * A suite of the first steps: each test on each screen, on an appliance in the zone of its machine unless another is
 * given, and with a browser in Lima.
 */
export const startWizard = (name: string) => {
  const { onEach, run } = startSuite(name, /^$/);
  const on = (what: string, address: string, act: (visit: Visit) => Promise<void>, zone = ''): void =>
    onEach(what, address, act, { timezone: ZONE, env: { SERVICE_TIMEZONE: zone } });
  return { on, run };
};
