import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Favourite, FavouriteList, FavouriteSendAnswer } from '../../../src/schema/content/favourites.ts';
import type { BoardDetail } from '../../../src/schema/boards/boards.ts';
import type { History } from '../../../src/schema/content/history.ts';
import { startAppliance } from '../../support/appliance.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { startFlatRig, type FlatRig } from '../../support/flat-rig.ts';

const test = suite('http/flat/favourites');

const clock = createFakeClock('2026-03-02T10:00:00.000Z');
let rig: FlatRig;
test.before(async () => {
  rig = await startFlatRig(clock);
});
test.after(() => rig.close());

const make = async (body: object) => (await rig.call<Favourite>('POST', '/favourites', body)).body;
const listed = async () => (await rig.call<FavouriteList>('GET', '/favourites')).body.favourites;
const textOf = async (board: string) =>
  ((await rig.call<BoardDetail>('GET', `/v1/boards/${board}`)).body.text ?? '').trim();

test('a favourite is made, listed, changed, sent and removed', async () => {
  const made = await make({ name: 'Dinner', text: 'DINNER', boards: [rig.wall], minutes: 20 });
  assert.equal([made.name, made.boards, made.minutes, made.text, made.tokens], ['Dinner', [rig.wall], 20, 'DINNER', 0]);
  const { status, body } = await rig.call<FavouriteSendAnswer>('POST', `/favourites/${made.id}/send`);
  assert.equal([status, body.sent, body.reason, body.boards.length], [200, true, null, 1]);
  assert.is(body.boards[0]?.expires_at, '2026-03-02T10:20:00.000Z');
  assert.is(await textOf(rig.wall), 'DINNER');
  assert.is((await rig.call<FavouriteSendAnswer>('POST', `/favourites/${made.id}/send`)).body.code, 'unchanged');
  const changed = await rig.call<Favourite>('PATCH', `/favourites/${made.id}`, { fill: 63, minutes: null });
  assert.equal([changed.body.fill, changed.body.text, changed.body.minutes], [63, undefined, null]);
  assert.equal(await listed(), [changed.body]);
  assert.is((await rig.call('DELETE', `/favourites/${made.id}`)).status, 200);
  assert.equal(await listed(), []);
  for (const [method, path] of [
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/send'],
    ['POST', '/token'],
    ['DELETE', '/token'],
  ] as const)
    assert.is(
      (await rig.call(method, `/favourites/${made.id}${path}`, method === 'PATCH' ? {} : undefined)).status,
      404,
    );
});

for (const [what, body, status, member] of [
  ['no name', { text: 'A' }, 422, 'name'],
  ['no content', { name: 'A' }, 422, 'exactly one'],
  ['two contents', { name: 'A', text: 'A', fill: 1 }, 422, 'exactly one'],
  ['an unknown member', { name: 'A', text: 'A', color: 1 }, 422, 'color'],
  ['too long', { name: 'A', text: 'A', minutes: 481 }, 422, 'minutes'],
  ['no boards', { name: 'A', text: 'A', boards: [] }, 422, 'boards'],
  ['an unknown board', { name: 'A', text: 'A', boards: ['nope'] }, 404, 'nope'],
  ['an unknown page', { name: 'A', page_id: 'nope' }, 404, 'nope'],
  ['a grid of another size', { name: 'A', characters: [[1]] }, 400, 'characters'],
] as const) {
  test(`a favourite with ${what} is ${status}`, async () => {
    const answer = await rig.call('POST', '/favourites', body);
    assert.is(answer.status, status);
    assert.match(JSON.stringify(answer.body), member);
  });
}

test('what one board refuses does not hold up the others; what all refuse is refused', async () => {
  const { id } = await make({ name: 'All', text: 'ALL HERE', boards: 'all' });
  await rig.call('PATCH', '/v1/boards/primary', { paused: true });
  const { body } = await rig.call<FavouriteSendAnswer>('POST', `/favourites/${id}/send`);
  assert.equal(
    body.boards.map(({ sent, code }) => [sent, code]),
    [
      [false, 'paused'],
      [true, 'sent'],
    ],
  );
  await rig.call('PATCH', `/v1/boards/${rig.wall}`, { paused: true });
  assert.is((await rig.call('POST', `/favourites/${id}/send`)).status, 409);
  for (const board of ['primary', rig.wall]) await rig.call('PATCH', `/v1/boards/${board}`, { paused: false });
  await rig.call('DELETE', `/favourites/${id}`);
});

