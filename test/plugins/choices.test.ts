import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startWorkerDocuments } from '../support/worker-documents.ts';
import { serveText, withServer } from './loopback.ts';
import { hostWith } from './source-rig.ts';

/** Choices by name, out of lists as long as the services give them, read as the running service reads them. */
const test = suite('plugins/choices');
const worker = startWorkerDocuments();

const LONG = 'x'.repeat(300);

/** So many members, one of which is the one that is looked for. */
const many = <T>(count: number, make: (at: number) => T, wanted: T): T[] =>
  Array.from({ length: count }, (_, at) => (at === Math.floor(count * 0.9) ? wanted : make(at)));

const csv = (rows: readonly (readonly string[])[], separator: string): string =>
  rows.map((row) => row.join(separator)).join('\r\n');

interface Case {
  readonly id: string;
  readonly setting: string;
  readonly query: string;
  readonly answer: string;
  readonly choice: readonly [value: string, label: string];
  readonly settings?: object;
}

const CASES: readonly Case[] = [
  {
    id: 'vienna_departures',
    setting: 'stop',
    query: 'karlsplatz wien',
    answer: csv(
      [
        ['DIVA', 'PlatformText', 'Municipality', 'More'],
        ...many(10_778, (at) => [`${at}`, `Gasse ${at}`, 'Wien', LONG], ['60200657', 'Karlsplatz', 'Wien', LONG]),
      ],
      ';',
    ),
    choice: ['60200657', 'Karlsplatz, Wien'],
  },
  {
    id: 'bikes_nearby',
    setting: 'system',
    query: 'zurich publi',
    answer: csv(
      [
        ['Country Code', 'Name', 'Location', 'Auto-Discovery URL'],
        ...many(1520, (at) => ['FR', `Vélo ${at}`, LONG, `https://example.org/${at}`], [
          'CH',
          'PubliBike',
          'Zürich',
          'https://publi.example.org/gbfs.json',
        ]),
      ],
      ',',
    ),
    choice: ['https://publi.example.org/gbfs.json', 'PubliBike, Zürich'],
  },
  {
    id: 'bikes',
    setting: 'station',
    query: 'market',
    answer: JSON.stringify({
      ttl: 60,
      data: {
        stations: many(2400, (at) => ({ station_id: `s${at}`, name: `Street ${at}`, more: LONG }), {
          station_id: 's',
          name: 'Market & 4th',
          more: LONG,
        }),
      },
    }),
    choice: ['s', 'Market & 4th'],
    settings: { feed: 'BASE', station: '1' },
  },
  {
    id: 'nyc_subway',
    setting: 'stop',
    query: 'canal',
    answer: JSON.stringify({
      stops: many(500, (at) => ({ id: `A${at}`, name: `${at} St`, routes: { more: LONG.repeat(10) } }), {
        id: 'A34',
        name: 'Canal St',
        routes: { more: LONG },
      }),
    }),
    choice: ['A34', 'Canal St'],
  },
  {
    id: 'stockholm_departures',
    setting: 'stop',
    query: 'slussen',
    answer: JSON.stringify(
      many(6500, (at) => ({ id: at, name: `Gatan ${at}`, more: LONG }), { id: 9192, name: 'Slussen', more: LONG }),
    ),
    choice: ['9192', 'Slussen'],
  },
  {
    id: 'tides_us',
    setting: 'station',
    query: 'san francisco ca',
    answer: JSON.stringify({
      count: 3450,
      stations: many(3450, (at) => ({ id: `${at}`, name: `Point ${at}`, state: 'ME', self: LONG }), {
        id: '9414290',
        name: 'SAN FRANCISCO',
        state: 'CA',
        self: LONG,
      }),
    }),
    choice: ['9414290', 'SAN FRANCISCO CA'],
  },
  {
    id: 'tides_canada',
    setting: 'station',
    query: 'victoria',
    answer: JSON.stringify(
      many(1400, (at) => ({ id: `${at}`, officialName: `Bay ${at}`, timeSeries: [{ more: LONG }] }), {
        id: '5cebf1df3d0f4a073c4bbd1e',
        officialName: 'Victoria Harbour',
        timeSeries: [{ more: LONG }],
      }),
    ),
    choice: ['5cebf1df3d0f4a073c4bbd1e', 'Victoria Harbour'],
  },
  {
    id: 'river_us',
    setting: 'site',
    query: 'guadalupe',
    answer: JSON.stringify({
      type: 'FeatureCollection',
      features: many(
        4000,
        (at) => ({
          id: LONG,
          properties: { monitoring_location_number: `${at}`, monitoring_location_name: `CREEK ${at}` },
        }),
        {
          id: LONG,
          properties: { monitoring_location_number: '11169025', monitoring_location_name: 'GUADALUPE R AB HWY 101' },
        },
      ),
    }),
    choice: ['11169025', 'Guadalupe R Ab Hwy 101'],
  },
  {
    id: 'warnings_germany',
    setting: 'county',
    query: 'köln',
    answer: JSON.stringify({
      metadaten: { kennung: 'rs' },
      daten: many<(string | null)[]>(16_000, (at) => [`05315000${1000 + at}`, `Köln ${at}`, null], [
        '053150000000',
        'Köln, Stadt',
        null,
      ]),
    }),
    choice: ['05315', 'Köln, Stadt'],
  },
  {
    id: 'hong_kong_buses',
    setting: 'stop',
    query: 'central',
    answer: JSON.stringify({
      data: many(6700, (at) => ({ stop: `${at}`, name_en: `ROAD ${at}`, name_tc: LONG }), {
        stop: '18492910339410B1',
        name_en: 'CENTRAL PIER',
        name_tc: LONG,
      }),
    }),
    choice: ['18492910339410B1', 'CENTRAL PIER'],
  },
  {
    id: 'prague_departures',
    setting: 'stop',
    query: 'andel',
    answer: JSON.stringify({
      generatedAt: '2026-11-22T04:00:00',
      stopGroups: many(
        7800,
        (at) => ({ uniqueName: `Ulice ${at}`, stops: [{ platform: 'A', gtfsIds: [`U${at}Z1P`], lines: [LONG] }] }),
        { uniqueName: 'Anděl', stops: [{ platform: 'B', gtfsIds: ['U1040Z101P'], lines: [LONG] }] },
      ),
    }),
    choice: ['U1040Z101P', 'Anděl B'],
  },
];

