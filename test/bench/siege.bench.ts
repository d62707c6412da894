import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { startEmulator, type Emulator } from '../../hw/emulator/vestaboard/emulator.ts';
import { askFrom, ATTACKER, NEIGHBOUR, pause, sendJson, type Answer } from '../attack/crowd.ts';
import { ATTACKS } from '../attack/attacks.ts';
import { ENDLESS, GREEDY } from '../attack/hostile-plugins.ts';
import { startTarget, witness, type Target } from '../attack/target.ts';
import { startMosquitto, type Mosquitto } from '../hw/panel/mqtt-text/mosquitto.ts';
import { ownThread } from '../../src/sandbox/processor-time.ts';
import { access, frame, NOTE, TOPIC } from '../system/follow-rig.ts';
import type { Row } from './service.ts';

/** How long the siege lasts; ten minutes are 600. */
const SECONDS = Number(process.env['SIEGE_SECONDS'] ?? 60);
/** Only the attacks whose name has this in it; all of them unless given. */
const WHICH = process.env['SIEGE_ATTACKS'] ?? '';
const BOARDS = 16;
/** Walls that follow a topic to which strangers write; needs mosquitto. */
const FOLLOWERS = 8;
/** How often each board shows another page, in s: a collection turns at the full multiples of it. */
const TURN_S = 5;
/** How long each attack holds its connections, in ms. */
const HELD_MS = 2000;

const MOST_LATE_MS = 1000;

interface Siege {
  readonly target: Target;
  readonly walls: readonly Emulator[];
  readonly broker: Mosquitto;
}

/** A plugin of each hostile kind. */
const HOSTILE = [...ENDLESS, ...GREEDY].map(([, body], at) => ({ id: `hostile_${at}`, body }));

const installHostile = (folder: string): void => {
  for (const { id, body } of HOSTILE) {
    mkdirSync(join(folder, id), { recursive: true });
    writeFileSync(join(folder, id, 'manifest.json'), JSON.stringify({ id, name: id, version: '1.0.0' }));
    writeFileSync(
      join(folder, id, 'index.mjs'),
      `export const fetchData = async ({ config, log, signal, board }) => { ${body} };`,
    );
  }
};

/** The JSON of an answer that has to be good. */
const contentOf = async (answer: Promise<Answer>): Promise<Record<string, string>> => {
  const { status, text } = await answer;
  if (status >= 300) throw new Error(`${status} ${text.slice(0, 300)}`);
  return JSON.parse(text) as Record<string, string>;
};

/**
 * Each board follows a rule of its own, which shows a collection of two pages in turn; beside them are walls that
 * follow.
 */
const fill = async ({ target: { port }, walls, broker }: Siege): Promise<void> => {
  const post = (path: string, json: object) => contentOf(sendJson(NEIGHBOUR, port, 'POST', `/api${path}`, json));
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
  const follow = { topic: TOPIC, url: broker.url, ...access };
  for (let at = 0; at < FOLLOWERS; at++)
    await post('/settings/board/add', { id: `follower-${at}`, device_type: 'panel', ...NOTE, follow });
  for (const { id } of HOSTILE) await post(`/plugins/${id}/enable`, {});
};

const chosen = ATTACKS.filter(({ name }) => name.includes(WHICH));

/** Values of every hostile plugin, asked for one after the other. */
const askPlugins = async (port: number): Promise<void> => {
  for (const { id } of HOSTILE) await askFrom(ATTACKER, port, 'GET', `/api/displays/${id}/raw`).catch(() => undefined);
};

/** Frames of a stranger and rubbish, as many as the broker takes, for two seconds of every four. */
const floodTopic = async ({ broker: { url, username, password } }: Order): Promise<void> => {
  const { connectAsync } = require('mqtt') as typeof import('mqtt');
  const client = await connectAsync(url, { username, password });
  const over = Date.now() + HELD_MS;
  for (let at = 2; Date.now() < over; at++) {
    const content = at % 2 === 0 ? '{"rubbish":' : frame(at, at % 70);
    for (let one = 1; one < 100; one++) client.publish(`${TOPIC}/frame`, content, { qos: 0 });
    await client.publishAsync(`${TOPIC}/frame`, content, { qos: 1 });
  }
  await client.endAsync();
  await pause(HELD_MS);
};

/** Attackers have machines of their own; here they get the processors when the house does not want them. */
const stepBack = (): void => setPriority(ownThread(), constants.priority.PRIORITY_BELOW_NORMAL);

/** Every attack again and again, all at once, until time is up; answers how many there were. */
const besiege = async (order: Order): Promise<number> => {
  stepBack();
  const { port, until } = order;
  const attacks = [
    ...chosen.map(
      ({ run: attack }) =>
        () =>
          attack(port, HELD_MS),
    ),
    ...(WHICH === '' ? [() => askPlugins(port), () => floodTopic(order)] : []),
  ];
  let begun = 0;
  if (attacks.length === 0) await pause(until - Date.now());
  await Promise.all(
    attacks.map(async (attack) => {
      while (Date.now() < until) {
        begun++;
        // While the service is down they would turn without a pause.
        await attack().catch(() => pause(100));
      }
    }),
  );
  return begun;
};

/** What the attackers are told; they have a thread of their own, as the boards must answer in time. */
interface Order {
  readonly port: number;
  readonly until: number;
  readonly broker: { readonly url: string; readonly username: string; readonly password: string };
}

const sendAttackers = async (order: Order): Promise<number> => {
  const attackers = new Worker(__filename, { workerData: order });
  const [begun] = (await once(attackers, 'message')) as [number];
  await attackers.terminate();
  return begun;
};

