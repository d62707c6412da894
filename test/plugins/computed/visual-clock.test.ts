import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FLAGSHIP, NOTE } from '../fixture.ts';
import { flagship, note, values } from './rig.ts';
import { latePlugins } from '../../../src/plugins/builtin/builtins.ts';
import type { DataPlugin } from '../../../src/plugins/contract/plugin.ts';

const test = suite('plugins/computed/visual-clock');

test('half past two on a flagship', async () =>
  assert.equal(await flagship('visual_clock'), [
    '   w w  w    wwww wwww',
    '   w w  w ww    w w  w',
    '   w wwww    wwww w  w',
    '   w    w       w w  w',
    '   w    w ww    w w  w',
    '   w    w    wwww wwww',
  ]));

test('half past two on a note', async () =>
  assert.equal(await note('visual_clock'), [' w  w wwwww www', ' w  www  ww  w', ' w    wwwww www']));

test('a clock of twelve hours leaves the first digit blank', async () => {
  const config = { time_format: '12h', digit_color: 'red' };
  assert.is((await flagship('visual_clock', { config }))[0], '     rrrr    rrrr rrrr');
  assert.equal(await values('visual_clock', { config }), { time: '2:30 PM', hour: '2', minute: '30' });
});

for (const [at, config, hour] of [
  ['2026-11-20T23:05:00Z', {}, '00'],
  ['2026-11-20T23:05:00Z', { time_format: '12h' }, '12'],
  ['2026-11-20T11:05:00Z', { time_format: '12h' }, '12'],
  ['2026-03-29T01:05:00Z', {}, '03'],
  ['2026-10-25T01:05:00Z', {}, '02'],
] as const) {
  test(`the hour at ${at} with ${JSON.stringify(config)}`, async () =>
    assert.is((await values('visual_clock', { at, config }))['hour'], hour));
}

test('colours by row and by digit, and a background', async () => {
  const pride = await flagship('visual_clock', { config: { color_pattern: 'pride' } });
  assert.equal(
    pride.map((line) => line.trim()[0]),
    ['r', 'o', 'y', 'g', 'b', 'v'],
  );
  const rainbow = await flagship('visual_clock', { config: { color_pattern: 'rainbow' } });
  assert.is(rainbow[0], '   r o  o    gggg bbbb');
  const filled = await flagship('visual_clock', { config: { background_color: 'blue' } });
  assert.is(filled[0], 'bbbwbwbbwbbbbwwwwbwwww');
});

test('all ten digits differ on both faces', async () => {
  for (const draw of [flagship, note]) {
    const faces = await Promise.all(
      Array.from({ length: 10 }, (_, digit) => draw('visual_clock', { at: `2026-11-20T13:0${digit}:00Z` })),
    );
    assert.is(new Set(faces.map((lines) => lines.join('\n'))).size, 10);
  }
});

test('a board too small for digits has the time as text, a large one large digits', () => {
  const clock = latePlugins()
    .flatMap(({ load }) => load())
    .find(({ manifest }) => manifest.id === 'visual_clock') as DataPlugin;
  const moment = {
    config: { color_pattern: 'solid', digit_color: 'white', background_color: 'none' },
    now: 0,
    zone: 'UTC',
    location: { latitude: null, longitude: null },
    data: { time: '14:30', hour: '14', minute: '30' },
  };
  const draw = (rows: number, cols: number) => clock.format?.({ ...moment, board: { ...NOTE, rows, cols } }) ?? [];
  assert.equal(draw(2, 10), ['  14:30']);
  const single = clock.format?.({ ...moment, board: FLAGSHIP }) ?? [];
  const count = (lines: readonly string[]) => lines.join('').split('{69}').length - 1;
  assert.is(count(draw(12, 44)), count(single) * 4);
});

test.run();
