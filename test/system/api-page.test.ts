// needs: chromium mosquitto curl bash
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardInstance, BoardSettings } from '../../src/schema/boards/boards.ts';
import { PASSWORD as BROKER_PASSWORD, USER as BROKER_USER, startMosquitto } from '../hw/panel/mqtt-text/mosquitto.ts';
import type { Appliance } from '../support/appliance.ts';
import {
  assertAccessibleInBothThemes,
  assertFits,
  startBrowser,
  type Premises,
  type Screen,
  type TestBrowser,
  type Visit,
} from '../support/browser.ts';
import { until } from '../support/until.ts';
import { freePort } from '../support/free-port.ts';

const PASSWORD = 'correct horse';

let browser: TestBrowser;
let folder: string;

const test = suite('the page for programs in a browser');

test.before(async () => {
  browser = await startBrowser();
  folder = mkdtempSync(join(tmpdir(), 'flapbox-api-page-'));
  // Every command as it stands, and below its answer the status; streams end after a while.
  writeFileSync(join(folder, '.curlrc'), 'silent\nwrite-out = "\\n%{http_code}"\nmax-time = 3\n');
  // Not every machine with a broker has this program: here it tells what it was asked for.
  writeFileSync(join(folder, 'mosquitto_pub'), '#!/bin/sh\nprintf "%s\\n" "$@"\n');
  chmodSync(join(folder, 'mosquitto_pub'), 0o755);
});
test.after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

const visit = (premises: Premises, act: (visit: Visit) => Promise<void>) => browser.visit('/api-help', premises, act);

/** The commands that the page shows, by name. */
const commandsOf = async (page: Page): Promise<Record<string, string>> => {
  await page.locator('[data-example="mqtt"]').waitFor();
  return Object.fromEntries(
    await page
      .locator('[data-example]')
      .evaluateAll((examples) =>
        examples.map((one) => [one.getAttribute('data-example'), one.querySelector('code')?.textContent]),
      ),
  );
};

interface Outcome {
  readonly status: number;
  readonly body: string;
}

/** Runs a command as an owner would, with what the terminal knows. */
const run = async (command: string, terminal: Record<string, string>, input = ''): Promise<Outcome> => {
  const running = promisify(execFile)('bash', ['-c', command], {
    cwd: folder,
    env: { PATH: `${folder}:${process.env['PATH'] ?? ''}`, CURL_HOME: folder, ...terminal },
  });
  running.child.stdin?.end(input);
  // A stream that was cut off ends with an error of curl; what it told counts all the same.
  const { stdout } = await running.catch((error: { stdout: string }) => error);
  const end = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(end + 1)), body: stdout.slice(0, end) };
};

const firstBoard = async ({ call }: Appliance): Promise<BoardInstance> =>
  (await call<BoardSettings>('GET', '/settings/board')).body.boards[0] as BoardInstance;

