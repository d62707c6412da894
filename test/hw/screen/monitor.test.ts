import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findMonitor, sizeInEdid, wallFor } from '../../../hw/screen/monitor.ts';

const test = suite('hw/screen/monitor');

const edid = (width: number, height: number): Uint8Array => {
  const bytes = new Uint8Array(128);
  bytes.set([0, 255, 255, 255, 255, 255, 255, 0]);
  bytes.set([width, height], 21);
  return bytes;
};

const INCH_CM = 2.54;
const WALLS: readonly (readonly [inches: number, cols: number, rows: number])[] = [
  [32, 17, 7],
  [43, 22, 9],
  [55, 29, 12],
  [65, 34, 14],
  [85, 45, 18],
];

for (const [inches, cols, rows] of WALLS)
  test(`${inches} inches: flaps as large as on a real Note`, () => {
    const width = inches * Math.cos(Math.atan(9 / 16)) * INCH_CM;
    assert.equal(wallFor({ width, height: (width * 9) / 16 }), { rows, cols });
  });

test('a small monitor has a Note at least, a giant one no more than a board may', () => {
  assert.equal(wallFor({ width: 15, height: 9 }), { rows: 3, cols: 15 });
  assert.equal(wallFor({ width: 2000, height: 2000 }), { rows: 96, cols: 128 });
  assert.equal(wallFor(null), { rows: 6, cols: 22 });
});

test('an EDID tells the size; what is none, or that of a projector, tells nothing', () => {
  assert.equal(sizeInEdid(edid(71, 40)), { width: 71, height: 40 });
  assert.is(sizeInEdid(edid(0, 0)), null);
  assert.is(sizeInEdid(new Uint8Array(128)), null);
  assert.is(sizeInEdid(new Uint8Array(3)), null);
});

test('the monitor that is connected counts', async () => {
  const root = mkdtempSync(join(tmpdir(), 'flapbox-drm-'));
  const connector = (name: string, status: string, bytes: Uint8Array): void => {
    const folder = join(root, 'sys/class/drm', name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'status'), `${status}\n`);
    writeFileSync(join(folder, 'edid'), bytes);
  };
  assert.is(await findMonitor(root), null);
  connector('card0-HDMI-A-1', 'disconnected', edid(10, 10));
  connector('card0-HDMI-A-2', 'connected', edid(95, 54));
  assert.equal(await findMonitor(root), { width: 95, height: 54 });
  rmSync(root, { recursive: true });
});

test.run();
