import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FLAGSHIP } from '../plugins/fixture.ts';
import { ENDLESS } from './hostile-plugins.ts';
import { callIn, install, leave, opening, pluginsDir, withstand } from './sandbox-rig.ts';

const test = suite('attack/sandbox-endless');

install(
  'diligent',
  'export const fetchData = async () => { let sum = 0; for (let at = 0; at < 10_000_000; at++) sum += at; return { available: true, data: { sum } }; };',
);

test('what a thread has computed before is charged to nobody', async () => {
  const sandbox = await opening;
  const request = JSON.stringify({ config: {}, board: FLAGSHIP });
  const task = { kind: 'plugin', folder: join(pluginsDir, 'diligent'), name: 'fetchData', request } as const;
  for (let call = 0; call < 8; call++) {
    const result = await sandbox.run({
      room: 'diligent',
      task,
      limits: { processorMs: 8000, timeMs: 60_000 },
      log: () => undefined,
    });
    assert.match(String(result), /"sum"/);
  }
});

withstand(test, ENDLESS);

test('a dozen of them at once cost only themselves', async () => {
  const sandbox = await opening;
  const asked = ENDLESS.slice(0, 12).map((_, index) => callIn(sandbox, `hostile_${index}`, 1000));
  const beside = callIn(sandbox, 'neighbour', 1000);
  assert.match(await beside, /^answered/);
  assert.equal(
    (await Promise.all(asked)).filter((told) => told.startsWith('answered')),
    [],
  );
});

test.after(leave);
test.run();
