// needs: chromium mosquitto curl bash
import { execFile, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as assert from 'uvu/assert';
import { PASSWORD as BROKER_PASSWORD, USER as BROKER_USER, startMosquitto } from '../hw/panel/mqtt-text/mosquitto.ts';
import type { Appliance } from '../support/appliance.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';
import { commandsOf, firstBoard, startApiPage } from './api-rig.ts';

const PASSWORD = 'correct horse';

const { test, visit, run } = startApiPage('the commands of the page for programs');

let folder: string;

test.before(() => {
  folder = mkdtempSync(join(tmpdir(), 'flapbox-api-page-'));
  // Every command as it stands, and below its answer the status.
  writeFileSync(join(folder, '.curlrc'), 'silent\nwrite-out = "\\n%{http_code}"\nmax-time = 30\n');
  // Of a stream, which has no end, the status comes first.
  mkdirSync(join(folder, 'stream'));
  writeFileSync(join(folder, 'stream', '.curlrc'), 'silent\ninclude\n');
  // Not every machine with a broker has this program: here it tells what it was asked for.
  writeFileSync(join(folder, 'mosquitto_pub'), '#!/bin/sh\nprintf "%s\\n" "$@"\n');
  chmodSync(join(folder, 'mosquitto_pub'), 0o755);
});
test.after(() => {
  rmSync(folder, { recursive: true });
});

interface Outcome {
  readonly status: number;
  readonly body: string;
}

const environmentOf = (terminal: Record<string, string>, home: string) => ({
  PATH: `${folder}:${process.env['PATH'] ?? ''}`,
  CURL_HOME: home,
  ...terminal,
});

/** Runs a command as an owner would, with what the terminal knows. */
const execute = async (command: string, terminal: Record<string, string>, input = ''): Promise<Outcome> => {
  const running = promisify(execFile)('bash', ['-c', command], {
    cwd: folder,
    env: environmentOf(terminal, folder),
  });
  running.child.stdin?.end(input);
  const { stdout } = await running;
  const end = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(end + 1)), body: stdout.slice(0, end) };
};

/** Runs a command whose answer has no end until it has told enough; answers all that it told, with its status. */
const listen = (command: string, terminal: Record<string, string>, enough: RegExp): Promise<string> =>
  new Promise((resolve) => {
    const env = environmentOf(terminal, join(folder, 'stream'));
    const running = spawn('bash', ['-c', command], { cwd: folder, env, detached: true });
    let told = '';
    running.stdout.on('data', (chunk) => {
      told += String(chunk);
      if (enough.test(told) && running.pid !== undefined) process.kill(-running.pid);
    });
    running.on('close', () => resolve(told));
  });

/** Tries every command for boards, pages, data and assistants. */
const tryAll = async (
  commands: Record<string, string>,
  { call }: Appliance,
  terminal: Record<string, string>,
  headers: Record<string, string>,
): Promise<void> => {
  const textOf = async () => (await call<{ text: string }>('GET', '/v1/boards/primary', undefined, headers)).body.text;
  const tryOne = async (name: string, status = 200): Promise<string> => {
    const outcome = await execute(commands[name] ?? '', terminal);
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
  const told = /event: (board|frame)\ndata: \{/;
  const events = await listen(commands['events'] ?? '', terminal, told);
  assert.match(events, /^HTTP\/1\.1 200 /);
  assert.match(events, told);
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
      assert.is((await execute(commands['read'] ?? '', { TOKEN: 'wrong' })).status, 401);
      assert.is((await execute(commands['events'] ?? '', {})).status, 401);
      const login = await execute(commands['login'] ?? '', {}, `${PASSWORD}\n`);
      assert.is(login.status, 200, login.body);
      await tryAll(commands, appliance, { TOKEN: token }, { Cookie: cookie });
    },
  ));

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
    const enablement = await execute(commands['enablement'] ?? '', { ENABLEMENT_TOKEN: body.enablement_token });
    assert.is(enablement.status, 200);
    const key = { LOCAL_API_KEY: JSON.parse(enablement.body).apiKey as string };
    assert.is(JSON.parse((await execute(commands['local-read'] ?? '', key)).body).message.length, 6);
    assert.is((await execute(commands['local-write'] ?? '', key)).status, 201);
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

run();
