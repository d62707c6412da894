import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAppliance, type Appliance } from '../../support/appliance.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const clock = createFakeClock('2026-03-02T10:00:00.000Z');
let appliance: Appliance;

const test = suite('http/flat/pictures');

const make = async (name: string, line: string, more: object = {}): Promise<string> =>
  (await appliance.call<{ id: string }>('POST', '/v1/pages', { name, type: 'template', template: [line], ...more }))
    .body.id;

const fetchPicture = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${appliance.url}/api${path}`, init);
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    etag: response.headers.get('etag') ?? '',
    bytes: Buffer.from(await response.arrayBuffer()),
  };
};

const titleOf = ({ bytes }: { bytes: Buffer }): string => /<title>(.*?)<\/title>/.exec(bytes.toString())?.[1] ?? '';

test.before(async () => {
  appliance = await startAppliance({ clock });
  await appliance.app.store.update(() => ({ programmes: {} }));
});
test.after(() => appliance.close());

test('a board is drawn as it is shown, in both formats, and answers 304 until that changes', async () => {
  await appliance.call('POST', '/v1/boards/primary/message', { text: 'GOOD DAY' });
  const svg = await fetchPicture('/boards/primary/picture.svg');
  assert.equal([svg.status, svg.type, titleOf(svg)], [200, 'image/svg+xml', 'GOOD DAY']);
  const png = await fetchPicture('/boards/primary/picture.png?width=320');
  assert.equal([png.status, png.type, png.bytes.toString('latin1', 1, 4)], [200, 'image/png', 'PNG']);
  assert.is(png.bytes.readUInt32BE(16), 320);
  const headers = { 'If-None-Match': png.etag };
  const same = await fetchPicture('/boards/primary/picture.png?width=320', { headers });
  assert.equal([same.status, same.bytes.length], [304, 0]);
  await appliance.call('POST', '/v1/boards/primary/message', { text: 'GOOD NIGHT' });
  assert.is((await fetchPicture('/boards/primary/picture.png?width=320', { headers })).status, 200);
});

test('any moment of the programme can be drawn', async () => {
  await appliance.app.store.update(() => ({ programmes: {} }));
  const page_id = await make('Evening', 'EVENING');
  await appliance.call('POST', '/v1/schedules', { page_id, start_time: '20:00', end_time: '21:00' });
  assert.is(titleOf(await fetchPicture('/boards/primary/picture.svg?at=2026-03-02T20:30:00')), 'EVENING');
  assert.is.not(titleOf(await fetchPicture('/boards/primary/picture.svg?at=2026-03-02T22:30:00')), 'EVENING');
});

test('pages and drafts are drawn at their own size', async () => {
  const id = await make('Small', 'NOTE', { device_type: 'note' });
  const page = await fetchPicture(`/pages/${id}/picture.svg`);
  assert.is(page.bytes.toString().split('<use ').length - 1, 45);
  const draft = await fetchPicture('/pages/preview/picture.svg', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Draft', type: 'template', template: ['YOU & ME'] }),
  });
  assert.equal([draft.status, titleOf(draft)], [200, 'YOU &amp; ME']);
});

test('pages and drafts can be drawn for another moment', async () => {
  const template = ['{{date_time.time}}'];
  const id = await make('Clock', template[0] ?? '');
  const body = JSON.stringify({ name: 'Draft', type: 'template', template });
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
  const now = titleOf(await fetchPicture(`/pages/${id}/picture.svg`));
  const later = titleOf(await fetchPicture(`/pages/${id}/picture.svg?at=2026-03-02T23:45:00Z`));
  assert.is.not(now, later);
  assert.is(titleOf(await fetchPicture('/pages/preview/picture.svg?at=2026-03-02T23:45:00Z', init)), later);
});

test('the margin is as asked for, at the same width', async () => {
  const boxOf = async (query: string) => {
    const svg = (await fetchPicture(`/boards/primary/picture.svg?width=800${query}`)).bytes.toString();
    const lefts = [...svg.matchAll(/<use href="#f\d+" x="(\d+)"/g)].map(([, x]) => Number(x));
    return { width: Number(/ width="(\d+)"/.exec(svg)?.[1]), left: Math.min(...lefts) };
  };
  assert.equal(await boxOf('&margin=0'), { width: 800, left: 0 });
  assert.equal(await boxOf('&margin=40'), { width: 800, left: 40 });
  assert.ok((await boxOf('')).left > 20);
});

test('a head has the length and the tag of the picture, and no tag of several matches in vain', async () => {
  const address = `${appliance.url}/api/boards/primary/picture.png?width=320`;
  const head = await fetch(address, { method: 'HEAD' });
  const whole = await fetchPicture('/boards/primary/picture.png?width=320');
  assert.equal([head.status, head.headers.get('content-length')], [200, String(whole.bytes.length)]);
  assert.is(head.headers.get('cache-control'), 'private, no-cache');
  const headers = { 'If-None-Match': `"other", W/${whole.etag}` };
  assert.is((await fetchPicture('/boards/primary/picture.png?width=320', { headers })).status, 304);
  assert.is((await fetch(address, { method: 'HEAD', headers })).status, 304);
});

test('a wall that is much taller than wide is drawn narrower', async () => {
  await appliance.call('POST', '/settings/board/add', {
    id: 'tower',
    name: 'Tower',
    device_type: 'panel',
    grid_rows: 96,
    grid_cols: 1,
    panel: { driver: 'virtual' },
  });
  const { status, bytes } = await fetchPicture('/boards/tower/picture.png?width=2400');
  assert.is(status, 200);
  assert.ok(bytes.readUInt32BE(20) <= 3600, String(bytes.readUInt32BE(20)));
});

test('a transition is drawn as a picture that moves', async () => {
  const page_id = await make('Next', 'NEXT');
  const moving = await fetchPicture(
    `/boards/primary/picture.apng?page_id=${page_id}&strategy=column&interval_ms=50&width=300`,
  );
  assert.equal([moving.status, moving.type], [200, 'image/apng']);
  assert.ok(moving.bytes.includes('acTL'));
  assert.ok(moving.bytes.toString('latin1').split('fcTL').length > 4);
  const hasty = await fetchPicture(`/boards/primary/picture.apng?page_id=${page_id}&strategy=column&interval_ms=0`);
  assert.is(hasty.status, 200, 'a pause of 0 as in messages');
});

for (const [path, status, says] of [
  ['/boards/nobody/picture.png', 404, 'board'],
  ['/pages/nobody/picture.svg', 404, 'page'],
  ['/boards/primary/picture.png?width=63', 422, 'width'],
  ['/boards/primary/picture.png?width=2401', 422, 'width'],
  ['/boards/primary/picture.png?width=1e3', 422, 'width'],
  ['/boards/primary/picture.png?color=pink', 422, 'color'],
  ['/boards/primary/picture.png?at=2026-02-30', 400, 'at'],
  ['/pages/nobody/picture.png?at=tomorrow', 422, 'at'],
  ['/boards/primary/picture.png?margin=401', 422, 'margin'],
  ['/boards/primary/picture.png?margin=-1', 422, 'margin'],
  ['/boards/primary/picture.png?margin=200&width=400', 400, 'margin'],
  ['/boards/primary/picture.apng?strategy=sideways', 400, 'strategy'],
  ['/boards/primary/picture.apng?page_id=nobody', 404, 'page'],
  ['/boards/primary/picture.apng?width=1201', 422, 'width'],
  ['/boards/primary/picture.apng?interval_ms=-1', 422, 'interval_ms'],
  ['/boards/primary/picture.gif', 404, ''],
] as const) {
  test(`${path} is answered with ${status}`, async () => {
    const { status: answered, bytes } = await fetchPicture(path);
    assert.is(answered, status);
    assert.match(bytes.toString(), new RegExp(says));
  });
}

test.run();
