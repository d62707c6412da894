import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardRegistry } from '../../../src/board/registry.ts';
import type { Log } from '../../../src/platform/log.ts';
import { createBoardLog } from '../../../src/service/boards/log.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { startFlatRig, type FlatRig } from '../../support/flat-rig.ts';
import { until } from '../../support/until.ts';
import { storeWith } from '../rig.ts';

const clock = createFakeClock('2026-03-02T10:00:30Z');
let rig: FlatRig;
const test = suite('service/boards/log');
test.before(async () => {
  rig = await startFlatRig(clock);
});
test.after(() => rig.close());

const lines = async () => {
  const { body } = await rig.call<{ logs: { level: string; message: string }[] }>(
    'GET',
    '/logs?limit=500&search=boards',
  );
  return body.logs
    .filter(({ message }) => message.includes('Wall'))
    .reverse()
    .map(({ level, message }) => `${level} ${message.split(' board=')[0]}`);
};
const write = (fill: number) => rig.call('POST', `/v1/boards/${rig.wall}/message`, { fill, force: true });

test('a board that fails stands in the log once, and once more when it is well again', async () => {
  rig.emulator.switches.fault = 'status';
  for (const fill of [1, 2, 3]) assert.is((await write(fill)).status, 500);
  assert.equal(await lines(), ['WARNING a board fails']);
  rig.emulator.switches.fault = 'none';
  assert.is((await write(4)).status, 200);
  await until(async () => (await lines()).length === 2);
  assert.equal(await lines(), ['WARNING a board fails', 'INFO a board is well again']);
});

test('a wall that cannot be reached at all is told too', async () => {
  await rig.call('POST', '/settings/board/add', {
    device_type: 'panel',
    name: 'Wall of nothing',
    grid_rows: 3,
    grid_cols: 15,
    panel: { driver: 'chainlink', connection: { path: '/dev/nothing' } },
  });
  await clock.advance(1000);
  await until(async () => (await lines()).length === 3);
  assert.is((await lines())[2], 'WARNING a board fails');
});

test('each change of a board is told once, and anew for a board that was gone', () => {
  const said: string[] = [];
  const tell =
    (level: string) =>
    (text: string, { board, id, error = null }: { board: string; id: string; error?: string | null }): void =>
      void said.push(`${level} ${text} ${board} ${id} ${error}`);
  let view: { error: string | null; drifted: boolean } | undefined;
  const told = createBoardLog(
    storeWith().store,
    { get: () => view && { view } } as unknown as BoardRegistry,
    { warn: tell('warn'), info: tell('info') } as unknown as Log,
  );
  const happens = (next: typeof view, id = 'b1'): string[] => {
    view = next;
    told(id);
    return said.splice(0);
  };
  const [well, failed, drifted] = [
    { error: null, drifted: false },
    { error: 'Gone.', drifted: false },
    { error: null, drifted: true },
  ];
  assert.equal(happens(well), []);
  assert.equal(happens(failed), ['warn a board fails Board b1 b1 Gone.']);
  assert.equal(happens(failed), []);
  assert.equal(happens(drifted), [
    'info a board is well again Board b1 b1 null',
    'warn something else wrote on a board Board b1 b1 null',
  ]);
  assert.equal(happens(drifted), []);
  assert.equal(happens(well), []);
  assert.equal(happens(failed).length, 1);
  assert.equal(happens(undefined), []);
  assert.equal(happens(failed).length, 1);
  assert.equal(happens(failed, 'gone'), []);
});

test.run();
