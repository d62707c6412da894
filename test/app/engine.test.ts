import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardSettings, StoredBoard } from '../../src/schema/boards/boards.ts';
import { serveJson, withServer } from '../plugins/loopback.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { startMachineRig } from '../support/machine-rig.ts';
import { until } from '../support/until.ts';

// What is put together for a whole appliance, and no part of it knows alone.
const test = suite('app/engine');

const asking = (url: string) => async (method: string, path: string, body: object) => {
  const headers = { 'Content-Type': 'application/json' };
  const { status } = await fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) });
  assert.is(status, 200, path);
};

for (const [homepage, usual] of [
  ['https://flapbox.example', ' (+https://flapbox.example)'],
  [undefined, ''],
] as const)
  test(`servers are told who asks: whom its owner names, else ${homepage ?? 'nobody'}`, () =>
    withServer(serveJson({ a: 1 }), async (base, requests) => {
      const rig = await startMachineRig(homepage === undefined ? {} : { homepage });
      try {
        const ask = asking(rig.url);
        await ask('POST', '/plugins/own/answer', { address: `${base}/one` });
        await ask('PUT', '/config/general', { contact: 'owner@house.example' });
        await ask('POST', '/plugins/own/answer', { address: `${base}/two` });
        assert.equal(
          requests.map(({ headers }) => headers['user-agent']),
          [`flapbox/0.0.0${usual}`, 'flapbox/0.0.0 (+owner@house.example)'],
        );
      } finally {
        await rig.close();
      }
    }));

const errorOf = async ({ call }: Appliance, id: string): Promise<string> => {
  const { body } = await call<{ conditions: { board_id: string; error: string | null }[] }>(
    'GET',
    '/boards/conditions',
  );
  return body.conditions.find(({ board_id }) => board_id === id)?.error ?? '';
};

test('a stored wall does not drive the pin of a button that was chosen outside the settings', async () => {
  const appliance = await startAppliance({ env: { SERVICE_GPIO_BUTTON: '17' } });
  try {
    const panel = { driver: 'gpio-steppers', connection: { pins: [12, 13, 16, 18, 4] } };
    const wall = { device_type: 'panel', grid_rows: 1, grid_cols: 1, panel };
    const { boards } = (await appliance.call<BoardSettings>('POST', '/settings/board/add', wall)).body;
    const id = boards.at(-1)?.id ?? '';
    assert.not.match(await errorOf(appliance, id), /GPIO17/);
    const onButton = (board: StoredBoard): StoredBoard =>
      board.id === id && board.panel
        ? { ...board, panel: { ...board.panel, connection: { ...board.panel.connection, pins: [17, 13, 16, 18, 4] } } }
        : board;
    await appliance.app.store.update((state) => ({ boards: state.boards.map(onButton) }));
    await appliance.restart();
    await until(async () => /GPIO17 is used by .*button/i.test(await errorOf(appliance, id)));
  } finally {
    await appliance.close();
  }
});

test.run();
