import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stageOf } from '../../../src/plugins/builtin/computed/sun-art.ts';
import { flagship, note, refusal, values } from './rig.ts';

const test = suite('plugins/computed/drifting');

const minutesAfter = (minute: number) => new Date(Date.parse('2026-12-31T23:57:00Z') + minute * 60_000).toISOString();

test('each row of the rain is the one above it a minute before, also over a new year', async () => {
  for (let minute = 0; minute < 6; minute++) {
    const before = await flagship('white_noise', { at: minutesAfter(minute) });
    const after = await flagship('white_noise', { at: minutesAfter(minute + 1) });
    assert.equal(after.slice(1), before.slice(0, 5));
  }
});

for (const [config, drops] of [
  [{ intensity: 'light' }, 18],
  [{ intensity: 'medium' }, 36],
  [{ intensity: 'heavy' }, 60],
  [{ intensity: 'custom', drops_per_minute: 22 }, 132],
] as const) {
  test(`rain with ${JSON.stringify(config)}`, async () => {
    assert.is((await values('white_noise', { config }))['active_drops'], drops);
    const drawn = (await flagship('white_noise', { config: { ...config, drop_color: 'violet' } })).join('');
    assert.is(drawn.split('v').length - 1, drops);
  });
}

test('no more drops than columns', async () =>
  assert.match((await refusal('white_noise', { drops_per_minute: 23 })) ?? '', /drops_per_minute/));

test('colours fill the board and drift slowly', async () => {
  const cells = async (minute: number) => [...(await flagship('color_fields', { at: minutesAfter(minute) })).join('')];
  const [first, next, later] = [await cells(0), await cells(1), await cells(60)];
  const changed = (other: readonly string[]) => first.filter((cell, at) => cell !== other[at]).length;
  assert.is(first.length, 132);
  assert.not.ok(first.includes(' '));
  assert.ok(changed(next) < 30, String(changed(next)));
  assert.ok(changed(later) > 30, String(changed(later)));
});

for (const [palette, letters] of [
  ['ocean', 'bgw'],
  ['sunset', 'vroy'],
  ['spectrum', 'roygbv'],
] as const) {
  test(`the colours of ${palette}`, async () => {
    const seen = new Set<string>();
    for (let minute = 0; minute < 240; minute += 20)
      for (const cell of (await flagship('color_fields', { at: minutesAfter(minute), config: { palette } })).join(''))
        seen.add(cell);
    assert.equal([...seen].sort(), [...letters].sort());
  });
}

test('another palette every day', async () => {
  const on = async (day: string) =>
    (await values('color_fields', { at: `2026-03-${day}T12:00:00Z`, config: { palette: 'daily' } }))['palette'];
  assert.is(await on('28'), await on('28'));
  assert.is.not(await on('28'), await on('29'));
});

for (const [altitude, rising, falling] of [
  [45, 'noon', 'noon'],
  [20, 'morning', 'afternoon'],
  [5, 'sunrise', 'sunset'],
  [0, 'early_sunrise', 'late_sunset'],
  [-3, 'dawn', 'dusk'],
  [-9, 'late_night', 'twilight'],
  [-20, 'night', 'night'],
] as const) {
  test(`the sky at ${altitude} degrees`, () =>
    assert.equal([stageOf(altitude, true), stageOf(altitude, false)], [rising, falling]));
}

for (const [at, stage, isDay] of [
  ['2026-06-21T11:00:00Z', 'NOON', true],
  ['2026-11-20T13:30:00Z', 'AFTERNOON', true],
  ['2026-11-20T06:40:00Z', 'EARLY SUNRISE', true],
  ['2026-11-20T15:30:00Z', 'DUSK', false],
  ['2026-11-20T23:30:00Z', 'NIGHT', false],
] as const) {
  test(`the sky over Berlin at ${at}`, async () => {
    const data = await values('sun_art', { at });
    assert.equal([data['sun_stage'], data['is_daytime']], [stage, isDay]);
  });
}

