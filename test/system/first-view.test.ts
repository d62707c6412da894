// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { startBrowser, type TestBrowser } from '../support/browser.ts';
import { until } from '../support/until.ts';

/** Requests of the first view, the page itself and the first of what is told later included. */
const MOST = 5;

let browser: TestBrowser;
const test = suite('the first view asks for little');
test.before(async () => {
  browser = await startBrowser();
});
test.after(() => browser.close());

const addBoards = async (appliance: Appliance, count: number): Promise<void> => {
  for (let at = 1; at < count; at++)
    await appliance.call('POST', '/settings/board/add', { device_type: 'flagship', name: `Board ${at}` });
};

for (const boards of [4, 30]) {
  test(`${boards} boards take at most ${MOST} requests, none of them twice`, async () => {
    const appliance = await startAppliance();
    await addBoards(appliance, boards);
    const context = await browser.browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.goto(appliance.url);
    await page
      .locator('.boards canvas')
      .nth(boards - 1)
      .waitFor({ state: 'attached' });
    // With it begins what is told later, however much of that there is time for.
    const isLater = (one: string): boolean => one.includes('/assets/attention-list');
    await until(() => asked.some(isLater));
    await page.waitForLoadState('load');
    await context.close();
    await appliance.close();
    assert.equal(
      asked.filter((one, at) => asked.indexOf(one) !== at),
      [],
    );
    const first = asked.slice(0, asked.findIndex(isLater) + 1);
    assert.ok(first.length <= MOST, `${first.length}: ${first.join(', ')}`);
  });
}

test('the first view draws no flap twice and loads no tables of time zones', async () => {
  const appliance = await startAppliance();
  const context = await browser.browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const seen = { zones: 0, canvases: [] as HTMLCanvasElement[] };
    Object.assign(globalThis, { seen });
    Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
      construct: (target, given: []) => {
        seen.zones++;
        return Reflect.construct(target, given) as Intl.DateTimeFormat;
      },
    });
    const { createElement } = Document.prototype;
    Document.prototype.createElement = function create(this: Document, name: string) {
      const made = createElement.call(this, name);
      if (made instanceof HTMLCanvasElement) seen.canvases.push(made);
      return made;
    } as typeof createElement;
  });
  await page.goto(appliance.url);
  await page.locator('.composer-field').waitFor();
  const { zones, sheets } = await page.evaluate(() => {
    const { seen } = globalThis as unknown as { seen: { zones: number; canvases: HTMLCanvasElement[] } };
    // All flaps of a reel stand side by side.
    return { zones: seen.zones, sheets: seen.canvases.filter(({ width, height }) => width > 20 * height).length };
  });
  await context.close();
  await appliance.close();
  // One for the board, and one for the field to write in.
  assert.equal([zones, sheets], [0, 2]);
});

test('what changes between the answer and the stream is not missed', async () => {
  const appliance = await startAppliance();
  const context = await browser.browser.newContext();
  const page = await context.newPage();
  await page.route('**/api/events', async (route) => {
    await appliance.call('PATCH', '/v1/boards/primary', { name: 'Renamed meanwhile' });
    await route.continue();
  });
  await page.goto(appliance.url);
  await page.getByText('Renamed meanwhile').first().waitFor();
  await context.close();
  await appliance.close();
});

test('a theme that was chosen stands in the page itself from then on', async () => {
  const appliance = await startAppliance();
  const context = await browser.browser.newContext({ colorScheme: 'light' });
  const page = await context.newPage();
  await page.goto(appliance.url);
  // Chosen before cookies told of it.
  await page.evaluate(() => localStorage.setItem('flapbox.theme', 'dark'));
  await page.reload();
  await page.locator('html[data-theme="dark"]').waitFor();
  const served = page.waitForResponse((response) => new URL(response.url()).pathname === '/');
  await page.reload();
  assert.match(await (await served).text(), '<html lang="en-GB" data-theme="dark">');
  await context.close();
  await appliance.close();
});

test('a view whose code is long on its way says so', async () => {
  const appliance = await startAppliance();
  const context = await browser.browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route('**/assets/pages-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${appliance.url}/pages`);
  const notice = page.locator('main').getByText('Loading …', { exact: true });
  await notice.waitFor({ state: 'visible' });
  goOn();
  await page.getByRole('heading', { name: 'Pages', level: 1 }).waitFor();
  await context.close();
  await appliance.close();
});

test('a browser that cannot read the interface is told so after a while, and led to the screen', async () => {
  const appliance = await startAppliance();
  const context = await browser.browser.newContext();
  const page = await context.newPage();
  await page.route('**/assets/main-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'what an old engine cannot read' }),
  );
  await page.goto(`${appliance.url}/settings`);
  const link = page.getByRole('link', { name: 'open /screen' });
  await link.waitFor();
  assert.is(await link.getAttribute('href'), '/screen');
  await context.close();
  await appliance.close();
});

/** In the page: how many pixels of two pictures differ by more than eyes see, of all. */
const shareOfDifferingPixels = async (pictures: readonly [string, string]): Promise<number> => {
  const read = async (base64: string): Promise<Uint8ClampedArray> => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
    pen?.drawImage(image, 0, 0);
    return pen?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray();
  };
  const [first, second] = [await read(pictures[0]), await read(pictures[1])];
  return first.filter((part, at) => Math.abs(part - (second[at] ?? 0)) > 40).length / first.length;
};

test('the first board is drawn before the script of the interface is there, and stays where it is and as it looks', async () => {
  const appliance = await startAppliance();
  await appliance.call('PUT', '/settings/wizard', { state: 'skipped' });
  const context = await browser.browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  // The service learns how wide the board is drawn here.
  await page.goto(appliance.url);
  await page.locator('.composer-field').waitFor();
  await page.route('**/assets/main-*.js', async (route) => {
    await held;
    await route.continue();
  });
  const opened = page.goto(appliance.url);
  const board = page.locator('.stage-board .board');
  await board.locator('svg path').first().waitFor();
  const before = { box: await board.boundingBox(), look: await board.screenshot() };
  assert.is(await page.locator('.composer-field').count(), 0);
  goOn();
  await opened;
  await page.locator('.composer-field').waitFor();
  assert.equal(await board.boundingBox(), before.box);
  assert.is(await board.locator('svg').count(), 0);
  const differing = await page.evaluate(shareOfDifferingPixels, [
    before.look.toString('base64'),
    (await board.screenshot()).toString('base64'),
  ] as const);
  assert.ok(differing < 0.001, `${differing} of the board looks another way`);
  await context.close();
  await appliance.close();
});

test.run();
