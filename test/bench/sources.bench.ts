import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { systemClock } from '../../src/platform/clock.ts';
import { compileAtRest } from '../../src/platform/engine-flags.ts';
import { evaluate } from '../../src/sources/evaluate.ts';
import { readSource } from '../../src/sources/compiling/read-source.ts';
import { createHost, FLAGSHIP } from '../plugins/fixture.ts';
import { fileFor } from '../plugins/source-file.ts';
import { MOST_ENTRIES, countValueWalk } from '../plugins/value-walk.ts';
import type { Row } from './service.ts';

const SOURCES = 50;
const REQUESTS = 5;
const VALUES = 40;
const ROUNDS = 300;
const USUAL_S = 600;
const REFRESHES = 6;

const ANSWER = {
  list: Array.from({ length: 60 }, (_, at) => ({
    name: `Entry number ${at}`,
    value: at * 3.7,
    at: `2026-11-20T13:${10 + (at % 50)}:00Z`,
  })),
};

const largeFile = (base: string, id = 'large') =>
  fileFor(base, {
    id,
    requests: Array.from({ length: REQUESTS }, (_, at) => ({ id: `r${at}`, url: `${base}/${at}` })),
    lists: {
      list: {
        from: 'r0.list',
        where: 'item.value > 20',
        sort: 'item.value',
        descending: true,
        values: {
          name: { path: 'name', max_length: 14, upper: true },
          value: { path: 'value', type: 'number', digits: 1, max_length: 5 },
          ago: { path: 'at', format: 'ago', max_length: 3 },
        },
      },
    },
    values: Object.fromEntries(
      Array.from({ length: VALUES }, (_, at) => [
        `v${at}`,
        {
          formula: `ROUND(PICK(r${at % REQUESTS}, "list[${at}].value") * 2, 1) & " OF " & COUNT(r0.list)`,
          max_length: 20,
        },
      ]),
    ),
    pages: { flagship: ['{{v0}}'], note: ['{{v1}}'] },
  });

const measureEvaluation = (): number => {
  const read = readSource(JSON.stringify(largeFile('https://api.example.com')));
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  const answers = Object.fromEntries(Array.from({ length: REQUESTS }, (_, at) => [`r${at}`, ANSWER]));
  const moment = { settings: {}, place: {}, region: 'metric' as const, now: Date.now(), zone: 'UTC' };
  const times = Array.from({ length: ROUNDS }, () => {
    const begun = performance.now();
    evaluate(read.compiled, answers, moment);
    return performance.now() - begun;
  }).sort((a, b) => a - b);
  return times[Math.floor(ROUNDS / 2)] ?? 0;
};

const memoryNow = (): number => {
  global.gc?.();
  global.gc?.();
  return process.memoryUsage().heapUsed / 1024 / 1024;
};

const stockTexts = ['quakes', 'volcanoes', 'air_pollen', 'rain_soon', 'swiss_departures'].map((name) =>
  readFileSync(`src/sources/catalogue/${name}.source.json`, 'utf8'),
);

/** A file of the stock under another id, that asks the test's server for the answers of its sample. */
const stockFile = (at: number, port: number): object => {
  const file = JSON.parse(stockTexts[at % stockTexts.length] ?? '') as Record<string, unknown>;
  return { ...file, id: `s${at}`, base_url: `http://127.0.1.${at + 1}:${port}`, samples: {} };
};

const answersOf = (at: number): unknown => {
  const { samples } = JSON.parse(stockTexts[at % stockTexts.length] ?? '') as {
    samples: Record<string, { answers: Record<string, unknown>; settings?: object }>;
  };
  return Object.values(samples['full']?.answers ?? {})[0];
};

/** Memory and processor time of fifty sources that ask a server of this machine. */
const measureFifty = async (): Promise<Row[]> => {
  const server = createServer((request, response) => {
    const at = Number(/127\.0\.1\.(\d+)/.exec(request.headers.host ?? '')?.[1] ?? 1) - 1;
    const body = answersOf(at);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const { port } = server.address() as AddressInfo;
  let written = 0;
  const cache = { read: async () => undefined, write: async () => void written++, remove: async () => undefined };
  const stored = Object.fromEntries(
    Array.from({ length: SOURCES }, (_, at) => [
      `s${at}`,
      {
        enabled: true,
        config: { stop: '8503000' },
        secrets: {},
        source: { text: JSON.stringify(stockFile(at, port)), local: true },
      },
    ]),
  );
  const { host: idle } = createHost({ builtins: [], clock: systemClock }, {});
  idle.shelf.engine();
  // As the service runs: what is compiled for speed here would count as memory of the sources.
  compileAtRest();
  await fetch(`http://127.0.0.1:${port}/`);
  const before = memoryNow();
  const { host } = createHost({ builtins: [], cache, clock: systemClock }, stored);
  for (const { plugin_id, ...destination } of host.unconfirmed())
    await host.installation.confirm(plugin_id, [destination]);
  const keys = Object.keys(stored);
  const refresh = async (): Promise<number> => {
    const results = await Promise.all(keys.map((key) => host.data(key, FLAGSHIP)));
    return results.filter(({ available }) => available).length;
  };
  const available = await refresh();
  if (available < SOURCES) throw new Error(`${SOURCES - available} sources have no data`);
  const after = memoryNow();
  const used = process.cpuUsage();
  for (let round = 0; round < REFRESHES; round++) {
    await host.reload();
    await refresh();
  }
  const { user, system } = process.cpuUsage(used);
  server.closeAllConnections();
  server.close();
  const perRefreshMs = (user + system) / 1000 / REFRESHES;
  return [
    { name: 'memory of 50 sources with data', value: after - before, unit: 'MiB', target: 3 },
    {
      name: `processor of 50 sources, each every ${USUAL_S} s, the server included`,
      value: (perRefreshMs / (USUAL_S * 1000)) * 100,
      unit: '% of a core',
      target: 0.5,
    },
    { name: 'writes of their readings', value: written, unit: 'writes', target: 0 },
  ];
};

/** What sources that are data cost. */
export const run = async (): Promise<Row[]> => [
  {
    name: `evaluation of ${REQUESTS} requests and ${VALUES} values`,
    value: measureEvaluation(),
    unit: 'ms',
    target: 3,
  },
  {
    name: 'a value of a source to a page',
    value: await countValueWalk(),
    unit: 'function entries',
    target: MOST_ENTRIES,
  },
  ...(await measureFifty()),
];
