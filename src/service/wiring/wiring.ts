import { Fault } from '../../fault.ts';
import { LOCAL_API_PORT, parseHost } from '../../platform/network/net.ts';
import type { StoredBoard } from '../../schema/boards/boards.ts';
import type {
  BoardTest,
  BoardTestAnswer,
  DiscoveredBoards,
  EnableLocalApi,
  EnableLocalApiAnswer,
  PanelDriver,
  PanelDrivers,
  ScreenPort,
  SerialPort,
} from '../../schema/boards/wiring.ts';
import type { Store } from '../../store/store.ts';
import { adviceFor, testFailureOf } from './advice.ts';
import { newBoard } from '../boards/new-board.ts';
import { applyInstance, requireHosts, withBoards } from '../boards/settings.ts';
import { boardOf } from '../lookup.ts';
import type { PinService } from '../pins/pins.ts';

/** An address in the home network. */
export interface HostAddress {
  readonly host: string;
  readonly port: number;
}

/** What reaches the hardware on behalf of the wiring. */
export interface WiringPort {
  /** Machines that accept connections where Vestaboards do. */
  discover(signal: AbortSignal): Promise<DiscoveredBoards['boards']>;
  serialPorts(): Promise<SerialPort[]>;
  /** Numbers of the I2C buses of this machine. */
  i2cBuses(): Promise<number[]>;
  /** Screens of this machine. */
  screens(): Promise<ScreenPort[]>;
  /** Every driver for panels, in the order in which they are offered. */
  readonly drivers: readonly PanelDriver[];
  /** Trades the maker's token for a Local API key. */
  enable(
    address: HostAddress,
    token: string,
    signal: AbortSignal,
  ): Promise<{ readonly key: string } | { readonly reason: string }>;
  /** Opens a board, reads it where it can be read and closes it again; null when that worked, else why not. */
  attempt(board: StoredBoard, signal: AbortSignal): Promise<string | null>;
}

const NO_SCREEN =
  'No frame buffer: the kernel of this machine offers no screen to draw on. Is a monitor connected, and is flapbox not in a container?';

/** Two drivers on one motor would each count only their own steps. */
const IN_USE: BoardTestAnswer = {
  success: false,
  message: 'The board was not tried: it is at work.',
  error: 'The board itself uses these pins, with its stored settings.',
  code: 'port_busy',
  troubleshooting: [
    'The page of the board tells whether its modules turn. To try other settings, switch the board off under "Use this board" first, or just save.',
  ],
};

/** Finding boards, trying their settings and enabling their Local API. */
export class WiringService {
  readonly #store: Store;
  readonly #port: WiringPort;
  readonly #pins: PinService;
  /** Resolves when the running boards follow the stored ones. */
  readonly #settled: () => Promise<void>;

  constructor(store: Store, port: WiringPort, pins: PinService, settled: () => Promise<void>) {
    this.#store = store;
    this.#port = port;
    this.#pins = pins;
    this.#settled = settled;
  }

  /** The drivers for panels with the fields of their connections, and the ports that they could be at. */
  async drivers(): Promise<PanelDrivers> {
    const [serial_ports, i2c_buses, screens] = await Promise.all([
      this.#port.serialPorts(),
      this.#port.i2cBuses(),
      this.#port.screens(),
    ]);
    const no_screen = screens.length > 0 ? null : NO_SCREEN;
    return { drivers: [...this.#port.drivers], serial_ports, i2c_buses, screens, no_screen };
  }

  /** Looks around in the home network and at the machine's own serial ports; takes some seconds. */
  async discover(signal: AbortSignal): Promise<DiscoveredBoards> {
    const [boards, serial_ports] = await Promise.all([this.#port.discover(signal), this.#port.serialPorts()]);
    return { boards, total: boards.length, serial_ports };
  }

  /**
   * Tries settings without storing them: the verdict is in the answer. 400 for an address outside of the home network
   * and for a pin that has another user, 404 for an unknown board.
   */
  async test({ board_id, ...body }: BoardTest, signal: AbortSignal): Promise<BoardTestAnswer> {
    await requireHosts(body);
    const { state } = this.#store;
    const board = applyInstance(body, board_id ? boardOf(state, board_id) : newBoard(body, state.boards));
    await this.#requirePins(board);
    if (this.#pins.isInUse(board)) return IN_USE;
    const error = await this.#port.attempt(board, signal);
    if (error === null)
      return { success: true, message: 'The board answers.', error, code: null, troubleshooting: standingIn(board) };
    const code = testFailureOf(error);
    return {
      success: false,
      message: 'The board does not answer as it should.',
      error,
      code,
      troubleshooting: adviceFor({ board, code, boards: state.boards }),
    };
  }

  /**
   * Gets the Local API key of a board, stored with it when its id is given: 400 for a missing or foreign address, 404
   * for an unknown board.
   */
  async enable(
    { board_id, host, enablement_token }: EnableLocalApi,
    signal: AbortSignal,
  ): Promise<EnableLocalApiAnswer> {
    const board = board_id ? boardOf(this.#store.state, board_id) : null;
    const text = host || board?.host || '';
    await requireHosts({ host: text });
    const address = parseHost(text);
    if (!address) throw new Fault(400, 'host: the name or IP address of the board is needed.');
    const outcome = await this.#port.enable(
      { host: address.host, port: address.port || LOCAL_API_PORT },
      enablement_token,
      signal,
    );
    if ('reason' in outcome)
      return { success: false, message: 'The board gave no key.', error: outcome.reason, local_api_key: null };
    if (board) await this.#keep(board.id, text, outcome.key);
    return {
      success: true,
      message: board ? 'The key is stored with the board.' : 'Here is the key.',
      error: null,
      local_api_key: board ? '***' : outcome.key,
    };
  }

  async #requirePins(board: StoredBoard): Promise<void> {
    const checkPins = await this.#pins.check();
    const { boards, settings } = this.#store.state;
    const others = boards.filter(({ id }) => id !== board.id);
    checkPins(
      { boards: others, gpio: settings.gpio },
      { boards: [...others, { ...board, enabled: true }], gpio: settings.gpio },
    );
  }

  async #keep(boardId: string, host: string, key: string): Promise<void> {
    await this.#store.update((state) =>
      withBoards(
        state,
        state.boards.map((board) =>
          board.id === boardId
            ? { ...board, host, api_mode: 'local' as const, secrets: { ...board.secrets, local_api_key: key } }
            : board,
        ),
      ),
    );
    await this.#settled();
  }
}

/** What keeps messages from a board that answers. */
const standingIn = ({ enabled, paused }: StoredBoard): string[] => [
  ...(enabled ? [] : ['The board is switched off here: messages reach it when "Use this board" is on.']),
  ...(paused ? ['The board is paused: messages reach it when you resume it.'] : []),
];
