import { isVirtualBoard } from '../../board/kind.ts';
import { geometryOf } from '../../core/flaps/geometry.ts';
import { EMPTY_PROGRAMME, withPause } from '../../core/programme.ts';
import { onlyKeys } from '../../core/record.ts';
import { Fault } from '../../fault.ts';
import { refuseHost } from '../../platform/network/net.ts';
import {
  CONNECTION_DESTINATIONS,
  MASK,
  PANEL_BOUNDS,
  type BoardInstance,
  type BoardInstanceWrite,
  type BoardSettings,
  type BoardSettingsWrite,
  type Connection,
  type StoredBoard,
} from '../../schema/boards/boards.ts';
import type { DeviceType } from '../../schema/common.ts';
import type { State } from '../../schema/state.ts';
import { checkBoardCount } from '../../store/capacity.ts';
import { concealPanelUrl } from '../../store/secrets/secret-addresses.ts';
import type { Store } from '../../store/store.ts';
import { requireCertificates } from '../mqtt/certificates.ts';
import { boardOf } from '../lookup.ts';
import type { PinService } from '../pins/pins.ts';
import { beginBoards, type Begun } from './beginning.ts';
import { newBoard } from './new-board.ts';
import { requireSameDestinations, restorePanelUrl, secretsOf } from './secrets.ts';

/** The wiring of the boards: what there is, where it is and with which keys. */
export class BoardSettingsService {
  readonly #store: Store;
  readonly #pins: PinService;
  /** Resolves when the running boards follow the stored ones. */
  readonly #settled: () => Promise<void>;

  constructor(store: Store, pins: PinService, settled: () => Promise<void>) {
    this.#store = store;
    this.#pins = pins;
    this.#settled = settled;
  }

  /** Every board with its settings; secrets are masked. */
  get(): BoardSettings {
    const { boards } = this.#store.state;
    return {
      board_type: boards[0]?.board_color ?? 'black',
      boards: boards.map(toInstance),
      devices: [...new Set(boards.map((board) => board.device_type))],
    };
  }

