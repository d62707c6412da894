import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardDetail } from '../../../src/schema/boards/boards.ts';
import type { History } from '../../../src/schema/content/history.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { startFlatRig, type FlatRig } from '../../support/flat-rig.ts';
import { until } from '../../support/until.ts';

const test = suite('http/flat/history');

const clock = createFakeClock('2026-03-02T10:00:00.000Z');
let rig: FlatRig;
test.before(async () => {
  rig = await startFlatRig(clock);
});
test.after(() => rig.close());

const history = async (limit = 200) =>
  (await rig.call<History>('GET', `/boards/${rig.wall}/history?limit=${limit}`)).body.entries;
const say = (text: string) => rig.call('POST', `/v1/boards/${rig.wall}/message`, { text });
const told = async () =>
  (await history()).map(({ by, why, moved, characters }) => [by, why, moved, characters[0]?.[0]]);

test('each frame is told with who put it there, why, and whether flaps moved', async () => {
  const page = await rig.page('A page', ['B']);
  await say('A');
  await rig.call('PUT', `/v1/boards/${rig.wall}/active-page`, { page_id: page });
  await say('D');
  await say('D');
  const rows = await told();
  assert.equal(rows.slice(0, 1), [['account', 'message', true, 4]], 'what moved nothing is not told again');
  assert.equal(rows.slice(1, 3), [
    ['account', 'pin', true, 2],
    ['account', 'message', true, 1],
  ]);
  const [{ at } = { at: '' }] = await history(1);
  assert.is(Date.parse(at), clock.now());
});

test('a message that ended is followed by a frame of the programme', async () => {
  await rig.call('POST', `/v1/boards/${rig.wall}/message`, { text: 'Z', duration_minutes: 1 });
  await clock.advance(61_000);
  await until(async () => (await told())[0]?.[0] === 'rule');
  assert.is((await history(2))[1]?.characters[0]?.[0], 26);
});

test('a frame is shown again on its board', async () => {
  const [entry] = (await history()).filter(({ characters }) => characters[0]?.[0] === 26);
  const { status, body } = await rig.call<{ sent: boolean }>('POST', `/history/${entry?.id}/send`, { minutes: 5 });
  assert.equal([status, body.sent], [200, true]);
  assert.equal((await told())[0], ['account', 'history', true, 26]);
  const { override_expires_at } = (await rig.call<BoardDetail>('GET', `/v1/boards/${rig.wall}`)).body;
  assert.is(Date.parse(override_expires_at ?? ''), clock.now() + 300_000);
});

test('whoever asks is named, whichever way a frame comes', async () => {
  const pages = await Promise.all(['G', 'H', 'I', 'J'].map((letter) => rig.page(`Way ${letter}`, [letter])));
  const [g = '', h = '', i = '', j = ''] = pages;
  const favourite = await rig.call<{ id: string }>('POST', '/favourites', { name: 'F', text: 'K', boards: [rig.wall] });
  const named = { board_id: rig.wall };
  const ways: readonly (readonly [method: string, path: string, body?: object])[] = [
    ['POST', `/v1/boards/${rig.wall}/message`, { text: 'L' }],
    ['DELETE', `/v1/boards/${rig.wall}/message`],
    ['PUT', `/v1/boards/${rig.wall}/active-page`, { page_id: g }],
    ['POST', '/send-message', { ...named, text: 'M' }],
    ['POST', `/boards/${rig.wall}/message`, { text: 'N' }],
    ['POST', `/pages/${h}/send`, named],
    ['POST', '/settings/temporary-override', { ...named, page_id: i, duration_minutes: 5 }],
    ['DELETE', `/settings/temporary-override?board_id=${rig.wall}`],
    ['PUT', '/settings/active-page', { ...named, page_id: j }],
    ['POST', `/boards/${rig.wall}/show`, { page_id: g, minutes: 5 }],
    ['POST', `/favourites/${favourite.body.id}/send`],
    ['POST', `/settings/board/${rig.wall}/identify`],
  ];
  for (const [method, path, body] of ways) {
    const before = (await history(1))[0]?.id;
    const { status } = await rig.call(method, path, body);
    assert.is(status, 200, path);
    const [entry] = await history(1);
    assert.is.not(entry?.id, before, `${path} shows a frame`);
    assert.is(entry?.by, 'account', path);
  }
});

test('every operation that tells whether a frame was sent names who asked', () => {
  const unnamed = rig.appliance.app.routes.filter(
    ({ method, success, showsFrames }) =>
      method !== 'GET' && !showsFrames && /"sent"/.test(JSON.stringify(success.schema ?? {})),
  );
  assert.equal(
    unnamed.map(({ method, path }) => `${method} ${path}`),
    [],
  );
});

test('what has no flap is named by the answer and the status, until something else is shown', async () => {
  const { headers } = await say('PARTY 🎉 *');
  assert.is(headers.get('flapbox-missing'), '%F0%9F%8E%89,*');
  const { body } = await rig.call<{ conditions: { substitutions: object }[] }>('GET', '/boards/conditions');
  assert.equal(body.conditions.at(-1)?.substitutions, { '🎉': ' ', '*': ' ' });
  assert.is((await say('PLAIN')).headers.get('flapbox-missing'), null);
  const after = await rig.call<{ conditions: { substitutions: object }[] }>('GET', '/boards/conditions');
  assert.equal(after.body.conditions.at(-1)?.substitutions, {});
});

for (const [what, method, path, body, status] of [
  ['an unknown board', 'GET', '/boards/nope/history', undefined, 404],
  ['an unknown frame', 'POST', '/history/nope/send', {}, 404],
  ['no limit', 'GET', '/boards/primary/history?limit=0', undefined, 422],
  ['too high a limit', 'GET', '/boards/primary/history?limit=201', undefined, 422],
  ['an unknown member', 'POST', '/history/nope/send', { force: true }, 422],
  ['no minutes', 'POST', '/history/nope/send', { minutes: 0 }, 422],
] as const) {
  test(`${what} is ${status}`, async () => assert.is((await rig.call(method, path, body)).status, status));
}

test('at most 200 frames are kept, and they outlive a restart', async () => {
  for (let at = 0; at < 205; at++) await say(`N ${at}`);
  const before = await history();
  assert.is(before.length, 200);
  await rig.appliance.restart();
  const after = await history();
  assert.ok(before.slice(0, 150).every(({ id }) => after.some((entry) => entry.id === id)));
});

test.run();
