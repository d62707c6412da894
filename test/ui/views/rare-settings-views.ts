import { RARE_ANSWERS } from './rare-answers.ts';
import type { RareView } from './rare-view.ts';
import type { Others } from './view-walk.ts';

const NOW = '2026-03-11T09:24:00Z';
const LATER = '2026-03-11T18:30:00Z';

const log = (level: string, timestamp: string) => ({ timestamp, level, logger: 'board', message: `It is ${level}.` });
const LOGS = { logs: [log('ERROR', NOW), log('INFO', '2026-03-10T23:10:05Z')], total: 700, limit: 100, offset: 0 };
const SLOTS = { running: 'a', tries_left: 2, state_damaged: true };
const updateOf = (change: object): Others => ({
  'GET /system/update/status': () => ({
    available: true,
    reason: null,
    state: 'idle',
    version: '1.0.0',
    system_version: '12',
    slots: SLOTS,
    progress: null,
    pending: { version: '1.1.0' },
    last_update: null,
    ...change,
  }),
  'POST /system/update': { status: 409, detail: 'It is older.', downgrade: 'back to 0.9' },
});
const lastUpdate = (result: string, reason: string | null) => ({
  version: '1.0.1',
  from: '1.0.0',
  result,
  reason,
  at: NOW,
});
const MQTT = { enabled: true, running: true, connected: true, broker: 'mqtt://10.0.0.9', error: null };
const NO_WIFI = {
  connected: false,
  ssid: null,
  ip_address: null,
  gateway: null,
  signal: null,
  internet_reachable: false,
};
const WIFI = { available: true, reason: null };
const PLACES = {
  places: [
    { name: 'Ulm', region: 'Ulm', country: 'DE', latitude: 48.4, longitude: 9.99, timezone: 'Europe/Berlin' },
    { name: 'Ulm', region: 'Montana', country: 'US', latitude: 46.4, longitude: -106.6, timezone: 'America/Denver' },
  ],
};

/** The settings. */
export const SETTINGS_VIEWS: readonly RareView[] = [
  { at: '/settings/logs', answers: { 'GET /logs*': LOGS } },
  { at: '/settings/logs?offset=100&level=ERROR&search=board', answers: { 'GET /logs*': { ...LOGS, offset: 100 } } },
  { at: '/settings/logs', answers: { 'GET /logs*': { ...LOGS, logs: [], total: 0 } } },
  {
    at: '/settings/screens',
    answers: {
      'GET /screens/pairing': {
        waiting: [
          { code: 'ABC123', user_agent: 'Tablet, Chrome', address: '10.0.0.7', width: 1280, height: 800 },
          { code: 'XYZ789', user_agent: '', address: '10.0.0.8', width: null, height: null },
        ],
      },
      'POST /screens': { screen: { id: 's1', name: 'Tablet' }, token: null },
    },
  },
  { at: '/settings/screens?code=abc-123', answers: {} },
  {
    at: '/settings/update',
    answers: updateOf({ state: 'updating', progress: { stage: 'writing', percent: 40, done: 4, total: 10 } }),
  },
  {
    at: '/settings/update',
    answers: updateOf({ state: 'on_trial', progress: { stage: 'checking', percent: null, done: 4, total: null } }),
  },
  { at: '/settings/update', answers: updateOf({ state: 'restart_needed', last_update: lastUpdate('kept', null) }) },
  { at: '/settings/update', answers: updateOf({ last_update: lastUpdate('failed', 'It is damaged.') }) },
  {
    at: '/settings/network',
    answers: {
      ...RARE_ANSWERS,
      'GET /network/wifi/status': () => ({
        ...NO_WIFI,
        setup: { phase: 'off', access_point: null, address: 'http://10.42.0.1', failure: 'It did not open.' },
      }),
      'GET /network/wifi/saved': () => [],
      'POST /network/wifi/setup': { phase: 'open', access_point: null, address: 'http://10.42.0.1', failure: null },
      'POST /network/wifi/connect': { message: 'Joined.' },
      'POST /network/wifi/scan': () => [],
    },
  },
  {
    at: '/settings/network',
    answers: { ...RARE_ANSWERS, 'POST /network/wifi/connect': { message: 'Joined.' } },
  },
  {
    at: '/settings/network',
    answers: { 'GET /network/wifi/capability': { ...WIFI, available: false, reason: 'None.' } },
  },
  { at: '/settings/location', answers: { 'GET /settings/location/places*': PLACES } },
  {
    at: '/settings/general',
    answers: {
      'GET /settings/location/places*': PLACES,
      'GET /settings/clock': { now: LATER, settable: true, reason: null },
      'GET /status': { config_summary: { clock_chip: 'ds3231', damaged_files: ['a', 'b'] } },
    },
  },
  {
    at: '/settings/mqtt',
    answers: { 'GET /mqtt/status': () => ({ ...MQTT, source: 'environment', last_connected_at: NOW }) },
  },
  {
    at: '/settings/mqtt',
    answers: {
      'GET /mqtt/status': () => ({
        ...MQTT,
        connected: false,
        error: 'It refuses.',
        source: 'settings',
        last_connected_at: NOW,
      }),
    },
  },
  {
    at: '/settings/mqtt',
    answers: {
      'GET /mqtt/status': () => ({
        ...MQTT,
        running: false,
        connected: false,
        source: 'settings',
        last_connected_at: null,
      }),
    },
  },
  { at: '/settings/output', answers: { 'GET /settings/output': { target: 'both', effective: 'ui' } } },
];