for (const { id, setting, query, answer, choice, settings = {} } of CASES)
  test(`${id}: "${query}" out of ${Math.ceil(answer.length / 1024)} KiB`, () =>
    withServer(serveText(answer, 'text/plain; charset=utf-8'), async (base) => {
      const file = JSON.parse(
        readFileSync(`src/sources/catalogue/${id}.source.json`, 'utf8').replace(/https?:\/\/[\w.-]+/g, base),
      ) as object;
      const given = JSON.parse(JSON.stringify(settings).replace('BASE', base)) as object;
      const { host } = hostWith([file], { [id]: given }, { documents: (await worker).documents });
      const { choices } = await host.gallery.lookUp(id, setting, { q: query });
      const found = choices.map(({ value, label }) => [value, label]);
      assert.equal(found, [choice]);
    }));

test('several lists are searched at once, and a damaged one is refused with a sentence', () =>
  withServer(
    (request, response) => {
      const list = JSON.stringify(many(6500, (at) => ({ id: at, name: LONG }), { id: 7, name: 'Slussen' }));
      response.end(request.url?.includes('broken') ? list.slice(0, -50) : list);
    },
    async (base) => {
      const text = readFileSync('src/sources/catalogue/stockholm_departures.source.json', 'utf8');
      const file = JSON.parse(text.replace(/https?:\/\/[\w.-]+/g, base)) as object;
      const { documents } = await worker;
      const look = (path: string) =>
        hostWith([{ ...file, base_url: `${base}${path}` }], {}, { documents }).host.gallery.lookUp(
          'stockholm_departures',
          'stop',
          { q: 'slussen' },
        );
      const all = await Promise.all(Array.from({ length: 8 }, (_, at) => look(`/${at}`)));
      assert.equal(
        all.map(({ choices }) => choices.map(({ value }) => value)),
        all.map(() => ['7']),
      );
      const problem = await look('/broken').catch((error: unknown) => (error as Error).message);
      assert.is(problem, 'stop: the answer breaks off in the middle.');
    },
  ));

test.after(async () => (await worker).stop());
test.run();
