import { randomBytes } from 'node:crypto';
import { FLAGSHIP, NOTE } from '../../../src/core/flaps/geometry.ts';
import { gridToRows } from '../../../src/core/flaps/grid.ts';
import { systemClock, type Cancel, type Clock } from '../../../src/platform/clock.ts';
import { parseJson } from '../../../src/core/json.ts';
import { CloudApi } from './cloud-api.ts';
import { answerControl, type EmulatedBoard, type Place } from './control.ts';
import { Display } from './display.ts';
import { answerLocal, newKey, type Credentials } from './local-api.ts';
import { faultOf } from './message.ts';
import type { Arrived, RecordedRequest, Reply } from './reply.ts';
import { Station } from './station.ts';
import { defaultSwitches, type Switches } from './switches.ts';

/** What to emulate. */
export interface EmulatorOptions {
  /** A flagship or a Note on the LAN, an array of Notes on the LAN, or the cloud. */
  readonly type?: 'flagship' | 'note' | 'note_array' | 'cloud';
  /** 7000 unless given; 0 takes any free port. */
  readonly port?: number;
  readonly host?: string;
  /** The Local API key, or the cloud's Read/Write key; drawn by lot unless given. */
  readonly key?: string;
  /** The enablement token, or the cloud's token; drawn by lot unless given. */
  readonly token?: string;
  /** The size of an array; in the cloud there is a flagship without it. */
  readonly tiles?: { readonly wide: number; readonly tall: number };
  readonly switches?: Partial<Switches>;
  readonly clock?: Clock;
  /** Called whenever a board is told to show something. */
  readonly onChange?: (board: EmulatedBoard) => void;
}

/** The answer to a request to refuse connections goes out before its connection ends. */
const ANSWER_FIRST_MS = 20;
const MOST_REQUESTS = 10_000;

/** Starts boards that behave like real ones as far as these are known, one listener each; resolves when all listen. */
export const startEmulator = async (options: EmulatorOptions = {}): Promise<Emulator> => {
  const emulator = new Emulator(options);
  try {
    await emulator.accept();
  } catch (error) {
    await emulator.close();
    throw error;
  }
  return emulator;
};

/** Emulated boards of one process. Switches take effect with the next request. */
export class Emulator {
  readonly boards: readonly EmulatedBoard[];
  readonly switches: Switches;
  /** The last 10,000 requests to product paths, oldest first. */
  readonly requests: RecordedRequest[] = [];
  readonly #options: EmulatorOptions;
  readonly #clock: Clock;
  #cancelReturn: Cancel = () => undefined;

