import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { MINUTE_MS } from '../../core/time/durations.ts';
import type { Clock } from '../../platform/clock.ts';
import { createKept } from '../../platform/kept.ts';
import type { FoundPlace } from '../../schema/appliance/location.ts';

/** A point on earth, in degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** How long the places stay in memory after somebody has asked for one: a megabyte of text. */
const KEPT_MS = 5 * MINUTE_MS;
const MOST_FOUND = 8;
/** Fewer letters mean half of the world. */
const LEAST_LETTERS = 2;
const EARTH_KM = 6371;
const RADIANS = Math.PI / 180;

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ı: 'i',
  þ: 'th',
  ð: 'd',
};

const SPELT = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** A name as it is searched for: small letters without marks; the build folds the names of places in the same way. */
const foldName = (name: string): string =>
  name
    .toLowerCase()
    .replace(SPELT, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** The way between two points over the ground, in km. */
export const distanceKm = (a: Point, b: Point): number => {
  const height = Math.sin(((b.latitude - a.latitude) * RADIANS) / 2) ** 2;
  const width = Math.sin(((b.longitude - a.longitude) * RADIANS) / 2) ** 2;
  const scale = Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS);
  return 2 * EARTH_KM * Math.asin(Math.sqrt(height + scale * width));
};

/** What a place gains by how its names match: each whole number counts as much as ten times the people. */
const GAINS = { whole: 3, other: 2.5, start: 1.5, otherStart: 0.5, word: 0 } as const;

const gainOf = (names: string, words: string): number => {
  const [first = '', ...others] = names.split(',');
  if (first === words) return GAINS.whole;
  if (others.includes(words)) return GAINS.other;
  if (first.startsWith(words)) return GAINS.start;
  return others.some((name) => name.startsWith(words)) ? GAINS.otherStart : GAINS.word;
};

/** A place of the list, its people, and what else its country and region are called. */
interface ListedPlace {
  readonly place: FoundPlace;
  readonly people: number;
  readonly called: string;
}

/** The 20,000 largest places of the world by name, after GeoNames; they are read from the disk when they are needed. */
export class Gazetteer {
  readonly #read: () => Promise<string>;

  /** `file`: as `src/build/gazetteer.mjs` makes it. */
  constructor(file: string, clock: Clock) {
    this.#read = createKept(clock, KEPT_MS, () =>
      readFile(file)
        .then((packed) => promisify(brotliDecompress)(packed))
        .then(String)
        // Without its file it knows no place, and nothing else fails.
        .catch(() => ''),
    );
  }

  /**
   * Places with a name that begins like a text, in any of its words, the likeliest first; after a comma the text may
   * say their region or country, as in `Springfield, Illinois` or `Vienna, Austria`. Eight at most, and none for a
   * single letter.
   */
  async find(query: string): Promise<FoundPlace[]> {
    const [name = '', ...rest] = query.split(',').map(foldName);
    if (name.length < LEAST_LETTERS) return [];
    const text = await this.#read();
    const found: { place: FoundPlace; score: number }[] = [];
    for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
      const start = text.lastIndexOf('\n', at) + 1;
      const before = text[at - 1];
      const names = text.slice(start, text.indexOf('\t', start));
      // Headings and the names as they are written are no places to look at.
      if (at - start >= names.length || !(at === start || before === ' ' || before === ',')) continue;
      const end = text.indexOf('\n', start);
      const { place, people, called } = this.#at(text, start, end);
      const area = foldName(`${place.region} ${place.country} ${called}`);
      if (rest.every((words) => ` ${area}`.includes(` ${words}`)))
        found.push({ place, score: gainOf(names, name) + Math.log10(people) });
      at = end - 1;
    }
    return found
      .sort((a, b) => b.score - a.score)
      .slice(0, MOST_FOUND)
      .map(({ place }) => place);
  }

  /** The place that is nearest to a point. */
  async nearest(point: Point): Promise<FoundPlace | null> {
    return this.#least((place) => distanceKm(place, point));
  }

  /** The largest place that keeps the clock of a time zone; null for a zone of no place. */
  async ofZone(zone: string): Promise<FoundPlace | null> {
    return this.#least((place, people) => (place.timezone === zone ? -people : null));
  }

  /** The place with the least figure; null when none has one. */
  async #least(figure: (place: FoundPlace, people: number) => number | null): Promise<FoundPlace | null> {
    const text = await this.#read();
    let least: { place: FoundPlace; figure: number } | null = null;
    let heading = ['', '', ''];
    for (let start = 0; start < text.length; ) {
      const end = text.indexOf('\n', start);
      if (text[start] === '#') heading = text.slice(start + 1, end).split('\t');
      else {
        const { place, people } = placeIn(text.slice(start, end), heading);
        const own = figure(place, people);
        if (own !== null && (least === null || own < least.figure)) least = { place, figure: own };
      }
      start = end + 1;
    }
    return least?.place ?? null;
  }

  #at(text: string, start: number, end: number): ListedPlace {
    const above = text.lastIndexOf('#', start);
    return placeIn(text.slice(start, end), text.slice(above + 1, text.indexOf('\n', above)).split('\t'));
  }
}

/** What a line says below its heading. */
const placeIn = (line: string, heading: readonly string[]): ListedPlace => {
  const [, name = '', latitude, longitude, people] = line.split('\t');
  const [country = '', region = '', timezone = '', called = ''] = heading;
  return {
    place: { name, region, country, latitude: Number(latitude), longitude: Number(longitude), timezone },
    people: Number(people),
    called,
  };
};