/** Tries every command for boards, pages, data and assistants. */
const tryAll = async (
  commands: Record<string, string>,
  { call }: Appliance,
  terminal: Record<string, string>,
  headers: Record<string, string>,
): Promise<void> => {
  const textOf = async () => (await call<{ text: string }>('GET', '/v1/boards/primary', undefined, headers)).body.text;
  const tryOne = async (name: string, status = 200): Promise<string> => {
    const outcome = await run(commands[name] ?? '', terminal);
    assert.is(outcome.status, status, `${name}: ${outcome.body}`);
    return outcome.body;
  };
  assert.match(JSON.parse(await tryOne('read')).text, 'WELCOME');
  await tryOne('send');
  assert.match(await textOf(), /^HELLO \{63\}/);
  assert.ok(Date.parse(JSON.parse(await tryOne('timed')).expires_at) > Date.now() + 14 * 60_000);
  assert.match(await textOf(), /^DINNER IS READY/);
  await tryOne('clear');
  assert.not.match(await textOf(), /DINNER/);
  assert.is(JSON.parse(await tryOne('pages')).total, 1);
  assert.match(JSON.parse(await tryOne('pin')).error, /browser only/);
  assert.match(JSON.parse(await tryOne('render')).lines.join(' '), /DAY.*\d\d:\d\d/i);
  assert.is(JSON.parse(await tryOne('receive')).status, 'ok');
  assert.match(await tryOne('mcp'), '"serverInfo"');
  assert.match(await tryOne('metrics'), 'process_uptime_seconds');
  assert.match(await tryOne('events'), /event: (board|frame)\ndata: \{/);
};

const receiving = ({ call }: Appliance) => call('POST', '/plugins/webhook/enable');

test('without a login, every command works as it stands', () =>
  visit({ before: receiving }, async ({ page, appliance }) => {
    const commands = await commandsOf(page);
    assert.not('login' in commands);
    for (const [name, command] of Object.entries(commands))
      assert.ok(name === 'mqtt' || command.includes(appliance.url), name);
    await tryAll(commands, appliance, {}, {});
  }));

test('with a login, every command works with the token, and the others after the login', () =>
  visit(
    {
      env: { SERVICE_AUTH_ENABLED: '' },
      before: async (appliance) => {
        const { headers } = await appliance.call('POST', '/auth/setup', { username: 'owner', password: PASSWORD });
        await appliance.call('POST', '/plugins/webhook/enable', undefined, {
          Cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '',
        });
      },
    },
    async ({ page, appliance }) => {
      await page.getByLabel('User name').fill('owner');
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      const commands = await commandsOf(page);
      const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
      const { token = '' } = (
        await appliance.call<{ token: string }>('POST', '/auth/mcp-token', undefined, { Cookie: cookie })
      ).body;
      assert.is((await run(commands['read'] ?? '', { TOKEN: 'wrong' })).status, 401);
      assert.is((await run(commands['events'] ?? '', {})).status, 401);
      const login = await run(commands['login'] ?? '', {}, `${PASSWORD}\n`);
      assert.is(login.status, 200, login.body);
      await tryAll(commands, appliance, { TOKEN: token }, { Cookie: cookie });
    },
  ));

test('the configuration for assistants is JSON with the address in it', () =>
  visit({}, async ({ page, appliance }) => {
    const text = (await page.getByRole('group', { name: 'Configuration of an MCP client' }).textContent()) ?? '';
    assert.equal(JSON.parse(text), {
      mcpServers: {
        flapbox: { type: 'http', url: `${appliance.url}/api/mcp`, headers: { Authorization: 'Bearer $TOKEN' } },
      },
    });
  }));

test('programs for Vestaboards get their key and write with the commands that are shown', () =>
  visit({}, async ({ page, appliance }) => {
    await page.getByText('No board takes part yet').waitFor();
    const board = await firstBoard(appliance);
    const port = await freePort();
    await appliance.call('PUT', '/settings/board', { boards: [{ ...board, local_api_port: port }] });
    await appliance.call('POST', `/settings/board/${board.id}/local-api/rotate`);
    const { body } = await appliance.call<{ enablement_token: string }>('GET', `/settings/board/${board.id}/local-api`);
    await page.locator('[data-example="local-write"]').waitFor();
    const commands = await commandsOf(page);
    const enablement = await run(commands['enablement'] ?? '', { ENABLEMENT_TOKEN: body.enablement_token });
    assert.is(enablement.status, 200);
    const key = { LOCAL_API_KEY: JSON.parse(enablement.body).apiKey as string };
    assert.is(JSON.parse((await run(commands['local-read'] ?? '', key)).body).message.length, 6);
    assert.is((await run(commands['local-write'] ?? '', key)).status, 201);
    assert.match(String((await appliance.call('GET', '/v1/boards/primary')).body['text']), /^HELLO/);
  }));

test('a message goes through the broker with the command that is shown', async () => {
  const broker = await startMosquitto();
  const { hostname, port } = new URL(broker.url);
  const mqtt = {
    enabled: true,
    broker_host: hostname,
    broker_port: Number(port),
    username: BROKER_USER,
    password: BROKER_PASSWORD,
    base_topic: 'my flaps',
  };
  try {
    await visit({ before: ({ call }) => call('PUT', '/settings/mqtt', mqtt) }, async ({ page, appliance }) => {
      const { mqtt: command = '' } = await commandsOf(page);
      await page.getByText('my flaps/clear_message/set').waitFor();
      await until(async () => (await appliance.call('GET', '/mqtt/status')).body['connected'] === true);
      const { stdout } = await promisify(execFile)('bash', ['-c', command], {
        env: { PATH: `${folder}:${process.env['PATH'] ?? ''}`, MQTT_PASSWORD: BROKER_PASSWORD },
      });
      const words = stdout.split('\n');
      const after = (option: string): string => words[words.indexOf(option) + 1] ?? '';
      assert.equal(['-h', '-p', '-u', '-P'].map(after), [hostname, port, BROKER_USER, BROKER_PASSWORD]);
      const client = await broker.connect();
      await client.publishAsync(after('-t'), after('-m'));
      await client.endAsync();
      await until(async () =>
        String((await appliance.call('GET', '/v1/boards/primary')).body['text']).startsWith('HELLO'),
      );
    });
  } finally {
    await broker.close();
  }
});

test('another board is chosen, and the address keeps it', () =>
  visit(
    { before: ({ call }) => call('POST', '/settings/board/add', { device_type: 'note', name: 'Kitchen' }) },
    async ({ page, appliance }) => {
      await page.getByLabel('Board', { exact: true }).selectOption({ label: 'Kitchen' });
      const { body } = await appliance.call<BoardSettings>('GET', '/settings/board');
      const id = body.boards.find(({ name }) => name === 'Kitchen')?.id;
      await page.waitForURL(`**/api-help?board=${id}`);
      const commands = await commandsOf(page);
      assert.ok(commands['send']?.includes(`/boards/${id}/message`));
      assert.ok(commands['pin']?.includes('PAGE_ID'), 'no page fits a Note yet');
    },
  ));

for (const screen of ['phone', 'desktop'] as const satisfies readonly Screen[]) {
  test(`${screen}: a command is copied, and the references open`, () =>
    visit({ screen }, async ({ page, appliance }) => {
      await page.getByText(`${appliance.url}/api`, { exact: true }).waitFor();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const commands = await commandsOf(page);
      await page.getByRole('button', { name: 'Copy: Send a message', exact: true }).first().click();
      assert.is(await page.evaluate(() => navigator.clipboard.readText()), commands['send']);
      await page.getByText('The plugin is off: switch it on first.').waitFor();
      const links = await page
        .locator('.api-links a')
        .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
      assert.is(links.length, 3);
      for (const link of links) assert.is((await fetch(link)).status, 200, link);
      await page.getByRole('link', { name: 'Try-out reference' }).click();
      await page.getByText('flapbox').first().waitFor();
      assert.match(page.url(), /\/api\/docs$/);
    }));

  test(`${screen}: no barriers, be it light or dark, and nothing overflows`, () =>
    visit(
      {
        screen,
        before: async (appliance) =>
          appliance.call('PUT', '/settings/board', {
            boards: [{ ...(await firstBoard(appliance)), local_api_port: await freePort() }],
          }),
      },
      async ({ page }) => {
        await page.locator('[data-example="local-write"]').waitFor();
        await assertAccessibleInBothThemes(page, 'the page');
        await assertFits(page, 'the page');
      },
    ));
}

test('the console stays silent', () =>
  assert.equal(
    browser.complaints.filter((text) => !/status of 40[149]/.test(text)),
    [],
  ));

test.run();
