import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { startAppliance, type Appliance } from './appliance.ts';
import { launchChromium } from './chromium.mjs';

/** The screens on which the interface is tried. */
export const SCREENS = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } } as const;
/** A screen on which the interface is tried. */
export type Screen = keyof typeof SCREENS;

/** The names of both. */
export const SCREEN_NAMES: readonly Screen[] = ['phone', 'desktop'];

/** What an opened page looks like. */
export interface Look {
  readonly screen?: Screen;
  readonly scheme?: 'light' | 'dark';
  /** `no-preference` lets flaps turn. */
  readonly motion?: 'reduce' | 'no-preference';
  /** The browser's own; the machine's when there is none. */
  readonly timezone?: string;
  /** The time (ms) that stands still in it; the machine's when there is none. */
  readonly now?: number;
  /** What waits for seconds, to look again, waits for a tenth of them. */
  readonly hurried?: boolean;
}

/** A new appliance, and a window on it. */
export interface Visit {
  readonly appliance: Appliance;
  readonly page: Page;
  /** What the appliance answers. */
  get<T>(path: string): Promise<T>;
}

/** What a visited appliance starts with; `before` happens before the window opens. */
export interface Premises extends Look {
  readonly env?: Record<string, string>;
  readonly before?: (appliance: Appliance) => Promise<unknown>;
}

/** A real browser, and what its console complained of. */
export interface TestBrowser {
  readonly browser: Browser;
  readonly complaints: readonly string[];
  /** Opens an address in a window of its own, without memory of others. */
  open(address: string, look?: Look): Promise<Page>;
  /** Opens an address of a new appliance in a new window, and takes both away when `act` has ended. */
  visit(address: string, premises: Premises, act: (visit: Visit) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** A board that is removed at once may be asked for by a window that has just heard of it. */
const GONE_BOARD = /status of 404 .*\/v1\/boards\//;

/** Starts Chromium. */
export const startBrowser = async (): Promise<TestBrowser> => {
  const browser = await launchChromium();
  const complaints: string[] = [];
  const open = async (
    address: string,
    { screen = 'desktop', scheme = 'light', motion = 'reduce', timezone, now, hurried = false }: Look = {},
  ): Promise<Page> => {
    const context = await browser.newContext({
      viewport: SCREENS[screen],
      colorScheme: scheme,
      reducedMotion: motion,
      ...(timezone && { timezoneId: timezone }),
    });
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    if (now !== undefined) await page.clock.setFixedTime(now);
    if (hurried)
      await page.addInitScript(() => {
        const hurry =
          (set: (act: TimerHandler, ms: number) => number) =>
          (act: TimerHandler, ms = 0) =>
            set(act, ms < 2000 ? ms : ms / 10);
        Object.assign(window, { setInterval: hurry(window.setInterval), setTimeout: hurry(window.setTimeout) });
      });
    page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      const { url } = message.location();
      const said = `${message.text()} ${URL.canParse(url) ? new URL(url).pathname : ''}`.trim();
      if (!GONE_BOARD.test(said)) complaints.push(said);
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(address);
    return page;
  };
  return {
    browser,
    complaints,
    open,
    visit: async (address, premises, act) => {
      const appliance = await startAppliance({ env: premises.env ?? {} });
      let page: Page | null = null;
      try {
        await premises.before?.(appliance);
        page = await open(`${appliance.url}${address}`, premises);
        await act({ appliance, page, get: async <T>(path: string) => (await appliance.call<T>('GET', path)).body });
      } finally {
        await page?.context().close();
        await appliance.close();
      }
    },
    close: () => browser.close(),
  };
};

const axe = (): string =>
  readFileSync(
    createRequire(import.meta.url ?? `file://${process.cwd()}/test/`).resolve('axe-core/axe.min.js'),
    'utf8',
  );

/** The rules of axe-core that look at colours: all that a theme can break in a page that is in order in another. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** What axe-core finds in what the page shows now, by all of its rules or by those of a list. */
const findBarriers = async (page: Page, rules?: readonly string[]): Promise<string[]> => {
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axe());
  // What is in order is not described.
  const options = JSON.stringify({ resultTypes: ['violations'], selectors: false, ...(rules && { runOnly: rules }) });
  return (await page.evaluate(
    `axe.run(${options}).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" | ")))`,
  )) as string[];
};

/** Fails when axe-core finds a barrier in what the page shows now. */
export const assertAccessible = async (page: Page, what: string): Promise<void> =>
  assert.equal(await findBarriers(page), [], what);

/** Fails when axe-core finds a barrier in what a page shows in the light theme, or in its colours in the dark one. */
export const assertAccessibleInBothThemes = async (page: Page, what: string): Promise<void> => {
  await assertAccessible(page, what);
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.equal(await findBarriers(page, COLOR_RULES), [], `${what}, dark`);
  await page.emulateMedia({ colorScheme: 'light' });
};

/** Fails when the page is wider than its window. */
export const assertFits = async (page: Page, what: string): Promise<void> => {
  const [wide, room] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  assert.ok((wide ?? 0) <= (room ?? 0), `${what}: ${wide} of ${room} pixels`);
};
