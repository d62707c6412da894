// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { startBrowser, type TestBrowser } from '../support/browser.ts';

const BOARDS = 64;

let appliance: Appliance;
let browser: TestBrowser;
const ids: string[] = [];

const test = suite('the interface with many boards');

test.before(async () => {
  appliance = await startAppliance();
  browser = await startBrowser();
  for (let board = 2; board <= BOARDS; board++)
    await appliance.call('POST', '/settings/board/add', {
      device_type: board % 3 === 0 ? 'note' : 'flagship',
      name: `Board ${board}`,
    });
  const { body } = await appliance.call<{ boards: { id: string }[] }>('GET', '/v1/boards');
  ids.push(...body.boards.map(({ id }) => id));
});
test.after(async () => {
  await browser.close();
  await appliance.close();
});

test('only the flaps in sight turn, and those out of sight show the newest text when they come into sight', async () => {
  const page = await browser.open(appliance.url, { motion: 'no-preference' });
  await page.waitForFunction((count) => document.querySelectorAll('.boards canvas').length === count, BOARDS);
  // What comes later moves the boards down: it has to stand before their flaps are told to turn.
  await page.waitForTimeout(2500);
  // Looked at in the page itself and at once: on a busy machine flaps have come to rest before another question is
  // asked.
  const turn = page.waitForFunction(() => {
    const moving = [...document.querySelectorAll<HTMLCanvasElement>('canvas[data-moving="true"]')];
    const outside = moving.filter((canvas) => {
      const { top, bottom } = canvas.getBoundingClientRect();
      return bottom < 0 || top > innerHeight;
    });
    return moving.length > 0 && { turning: moving.length, hidden: outside.length };
  });
  const sent = Promise.all(ids.map((id) => appliance.call('POST', `/v1/boards/${id}/message`, { text: 'QWERTZ' })));
  const { turning, hidden } = (await (await turn).jsonValue()) || { turning: 0, hidden: 0 };
  assert.ok(turning > 0 && turning < BOARDS / 2, `${turning} of ${BOARDS} boards turn`);
  assert.is(hidden, 0);
  const frames = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        let count = 0;
        const tick = (now: number) =>
          now - began > 1000
            ? resolve(Math.round((count * 1000) / (now - began)))
            : (count++, requestAnimationFrame(tick));
        requestAnimationFrame(tick);
      }),
  );
  console.log(`${turning} boards of ${BOARDS} in sight, ${frames} frames per second`);
  await sent;
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.getByRole('img', { name: `Board ${BOARDS} shows: QWERTZ` }).waitFor();
  await page.context().close();
});

test('of more boards than are shown at once, one is found by its name', async () => {
  for (let board = BOARDS + 1; board <= BOARDS + 6; board++)
    await appliance.call('POST', '/settings/board/add', { device_type: 'note', name: `Board ${board}` });
  const page = await browser.open(appliance.url);
  await page.waitForFunction((count) => document.querySelectorAll('.boards > li').length === count, BOARDS);
  await page.getByText(`${BOARDS} of ${BOARDS + 6}`).waitFor();
  await page.getByRole('searchbox', { name: 'Find by name' }).fill(`${BOARDS + 6}`);
  await page
    .locator('.boards')
    .getByText(`Board ${BOARDS + 6}`, { exact: true })
    .click();
  await page.getByRole('heading', { name: `Board ${BOARDS + 6}`, exact: true }).waitFor();
  await page.context().close();
});

test('the console stays silent', () => assert.equal(browser.complaints, []));

test.run();
