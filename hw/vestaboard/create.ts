import type { Driver } from '../../src/board/driver.ts';
import { geometryOf } from '../../src/core/flaps/geometry.ts';
import type { StoredBoard } from '../../src/schema/boards/boards.ts';
import { parseHost, type Address } from './address.ts';
import { CLOUD, READ_WRITE, VestaboardCloud, type CloudDialect } from './cloud.ts';
import type { LinkDeps } from './link.ts';
import { VestaboardLocal } from './local.ts';
import { VestaboardTiles, type TileSettings } from './tiles.ts';

/** What drivers of Vestaboards depend on. */
export interface VestaboardDeps extends LinkDeps {
  /** Replaces the address of the cloud's Read/Write API. */
  readonly readWriteUrl?: string | undefined;
  /** Replaces the address of the cloud's token API. */
  readonly cloudUrl?: string | undefined;
}

/**
 * The driver of a flagship, a Note or an array of Notes, over the home network or the cloud. Throws an `Error` with a
 * sentence that says what is missing; nothing is opened yet.
 */
export const createVestaboard = (board: StoredBoard, deps: VestaboardDeps): Driver => {
  const isCloud = board.api_mode === 'cloud';
  if (board.device_type === 'note_array') return isCloud ? createCloud(board, CLOUD, deps) : createTiles(board, deps);
  return isCloud ? createCloud(board, READ_WRITE, deps) : createLocal(board, deps);
};

const createLocal = (board: StoredBoard, deps: VestaboardDeps): Driver => {
  const address = requireAddress(board.host, 'The board');
  const key = required(
    board.secrets.local_api_key,
    'The board needs its Local API key, which enabling its Local API brings.',
  );
  return new VestaboardLocal({ ...address, key, ...geometryOf(board) }, deps);
};

const createCloud = (board: StoredBoard, dialect: CloudDialect, deps: VestaboardDeps): Driver => {
  const array = dialect === CLOUD;
  const secret = array ? board.secrets.note_array_token : board.secrets.cloud_key;
  const credential = required(
    secret,
    array ? 'The Note array needs its Cloud API token.' : 'The board needs its Read/Write key for the cloud.',
  );
  return new VestaboardCloud(
    { dialect, baseUrl: array ? deps.cloudUrl : deps.readWriteUrl, credential, ...geometryOf(board) },
    deps,
  );
};

const createTiles = (board: StoredBoard, deps: VestaboardDeps): Driver => {
  const tiles = (board.tiles ?? []).filter(
    (tile) => tile.enabled && tile.row < board.notes_tall && tile.col < board.notes_wide,
  );
  if (tiles.length === 0) throw new Error('The Note array needs at least one enabled Note with its address and key.');
  const settings = tiles.map((tile): TileSettings => {
    const name = `The Note at tile row ${tile.row}, column ${tile.col}`;
    const key = required(board.secrets.tile_keys?.[`${tile.row},${tile.col}`], `${name} needs its Local API key.`);
    return { row: tile.row, col: tile.col, key, ...requireAddress(tile.host, name) };
  });
  return new VestaboardTiles({ tiles: settings, ...geometryOf(board) }, deps);
};

const required = (secret: string | undefined, complaint: string): string => {
  const text = secret?.trim() ?? '';
  if (text === '') throw new Error(complaint);
  return text;
};

const requireAddress = (host: string, subject: string): Address => {
  if (host.trim() === '') throw new Error(`${subject} needs a host: its name or IP address in this network.`);
  const address = parseHost(host);
  if (!address) throw new Error(`${subject} has a host that is not a name or an IP address, optionally with a port.`);
  return address;
};
