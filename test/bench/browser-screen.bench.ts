import { startAppliance } from '../support/appliance.ts';
import { startBrowser } from '../support/browser.ts';
import { until } from '../support/until.ts';
import { quantile, type Row } from './service.ts';

const SCREEN = { width: 1920, height: 1080 };
const ROWS = 6;
const COLS = 22;
/** A frame of a screen of 60 Hz. */
const FRAME_MS = 1000 / 60;

interface Noted {
  readonly gaps: number[];
  readonly work: number[];
}

/** In the page: notes from now on, while flaps turn, the time between two frames and the work of each. */
const noteFrames = (): void => {
  const noted: Noted = { gaps: [], work: [] };
  const real = window.requestAnimationFrame.bind(window);
  let last = 0;
  window.requestAnimationFrame = (act) =>
    real((now) => {
      const begun = performance.now();
      act(now);
      noted.work.push(performance.now() - begun);
      if (last > 0) noted.gaps.push(now - last);
      last = now;
    });
  Object.assign(window, { noted });
};

const grid = (code: (cell: number) => number): number[][] =>
  Array.from({ length: ROWS }, (_, row) => Array.from({ length: COLS }, (__, col) => code(row * COLS + col)));

/** The page of screens while every flap of a flagship turns, at 1080p, without a graphics card. */
export const run = async (): Promise<Row[]> => {
  const appliance = await startAppliance();
  const browser = await startBrowser();
  try {
    const show = (characters: number[][]) => appliance.call('POST', '/v1/boards/primary/message', { characters });
    await show(grid(() => 1));
    const page = await browser.open('about:blank', { motion: 'no-preference' });
    await page.setViewportSize(SCREEN);
    await page.goto(`${appliance.url}/screen/primary`);
    const moving = () => page.evaluate(() => document.getElementById('wall')?.getAttribute('data-moving'));
    await until(async () => (await moving()) === 'false');
    await page.evaluate(noteFrames);
    const session = await browser.browser.newBrowserCDPSession();
    const processor = async (type: string): Promise<number> => {
      const { processInfo } = await session.send('SystemInfo.getProcessInfo');
      return 1000 * processInfo.filter((one) => one.type === type).reduce((sum, { cpuTime }) => sum + cpuTime, 0);
    };
    const before = [await processor('renderer'), await processor('GPU')] as const;
    // From the letter A to what lies before it on the reel: all flaps but one fall.
    await show(grid(() => 0));
    await until(async () => (await moving()) === 'true');
    await until(async () => (await moving()) === 'false');
    const after = [await processor('renderer'), await processor('GPU')] as const;
    const { gaps, work } = await page.evaluate(() => (window as unknown as { noted: Noted }).noted);
    const seconds = gaps.reduce((sum, gap) => sum + gap, 0) / 1000;
    const late = (100 * gaps.filter((gap) => gap > 1.5 * FRAME_MS).length) / gaps.length;
    return [
      { name: 'screen, 22 x 6 all turning at 1080p: frames', value: gaps.length / seconds, unit: '/s', target: 58 },
      { name: 'screen, 22 x 6 all turning at 1080p: late frames', value: late, unit: '%', target: 5 },
      {
        name: 'screen, 22 x 6 all turning at 1080p: script of a frame',
        value: quantile(work, 0.5),
        unit: 'ms',
        target: 4,
      },
      {
        name: 'screen, 22 x 6 all turning at 1080p: script, slowest of 100',
        value: quantile(work, 0.99),
        unit: 'ms',
        target: 10,
      },
      {
        name: 'screen, 22 x 6 all turning at 1080p: page, processor a frame',
        value: (after[0] - before[0]) / work.length,
        unit: 'ms',
        target: FRAME_MS,
      },
      {
        name: 'screen, 22 x 6 all turning at 1080p: drawing without a graphics card, processor a frame',
        value: (after[1] - before[1]) / work.length,
        unit: 'ms',
        target: FRAME_MS,
      },
    ];
  } finally {
    await browser.close();
    await appliance.close();
  }
};
