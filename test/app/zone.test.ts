import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAppliance, type Appliance } from '../support/appliance.ts';

/** What a machine that knows newer names, or somebody by hand, left in the settings. */
const UNKNOWN = 'America/Atlantis';
const zoneOf = async (appliance: Appliance) =>
  (await appliance.call<{ timezone: string }>('GET', '/config/general')).body.timezone;

const test = suite('app/zone');

test('a stored time zone that the machine does not know leaves its own, and boards go on', async () => {
  const appliance = await startAppliance({
    env: { SERVICE_TIMEZONE: '' },
    prepare: (dir) =>
      writeFileSync(
        join(dir, 'settings.json'),
        JSON.stringify({ schema_version: 1, data: { general: { timezone: UNKNOWN } } }),
      ),
  });
  assert.is((await appliance.call('GET', '/v1/boards/primary')).status, 200);
  assert.is.not(await zoneOf(appliance), UNKNOWN);
  await appliance.call('PUT', '/config/general', { timezone: 'Asia/Tokyo' });
  assert.is(await zoneOf(appliance), 'Asia/Tokyo');
  await appliance.close();
});

test('a backup with a time zone that the machine does not know changes nothing, and the answer names it', async () => {
  const appliance = await startAppliance({ env: { SERVICE_TIMEZONE: '' } });
  const { body } = await appliance.call<{ data: { settings: { general: object } } }>('GET', '/backup/export');
  body.data.settings.general = { ...body.data.settings.general, timezone: UNKNOWN };
  const answer = await appliance.call('POST', '/backup/import', body);
  assert.is(answer.status, 400);
  assert.match(String(answer.body['detail']), 'settings.general.timezone');
  assert.is((await appliance.call('GET', '/v1/boards/primary')).status, 200);
  await appliance.close();
});

/** A system that takes every second. */
const startSystem = async (path: string, seconds: unknown[]): Promise<Server> => {
  const server = createServer((socket) =>
    socket.once('data', (line) => {
      seconds.push((JSON.parse(String(line)) as { seconds?: number }).seconds);
      socket.end('{"ok":true}\n');
    }),
  );
  await once(server.listen(path), 'listening');
  return server;
};

test('a time that is set by hand is one of where the appliance is', async () => {
  const seconds: unknown[] = [];
  const path = join(tmpdir(), `flapbox-clock-${process.pid}.sock`);
  const system = await startSystem(path, seconds);
  const appliance = await startAppliance({ env: { SERVICE_TIMEZONE: 'Asia/Tokyo', FLAPBOX_HELPER: path } });
  assert.is((await appliance.call('PUT', '/settings/clock', { now: '2026-06-01T12:00:00' })).status, 200);
  assert.ok(seconds.includes(Date.parse('2026-06-01T12:00:00+09:00') / 1000), JSON.stringify(seconds));
  await appliance.close();
  system.close();
});

test.run();