  /**
   * Adds a board; the first physical one turns the output on. 400 for an address outside the home network and for a
   * pin that has another user, 409 for an id in use.
   */
  async add(body: BoardInstanceWrite): Promise<BoardSettings> {
    if (!body.device_type) throw new Fault(400, 'device_type: flagship, note, note_array or panel.');
    checkBoardCount(this.#store.state.boards.length, this.#store.state.boards.length + 1);
    await requireHosts(body);
    await this.#change((state) => {
      if (body.id && state.boards.some((board) => board.id === body.id))
        throw new Fault(409, `id: there is a board "${body.id}" already.`);
      return [...state.boards, applyInstance(body, newBoard(body, state.boards))];
    });
    await this.#settled();
    return this.get();
  }

  /**
   * Replaces the boards, else adds missing device types, else sets the colour of all: the first of these that was sent
   * counts, so that an answer can be sent back. `***` keeps a stored secret; the first board is the primary.
   */
  async update({ boards, devices, board_type }: BoardSettingsWrite): Promise<BoardSettings> {
    if (boards) await this.#replace(boards);
    else if (devices) await this.#ensure(devices);
    else if (board_type)
      await this.#store.update((state) => ({
        boards: state.boards.map((board) => ({ ...board, board_color: board_type })),
      }));
    else throw new Fault(400, 'Send boards, devices or board_type.');
    await this.#settled();
    return this.get();
  }

  /** Removes a board and what was decided for it; 400 for the last one. */
  async remove(id: string): Promise<BoardSettings> {
    await this.#store.update((state) => {
      const board = boardOf(state, id);
      if (state.boards.length === 1) throw new Fault(400, 'The last board cannot be removed: add another one first.');
      return withBoards(
        state,
        state.boards.filter((one) => one.id !== board.id),
      );
    });
    await this.#settled();
    return this.get();
  }

  async #replace(boards: readonly BoardInstanceWrite[]): Promise<void> {
    if (boards.length === 0) throw new Fault(400, 'boards: at least one board is needed.');
    checkBoardCount(this.#store.state.boards.length, boards.length);
    // The name of a stored board that is switched off is not known now, and must not stand in the way of other changes.
    for (const board of boards)
      await requireHosts(
        newHosts(
          board,
          this.#store.state.boards.find(({ id }) => id === board.id),
        ),
      );
    await this.#change((state) => {
      const next: StoredBoard[] = [];
      for (const body of boards) {
        const known = state.boards.find((board) => board.id === body.id);
        if (!known && !body.device_type) throw new Fault(400, 'boards: device_type is needed for a new board.');
        const board = applyInstance(body, known ?? newBoard(body, [...state.boards, ...next]));
        if (next.some((other) => other.id === board.id))
          throw new Fault(409, `boards: the id "${board.id}" stands twice.`);
        next.push(board);
      }
      return next;
    });
  }

  /** Stores other boards, none of which may have a pin of another user. */
  async #change(boardsOf: (state: State) => StoredBoard[]): Promise<void> {
    const checkPins = await this.#pins.check();
    await this.#store.update((state) => {
      const boards = boardsOf(state);
      const { gpio } = state.settings;
      checkPins({ boards: state.boards, gpio }, { boards, gpio });
      this.#pins.requireUsable(state.boards, boards);
      return withBoards(state, boards);
    });
  }

  async #ensure(devices: readonly DeviceType[]): Promise<void> {
    if (devices.length === 0) throw new Fault(400, 'devices: at least one device type is needed.');
    await this.#store.update((state) => {
      const missing = [...new Set(devices)].filter((type) => !state.boards.some((board) => board.device_type === type));
      const next = [...state.boards];
      for (const device_type of missing) next.push(applyInstance({ device_type }, newBoard({ device_type }, next)));
      return withBoards(state, next);
    });
  }
}

/**
 * Sees to it that a board lies in the home network: 400 for any other address, as the appliance is no proxy to the
 * internet, and for a name that is not known, unless it may be.
 */
export const requireHosts = async (body: HostsOfBoard, mayBeUnknown = false): Promise<void> => {
  const own = [body.host, ...(body.tiles ?? []).map((tile) => tile.host)].map((host) => ['host', host] as const);
  const ofPanel = panelHosts(body).map(([name, host]) => [`panel.connection.${name}`, host] as const);
  for (const [field, host] of [...own, ...ofPanel]) {
    if (!host) continue;
    const problem = await refuseHost(host, undefined, mayBeUnknown);
    if (problem !== null) throw new Fault(400, problem.replace(/^host:/, `${field}:`));
  }
};

interface HostsOfBoard {
  readonly host?: string | null | undefined;
  readonly tiles?: readonly { readonly host: string }[] | null | undefined;
  readonly panel?: { readonly connection: Connection } | null | undefined;
}

const panelHosts = ({ panel }: Pick<HostsOfBoard, 'panel'>): [name: string, host: string][] =>
  Object.entries(panel?.connection ?? {}).flatMap(([name, value]) =>
    CONNECTION_DESTINATIONS.get(name) === 'host' && typeof value === 'string' ? [[name, value]] : [],
  );

const newHosts = ({ host, tiles, panel }: BoardInstanceWrite, before: StoredBoard | undefined): HostsOfBoard => {
  const known = new Map(before ? panelHosts(before) : []);
  const moved = panel ? panelHosts({ panel }).filter(([name, text]) => known.get(name) !== text) : [];
  return {
    host: host === before?.host ? null : host,
    tiles: tiles?.filter((tile) => !before?.tiles?.some((one) => one.host === tile.host)),
    panel: { connection: Object.fromEntries(moved) },
  };
};

/**
 * The state with other boards: what belonged to boards that left is gone, and the first board with flaps turns the
 * output on.
 */
