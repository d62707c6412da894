import type { Driver } from '../src/board/driver.ts';
import { isVirtualBoard } from '../src/board/kind.ts';
import { geometryOf } from '../src/core/geometry.ts';
import { sentenceOf } from '../src/core/sentence.ts';
import { isMaskedAddress } from '../src/platform/secret-address.ts';
import type { StoredBoard } from '../src/schema/boards.ts';
import type { DeviceMemory, PanelDeps, PanelDriverDescription } from './panel/description.ts';
import { PANEL_DRIVERS } from './registry.ts';
import type { UnusableSetting } from './panel/unusable-setting.ts';
import { parseHost } from './vestaboard/address.ts';
import type { Address } from './vestaboard/address.ts';
import { CLOUD, READ_WRITE, VestaboardCloud } from './vestaboard/cloud.ts';
import type { CloudDialect } from './vestaboard/cloud.ts';
import type { LinkDeps } from './vestaboard/link.ts';
import { VestaboardLocal } from './vestaboard/local.ts';
import { VestaboardTiles } from './vestaboard/tiles.ts';
import type { TileSettings } from './vestaboard/tiles.ts';
import { VirtualBoard } from './virtual.ts';

/** What drivers depend on. */
export interface DriverDeps extends LinkDeps {
  /** Replaces the address of the cloud's Read/Write API. */
  readonly readWriteUrl?: string | undefined;
  /** Replaces the address of the cloud's token API. */
  readonly cloudUrl?: string | undefined;
  /** The root below which the machine's screens are; `/` unless given. */
  readonly screenRoot?: string | undefined;
  /** What the driver of a board may keep over a restart. */
  readonly memoryOf?: (boardId: string) => DeviceMemory;
  /** The folder of the built programs. */
  readonly distDir?: string;
  /** Where the kernel shows its pins, and the label of the header's chip. */
  readonly pins?: PanelDeps['pins'];
}

/**
 * The driver that a board's settings ask for. Throws an `Error` with a sentence that says what is missing; nothing is
 * opened yet.
 */
export const createDriver = (board: StoredBoard, deps: DriverDeps): Driver => {
  if (isVirtualBoard(board)) return new VirtualBoard();
  if (board.device_type === 'panel') return createPanel(board, deps);
  if (board.device_type === 'note_array')
    return board.api_mode === 'cloud' ? createCloud(board, CLOUD, deps) : createTiles(board, deps);
  return board.api_mode === 'cloud' ? createCloud(board, READ_WRITE, deps) : createLocal(board, deps);
};

/** Why no driver can be made from a board's settings, after the setting's name; null when one can. Opens nothing. */
export const findUnusable = (board: StoredBoard, deps: DriverDeps): string | null => {
  try {
    createDriver(board, deps);
    return null;
  } catch (error) {
    // Drivers that are loaded at their first use bring a class of their own.
    const { setting } = error as Partial<UnusableSetting>;
    return `panel${setting ? `.${setting}` : ''}: ${sentenceOf(error)}`;
  }
};

const createPanel = (board: StoredBoard, { clock, memoryOf, screenRoot, distDir, pins }: DriverDeps): Driver => {
  const { panel } = board;
  const drivers: readonly PanelDriverDescription[] = PANEL_DRIVERS;
  const driver = drivers.find(({ kind }) => kind === panel?.driver);
  if (!panel || !driver) throw new Error(`There is no driver "${panel?.driver ?? ''}" for panels in this version.`);
  const size = sizeOf(board);
  const { grid } = driver;
  if (grid && (grid.rows !== size.rows || grid.cols !== size.cols))
    throw new Error(`${driver.label} has ${grid.rows} rows and ${grid.cols} columns: give the board that size.`);
  const connection = { ...panel.connection, url: brokerOf(board), password: board.secrets.panel_password };
  const look = { board_color: board.board_color, code62_glyph: board.code62_glyph };
  const deps = { ...(memoryOf && { memory: memoryOf(board.id) }), ...(distDir && { distDir }), ...(pins && { pins }) };
  return driver.create({ ...size, look, panel: { ...panel, connection } }, { clock, screenRoot, ...deps });
};

const brokerOf = ({ panel, secrets }: StoredBoard): string | undefined => {
  const url = secrets.panel_url ?? panel?.connection.url ?? undefined;
  if (url !== undefined && isMaskedAddress(url))
    throw new Error('The panel needs the address of its MQTT broker again: the secrets in it were not restored.');
  return url;
};

const createLocal = (board: StoredBoard, deps: DriverDeps): Driver => {
  const address = requireAddress(board.host, 'The board');
  const key = required(
    board.secrets.local_api_key,
    'The board needs its Local API key, which enabling its Local API brings.',
  );
  return new VestaboardLocal({ ...address, key, ...sizeOf(board) }, deps);
};

const createCloud = (board: StoredBoard, dialect: CloudDialect, deps: DriverDeps): Driver => {
  const array = dialect === CLOUD;
  const secret = array ? board.secrets.note_array_token : board.secrets.cloud_key;
  const credential = required(
    secret,
    array ? 'The Note array needs its Cloud API token.' : 'The board needs its Read/Write key for the cloud.',
  );
  return new VestaboardCloud(
    { dialect, baseUrl: array ? deps.cloudUrl : deps.readWriteUrl, credential, ...sizeOf(board) },
    deps,
  );
};

const createTiles = (board: StoredBoard, deps: DriverDeps): Driver => {
  const tiles = (board.tiles ?? []).filter(
    (tile) => tile.enabled && tile.row < board.notes_tall && tile.col < board.notes_wide,
  );
  if (tiles.length === 0) throw new Error('The Note array needs at least one enabled Note with its address and key.');
  const settings = tiles.map((tile): TileSettings => {
    const name = `The Note at tile row ${tile.row}, column ${tile.col}`;
    const key = required(board.secrets.tile_keys?.[`${tile.row},${tile.col}`], `${name} needs its Local API key.`);
    return { row: tile.row, col: tile.col, key, ...requireAddress(tile.host, name) };
  });
  return new VestaboardTiles({ tiles: settings, ...sizeOf(board) }, deps);
};

const sizeOf = (board: StoredBoard): { rows: number; cols: number } => {
  const { rows, cols } = geometryOf(board);
  return { rows, cols };
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
