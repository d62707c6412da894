// Pictures of every screen, in the folder `screenshots/`: node test/screenshots.mjs [PATTERN]. Needs Chromium at
// /usr/bin/chromium.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const ROOT = new URL('..', import.meta.url).pathname;
const FOLDER = join(ROOT, 'screenshots');
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const SCREENS = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
const SETTLE_MS = 1200;
const ZONE = 'Europe/Berlin';

const SECTIONS = [
  'boards',
  'screens',
  'output',
  'silence',
  'transitions',
  'display',
  'location',
  'general',
  'mqtt',
  'gpio',
  'network',
  'account',
  'backup',
  'update',
  'logs',
  'beta',
  'about',
];

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

/** Eight hours of silence that begin in ten: pictures are taken while the boards are awake. */
const quietHours = () => {
  const time = (hours) =>
    new Date(Date.now() + hours * 3_600_000).toLocaleTimeString('en-GB', {
      timeZone: ZONE,
      hour: '2-digit',
      minute: '2-digit',
    });
  return { start_time: time(10), end_time: time(18) };
};

/** An install in use: boards, pages, rules and sources. Answers the ids that addresses need. */
const createFirstBoard = async (call) => {
  const { boards } = await call('GET', '/settings/board');
  await call('PUT', '/settings/location', { latitude: 52.52, longitude: 13.405 });
  await call('PATCH', `/v1/boards/${boards[0].id}`, { name: 'Hall', schedule_enabled: true });
  await call('POST', '/settings/board/add', { device_type: 'note', name: 'Kitchen', board_color: 'white' });
  await call('POST', '/settings/board/add', { device_type: 'panel', name: 'Workshop', grid_rows: 5, grid_cols: 40 });
  const page = (name, template, more = {}) => call('POST', '/v1/pages', { name, type: 'template', template, ...more });
  const morning = await page('Good morning', [
    '{center}{sun} GOOD MORNING {sun}',
    '',
    '{{date_time.day_of_week}}{{fill_space}}{{date_time.month_abbr}} {{date_time.day}}',
    '{yellow}{yellow} SUNRISE{{fill_space}}7:12',
    '{blue}{blue} TRAM M10{{fill_space}}4 MIN',
    '{center}HAVE A LOVELY DAY',
  ]);
  const evening = await page('Evening', [
    '{center}DINNER AT SEVEN',
    '{center}LASAGNE',
    '',
    '{{fill_space_repeat:orange}}',
    '{center}TOMORROW',
    '{center}SCHOOL TRIP, PACK BAGS',
  ]);
  const clock = await page('Clock', [
    '',
    '',
    '{center}{{date_time.time}}',
    '{center}{{date_time.day_of_week}}',
    '',
    '',
  ]);
  const small = await page('Kitchen clock', ['{center}{{date_time.time}}', '', '{center}TEA IS READY'], {
    device_type: 'note',
  });
  const wall = await page(
    'Workshop',
    [
      '{center}SPLIT FLAPS RUN BY HAND',
      '{{fill_space_repeat:red}}',
      'ORDERS TODAY{{fill_space}}12',
      'WAITING{{fill_space}}3',
      '{center}SAFETY GLASSES ON',
    ],
    { device_type: 'panel', grid_rows: 5, grid_cols: 40 },
  );
  const turns = await call('POST', '/v1/collections', {
    name: 'Afternoon',
    page_ids: [clock.id, evening.id],
    selection_mode: 'time',
    time: { interval_seconds: 60 },
  });
  const rule = await call('POST', '/v1/schedules', {
    page_id: morning.id,
    start_time: '07:00',
    end_time: '09:30',
    day_pattern: 'weekdays',
  });
  await call('POST', '/v1/schedules', {
    page_id: morning.id,
    start_time: '08:00',
    end_time: '11:00',
    day_pattern: 'weekends',
    start_type: 'sunrise',
  });
  await call('POST', '/v1/schedules', { page_id: turns.id, start_time: '12:00', end_time: '18:00' });
  await call('POST', '/v1/schedules', {
    page_id: evening.id,
    start_time: '17:00',
    end_time: '22:00',
    start_type: 'sunset',
    end_type: 'fixed',
  });
  await call('PUT', '/settings/silence-schedule', { enabled: true, ...quietHours() });
  await call('PATCH', `/v1/boards/${boards[0].id}`, { default_page_id: morning.id });
  await call('PUT', '/settings/wizard', { state: 'completed' });
  const all = (await call('GET', '/v1/boards')).boards;
  await call('PUT', `/v1/boards/${boards[0].id}/active-page`, { page_id: null });
  await call('PUT', `/v1/boards/${all[1].id}/active-page`, { page_id: small.id });
  await call('PUT', `/v1/boards/${all[2].id}/active-page`, { page_id: wall.id });
  return { page: morning.id, collection: turns.id, rule: rule.id };
};

const screensOf = ({ page, collection, rule }) => ({
  home: '/',
  pages: '/pages',
  'pages-new': '/pages/new',
  'page-editor': `/pages/${page}`,
  schedule: '/schedule',
  'schedule-rule': `/schedule/rules/${rule}`,
  collections: '/schedule/collections',
  collection: `/schedule/collections/${collection}`,
  plugins: '/plugins',
  plugin: '/plugins/date_time',
  settings: '/settings',
  ...Object.fromEntries(SECTIONS.map((section) => [`settings-${section}`, `/settings/${section}`])),
  'new-board': '/settings/boards/new',
  'new-wall-on-pins': '/settings/boards/new/pins',
  screen: '/screen',
  'first-steps-1': '/setup/1',
  'first-steps-2': '/setup/2',
  'first-steps-3': '/setup/3',
  api: '/api-help',
});

const take = async (browser, url, screens, pattern) => {
  for (const scheme of ['light', 'dark']) {
    for (const [size, viewport] of Object.entries(SCREENS)) {
      const context = await browser.newContext({
        viewport,
        colorScheme: scheme,
        reducedMotion: 'reduce',
        timezoneId: ZONE,
        deviceScaleFactor: size === 'phone' ? 2 : 1,
      });
      const page = await context.newPage();
      for (const [name, address] of Object.entries(screens)) {
        const file = `${name}-${size}-${scheme}`;
        if (!file.includes(pattern)) continue;
        await page.goto(url + address);
        await page.waitForTimeout(SETTLE_MS);
        await page.screenshot({ path: join(FOLDER, `${file}.png`) });
        console.log(`screenshots/${file}.png`);
      }
      await context.close();
    }
  }
};

const pattern = process.argv[2] ?? '';
await mkdir(FOLDER, { recursive: true });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ARGS });
try {
  const filled = await startService({ SERVICE_AUTH_ENABLED: 'false' });
  await take(browser, filled.url, screensOf(await createFirstBoard(filled.call)), pattern).finally(filled.stop);
  const fresh = await startService({});
  await take(browser, fresh.url, { 'first-start': '/' }, pattern).finally(fresh.stop);
} finally {
  await browser.close();
}
