import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { startEmulator } from '../../hw/emulator/vestaboard/emulator.ts';
import type { Emulator } from '../../hw/emulator/vestaboard/emulator.ts';
import { NEIGHBOUR, pause, sendJson } from '../attack/crowd.ts';
import { ATTACKS } from '../attack/attacks.ts';
import { startTarget, witness } from '../attack/target.ts';
import type { Target } from '../attack/target.ts';
import type { Row } from './service.ts';

/** How long the siege lasts; ten minutes are 600. */
const SECONDS = Number(process.env['SIEGE_SECONDS'] ?? 60);
/** Only the attacks whose name has this in it; all of them unless given. */
const WHICH = process.env['SIEGE_ATTACKS'] ?? '';
const BOARDS = 16;
/** How often each board shows another page, in s: a collection turns at the full multiples of it. */
const TURN_S = 5;
/** How long each attack holds its connections, in ms. */
const HELD_MS = 2000;

const MOST_LATE_MS = 1000;

interface Siege {
  readonly target: Target;
  readonly walls: readonly Emulator[];
}

const require = async (answer: Promise<{ status: number; text: string }>): Promise<Record<string, string>> => {
  const { status, text } = await answer;
  if (status >= 300) throw new Error(`${status} ${text.slice(0, 300)}`);
  return JSON.parse(text) as Record<string, string>;
};

/** Each board follows a rule of its own, which shows a collection of two pages in turn. */
const fill = async ({ target: { port }, walls }: Siege): Promise<void> => {
  const post = (path: string, json: object) => require(sendJson(NEIGHBOUR, port, 'POST', `/api${path}`, json));
  for (const [at, { host, port: wallPort, key }] of walls.entries()) {
    await post('/settings/board/add', {
      id: `wall-${at}`,
      device_type: 'flagship',
      host: `${host}:${wallPort}`,
      local_api_key: key,
    });
    const names = ['A', 'B'].map((name) => `${name}${at}`);
    const ids = [];
    for (const name of names) ids.push((await post('/v1/pages', { name, type: 'template', template: [name] }))['id']);
    const { id } = await post('/v1/collections', {
      name: `Wall ${at}`,
      page_ids: ids,
      time: { interval_seconds: TURN_S },
    });
    await post('/v1/schedules', { board_id: `wall-${at}`, page_id: id, start_time: '00:00' });
  }
};

const chosen = ATTACKS.filter(({ name }) => name.includes(WHICH));

/** Every attack again and again, all at once, until time is up; answers how many there were. */
const besiege = async ({ port, until }: Order): Promise<number> => {
  let begun = 0;
  if (chosen.length === 0) await pause(until - Date.now());
  await Promise.all(
    chosen.map(async ({ run: attack }) => {
      while (Date.now() < until) {
        begun++;
        await attack(port, HELD_MS).catch(() => undefined);
      }
    }),
  );
  return begun;
};

/** What the attackers are told; they have a thread of their own, as the boards must answer in time. */
interface Order {
  readonly port: number;
  readonly until: number;
}

const sendAttackers = async (order: Order): Promise<number> => {
  const attackers = new Worker(__filename, { workerData: order });
  const [begun] = (await once(attackers, 'message')) as [number];
  await attackers.terminate();
  return begun;
};

/** How late each turn of each board came, in ms; Infinity for one that never came. */
const latenessOf = ({ walls }: Siege, from: number, to: number): number[] =>
  walls.flatMap(({ requests }) => {
    const writes = requests.filter(({ grid }) => grid !== null).map(({ at }) => at);
    const turns: number[] = [];
    for (let turn = Math.ceil(from / (TURN_S * 1000)) * TURN_S * 1000; turn < to; turn += TURN_S * 1000) {
      const arrived = writes.find((at) => at >= turn && at < turn + TURN_S * 1000);
      turns.push(arrived === undefined ? Infinity : arrived - turn);
    }
    return turns;
  });

/** All attacks at once against the built service while it drives sixteen emulated boards on schedules. */
export const run = async (): Promise<Row[]> => {
  if (parentPort) {
    parentPort.postMessage(await besiege(workerData as Order), []);
    // The thread that sent them ends this one.
    return new Promise<Row[]>(() => undefined);
  }
  const target = await startTarget();
  const walls = await Promise.all(Array.from({ length: BOARDS }, () => startEmulator({ port: 0, host: '127.0.0.1' })));
  const siege: Siege = { target, walls };
  await fill(siege);
  const begin = Date.now() + 2 * TURN_S * 1000;
  const end = begin + SECONDS * 1000;
  let attacks = 0;
  const health = await witness(target, async () => (attacks = await sendAttackers({ port: target.port, until: end })));
  const late = latenessOf(siege, begin, end - TURN_S * 1000);
  const came = late.filter(Number.isFinite);
  const rows: Row[] = [
    { name: `attacks, of ${chosen.length} kinds at once`, value: attacks, unit: '' },
    { name: 'frames', value: late.length, unit: '' },
    { name: 'frames that were lost', value: late.length - came.length, unit: '', target: 0 },
    {
      name: 'the latest frame',
      value: came.reduce((most, one) => Math.max(most, one), 0),
      unit: 'ms',
      target: MOST_LATE_MS,
    },
    { name: 'health from another address, p50', value: health.p50, unit: 'ms' },
    { name: 'health from another address, p99', value: health.p99, unit: 'ms', target: 100 },
    { name: 'health requests that failed', value: health.failures, unit: '', target: 0 },
    { name: 'memory', value: target.isAlive() ? target.peakMiB() : Number.NaN, unit: 'MiB', target: 160 },
  ];
  await Promise.all([target.stop(), ...walls.map((wall) => wall.close())]);
  return rows;
};
