import { access } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { startAppliance } from '../support/appliance.ts';
import type { Appliance } from '../support/appliance.ts';
import { startBrowser } from '../support/browser.ts';
import type { TestBrowser } from '../support/browser.ts';
import { quantile } from './service.ts';
import type { Row } from './service.ts';

const LOADS = 9;
const BOARDS = 64;
const SETTLED_MS = 1200;
const FRAME_MS = 17;

/**
 * Loads the first view with a browser slowed `slower` times; how many ms pass from the request until a board is
 * painted.
 */
const load = async (browser: TestBrowser, url: string, slower: number): Promise<number> => {
  const context = await browser.browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await page.addInitScript(() => {
    const { drawImage } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.drawImage = function draw(this: CanvasRenderingContext2D, ...part: unknown[]) {
      Reflect.apply(drawImage, this, part);
      if (!this.canvas.closest('.board')) return;
      CanvasRenderingContext2D.prototype.drawImage = drawImage;
      Object.assign(globalThis, { boardAt: performance.now() });
    };
  });
  await page.goto(url);
  // Asking the page while it loads would slow it too.
  await page.waitForTimeout(SETTLED_MS);
  const { board, paints } = await page.evaluate(() => ({
    board: (globalThis as { boardAt?: number }).boardAt ?? Number.NaN,
    paints: performance.getEntriesByName('first-contentful-paint').map(({ startTime }) => startTime),
  }));
  await context.close();
  // Where flaps were drawn before anything was painted, the first paint is its own; else it is painted in the next
  // frame.
  const [paint = Number.NaN] = paints;
  return board <= paint ? paint : board + FRAME_MS * slower;
};

const measureLoads = async (browser: TestBrowser, appliance: Appliance): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const slower of [1, 6]) {
    const taken: number[] = [];
    for (let count = 0; count <= LOADS; count++) taken.push(await load(browser, appliance.url, slower));
    // The first fills the browser's own caches of code.
    rows.push({
      name: `first view, browser slowed ${slower} times: a board is painted`,
      value: quantile(taken.slice(1), 0.5),
      unit: 'ms',
      ...(slower === 6 ? { target: 300 } : {}),
    });
  }
  return rows;
};

const framesOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        let count = 0;
        const tick = (now: number): void => {
          if (now - began > 2000) resolve((count * 1000) / (now - began));
          else {
            count++;
            requestAnimationFrame(tick);
          }
        };
        requestAnimationFrame(tick);
      }),
  );

const measureFrames = async (browser: TestBrowser, appliance: Appliance): Promise<Row[]> => {
  for (let board = 2; board <= BOARDS; board++)
    await appliance.call('POST', '/settings/board/add', { device_type: 'flagship', name: `Board ${board}` });
  const { body } = await appliance.call<{ boards: { id: string }[] }>('GET', '/v1/boards');
  const page = await browser.open(appliance.url, { motion: 'no-preference' });
  await page.waitForFunction((count) => document.querySelectorAll('.boards canvas').length === count, BOARDS);
  await page.waitForTimeout(1500);
  const still = await framesOf(page);
  const rates: number[] = [];
  for (const text of ['THE QUICK BROWN FOX', '98765 43210', 'JUMPS OVER THE LAZY DOG']) {
    await Promise.all(
      body.boards.map(({ id }) => appliance.call('POST', `/v1/boards/${id}/message`, { text: text.repeat(4) })),
    );
    await page.waitForFunction(() => document.querySelector('canvas[data-moving="true"]') !== null);
    rates.push(await framesOf(page));
  }
  return [
    { name: `${BOARDS} boards at rest: frames`, value: still, unit: 'frames/s' },
    {
      name: `${BOARDS} boards told something new at once, those in sight turning: frames`,
      value: quantile(rates, 0.5),
      unit: 'frames/s',
      target: 50,
    },
  ];
};

/** Measures the interface in Chromium, where it is installed. */
export const run = async (): Promise<Row[]> => {
  const installed = await access('/usr/bin/chromium').then(
    () => true,
    () => false,
  );
  if (!installed) return [{ name: 'the interface: chromium is not installed', value: Number.NaN, unit: '' }];
  const appliance = await startAppliance();
  const browser = await startBrowser();
  try {
    return [...(await measureLoads(browser, appliance)), ...(await measureFrames(browser, appliance))];
  } finally {
    await browser.close();
    await appliance.close();
  }
};
