import type { RareView } from './rare-view.ts';

const use = (surface: string, change: object = {}) => ({
  surface,
  board_id: 'b/1',
  board_name: 'Hall',
  schedule_id: null,
  collection_id: null,
  collection_name: null,
  plugin_id: null,
  ...change,
});
const USES = [
  use('active_page'),
  use('default_page', { board_id: null, board_name: null }),
  use('schedule', { schedule_id: 's/1' }),
  use('silence'),
  use('trigger', { plugin_id: 'web/hook' }),
  use('trigger'),
];
const gap = (day: string) => ({ start_time: '10:00', end_time: '23:59', days: [day] });
const overlap = { schedule1_id: 'a', schedule2_id: 'b', conflict_description: 'at noon' };

/** The schedule and its collections. */
export const SCHEDULE_VIEWS: readonly RareView[] = [
  {
    at: '/schedule',
    answers: {
      'GET /settings/location': { latitude: null, longitude: null },
      'POST /schedules/validate*': {
        overlaps: Array.from({ length: 4 }, () => overlap),
        gaps: [gap('monday')],
        problems: [],
      },
      'GET /v1/boards/*': { schedule_enabled: false, default_page_id: null },
    },
  },
  {
    at: '/schedule',
    isNarrow: true,
    answers: { 'GET /v1/boards/*': { paused: true, schedule_enabled: true, active_page_id: null } },
  },
  { at: 'collection', answers: { 'GET /collections/*/references': { references: USES, total: USES.length } } },
  { at: 'collection', answers: { 'GET /collections/*/references': { references: [], total: 0 } } },
  { at: '/schedule/collections/gone', answers: {} },
  { at: '/schedule/rules/gone', answers: {} },
  { at: '/schedule/odd', answers: {} },
];
