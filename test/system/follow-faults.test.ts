// needs: mosquitto openssl
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startMosquitto } from '../hw/panel/mqtt-text/mosquitto.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { until } from '../support/until.ts';
import { NOTE, access, errorOf, followed, list, send, shown, startFollower, startHub, withBoth } from './follow-rig.ts';

const test = suite('follow: what can go wrong');
const testBoth = withBoth(test);

interface Board {
  readonly id: string;
  readonly follow?: object;
  readonly panel?: { readonly connection: object };
}
/** Changes a board in the settings. */
const change = async (appliance: Appliance, id: string, edit: (board: Board) => object): Promise<void> => {
  const { boards } = (await appliance.call<{ boards: Board[] }>('GET', '/settings/board')).body;
  const changed = boards.map((board) => (board.id === id ? { ...board, ...edit(board) } : board));
  const answer = await appliance.call('PUT', '/settings/board', { boards: changed });
  assert.is(answer.status, 200, JSON.stringify(answer.body));
};

testBoth(
  'with a time to live the frame ends when the hub is gone, and goes on while it is there',
  async (broker, hub, wall, clock) => {
    await send(hub, 'SHORT');
    await clock.until(async () => (await shown(wall)) === 'SHORT');
    const { at } = (await followed(wall)) as unknown as { at: string };
    await clock.until(async () => ((await followed(wall)) as unknown as { at: string }).at !== at);
    assert.is(await shown(wall), 'SHORT', 'renewed');
    await hub.call('POST', '/stop', {});
    // The hub is cut off: its frame is renewed no more.
    await hub.call('PATCH', '/v1/boards/hall', { paused: true });
    await broker.kill();
    await clock.until(async () => (await shown(wall)) === '');
    assert.is((await followed(wall)).code, 'nothing_to_show');
    await wall.restart();
    assert.is(await shown(wall), '');
  },
  { time_to_live: 10 },
);

testBoth('silence at a wall is obeyed, told, and no fault', async (_broker, hub, wall, clock) => {
  await send(hub, 'DAY');
  await clock.until(async () => (await shown(wall)) === 'DAY');
  const silence = { enabled: true, start_time: '00:00', end_time: '23:59', mode: 'freeze' };
  assert.is((await wall.call('PUT', '/settings/silence-schedule', silence)).status, 200);
  assert.is((await send(hub, 'NIGHT')).sent, true);
  await clock.until(async () => (await followed(wall)).code === 'silenced');
  await clock.until(async () => (await list(hub)).some(({ shows, online }) => online && !shows));
  assert.is(await shown(wall), 'DAY');
  assert.is(await errorOf(hub, 'hall'), '');
  assert.is((await wall.call('PUT', '/settings/silence-schedule', { ...silence, enabled: false })).status, 200);
  await clock.until(async () => (await shown(wall)) === 'NIGHT');
});

testBoth('appliances of one backup follow side by side', async (_broker, hub, wall, clock) => {
  const passphrase = 'correct horse battery';
  const file = (await wall.call<object>('POST', '/backup/export', { passphrase })).body;
  const copies = [await startAppliance({ clock }), await startAppliance({ clock })];
  try {
    for (const copy of copies)
      assert.is((await copy.call('POST', '/backup/import', { ...file, passphrase })).status, 200);
    for (const word of ['ONE', 'TWO', 'THREE']) {
      await send(hub, word);
      for (const appliance of [wall, ...copies]) await clock.until(async () => (await shown(appliance)) === word);
      await clock.until(async () => (await list(hub)).filter(({ online, shows }) => online && shows).length === 3);
    }
    assert.is((await list(hub)).length, 3);
    assert.is(await errorOf(hub, 'hall'), '');
  } finally {
    await Promise.all(copies.map((copy) => copy.close()));
  }
});

test('a wall of another size shows a part, and both say so', async () => {
  const broker = await startMosquitto();
  const hub = await startHub(broker);
  const wall = await startFollower(broker, { ...NOTE, grid_rows: 2, grid_cols: 4 });
  try {
    await hub.call('POST', '/v1/boards/hall/message', { lines: ['ABCDEFGH', 'IJKLMNOP', 'QRST'] });
    await until(async () => (await shown(wall)) === 'ABCD\nIJKL');
    await until(async () => /3 rows x 15 columns/.test(await errorOf(wall, 'wall')));
    await until(async () =>
      /"Library" \(it has 2 rows x 4 columns and shows a part\)/.test(await errorOf(hub, 'hall')),
    );
  } finally {
    await Promise.all([hub.close(), wall.close()]);
    await broker.close();
  }
});

