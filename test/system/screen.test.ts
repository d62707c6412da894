// needs: chromium
// The page of screens in a real browser: dist/ui/screen.html.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Frame, Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { layOut } from '../../src/core/look/proportions.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { assertAccessible, assertFits, SCREEN_NAMES, startBrowser, type TestBrowser } from '../support/browser.ts';
import { until } from '../support/until.ts';

const test = suite('the page of screens');

const FORM = { device_type: 'flagship', rows: 6, cols: 22 } as const;
const SIZES = { '1080p': [1920, 1080], '720p': [1280, 720], upright: [1080, 1920] } as const;
const CODE = /^[A-Z0-9]{3} [A-Z0-9]{3}$/;

let browser: TestBrowser;
let appliance: Appliance;
let cookie: Record<string, string>;
let board: string;

test.before(async () => {
  browser = await startBrowser();
  appliance = await startAppliance({ env: { SERVICE_AUTH_ENABLED: 'true' } });
  const account = await appliance.call('POST', '/auth/setup', { username: 'owner', password: 'correct horse' });
  cookie = { Cookie: String(account.headers.get('set-cookie')).split(';')[0] ?? '' };
  board = (await owner<{ boards: { id: string }[] }>('GET', '/v1/boards')).body.boards[0]?.id ?? '';
});
test.after(async () => {
  await browser.close();
  await appliance.close();
});

const owner = <T>(method: string, path: string, body?: unknown) => appliance.call<T>(method, path, body, cookie);

const open = async (path: string, [width, height]: readonly [number, number] = SIZES['720p']): Promise<Page> => {
  const page = await browser.open('about:blank', { motion: 'no-preference' });
  await page.setViewportSize({ width, height });
  await page.goto(appliance.url + path);
  return page;
};

const makeScreen = async (more: object = {}): Promise<{ id: string; token: string }> => {
  const { body } = await owner<{ screen: { id: string }; token: string }>('POST', '/screens', {
    board_ids: [board],
    ...more,
  });
  return { id: body.screen.id, token: body.token };
};

/** Fills the board with one tile, and one cell with another. */
const fill = (code: number, cell: { row: number; col: number; code: number }) => {
  const characters = Array.from({ length: FORM.rows }, () => Array.from({ length: FORM.cols }, () => code));
  (characters[cell.row] as number[])[cell.col] = cell.code;
  return owner('POST', `/v1/boards/${board}/message`, { characters });
};

const isAtRest = (page: Page | Frame): Promise<boolean> =>
  page.evaluate(() => document.getElementById('wall')?.getAttribute('data-moving') === 'false');

/** The colour in the upper half of a cell, as red, green and blue. */
const colourAt = async (page: Page | Frame, row: number, col: number): Promise<number[]> => {
  const width = await page.evaluate(() => (document.getElementById('wall') as HTMLCanvasElement).width);
  const { lefts, tops, flapWidth, flapHeight } = layOut(FORM, width);
  const [x, y] = [(lefts[col] ?? 0) + flapWidth / 2, (tops[row] ?? 0) + flapHeight / 4];
  return page.evaluate(
    ([left, top]) => {
      const canvas = document.getElementById('wall') as HTMLCanvasElement;
      return [...(canvas.getContext('2d')?.getImageData(left ?? 0, top ?? 0, 1, 1).data ?? [])].slice(0, 3);
    },
    [Math.round(x), Math.round(y)],
  );
};

const isRed = ([red = 0, green = 0, blue = 0]: number[]): boolean => red > 190 && green < 90 && blue < 90;
const isGreen = ([red = 0, green = 0, blue = 0]: number[]): boolean => red < 90 && green > 130 && blue < 110;

