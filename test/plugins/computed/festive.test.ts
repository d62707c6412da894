import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { flagship, note, refusal, values } from './rig.ts';

const test = suite('plugins/computed/festive');

for (const [flag, letters] of [
  ['rainbow', 'roygbv'],
  ['trans', 'bbrwrb'],
  ['bi', 'rrrvbb'],
  ['pan', 'rryybb'],
  ['lesbian', 'oowwrr'],
] as const) {
  test(`the flag ${flag}`, async () =>
    assert.equal(
      await flagship('pride', { config: { flag } }),
      [...letters].map((letter) => letter.repeat(22)),
    ));
}

test('black stripes stay blank', async () =>
  assert.equal(await note('pride', { config: { flag: 'ace' } }), ['', 'w'.repeat(15), 'w'.repeat(15)]));

test('a text takes the last row', async () =>
  assert.equal(await note('pride', { config: { flag: 'pan', message: 'LOVE IS LOVE' } }), [
    'r'.repeat(15),
    'y'.repeat(15),
    ' LOVE IS LOVE',
  ]));

test('stripes as columns and across', async () => {
  assert.is((await note('pride', { config: { flag: 'pan', pattern: 'columns' } }))[0], 'rrrrryyyyybbbbb');
  const across = await note('pride', { config: { pattern: 'diagonal' } });
  assert.equal(across, ['rrooyyggbbvvrro', 'rooyyggbbvvrroo', 'ooyyggbbvvrrooy']);
});

test('another flag every day, from midnight of the zone on', async () => {
  const flag = async (at: string) => (await values('pride', { at, config: { flag: 'daily' } }))['flag'];
  assert.is(await flag('2026-12-30T23:00:00Z'), await flag('2026-12-31T22:59:00Z'));
  assert.is.not(await flag('2026-12-31T22:59:00Z'), await flag('2026-12-31T23:00:00Z'));
});

test('a flag that is not there is refused', async () =>
  assert.match((await refusal('pride', { flag: 'none' })) ?? '', /flag/));

for (const [at, location, next, count, days] of [
  ['2026-11-20T13:30:00Z', 'NORTH POLE', 'AUCKLAND', 0, 34],
  ['2026-12-24T10:59:00Z', 'NORTH POLE', 'AUCKLAND', 0, 0],
  ['2026-12-24T11:00:00Z', 'AUCKLAND', 'SYDNEY', 1, 0],
  ['2026-12-24T15:00:00Z', 'TOKYO', 'SHANGHAI', 3, 0],
  ['2026-12-24T18:30:00Z', 'KOLKATA', 'DUBAI', 7, 0],
  ['2026-12-25T00:00:00Z', 'REYKJAVIK', 'SAO PAULO', 13, 0],
  ['2026-12-25T10:00:00Z', 'HONOLULU', 'NORTH POLE', 21, 0],
  ['2026-12-26T23:00:00Z', 'NORTH POLE', 'AUCKLAND', 0, 362],
] as const) {
  test(`Santa at ${at}`, async () => {
    const data = await values('santa_tracker', { at });
    assert.equal(
      [data['santa_location'], data['next_stop'], data['visited_count'], data['days_to_go']],
      [location, next, count, days],
    );
  });
}

test('Santa on both boards', async () => {
  assert.equal(await note('santa_tracker'), [' GETTING READY', '  NORTH POLE', ' 34 DAYS TO GO']);
  const at = '2026-12-24T15:00:00Z';
  assert.equal(await note('santa_tracker', { at }), ['   AT TOKYO', ' NEXT SHANGHAI', 'rrggggggggggggg']);
  assert.equal(await flagship('santa_tracker', { at }), [
    '    SANTA TRACKER',
    '       AT TOKYO',
    '    NEXT SHANGHAI',
    '       14% DONE',
    'rrrggggggggggggggggggg',
  ]);
});

test.run();
