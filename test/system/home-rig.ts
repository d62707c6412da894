import type { Page as WebPage } from 'playwright-core';
import { startEmulator, type Emulator } from '../../hw/emulator/vestaboard/emulator.ts';
import type { Look } from '../support/browser.ts';
import { startSharedSuite } from './view-suite.ts';

/** A suite of the first view: of the board that every appliance has, and of `wall()`, an emulated one named Hall. */
export const startHome = (name: string) => {
  let emulator: Emulator;
  let wall = '';
  const { test, shared, run } = startSharedSuite(
    name,
    async ({ appliance }) => {
      emulator = await startEmulator({ type: 'flagship', port: 0, key: 'k' });
      const { body } = await appliance.call<{ boards: { id: string }[] }>('POST', '/settings/board/add', {
        device_type: 'flagship',
        name: 'Hall',
        host: `127.0.0.1:${emulator.port}`,
        local_api_key: 'k',
      });
      wall = body.boards[1]?.id ?? '';
      await appliance.call('PUT', '/settings/output', { target: 'both' });
    },
    /429/,
  );
  test.after(() => emulator.close());
  return {
    test,
    shared,
    run,
    emulator: () => emulator,
    wall: () => wall,
    open: async (path = '/', look: Look = {}): Promise<WebPage> => {
      const page = await shared.browser.open(`${shared.appliance.url}${path}`, look);
      await page.getByRole('textbox', { name: 'Message' }).waitFor();
      return page;
    },
    /** The text that a board shows. */
    shown: async (id: string): Promise<string> =>
      (await shared.appliance.call<{ text: string }>('GET', `/v1/boards/${id}`)).body.text,
  };
};
