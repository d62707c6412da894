import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { MOST_SHARE_LINKS } from '../../src/schema/limits.ts';
import type { ShareLinkCreate } from '../../src/schema/appliance/share-links.ts';
import { Audit } from '../../src/service/auth/audit.ts';
import { ShareLinkService } from '../../src/service/share-links.ts';
import { createFakeClock, settle } from '../support/fake-clock.ts';
import { createQuietLog } from '../support/quiet-log.ts';
import { refusalOf, storeWith } from './rig.ts';

const test = suite('service/share-links');

const NOW = '2026-03-02T10:00:00.000Z';
const OWNER = { username: 'owner', client: '192.0.2.1' };

const open = () => {
  const clock = createFakeClock(NOW);
  const { store, state } = storeWith();
  const drawn: unknown[][] = [];
  const fails = { drawing: false, bytes: false };
  const picture = (kind: string) => async (id: string, format: string, query: object) => {
    drawn.push([kind, id, format, query]);
    if (fails.drawing) throw new Error('it cannot be drawn');
    return {
      etag: `${id} ${JSON.stringify(query)}`,
      type: 'image/png',
      bytes: async ({ address, signal }: { address: string; signal?: unknown }) => {
        drawn.push(['bytes', address, signal]);
        if (fails.bytes) throw new Error('too many');
        return Buffer.from(id);
      },
    };
  };
  const service = new ShareLinkService({
    store,
    clock,
    audit: new Audit(store, clock, createQuietLog()),
    pictures: { ofPage: picture('page'), ofBoard: picture('board') } as never,
    timeline: { instantOf: (_name: string, text: string) => Date.parse(text) } as never,
  });
  const create = (more: object) => service.create(more as ShareLinkCreate, OWNER);
  return { clock, store, state, drawn, service, create, fails };
};

test('a link is made for one board or one page, and its token is told once', async () => {
  const { create, service, state } = open();
  const { link, token } = await create({ board_id: 'primary', name: 'Wall' });
  const { id, ...rest } = link;
  assert.equal(rest, { name: 'Wall', board_id: 'b1', page_id: null, created_at: NOW, expires_at: null });
  const page = (await create({ page_id: 'p1', expires_at: '2026-03-02T10:01:00.000Z' })).link;
  assert.equal(
    [page.name, page.board_id, page.page_id, page.expires_at],
    [null, null, 'p1', '2026-03-02T10:01:00.000Z'],
  );
  assert.equal(service.list(), [page, link]);
  assert.is(id, link.id);
  assert.not.match(JSON.stringify([service.list(), state().auth]), token);
  assert.is(state().auth.audit.at(-1)?.event, 'share_created');
});

test('what cannot be shared', async () => {
  const { create } = open();
  assert.match(await refusalOf(() => create({ board_id: 'gone' })), /^404 /);
  assert.match(await refusalOf(() => create({ page_id: 'gone' })), /^404 /);
  assert.match(await refusalOf(() => create({})), /^404 /);
  const soon = { page_id: 'p1', expires_at: '2026-03-02T10:00:59.999Z' };
  assert.match(await refusalOf(() => create(soon)), /^400 expires_at/);
});

test('there is a bounded number, of which those that are over do not count', async () => {
  const { create, clock } = open();
  await create({ page_id: 'p1', expires_at: '2026-03-02T11:00:00.000Z' });
  for (let count = 1; count < MOST_SHARE_LINKS; count++) await create({ page_id: 'p1' });
  assert.match(await refusalOf(() => create({ page_id: 'p1' })), /^409 /);
  await clock.advance(3_600_000);
  assert.is(await refusalOf(() => create({ page_id: 'p1' })), 'done');
});

test('a link shows its board or page, in the size of a preview or as wide as asked', async () => {
  const { create, service, drawn } = open();
  const board = await create({ board_id: 'b2', name: 'Hall' });
  const page = await create({ page_id: 'p1' });
  const view = await service.open(board.token, '192.0.2.9');
  assert.is(view.name, 'Hall');
  const [kind, id, format] = drawn.at(-1) ?? [];
  assert.equal([kind, id, format], ['board', 'b2', 'png']);
  assert.is((await service.open(page.token, '192.0.2.9', 300)).name, null);
  assert.equal(drawn.at(-1), ['page', 'p1', 'png', { width: 300 }]);
  assert.is((await view.picture.bytes({ address: 'x' })).toString(), 'b2');
});

