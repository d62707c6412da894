import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withService } from './files-service.ts';

/** As many flaps as there may be, and messages for all of them at once. */
const test = suite('attack/largest-boards');

const root = mkdtempSync(join(tmpdir(), 'flapbox-largest-'));
test.after(() => rmSync(root, { recursive: true, force: true }));

const PANEL = { device_type: 'panel', grid_rows: 96, grid_cols: 128, panel: { driver: 'virtual' } };

test('a crowd of messages for 63 boards of the largest size are answered', async () => {
  await withService(join(root, 'data'), async (service) => {
    for (let at = 0; at < 63; at++) {
      const { status } = await service.send('POST', '/settings/board/add', { ...PANEL, name: `B${at}` });
      assert.is(status, 201);
    }
    const { boards } = (await service.get('/v1/boards')).body as { boards: { id: string }[] };
    const sent = await Promise.all(
      Array.from({ length: 120 }, (_, at) =>
        service.send('POST', `/v1/boards/${boards[1 + (at % 63)]?.id}/message`, { text: String(at).repeat(4000) }),
      ),
    );
    const all = { text: 'A'.repeat(12_000), boards: 'all' };
    const several = await Promise.all([1, 2, 3, 4].map(() => service.send('POST', '/boards/-/message', all)));
    // Where many large answers wait to be taken, some are asked to come back.
    for (const { status } of [...sent, ...several]) assert.ok([200, 503].includes(status), `${status}`);
    assert.ok(sent.filter(({ status }) => status === 200).length > 60);
    assert.is((await service.get('/health')).status, 200);
  });
});

test.run();
