import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardSettings } from '../../../src/schema/boards/boards.ts';
import { flapsOn } from '../../support/flaps-on-screen.ts';
import { takePicture, watched } from './display.ts';
import { flash, Machine, pause, say } from './machine.ts';

const test = suite('the screen of a simulated Pi 3B');
// The emulator resets at once when its watchdog is armed, and shows red as blue.
const card = flash('screen-pi', { 'debug.env': 'serial_shell=1\nno_watchdog=1\n' });
const machine = Machine.pi('screen-pi', card, watched('screen-pi'));

test.after(() => machine.powerCut());

/** A request from within: the simulated Pi has no network. */
const api = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const init = JSON.stringify({
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const script = `fetch("http://127.0.0.1/api${path}",${init}).then(async(a)=>console.log(JSON.stringify([a.status,await a.json()])))`;
  const code = Buffer.from(script).toString('base64');
  // The simulated Pi is slow: the service may take longer for an answer than anybody waits.
  for (let look = 0; ; look++) {
    const { output } = await machine.shell(`echo ${code} | base64 -d > /tmp/ask.mjs && /usr/bin/node /tmp/ask.mjs`);
    const [, status = '', json = ''] = /^\[(\d+),(.*)\]$/s.exec(output.trim()) ?? [];
    if (status === '200') return JSON.parse(json) as T;
    if (look === 10) throw new Error(`${method} ${path}: ${output}`);
    await pause(3000);
  }
};

const screenBoard = async () =>
  (await api<BoardSettings>('GET', '/settings/board')).boards.find(({ name }) => name === 'Screen');

const comesToShow = async (id: string): Promise<void> => {
  for (let look = 0; ; look++) {
    const { characters } = await api<{ characters: number[][] }>('GET', `/v1/boards/${id}`);
    const shown = flapsOn(await takePicture('screen-pi', true), { drift: true }, 6, 22);
    if (JSON.stringify(shown) === JSON.stringify(characters)) return;
    if (look > 30) assert.equal(shown, characters);
    await pause(2000);
  }
};

test('from the power to flaps on the screen, with nothing printed before', async () => {
  const begun = performance.now();
  await machine.powerOn();
  await machine.sees(/START A/, 120_000);
  assert.ok((await takePicture('screen-pi')).isBlack, 'U-Boot prints nothing');
  const port = 'systemctl is-active flapbox';
  await machine.output(`for i in $(seq 90); do [ "$(${port})" = active ] && break; sleep 3; done; ${port}`, 500_000);
  assert.is(await machine.output('cat /sys/class/graphics/fb0/name'), 'simple');
  await api('POST', '/auth/preference', { enabled: false });
  let board = await screenBoard();
  for (let look = 0; !board && look < 20; look++, board = await screenBoard()) await pause(2000);
  assert.ok(board, 'a board "Screen"');
  await comesToShow(board?.id ?? '');
  say('power to picture', (performance.now() - begun) / 1000, 's');
});

test('a message is shown as the board says', async () => {
  const { id = '' } = (await screenBoard()) ?? {};
  await api('POST', `/v1/boards/${id}/message`, { text: 'HELLO PI {63}{64}{65}{66}{67}{68}{69}' });
  await comesToShow(id);
});

test('errors of the kernel are not printed on it', async () => {
  const { id = '' } = (await screenBoard()) ?? {};
  await machine.output('echo "<0>the kernel says something" > /dev/kmsg');
  await comesToShow(id);
});

test('in silence it becomes black, and comes back', async () => {
  const { id = '' } = (await screenBoard()) ?? {};
  const silence = { enabled: true, start_time: '00:00', end_time: '23:59', mode: 'freeze' };
  await api('PUT', '/settings/silence-schedule', silence);
  for (let look = 0; look < 20 && !(await takePicture('screen-pi')).isBlack; look++) await pause(1000);
  assert.ok((await takePicture('screen-pi')).isBlack);
  await api('PUT', '/settings/silence-schedule', { ...silence, enabled: false });
  await comesToShow(id);
});

test.run();
