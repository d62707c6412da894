import { setTimeout as pause } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAppliance, type Appliance } from '../support/appliance.ts';

/** Many pictures of the largest board at once: memory stays bounded, and everything else is answered meanwhile. */
const test = suite('attack/pictures');

let appliance: Appliance;
let board: string;

test.before(async () => {
  appliance = await startAppliance();
  const panel = { driver: 'virtual', rows: 96, cols: 128 };
  const made = await appliance.call<{ board_id: string; boards: { id: string }[] }>('POST', '/settings/board/add', {
    device_type: 'panel',
    name: 'Large',
    panel,
    grid_rows: 96,
    grid_cols: 128,
  });
  board = made.body.boards?.at(-1)?.id ?? '';
  const codes = Array.from({ length: 96 }, (_row, row) =>
    Array.from({ length: 128 }, (_col, col) => (row * 7 + col) % 72),
  );
  const sent = await appliance.call('POST', `/v1/boards/${board}/message`, { characters: codes });
  assert.is(sent.status, 200, JSON.stringify(sent.body));
});
test.after(() => appliance.close());

/** How many answers there were of each status, the most memory meanwhile, and how often somebody else was answered. */
const besiege = async (paths: readonly string[]) => {
  const statuses = new Map<number, number>();
  const idle = process.memoryUsage().rss;
  let most = 0;
  let isOver = false;
  let answered = 0;
  const bystander = (async () => {
    while (!isOver) {
      most = Math.max(most, process.memoryUsage().rss - idle);
      assert.is((await appliance.call('GET', '/health')).status, 200);
      answered++;
      await pause(5);
    }
  })();
  await Promise.all(
    paths.map(async (path) => {
      const response = await fetch(`${appliance.url}/api${path}`);
      const bytes = (await response.arrayBuffer()).byteLength;
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      if (response.status === 429) assert.ok(Number(response.headers.get('retry-after')) > 0);
      else assert.ok(bytes > 1000);
    }),
  );
  isOver = true;
  await bystander;
  return { statuses, mostMiB: most / 1024 / 1024, answered };
};

test('a hundred pictures of 2,400 pixels at once', async () => {
  const paths = Array.from({ length: 100 }, (_, at) => `/boards/${board}/picture.png?width=${2400 - at}`);
  const { statuses, mostMiB, answered } = await besiege(paths);
  assert.equal([...statuses.keys()].sort(), [200, 429]);
  assert.ok((statuses.get(200) ?? 0) >= 10, `${statuses.get(200)} were drawn`);
  assert.ok(mostMiB < 120, `${mostMiB} MiB more`);
  assert.ok(answered > 10, `${answered} answers for others meanwhile`);
});

test('forty that move at once', async () => {
  const path = `/boards/${board}/picture.apng?strategy=column&width=`;
  const { statuses, mostMiB } = await besiege(Array.from({ length: 40 }, (_, at) => `${path}${600 - at}`));
  assert.equal([...statuses.keys()].sort(), [200, 429]);
  assert.ok(mostMiB < 120, `${mostMiB} MiB more`);
});

test('who has gone away is not drawn for', async () => {
  const gone = Array.from({ length: 15 }, async (_, at) => {
    const leave = new AbortController();
    setTimeout(() => leave.abort(), 20);
    await fetch(`${appliance.url}/api/boards/${board}/picture.png?width=${2300 - at}`, { signal: leave.signal }).catch(
      () => undefined,
    );
  });
  await Promise.all(gone);
  const after = await appliance.call('GET', '/health');
  assert.is(after.status, 200);
  assert.not.ok(appliance.lines.some((line) => line.includes('unexpectedly')));
});

test.run();
