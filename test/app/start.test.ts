import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startApp } from '../../src/app.ts';
import { serveText, withServer } from '../plugins/loopback.ts';
import { startAppliance } from '../support/appliance.ts';
import { createQuietLog } from '../support/quiet-log.ts';
import { startOptions } from '../support/start-options.ts';
import { until } from '../support/until.ts';

const test = suite('app: start');

test('a start that fails lets go of its data folder, and was not an unplanned end', async () => {
  const first = await startAppliance();
  const dir = mkdtempSync(join(tmpdir(), 'flapbox-start-'));
  const start = (port: number) =>
    startApp(
      startOptions(
        { SERVICE_AUTH_ENABLED: 'false', SERVICE_HOST: '127.0.0.1', SERVICE_PORT: `${port}`, SERVICE_DATA_DIR: dir },
        createQuietLog(),
      ),
    );
  try {
    const error: unknown = await start(first.app.port).catch((error_: unknown) => error_);
    assert.is((error as { code?: string }).code, 'EADDRINUSE');
    assert.not.ok(readdirSync(dir).includes('run.json'), 'the run ended as planned');
    await (await start(0)).stop();
  } finally {
    await first.close();
    rmSync(dir, { recursive: true, force: true });
  }
});

test('an inbox is followed as soon as there is one, and after a restart', () =>
  withServer(serveText('', 'application/json'), async (server, requests) => {
    const appliance = await startAppliance();
    try {
      const inbox = { kind: 'ntfy', name: 'Alerts', server, topic: 'flaps' };
      assert.is((await appliance.call('POST', '/inboxes', inbox)).status, 201);
      await until(() => requests.some(({ url }) => url?.includes('/flaps/')));
      await appliance.restart();
      const before = requests.length;
      await until(() => requests.length > before);
    } finally {
      await appliance.close();
    }
  }));

test.run();
