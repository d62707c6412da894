import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { codePath } from '../../../ui/favourites/code-path.ts';
import { linesOf } from '../../../ui/favourites/content.ts';

const test = suite('ui/favourites/code');

const QUIET = 4;
/** Data words of the blocks of a code, by version, for the levels L, M, Q and H (ISO/IEC 18004, table 9). */
const BLOCKS: Readonly<Record<number, readonly (readonly number[])[]>> = {
  3: [[55], [44], [17, 17], [13, 13]],
  4: [[80], [32, 32], [24, 24], [9, 9, 9, 9]],
  5: [[108], [43, 43], [15, 15, 16, 16], [11, 11, 12, 12]],
  6: [
    [68, 68],
    [27, 27, 27, 27],
    [19, 19, 19, 19],
    [15, 15, 15, 15],
  ],
};
/** The two bits that name a level, in the order above. */
const LEVELS = [0b01, 0b00, 0b11, 0b10];
const MASKS: readonly ((row: number, col: number) => boolean)[] = [
  (row, col) => (row + col) % 2 === 0,
  (row) => row % 2 === 0,
  (_, col) => col % 3 === 0,
  (row, col) => (row + col) % 3 === 0,
  (row, col) => (Math.floor(row / 2) + Math.floor(col / 3)) % 2 === 0,
  (row, col) => ((row * col) % 2) + ((row * col) % 3) === 0,
  (row, col) => (((row * col) % 2) + ((row * col) % 3)) % 2 === 0,
  (row, col) => (((row + col) % 2) + ((row * col) % 3)) % 2 === 0,
];

/** Reads a code as a camera would that sees it without any fault: versions 3 to 6, bytes alone. */
const read = ({ path, width }: { path: string; width: number }): string => {
  const size = width - 2 * QUIET;
  const dark = new Set(
    [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${Number(y) - QUIET},${Number(x) - QUIET}`),
  );
  const at = (row: number, col: number): boolean => dark.has(`${row},${col}`);
  const version = (size - 17) / 4;
  for (const [top, left] of [
    [0, 0],
    [0, size - 7],
    [size - 7, 0],
  ] as const)
    for (let row = 0; row < 7; row++)
      for (let col = 0; col < 7; col++) {
        const ring = Math.max(Math.abs(row - 3), Math.abs(col - 3));
        assert.is(at(top + row, left + col), ring !== 2, 'the three corners are squares in squares');
      }
  const formBits = [0, 1, 2, 3, 4, 5, 7, 8].map((col) => at(8, col));
  const form = formBits.reduce((bits, bit) => bits * 2 + Number(bit), 0) ^ (0b101010000010010 >> 7);
  const level = LEVELS.indexOf((form >> 6) & 3);
  const mask = MASKS[(form >> 3) & 7];
  const align = size - 7;
  const isFixed = (row: number, col: number): boolean =>
    (row < 9 && (col < 9 || col >= size - 8)) ||
    (row >= size - 8 && col < 9) ||
    row === 6 ||
    col === 6 ||
    (Math.abs(row - align) <= 2 && Math.abs(col - align) <= 2);
  const bits: boolean[] = [];
  let isUp = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right--;
    for (let step = 0; step < size; step++) {
      const row = isUp ? size - 1 - step : step;
      for (const col of [right, right - 1])
        if (!isFixed(row, col)) bits.push(at(row, col) !== (mask?.(row, col) ?? false));
    }
    isUp = !isUp;
  }
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_, word) =>
    bits.slice(word * 8, word * 8 + 8).reduce((sum, bit) => sum * 2 + Number(bit), 0),
  );
  const lengths = BLOCKS[version]?.[level] ?? [];
  const blocks = lengths.map((): number[] => []);
  let next = 0;
  for (let row = 0; row < Math.max(...lengths); row++)
    for (const [index, length] of lengths.entries()) if (row < length) blocks[index]?.push(words[next++] ?? 0);
  const data = blocks.flat();
  const all = data.flatMap((word) => [word >> 4, word & 15]);
  // The code may say first that its bytes are UTF-8 (ECI 26).
  const nibbles = all.slice(0, 3).join() === '7,1,10' ? all.slice(3) : all;
  assert.is(nibbles[0], 4, 'bytes');
  const count = (nibbles[1] ?? 0) * 16 + (nibbles[2] ?? 0);
  const bytes = Array.from(
    { length: count },
    (_, index) => (nibbles[3 + 2 * index] ?? 0) * 16 + (nibbles[4 + 2 * index] ?? 0),
  );
  return Buffer.from(bytes).toString('utf8');
};

for (const text of [
  `http://flapbox.local/s/f/${'aB3-_'.repeat(8)}xyz`,
  `http://192.168.178.40:4420/s/f/${'Zz9'.repeat(14)}q`,
  `https://board.example.org/s/f/${'0'.repeat(43)}`,
]) {
  test(`the code of an address of ${text.length} letters reads as it`, () => assert.is(read(codePath(text)), text));
}

test('rows of flaps become lines of a page', () =>
  assert.equal(
    linesOf([
      [63, 0, 1, 2, 0, 0],
      [0, 0, 0, 0, 0, 0],
      [0, 27, 0, 0, 0, 71],
    ]),
    ['{63} AB', '', ' 1   {71}'],
  ));

test.run();