test('a screen is paired with a code, turns its flaps, and shows a code again once it is revoked', async () => {
  await fill(63, { row: 5, col: 21, code: 66 });
  const page = await open('/screen', SIZES['1080p']);
  await page.waitForFunction(() => /^\w{3} \w{3}$/.test(document.getElementById('code')?.textContent ?? ''));
  const code = (await page.textContent('#code')) ?? '';
  assert.match(code, CODE);
  assert.not.ok(await page.isVisible('#wall'));
  const made = await owner<{ screen: { id: string } }>('POST', '/screens', { code, board_ids: [board], name: 'Hall' });
  await page.waitForURL(`**/screen/${board}`);
  await until(() => isAtRest(page));
  assert.not.ok(await page.isVisible('#pairing'));
  assert.ok(isRed(await colourAt(page, 0, 0)), 'the first cell is red');
  assert.ok(isGreen(await colourAt(page, 5, 21)), 'the last cell is green');
  await page.evaluate(() => {
    const wall = document.getElementById('wall') as HTMLElement;
    const seen = new Set<string>();
    new MutationObserver(() => seen.add(wall.getAttribute('data-moving') ?? '')).observe(wall, { attributes: true });
    Object.assign(window, { seen });
  });
  await fill(66, { row: 0, col: 0, code: 63 });
  await page.waitForFunction(() => (window as unknown as { seen: Set<string> }).seen.has('true'));
  await until(async () => (await isAtRest(page)) && isGreen(await colourAt(page, 5, 0)));
  assert.ok(isRed(await colourAt(page, 0, 0)));
  await page.reload();
  await until(async () => (await isAtRest(page)) && isGreen(await colourAt(page, 5, 0)));
  await owner('DELETE', `/screens/${made.body.screen.id}`);
  await page.waitForSelector('#pairing', { state: 'visible' });
  assert.not.ok(await page.isVisible('#wall'), 'and shows its board no longer');
  assert.equal(await page.evaluate(() => Object.keys(localStorage).sort()), ['flapbox-screen-pairing']);
  await page.context().close();
});

for (const [name, size] of Object.entries(SIZES)) {
  test(`a board fills a screen of ${name}`, async () => {
    const { id, token } = await makeScreen();
    const page = await open(`/screen#token=${token}`, size);
    await until(() => isAtRest(page));
    assert.not.match(page.url(), token);
    const box = await page.locator('#wall').boundingBox();
    const [width, height] = size;
    assert.ok(box && box.width <= width + 1 && box.height <= height + 1);
    assert.ok(box.width > width * 0.97 || box.height > height * 0.97, `${box.width} × ${box.height}`);
    assert.ok(Math.abs(box.x * 2 + box.width - width) <= 2 && Math.abs(box.y * 2 + box.height - height) <= 2);
    await owner('DELETE', `/screens/${id}`);
    await page.context().close();
  });
}

test('options of the settings count at once, and those of the address before them', async () => {
  const { id, token } = await makeScreen();
  const page = await open(`/screen?margin=5&orientation=nonsense#token=${token}`, SIZES['1080p']);
  await until(() => isAtRest(page));
  const wide = async () => (await page.locator('#wall').boundingBox())?.width ?? 0;
  assert.ok((await wide()) <= 0.9 * 1920 + 1);
  await owner('PATCH', `/screens/${id}`, { options: { orientation: 90, margin: 0, look: 'white' } });
  await until(async () => (await wide()) < 1080);
  assert.match(await page.evaluate(() => document.body.style.background), /228, 228, 224/);
  await owner('DELETE', `/screens/${id}`);
  await page.context().close();
});

test('while the connection is away the last frame stays, with a dot', async () => {
  await fill(63, { row: 0, col: 0, code: 63 });
  const { id, token } = await makeScreen();
  const page = await open(`/screen#token=${token}`);
  await until(() => isAtRest(page));
  assert.not.ok(await page.isVisible('#dot'));
  await page.route('**/api/screens/**', (route) => route.abort());
  await owner('PATCH', `/screens/${id}`, { options: { volume: 1 } });
  await page.waitForSelector('#dot', { state: 'visible' });
  assert.ok(isRed(await colourAt(page, 3, 3)));
  await page.unroute('**/api/screens/**');
  await page.waitForSelector('#dot', { state: 'hidden' });
  await owner('DELETE', `/screens/${id}`);
  await page.context().close();
});

test('several boards are shown one after the other', async () => {
  const added = await owner<{ boards: { id: string; name: string }[] }>('POST', '/settings/board/add', {
    device_type: 'note',
    name: 'Second',
  });
  const second = added.body.boards.at(-1)?.id ?? '';
  const { id, token } = await makeScreen({ board_ids: [board, second], options: { every_seconds: 5 } });
  const page = await open(`/screen#token=${token}`);
  const titles = new Set<string>();
  await until(async () => titles.add(await page.title()).has('Second') && titles.has('My Board'));
  assert.match(page.url(), /\?boards=/);
  await owner('DELETE', `/screens/${id}`);
  await owner('DELETE', `/settings/board/${second}`);
  await page.context().close();
});

