import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BARE, ask, pause, processorOf, quantile, start, type Row, type Started } from './service.ts';

const FLAPBOX = join(process.cwd(), 'dist/flapbox.cjs');
const CATALOGUE = 'src/sources/catalogue';
const [BOARDS, PAGES, RULES, SOURCES, PLUGINS] = [64, 500, 300, 50, 20];
const ROUNDS = 5;
/** Requests that are under way at once. */
const AT_ONCE = 16;
const CODE = 'export const fetchData = async () => ({ available: true, data: {}, formatted_lines: ["OWN"] });';

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

const numbered = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

/** So many sources of the stock that can be switched on without a setting. */
export const plainSources = (count: number): string[] =>
  readdirSync(CATALOGUE)
    .filter((name) => name.endsWith('.source.json'))
    .map((name) => JSON.parse(readFileSync(join(CATALOGUE, name), 'utf8')) as Record<string, unknown>)
    .filter(({ account, required, place }) => account === 'none' && !required && !place)
    .slice(0, count)
    .map(({ id }) => String(id));

const writePlugins = (dir: string): string[] =>
  numbered(PLUGINS).map((at) => {
    const id = `own_${at}`;
    mkdirSync(join(dir, id), { recursive: true });
    writeFileSync(join(dir, id, 'manifest.json'), JSON.stringify({ id, name: id, version: '1.0.0' }));
    writeFileSync(join(dir, id, 'index.mjs'), CODE);
    return id;
  });

const each = async <T>(list: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> => {
  const left = [...list];
  const take = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(numbered(AT_ONCE).map(take));
};

/** Fills an appliance as far as a large house would. */
const fill = async ({ port }: Started, plugins: readonly string[]): Promise<void> => {
  const say = async (method: string, path: string, body: object): Promise<void> => {
    const status = await ask(agent, port, method, `/api${path}`, JSON.stringify(body));
    if (status >= 400) throw new Error(`${method} ${path} is ${status}`);
  };
  const ids = numbered(BOARDS - 1).map((at) => `board${at}`);
  await each(ids, (id) => say('POST', '/settings/board/add', { device_type: 'flagship', id }));
  await each(numbered(PAGES), (at) =>
    say('POST', '/v1/pages', { name: `Page ${at}`, type: 'template', template: ['{{date_time.time}}', `PAGE ${at}`] }),
  );
  const { pages } = (await (await fetch(`http://127.0.0.1:${port}/api/v1/pages`)).json()) as {
    pages: { id: string }[];
  };
  await each(numbered(RULES), (at) =>
    say('POST', '/v1/schedules', {
      board_id: ids[at % ids.length],
      page_id: pages[at % pages.length]?.id,
      start_time: `${String(at % 24).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`,
    }),
  );
  for (const id of [...plainSources(SOURCES), ...plugins]) await say('PATCH', `/v1/plugins/${id}`, { enabled: true });
};

/** How long a start takes with much stored, beside a bare program. */
export const run = async (): Promise<Row[]> => {
  const dir = mkdtempSync(join(tmpdir(), 'flapbox-full-'));
  const more = { SERVICE_PLUGINS_DIR: join(dir, 'plugins') };
  const plugins = writePlugins(more.SERVICE_PLUGINS_DIR);
  const first = await start(agent, [FLAPBOX], dir, more);
  await fill(first, plugins);
  await pause(1000);
  await first.stop();
  const [times, shares]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const bare = await start(agent, BARE, dir);
    const bareUsed = processorOf(bare.child);
    await bare.stop();
    const ours = await start(agent, [FLAPBOX], dir, more);
    shares.push(processorOf(ours.child) / bareUsed);
    times.push(ours.startMs / bare.startMs);
    await ours.stop();
  }
  agent.destroy();
  rmSync(dir, { recursive: true, force: true });
  const what = `start with ${BOARDS} boards, ${PAGES} pages, ${RULES} rules, ${SOURCES} sources, ${PLUGINS} own plugins`;
  return [
    { name: `${what}, over a bare program`, value: quantile(times, 0.5), unit: 'times', target: 2.5 },
    { name: `${what}, processor time over a bare program`, value: quantile(shares, 0.5), unit: 'times' },
  ];
};
