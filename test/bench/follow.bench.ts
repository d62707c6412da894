import { encodeFrame, frameTopic } from '../../src/core/follow/frame.ts';
import { createGrid, gridsEqual, type Grid } from '../../src/core/flaps/grid.ts';
import { Follower } from '../../src/mqtt/follow/follower.ts';
import { openSession } from '../../src/mqtt/session.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { PASSWORD, USER, startMosquitto, type Mosquitto } from '../hw/panel/mqtt-text/mosquitto.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { quantile } from './service.ts';

const WALLS = 1000;
const ROUNDS = 10;
const TOPIC = 'campus/hall';
const AT_ONCE = 50;

const settle = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 2));
};

/** A wall that follows, without flaps: it counts the frames that would have reached them. */
class Wall {
  readonly follower: Follower;
  shown: Grid = createGrid(6, 22);
  painted = 0;

  constructor(broker: Mosquitto, index: number) {
    const follower = `wall-${index}`;
    const address = { url: broker.url, username: USER, password: PASSWORD, clientId: follower, authority: '' };
    this.follower = new Follower(
      { address, topic: TOPIC, follower },
      {
        clock: systemClock,
        open: openSession,
        keep: () => Promise.resolve(),
        report: (frame) => ({
          name: follower,
          rows: 6,
          cols: 22,
          sequence: frame?.sequence ?? null,
          shows: frame !== null,
          code: frame ? 'sent' : 'nothing_to_show',
          reason: null,
          fit: frame && 'exact',
          drifted: false,
          error: null,
          characters: this.shown,
        }),
        onChange: () => this.#paint(),
      },
    );
  }

  #paint(): void {
    const grid = this.follower.frame?.grid;
    if (!grid || gridsEqual(grid, this.shown)) return;
    this.shown = grid;
    this.painted++;
  }
}

const painted = (walls: readonly Wall[]): number => walls.reduce((sum, wall) => sum + wall.painted, 0);
const connected = (walls: readonly Wall[]): boolean => walls.every(({ follower }) => follower.connected);

const startHub = async (broker: Mosquitto): Promise<Appliance> => {
  const hub = await startAppliance();
  const connection = { url: broker.url, username: USER, password: PASSWORD, topic_prefix: TOPIC };
  const panel = { driver: 'broker', connection };
  await hub.call('POST', '/settings/board/add', {
    id: 'hall',
    device_type: 'panel',
    grid_rows: 6,
    grid_cols: 22,
    panel,
  });
  return hub;
};

const startWalls = async (broker: Mosquitto): Promise<Wall[]> => {
  const walls: Wall[] = [];
  for (let index = 0; index < WALLS; index++) {
    const wall = new Wall(broker, index);
    walls.push(wall);
    wall.follower.start(null);
    if (index % AT_ONCE === 0) await settle(() => connected(walls));
  }
  await settle(() => connected(walls));
  return walls;
};

const hubShowing = async (hub: Appliance): Promise<number> => {
  interface Told {
    readonly result: { readonly sequence: number; readonly followers: { readonly sequence: number | null }[] };
  }
  const { result } = (await hub.call<Told>('POST', '/boards/hall/actions/followers', {})).body;
  return result.followers.filter(({ sequence }) => sequence === result.sequence).length;
};

/**
 * Measures how long a frame takes from one hub to a thousand walls, each with a connection of its own, and what a
 * restart of the broker and of the hub costs them; needs mosquitto.
 */
export const run = async (): Promise<{ name: string; value: number; unit: string; target?: number }[]> => {
  const broker = await startMosquitto('set_tcp_nodelay true\n');
  const hub = await startHub(broker);
  const walls = await startWalls(broker);
  const taken: number[] = [];
  const told: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const before = painted(walls);
    const begun = performance.now();
    await hub.call('POST', '/v1/boards/hall/message', { text: `NUMBER ${round}` });
    await settle(() => painted(walls) === before + WALLS);
    taken.push(performance.now() - begun);
    await settle(async () => (await hubShowing(hub)) === WALLS);
    told.push(performance.now() - begun);
  }
  const before = painted(walls);
  const down = performance.now();
  await broker.kill();
  await settle(() => walls.every(({ follower }) => !follower.connected));
  await broker.restart();
  await settle(() => connected(walls));
  await settle(async () => (await hubShowing(hub).catch(() => 0)) === WALLS);
  const again = performance.now() - down;
  await hub.restart();
  await settle(async () => (await hubShowing(hub).catch(() => 0)) === WALLS);
  const stormed = painted(walls) - before;
  const [grid] = walls.map(({ shown }) => shown);
  const transition = { strategy: 'column', interval_ms: 100, step_size: 1 };
  const frame = encodeFrame({
    sender: '0123456789ab',
    sequence: Date.now(),
    at: 0,
    timeToLive: 3600,
    grid: grid ?? createGrid(6, 22),
    transition,
  });
  await Promise.all(walls.map(({ follower }) => follower.stop(false)));
  await hub.close();
  await broker.close();
  return [
    { name: `a new frame at the last of ${WALLS} walls`, value: quantile(taken, 0.5), unit: 'ms', target: 2000 },
    { name: `the slowest of ${ROUNDS} frames`, value: Math.max(...taken), unit: 'ms', target: 2000 },
    { name: `the hub knows that ${WALLS} walls show it`, value: quantile(told, 0.5), unit: 'ms' },
    { name: 'all walls follow again after a restart of the broker', value: again, unit: 'ms' },
    { name: 'frames painted after restarts of broker and hub', value: stormed, unit: 'frames', target: 0 },
    { name: 'a flagship frame with its topic', value: frame.length + frameTopic(TOPIC).length + 5, unit: 'bytes' },
  ];
};