test('a token sends its favourite and opens nothing else, until it is revoked', async () => {
  const appliance = await startAppliance({ clock, env: { SERVICE_AUTH_ENABLED: 'true' } });
  const account = await appliance.call('POST', '/auth/setup', { username: 'owner', password: 'correct horse' });
  const Cookie = account.headers.get('set-cookie')?.split(';')[0] ?? '';
  const own = <T>(method: string, path: string, body?: unknown) =>
    appliance.call<T>(method, path, body, { Cookie, Origin: appliance.url });
  const bare = (method: string, url: string, bearer?: string) =>
    fetch(`${appliance.url}${url}`, {
      method,
      ...(bearer === undefined ? {} : { headers: { Authorization: `Bearer ${bearer}` } }),
    });
  const [mine, other] = await Promise.all(
    ['Back at six', 'Other'].map(async (name) => {
      const { id } = (await own<Favourite>('POST', '/favourites', { name, text: name })).body;
      return { id, ...(await own<{ token: string; path: string }>('POST', `/favourites/${id}/token`)).body };
    }),
  );
  if (!mine || !other) throw new Error('no favourites');
  const send = `/api/favourites/${mine.id}/send`;
  assert.is((await own<FavouriteList>('GET', '/favourites')).body.favourites[0]?.tokens, 1);
  assert.not.ok(JSON.stringify(appliance.app.store.state).includes(mine.token), 'only a hash is kept');
  assert.is((await bare('POST', send)).status, 401);
  assert.is((await bare('POST', send, other.token)).status, 401);
  const sent = await bare('POST', send, mine.token);
  assert.equal([sent.status, ((await sent.json()) as FavouriteSendAnswer).code], [200, 'browser_only']);
  for (const one of appliance.app.routes) {
    if (one.access === 'public' || one.path === '/favourites/{id}/send') continue;
    const path = one.path.replaceAll(/\{[^}]+\}/g, mine.id);
    assert.is((await bare(one.method, `/api${path}`, mine.token)).status, 401, `${one.method} ${path}`);
  }
  const page = await bare('GET', mine.path);
  assert.ok((await page.text()).includes('<form method="post">'));
  assert.is(page.headers.get('cache-control'), 'no-store');
  assert.is(await newest(own), 'token favourite', 'to look at the page sends nothing more');
  assert.match(await (await bare('POST', mine.path)).text(), 'Back at six');
  await own('PATCH', '/v1/boards/primary', { paused: true });
  const held = await bare('POST', mine.path);
  assert.equal([held.status, (await held.text()).includes('paused')], [200, true]);
  await own('PATCH', '/v1/boards/primary', { paused: false });
  assert.is((await own('DELETE', `/favourites/${mine.id}/token`)).status, 200);
  assert.is((await bare('POST', send, mine.token)).status, 401);
  assert.is((await bare('POST', mine.path)).status, 404);
  for (const method of ['GET', 'POST']) {
    const refused = await fetch(`${appliance.url}${mine.path}`, { method, headers: { Accept: 'text/html' } });
    assert.equal([refused.status, refused.headers.get('content-type')], [404, 'text/html; charset=utf-8']);
    assert.match(await refused.text(), '<p>This address does not exist, or is no longer valid.</p>');
  }
  assert.is((await own('DELETE', `/favourites/${other.id}`)).status, 200);
  assert.is((await bare('GET', other.path)).status, 404);
  assert.equal(appliance.app.store.state.auth.favourite_tokens, []);
  await appliance.close();
});

const newest = async (own: (method: string, path: string) => Promise<{ body: unknown }>): Promise<string> => {
  const { entries } = (await own('GET', '/boards/primary/history')).body as History;
  assert.is(entries.filter(({ why }) => why === 'favourite').length, 1);
  return `${entries[0]?.by} ${entries[0]?.why}`;
};

test.run();
