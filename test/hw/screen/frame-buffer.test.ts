import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { driftAt } from '../../../hw/screen/drift.ts';
import { FrameBuffer, accessProblem, isSameMode, isScreenPath, readMode } from '../../../hw/screen/frame-buffer.ts';
import { createScreens } from '../../../hw/screen/screens.ts';

const test = suite('hw/screen/frame-buffer');

let root = '';
test.before.each(() => {
  root = mkdtempSync(join(tmpdir(), 'screens-'));
});
test.after.each(() => rmSync(root, { recursive: true, force: true }));

const write = (path: string, content: string | Uint8Array): void => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), content);
};
const SMALL = { virtual_size: '4,3', modes: 'U:4x2p-0\n', bits_per_pixel: '16', stride: '8' };
/** Says what the kernel says of a screen, and puts its memory there. */
const add = (files: Readonly<Record<string, string>>, name = 'fb0', bytes = 16): void => {
  for (const [file, text] of Object.entries(files)) write(`sys/class/graphics/${name}/${file}`, `${text}\n`);
  write(`dev/${name}`, new Uint8Array(bytes).fill(7));
};
const told = (name: string, file: string): string => readFileSync(join(root, 'sys/class/graphics', name, file), 'utf8');
const memory = (name = 'fb0'): number[] => [...readFileSync(join(root, 'dev', name))];
const rejection = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error: Error) => error.message,
  );

test('which paths are those of frame buffers', () => {
  assert.equal(
    ['/dev/fb0', '/dev/fb12', '/dev/fb123', '/dev/fb', 'dev/fb0', '/dev/fb0/x', '/dev/sda'].map(isScreenPath),
    [true, true, false, false, false, false, false],
  );
});

const MODES: [what: string, change: Record<string, string>, mode: object | string][] = [
  ['with a line to spare', {}, { width: 4, height: 2, bits: 16, stride: 8, spareLines: 1 }],
  ['without a list of modes', { modes: '' }, { width: 4, height: 3, bits: 16, stride: 8, spareLines: 0 }],
  ['with longer lines', { stride: '64' }, { width: 4, height: 2, bits: 16, stride: 64, spareLines: 1 }],
  [
    'with 32 bits',
    { bits_per_pixel: '32', stride: '16' },
    { width: 4, height: 2, bits: 32, stride: 16, spareLines: 1 },
  ],
  ['larger than its memory says', { modes: 'U:4x9p' }, { width: 4, height: 9, bits: 16, stride: 8, spareLines: 0 }],
  [
    'of the largest size',
    { modes: 'U:8192x8192p', stride: '16384' },
    { width: 8192, height: 8192, bits: 16, stride: 16_384, spareLines: 0 },
  ],
  ['with 24 bits', { bits_per_pixel: '24' }, 'The screen has 24 bits per pixel; flapbox draws with 16 or 32.'],
  ['with no depth', { bits_per_pixel: '' }, 'The screen has unknown bits per pixel; flapbox draws with 16 or 32.'],
  ['with lines too short', { stride: '6' }, 'The screen tells a size that cannot be: 4 x 2, 6 bytes a line.'],
  ['with half pixels', { stride: '9' }, 'The screen tells a size that cannot be: 4 x 2, 9 bytes a line.'],
  ['without lines', { modes: 'U:4x0p' }, 'The screen tells a size that cannot be: 4 x 0, 8 bytes a line.'],
  [
    'that is too wide',
    { modes: 'U:8193x2p', stride: '99998' },
    'The screen tells a size that cannot be: 8193 x 2, 99998 bytes a line.',
  ],
];
for (const [what, change, mode] of MODES)
  test(`a screen ${what}`, async () => {
    add({ ...SMALL, ...change });
    if (typeof mode === 'string') assert.is(await rejection(readMode('/dev/fb0', root)), mode);
    else assert.equal(await readMode('/dev/fb0', root), mode);
  });
test('where there is none, there is no mode', async () => {
  assert.is(await readMode('/dev/fb0', root), null);
  add({ virtual_size: 'none' });
  assert.is(await readMode('/dev/fb0', root), null);
});
test('modes are drawn alike where size, depth and lines are the same', () => {
  const mode = { width: 4, height: 2, bits: 16, stride: 8, spareLines: 1 };
  assert.ok(isSameMode(mode, { ...mode, spareLines: 0 }));
  for (const change of [{ width: 5 }, { height: 3 }, { bits: 32 }, { stride: 9 }])
    assert.not.ok(isSameMode(mode, { ...mode, ...change }));
});

