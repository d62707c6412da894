// Pictures of every view, with every content, on every screen, light and dark, in the folder `screenshots/`:
// node test/screenshots.mjs [PATTERN], where a pattern is a regular expression for a part of a name such as
// usual/board-wall-390-light. Needs Chromium.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { launchChromium } from './support/chromium.mjs';

const ROOT = new URL('..', import.meta.url).pathname;
const FOLDER = join(ROOT, 'screenshots');
const SETTLE_MS = 1200;
const LONGEST_LOAD_MS = 5000;
const ZONE = 'Europe/Berlin';

/** A service of its own on a free port; `stop` ends it and removes its data. */
const startService = async (variables) => {
  const dir = await mkdtemp(join(tmpdir(), 'flapbox-pictures-'));
  const env = {
    ...process.env,
    SERVICE_HOST: '127.0.0.1',
    SERVICE_PORT: '0',
    SERVICE_DATA_DIR: dir,
    SERVICE_TIMEZONE: ZONE,
    ...variables,
  };
  const child = spawn(process.execPath, [join(ROOT, 'dist/flapbox.cjs')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('the service ended')));
    child.stdout.on('data', (text) => {
      const found = /listening on (\S+)/.exec(String(text));
      if (found) resolve(found[1].replace('0.0.0.0', '127.0.0.1'));
    });
  });
  const call = async (method, path, body) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const stop = async () => {
    child.removeAllListeners('exit');
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill();
    await ended;
    await rm(dir, { recursive: true, force: true });
  };
  return { url, call, stop };
};

/** The list of views, which the tests share. */
const loadViews = async () => {
  const entryPoints = [join(ROOT, 'test/support/views.ts')];
  const { outputFiles } = await build({ entryPoints, bundle: true, format: 'esm', write: false });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
};

/** In the page: scrolls through it and back, for what lies further down is drawn when somebody gets there. */
const drawAll = async () => {
  const wait = () => new Promise((resolve) => setTimeout(resolve, 60));
  for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
    scrollTo({ top, behavior: 'instant' });
    await wait();
  }
  scrollTo({ top: 0, behavior: 'instant' });
  await wait();
};

/** In the page: whether all that was asked for is there. What only a wide window shows is asked for when it is wide. */
const isCalm = () => document.querySelector('main :is(.loading, .is-loading)') === null;

const take = async (page, url, views, folder, scheme, windows, pattern) => {
  for (const { name, path, press } of views) {
    const filed = windows.map((window) => [window, `${folder}/${name}-${window.width}-${scheme}.png`]);
    const wanted = filed.filter(([, file]) => pattern.test(file));
    if (wanted.length === 0) continue;
    await page.setViewportSize(windows[0]);
    await page.goto(url + path);
    await page.waitForTimeout(SETTLE_MS);
    if (press) await page.getByRole('button', { name: press, exact: true }).first().click();
    for (const [window, file] of wanted) {
      await page.setViewportSize(window);
      await page.waitForFunction(isCalm, null, { timeout: LONGEST_LOAD_MS }).catch(() => undefined);
      await page.evaluate(drawAll);
      await page.screenshot({ path: join(FOLDER, file), fullPage: true });
      console.log(`screenshots/${file}`);
    }
  }
};

const pattern = new RegExp(process.argv[2] ?? '');
const { CONTENTS, WINDOWS, fillViews } = await loadViews();
const browser = await launchChromium();
try {
  for (const content of CONTENTS) {
    const service = await startService({ SERVICE_AUTH_ENABLED: 'false' });
    try {
      const views = [
        ...(await fillViews(content, service.call)),
        ...(content === 'usual' ? [{ name: 'screen', path: '/screen' }] : []),
      ];
      await mkdir(join(FOLDER, content), { recursive: true });
      for (const scheme of ['light', 'dark']) {
        const context = await browser.newContext({ colorScheme: scheme, reducedMotion: 'reduce', timezoneId: ZONE });
        await take(await context.newPage(), service.url, views, content, scheme, WINDOWS, pattern);
        await context.close();
      }
    } finally {
      await service.stop();
    }
  }
  const fresh = await startService({});
  await mkdir(join(FOLDER, 'fresh'), { recursive: true });
  const page = await browser.newPage();
  await take(page, fresh.url, [{ name: 'first-start', path: '/' }], 'fresh', 'light', WINDOWS, pattern).finally(
    fresh.stop,
  );
} finally {
  await browser.close();
}
