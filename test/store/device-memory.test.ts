import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { memoryOf } from '../../src/store/device-memory.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createQuietLog } from '../support/quiet-log.ts';
import { sampleBoard } from '../support/sample-state.ts';

const test = suite('store/device-memory');

const openAt = (dir: string) =>
  openStore({ dir, clock: createFakeClock('2025-03-01T10:00:00.000Z'), log: createQuietLog() });

test('what a driver saves is there after a restart, for its board alone', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'devices-'));
  const store = await openAt(dir);
  await store.update(() => ({ boards: [sampleBoard('b1'), sampleBoard('b2')] }));
  assert.is(memoryOf(store, 'b1').load(), null);
  await memoryOf(store, 'b1').save({ offsets: { 3: 20.5 } });
  await memoryOf(store, 'gone').save({ offsets: {} });
  await store.close();
  const again = await openAt(dir);
  assert.equal(memoryOf(again, 'b1').load(), { offsets: { 3: 20.5 } });
  assert.is(memoryOf(again, 'b2').load(), null);
  assert.equal(Object.keys(again.state.devices), ['b1']);
  await again.close();
  rmSync(dir, { recursive: true });
});

test.run();