test('whole lines are written from a line on, and the picture is put at the start of the memory', async () => {
  add({ ...SMALL, pan: '0,1', blank: '4' });
  const buffer = await FrameBuffer.open('/dev/fb0', root);
  assert.is(told('fb0', 'pan').slice(0, 3), '0,0');
  await buffer.write(1, new Uint8Array(8).fill(1));
  assert.equal(memory(), [...Array(8).fill(7), ...Array(8).fill(1)]);
  assert.ok(await buffer.setBlank(true));
  assert.is(told('fb0', 'blank')[0], '4');
  assert.ok(await buffer.setBlank(false));
  assert.is(told('fb0', 'blank')[0], '0');
  await buffer.close();
  await buffer.close();
});
test('a picture that cannot lie elsewhere is not moved, and a screen may not know how to switch off', async () => {
  add({ ...SMALL, modes: '', pan: '9,9' });
  const buffer = await FrameBuffer.open('/dev/fb0', root);
  assert.is(told('fb0', 'pan').trim(), '9,9');
  assert.not.ok(await buffer.setBlank(true));
  await buffer.close();
  assert.match(await rejection(buffer.write(0, new Uint8Array(8))), /^The screen fb0 cannot be drawn on \(EBADF\)\.$/);
});
test('why a screen cannot be opened is told in a sentence', async () => {
  assert.match(await rejection(FrameBuffer.open('/dev/sda', root)), /needs its device/);
  assert.match(await rejection(FrameBuffer.open('/dev/fb0', root)), /^There is no screen fb0: is a monitor/);
  write('dev/fb0', '');
  assert.is(await rejection(FrameBuffer.open('/dev/fb0', root)), 'The screen fb0 does not say how large it is.');
  add({ ...SMALL, bits_per_pixel: '8' });
  assert.match(await rejection(FrameBuffer.open('/dev/fb0', root)), /8 bits per pixel/);
  assert.match((await accessProblem('/dev/fb3', root)) ?? '', /^There is no screen fb3/);
  assert.is(await accessProblem('/dev/fb0', root), null);
});

test('the screens of a machine are listed in order, with what keeps them from use', async () => {
  const screens = createScreens(root);
  assert.equal([await screens.list(), await screens.find()], [[], null]);
  add({ ...SMALL, bits_per_pixel: '8', name: 'old' }, 'fb0');
  add({ ...SMALL, name: 'vc4' }, 'fb1');
  add({ name: 'odd' }, 'fb2');
  write('sys/class/graphics/fbcon/x', '');
  write('sys/class/graphics/fb123/x', '');
  assert.equal(await screens.list(), [
    {
      path: '/dev/fb0',
      name: 'old',
      width: null,
      height: null,
      problem: 'The screen has 8 bits per pixel; flapbox draws with 16 or 32.',
    },
    { path: '/dev/fb1', name: 'vc4', width: 4, height: 2, problem: null },
    { path: '/dev/fb2', name: 'odd', width: null, height: null, problem: 'The screen does not say how large it is.' },
  ]);
  assert.is((await screens.find())?.path, '/dev/fb1');
});
test('a screen that nobody draws on any more is made black, and one that is gone is no matter', async () => {
  add({ ...SMALL, modes: 'U:4x70p', virtual_size: '4,70' }, 'fb0', 70 * 8);
  const screens = createScreens(root);
  await screens.clear('/dev/fb0');
  assert.equal(memory(), Array(70 * 8).fill(0));
  await screens.clear('/dev/fb9');
});

test('a wall goes around its place by a pixel a step, never further than it may', () => {
  assert.equal(driftAt(5, 0), [0, 0]);
  assert.equal(
    Array.from({ length: 9 }, (_, step) => driftAt(step, 2)),
    [
      [0, 2],
      [1, 1],
      [2, 0],
      [1, -1],
      [0, -2],
      [-1, -1],
      [-2, 0],
      [-1, 1],
      [0, 2],
    ],
  );
});

test.run();
