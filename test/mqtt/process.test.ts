// needs: mosquitto
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MqttClient } from 'mqtt';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { until } from '../support/until.ts';
import { freePort } from '../support/free-port.ts';

const test = suite('MQTT of the built service');
const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin`;
const dir = mkdtempSync(join(tmpdir(), 'flapbox-tls-'));
const certificate = join(dir, 'cert.pem');
let broker: ChildProcess;
let observer: MqttClient;
let port = 0;
let services: ChildProcess[] = [];
const seen = new Map<string, string>();

const start = async (more: Record<string, string>): Promise<{ child: ChildProcess; port: number }> => {
  const env = {
    ...process.env,
    SERVICE_AUTH_ENABLED: 'false',
    SERVICE_HOST: '127.0.0.1',
    SERVICE_PORT: '0',
    SERVICE_DATA_DIR: mkdtempSync(join(dir, 'data-')),
    SERVICE_MQTT_URL: `mqtts://localhost:${port}`,
    ...more,
  };
  const child = spawn(process.execPath, ['dist/flapbox.cjs'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  services.push(child);
  const own = await new Promise<number>((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (bytes: Buffer) => {
      said += bytes.toString();
      const listening = /listening on \S+:(\d+)\s/.exec(said)?.[1];
      if (listening) resolve(Number(listening));
    });
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}: ${said}`)));
  });
  return { child, port: own };
};
const status = async (at: number) =>
  (await (await fetch(`http://127.0.0.1:${at}/api/mqtt/status`)).json()) as {
    connected: boolean;
    error: string | null;
  };

test.before(async () => {
  const made = spawnSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost',
    '-keyout',
    join(dir, 'key.pem'),
    '-out',
    certificate,
  ]);
  assert.is(made.status, 0, 'openssl makes a certificate');
  port = await freePort();
  const account = process.getuid?.() === 0 ? 'user root\n' : '';
  writeFileSync(
    join(dir, 'conf'),
    `listener ${port} localhost\nallow_anonymous true\ncertfile ${certificate}\nkeyfile ${join(dir, 'key.pem')}\n${account}`,
  );
  broker = spawn('mosquitto', ['-c', join(dir, 'conf')], { env: { ...process.env, PATH }, stdio: 'ignore' });
  const { connectAsync } = require('mqtt') as typeof import('mqtt');
  await until(async () => {
    observer = await connectAsync(`mqtts://localhost:${port}`, { rejectUnauthorized: false, reconnectPeriod: 0 }).catch(
      () => observer,
    );
    return observer?.connected ?? false;
  });
  observer.on('message', (topic, payload) => seen.set(topic, payload.toString()));
  await observer.subscribeAsync('flapbox/status');
});
test.after(async () => {
  for (const service of services) service.kill('SIGKILL');
  services = [];
  await observer.endAsync(true);
  broker.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

test('a certificate of an unknown authority is refused with a sentence', async () => {
  const { child, port: own } = await start({});
  await until(async () => (await status(own)).error !== null);
  const { connected, error } = await status(own);
  assert.is(connected, false);
  assert.match(String(error), /certificate/);
  child.kill('SIGTERM');
});

test('with a trusted certificate it connects, and the broker publishes its will', async () => {
  const { child, port: own } = await start({ NODE_EXTRA_CA_CERTS: certificate });
  await until(async () => (await status(own)).connected);
  await until(() => seen.get('flapbox/status') === 'online');
  child.kill('SIGKILL');
  await until(() => seen.get('flapbox/status') === 'offline');
});

const put = async (at: number, members: object) =>
  (
    await fetch(`http://127.0.0.1:${at}/api/settings/mqtt`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(members),
    })
  ).status;
const broken = join(dir, 'broken.pem');

for (const [what, source] of [
  ['as text', () => readFileSync(certificate, 'utf8')],
  ['as the path of a file', () => certificate],
] as const) {
  test(`the certificate of the authority is a setting: ${what}`, async () => {
    const { child, port: own } = await start({ SERVICE_MQTT_URL: '' });
    assert.is(await put(own, { enabled: true, broker_host: 'localhost', broker_port: port, tls: true }), 200);
    await until(async () => (await status(own)).error !== null);
    assert.match(String((await status(own)).error), /not trusted/);
    assert.is(await put(own, { ca_certificate: source() }), 200);
    await until(async () => (await status(own)).connected);
    assert.is(await put(own, { ca_certificate: '' }), 200);
    await until(async () => /not trusted/.test((await status(own)).error ?? ''));
    child.kill('SIGKILL');
  });
}

test('a panel at a broker trusts the authority that its settings name', async () => {
  const { child, port: own } = await start({ SERVICE_MQTT_URL: '' });
  const add = (connection: object) =>
    fetch(`http://127.0.0.1:${own}/api/settings/board/add`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        device_type: 'panel',
        grid_rows: 3,
        grid_cols: 15,
        panel: {
          driver: 'mqtt-text',
          connection: { url: `mqtts://localhost:${port}`, command_topic: 'wall', ...connection },
        },
      }),
    });
  const show = async (board: string) => {
    const answer = await fetch(`http://127.0.0.1:${own}/api/v1/boards/${board}/message`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"text": "HI"}',
    });
    return { status: answer.status, text: await answer.text() };
  };
  const lastOf = async (answer: Response) =>
    ((await answer.json()) as { boards: { id: string }[] }).boards.at(-1)?.id ?? '';
  const strange = await show(await lastOf(await add({})));
  assert.is(strange.status, 500);
  assert.match(strange.text, /not trusted/);
  const known = await show(await lastOf(await add({ ca_certificate: certificate })));
  assert.is(known.status, 200, known.text);
  child.kill('SIGKILL');
});

test('a certificate file that became unreadable is reported, and the service goes on', async () => {
  writeFileSync(broken, readFileSync(certificate));
  const { child, port: own } = await start({ SERVICE_MQTT_URL: '' });
  await put(own, { broker_host: 'localhost', broker_port: port, tls: true, ca_certificate: broken });
  rmSync(broken);
  assert.is(await put(own, { enabled: true }), 200);
  await until(async () => /certificate/.test((await status(own)).error ?? ''));
  assert.not.ok(((await status(own)).error ?? '').includes(dir));
  child.kill('SIGKILL');
});

test('a stop ends in time although the broker hangs', async () => {
  const { child, port: own } = await start({ NODE_EXTRA_CA_CERTS: certificate });
  await until(async () => (await status(own)).connected);
  broker.kill('SIGSTOP');
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  assert.is(await ended, 0);
  broker.kill('SIGCONT');
});

test.run();
