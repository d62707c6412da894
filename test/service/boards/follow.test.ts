import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardSettings } from '../../../src/schema/boards/boards.ts';
import { startAppliance, type Answer, type Appliance } from '../../support/appliance.ts';

const test = suite('what a board follows, as it is set');
// Nothing listens there.
const URL_ = 'mqtt://127.0.0.1:9';

const withBoard = (
  name: string,
  run: (appliance: Appliance, set: (follow: unknown) => Promise<Answer>) => Promise<void>,
) =>
  test(name, async () => {
    const appliance = await startAppliance();
    await appliance.call('POST', '/settings/board/add', { id: 'wall', device_type: 'note' });
    const set = async (follow: unknown) => {
      const { body } = await appliance.call<BoardSettings>('GET', '/settings/board');
      const boards = body.boards.map((board) => (board.id === 'wall' ? { ...board, follow } : board));
      return appliance.call('PUT', '/settings/board', { boards });
    };
    await run(appliance, set).finally(() => appliance.close());
  });

const stored = async (appliance: Appliance) =>
  (await appliance.call<BoardSettings>('GET', '/settings/board')).body.boards.find(({ id }) => id === 'wall')?.follow;

withBoard('a password is masked, kept at the same broker, and not sent to another', async (appliance, set) => {
  await set({ topic: 'a/b', url: URL_, username: 'me', password: 'word-of-the-broker' });
  assert.equal(await stored(appliance), {
    topic: 'a/b',
    url: URL_,
    username: 'me',
    password: '***',
    ca_certificate: '',
  });
  assert.is((await set({ topic: 'a/c', url: URL_, username: 'me', password: '***' })).status, 200);
  assert.is((await stored(appliance))?.password, '***');
  const moved = await set({ topic: 'a/c', url: 'mqtt://127.0.0.2:9', username: 'me', password: '***' });
  assert.is(moved.status, 400);
  assert.match(String(moved.body['detail']), /^follow\.password/);
  assert.is((await set({ topic: 'a/c', url: 'mqtt://127.0.0.2:9', password: 'another' })).status, 200);
  const files = await appliance.call('GET', '/backup/export');
  assert.not.match(JSON.stringify(files.body), /another|word-of-the-broker/);
  await set(null);
  assert.is(await stored(appliance), null);
});

/** [what, follow, status, what the answer names] */
const REFUSED: [string, unknown, number, RegExp][] = [
  ['no topic', {}, 422, /topic/],
  ['a wildcard', { topic: 'a/#' }, 422, /topic/],
  ['a topic of the broker itself', { topic: '$SYS/x' }, 422, /topic/],
  ['a topic that ends with a slash', { topic: 'a/' }, 422, /topic/],
  ['an address of something else', { topic: 'a', url: 'http://x' }, 400, /follow\.url/],
  ['an address with a password', { topic: 'a', url: 'mqtt://me:word@x' }, 400, /follow\.url/],
  ['a certificate that is none', { topic: 'a', url: URL_, ca_certificate: 'x' }, 400, /follow\.ca_certificate/],
  ['a mask for nothing', { topic: 'a', url: URL_, password: '***' }, 400, /follow\.password/],
];
for (const [what, follow, status, named] of REFUSED)
  withBoard(`${what} is refused`, async (appliance, set) => {
    const answer = await set(follow);
    assert.is(answer.status, status);
    assert.match(JSON.stringify(answer.body), named);
    assert.is(await stored(appliance), null);
  });

withBoard('a board does not follow what it publishes itself', async (appliance) => {
  const panel = { driver: 'broker', connection: { url: URL_, topic_prefix: 'a/b/' } };
  const size = { device_type: 'panel', grid_rows: 3, grid_cols: 15 };
  const answer = await appliance.call('POST', '/settings/board/add', { ...size, panel, follow: { topic: 'a/b' } });
  assert.is(answer.status, 400);
  assert.match(String(answer.body['detail']), /^follow\.topic/);
});

withBoard('how it stands is told for every board, and an unknown one is 404', async (appliance, set) => {
  const status = async (id: string) => appliance.call('GET', `/settings/board/${id}/follow`);
  assert.is((await status('wall')).body['topic'], null);
  assert.is((await status('nowhere')).status, 404);
  await set({ topic: 'a/b', url: URL_ });
  const { body } = await status('wall');
  assert.equal([body['topic'], body['broker'], body['sequence'], body['shows']], ['a/b', URL_, null, false]);
  assert.equal([body['code'], body['reason']], ['nothing_to_show', 'No frame has come yet.']);
  assert.match(String(body['follower']), /^flapbox_[0-9a-f]+-wall$/);
});

interface Status {
  readonly follower: string;
}
const followerOf = async (appliance: Appliance): Promise<string> =>
  (await appliance.call<Status>('GET', '/settings/board/wall/follow')).body.follower;

withBoard('appliances that are restored from one backup follow under ids of their own', async (appliance, set) => {
  await set({ topic: 'a/b', url: URL_ });
  const own = await followerOf(appliance);
  const backup = (await appliance.call('GET', '/backup/export')).body;
  const others = [await startAppliance(), await startAppliance()];
  try {
    const restored: string[] = [];
    for (const other of others) {
      assert.is((await other.call('POST', '/backup/import', backup)).status, 200);
      restored.push(await followerOf(other));
      assert.is((await other.call('POST', '/backup/import', backup)).status, 200);
      await other.restart();
      assert.is(await followerOf(other), restored.at(-1), 'the same one from then on');
    }
    assert.is(new Set([own, ...restored]).size, 3, [own, ...restored].join());
    await appliance.call('POST', '/backup/import', backup);
    assert.is(await followerOf(appliance), own, 'its own backup changes nothing');
    const [other] = others;
    const further = (await other?.call('GET', '/backup/export'))?.body;
    await appliance.call('POST', '/backup/import', further);
    assert.is(await followerOf(appliance), own, 'nor does one of its copies');
  } finally {
    await Promise.all(others.map((other) => other.close()));
  }
});

test.run();