export const withBoards = (state: State, boards: readonly StoredBoard[]): Partial<State> & Begun => {
  requireOwnPorts(boards);
  const physical = boards.some((board) => board.enabled && !isVirtualBoard(board));
  const turnOn = state.settings.output_target === null && physical;
  const ids = new Set(boards.map((board) => board.id));
  return {
    ...beginBoards(state, {
      boards,
      programmes: {
        ...Object.fromEntries(boards.map((board) => [board.id, EMPTY_PROGRAMME])),
        ...onlyKeys(state.programmes, ids),
      },
      schedules: state.schedules.filter((rule) => rule.board_id === '' || ids.has(rule.board_id)),
    }),
    devices: onlyKeys(state.devices, ids),
    settings: {
      ...state.settings,
      ...(turnOn ? { output_target: 'both' as const } : {}),
      silence_by_board: onlyKeys(state.settings.silence_by_board, ids),
      brightness_by_board: onlyKeys(state.settings.brightness_by_board, ids),
    },
  };
};

const requireOwnPorts = (boards: readonly StoredBoard[]): void => {
  const ports = boards.flatMap(({ local_api_port }) => local_api_port ?? []);
  const twice = ports.find((port, index) => ports.indexOf(port) < index);
  if (twice !== undefined)
    throw new Fault(400, `local_api_port: ${twice} is wanted by two boards; each needs a port of its own.`);
};

const PLAIN = [
  'name',
  'device_type',
  'board_color',
  'code62_glyph',
  'api_mode',
  'host',
  'notes_wide',
  'notes_tall',
  'enabled',
  'schedule_enabled',
  'paused',
  'critical_passes',
] as const satisfies readonly (keyof BoardInstanceWrite & keyof StoredBoard)[];

/**
 * A board with the sent fields applied; `***` keeps a secret where the board stays in its place. 400 for a secret that
 * would go elsewhere, and for a geometry that cannot be.
 */
export const applyInstance = (body: BoardInstanceWrite, before: StoredBoard): StoredBoard => {
  const sent = Object.fromEntries(
    PLAIN.flatMap((key) => (body[key] === undefined || body[key] === null ? [] : [[key, body[key]]])),
  );
  const board: StoredBoard = {
    ...withPause(
      before,
      before.paused,
      (body.paused ?? before.paused) === before.paused ? (before.paused_until ?? null) : null,
    ),
    ...sent,
    grid_rows: body.grid_rows ?? before.grid_rows,
    grid_cols: body.grid_cols ?? before.grid_cols,
    panel: panelOf(body, before),
    tiles:
      body.tiles === undefined ? before.tiles : (body.tiles?.map(({ local_api_key: _key, ...tile }) => tile) ?? null),
    local_api_port: body.local_api_port === undefined ? before.local_api_port : body.local_api_port,
    follow: followOf(body, before),
    secrets: secretsOf(body, before),
  };
  requireSameDestinations(body, before, board);
  requireGeometry(board);
  requireOtherTopic(board);
  return concealPanelUrl(board);
};

/** A panel beside its driver and connection, as far as nobody says otherwise. */
export const PLAIN_PANEL = {
  flaps: null,
  modules: { layout: 'rows', first: 0 },
  max_moving: null,
  land_together: false,
} as const;

const panelOf = (body: BoardInstanceWrite, before: StoredBoard): StoredBoard['panel'] => {
  if ((body.device_type ?? before.device_type) !== 'panel') return null;
  const none: StoredBoard['panel'] = { driver: 'virtual', connection: {}, ...PLAIN_PANEL };
  const panel = body.panel ?? before.panel ?? none;
  requireCertificates('panel.connection.ca_certificate', body.panel?.connection.ca_certificate);
  const { password: _password, ...connection } = panel.connection;
  return { ...panel, connection: restorePanelUrl(connection, before) };
};

