import { zonePlaces } from './zone-places.ts';

/**
 * Large cities that no time zone is named after, by the zone whose clock they keep: known at once, before anything is
 * asked; other places are found by the service.
 */
const CITIES: Readonly<Record<string, string>> = {
  'America/Chicago': 'Austin;Dallas;Houston;Minneapolis;New Orleans;San Antonio;Saint Louis;St Louis',
  'America/Denver': 'Salt Lake City;Albuquerque',
  'America/Los_Angeles': 'Las Vegas;Portland;Sacramento;San Diego;San Francisco;San Jose;Seattle',
  'America/New_York': 'Atlanta;Boston;Miami;Orlando;Philadelphia;Pittsburgh;Washington',
  'America/Sao_Paulo': 'Brasilia;Rio de Janeiro',
  'America/Toronto': 'Montreal;Ottawa;Quebec',
  'America/Edmonton': 'Calgary',
  'America/Bogota': 'Medellin',
  'America/Guayaquil': 'Quito',
  'Asia/Dubai': 'Abu Dhabi',
  'Asia/Ho_Chi_Minh': 'Hanoi;Saigon',
  'Asia/Karachi': 'Islamabad;Lahore',
  'Asia/Kolkata': 'Bangalore;Bengaluru;Chennai;Delhi;Hyderabad;Mumbai;New Delhi',
  'Asia/Shanghai': 'Beijing;Chengdu;Guangzhou;Shenzhen;Wuhan',
  'Asia/Tokyo': 'Kyoto;Nagoya;Osaka;Sapporo',
  'Asia/Jerusalem': 'Haifa;Tel Aviv',
  'Asia/Riyadh': 'Jeddah;Mecca',
  'Australia/Sydney': 'Canberra',
  'Africa/Johannesburg': 'Cape Town;Durban;Pretoria',
  'Africa/Casablanca': 'Marrakesh;Rabat',
  'Europe/Amsterdam': 'Rotterdam;The Hague;Utrecht;Den Haag',
  'Europe/Berlin':
    'Bonn;Bremen;Cologne;Dortmund;Dresden;Dusseldorf;Duesseldorf;Essen;Frankfurt;Hamburg;Hannover;Koln;Koeln;Leipzig;' +
    'Munchen;Muenchen;Munich;Nuremberg;Nurnberg;Nuernberg;Stuttgart',
  'Europe/Brussels': 'Antwerp;Bruges;Ghent',
  'Europe/Istanbul': 'Ankara;Izmir',
  'Europe/Kyiv': 'Kharkiv;Lviv;Odesa',
  'Europe/Lisbon': 'Porto',
  'Europe/London': 'Birmingham;Bristol;Cardiff;Edinburgh;Glasgow;Leeds;Liverpool;Manchester',
  'Europe/Madrid': 'Barcelona;Bilbao;Seville;Valencia',
  'Europe/Moscow': 'Saint Petersburg;St Petersburg',
  'Europe/Oslo': 'Bergen;Trondheim',
  'Europe/Paris': 'Bordeaux;Lyon;Marseille;Nantes;Nice;Strasbourg;Toulouse',
  'Europe/Prague': 'Brno',
  'Europe/Rome': 'Bologna;Florence;Milan;Milano;Naples;Roma;Turin;Venice',
  'Europe/Stockholm': 'Gothenburg;Malmo',
  'Europe/Vienna': 'Graz;Innsbruck;Linz;Salzburg;Wien',
  'Europe/Warsaw': 'Gdansk;Krakow;Wroclaw',
  'Europe/Zurich': 'Basel;Bern;Geneva;Geneve;Lausanne;Zuerich',
  'Pacific/Auckland': 'Christchurch;Wellington',
};

/** A name under which a time zone is found. */
interface Known {
  readonly zone: string;
  readonly name: string;
}

/** A text for comparing: without marks, capitals and signs. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9+]+/g, ' ')
    .trim();

let zones: readonly string[] | undefined;
let names: readonly Known[] | undefined;

const listZones = (): readonly string[] => {
  const named = zonePlaces().map(({ zone }) => zone);
  return [...new Set([...Intl.supportedValuesOf('timeZone'), ...named, 'Etc/UTC', 'UTC'])].sort();
};

const listNames = (): readonly Known[] => [
  ...(zones ??= listZones()).flatMap((zone) => [
    { zone, name: plain(zone) },
    { zone, name: plain(zone.split('/').at(-1) ?? zone) },
  ]),
  ...Object.entries(CITIES).flatMap(([zone, cities]) => cities.split(';').map((city) => ({ zone, name: plain(city) }))),
];

/** How well a name matches: 0 is the name itself, 3 not at all. */
const rank = (name: string, words: string): number => {
  if (name === words) return 0;
  return name.startsWith(words) ? 1 : ` ${name}`.includes(` ${words}`) ? 2 : 3;
};

/** The time zones that a typed text may mean, likeliest first: a city, or a part of the name of a zone. */
export const findZones = (typed: string): string[] => {
  const words = plain(typed);
  if (words === '') return [];
  const found = (names ??= listNames())
    .map(({ zone, name }) => ({ zone, rank: rank(name, words) }))
    .filter((one) => one.rank < 3)
    .sort((a, b) => a.rank - b.rank);
  return [...new Set(found.map(({ zone }) => zone))];
};

/** The zone that a typed text means beyond doubt: its name, its city, or the only one that matches; null for none. */
export const meantZone = (typed: string): string | null => {
  const words = plain(typed);
  const [first, ...others] = findZones(typed);
  if (first === undefined) return null;
  const exact = new Set((names ?? []).filter(({ name }) => name === words).map(({ zone }) => zone));
  return exact.size === 1 || others.length === 0 ? first : null;
};

/** The time zones of places that were found, each once. */
export const zonesOf = (places: readonly { readonly timezone: string }[]): string[] => [
  ...new Set(places.map(({ timezone }) => timezone)),
];