test('a page is not laid out anew for each who looks within two seconds, a board is', async () => {
  const { create, service, drawn, clock } = open();
  const { token } = await create({ page_id: 'p1' });
  await clock.advance(60_000);
  await service.open(token, 'a');
  await clock.advance(1999);
  await service.open(token, 'b');
  assert.is(drawn.length, 1);
  await service.open(token, 'b', 300);
  assert.is(drawn.length, 2, 'another width is another drawing');
  await clock.advance(1);
  await service.open(token, 'c');
  assert.is(drawn.length, 3);
  const board = await create({ board_id: 'b1' });
  await service.open(board.token, 'a');
  await service.open(board.token, 'a');
  assert.is(drawn.length, 5);
});

test('one drawing is for all who look, and goes on when the first has gone away', async () => {
  const { create, service, drawn, fails } = open();
  const { token } = await create({ board_id: 'b1' });
  fails.bytes = true;
  const broken = (await service.open(token, 'a')).picture;
  assert.is(await broken.bytes({ address: 'a' }).catch(({ message }: Error) => message), 'too many');
  await settle();
  fails.bytes = false;
  drawn.length = 0;
  const [one, two] = [(await service.open(token, 'a')).picture, (await service.open(token, 'b')).picture];
  const signal = AbortSignal.abort();
  assert.equal((await Promise.all([one.bytes({ address: 'a', signal }), two.bytes({ address: 'b' })])).map(String), [
    'b1',
    'b1',
  ]);
  assert.equal(
    drawn.filter(([what]) => what === 'bytes'),
    [['bytes', 'a', undefined]],
  );
});

test('only the latest drawings are kept', async () => {
  const { create, service, drawn } = open();
  const { token } = await create({ page_id: 'p1' });
  for (let width = 1; width <= 9; width++) await service.open(token, 'a', width);
  drawn.length = 0;
  await service.open(token, 'a', 9);
  await service.open(token, 'a', 2);
  assert.equal(drawn, []);
  await service.open(token, 'a', 1);
  assert.is(drawn.length, 1);
});

test('a link that is over, ended, or of something that is gone opens nothing', async () => {
  const { create, service, clock, store, state } = open();
  const timed = await create({ page_id: 'p1', expires_at: '2026-03-02T10:05:00.000Z' });
  const ended = await create({ page_id: 'p1' });
  const board = await create({ board_id: 'b2' });
  await clock.advance(300_000 - 1);
  assert.is(await refusalOf(() => service.open(timed.token, 'a')), 'done');
  await clock.advance(1);
  assert.match(await refusalOf(() => service.open(timed.token, 'a')), /^404 This link does not exist/);
  await service.remove(ended.link.id, OWNER);
  assert.match(await refusalOf(() => service.open(ended.token, 'b')), /^404 /);
  assert.match(await refusalOf(() => service.remove(ended.link.id, OWNER)), /^404 There is no share link/);
  assert.equal(
    service.list().map(({ id }) => id),
    [board.link.id],
  );
  await store.update(({ boards }) => ({ boards: boards.slice(0, 1) }));
  await settle();
  assert.equal(
    state().auth.shares.filter(({ board_id }) => board_id === 'b2'),
    [],
    'one that comes under its id is another one',
  );
  assert.is(state().auth.audit.at(-1)?.event, 'share_revoked');
  assert.match(await refusalOf(() => service.open(board.token, 'c')), /^404 /);
});

test('who guesses is held up after ten tries, and who has a link is not', async () => {
  const { create, service } = open();
  const { token } = await create({ page_id: 'p1' });
  for (let guess = 0; guess < 10; guess++)
    assert.match(await refusalOf(() => service.open(`x${guess}`, '192.0.2.66')), /^404 /);
  assert.match(await refusalOf(() => service.open('more', '192.0.2.66')), /^429 /);
  assert.match(await refusalOf(() => service.open('other', '192.0.2.67')), /^404 /);
  assert.is(await refusalOf(() => service.open(token, '192.0.2.66')), 'done');
});

test('what cannot be drawn is 503', async () => {
  const { create, service, fails } = open();
  const { token } = await create({ page_id: 'p1' });
  fails.drawing = true;
  assert.match(await refusalOf(() => service.open(token, 'a')), /^503 /);
});

test.run();
