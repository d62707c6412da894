import { createHash } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAppliance, type Appliance } from '../../support/appliance.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { until } from '../../support/until.ts';

const clock = createFakeClock('2026-03-02T10:00:00.000Z');
let appliance: Appliance;

interface Link {
  readonly id: string;
  readonly path: string;
  readonly url: string;
}

const test = suite('http/flat/share-links');

test.before(async () => {
  appliance = await startAppliance({ clock });
  await appliance.app.store.update(() => ({ programmes: {} }));
});
test.after(() => appliance.close());

const share = async (body: object) => (await appliance.call<Link>('POST', '/shares', body)).body;
const open = (path: string, init: RequestInit = {}) => fetch(`${appliance.url}${path}`, init);
const listed = async () => (await appliance.call<{ shares: Link[]; total: number }>('GET', '/shares')).body;

test('a shared board is a page with its words and a link preview, and follows the board', async () => {
  await appliance.call('POST', '/v1/boards/primary/message', { text: 'GOOD DAY' });
  const link = await share({ board_id: 'primary', name: 'Kitchen <b> & "co"' });
  assert.is(link.url, `${appliance.url}${link.path}`);
  assert.match(link.path, /^\/s\/[\w-]{43}$/);
  const page = await open(link.path);
  const html = await page.text();
  assert.equal([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8']);
  assert.ok(html.includes(`content="${link.url}/picture.png"`));
  for (const part of ['alt="GOOD DAY"', 'og:image:alt" content="GOOD DAY"', 'og:image:width" content="1200"'])
    assert.ok(html.includes(part), part);
  assert.ok(html.includes('<title>Kitchen &lt;b&gt; &amp; &quot;co&quot;</title>'));
  await appliance.call('POST', '/v1/boards/primary/message', { text: 'GOOD NIGHT' });
  assert.match(await (await open(link.path)).text(), /alt="GOOD NIGHT"/);
});

test('the page has the colour of the board, and its policy names just its own style', async () => {
  const [board] = appliance.app.store.state.boards;
  await appliance.app.store.update(({ boards }) => ({
    boards: boards.map((one) => (one.id === board?.id ? { ...one, board_color: 'white' as const } : one)),
  }));
  const { path } = await share({ board_id: 'primary' });
  const page = await open(path);
  const style = /<style>(.*?)<\/style>/.exec(await page.text())?.[1] ?? '';
  assert.ok(style.includes('#e4e4e0'), style);
  const digest = createHash('sha256').update(style).digest('base64');
  assert.ok(page.headers.get('content-security-policy')?.includes(`style-src 'sha256-${digest}';`));
});

test('the picture has the size of a link preview, or a width of the board alone', async () => {
  const { path } = await share({ board_id: 'primary' });
  const sizeOf = async (query: string) => {
    const bytes = Buffer.from(await (await open(`${path}/picture.png${query}`)).arrayBuffer());
    return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  };
  assert.equal(await sizeOf(''), [1200, 630]);
  assert.is((await sizeOf('?width=600'))[0], 600);
  assert.is((await open(`${path}/picture.png?width=601`)).status, 422);
});

test('page and picture answer 304 until they change, and a head as a whole answer', async () => {
  const { path } = await share({ board_id: 'primary' });
  for (const one of [path, `${path}/picture.png`]) {
    const first = await open(one);
    await first.arrayBuffer();
    const headers = { 'If-None-Match': `"x", ${first.headers.get('etag') ?? ''}` };
    assert.is((await open(one, { headers })).status, 304, one);
    const head = await open(one, { method: 'HEAD' });
    assert.equal([head.status, head.headers.get('etag')], [200, first.headers.get('etag')]);
  }
});

test('a page can be shared until a moment, and no longer', async () => {
  const page = { name: 'Menu', type: 'template', template: ['SOUP'] };
  const page_id = (await appliance.call<{ id: string }>('POST', '/v1/pages', page)).body.id;
  const { path, id } = await share({ page_id, expires_at: '2026-03-02T10:05:00Z' });
  assert.match(await (await open(path)).text(), /alt="SOUP"/);
  await clock.advance(6 * 60_000);
  const gone = await open(path);
  assert.equal([gone.status, await gone.text()], [404, 'This link does not exist, or is no longer valid.\n']);
  const opened = await open(path, { headers: { Accept: 'text/html,*/*;q=0.8' } });
  assert.equal([opened.status, opened.headers.get('content-type')], [404, 'text/html; charset=utf-8']);
  assert.match(await opened.text(), '<p>This link does not exist, or is no longer valid.</p>');
  assert.match(opened.headers.get('content-security-policy') ?? '', "default-src 'none'");
  assert.not.ok((await listed()).shares.some((one) => one.id === id));
});

test('a link that is ended, and one of a page that is gone, open nothing', async () => {
  const first = await share({ board_id: 'primary' });
  assert.is((await appliance.call('DELETE', `/shares/${first.id}`)).status, 200);
  assert.is((await open(first.path)).status, 404);
  assert.is((await open(`${first.path}/picture.png`)).status, 404);
  assert.is((await appliance.call('DELETE', `/shares/${first.id}`)).status, 404);
  const page = { name: 'Gone', type: 'template', template: ['GONE'] };
  const page_id = (await appliance.call<{ id: string }>('POST', '/v1/pages', page)).body.id;
  const second = await share({ page_id });
  await appliance.call('DELETE', `/v1/pages/${page_id}`);
  assert.is((await open(second.path)).status, 404);
  await until(() => !appliance.app.store.state.auth.shares.some(({ id }) => id === second.id));
});

test('links are listed newest first, without their tokens, and outlive a restart', async () => {
  const link = await share({ board_id: 'primary', name: 'Hall' });
  const { shares, total } = await listed();
  assert.is(total, shares.length);
  assert.is(shares[0]?.id, link.id);
  assert.equal(Object.keys(shares[0] ?? {}).sort(), ['board_id', 'created_at', 'expires_at', 'id', 'name', 'page_id']);
  await appliance.restart();
  assert.is((await open(link.path)).status, 200);
});

test('there are at most 100 links', async () => {
  const { total } = await listed();
  for (let count = total; count < 100; count++) await share({ board_id: 'primary' });
  const { status, body } = await appliance.call('POST', '/shares', { board_id: 'primary' });
  assert.is(status, 409);
  assert.match(String(body['detail']), /100 share links/);
});

for (const [body, status, says] of [
  [{}, 422, 'exactly one of board_id, page_id'],
  [{ board_id: 'primary', page_id: 'x' }, 422, 'exactly one of board_id, page_id'],
  [{ board_id: 'nobody' }, 404, 'board'],
  [{ page_id: 'nobody' }, 404, 'page'],
  [{ board_id: 'primary', name: '' }, 422, 'name'],
  [{ board_id: 'primary', expires_at: '2020-01-01' }, 400, 'expires_at'],
  [{ board_id: 'primary', expires_at: 'soon' }, 422, 'expires_at'],
] as const) {
  test(`${JSON.stringify(body)} is answered with ${status}`, async () => {
    const answer = await appliance.call('POST', '/shares', body);
    assert.is(answer.status, status);
    assert.match(JSON.stringify(answer.body), new RegExp(says));
  });
}

test.run();
