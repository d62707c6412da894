// needs: chromium
import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardInstance, BoardSettings } from '../../src/schema/boards/boards.ts';
import type { DisplaySettings, General, Target, TransitionSettings } from '../../src/schema/appliance/settings.ts';
import type { Location } from '../../src/schema/appliance/location.ts';
import type { Silence, SilenceAnswer } from '../../src/schema/appliance/silence.ts';
import { until } from '../support/until.ts';
import {
  SCREEN_NAMES,
  assertAccessible,
  assertFits,
  startBrowser,
  type Look,
  type TestBrowser,
  type Visit,
} from '../support/browser.ts';

let browser: TestBrowser;

const test = suite('the settings in a browser');

test.before(async () => {
  browser = await startBrowser();
});
test.after(() => browser.close());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const saved = (page: Page) => page.getByText('Saved.').first().waitFor();
const save = async (page: Page): Promise<void> => {
  await button(page, 'Save').click();
  await saved(page);
};
const boardsOf = async ({ get }: Visit): Promise<BoardInstance[]> =>
  (await get<BoardSettings>('/settings/board')).boards;

for (const screen of SCREEN_NAMES) {
  const on = (what: string, address: string, act: (visit: Visit) => Promise<void>, look: Look = {}) =>
    test(`${screen}: ${what}`, () => browser.visit(address, { screen, hurried: true, ...look }, act));

  on(
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

  on('a wall of 4 rows and 40 columns is added; what was typed survives a reload', '/settings/boards', async (at) => {
    const { page } = at;
    await page.getByText('So far there is one board').waitFor();
    await page.getByRole('link', { name: 'Add your board' }).click();
    await page.getByRole('radio', { name: /^Own wall/ }).check();
    await page.getByLabel('Rows', { exact: true }).fill('4');
    await page.getByLabel('Columns', { exact: true }).fill('40');
    await page.getByText('4 rows of 40 flaps.').waitFor();
    await page.getByLabel('Name').fill('Hall');
    await page.reload();
    assert.is(await page.getByLabel('Columns', { exact: true }).inputValue(), '40');
    await button(page, 'Add a board').click();
    await page.getByText('Panel 4 × 40').waitFor();
    const hall = (await boardsOf(at))[1];
    assert.equal(
      [hall?.name, hall?.device_type, hall?.grid_rows, hall?.grid_cols, hall?.panel?.driver],
      ['Hall', 'panel', 4, 40, 'virtual'],
    );
  });

  on('boards are put in another order, paused, renamed and removed', '/settings/boards', async (at) => {
    const { page, appliance } = at;
    await appliance.call('POST', '/settings/board/add', { device_type: 'note', name: 'Kitchen' });
    await button(page, 'Move Kitchen up').click();
    await page.getByText('Kitchen is number 1 now.').waitFor();
    assert.equal(
      (await boardsOf(at)).map(({ name }) => name),
      ['Kitchen', 'My Board'],
    );
    await page.getByRole('link', { name: 'Edit Kitchen' }).click();
    await page.getByLabel('Name').fill('Pantry');
    await page.getByRole('switch', { name: /^Paused/ }).check();
    await save(page);
    await page.getByRole('heading', { name: 'Pantry' }).waitFor();
    assert.equal(
      (await boardsOf(at)).map(({ name, paused }) => [name, paused]),
      [
        ['Pantry', true],
        ['My Board', false],
      ],
    );
    await button(page, 'Remove this board').click();
    await button(page, 'Remove').click();
    await page.getByRole('link', { name: 'Edit My Board' }).waitFor();
    assert.is((await boardsOf(at)).length, 1);
  });

  on('the modules of a wall are mapped place by place', '/settings/boards', async (at) => {
    const { page, appliance } = at;
    const panel = { driver: 'mbus', connection: { path: '/dev/ttyUSB9' }, modules: { layout: 'rows', first: 5 } };
    const { body } = await appliance.call<BoardSettings>('POST', '/settings/board/add', {
      device_type: 'panel',
      name: 'Wall',
      grid_rows: 3,
      grid_cols: 15,
      panel,
    });
    await page.goto(`${appliance.url}/settings/boards/${body.boards[1]?.id}`);
    await page.getByRole('radio', { name: /^Own map/ }).check();
    assert.is(
      await page
        .getByRole('grid', { name: /^Places of the wall/ })
        .getByRole('gridcell')
        .count(),
      45,
    );
    await page
      .getByRole('grid', { name: /^Places of the wall/ })
      .getByRole('gridcell', { name: 'Row 2, column 1: module 20', exact: true })
      .click();
    await page.getByLabel(/^Address of its module/).fill('5');
    await page.getByText('These addresses are used twice: 5.').waitFor();
    await page.getByLabel(/^Address of its module/).fill('90');
    await page
      .getByRole('grid', { name: /^Places of the wall/ })
      .getByRole('gridcell', { name: 'Row 2, column 1: module 90', exact: true })
      .press('ArrowDown');
    await page.keyboard.press('Enter');
    await button(page, 'Take the module away').click();
    await page.getByText('44 of 45 places have a module.').waitFor();
    await save(page);
    const modules = (await boardsOf(at))[1]?.panel?.modules;
    assert.ok(Array.isArray(modules) && modules.length === 44);
    assert.equal(Array.isArray(modules) && modules.find(({ address }) => address === 90), {
      address: 90,
      row: 1,
      col: 0,
    });
  });

  on(
    'a board out of reach: the test says what to look at, and its key stays stored',
    '/settings/boards',
    async (at) => {
      const { page, appliance } = at;
      const { body } = await appliance.call<BoardSettings>('POST', '/settings/board/add', {
        device_type: 'note',
        name: 'Far',
        host: '127.0.0.1:1',
        local_api_key: 'secret',
      });
      await page.goto(`${appliance.url}/settings/boards/${body.boards[1]?.id}`);
      await button(page, 'Test').click();
      await page.locator('.notice-bad li').first().waitFor();
      await page.getByLabel('Address of the board').fill('127.0.0.1:2');
      await page.getByLabel('Local API key', { exact: true }).fill('typed-secret');
      const kept = JSON.stringify(await page.evaluate(() => ({ ...sessionStorage })));
      assert.match(kept, '127.0.0.1:2');
      assert.not.match(kept, 'secret');
      await page.getByLabel('Local API key', { exact: true }).fill('');
      await page.getByText('Stored. Leave it empty to keep it.').waitFor();
      await button(page, 'Save').click();
      await page.getByText('send it again').first().waitFor();
      await page.getByLabel('Local API key', { exact: true }).fill('typed-secret');
      await save(page);
      const far = (await boardsOf(at))[1];
      assert.equal([far?.host, far?.local_api_key], ['127.0.0.1:2', '***']);
    },
  );

  on('a board is served to other programs, with a token to copy', '/settings/boards', async (at) => {
    const { page } = at;
    await page.getByRole('link', { name: 'Edit My Board' }).click();
    await page.getByRole('switch', { name: /^Serve this board/ }).check();
    await page.getByLabel('Port', { exact: true }).fill('17999');
    await save(page);
    await page.getByText(':17999/local-api/message').waitFor();
    const token = page.locator('.copyable code').nth(1);
    const before = await token.textContent();
    await button(page, 'New token').click();
    await page.getByText('There is a new token.').waitFor();
    await page.waitForFunction((old) => document.querySelectorAll('.copyable code')[1]?.textContent !== old, before);
  });

  on('where messages go, and how often boards are looked at', '/settings/output', async ({ page, get }) => {
    await page.getByRole('radio', { name: /^Boards only/ }).check();
    await saved(page);
    assert.is((await get<{ target: Target }>('/settings/output')).target, 'board');
    await page.getByLabel('Pages (seconds)').fill('20');
    await button(page, 'Save').click();
    await until(async () => (await get<{ interval_seconds: number }>('/settings/polling')).interval_seconds === 20);
  });

  on(
    'hours of silence with a preview, for all boards and for one',
    '/settings/silence',
    async ({ page, get, appliance }) => {
      const { body } = await appliance.call<BoardSettings>('POST', '/settings/board/add', {
        device_type: 'note',
        name: 'Kitchen',
      });
      const kitchen = body.boards[1]?.id ?? '';
      await page.getByRole('switch', { name: /^Silence/ }).check();
      await page.getByLabel('From').fill('22:15');
      await page.getByLabel('Until', { exact: true }).fill('06:30');
      for (const day of ['Saturday', 'Sunday'])
        await page.getByRole('checkbox', { name: day }).uncheck({ force: true });
      await page.getByRole('radio', { name: /^a short text/ }).check();
      await page.getByRole('textbox', { name: 'Text' }).fill('HUSH');
      await page.getByRole('img', { name: 'Preview of the silence: HUSH' }).waitFor();
      await save(page);
      const { config } = await get<SilenceAnswer>('/settings/silence-schedule');
      const expected: Partial<Silence> = {
        enabled: true,
        start_time: '22:15',
        end_time: '06:30',
        mode: 'indicator',
        indicator_text: 'HUSH',
      };
      assert.equal({ ...config, ...expected }, config);
      assert.is(config.days.length, 5);
      await page.getByLabel('Applies to').selectOption(kitchen);
      assert.match(page.url(), kitchen);
      await page.getByLabel('From').fill('20:00');
      await save(page);
      assert.is(
        (await get<SilenceAnswer>(`/settings/silence-schedule?board_id=${kitchen}`)).config.start_time,
        '20:00',
      );
      await button(page, 'Use the same hours as all boards').click();
      await page.getByText('This board uses the same hours as all boards again.').waitFor();
      assert.is(
        (await get<SilenceAnswer>(`/settings/silence-schedule?board_id=${kitchen}`)).config.start_time,
        '22:15',
      );
    },
  );

  on('a transition is chosen, and plays in the preview', '/settings/transitions', async ({ page, get }) => {
    await page.getByLabel('Transition', { exact: true }).selectOption({ label: 'Row by row' });
    await page.getByLabel('Pause between steps (ms)').fill('400');
    const picture = () => page.evaluate(() => document.querySelector('canvas')?.toDataURL());
    const seen = new Set([await picture()]);
    await button(page, /^Play/).click();
    for (let look = 0; look < 25; look++) {
      await page.waitForTimeout(80);
      seen.add(await picture());
    }
    assert.ok(seen.size > 3, `the rows follow one another: ${seen.size} pictures`);
    await save(page);
    const { strategy, step_interval_ms } = await get<TransitionSettings>('/settings/transitions');
    assert.equal([strategy, step_interval_ms], ['row', 400]);
  });

  on(
    'how boards are drawn: at the speed that was chosen, or by a fade',
    '/settings/display',
    async ({ page, get }) => {
      // Flaps turn only in sight, and what is in sight is known a moment after scrolling.
      const turn = async () => {
        await button(page, 'Turn the flaps').scrollIntoViewIfNeeded();
        await page.waitForTimeout(300);
        await button(page, 'Turn the flaps').click();
        await page.waitForTimeout(900);
      };
      const isMoving = () => page.evaluate(() => document.querySelector('canvas')?.dataset['moving'] === 'true');
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

  on(
    'a place by a tap on the map, by the keyboard and by number, and the sun of its week',
    '/settings/location',
    async ({ page, get }) => {
      const map = page.getByRole('button', { name: /^Map of the world/ });
      const box = await map.boundingBox();
      await map.click({ position: { x: (box?.width ?? 0) * 0.537, y: (box?.height ?? 0) * 0.2 } });
      const latitude = Number(await page.getByLabel('Latitude').inputValue());
      const longitude = Number(await page.getByLabel('Longitude').inputValue());
      assert.ok(Math.abs(longitude - 13.4) < 2 && latitude > 40 && latitude < 60, `${latitude} ${longitude}`);
      await map.press('ArrowUp');
      assert.ok(Math.abs(Number(await page.getByLabel('Latitude').inputValue()) - latitude - 1) < 0.001);
      await page.getByLabel('Latitude').fill('-33.86');
      await page.getByLabel('Longitude').fill('151.2');
      await page.getByText('Near Sydney').waitFor();
      await save(page);
      assert.equal(await get<Location>('/settings/location'), { latitude: -33.86, longitude: 151.2 });
      await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 7);
    },
  );

  on('a place is found by its name in any language', '/settings/location', async ({ page, get }) => {
    await page.getByRole('searchbox', { name: 'Find a place' }).fill('wien');
    const choice = page
      .getByRole('list', { name: 'Places that match' })
      .getByRole('button', { name: /^Vienna Austria/ });
    await choice.waitFor();
    await assertAccessible(page, 'places that match');
    await assertFits(page, 'places that match');
    await choice.click();
    await save(page);
    assert.equal(await get<Location>('/settings/location'), { latitude: 48.21, longitude: 16.37 });
  });

  on(
    'name and time zone; a zone that does not exist is said at its field',
    '/settings/general',
    async ({ page, get }) => {
      await page.getByLabel('Name of this appliance').fill('Hall flaps');
      await page.getByLabel('Time zone').fill('Europe/Nowhere');
      await page.getByText('No time zone has this name').waitFor();
      await button(page, 'Save').click();
      assert.is(await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid')), 'true');
      await page.getByLabel('Time zone').fill('san juan');
      await button(page, 'America/Argentina/San Juan').click();
      await page.getByText(/^It is/).waitFor();
      assert.is(await page.getByLabel('Time zone').inputValue(), 'America/Argentina/San_Juan');
      await page.reload();
      assert.is(await page.getByLabel('Name of this appliance').inputValue(), 'Hall flaps');
      await button(page, 'Discard changes').click();
      assert.is(await page.getByLabel('Name of this appliance').inputValue(), 'flapbox');
      await page.getByLabel('Name of this appliance').fill('Hall flaps');
      await save(page);
      assert.is((await get<General>('/config/general')).instance_name, 'Hall flaps');
    },
  );

  on('beta parts are switched on, and their transitions can be chosen', '/settings/beta', async ({ page }) => {
    await page.getByRole('switch', { name: /^Transition plugins/ }).check();
    await saved(page);
    await page.goto(page.url().replace('beta', 'transitions'));
    await page.locator('optgroup[label="Plugins"] option').first().waitFor({ state: 'attached' });
  });

  on(
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

  on('the version, and what does not work', '/settings/about', async ({ page, appliance }) => {
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

  on('where there is no card and no Wi-Fi, a sentence says so', '/settings/network', async ({ page }) => {
    await page.getByText('Wi-Fi is looked after by the system here').waitFor();
    await page.goto(page.url().replace('network', 'update'));
    await page.getByText('This machine was not started from a flapbox card').waitFor();
  });
}

test('what could not be loaded while the service was away is loaded when it is back', () =>
  browser.visit('/', {}, async ({ page, appliance }) => {
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

test('the console stays silent but for what the service refused', () =>
  assert.equal(
    browser.complaints.filter((text) => !/net::ERR_|status of 400/.test(text)),
    [],
  ));

test.run();
