import type { Driver } from '../../src/board/driver.ts';
import { geometryOf } from '../../src/core/flaps/geometry.ts';
import type { Relay } from '../../src/core/follow/frame.ts';
import type { JoiningDesk } from '../../src/core/follow/joining.ts';
import { isMaskedAddress } from '../../src/platform/network/secret-address.ts';
import type { StoredBoard } from '../../src/schema/boards/boards.ts';
import { PANEL_DRIVERS } from '../registry.ts';
import type { DeviceMemory, PanelDeps, PanelDriverDescription } from './description.ts';

/** What drivers of panels depend on. */
export interface PanelDriverDeps extends Pick<PanelDeps, 'clock' | 'screenRoot' | 'distDir' | 'pins'> {
  /** What the driver of a board may keep over a restart. */
  readonly memoryOf?: (boardId: string) => DeviceMemory;
  /** What a board follows. */
  readonly relayOf?: (boardId: string) => Relay | null;
  /** A desk that hears the walls which ask to join at the broker of a board. */
  readonly deskOf?: (board: StoredBoard) => JoiningDesk;
  /** Notes the line of motors that the driver of a board has taken; null when it has let it go. */
  readonly noteLine?: (boardId: string, line: object | null) => Promise<void>;
}

/**
 * The driver of a panel, by the name that its settings say. Throws an `Error` with a sentence that says what is
 * missing; nothing is opened yet.
 */
export const createPanel = (board: StoredBoard, given: PanelDriverDeps): Driver => {
  const { memoryOf, noteLine, relayOf, deskOf, ...shared } = given;
  const { panel } = board;
  const drivers: readonly PanelDriverDescription[] = PANEL_DRIVERS;
  const driver = drivers.find(({ kind }) => kind === panel?.driver);
  if (!panel || !driver) throw new Error(`There is no driver "${panel?.driver ?? ''}" for panels in this version.`);
  const { rows, cols } = geometryOf(board);
  const { grid } = driver;
  if (grid && (grid.rows !== rows || grid.cols !== cols))
    throw new Error(`${driver.label} has ${grid.rows} rows and ${grid.cols} columns: give the board that size.`);
  const connection = { ...panel.connection, url: brokerOf(board), password: board.secrets.panel_password };
  const look = { board_color: board.board_color, code62_glyph: board.code62_glyph };
  const deps = {
    ...shared,
    ...(memoryOf && { memory: memoryOf(board.id) }),
    ...(relayOf && { relay: () => relayOf(board.id) }),
    ...(deskOf && { desk: () => deskOf(board) }),
    ...(noteLine && { noteLine: (line: object | null) => noteLine(board.id, line) }),
  };
  return driver.create({ rows, cols, look, panel: { ...panel, connection } }, deps);
};

const brokerOf = ({ panel, secrets }: StoredBoard): string | undefined => {
  const url = secrets.panel_url ?? panel?.connection.url ?? undefined;
  if (url !== undefined && isMaskedAddress(url))
    throw new Error('The panel needs the address of its MQTT broker again: the secrets in it were not restored.');
  return url;
};
