import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { READ_WRITE, VestaboardCloud } from '../../hw/vestaboard/cloud.ts';
import { VestaboardLocal } from '../../hw/vestaboard/local.ts';
import type { Driver } from '../../src/board/driver.ts';
import { createGrid, gridToRows } from '../../src/core/flaps/grid.ts';
import { layoutText } from '../../src/core/flaps/message.ts';
import { createBudget, type RenderContext } from '../../src/core/template/context.ts';
import { compilePage } from '../../src/core/template/page.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { unitsRig } from '../hw/panel/i2c-units/rig.ts';
import { textRig } from '../hw/panel/mqtt-text/rig.ts';
import { frameOf, never } from '../hw/rig.ts';
import { ask, memoryOf, pause, quantile, start, type Row } from './service.ts';

const FLAPBOX = join(process.cwd(), 'dist/flapbox.cjs');
const SIZES = [
  { rows: 6, cols: 22 },
  { rows: 3, cols: 15 },
  { rows: 96, cols: 128 },
];
const TEXT =
  'The quick brown fox jumps over the lazy dog while nine clever foxes watch the river, and 27 geese fly south over {red} hills at 6:45 in the rain!';

const startSink = async (arrived: () => void) => {
  const server = createServer((asked, answer) => {
    asked.resume().on('end', () => {
      if (asked.method === 'POST') arrived();
      answer.writeHead(asked.method === 'POST' ? 201 : 200).end();
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
};

/**
 * From the start of the process to the first answer and to the first frame at a board whose page is pinned; and memory
 * at rest.
 */
const measureStart = async (): Promise<Row[]> => {
  const dir = mkdtempSync(join(tmpdir(), 'flapbox-figures-'));
  const agent = new Agent({ keepAlive: false });
  let arrived = (): void => undefined;
  const sink = await startSink(() => arrived());
  const first = await start(agent, [FLAPBOX], dir);
  await ask(
    agent,
    first.port,
    'POST',
    '/api/settings/board/add',
    JSON.stringify({ id: 'wall', device_type: 'flagship', host: `127.0.0.1:${sink.port}`, local_api_key: 'k' }),
  );
  const { pages } = (await (await fetch(`http://127.0.0.1:${first.port}/api/v1/pages`)).json()) as {
    pages: { id: string }[];
  };
  await ask(agent, first.port, 'PUT', '/api/v1/boards/wall/active-page', JSON.stringify({ page_id: pages[0]?.id }));
  await first.stop();
  const [healths, frames]: [number[], number[]] = [[], []];
  let memory = 0;
  for (let round = 0; round < 5; round++) {
    const begun = performance.now();
    const frame = new Promise<number>((resolve) => (arrived = () => resolve(performance.now() - begun)));
    const service = await start(agent, [FLAPBOX], dir);
    healths.push(service.startMs);
    frames.push(await frame);
    if (round === 4) {
      await pause(8000);
      memory = memoryOf(service.child, 'VmRSS');
    }
    await service.stop();
  }
  sink.close();
  rmSync(dir, { recursive: true, force: true });
  return [
    { name: 'start to the first health answer', value: quantile(healths, 0.5), unit: 'ms' },
    { name: 'start to the first frame', value: quantile(frames, 0.5), unit: 'ms' },
    { name: 'memory at rest', value: memory, unit: 'MiB' },
  ];
};

const bytesBelow = (folder: string, ending: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

const measureSizes = (): Row[] => [
  { name: 'bundle', value: statSync(FLAPBOX).size, unit: 'bytes' },
  { name: 'interface, compressed', value: bytesBelow(join(process.cwd(), 'dist/ui'), '.gz'), unit: 'bytes' },
];

const rateOf = (work: (step: number) => void): number => {
  const slice = (ms: number): number => {
    const begun = performance.now();
    let count = 0;
    for (; performance.now() - begun < ms; count += 16) for (let i = 0; i < 16; i++) work(count + i);
    return (count * 1000) / (performance.now() - begun);
  };
  slice(200);
  return quantile(
    [1, 2, 3, 4, 5].map(() => slice(60)),
    0.5,
  );
};

const contextAt = (step: number): RenderContext => ({
  now: step,
  zone: 'UTC',
  source: () => ({
    data: { value: step, text: `WORD ${step % 9}` },
    colorRules: {},
    markupFields: new Set(),
    entityLookup: false,
  }),
  budget: createBudget(Infinity),
});

const measureDrawing = (): Row[] => {
  const renders = SIZES.map(({ rows, cols }): Row => {
    const page = compilePage(
      { template: Array.from({ length: rows }, (_, row) => `{center}R${row} {{d.text}} {{d.value|pad:6}}`) },
      { rows, cols },
    );
    return {
      name: `renders of ${cols}x${rows}`,
      value: rateOf((step) => void page.render(contextAt(step))),
      unit: '/s',
    };
  });
  const grid = createGrid(96, 128, 5);
  return [
    ...renders,
    { name: 'messages wrapped to 22x6', value: rateOf(() => void layoutText(TEXT, { rows: 6, cols: 22 })), unit: '/s' },
    { name: 'grids of 128x96 written as JSON', value: rateOf(() => void JSON.stringify(gridToRows(grid))), unit: '/s' },
  ];
};

/** From the call of a driver until the board has the frame, in ms. */
const toWire = async (name: string, driver: Driver, rows: number, cols: number): Promise<Row> => {
  await driver.start();
  const taken: number[] = [];
  for (let code = 0; code < 120; code++) {
    const begun = performance.now();
    await driver.write(frameOf(createGrid(rows, cols, 1 + (code % 26))), never());
    taken.push(performance.now() - begun);
  }
  await driver.stop();
  return { name: `a frame to the wire: ${name}`, value: quantile(taken, 0.5), unit: 'ms' };
};

const measureDrivers = async (): Promise<Row[]> => {
  const sink = await startSink(() => undefined);
  const address = { host: '127.0.0.1', port: sink.port };
  const rows = [
    await toWire(
      'vestaboard local',
      new VestaboardLocal({ ...address, key: 'k', rows: 6, cols: 22 }, { clock: systemClock }),
      6,
      22,
    ),
    await toWire(
      'vestaboard cloud',
      new VestaboardCloud(
        { dialect: READ_WRITE, baseUrl: `http://127.0.0.1:${sink.port}`, credential: 'k', rows: 6, cols: 22 },
        { clock: systemClock },
      ),
      6,
      22,
    ),
    await toWire('mqtt text', textRig().driver, 3, 15),
    await toWire('i2c units', unitsRig({ firmware: 'first' }).driver, 3, 15),
  ];
  sink.close();
  return rows;
};

/**
 * The absolute figures of this machine, for the history: starts, sizes, drawing, and drivers on lines that take no
 * time.
 */
export const run = async (): Promise<Row[]> => {
  const awake = setInterval(() => undefined, 60_000);
  const rows = [...(await measureStart()), ...measureSizes(), ...measureDrawing(), ...(await measureDrivers())];
  clearInterval(awake);
  return rows;
};
