import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { startBrowser, type TestBrowser } from '../support/browser.ts';
import { quantile, type Row } from './service.ts';

const LOADS = 9;
const BOARDS = 64;
/** How many times longer than a page that says "Hello" the first view may take, in a browser slowed six times. */
const MOST_RATIO = 1.9;
/** How long one task of a view may hold such a browser up while it opens, in ms. */
const MOST_TASK_MS = 200;
const SLOWER = 6;
const LONGEST_LOAD_MS = 30_000;
/** What comes after the first paint belongs to the opening of a view too. */
const SETTLING_MS = 1500;

const HELLO = '<!doctype html><html lang="en"><head><title>Hello</title></head><body><p>Hello</p></body></html>';

/** A page that says "Hello", from a bare server: the least that a first view can take. */
const startHello = async (): Promise<{ readonly url: string; close(): void }> => {
  const server = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(HELLO));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
};

/** In the page: notes when the frame was painted in which a board got its first flaps. */
const watchBoard = (): void => {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('.board path')) return;
    observer.disconnect();
    const drawn = performance.now();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () =>
        Object.assign(globalThis, { board: { drawn, painted: performance.now() } }),
      );
      port1.start();
      port2.postMessage(null);
    });
  });
  observer.observe(document, { childList: true, subtree: true });
};

/** In the page: notes the longest task. */
const watchTasks = (): void => {
  Object.assign(globalThis, { longest: 0 });
  new PerformanceObserver((list) => {
    const known = (globalThis as unknown as { longest: number }).longest;
    Object.assign(globalThis, { longest: Math.max(known, ...list.getEntries().map(({ duration }) => duration)) });
  }).observe({ type: 'longtask', buffered: true });
};

interface Loaded {
  readonly longest: number;
  readonly board?: { readonly drawn: number; readonly painted: number };
  readonly paint?: number;
}

const firstPaint = (): number | undefined => performance.getEntriesByName('first-contentful-paint')[0]?.startTime;

/** How a page opened, in ms. */
interface Opened {
  /** From the request until its first board was painted, or, where there is none, its first words. */
  readonly shown: number;
  readonly longestTask: number;
}

/** Opens an address in a new window of a browser slowed `slower` times. */
const load = async (browser: TestBrowser, url: string, slower: number, hasBoard: boolean): Promise<Opened> => {
  const context = await browser.browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await page.addInitScript(watchBoard);
  await page.addInitScript(watchTasks);
  await page.goto(url);
  // Asked seldom: a question slows the page down too.
  await page.waitForFunction(
    (wanted) => performance.getEntriesByName('first-contentful-paint').length > 0 && (!wanted || 'board' in globalThis),
    hasBoard,
    { polling: 500, timeout: LONGEST_LOAD_MS },
  );
  const paint = (await page.evaluate(firstPaint)) ?? Number.NaN;
  await page.waitForTimeout(SETTLING_MS);
  const { board, longest } = await page.evaluate((): Loaded => {
    // The window itself is not handed over.
    const noted = globalThis as unknown as Loaded;
    return { longest: noted.longest, ...(noted.board && { board: noted.board }) };
  });
  await context.close();
  // Where flaps were drawn before anything was painted, the first paint is the board's.
  return { shown: !board || board.drawn <= paint ? paint : board.painted, longestTask: longest };
};

/** Loads all in turn, so that whatever else the machine does slows both. */
const measureLoads = async (browser: TestBrowser, appliance: Appliance): Promise<Row[]> => {
  const hello = await startHello();
  const rows: Row[] = [];
  for (const slower of [1, SLOWER]) {
    const boards: Opened[] = [];
    const hellos: Opened[] = [];
    const pages: Opened[] = [];
    // The first of each fills the browser's own caches of code.
    for (let count = 0; count <= LOADS; count++) {
      hellos.push(await load(browser, hello.url, slower, false));
      boards.push(await load(browser, appliance.url, slower, true));
      pages.push(await load(browser, `${appliance.url}/pages`, slower, false));
    }
    const usual = (all: readonly Opened[], of: keyof Opened): number =>
      quantile(
        all.slice(1).map((one) => one[of]),
        0.5,
      );
    const [helloMs, boardMs] = [usual(hellos, 'shown'), usual(boards, 'shown')];
    const target = slower === SLOWER ? { target: MOST_TASK_MS } : {};
    const how = `browser slowed ${slower} times`;
    rows.push(
      { name: `${how}: a page that says "Hello" is painted`, value: helloMs, unit: 'ms' },
      { name: `${how}: the first board is painted`, value: boardMs, unit: 'ms' },
      {
        name: `${how}: the first board beside "Hello"`,
        value: boardMs / helloMs,
        unit: 'times',
        ...(slower === SLOWER ? { target: MOST_RATIO } : {}),
      },
      {
        name: `${how}: the longest task of the first view`,
        value: usual(boards, 'longestTask'),
        unit: 'ms',
        ...target,
      },
      { name: `${how}: the longest task of Pages`, value: usual(pages, 'longestTask'), unit: 'ms', ...target },
    );
  }
  hello.close();
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
    // Waited for from the beginning: on a busy machine the first boards are at rest before the last one is told.
    const turning = page.waitForFunction(() => document.querySelector('canvas[data-moving="true"]') !== null);
    const told = Promise.all(
      body.boards.map(({ id }) => appliance.call('POST', `/v1/boards/${id}/message`, { text: text.repeat(4) })),
    );
    await turning;
    rates.push(await framesOf(page));
    await told;
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
