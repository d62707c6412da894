import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { EmulatedChain } from '../../hw/emulator/steppers/chain.ts';
import { openFifos } from '../../hw/emulator/steppers/fifos.ts';
import { SteppedWall } from '../../hw/emulator/steppers/wall.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

/** A turn of these motors, in steps: few, so that nothing waits long for them. */
export const STEPS = 200;
/** What is on their flaps. */
export const REEL = ' ABCDEFG';
/** From one flap to the next, in steps. */
export const FLAP = STEPS / REEL.length;
/** How many of them there are. */
export const MODULES = 3;

/** What a module tells of itself. */
export interface Diagnosis {
  readonly state: string;
  readonly offset: number;
  readonly reversed: boolean;
  readonly position: number | null;
}
/** A module that turned without a longer rest, in microseconds. */
export interface Way {
  readonly module: number;
  readonly from: number;
  to: number;
}
interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** The service as a process of its own, and a wall of motors behind a stand-in of its SPI device. */
export interface PinsProcess {
  readonly wall: SteppedWall;
  /** When which module turned, by the order in which they began. */
  readonly ways: readonly Way[];
  /** Steps of all motors so far. */
  made(): number;
  shows(text: string): boolean;
  /** No motor has had current for a while. */
  isStill(): boolean;
  start(): Promise<void>;
  /** Ends the service: as a power cut does, or as asked. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Adds the board "wall" with further settings of its panel. */
  add(panel?: object, connection?: object): Promise<Answer>;
  say(text: string): Promise<Answer>;
  act(action: string, input?: object): Promise<Answer>;
  diagnose(): Promise<readonly Diagnosis[]>;
  close(): Promise<void>;
}

/** A pause that ends a way: a busy machine makes shorter ones. */
const REST_US = 200_000;

/** Notes who turns. */
const watch = (wall: SteppedWall, ways: Way[], latest: (Way | undefined)[]): void => {
  for (const [module, { steppedAt: at }] of wall.models.entries()) {
    const way = latest[module];
    if (at === way?.to || at === Number.NEGATIVE_INFINITY) continue;
    if (way && at - way.to < REST_US) way.to = at;
    else ways.push((latest[module] = { module, from: at, to: at }));
  }
};

/** Makes the wall and starts the service. */
export const startPins = async (): Promise<PinsProcess> => {
  const folder = mkdtempSync(join(tmpdir(), 'flapbox-pins-'));
  const path = join(folder, 'spi0');
  const stepper = { stepsPerTurn: STEPS, flaps: REEL.length, magnet: 20, pullIn: 1e6, pullOut: 1e6, magnetWidth: 12 };
  const wall = new SteppedWall({ modules: MODULES, stepper });
  const chain = new EmulatedChain(wall, 'six');
  const ways: Way[] = [];
  const latest: (Way | undefined)[] = [];
  const fifos = openFifos(path, (frame) => {
    const answer = chain.exchange(frame, systemClock.monotonic() * 1000);
    watch(wall, ways, latest);
    return answer;
  });
  const port = await freePort();
  const env = {
    ...process.env,
    SERVICE_DATA_DIR: join(folder, 'data'),
    SERVICE_HOST: '127.0.0.1',
    SERVICE_PORT: `${port}`,
    SERVICE_AUTH_ENABLED: 'false',
  };
  let child: ChildProcess | null = null;
  const call = async (method: string, at: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`http://127.0.0.1:${port}/api${at}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const start = async (): Promise<void> => {
    child = spawn(process.execPath, ['dist/flapbox.cjs'], { env, stdio: 'ignore' });
    await until(() =>
      call('GET', '/v1/health').then(
        ({ status }) => status === 200,
        () => false,
      ),
    );
  };
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    const ending = child;
    child = null;
    if (!ending) return;
    const gone = once(ending, 'exit');
    ending.kill(signal);
    await gone;
  };
  const act = (action: string, input: object = {}) => call('POST', `/boards/wall/actions/${action}`, input);
  await start();
  return {
    wall,
    ways,
    made: () => wall.models.reduce((sum, { effectiveSteps }) => sum + Math.abs(effectiveSteps), 0),
    shows: (text) => wall.flaps.map((flap) => REEL[flap]).join('') === text,
    isStill: () => wall.models.every(({ nibble }) => nibble === 0),
    start,
    end,
    call,
    add: (panel = {}, connection = {}) =>
      call('POST', '/settings/board/add', {
        id: 'wall',
        device_type: 'panel',
        grid_rows: 1,
        grid_cols: MODULES,
        panel: {
          driver: 'shift-steppers',
          flaps: REEL,
          ...panel,
          connection: { device: `${path}.0`, chain: MODULES, steps_per_turn: STEPS, max_speed: 600, ...connection },
        },
      }),
    say: (text) => call('POST', '/v1/boards/wall/message', { text }),
    act,
    diagnose: async () => {
      const { body } = await act('diagnose');
      return (body['result'] as { modules: readonly Diagnosis[] }).modules;
    },
    close: async () => {
      await end('SIGKILL');
      fifos.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Whether all modules have found their homes and stand. */
export const isHome = (pins: PinsProcess): boolean => pins.made() > MODULES * 50 && pins.shows('   ') && pins.isStill();

/** A wall that has found its homes, for as long as `run` takes; `connection`: what is set otherwise than usual. */
export const withWall = async (run: (pins: PinsProcess) => Promise<void>, connection: object = {}): Promise<void> => {
  const pins = await startPins();
  try {
    assert.is((await pins.add({}, connection)).status, 201);
    await until(() => isHome(pins));
    await run(pins);
  } finally {
    await pins.close();
  }
};

/** Waits until the wall shows a text and stands, and the service knows it. */
export const settled = async (pins: PinsProcess, text: string): Promise<void> => {
  await until(() => pins.shows(text) && pins.isStill());
  await until(async () => (await pins.call('GET', '/v1/boards/wall')).body['text'] === text);
};
