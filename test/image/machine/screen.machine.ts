import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ScreenConnection } from '../../../hw/panel/screen/screen.ts';
import type { BoardInstance } from '../../../src/schema/boards/boards.ts';
import { flapsOn } from '../../support/flaps-on-screen.ts';
import { takePicture, watched } from './display.ts';
import { flash, local, Machine, partPath, pause, putFiles, say } from './machine.ts';

/** Modules of the kernel for the emulator's graphics card, which the appliance's card does not have, in their order. */
const MODULES = [
  'gpu/drm/drm',
  'gpu/drm/drm_kms_helper',
  'gpu/drm/clients/drm_client_lib',
  'gpu/drm/drm_shmem_helper',
  'virtio/virtio_dma_buf',
  'gpu/drm/virtio/virtio-gpu',
];

const test = suite('the card with a monitor');
const card = flash('screen', { 'debug.env': 'serial_shell=1\n' });
const machine = Machine.virtual('screen', card, [
  '-no-reboot',
  ...watched('screen'),
  '-device',
  'virtio-gpu-pci,xres=1280,yres=800',
]);

test.after(() => machine.powerCut());

const putModules = (): void => {
  const folder = local('sh', '-c', `ls -d ${partPath('usr/lib/modules')}/*/kernel/drivers`).trim();
  for (const module of MODULES) {
    const file = `${folder}/${module}.ko.xz`;
    assert.ok(existsSync(file), file);
    const name = `${basename(module)}.ko`;
    local(
      'sh',
      '-c',
      `xz -dc ${file} > /tmp/${name} && mcopy -o -i ${card}@@1M /tmp/${name} ::/${name} && rm /tmp/${name}`,
    );
  }
};

const boards = async (): Promise<BoardInstance[]> => {
  const { json } = await machine.api('GET', '/settings/board');
  return (json as { boards: BoardInstance[] }).boards;
};

const screenBoard = async (): Promise<BoardInstance> => {
  const found = (await boards()).find(({ name }) => name === 'Screen');
  if (!found) throw new Error('there is no board "Screen"');
  return found;
};

const eventually = async <TValue>(
  what: string,
  look: () => Promise<TValue | null | false>,
  ms = 180_000,
): Promise<TValue> => {
  const end = performance.now() + ms;
  for (;;) {
    const found = await look().catch(() => null);
    if (found) return found;
    if (performance.now() > end) throw new Error(`${what}: not within ${ms / 1000} s`);
    await pause(500);
  }
};

const connectionOf = ({ panel }: BoardInstance): ScreenConnection => (panel?.connection ?? {}) as ScreenConnection;

/** What the screen shows, flap by flap; the wall moves by a pixel every three minutes. */
const shown = async (board: BoardInstance, steps = 0): Promise<number[][]> => {
  const picture = await takePicture('screen');
  return flapsOn(picture, connectionOf(board), board.grid_rows ?? 0, board.grid_cols ?? 0, undefined, steps);
};

const said = async (id: string): Promise<number[][]> =>
  ((await machine.api('GET', `/v1/boards/${id}`)).json as { characters: number[][] }).characters;

const showsWhatIsSaid = (ms = 180_000) =>
  eventually(
    'the screen shows what the board says',
    async () => {
      const board = await screenBoard();
      const [there, told] = [await shown(board), await said(board.id)];
      return JSON.stringify(there) === JSON.stringify(told);
    },
    ms,
  );

const change = async (connection: ScreenConnection, more: Partial<BoardInstance> = {}): Promise<void> => {
  const all = await boards();
  const changed = all.map((board) =>
    board.name === 'Screen' && board.panel
      ? { ...board, ...more, panel: { ...board.panel, connection: { ...board.panel.connection, ...connection } } }
      : board,
  );
  const { status, text } = await machine.api('PUT', '/settings/board', { boards: changed });
  assert.is(status, 200, text);
};

