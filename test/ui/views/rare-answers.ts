import type { Part } from '../../support/views.ts';

const WIFI = { connected: true, ssid: 'Home', ip_address: '10.0.0.7', gateway: '10.0.0.1', signal: 61 };
const SET_UP = { phase: 'off', access_point: 'Flapbox', address: 'http://10.42.0.1', failure: null };
const VALUE = { city: 'Ulm', 'odd name': [1, { deep: true }], none: null };
const WALL = {
  id: 'w1',
  name: 'Stairs',
  rows: 6,
  cols: 22,
  broker: '10.0.0.9',
  board_id: null,
  topic: 'b/1',
  given: null,
};

/** The first of the listed things with something else in it. */
export const firstWith =
  (name: string, change: object) =>
  (told: Record<string, unknown>): object => {
    const [first, ...others] = told[name] as object[];
    return { ...told, [name]: [{ ...first, ...change }, ...others] };
  };

/** What no machine that tests run on says of itself: members over those of the real answer, or the answer. */
export const RARE_ANSWERS: Readonly<Record<string, object | ((told: Record<string, unknown>) => object)>> = {
  'GET /network/wifi/capability': { available: true, reason: null },
  'GET /network/wifi/status': () => ({ ...WIFI, internet_reachable: false, setup: SET_UP }),
  'GET /network/wifi/saved': () => [
    { name: 'Home', in_use: true },
    { name: 'Office', in_use: false },
  ],
  'POST /network/wifi/scan': () => [
    { ssid: 'Home', signal: 61, security: 'WPA2', in_use: true },
    { ssid: 'Café', signal: 20, security: 'open', in_use: false },
  ],
  'POST /network/wifi/setup': () => SET_UP,
  'GET /system/update/status': { available: true, reason: null, system_version: '12' },
  'GET /auth/status': { enabled: true, authenticated: true, username: 'ada', mode: 'enabled' },
  'GET /walls': { asking: [WALL, { ...WALL, id: 'w2', given: 'b/2' }], left_out: 3, declined: 2 },
  'GET /boards/conditions': firstWith('conditions', { error: 'It does not answer.', drifted: true, online: false }),
  'POST /plugins/own/answer': { kind: 'json', value: VALUE, url: 'http://10.0.0.9/{key}', settings: {} },
};

/** Views that look different with them. */
export const RARE_PLACES: Readonly<Partial<Record<Part, readonly string[]>>> = {
  pages: ['/'],
  plugins: ['/plugins?view=own'],
  settings: ['/settings/network', '/settings/update', '/settings/account', '/settings/boards'],
};