  constructor(options: EmulatorOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.switches = { ...defaultSwitches(), ...options.switches };
    this.boards = placesOf(options).map((place, index) => this.#createBoard(place, index));
  }

  get url(): string {
    return this.#first.station.url;
  }

  get host(): string {
    return this.#first.station.host;
  }

  get port(): number {
    return this.#first.station.port;
  }

  /** The first board's key; follows enablement. */
  get key(): string {
    return this.#first.credentials.key;
  }

  get token(): string {
    return this.#first.credentials.token;
  }

  /** What the first board was last told to show. */
  shown(): number[][] {
    return gridToRows(this.#first.display.target);
  }

  /** Accepts connections, to one board or to all. */
  async accept(board?: number): Promise<void> {
    for (const station of this.#pick(board)) await station.listen();
  }

  /** Cuts the power of a board, or of all, until `accept`: it refuses connections and loses what it shows. */
  async cutPower(board?: number): Promise<void> {
    await this.refuse(board);
    for (const [index, { display }] of this.boards.entries())
      if (board === undefined || index === board) display.forget();
  }

  /** Ends all connections of a board, or of all, and refuses new ones until `accept`. */
  async refuse(board?: number): Promise<void> {
    await Promise.all(this.#pick(board).map((station) => station.refuse()));
  }

  /** Closes connections on which nothing is under way. */
  closeIdle(): void {
    for (const { station } of this.boards) station.closeIdle();
  }

  /** Ends everything. */
  close(): Promise<void> {
    this.#cancelReturn();
    return this.refuse();
  }

  get #first(): EmulatedBoard {
    const [first] = this.boards;
    if (!first) throw new Error('An array has at least one Note.');
    return first;
  }

  #pick(board: number | undefined): Station[] {
    const boards = board === undefined ? this.boards : this.boards.slice(board, board + 1);
    return boards.map(({ station }) => station);
  }

  #createBoard(place: Place, index: number): EmulatedBoard {
    const {
      type = 'flagship',
      key = newKey(),
      token = randomBytes(12).toString('hex'),
      tiles,
      host = '127.0.0.1',
      port = 7000,
      onChange,
    } = this.#options;
    const { switches } = this;
    const clock = this.#clock;
    const credentials: Credentials = { key, token };
    const { rows, cols } = sizeOf(type, tiles);
    const display = new Display(rows, cols, clock, () => onChange?.(board));
    const station = new Station({
      ...addressOf(host, port, index),
      clock,
      switches,
      product: productOf(type, { display, switches, credentials, clock }),
      control: (request) =>
        answerControl(request, {
          boards: this.boards,
          switches,
          requests: this.requests,
          refuseFor: (ms) => this.#refuseFor(ms),
        }),
      onRequest: (request) =>
        this.#record({ ...request, at: clock.now(), board: index, grid: gridOf(request, display) }),
    });
    const board: EmulatedBoard = { ...place, station, display, credentials };
    return board;
  }

  #record(request: RecordedRequest): void {
    this.requests.push(request);
    if (this.requests.length > MOST_REQUESTS) this.requests.shift();
  }

  #refuseFor(ms: number): void {
    this.#cancelReturn();
    const leave = async () => {
      this.#cancelReturn = this.#clock.after(ms, () => void this.accept());
      await this.refuse();
    };
    this.#cancelReturn = this.#clock.after(ANSWER_FIRST_MS, () => void leave());
  }
}

const placesOf = ({ type, tiles }: EmulatorOptions): Place[] => {
  const { wide, tall } = type === 'note_array' && tiles ? tiles : { wide: 1, tall: 1 };
  return Array.from({ length: wide * tall }, (_, index) => ({ row: Math.floor(index / wide), col: index % wide }));
};

const sizeOf = (type: EmulatorOptions['type'], tiles: EmulatorOptions['tiles']): { rows: number; cols: number } => {
  if (type === 'note' || type === 'note_array') return NOTE;
  return type === 'cloud' && tiles ? { rows: tiles.tall * NOTE.rows, cols: tiles.wide * NOTE.cols } : FLAGSHIP;
};

const productOf = (
  type: EmulatorOptions['type'],
  board: { display: Display; switches: Switches; credentials: Credentials; clock: Clock },
): ((request: Arrived) => Reply | null) => {
  if (type !== 'cloud') return (request) => answerLocal(request, board);
  const cloud = new CloudApi(board);
  return (request) => cloud.answer(request);
};

/**
 * Boards of one machine need a fixed port each on an address of its own: 127.0.0.1, 127.0.0.2 … elsewhere they count
 * the port up.
 */
const addressOf = (host: string, port: number, index: number): { host: string; port: number } => {
  if (port === 0 || index === 0) return { host, port };
  return host === '127.0.0.1' ? { host: `127.0.0.${index + 1}`, port } : { host, port: port + index };
};

const gridOf = (request: Arrived, { rows, cols }: Display): number[][] | null => {
  if (request.method !== 'POST') return null;
  const value = parseJson(request.body);
  const characters = Array.isArray(value) ? value : (value as { characters?: unknown } | null | undefined)?.characters;
  return faultOf(characters, rows, cols) === null ? (characters as number[][]) : null;
};
