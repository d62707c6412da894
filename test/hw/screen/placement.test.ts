import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { driftAt } from '../../../hw/screen/drift.ts';
import { placeWall, type WallChoice } from '../../../hw/screen/placement.ts';
import { assertRecorded } from '../../support/recording.ts';

const test = suite('hw/screen/placement');
const FLAGSHIP: WallChoice = {
  rows: 6,
  cols: 22,
  framed: true,
  margin: 0,
  rotation: 0,
  flapSize: 100,
  drift: false,
};
const FULL_HD = { width: 1920, height: 1080 };
const ANY = 1e9;

const boxes = (choice: WallChoice, screen = FULL_HD) => {
  const { bands, tileWidth, tileHeight } = placeWall(choice, screen, ANY);
  return bands.flatMap(({ top, cells }) =>
    cells.map(({ cell, left }) => ({ cell, left, top, right: left + tileWidth, bottom: top + tileHeight })),
  );
};

for (const rotation of [0, 90, 180, 270] as const)
  for (const framed of [true, false])
    for (const drift of [true, false])
      test(`every flap is on the screen once, turned by ${rotation}, ${framed ? 'framed' : 'borderless'}, drift ${String(drift)}`, () => {
        const choice = { ...FLAGSHIP, rotation, framed, drift };
        const all = boxes(choice);
        const { play } = placeWall(choice, FULL_HD, ANY);
        assert.equal(
          all.map(({ cell }) => cell).sort((a, b) => a - b),
          Array.from({ length: 132 }, (_, cell) => cell),
        );
        assert.ok(all.every((one) => one.left >= play && one.top >= play));
        assert.ok(all.every((one) => one.right + play <= 1920 && one.bottom + play <= 1080));
        const overlaps = all.some((a) =>
          all.some(
            (b) => a.cell < b.cell && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom,
          ),
        );
        assert.not(overlaps);
      });

test('the first flap is where a reader looks for it', () => {
  const first = (rotation: WallChoice['rotation']) => boxes({ ...FLAGSHIP, rotation }).find(({ cell }) => cell === 0);
  assert.ok((first(0)?.left ?? 999) < 200 && (first(0)?.top ?? 999) < 200);
  assert.ok((first(90)?.right ?? 0) > 1000 && (first(90)?.top ?? 999) < 200);
  assert.ok((first(180)?.right ?? 0) > 1700 && (first(180)?.bottom ?? 0) > 900);
  assert.ok((first(270)?.left ?? 9999) < 1000 && (first(270)?.bottom ?? 0) > 900);
});

test('a flagship fills a television', () => {
  const { flapHeight, frame } = placeWall(FLAGSHIP, FULL_HD, ANY);
  assert.is(flapHeight, 94);
  assert.ok(frame.width >= 1915);
  assert.ok(placeWall({ ...FLAGSHIP, framed: false }, FULL_HD, ANY).flapHeight > 100);
});

test('margin and size make it smaller, and it stays in the middle', () => {
  const { frame } = placeWall({ ...FLAGSHIP, margin: 10 }, FULL_HD, ANY);
  assert.ok(frame.left >= 192 && frame.width <= 1536);
  assert.ok(Math.abs(frame.left * 2 + frame.width - 1920) <= 1);
  const half = placeWall({ ...FLAGSHIP, flapSize: 50 }, FULL_HD, ANY).flapHeight;
  assert.ok(half >= 46 && half <= 48);
});

test('flaps have no more pixels than they may', () => {
  const { flapWidth, flapHeight } = placeWall({ ...FLAGSHIP, rows: 1, cols: 2 }, FULL_HD, 20_000);
  assert.ok(flapWidth * flapHeight <= 21_000);
});

test('a screen that is too small is refused in a sentence', () => {
  const tiny = { width: 160, height: 120 };
  const choice = { ...FLAGSHIP, rows: 96, cols: 128 };
  assert.throws(
    () => placeWall(choice, tiny, ANY),
    /^The screen of 160 x 120 is too small for 96 rows x 128 columns\.$/,
  );
});

test('cells without a module have no flap', () => {
  const all = boxes({ ...FLAGSHIP, rows: 2, cols: 3, places: [[0, 2], [1]] });
  assert.equal(
    all.map(({ cell }) => cell),
    [0, 2, 4],
  );
});

const SCREENS = ['1920x1080', '800x480', '250x122', '64x48', '31x200'];
const CHANGES: readonly (Partial<WallChoice> & { readonly most?: number })[] = [
  {},
  { rotation: 90 },
  { rotation: 180, places: [[0, 1, 5], [], [3]] },
  { rotation: 270, drift: true },
  { framed: false },
  { framed: false, drift: true, margin: 7 },
  { margin: 20, flapSize: 61 },
  { rows: 1, cols: 2, most: 900 },
  { rows: 1, cols: 9, drift: true, most: 899 },
  { rows: 9, cols: 1, drift: true, framed: false },
];

test('walls lie where they lay', () => {
  const lines = SCREENS.flatMap((name) =>
    CHANGES.map(({ most = ANY, ...change }) => {
      const [width = 0, height = 0] = name.split('x').map(Number);
      const said = `${name} ${JSON.stringify(change)}: `;
      try {
        const { bands, frame, ...rest } = placeWall(
          { ...FLAGSHIP, rows: 3, cols: 7, ...change },
          { width, height },
          most,
        );
        const lefts = bands.map(({ top, cells }) => [top, ...cells.map(({ left }) => left)].join(' '));
        return `${said}${JSON.stringify({ ...rest, frame })} ${lefts.join(' | ')}`;
      } catch (error) {
        return `${said}${(error as Error).message}`;
      }
    }),
  );
  assertRecorded('hw/screen/placements.txt', lines);
});

test('the smallest screens of each wall', () => {
  const least = (side: 'width' | 'height', change: Partial<WallChoice>): number => {
    for (let size = 400; size > 0; size--)
      try {
        placeWall({ ...FLAGSHIP, ...change }, { width: 4000, height: 4000, [side]: size }, ANY);
      } catch {
        return size + 1;
      }
    return 0;
  };
  const lines = [{}, { framed: false }, { drift: true }, { framed: false, drift: true, rotation: 90 as const }].map(
    (change) => `${JSON.stringify(change)} ${least('width', change)} x ${least('height', change)}`,
  );
  assertRecorded('hw/screen/smallest-screens.txt', lines);
});

test('drift moves by at most one pixel a step, never further than its play, and comes back', () => {
  for (let step = 0; step < 60; step++) {
    const [[x, y], [nextX, nextY]] = [driftAt(step, 7), driftAt(step + 1, 7)];
    assert.ok(Math.abs(x) <= 7 && Math.abs(y) <= 7);
    assert.ok(Math.abs(nextX - x) <= 1 && Math.abs(nextY - y) <= 1);
  }
  assert.equal(driftAt(0, 7), driftAt(28, 7));
  assert.ok(new Set(Array.from({ length: 28 }, (_, step) => driftAt(step, 7).join())).size > 20);
  assert.equal(driftAt(5, 0), [0, 0]);
  assert.equal(
    [0, 3, 7, 10, 14, 21].map((step) => driftAt(step, 7).join()),
    ['0,7', '3,4', '7,0', '4,-3', '0,-7', '-7,0'],
  );
});

test.run();
