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
  /** What is asked for. */
  readonly asks?: string;
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
  {
    id: 'chicago_buses',
    setting: 'stop',
    query: '22 north belmont',
    answer: JSON.stringify({
      'bustime-response': {
        stops: many(130, (at) => ({ stpid: `${at}`, stpnm: `Clark & ${at}th` }), {
          stpid: '1916',
          stpnm: 'Clark & Belmont',
        }),
      },
    }),
    choice: ['1916', 'Clark & Belmont'],
    asks: '/bustime/api/v2/getstops?rt=22&dir=Northbound&format=json&key=k',
    settings: { api_key: 'k' },
  },
  {
    id: 'nyc_buses',
    setting: 'stop',
    query: 'm15 allen',
    answer: JSON.stringify({
      data: {
        references: {
          stops: many(90, (at) => ({ code: `${at}`, name: `1 AV/E ${at} ST`, direction: 'N' }), {
            code: '401906',
            name: 'ALLEN ST/GRAND ST',
            direction: 'N',
          }),
        },
      },
    }),
    choice: ['401906', 'ALLEN ST/GRAND ST (N)'],
    asks: '/api/where/stops-for-route/MTA%20NYCT_M15.json?includePolylines=false&version=2&key=k',
    settings: { api_key: 'k' },
  },
  {
    id: 'singapore_buses',
    setting: 'stop',
    query: 'bukit merah int',
    answer: JSON.stringify({
      type: 'FeatureCollection',
      features: many(
        5200,
        (at) => ({ id: `${at}`, properties: { number: `${at}`, name: `Blk ${at}`, road: 'Jln', services: [LONG] } }),
        {
          id: '10009',
          properties: { number: '10009', name: 'Bukit Merah Int', road: 'Bukit Merah Ctrl', services: [] },
        },
      ),
    }),
    choice: ['10009', 'Bukit Merah Int, Bukit Merah Ctrl (10009)'],
    asks: '/v1/stops.min.geojson',
  },
  {
    id: 'hong_kong_mtr',
    setting: 'station',
    query: 'wan chai',
    answer: `\ufeff${csv(
      [
        ['Line Code', 'Direction', 'Station Code', 'Station ID', 'Chinese Name', 'English Name', 'Sequence'],
        ['TWL', 'UT', 'ADM', '2', '金鐘', 'Admiralty', '2.00'],
        ['ISL', 'UT', 'WAC', '27', '灣仔', 'Wan Chai', '5.00'],
        ['ISL', 'DT', 'WAC', '27', '灣仔', 'Wan Chai', '12.00'],
      ],
      ',',
    )}`,
    choice: ['WAC', 'Wan Chai, ISL'],
  },
  {
    id: 'airport_departures',
    setting: 'airport',
    query: 'tegel',
    answer: JSON.stringify({
      response: {
        airports: [
          { name: 'Berlin Brandenburg', iata_code: 'BER', country_code: 'DE' },
          { name: 'None', iata_code: null },
        ],
        airports_by_cities: [{ name: 'Berlin Brandenburg', iata_code: 'BER', country_code: 'DE' }],
      },
    }),
    choice: ['BER', 'Berlin Brandenburg, DE (BER)'],
    asks: '/api/v9/suggest?q=tegel&api_key=k',
    settings: { key: 'k' },
  },
  {
    id: 'school_holidays',
    setting: 'country',
    query: '',
    answer: JSON.stringify([{ isoCode: 'AT', name: [{ language: 'EN', text: 'Austria' }] }]),
    choice: ['AT', 'Austria'],
    asks: '/Countries?languageIsoCode=EN',
  },
  {
    id: 'school_holidays',
    setting: 'region',
    query: '',
    answer: JSON.stringify([{ code: 'AT-TI', isoCode: 'AT-7', name: [{ language: 'EN', text: 'Tyrol' }] }]),
    choice: ['AT-TI', 'Tyrol (AT-TI)'],
    asks: '/Subdivisions?countryIsoCode=AT&languageIsoCode=EN',
    settings: { country: 'at' },
  },
  {
    id: 'fuel_france',
    setting: 'postcode',
    query: 'colmar',
    answer: JSON.stringify([{ nom: 'Colmar', codesPostaux: ['68000'], code: '68066' }]),
    choice: ['68000', '68000 Colmar'],
    asks: '/communes?nom=colmar&fields=nom,codesPostaux&boost=population&limit=15',
  },
  {
    id: 'ambient_weather',
    setting: 'station',
    query: '',
    answer: JSON.stringify([{ macAddress: '00:00:00:00:00:01', info: { name: 'Garden' } }]),
    choice: ['00:00:00:00:00:01', 'Garden'],
  },
  {
    id: 'bay_area_departures',
    setting: 'agency',
    query: 'caltrain',
    answer: JSON.stringify([
      { Id: 'SF', Name: 'San Francisco Municipal' },
      { Id: 'CT', Name: 'Caltrain' },
    ]),
    choice: ['CT', 'Caltrain (CT)'],
  },
  {
    id: 'grid_world',
    setting: 'zone',
    query: 'california',
    answer: JSON.stringify({
      DE: { zoneName: 'Germany' },
      'US-CAL-CISO': { countryName: 'USA', zoneName: 'California ISO' },
    }),
    choice: ['US-CAL-CISO', 'California ISO, USA (US-CAL-CISO)'],
  },
  {
    id: 'notion',
    setting: 'database',
    query: 'tasks',
    answer: JSON.stringify({
      results: [{ object: 'database', id: '668d797c-76fa-4934-9b05-ad288df2d136', title: [{ plain_text: 'Tasks' }] }],
    }),
    choice: ['668d797c76fa49349b05ad288df2d136', 'Tasks'],
  },
  {
    id: 'pagerduty',
    setting: 'team',
    query: 'ops',
    answer: JSON.stringify({ teams: [{ id: 'PQ9K7I8', type: 'team', name: 'Operations' }] }),
    choice: ['PQ9K7I8', 'Operations'],
    asks: '/teams?query=ops&limit=50',
  },
  {
    id: 'ynab',
    setting: 'budget',
    query: '',
    answer: JSON.stringify({ data: { budgets: [{ id: 'a1', name: 'Household' }], default_budget: null } }),
    choice: ['a1', 'Household'],
  },
  {
    id: 'youtube_channel',
    setting: 'channel',
    query: 'makers',
    answer: JSON.stringify({ items: [{ id: { channelId: 'UC1' }, snippet: { title: 'Makers &amp; more' } }] }),
    choice: ['UC1', 'Makers & more'],
    asks: '/youtube/v3/search?part=snippet&type=channel&maxResults=10&q=makers&key=k',
    settings: { key: 'k' },
  },
  {
    id: 'solaredge',
    setting: 'site',
    query: '',
    answer: JSON.stringify({ sites: { count: 1, site: [{ id: 1, name: 'Roof' }] } }),
    choice: ['1', 'Roof (1)'],
  },
  {
    id: 'airtable',
    setting: 'table',
    query: '',
    answer: JSON.stringify({ tables: [{ id: 'tbl1', name: 'Plants', fields: [{ name: LONG }] }] }),
    choice: ['Plants', 'Plants'],
    asks: '/v0/meta/bases/app1/tables',
    settings: { base: 'app1' },
  },
  {
    id: 'philadelphia_departures',
    setting: 'station',
    query: 'wayne',
    answer: csv(
      [
        ['station_id', 'station_name'],
        ['90701', 'Trenton'],
        ['90512', 'Wayne'],
      ],
      ',',
    ),
    choice: ['Wayne', 'Wayne'],
  },
  {
    id: 'steam_players',
    setting: 'app',
    query: 'chess',
    answer: JSON.stringify({ total: 1, items: [{ type: 'app', name: 'Chess', id: 77 }] }),
    choice: ['77', 'Chess'],
  },
  {
    id: 'power_octopus',
    setting: 'product',
    query: '',
    answer: JSON.stringify({
      results: [
        { code: 'VAR-22-11-01', full_name: 'Flexible Octopus' },
        { code: 'AGILE-24-10-01', full_name: 'Agile Octopus October 2024' },
      ],
    }),
    choice: ['AGILE-24-10-01', 'Agile Octopus October 2024 (AGILE-24-10-01)'],
  },
];

for (const { id, setting, query, answer, choice, settings = {}, asks } of CASES)
  test(`${id}: "${query}" out of ${Math.ceil(answer.length / 1024)} KiB`, () =>
    withServer(serveText(answer, 'text/plain; charset=utf-8'), async (base, requests) => {
      const file = JSON.parse(
        readFileSync(`src/sources/catalogue/${id}.source.json`, 'utf8').replace(/https?:\/\/[\w.-]+/g, base),
      ) as object;
      const given = JSON.parse(JSON.stringify(settings).replace('BASE', base)) as object;
      const { host } = hostWith([file], { [id]: given }, { documents: (await worker).documents });
      const { choices } = await host.gallery.lookUp(id, setting, { q: query });
      const found = choices.map(({ value, label }) => [value, label]);
      assert.equal(found, [choice]);
      if (asks !== undefined) assert.is(requests[0]?.url, asks);
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
