import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { until } from '../support/until.ts';
import { withService } from './files-service.ts';

const test = suite('attack/closed-output');

test('a reader of the log that goes away does not end the service', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'flapbox-closed-'));
  await withService(dir, async (service) => {
    service.child.stdout?.destroy();
    service.child.stderr?.destroy();
    // A broker that is not there is said in the log.
    const broker = { enabled: true, broker_host: '127.0.0.1', broker_port: 1 };
    assert.is((await service.send('PUT', '/settings/mqtt', broker)).status, 200);
    await until(async () => JSON.stringify((await service.get('/logs')).body).includes('"mqtt"'));
    assert.is((await service.get('/v1/health')).status, 200);
    assert.is(service.child.exitCode, null);
  });
  rmSync(dir, { recursive: true, force: true });
});

test.run();
