import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FLAGSHIP } from '../plugins/fixture.ts';
import { ENDLESS } from './hostile-plugins.ts';
import { callIn, install, leave, opening, pluginsDir, withstand } from './sandbox-rig.ts';

const test = suite('attack/sandbox-endless');

/** What a call takes at most, long enough to be looked at several times, and what it may take. */
const CALL_MS = 700;
const MOST_MS = 1000;
install(
  'diligent',
  `export const fetchData = async () => { let sum = 0; for (const end = Date.now() + ${CALL_MS}; Date.now() < end; ) sum++; return { available: true, data: { sum } }; };`,
);

test('what a thread has computed before is charged to nobody', async () => {
  const sandbox = await opening;
  const request = JSON.stringify({ config: {}, board: FLAGSHIP });
  const task = { kind: 'plugin', folder: join(pluginsDir, 'diligent'), name: 'fetchData', request } as const;
  const before = process.cpuUsage();
  const taken = (): number => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  while (taken() < 2 * MOST_MS) {
    const result = await sandbox.run({
      room: 'diligent',
      task,
      limits: { processorMs: MOST_MS, timeMs: 60_000 },
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
