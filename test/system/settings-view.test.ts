// needs: chromium
import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import * as assert from 'uvu/assert';
import type { DisplaySettings, TransitionSettings } from '../../src/schema/appliance/settings.ts';
import { until } from '../support/until.ts';
import { save, saved } from './settings-rig.ts';
import { button, startSuite } from './view-suite.ts';

const { onEach, run, test, visit } = startSuite('the settings in a browser');

onEach(
  'every section is reached from the overview, and left again with the back button',
  '/settings',
  async ({ page }) => {
    await page.getByRole('link', { name: /^MQTT/ }).click();
    await page.getByRole('heading', { name: 'MQTT' }).waitFor();
    await page.getByText('Switched off.').waitFor();
    assert.match(page.url(), /\/settings\/mqtt$/);
    assert.match(await page.title(), /^MQTT/);
    await page.goBack();
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await page.goto(`${page.url()}/nowhere`);
    await page.getByText('There is no such section.').waitFor();
  },
);

onEach('a transition is chosen, and plays in the preview', '/settings/transitions', async ({ page, get }) => {
  await page.getByLabel('Transition', { exact: true }).selectOption({ label: 'Row by row' });
  await page.getByLabel('Pause between steps (ms)').fill('400');
  const picture = () => page.evaluate(() => document.querySelector('canvas')?.toDataURL());
  const seen = new Set([await picture()]);
  await button(page, /^Play/).click();
  // The rows follow one another.
  await until(async () => seen.add(await picture()).size > 3);
  await save(page);
  const { strategy, step_interval_ms } = await get<TransitionSettings>('/settings/transitions');
  assert.equal([strategy, step_interval_ms], ['row', 400]);
});

onEach(
  'how boards are drawn: at the speed that was chosen, or by a fade',
  '/settings/display',
  async ({ page, get }) => {
    const flaps = page.locator('canvas').first();
    // Flaps turn only in sight, and what is in sight is known a moment after scrolling.
    const turn = async () => {
      await button(page, 'Turn the flaps').scrollIntoViewIfNeeded();
      await flaps.evaluate(
        (canvas) =>
          new Promise<void>((resolve) =>
            new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && resolve()).observe(canvas),
          ),
      );
      await button(page, 'Turn the flaps').click();
      await page.clock.runFor(900);
    };
    const isMoving = () => page.evaluate(() => document.querySelector('canvas')?.dataset['moving'] === 'true');
    await page.clock.install();
    await page.getByLabel('Speed of the flaps').selectOption({ label: 'my own' });
    await page.getByLabel('Time per flap (ms)').fill('8');
    await turn();
    assert.not(await isMoving(), 'quick flaps have arrived');
    await page.getByLabel('Time per flap (ms)').fill('2000');
    await turn();
    assert.ok(await isMoving(), 'slow flaps still turn');
    await page.getByRole('switch', { name: /^Calm/ }).check();
    await turn();
    assert.not(await isMoving(), 'a fade is over');
    await save(page);
    const { reduce_motion, board_flap_speed } = await get<DisplaySettings>('/settings/display');
    assert.equal([reduce_motion, board_flap_speed], [true, 2000]);
  },
  { motion: 'no-preference' },
);

onEach('beta parts are switched on, and their transitions can be chosen', '/settings/beta', async ({ page }) => {
  await page.getByRole('switch', { name: /^Transition plugins/ }).check();
  await saved(page);
  await page.goto(page.url().replace('beta', 'transitions'));
  await page.locator('optgroup[label="Plugins"] option').first().waitFor({ state: 'attached' });
});

onEach(
  'the log is filtered, searched and downloaded; the address keeps what is looked at',
  '/settings/logs',
  async ({ page, appliance }) => {
    await appliance.call('POST', '/settings/board/add', {
      device_type: 'note',
      name: 'Far',
      host: '127.0.0.1:1',
      local_api_key: 'secret',
    });
    await page.getByRole('list', { name: 'The log' }).getByRole('listitem').first().waitFor();
    await page.getByLabel('Level').selectOption({ label: 'information' });
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.log-level')].every(({ textContent }) => textContent === 'INFO'),
    );
    assert.match(page.url(), 'level=INFO');
    const download = page.waitForEvent('download');
    await button(page, 'Download').click();
    const text = readFileSync(await (await download).path(), 'utf8');
    assert.ok(
      text
        .split('\n')
        .filter(Boolean)
        .every((line) => / INFO [\w.-]+: /.test(line)),
      text,
    );
    await page.getByLabel('Search').fill('nothing of the kind');
    await page.getByText('No line matches.').waitFor();
    await page.reload();
    assert.is(await page.getByLabel('Search').inputValue(), 'nothing of the kind');
    await page.getByRole('link', { name: 'Show all lines' }).click();
    await page.getByRole('list', { name: 'The log' }).waitFor();
  },
);

onEach('the version, and what does not work', '/settings/about', async ({ page, appliance }) => {
  await page.getByText('0.0.0 (development version)').waitFor();
  await page.getByText('Everything is set up.').waitFor();
  await appliance.call('POST', '/settings/board/add', {
    device_type: 'note',
    name: 'Far',
    host: '127.0.0.1:1',
    local_api_key: 'secret',
  });
  await page
    .getByText(/^Far: The board at 127.0.0.1:1/)
    .first()
    .waitFor();
});

onEach('where there is no card and no Wi-Fi, a sentence says so', '/settings/network', async ({ page }) => {
  await page.getByText('Wi-Fi is looked after by the system here').waitFor();
  await page.goto(page.url().replace('network', 'update'));
  await page.getByText('This machine was not started from a flapbox card').waitFor();
});

test('what could not be loaded while the service was away is loaded when it is back', () =>
  visit('/', {}, async ({ page, appliance }) => {
    const sockets = new Set<Socket>();
    let away = false;
    const proxy = createServer((socket) => {
      if (away) return void socket.destroy();
      const service = connect(Number(new URL(appliance.url).port), '127.0.0.1');
      for (const one of [socket, service]) sockets.add(one.on('error', () => undefined));
      socket.pipe(service).pipe(socket);
    });
    const port = await new Promise<number>((resolve) =>
      proxy.listen(0, '127.0.0.1', () => resolve((proxy.address() as AddressInfo).port)),
    );
    await page.goto(`http://127.0.0.1:${port}/settings`);
    await page.getByText('1 board', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Boards', exact: true }).first().click();
    await page.getByText('Live').first().waitFor();
    away = true;
    for (const socket of sockets) socket.destroy();
    await page.getByText('Live').first().waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Settings', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    assert.is(await page.getByText('1 board', { exact: true }).count(), 0);
    away = false;
    await page.getByText('1 board', { exact: true }).waitFor();
    proxy.close();
  }));

run();
