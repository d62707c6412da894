import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FIRST_VIEW, bootRoute } from '../../src/http/boot.ts';
import { replyText } from '../../src/http/reply.ts';
import type { RouteRequest } from '../../src/http/route.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';

interface Boot {
  readonly revision: number;
  readonly answers: Record<string, unknown>;
}

let appliance: Appliance;
const test = suite('http/boot');
test.before(async () => {
  appliance = await startAppliance();
  for (const name of ['Hall', 'Kitchen & bath'])
    await appliance.call('POST', '/settings/board/add', { device_type: 'note', name });
});
test.after(() => appliance.close());

const boot = async (): Promise<Boot> => (await appliance.call<Boot>('GET', '/boot')).body;

test('each answer is the one that its address gives', async () => {
  const { answers } = await boot();
  const steady = Object.keys(answers).filter(
    (address) => !['/config/validate', '/system/update/status'].includes(address),
  );
  assert.ok(steady.length >= 12);
  for (const address of steady) assert.equal(answers[address], (await appliance.call('GET', address)).body, address);
});

test('there is one at every address that the first view asks', async () => {
  const { answers } = await boot();
  assert.equal(
    FIRST_VIEW.filter((address) => !(address in answers)),
    [],
  );
});

test('there is one for every board', async () => {
  const { answers } = await boot();
  const { boards } = (await appliance.call<{ boards: { id: string }[] }>('GET', '/v1/boards')).body;
  assert.is(boards.length, 3);
  assert.equal(
    boards.filter(({ id }) => !(`/v1/boards/${id}` in answers)),
    [],
  );
});

const never = new Promise<void>(() => undefined);

/** What is told when each address answers as given; `at` is when the limit of time is over. */
const tellWith = async (
  answers: (address: string) => unknown,
  { boardIds = [] as string[], at = never } = {},
): Promise<Boot> => {
  const table = {
    find: (_method: string, address: string) => ({
      kind: 'route' as const,
      route: { ...bare, handle: async () => answers(address) },
      params: {},
    }),
  };
  const bare = bootRoute({ table: () => table, boardIds: () => boardIds, revision: () => 7, wait: () => at });
  const reply = (await bare.handle({ headers: {} } as RouteRequest)) as { content: { text: string } };
  return JSON.parse(reply.content.text) as Boot;
};

test('it has all that the first view asks for, and the boards', async () => {
  const { revision, answers } = await tellWith((address) => ({ address }), { boardIds: ['a', 'b c'] });
  assert.is(revision, 7);
  assert.equal(Object.keys(answers).sort(), [...FIRST_VIEW, '/v1/boards/a', '/v1/boards/b%20c'].sort());
  for (const [address, answer] of Object.entries(answers)) assert.equal(answer, { address });
});

for (const [what, answer] of [
  ['fails', () => Promise.reject(new Error('broken'))],
  ['takes long', () => never],
  ['is larger than 96 KiB', () => 'x'.repeat(96 * 1024)],
] as const) {
  test(`what ${what} is left out, and nothing else`, async () => {
    const at = what === 'takes long' ? Promise.resolve() : never;
    const answers = (address: string): unknown => (address === '/favourites' ? answer() : {});
    const told = await tellWith(answers, { at });
    assert.not.ok('/favourites' in told.answers);
    if (what !== 'takes long') assert.is(Object.keys(told.answers).length, FIRST_VIEW.length - 1);
  });
}

test('boards fill 96 KiB at most, the first ones first', async () => {
  const boardIds = ['a', 'b', 'c', 'd'];
  const half = 48 * 1024 - '"/v1/boards/a":""'.length;
  for (const [length, told] of [
    [half, 2],
    [half + 1, 1],
  ] as const) {
    const answers = (address: string): unknown => (address.startsWith('/v1/boards/') ? 'x'.repeat(length) : {});
    const addresses = Object.keys((await tellWith(answers, { boardIds })).answers);
    assert.equal(
      addresses.filter((address) => address.startsWith('/v1/boards/')),
      boardIds.slice(0, told).map((id) => `/v1/boards/${id}`),
    );
  }
});

test('whoever else asks has a turn after sixteen boards, and what is no plain answer is left out', async () => {
  const order: string[] = [];
  const boardIds = Array.from({ length: 20 }, (_, at) => `b${at}`);
  setImmediate(() => order.push('turn'));
  const { answers } = await tellWith(
    (address) => {
      order.push(address);
      return address === '/v1/boards/b3' ? replyText(200, 'a page', 'text/html') : {};
    },
    { boardIds },
  );
  assert.is(order.indexOf('turn'), 16);
  assert.equal(
    boardIds.filter((id) => !(`/v1/boards/${id}` in answers)),
    ['b3'],
  );
});

test('the revision grows with what happens, and stands in the stream of events', async () => {
  const before = await boot();
  await appliance.call('POST', '/v1/boards/primary/message', { text: 'NEW' });
  const { revision } = await boot();
  assert.ok(revision > before.revision);
  const abort = new AbortController();
  const stream = await fetch(`${appliance.url}/api/events`, { signal: abort.signal });
  const first = await stream.body?.getReader().read();
  abort.abort();
  assert.match(new TextDecoder().decode(first?.value), new RegExp(`^retry: 3000\\nid: ${revision}\\n\\n`));
});

