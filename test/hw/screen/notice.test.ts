import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { correction, generate } from 'lean-qr';
import { drawNotice, joinText } from '../../../hw/screen/notice.ts';
import { formatOf } from '../../../hw/screen/pixel-format.ts';
import type { Rotation } from '../../../hw/screen/placement.ts';

const test = suite('hw/screen/notice');
const PLACE = { name: 'flapbox-setup', address: '10.42.0.1' };

test('a phone joins an open Wi-Fi; signs of the form are escaped', () => {
  assert.is(joinText('flapbox-setup'), 'WIFI:T:nopass;S:flapbox-setup;;');
  assert.is(joinText('a;b,c:d\\e"f'), 'WIFI:T:nopass;S:a\\;b\\,c\\:d\\\\e\\"f;;');
});

/** The picture as it is read, one number a pixel. */
const draw = async (width: number, height: number, rotation: Rotation, bits: 16 | 32) => {
  const format = formatOf(bits, false);
  const screen = new Array<number>(width * height).fill(-1);
  const notice = drawNotice(PLACE, { width, height, stride: width, format }, rotation);
  await notice.prepare();
  for (const { top, lines, bytes } of notice.paint()) {
    const pixels = format.view(bytes.buffer as ArrayBuffer, bytes.byteOffset, width * lines);
    pixels.forEach((pixel, at) => (screen[top * width + at] = pixel));
  }
  const [wide, tall] = rotation % 180 === 0 ? [width, height] : [height, width];
  const at = (x: number, y: number): number => {
    if (rotation === 90) return screen[x * width + width - 1 - y] ?? -1;
    if (rotation === 180) return screen[(height - 1 - y) * width + width - 1 - x] ?? -1;
    return rotation === 270 ? (screen[(height - 1 - x) * width + y] ?? -1) : (screen[y * width + x] ?? -1);
  };
  return { wide, tall, at, screen, white: format.encode(0xffffff) };
};

const SCREENS: readonly (readonly [width: number, height: number, rotation: Rotation, bits: 16 | 32])[] = [
  [640, 480, 0, 32],
  [1920, 1080, 0, 16],
  [800, 480, 90, 32],
  [720, 576, 180, 16],
  [800, 480, 270, 32],
];

for (const [width, height, rotation, bits] of SCREENS)
  test(`the code to join is whole on ${width} x ${height}, turned by ${rotation}, with words below it`, async () => {
    const { wide, tall, at, screen, white } = await draw(width, height, rotation, bits);
    assert.not(screen.includes(-1), 'every pixel was painted');
    const code = generate(joinText(PLACE.name), { minCorrectionLevel: correction.M });
    const size = code.size + 8;
    const data = Array.from({ length: size }, (_row, y) =>
      Array.from({ length: size }, (_dark, x) => code.get(x - 4, y - 4)),
    );
    const isWhite = (x: number, y: number): boolean => at(x, y) === white;
    // The code has a white edge: its corners are the first and last white pixels of its rows.
    const top = Array.from({ length: tall }, (_, y) => y).find((y) => isWhite(Math.floor(wide / 2), y)) ?? -1;
    const left = Array.from({ length: wide }, (_, x) => x).find((x) => isWhite(x, top)) ?? -1;
    const right = Array.from({ length: wide }, (_, x) => x).findLast((x) => isWhite(x, top)) ?? -1;
    const module = (right - left + 1) / size;
    assert.ok(Number.isInteger(module) && module >= 3, `${module} pixels a module`);
    const shown = data.map((row, y) =>
      row.map((_dark, x) => !isWhite(Math.floor(left + (x + 0.5) * module), Math.floor(top + (y + 0.5) * module))),
    );
    assert.equal(shown, data);
    const below = top + size * module + 1;
    assert.ok(
      Array.from({ length: (tall - below) * wide }, (_, one) => at(one % wide, below + Math.floor(one / wide))).some(
        (pixel) => pixel !== at(0, tall - 1),
      ),
    );
  });

test.run();
