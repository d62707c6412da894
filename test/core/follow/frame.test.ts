import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeFrame, endOf, parseFrame, placeFrame, type PublishedFrame } from '../../../src/core/follow/frame.ts';
import { OFFLINE, encodeReport, parseState } from '../../../src/core/follow/state.ts';
import { createGrid, gridFromRows, gridToRows } from '../../../src/core/flaps/grid.ts';
import { seededRandom } from '../../support/seeded.ts';

const test = suite('published frames and what followers tell');

const FRAME: PublishedFrame = {
  sender: 'a',
  sequence: 7,
  at: Date.parse('2025-03-01T10:00:00Z'),
  timeToLive: 60,
  grid: gridFromRows(
    [
      [1, 2],
      [3, 71],
    ],
    2,
    2,
  ),
  transition: { strategy: 'row', interval_ms: 5000, step_size: 1 },
};
const with_ = (change: object): string => JSON.stringify({ ...(JSON.parse(encodeFrame(FRAME)) as object), ...change });

test('what was written is what is read', () => {
  assert.equal(parseFrame(encodeFrame(FRAME)), { value: FRAME });
  assert.is(endOf(FRAME), Date.parse('2025-03-01T10:01:00Z'));
  assert.is(endOf({ ...FRAME, timeToLive: null }), null);
});

test('the largest frame fits into a message', () => {
  const grid = createGrid(96, 128, 71);
  assert.ok('value' in parseFrame(encodeFrame({ ...FRAME, grid })));
});

test('an unknown way to turn is none, and a missing one too', () => {
  for (const transition of [undefined, null, 1, {}, { strategy: 'plugin:x', interval_ms: -1, step_size: 0 }]) {
    const reading = parseFrame(with_({ transition }));
    assert.ok('value' in reading);
    assert.equal(reading.value.transition, { strategy: null, interval_ms: null, step_size: null });
  }
});

for (const [what, text] of [
  ['nothing', ''],
  ['half of a frame', encodeFrame(FRAME).slice(0, -3)],
  ['a list', '[]'],
  ['no form', with_({ v: undefined })],
  ['another form', with_({ v: 2 })],
  ['no order', with_({ sequence: undefined })],
  ['half an order', with_({ sequence: 1.5 })],
  ['an order beyond counting', with_({ sequence: 1e300 })],
  ['an order that nothing could follow', with_({ sequence: Number.MAX_SAFE_INTEGER })],
  ['no instant', with_({ at: 12 })],
  ['a life of nothing', with_({ ttl_seconds: 0 })],
  ['no size', with_({ rows: undefined })],
  ['a size beyond bounds', with_({ cols: 129 })],
  ['a size that is not that of the codes', with_({ rows: 3 })],
  ['a row of another width', with_({ characters: [[1, 2], [3]] })],
  [
    'a code beyond the reel',
    with_({
      characters: [
        [1, 2],
        [3, 72],
      ],
    }),
  ],
  [
    'codes that are texts',
    with_({
      characters: [
        ['1', 2],
        [3, 4],
      ],
    }),
  ],
  ['too much', with_({ more: 'x'.repeat(65_536) })],
] as const)
  test(`${what} is refused with a sentence`, () => {
    const reading = parseFrame(text);
    assert.ok('problem' in reading);
    assert.match(reading.problem, /^The frame on the topic .+\.$/);
  });

test('random bytes never throw', () => {
  const random = seededRandom(4);
  const text = encodeFrame(FRAME);
  for (let turn = 0; turn < 500; turn++) {
    const at = Math.floor(random() * text.length);
    const broken = text.slice(0, at) + String.fromCharCode(32 + Math.floor(random() * 90)) + text.slice(at + 1);
    parseFrame(broken);
    parseState(broken);
  }
});

/** [what, frame, rows, cols, what is shown, fit] */
const PLACES: [string, number[][], number, number, number[][], string][] = [
  ['the same size', [[1, 2]], 1, 2, [[1, 2]], 'exact'],
  [
    'a larger wall',
    [[1]],
    3,
    3,
    [
      [0, 0, 0],
      [0, 1, 0],
      [0, 0, 0],
    ],
    'centered',
  ],
  [
    'a wall larger by one',
    [[1]],
    2,
    2,
    [
      [1, 0],
      [0, 0],
    ],
    'centered',
  ],
  [
    'a smaller wall',
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
    1,
    2,
    [[1, 2]],
    'cropped',
  ],
  ['a wall that is wider and lower', [[1], [2]], 1, 3, [[0, 1, 0]], 'cropped'],
];
for (const [what, rows, height, width, shown, fit] of PLACES)
  test(`${what}: ${fit} (rules, F4)`, () => {
    const placed = placeFrame(gridFromRows(rows, rows.length, rows[0]?.length ?? 0), height, width);
    assert.equal([gridToRows(placed.grid), placed.fit], [shown, fit]);
  });

test('a report is read as it was told, and a last will as gone', () => {
  const report = {
    name: 'Library',
    rows: 2,
    cols: 2,
    sequence: 7,
    shows: false,
    code: 'paused',
    reason: 'The board "Library" is paused: resume it first.',
    fit: 'exact',
    drifted: false,
    error: null,
    characters: FRAME.grid,
  } as const;
  assert.equal(parseState(encodeReport(report)), { value: { online: true, ...report } });
  assert.equal(parseState(OFFLINE), { value: { online: false } });
  assert.ok('problem' in parseState('{"v":1,"online":true}'));
});

test.run();