test('a wrong password is told by hub and wall, and the right one mends it', async () => {
  const broker = await startMosquitto();
  const hub = await startHub(broker, { password: 'wrong' });
  const wall = await startFollower(broker);
  try {
    const refused = await hub.call('POST', '/v1/boards/hall/message', { text: 'NO' });
    assert.not(refused.status === 200 && refused.body['sent']);
    await until(async () => /refused the user or the password/.test(await errorOf(hub, 'hall')));
    await change(wall, 'wall', ({ follow }) => ({ follow: { ...follow, password: 'wrong' } }));
    await until(async () => /user name or the password|does not allow/.test(await errorOf(wall, 'wall')));
    await change(wall, 'wall', ({ follow }) => ({ follow: { ...follow, ...access } }));
    await change(hub, 'hall', ({ panel }) => ({
      panel: { ...panel, connection: { ...panel?.connection, ...access } },
    }));
    await send(hub, 'OPEN');
    await until(async () => (await shown(wall)) === 'OPEN');
    await until(async () => (await errorOf(wall, 'wall')) + (await errorOf(hub, 'hall')) === '');
    for (const appliance of [hub, wall]) assert.not.match(appliance.lines.join('\n'), new RegExp(access.password));
  } finally {
    await Promise.all([hub.close(), wall.close()]);
    await broker.close();
  }
});

const openssl = (folder: string, ...words: string[]): void => {
  const made = spawnSync('openssl', words, { cwd: folder });
  assert.is(made.status, 0, made.stderr.toString());
};

/** A private authority and a certificate of it for 127.0.0.1. */
const makeCertificates = (folder: string): void => {
  const key = ['-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  openssl(folder, 'req', '-x509', ...key, '-subj', '/CN=Campus', '-keyout', 'ca.key', '-out', 'ca.pem');
  openssl(folder, 'req', '-x509', ...key, '-subj', '/CN=Other', '-keyout', 'other.key', '-out', 'other.pem');
  const subject = ['-subj', '/CN=broker', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-keyout', 'broker.key', '-out', 'broker.pem'];
  openssl(folder, 'req', '-x509', ...key, ...subject, ...signed);
};

test('over TLS hub and wall trust the authority of the owner, and nobody else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flapbox-tls-'));
  makeCertificates(folder);
  const [authority, other] = ['ca.pem', 'other.pem'].map((name) => readFileSync(join(folder, name), 'utf8'));
  const files = `certfile ${join(folder, 'broker.pem')}\nkeyfile ${join(folder, 'broker.key')}\n`;
  const broker = await startMosquitto(files);
  const secure = { ...broker, url: broker.url.replace('mqtt:', 'mqtts:') };
  const hub = await startHub(secure, { ca_certificate: other });
  const wall = await startFollower(secure);
  try {
    await hub.call('POST', '/v1/boards/hall/message', { text: 'NO' });
    await until(async () => /certificate/.test(await errorOf(hub, 'hall')));
    await until(async () => /certificate/.test(await errorOf(wall, 'wall')));
    await change(hub, 'hall', ({ panel }) => ({
      panel: { ...panel, connection: { ...panel?.connection, ...access, ca_certificate: authority } },
    }));
    await change(wall, 'wall', ({ follow }) => ({ follow: { ...follow, ...access, ca_certificate: authority } }));
    await send(hub, 'TRUST');
    await until(async () => (await shown(wall)) === 'TRUST');
    await until(async () => (await errorOf(wall, 'wall')) + (await errorOf(hub, 'hall')) === '');
    assert.is((await hub.call('DELETE', '/settings/board/hall')).status, 200);
    await until(async () => /no frame on the topic any more/.test(await errorOf(wall, 'wall')));
  } finally {
    await Promise.all([hub.close(), wall.close()]);
    await broker.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test.run();