/** A time in which the service was down, from its end to its first answer. */
interface Outage {
  readonly from: number;
  readonly to: number;
}

/** Ends the service twice as a power cut does, after a third and two thirds of the time. */
const cutPower = async ({ restart }: Target, begin: number, end: number): Promise<Outage[]> => {
  const outages: Outage[] = [];
  for (const part of [1 / 3, 2 / 3]) {
    await pause(begin + (end - begin) * part - Date.now());
    const from = Date.now();
    await restart();
    outages.push({ from, to: Date.now() });
  }
  return outages;
};

/** Somebody of the house writes a page again and again; answers how often what was acknowledged was lost. */
const keepWriting = async (port: number, until: number): Promise<{ written: number; lost: number }> => {
  const send = (method: string, path: string, body?: object) =>
    (body === undefined ? askFrom(NEIGHBOUR, port, method, path) : sendJson(NEIGHBOUR, port, method, path, body)).catch(
      () => ({ status: 0, text: '' }),
    );
  const page = (at: number) => ({ name: `Written ${at}`, type: 'template', template: ['A'] });
  const { id } = await contentOf(sendJson(NEIGHBOUR, port, 'POST', '/api/v1/pages', page(0)));
  let [acknowledged, written, lost] = [0, 0, 0];
  for (let at = 1; Date.now() < until; at++) {
    if ((await send('PUT', `/api/v1/pages/${id}`, page(at))).status === 200) {
      acknowledged = at;
      written++;
    }
    const read = await send('GET', `/api/v1/pages/${id}`);
    const kept = Number(/Written (\d+)/.exec(read.text)?.[1]);
    // A write without an answer may have been kept.
    if (read.status === 200 && !(kept >= acknowledged)) lost++;
    await pause(200);
  }
  return { written, lost };
};

/** How late each turn of each board came, in ms; Infinity for one that never came. Turns in outages do not count. */
const latenessOf = ({ walls }: Siege, from: number, to: number, outages: readonly Outage[]): number[] => {
  const turnMs = TURN_S * 1000;
  const isOut = (turn: number): boolean => outages.some((out) => turn > out.from - turnMs && turn < out.to + turnMs);
  return walls.flatMap(({ requests }) => {
    const writes = requests.filter(({ grid }) => grid !== null).map(({ at }) => at);
    const turns: number[] = [];
    for (let turn = Math.ceil(from / turnMs) * turnMs; turn < to; turn += turnMs) {
      if (isOut(turn)) continue;
      const arrived = writes.find((at) => at >= turn && at < turn + turnMs);
      turns.push(arrived === undefined ? Infinity : arrived - turn);
    }
    return turns;
  });
};

/** All attacks at once against the built service while it drives sixteen emulated boards on schedules. */
export const run = async (): Promise<Row[]> => {
  if (parentPort) {
    parentPort.postMessage(await besiege(workerData as Order), []);
    // The thread that sent them ends this one.
    return new Promise<Row[]>(() => undefined);
  }
  const folder = mkdtempSync(join(tmpdir(), 'flapbox-siege-'));
  installHostile(folder);
  const broker = await startMosquitto('max_queued_messages 0\n');
  const target = await startTarget({ SERVICE_PLUGINS_DIR: folder });
  const walls = await Promise.all(Array.from({ length: BOARDS }, () => startEmulator({ port: 0, host: '127.0.0.1' })));
  const siege: Siege = { target, walls, broker };
  await fill(siege);
  const begin = Date.now() + 2 * TURN_S * 1000;
  const end = begin + SECONDS * 1000;
  let [attacks, outages, pages] = [0, [] as Outage[], { written: 0, lost: 0 }];
  const { port } = target;
  const waited = target.waitedS();
  const health = await witness(target, async () => {
    [attacks, outages, pages] = await Promise.all([
      sendAttackers({ port, until: end, broker: { url: broker.url, ...access } }),
      cutPower(target, begin, end),
      keepWriting(port, end),
    ]);
  });
  const waits = ((target.waitedS() - waited) / SECONDS) * 100;
  const late = latenessOf(siege, begin, end - TURN_S * 1000, outages);
  const came = late.filter(Number.isFinite);
  const largest = (values: readonly number[]): number => values.reduce((most, one) => Math.max(most, one), 0);
  const rows: Row[] = [
    { name: `attacks, of ${chosen.length + 2} kinds at once`, value: attacks, unit: '' },
    { name: 'frames', value: late.length, unit: '' },
    { name: 'frames that were lost', value: late.length - came.length, unit: '', target: 0 },
    { name: 'the latest frame', value: largest(came), unit: 'ms', target: MOST_LATE_MS },
    { name: 'health from another address, p50', value: health.p50, unit: 'ms' },
    { name: 'health from another address, p99', value: health.p99, unit: 'ms', target: 250 },
    // One may be under way at each end of the service.
    { name: 'health requests that failed', value: health.failures, unit: '', target: outages.length },
    // Its attackers share the processors with it.
    { name: 'time for which the main thread waited for a processor', value: waits, unit: '%' },
    { name: 'from a kill to the first answer', value: largest(outages.map(({ from, to }) => to - from)), unit: 'ms' },
    { name: 'writes of the house that were acknowledged', value: pages.written, unit: '' },
    { name: 'writes that were acknowledged and lost', value: pages.lost, unit: '', target: 0 },
    { name: 'memory', value: target.isAlive() ? target.peakMiB() : Number.NaN, unit: 'MiB', target: 160 },
  ];
  await Promise.all([target.stop(), broker.close(), ...walls.map((wall) => wall.close())]);
  rmSync(folder, { recursive: true, force: true });
  return rows;
};
