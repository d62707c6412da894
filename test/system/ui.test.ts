// needs: chromium
import { chromium, type Browser, type Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAppliance, type Appliance } from '../support/appliance.ts';

const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } } as const;

let appliance: Appliance;
let browser: Browser;
const complaints: string[] = [];

const openHome = async (size: keyof typeof SIZES, reducedMotion: 'reduce' | 'no-preference' = 'no-preference'): Promise<Page> => {
  const context = await browser.newContext({ viewport: SIZES[size], reducedMotion });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(appliance.url);
  await page.getByText('My Board').first().waitFor();
  return page;
};

/** What the drawn board looks like, as one text to compare. */
const picture = (page: Page): Promise<string> =>
  page.evaluate(() => [...document.querySelectorAll('canvas')].map((canvas) => canvas.toDataURL()).join(' ') || document.body.innerHTML);

const test = suite('the page in a browser');

test.before(async () => {
  appliance = await startAppliance();
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ARGS });
});
test.after(async () => {
  await browser.close();
  await appliance.close();
});

for (const size of ['phone', 'desktop'] as const) {
  test(`${size}: the board and its page are there, and nothing overflows`, async () => {
    const page = await openHome(size);
    assert.ok(await page.getByText('Welcome').first().isVisible());
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
    await page.context().close();
  });
}

test('a typed message turns the flaps, one after another', async () => {
  const page = await openHome('desktop');
  await page.waitForTimeout(1500);
  await page.getByRole('textbox').fill('HELLO ZOE');
  await page.getByRole('button', { name: 'Send' }).click();
  const seen = new Set<string>();
  for (let look = 0; look < 12; look++) {
    seen.add(await picture(page));
    await page.waitForTimeout(60);
  }
  assert.ok(seen.size > 3, `flaps stand between the old and the new: ${seen.size} pictures`);
  const { body } = await appliance.call<{ text: string }>('GET', '/v1/boards/primary');
  assert.match(body.text, /^HELLO ZOE/);
  await page.context().close();
});

test('the message is read out', async () => {
  const page = await openHome('phone', 'reduce');
  await page.waitForFunction(() => document.body.innerHTML.includes('HELLO ZOE'), undefined, { timeout: 5000 });
  await page.context().close();
});

test('the console stays silent', () => assert.equal(complaints, []));

test.run();
