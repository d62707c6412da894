import { suite } from 'uvu';
import * as assert from 'uvu/assert';
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

test('there is one for every board', async () => {
  const { answers } = await boot();
  const { boards } = (await appliance.call<{ boards: { id: string }[] }>('GET', '/v1/boards')).body;
  assert.is(boards.length, 3);
  assert.equal(
    boards.filter(({ id }) => !(`/v1/boards/${id}` in answers)),
    [],
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