test('the stream begins with how each board stands: what happened since the page was made is in it', async () => {
  const at = new Date(Date.now() + 3_600_000).toISOString();
  assert.is((await appliance.call('POST', '/boards/primary/message', { text: 'SUPPER', at })).status, 200);
  const { body } = await fetch(`${appliance.url}/api/events`, { signal: AbortSignal.timeout(30_000) });
  let told = '';
  for await (const piece of body ?? []) {
    told += new TextDecoder().decode(piece as Uint8Array);
    if (told.split('event: condition').length > 3) break;
  }
  assert.match(told, /event: condition\ndata: \{[^\n]*"waiting":1,/);
});

test('it is compressed for whoever can read that', async () => {
  const ask = (encoding: string) =>
    fetch(`${appliance.url}/api/boot`, { headers: { 'Accept-Encoding': encoding } }).then(async (answer) => ({
      encoding: answer.headers.get('content-encoding'),
      vary: answer.headers.get('vary'),
      bytes: Number(answer.headers.get('content-length')),
      body: (await answer.json()) as Boot,
    }));
  const [packed, plain] = [await ask('br, gzip'), await ask('identity')];
  assert.equal([packed.encoding, packed.vary, plain.encoding], ['gzip', 'Accept-Encoding', null]);
  assert.ok(packed.bytes * 3 < plain.bytes, `${packed.bytes} of ${plain.bytes} bytes`);
  assert.equal(packed.body.answers['/v1/boards'], plain.body.answers['/v1/boards']);
  assert.is((await ask('gzip;q=0')).encoding, null);
});

test('nothing of it is told to who may not ask', async () => {
  const guarded = await startAppliance({ env: { SERVICE_AUTH_ENABLED: 'true' } });
  const { status, body } = await guarded.call('GET', '/boot');
  await guarded.close();
  assert.ok(status === 401 || status === 409);
  assert.not.ok('answers' in body);
});

const PAGE_BLOCK = /<script type="application\/json" id="boot">(.*?)<\/script>/s;

test('the page has the theme that its browser asks for, and the usual one for every other word', async () => {
  const themeFor = async (cookie: string): Promise<string | undefined> => {
    const page = await fetch(appliance.url, { headers: { 'Accept-Encoding': 'gzip', cookie } });
    return /<html [^>]*data-theme="([^"]*)"/.exec(await page.text())?.[1];
  };
  const asked = ['', 'theme=dark', 'service_session=x; theme=light', 'theme=auto', 'theme="><b>', 'mytheme=dark'];
  assert.equal(await Promise.all(asked.map(themeFor)), ['auto', 'dark', 'light', 'auto', 'auto', 'auto']);
});

test('the page of the interface has it for whoever asks, and is kept by nobody (rules, H9)', async () => {
  await appliance.call('PATCH', '/v1/boards/primary', { name: '</script><i>' });
  const page = await fetch(appliance.url, { headers: { 'Accept-Encoding': 'gzip' } });
  const html = await page.text();
  const told = JSON.parse(PAGE_BLOCK.exec(html)?.[1] ?? 'null') as Boot | null;
  assert.equal(told?.answers['/v1/boards'], (await boot()).answers['/v1/boards']);
  assert.equal([page.status, page.headers.get('cache-control')], [200, 'no-store']);
  assert.is(page.headers.get('content-encoding'), 'gzip');
  assert.match(page.headers.get('content-security-policy') ?? '', /script-src 'self' 'sha256-[^' ]+'; style-src/);
  const plain = await fetch(appliance.url, { headers: { 'Accept-Encoding': 'identity' } });
  assert.not.match(await plain.text(), PAGE_BLOCK, 'no browser takes it so, and it would lie in memory at full length');
});

test('boards of thousands of flaps do not make it large, and the first one is in it', async () => {
  const walls = await startAppliance();
  const wall = { device_type: 'panel', grid_rows: 96, grid_cols: 128, panel: { driver: 'virtual', connection: {} } };
  for (let at = 0; at < 4; at++) {
    await walls.call('POST', '/settings/board/add', { ...wall, id: `wall${at}`, name: `Wall ${at}` });
    await walls.call('POST', `/v1/boards/wall${at}/message`, { fill: 65 });
  }
  const text = await (await fetch(`${walls.url}/api/boot`)).text();
  const { answers } = JSON.parse(text) as Boot;
  const { boards } = (await walls.call<{ boards: { id: string }[] }>('GET', '/v1/boards')).body;
  await walls.close();
  assert.ok(text.length < 200 * 1024, `${text.length} letters`);
  const told = boards.filter(({ id }) => `/v1/boards/${id}` in answers).length;
  assert.ok(told >= 1 && told < boards.length, `${told} boards`);
  assert.ok(`/v1/boards/${boards[0]?.id}` in answers && '/settings/board' in answers);
});

test('the page of the interface comes without it to who may not ask', async () => {
  const guarded = await startAppliance({ env: { SERVICE_AUTH_ENABLED: 'true' } });
  const page = await fetch(guarded.url);
  const html = await page.text();
  await guarded.close();
  assert.is(page.status, 200);
  assert.match(html, /data-interface=/);
  assert.not.match(html, PAGE_BLOCK);
});

test.run();