test('an afternoon on both boards', async () => {
  assert.equal(await flagship('sun_art'), [
    'bbbbbbbbbbbbbbbbbbbbbb',
    'bbbbbbbbbbbbbbbbbbbbbb',
    'bbbbbbbbbbbbbbbbbbbbbb',
    'bbbbbbbbyyyyyybbbbbbbb',
    'bbbbbbbyyyyyyyybbbbbbb',
    'ooooooyyyyyyyyyyoooooo',
  ]);
  assert.equal(await note('sun_art'), ['bbbbbbbbbbbbbbb', 'bbbbbbbybbbbbbb', 'bbbbbyyyyybbbbb']);
});

for (const [at, stage, edge, middle, hasStars] of [
  ['2026-11-20T00:00:00Z', 'NIGHT', '      ', '      ', true],
  ['2026-11-20T05:20:00Z', 'LATE NIGHT', '    vv', '    vv', true],
  ['2026-11-20T06:00:00Z', 'DAWN', 'vvvbro', 'vvvbro', false],
  ['2026-11-20T06:40:00Z', 'EARLY SUNRISE', 'vbbroo', 'vbbroy', false],
  ['2026-11-20T07:20:00Z', 'SUNRISE', 'bbbboo', 'bbbbyy', false],
  ['2026-11-20T08:30:00Z', 'MORNING', 'bbbbbb', 'bbbyyy', false],
  ['2026-06-21T07:00:00Z', 'NOON', 'bbbbbw', 'bbyyww', false],
  ['2026-11-20T12:00:00Z', 'AFTERNOON', 'bbbbbo', 'bbbyyy', false],
  ['2026-11-20T13:50:00Z', 'SUNSET', 'bvrroo', 'bvrryy', false],
  ['2026-11-20T14:50:00Z', 'LATE SUNSET', 'vvrrro', 'vvrrry', false],
  ['2026-11-20T15:20:00Z', 'DUSK', 'vvvvrr', 'vvvvrr', false],
  ['2026-11-20T16:00:00Z', 'TWILIGHT', '  vvvv', '  vvvv', true],
] as const) {
  test(`the colours of the sky from the top down, stage ${stage}`, async () => {
    const rows = (await flagship('sun_art', { at })).map((row) => row.padEnd(22));
    const column = (col: number) => rows.map((row) => row[col]).join('');
    assert.is((await values('sun_art', { at }))['sun_stage'], stage);
    assert.equal([column(1), column(9)], [edge, middle]);
    const dark = rows.filter((row) => row[1] === ' ').join('');
    assert.is(dark.includes('w'), hasStars);
    const shining = rows.filter((row) => row[1] !== ' ' && row.includes('w'));
    assert.is(hasStars && shining.length > 0, false, 'no star shines through a colour');
  });
}

test('at night there are stars, the same ones all night', async () => {
  const evening = await flagship('sun_art', { at: '2026-11-20T20:00:00Z' });
  assert.equal(await flagship('sun_art', { at: '2026-11-20T22:00:00Z' }), evening);
  assert.match(evening.join(''), /^[ w]+$/);
});

for (const [at, isDay] of [
  ['2026-11-20T06:36:00Z', false],
  ['2026-11-20T06:38:00Z', true],
  ['2026-11-20T15:05:00Z', true],
  ['2026-11-20T15:08:00Z', false],
] as const)
  test(`it is ${isDay ? 'day' : 'night'} in Berlin at ${at}, by the upper edge of the sun`, async () =>
    assert.is((await values('sun_art', { at }))['is_daytime'], isDay));

test('in polar night nothing rises', async () => {
  const data = await values('sun_art', { at: '2026-12-21T12:00:00Z', config: { latitude: 78.2, longitude: 15.6 } });
  assert.equal([data['time_to_sunrise'], data['time_to_sunset'], data['is_daytime']], ['', '', false]);
});

test.run();
