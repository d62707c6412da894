import type { BoardSettings } from '../../src/schema/boards/boards.ts';
import { settings } from '../../ui/strings/settings/settings.ts';
import { startSharedSuite } from './view-suite.ts';

const SECTIONS = Object.keys(settings.names);

/** A suite of all sections of the settings: `addresses` has them and every kind of board, beneath `/settings`. */
export const startSections = (name: string) => {
  const addresses: string[] = [];
  const { test, shared, run } = startSharedSuite(
    name,
    async ({ appliance }) => {
      const add = (board: Record<string, unknown>) =>
        appliance.call<BoardSettings>('POST', '/settings/board/add', board);
      await add({
        device_type: 'note_array',
        name: 'Notes',
        notes_wide: 3,
        notes_tall: 2,
        board_color: 'white',
        tiles: [{ row: 0, col: 0, host: '127.0.0.1:1', local_api_key: 'key' }],
      });
      await add({ device_type: 'flagship', name: 'Office', host: '127.0.0.1:1', local_api_key: 'key' });
      const mapped = Array.from({ length: 160 }, (_, cell) => ({
        address: cell,
        row: Math.floor(cell / 40),
        col: cell % 40,
      }));
      const { body } = await add({
        device_type: 'panel',
        name: 'Wall',
        grid_rows: 4,
        grid_cols: 40,
        panel: { driver: 'mbus', connection: { path: '/dev/ttyUSB9' }, modules: mapped },
      });
      await appliance.call('PUT', '/settings/location', { latitude: 52.5, longitude: 13.4 });
      await appliance.call('PUT', '/settings/silence-schedule', {
        enabled: true,
        mode: 'indicator',
        indicator_text: 'HUSH',
      });
      await appliance.call('PUT', '/settings/transitions', { strategy: 'row', step_interval_ms: 100, step_size: 2 });
      await appliance.call('POST', '/auth/mcp-token');
      const boards = body.boards.map(({ id }) => `/boards/${id}`);
      addresses.push('', ...SECTIONS.map((name) => `/${name}`), '/boards/new', '/boards/new/pins', ...boards);
    },
    /^$/,
  );
  return { test, shared, run, addresses };
};
