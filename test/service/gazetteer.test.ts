import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Gazetteer, distanceKm } from '../../src/service/location/gazetteer.ts';
import { createFakeClock } from '../support/fake-clock.ts';

/** Places by name. */
const test = suite('service/gazetteer');

const FILE = 'src/service/gazetteer.br';
const gazetteer = () => new Gazetteer(FILE, createFakeClock('2026-07-01T10:00:00Z'));

test('the file holds 20,000 places in less than 400 KB', () => {
  assert.ok(statSync(FILE).size < 400_000);
  const lines = brotliDecompressSync(readFileSync(FILE)).toString().trimEnd().split('\n');
  const places = lines.filter((line) => !line.startsWith('#'));
  assert.is(places.length, 20_000);
  for (const line of places) {
    const [names, name, latitude, longitude, people] = line.split('\t');
    assert.match(names ?? '', /^[a-z0-9 ,]+$/, line);
    assert.ok(name && Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180, line);
    assert.ok(Number(people) >= 1, line);
  }
});

const FOUND: readonly (readonly [what: string, typed: string, first: string])[] = [
  ['the name itself', 'Berlin', 'Berlin DE Europe/Berlin'],
  ['the name in another language', 'Wien', 'Vienna AT Europe/Vienna'],
  ['without marks', 'zurich', 'Zürich CH Europe/Zurich'],
  ['with marks', 'Łódź', 'Łódź PL Europe/Warsaw'],
  ['as it is written without marks', 'Koeln', 'Köln DE Europe/Berlin'],
  ['its beginning, the largest first', 'San F', 'San Francisco US America/Los_Angeles'],
  ['the beginning of another of its names', 'Muenc', 'Munich DE Europe/Berlin'],
  ['another word of it', 'Domingo', 'Santo Domingo DO America/Santo_Domingo'],
  ['with its region', 'Springfield, Illinois', 'Springfield US America/Chicago'],
  ['with its country', 'Paris, us', 'Paris US America/Chicago'],
  ['with the name of its country', 'Vienna, Austria', 'Vienna AT Europe/Vienna'],
  ['with a short name of its country', 'London, UK', 'London GB Europe/London'],
  ['with its state as letters have it', 'Austin, TX', 'Austin US America/Chicago'],
  ['with state and country', 'Washington, DC, USA', 'Washington US America/New_York'],
];
for (const [what, typed, first] of FOUND)
  test(`a place is found by ${what}`, async () => {
    const [place] = await gazetteer().find(typed);
    assert.is(place && `${place.name} ${place.country} ${place.timezone}`, first);
  });

const NOTHING = ['', 'a', ' , ', '\n', '\t', 'Xyzzyville', ','.repeat(80), 'paris, nowhere'];
test('what names no place finds none, and nothing finds more than eight', async () => {
  const places = gazetteer();
  for (const typed of NOTHING) assert.equal(await places.find(typed), [], JSON.stringify(typed));
  assert.is((await places.find('sa')).length, 8);
});

test('a point has a nearest place, a time zone its largest', async () => {
  const places = gazetteer();
  const near = await places.nearest({ latitude: 48.2, longitude: 16.4 });
  assert.equal(near && [near.name, near.country, near.region], ['Vienna', 'AT', 'Vienna']);
  assert.is((await places.ofZone('America/Los_Angeles'))?.name, 'Los Angeles');
  assert.is(await places.ofZone('Etc/UTC'), null);
});

test('without its file there are no places', async () => {
  const places = new Gazetteer('/nowhere/at/all.br', createFakeClock('2026-07-01T10:00:00Z'));
  assert.equal(await places.find('Berlin'), []);
  assert.is(await places.nearest({ latitude: 1, longitude: 1 }), null);
});

