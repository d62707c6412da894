import type { BoardInstance, BoardInstanceWrite, Panel } from '../../../src/schema/boards/boards.ts';
import { usualGlyph } from '../../../src/core/flaps/geometry.ts';
import { MASK } from '../../kit/secret-field.tsx';

/** How a Vestaboard is reached: not at all, in the local network or through the cloud. */
export type Way = 'screen' | 'local' | 'cloud';

/** A board as the form changes it. */
export type BoardForm = Omit<BoardInstance, 'id'> & { readonly way: Way };

/** What one part of the form gets: the board, and how to change it. */
export interface BoardFieldsProps {
  readonly board: BoardForm;
  readonly onChange: (change: Partial<BoardForm>) => void;
}

/** What the part of the form about its wiring gets. */
export interface WiringFieldsProps extends BoardFieldsProps {
  readonly boardId: string | null;
  /** Whether the board is being set up for the first time. */
  readonly isNew?: boolean;
}

/** A panel without hardware. */
export const PLAIN_PANEL: Panel = {
  driver: 'virtual',
  connection: {},
  flaps: null,
  modules: { layout: 'rows', first: 0 },
  max_moving: null,
  land_together: false,
};

/** How a stored board is reached. */
export const wayOf = ({ api_mode, host, local_api_key, cloud_key, note_array_token, tiles }: BoardInstance): Way => {
  const given =
    [host, local_api_key, cloud_key, note_array_token].some((value) => value !== '') || (tiles ?? []).length > 0;
  return given ? api_mode : 'screen';
};

/** A stored board as the form begins with it. */
export const toForm = ({ id: _id, ...board }: BoardInstance): BoardForm => ({
  ...board,
  way: wayOf({ id: '', ...board }),
});

/** What the form begins with for a new board. */
export const newForm = (device_type: BoardForm['device_type'], known: Partial<BoardForm> = {}): BoardForm => ({
  name: '',
  device_type,
  board_color: 'black',
  code62_glyph: usualGlyph(device_type),
  api_mode: 'local',
  host: '',
  local_api_key: '',
  cloud_key: '',
  note_array_token: '',
  notes_wide: device_type === 'note_array' ? 2 : 1,
  notes_tall: device_type === 'note_array' ? 2 : 1,
  grid_rows: device_type === 'panel' ? 6 : null,
  grid_cols: device_type === 'panel' ? 22 : null,
  panel: device_type === 'panel' ? PLAIN_PANEL : null,
  tiles: null,
  local_api_port: null,
  critical_passes: 'silence',
  follow: null,
  enabled: true,
  schedule_enabled: true,
  paused: false,
  way: 'screen',
  ...known,
});

const NOTHING = { host: '', local_api_key: '', cloud_key: '', note_array_token: '' } as const;

/** What is sent to store a form: a board that is not reached loses its addresses and keys. */
export const toWrite = ({ way, tiles, ...board }: BoardForm): BoardInstanceWrite => {
  const { name, ...rest } = board;
  const named = name.trim() === '' ? rest : { ...rest, name: name.trim() };
  if (board.device_type === 'panel') return named;
  if (way === 'screen') return { ...named, ...NOTHING, ...(tiles && { tiles: [] }) };
  return { ...named, api_mode: way, ...(tiles && { tiles: tiles.filter(({ host }) => host.trim() !== '') }) };
};

const withoutSecret = (value: string | undefined): string | undefined =>
  value === undefined || value === MASK ? value : '';

/** The part of a typed board that the browser may keep: everything but keys and passwords. */
export const withoutSecrets = (typed: Partial<BoardForm>): Partial<BoardForm> => {
  const { local_api_key: _local, cloud_key: _cloud, note_array_token: _array, panel, tiles, follow, ...kept } = typed;
  return {
    ...kept,
    ...(follow !== undefined && { follow: follow && { ...follow, password: withoutSecret(follow.password) ?? '' } }),
    ...(panel && {
      panel: {
        ...panel,
        connection: { ...panel.connection, password: withoutSecret(panel.connection.password ?? undefined) },
      },
    }),
    ...(tiles && {
      tiles: tiles.map((tile) => ({ ...tile, local_api_key: withoutSecret(tile.local_api_key) ?? '' })),
    }),
  };
};
