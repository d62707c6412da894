import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PLAIN_SCREEN } from '../../../src/core/screen.ts';
import { optionsFor, readAddress } from '../../../ui/screen/address.ts';

const test = suite('ui/screen: address');

for (const [path, query, boards] of [
  ['/screen', '', null],
  ['/screen/', '', null],
  ['/screen/abc', '', 'abc'],
  ['/screen/my%20board/more', '', 'my board'],
  ['/screen/%zz', '', '%zz'],
  ['/screen/abc', '?boards=a,b', 'a,b'],
] as const) {
  test(`${path}${query} names ${boards}`, () => assert.is(readAddress(path, query).boards, boards));
}

test('every option can be named', () => {
  const query = '?every=60&sound=on&volume=20&look=white&margin=3&orientation=270&cursor=show&night=22:00-07:00&dim=5';
  assert.equal(readAddress('/screen', query).options, {
    every_seconds: 60,
    sound: true,
    volume: 20,
    look: 'white',
    margin: 3,
    orientation: 270,
    cursor: true,
    night: { start: '22:00', end: '07:00', level: 5 },
  });
});

for (const query of [
  'every=4',
  'every=1e3',
  'every=-30',
  'sound=loud',
  'sound=constructor',
  'volume=101',
  'look=pink',
  'margin=11',
  'orientation=45',
  'cursor=',
  'night=25:00-07:00',
  'night=evening',
  'dim=5',
  '%',
  '&&==',
]) {
  test(`?${query} is as if it were not there`, () => assert.equal(readAddress('/screen', `?${query}`).options, {}));
}

for (const [query, read] of [
  ['every=5', { every_seconds: 5 }],
  ['every=86400', { every_seconds: 86_400 }],
  ['every=86401', {}],
  ['volume=0', { volume: 0 }],
  ['volume=100', { volume: 100 }],
  ['margin=0', { margin: 0 }],
  ['margin=10', { margin: 10 }],
] as const)
  test(`?${query} is read up to its bounds`, () => assert.equal(readAddress('/screen', `?${query}`).options, read));

for (const [dim, level] of [
  ['', 20],
  ['&dim=0', 0],
  ['&dim=100', 100],
  ['&dim=101', 20],
  ['&dim=dark', 20],
] as const)
  test(`a night with "${dim}" is as bright as ${level} percent`, () =>
    assert.is(readAddress('/screen', `?night=22:00-07:00${dim}`).options.night?.level, level));

test('the address goes before the settings, and those before the usual', () => {
  const stored = { ...PLAIN_SCREEN, margin: 5, sound: true, night: { start: '22:00', end: '07:00', level: 5 } };
  const named = readAddress('/screen', '?margin=1&night=off');
  assert.equal(optionsFor(named, stored), { ...stored, margin: 1, night: null });
  assert.equal(optionsFor(named, null), { ...PLAIN_SCREEN, margin: 1 });
});

test.run();
