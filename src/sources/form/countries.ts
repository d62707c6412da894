/** The countries of which something holds in all of Europe, as the services name them. */
const EUROPE =
  'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LT LU LV MD ME MK MT NL NO PL PT RO RS SE SI SK UA';

/**
 * The sources of the stock that serve some countries alone, by id: codes of countries, and for the traffic of one city
 * its degrees north and east. What is not named here serves everybody.
 */
const SERVED: Readonly<Record<string, string>> = {
  afl: 'AU',
  airnow: 'US',
  bart_departures: 'US 37.8 -122.27',
  bay_area_departures: 'US 37.77 -122.42',
  belgian_trains: 'BE',
  berlin_departures: 'DE 52.52 13.41',
  boston_departures: 'US 42.36 -71.06',
  bright_sky: 'DE',
  british_rail_departures: 'GB',
  budapest_departures: 'HU 47.5 19.04',
  bundesliga_table: 'DE',
  canteen: 'DE AT CH',
  chicago_buses: 'US 41.88 -87.63',
  chicago_trains: 'US 41.88 -87.63',
  denmark_departures: 'DK',
  dutch_trains: 'NL',
  efa_departures: 'DE',
  fantasy_football: 'US',
  ferries_wsdot: 'US 47.6 -122.33',
  ferry_canada: 'CA 49.28 -123.12',
  finland_departures: 'FI',
  fuel_austria: 'AT',
  fuel_france: 'FR',
  fuel_germany: 'DE',
  grid_britain: 'GB',
  grid_europe: EUROPE,
  handball: 'DE',
  hong_kong_buses: 'HK',
  hong_kong_mtr: 'HK',
  london_departures: 'GB 51.51 -0.13',
  london_status: 'GB 51.51 -0.13',
  long_island_departures: 'US 40.73 -73.6',
  lottery_us: 'US',
  luxembourg_departures: 'LU',
  mlb: 'US CA',
  mlb_team: 'US CA',
  nameday: EUROPE,
  nba: 'US CA',
  new_jersey_departures: 'US 40.74 -74.17',
  nhl: 'US CA',
  norway_departures: 'NO',
  nrl: 'AU NZ',
  nws: 'US',
  nyc_buses: 'US 40.71 -74.01',
  nyc_subway: 'US 40.71 -74.01',
  onebusaway_departures: 'US 47.6 -122.33',
  openligadb: 'DE',
  paris_departures: 'FR 48.86 2.35',
  parking: 'DE CH',
  path_departures: 'US 40.73 -74.05',
  philadelphia_departures: 'US 39.95 -75.17',
  pollen_germany: 'DE',
  power_awattar: 'DE AT',
  power_baltics: 'EE LV LT FI',
  power_denmark: 'DK',
  power_europe: EUROPE,
  power_norway: 'NO',
  power_octopus: 'GB',
  power_smartenergy: 'AT',
  power_sweden: 'SE',
  power_tibber: 'NO SE DE NL',
  prague_departures: 'CZ 50.09 14.42',
  quakes_indonesia: 'ID',
  quakes_new_zealand: 'NZ',
  radio_sveriges: 'SE',
  resrobot_departures: 'SE',
  rhine_main_departures: 'DE 50.11 8.68',
  river_germany: 'DE',
  river_uk: 'GB',
  river_us: 'US',
  school_holidays: EUROPE,
  school_lunch: 'US',
  singapore_buses: 'SG',
  stockholm_departures: 'SE 59.33 18.07',
  sweden_departures: 'SE',
  swiss_departures: 'CH',
  sydney_departures: 'AU -33.87 151.21',
  tides_canada: 'CA',
  tides_norway: 'NO',
  tides_us: 'US',
  vienna_departures: 'AT 48.21 16.37',
  volcano_alerts_us: 'US',
  warnings_europe: EUROPE,
  warnings_germany: 'DE',
  washington_departures: 'US 38.9 -77.04',
  wellington_departures: 'NZ -41.29 174.78',
  wildfires_us: 'US',
};

/** What a source serves: countries, none for all of them, and the city alone when it has a point. */
export interface Served {
  readonly countries: readonly string[];
  readonly point: { readonly latitude: number; readonly longitude: number } | null;
}

/** What a source of the stock serves. */
export const servedBy = (id: string): Served => {
  const parts = (Object.hasOwn(SERVED, id) ? (SERVED[id] ?? '') : '').split(' ').filter(Boolean);
  const [latitude, longitude] = parts.map(Number).filter((part) => !Number.isNaN(part));
  return {
    countries: parts.filter((part) => /^[A-Z]/.test(part)),
    point: latitude === undefined || longitude === undefined ? null : { latitude, longitude },
  };
};
