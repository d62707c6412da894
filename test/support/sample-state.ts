import { defaultSettings } from '../../src/schema/appliance/settings.ts';
import type { BoardProgramme, State, StoredAuth } from '../../src/schema/state.ts';
import type { Collection } from '../../src/schema/content/collections.ts';
import type { Page } from '../../src/schema/content/pages.ts';
import type { Schedule } from '../../src/schema/content/schedules.ts';
import { PLAIN_BOARD, type StoredBoard } from '../../src/schema/boards/boards.ts';

const AT = '2025-03-01T10:00:00.000Z';

/** A board with a secret. */
export const sampleBoard = (id: string, secrets: StoredBoard['secrets'] = {}): StoredBoard => ({
  ...PLAIN_BOARD,
  id,
  name: `Board ${id}`,
  device_type: 'flagship',
  host: '192.168.1.20',
  secrets,
});

/** A template page. */
export const samplePage = (id: string, name = `Page ${id}`): Page => ({
  id,
  name,
  type: 'template',
  device_type: 'flagship',
  display_type: null,
  rows: null,
  template: ['HELLO', '', '', '', '', ''],
  line_metadata: null,
  duration_seconds: 300,
  transition_strategy: null,
  transition_interval_ms: null,
  transition_step_size: null,
  demo_plugin_id: null,
  notes_wide: 1,
  notes_tall: 1,
  grid_rows: null,
  grid_cols: null,
  created_at: AT,
  updated_at: null,
});

/** A weekly rule. */
export const sampleSchedule = (id: string): Schedule => ({
  id,
  board_id: '',
  page_id: 'p1',
  start_time: '08:00',
  end_time: '09:00',
  day_pattern: 'all',
  custom_days: null,
  enabled: true,
  recurrence_type: 'weekly',
  annual_date: null,
  annual_end_date: null,
  one_off_date: null,
  one_off_end_date: null,
  start_type: 'fixed',
  end_type: 'fixed',
  start_sun_offset: 0,
  end_sun_offset: 0,
  created_at: AT,
  updated_at: null,
});

/** A collection of one page. */
export const sampleCollection = (id: string): Collection => ({
  id,
  name: `Collection ${id}`,
  page_ids: ['p1'],
  selection_mode: 'time',
  time: { interval_seconds: 30 },
  variable: null,
  random: null,
  created_at: AT,
  updated_at: null,
});

const programme: BoardProgramme = {
  active_page_id: 'p1',
  messages: [
    {
      id: 'm1',
      content: { kind: 'page', page_id: 'p1' },
      priority: 'normal',
      state: 'up',
      ends: 'change',
      expires_at: null,
      lasts_ms: null,
      revert_mode: 'schedule',
      revert_page_id: null,
      transition: null,
      when_busy: 'replace',
      over: { page_id: 'p1', page_updated_at: null, selected_id: 'p1', selected_updated_at: null, rule_id: null },
    },
    {
      id: 'm2',
      content: { kind: 'grid', rows: 1, cols: 2, characters: [[1, 2]] },
      priority: 'urgent',
      state: 'up',
      ends: 'time',
      expires_at: AT,
      lasts_ms: 60_000,
      revert_mode: 'schedule',
      revert_page_id: null,
      transition: { strategy: 'column', interval_ms: 10, step_size: 1 },
      when_busy: 'replace',
    },
  ],
};

const auth: StoredAuth = {
  preference: 'enabled',
  user: { username: 'owner', password_hash: '$2b$12$hash', created_at: AT, updated_at: AT, sessions_valid_after_ms: 0 },
  revoked: [],
  token_hash: 'ab'.repeat(32),
  shares: [],
  closed: false,
  audit: [{ at: AT, event: 'setup', username: 'owner', client: '192.168.1.7', count: 1 }],
};

/** The secrets that the sample state has. */
export const SAMPLE_SECRETS = [
  'local-key-of-b1',
  'cloud-key-of-b2',
  'tile-key-0-1',
  'broker-password',
  'plugin-token',
  'nested-plugin-word',
];

/** A state in which every member has content. */
export const sampleState = (): State => ({
  boards: [
    sampleBoard('b1', { local_api_key: 'local-key-of-b1', cloud_key: '' }),
    sampleBoard('b2', { cloud_key: 'cloud-key-of-b2', tile_keys: { '0,1': 'tile-key-0-1' } }),
  ],
  pages: [samplePage('p1')],
  schedules: [sampleSchedule('s1')],
  collections: [sampleCollection('c1')],
  favourites: [
    { id: 'f1', name: 'Dinner', boards: ['b1'], minutes: 20, text: 'DINNER', created_at: AT, updated_at: null },
  ],
  settings: {
    ...defaultSettings(),
    output_target: 'both',
    mqtt: { ...defaultSettings().mqtt, secrets: { password: 'broker-password' } },
  },
  plugins: {
    weather: {
      enabled: true,
      config: { city: 'Berlin' },
      secrets: { token: 'plugin-token', more: [{ word: 'nested-plugin-word' }] },
    },
  },
  programmes: { b1: programme },
  devices: { b1: { offsets: { 0: 12.5 } } },
  auth,
});