test('sound waits for a key, and says so', async () => {
  const { id, token } = await makeScreen({ options: { sound: true } });
  const page = await open(`/screen#token=${token}`);
  await page.waitForFunction(() => /OK for sound/.test(document.getElementById('note')?.textContent ?? ''));
  await page.keyboard.press('Enter');
  await page.waitForSelector('#note', { state: 'hidden' });
  await owner('DELETE', `/screens/${id}`);
  await page.context().close();
});

test('another page shows a board in a frame, and the interface refuses that', async () => {
  await fill(63, { row: 0, col: 0, code: 63 });
  const { id, token } = await makeScreen();
  const frames = `<iframe name="screen" width="800" height="450" src="${appliance.url}/screen#token=${token}"></iframe>
    <iframe name="interface" src="${appliance.url}/"></iframe>`;
  const host = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end(frames));
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const page = await browser.open('about:blank');
  await page.goto(`http://127.0.0.1:${(host.address() as AddressInfo).port}/`);
  const frame = page.frame('screen');
  assert.ok(frame);
  await until(async () => (await isAtRest(frame)) && isRed(await colourAt(frame, 0, 0)));
  assert.not.match(page.frame('interface')?.url() ?? '', /^http/);
  await owner('DELETE', `/screens/${id}`);
  await page.context().close();
  host.close();
});

test('with login off a board is shown at its address at once, and an unknown one says so', async () => {
  await browser.visit('/screen/primary', { motion: 'no-preference' }, async ({ page, appliance: one }) => {
    await until(() => isAtRest(page));
    await page.goto(`${one.url}/screen/none`);
    await page.waitForFunction(() => /no such board/.test(document.getElementById('note')?.textContent ?? ''));
    await page.goto(`${one.url}/screen`);
    await page.click('#choices a');
    await page.waitForURL('**/screen/*-*');
    await until(() => isAtRest(page));
  });
});

for (const screen of SCREEN_NAMES) {
  test(`the owner pairs a screen in the settings on a ${screen}, with a board of its size`, async () => {
    await browser.visit('/settings/screens', { screen }, async ({ page, appliance: one, get }) => {
      await one.call('POST', '/screens/pairing', { width: 1080, height: 1920 });
      await page.click('text=Use this code');
      await page.click('text=New board as large as this screen, 12 × 12 flaps');
      await page.fill('input[maxlength="100"] >> nth=0', 'Hall');
      await assertAccessible(page, 'pairing');
      await assertFits(page, 'pairing');
      await page.click('button:text-is("Pair")');
      await page.waitForSelector('text=Hall is paired');
      const { screens } = await get<{ screens: { name: string; board_ids: string[] }[] }>('/screens');
      const { boards } = await get<{ boards: { id: string; rows: number; cols: number }[] }>('/v1/boards');
      assert.equal(
        boards.filter(({ id }) => screens[0]?.board_ids.includes(id)).map(({ rows, cols }) => [rows, cols]),
        [[12, 12]],
      );
      await page.click('button:text-is("Change")');
      await page.click('text=Sound of the flaps');
      await page.click('text=Dim at night');
      await assertAccessible(page, 'a paired screen');
      await assertFits(page, 'a paired screen');
      await page.click('button:text-is("Save")');
      await page.waitForSelector('text=Saved.');
      const changed = await get<{ screens: { options: { sound: boolean; night: object } }[] }>('/screens');
      assert.equal(changed.screens[0]?.options.night, { start: '22:00', end: '07:00', level: 20 });
      assert.ok(changed.screens[0]?.options.sound);
      await page.click('button:text-is("Revoke")');
      await page.click('dialog button:text-is("Revoke")');
      await page.waitForSelector('text=The screen is revoked.');
    });
  });
}

test('the browser had nothing to complain of but what was refused on purpose', () => {
  const expected =
    /Failed to load resource|frame-ancestors|net::ERR_FAILED|AudioContext was not allowed|willReadFrequently/;
  assert.equal(
    browser.complaints.filter((text) => !expected.test(text)),
    [],
  );
});

test.run();