/** Two headings, and places by their names: folded ones, then the name as it is written, place, and people. */
const SMALL = [
  '#DE\tBavaria\tEurope/Berlin',
  'new ulm,neu ulm\tNeu-Ulm\t48.39\t10.00\t60000',
  'ulmet\tUlmet\t49.58\t7.43\t700',
  '#US\tUlmstate\tAmerica/Chicago',
  'new ulm\tNew Ulm\t44.31\t-94.46\t13000',
  'holm\tUlm Holm\t44.00\t-94.00\t10',
  '',
].join('\n');
/** Whole names, others, beginnings of both, and words, each with about as many people as make it the first. */
const ALIKE = [
  '#DE\tBavaria\tEurope/Berlin',
  'ulm\tWhole\t48\t10\t10',
  'x,ulm\tOther 31\t48\t10\t31',
  'x,ulm\tOther 32\t48\t10\t32',
  'ulma\tStart 316\t48\t10\t316',
  'ulma\tStart 317\t48\t10\t317',
  'x,y,ulma\tOther start 3162\t48\t10\t3162',
  'x,y,ulma\tOther start 3163\t48\t10\t3163',
  'x ulm\tWord 9999\t48\t10\t9999',
  'x ulm\tWord 10001\t48\t10\t10001',
  '',
].join('\n');
for (const [list, typed, found] of [
  [SMALL, 'ulm', ['Neu-Ulm', 'Ulmet', 'New Ulm']],
  [SMALL, 'neu', ['Neu-Ulm']],
  [SMALL, 'new ulm', ['Neu-Ulm', 'New Ulm']],
  [SMALL, 'lm', []],
  [SMALL, 'ol', []],
  [SMALL, 'ho', ['Ulm Holm']],
  [SMALL, 'ulmstate', []],
  [SMALL, 'bavaria', []],
  [SMALL, 'ulm, bavaria', ['Neu-Ulm', 'Ulmet']],
  [SMALL, 'ulm, varia', []],
  [SMALL, 'ulm, us', ['New Ulm']],
  [SMALL, 'ulm, ulmstate us', ['New Ulm']],
  [SMALL, '13000', []],
  [
    ALIKE,
    'ulm',
    ['Other 32', 'Start 317', 'Other start 3163', 'Word 10001', 'Whole', 'Other start 3162', 'Word 9999', 'Start 316'],
  ],
] as const)
  test(`of a few lines "${typed}" finds ${found.join(', ') || 'nothing'}, each once`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'flapbox-places-'));
    try {
      const file = join(folder, 'places.br');
      writeFileSync(file, brotliCompressSync(list));
      const places = await new Gazetteer(file, createFakeClock('2026-07-01T10:00:00Z')).find(typed);
      assert.equal(
        places.map(({ name }) => name),
        found,
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

test('distances are those over the ground', () => {
  const paris = { latitude: 48.857, longitude: 2.352 };
  assert.ok(Math.abs(distanceKm(paris, { latitude: 52.52, longitude: 13.405 }) - 878) < 2);
  const quarter = (Math.PI / 2) * 6371;
  for (const [latitude, longitude, km] of [
    [90, 50, quarter],
    [0, 90, quarter],
    [0, -1, quarter / 90],
    [-1, 0, quarter / 90],
    [0, 180, 2 * quarter],
  ] as const)
    assert.ok(Math.abs(distanceKm({ latitude: 0, longitude: 0 }, { latitude, longitude }) - km) < 1e-6);
  assert.is(distanceKm(paris, paris), 0);
});

test('the places leave the memory after a while without a question', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flapbox-places-'));
  const clock = createFakeClock('2026-07-01T10:00:00Z');
  try {
    const file = join(folder, 'places.br');
    writeFileSync(file, readFileSync(FILE));
    const places = new Gazetteer(file, clock);
    assert.is((await places.find('Xyzzy')).length, 0);
    writeFileSync(file, brotliCompressSync('#XX\tNowhere\tEtc/UTC\nxyzzy\tXyzzy\t0.00\t-30.00\t1\n'));
    await clock.advance(4 * 60_000);
    assert.is((await places.find('Xyzzy')).length, 0);
    await clock.advance(5 * 60_000);
    assert.is((await places.find('Xyzzy'))[0]?.region, 'Nowhere');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.run();