const message = async (text: string): Promise<void> => {
  const { status, text: answer } = await machine.api('POST', `/v1/boards/${(await screenBoard()).id}/message`, {
    text,
  });
  assert.is(status, 200, answer);
};

test('without a screen there is no board for one, and the form says why', async () => {
  putFiles(card, {});
  putModules();
  await machine.powerOn();
  await machine.answers();
  await machine.withoutLogin();
  const { json } = await machine.api('GET', '/settings/board/drivers');
  assert.match((json as { no_screen: string }).no_screen, /^No frame buffer/);
  assert.is((await boards()).length, 1);
});

test('a monitor that is plugged in becomes a board, and its greeting is on it', async () => {
  await machine.output('mkdir -p /run/modules && mount -o ro /dev/vda1 /run/modules');
  const plugged = performance.now();
  for (const module of MODULES) await machine.output(`insmod /run/modules/${basename(module)}.ko`);
  await eventually('a board', async () => (await boards()).length === 2);
  await showsWhatIsSaid();
  say('monitor to picture', (performance.now() - plugged) / 1000, 's');
});

test('a message turns the flaps to what the board says', async () => {
  await change({ drift: false }, { grid_rows: 6, grid_cols: 22 });
  await message('HELLO SCREEN 0123456789 {63}{64}{65}{66}{67}{68}{69}');
  await showsWhatIsSaid();
});

for (const rotation of ['90', '180', '270'] as const)
  test(`turned by ${rotation} degrees`, async () => {
    await change({ rotation, frame: rotation === '270' ? 'borderless' : 'framed', margin: rotation === '90' ? 4 : 0 });
    await message(`TURNED BY ${rotation}`);
    await showsWhatIsSaid();
  });

test('a restart of the service paints the same again, and is never seen', async () => {
  await change({ rotation: '0', frame: 'framed', margin: 0 });
  await message('IT STAYS');
  await showsWhatIsSaid();
  const board = await screenBoard();
  const before = JSON.stringify(await shown(board));
  await machine.output('systemctl restart --no-block flapbox');
  for (let look = 0; look < 40; look++) {
    assert.is(JSON.stringify(await shown(board)), before);
    await pause(250);
  }
  await machine.answers();
  await showsWhatIsSaid();
});

test('in silence the screen is dark, and comes back with its content', async () => {
  const silence = { enabled: true, start_time: '00:00', end_time: '23:59', mode: 'freeze' };
  assert.is((await machine.api('PUT', '/settings/silence-schedule', silence)).status, 200);
  await eventually('a dark screen', async () => (await takePicture('screen')).isOff);
  assert.is((await machine.api('PUT', '/settings/silence-schedule', { ...silence, enabled: false })).status, 200);
  await showsWhatIsSaid();
});

test('a screen that goes and comes back: an error that says so, then the content', async () => {
  const device = await machine.output('basename $(readlink -f /sys/class/graphics/fb0/device)');
  const driver = await machine.output('readlink -f /sys/class/graphics/fb0/device/driver');
  await machine.output(`echo ${device} > ${driver}/unbind`);
  const { id } = await screenBoard();
  await eventually('an error', async () => {
    const { json } = await machine.api('GET', '/status');
    return /screen/i.test((json as { boards: Record<string, { error: string | null }> }).boards[id]?.error ?? '');
  });
  await machine.output(`echo ${device} > ${driver}/bind`);
  await showsWhatIsSaid();
});

test('the console never printed on it, and whoever removes the board does not get it again', async () => {
  assert.is((await machine.api('DELETE', `/settings/board/${(await screenBoard()).id}`)).status, 200);
  await eventually('a black screen', async () => (await takePicture('screen')).isBlack);
  await machine.output('systemctl restart flapbox');
  await machine.answers();
  await pause(10_000);
  assert.is((await boards()).length, 1);
  assert.ok((await takePicture('screen')).isBlack);
});

test.run();