const BROKER = /^mqtts?:\/\/[^/@?#\s]+\/?$/i;

/** What a board follows after a write: absence keeps it, null ends it. 400 for an address that is none. */
const followOf = ({ follow }: BoardInstanceWrite, before: StoredBoard): StoredBoard['follow'] => {
  if (!follow) return follow === null ? null : before.follow;
  const url = follow.url || null;
  if (url !== null && !(BROKER.test(url) && URL.canParse(url)))
    throw new Fault(
      400,
      'follow.url: the address of a broker, such as mqtt://192.168.1.10:1883; user and password have fields of their own.',
    );
  requireCertificates('follow.ca_certificate', follow.ca_certificate);
  return { topic: follow.topic, url, username: follow.username ?? '', ca_certificate: follow.ca_certificate ?? '' };
};

/** A board that publishes frames to the topic that it follows would only hear itself. */
const requireOtherTopic = ({ follow, panel }: StoredBoard): void => {
  if (follow && panel?.driver === 'broker' && panel.connection.topic_prefix?.replace(/\/+$/, '') === follow.topic)
    throw new Fault(400, 'follow.topic: this board publishes its own frames to that topic.');
};

const requireGeometry = (board: StoredBoard): void => {
  if (board.device_type === 'panel' && (board.grid_rows === null || board.grid_cols === null)) {
    throw new Fault(400, 'grid_rows and grid_cols are needed for a board of device_type "panel".');
  }
  const { rows, cols } = geometryOf(board);
  requireRoom(board, rows, cols);
  const modules = Array.isArray(board.panel?.modules) ? board.panel.modules : [];
  requirePlaces('panel.modules', modules, rows, cols);
  const twice = repeated(modules.map(({ address }) => address));
  if (twice !== undefined) throw new Fault(400, `panel.modules: the address ${twice} is there twice.`);
  if (board.device_type === 'note_array') requirePlaces('tiles', board.tiles ?? [], board.notes_tall, board.notes_wide);
};

/** A display of a known size has room for the board. */
const requireRoom = ({ panel }: StoredBoard, rows: number, cols: number): void => {
  const most = panel ? PANEL_BOUNDS.get(panel.driver) : undefined;
  if (most && (rows > most.rows || cols > most.cols))
    throw new Fault(
      400,
      `grid_rows, grid_cols: a panel of the driver "${panel?.driver}" has room for at most ` +
        `${most.rows} x ${most.cols} cells; ${rows} x ${cols} are too many.`,
    );
};

/** Every place lies on the board, and none twice. */
const requirePlaces = (
  name: string,
  places: readonly { row: number; col: number }[],
  rows: number,
  cols: number,
): void => {
  const outside = places.find(({ row, col }) => row >= rows || col >= cols);
  if (outside)
    throw new Fault(
      400,
      `${name}: row ${outside.row}, col ${outside.col} is outside the ${rows} rows x ${cols} columns of the board.`,
    );
  const twice = repeated(places.map(({ row, col }) => `row ${row}, col ${col}`));
  if (twice !== undefined) throw new Fault(400, `${name}: ${twice} is there twice.`);
};

const repeated = <TValue>(values: readonly TValue[]): TValue | undefined => {
  const seen = new Set<TValue>();
  return values.find((value) => seen.has(value) || !seen.add(value));
};

const mask = (secret: string | undefined): string => (secret ? MASK : '');

const toInstance = (board: StoredBoard): BoardInstance => {
  const { secrets, default_page_id: _page, panel, tiles, follow, ...plain } = board;
  return {
    ...plain,
    panel: panel && {
      ...panel,
      connection: { ...panel.connection, ...(secrets.panel_password ? { password: MASK } : {}) },
    },
    tiles:
      tiles?.map((tile) => ({ ...tile, local_api_key: mask(secrets.tile_keys?.[`${tile.row},${tile.col}`]) })) ?? null,
    follow: follow && { ...follow, password: mask(secrets.follow_password) },
    local_api_key: mask(secrets.local_api_key),
    cloud_key: mask(secrets.cloud_key),
    note_array_token: mask(secrets.note_array_token),
  };
};
