import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { heightInFlaps, layOut, widthInFlaps } from '../../src/core/look/proportions.ts';
import { brightnessAt, gridLike } from '../../src/core/screen.ts';
import { parseTime } from '../../src/core/time/time-of-day.ts';

const test = suite('core/screen');

const NIGHT = { start: '22:00', end: '07:00', level: 20 };
const DAY = { start: '07:00', end: '22:00', level: 0 };
const BRIGHTNESS: [typeof NIGHT | null, string, number][] = [
  [null, '23:00', 1],
  [NIGHT, '21:59', 1],
  [NIGHT, '22:00', 0.2],
  [NIGHT, '00:00', 0.2],
  [NIGHT, '06:59', 0.2],
  [NIGHT, '07:00', 1],
  [DAY, '06:59', 1],
  [DAY, '12:00', 0],
  [{ ...NIGHT, end: '22:00' }, '22:00', 1],
  [{ ...NIGHT, start: 'xx:xx' }, '23:00', 1],
];
for (const [night, time, expected] of BRIGHTNESS) {
  test(`${JSON.stringify(night)} at ${time} is ${expected}`, () =>
    assert.is(brightnessAt(night, parseTime(time) ?? 0), expected));
}

for (const [width, height, rows, cols] of [
  [1920, 1080, 6, 22],
  [1280, 720, 6, 22],
  [3840, 2160, 6, 22],
  [1080, 1920, 12, 12],
  [1024, 768, 8, 22],
  [1920, 200, 1, 22],
  [100, 100_000, 96, 12],
] as const) {
  test(`${width} × ${height} pixels are filled by ${rows} × ${cols} flaps`, () =>
    assert.equal(gridLike(width, height), { rows, cols }));
}

test('a board is as high as its layout says', () => {
  for (const form of [
    { device_type: 'flagship', rows: 6, cols: 22 },
    { device_type: 'note_array', rows: 6, cols: 30 },
    { device_type: 'panel', rows: 1, cols: 1 },
  ] as const) {
    const layout = layOut(form, 100 * widthInFlaps(form));
    assert.ok(Math.abs(layout.height - 100 * heightInFlaps(form)) <= 2, JSON.stringify(form));
  }
});

test.run();
