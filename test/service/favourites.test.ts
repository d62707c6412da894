import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '../../src/fault.ts';
import type { FavouriteChange, FavouriteCreate } from '../../src/schema/content/favourites.ts';
import { MOST_FAVOURITE_TOKENS } from '../../src/schema/limits.ts';
import { FavouriteService } from '../../src/service/favourites.ts';
import { currentActor } from '../../src/platform/actor.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { sampleBoard, samplePage } from '../support/sample-state.ts';
import { refusalOf, storeWith } from './rig.ts';

const test = suite('service/favourites');

interface Answer {
  readonly board_id: string;
  readonly sent: boolean;
  readonly reason: string | null;
  readonly code: string | null;
}

const open = (answers: readonly Answer[] = []) => {
  const clock = createFakeClock('2026-03-02T10:00:00.000Z');
  const { store, state } = storeWith(() => ({
    boards: [sampleBoard('b1'), { ...sampleBoard('b2'), device_type: 'note' }],
    pages: [samplePage('p1'), { ...samplePage('small'), device_type: 'note' }],
    favourites: [],
  }));
  const posted: unknown[] = [];
  const messages = {
    check: ({ transition }: Pick<FavouriteCreate, 'transition'>) => {
      if (transition?.strategy === 'gone') throw new Fault(400, 'There is no such transition.');
    },
    post: async (board: string, message: object) => {
      posted.push([board, message, currentActor().why]);
      return { boards: answers.map((one) => ({ ...one, expires_at: null, text: 'not told' })) };
    },
  } as never;
  return { clock, store, state, posted, service: new FavouriteService({ store, clock, messages }) };
};
const create = (more: object) => ({ name: 'Tea', ...more }) as FavouriteCreate;
const change = (more: object) => more as FavouriteChange;

test('a favourite is made for the first board and without an end, unless told otherwise', async () => {
  const { service } = open();
  const { id, ...made } = await service.create(create({ text: 'TEA' }));
  assert.equal(made, {
    name: 'Tea',
    text: 'TEA',
    boards: ['b1'],
    minutes: null,
    created_at: '2026-03-02T10:00:00.000Z',
    updated_at: null,
    tokens: 0,
  });
  const other = await service.create(create({ fill: 0, boards: ['b2', 'b2', 'primary'], minutes: 5 }));
  assert.equal([other.boards, other.minutes], [['b2', 'b1'], 5]);
  assert.equal((await service.create(create({ text: 'A', boards: 'all' }))).boards, 'all');
  const list = service.list();
  assert.equal([list.total, list.favourites[0]?.id], [3, id]);
});

const misfits: [what: string, body: object, refusal: RegExp][] = [
  ['an unknown board', { text: 'A', boards: ['gone'] }, /^404 /],
  ['an unknown page', { page_id: 'gone' }, /^404 /],
  ['an unknown transition', { text: 'A', transition: { strategy: 'gone' } }, /^400 /],
  ['a page of another size', { page_id: 'small' }, /^400 /],
  ['a grid with too few rows', { characters: [[1]] }, /^400 characters: the board "Board b1" has /],
  [
    'a grid with a short row',
    { characters: [...Array.from({ length: 5 }, () => Array(22).fill(0)), [0]] },
    /^400 characters: /,
  ],
  ['a page that fits one of two boards', { page_id: 'p1', boards: ['b1', 'b2'] }, /^400 /],
];
for (const [what, body, refusal] of misfits)
  test(`${what} is refused`, async () => {
    const { service } = open();
    assert.match(await refusalOf(() => service.create(create(body))), refusal);
    assert.is(service.list().total, 0);
  });
test('for all boards it is enough that one fits, and some have to', async () => {
  const { service, store } = open();
  assert.is((await service.create(create({ page_id: 'p1', boards: 'all' }))).boards, 'all');
  const characters = Array.from({ length: 3 }, () => Array(15).fill(0));
  assert.equal((await service.create(create({ characters, boards: ['b2'] }))).boards, ['b2']);
  await store.update(({ boards }) => ({ boards: boards.slice(0, 1) }));
  assert.match(await refusalOf(() => service.create(create({ page_id: 'small', boards: 'all' }))), /^400 /);
});

test('of a change only what was sent counts, and a new content takes the place of the old one', async () => {
  const { service, clock } = open();
  const { id } = await service.create(create({ text: 'TEA', minutes: 5, transition: { strategy: 'row' } }));
  const other = await service.create(create({ text: 'OTHER' }));
  await clock.advance(1000);
  const renamed = await service.update(id, change({ name: 'Coffee', boards: null }));
  assert.equal(
    [renamed.name, renamed.text, renamed.minutes, renamed.boards, renamed.transition, renamed.updated_at],
    ['Coffee', 'TEA', 5, ['b1'], { strategy: 'row' }, '2026-03-02T10:00:01.000Z'],
  );
  const gone = change({ transition: { strategy: 'gone' } });
  assert.match(await refusalOf(() => service.update(id, gone)), /^400 /);
  assert.match(await refusalOf(() => service.update('none', gone)), /^404 /);
  const filled = await service.update(id, change({ fill: 63, minutes: null, boards: ['b2'], transition: null }));
  assert.equal(
    [filled.text, filled.fill, filled.minutes, filled.boards, filled.transition],
    [undefined, 63, null, ['b2'], null],
  );
  assert.equal(service.list().favourites[1], other);
  assert.match(await refusalOf(() => service.update(id, change({ page_id: 'p1' }))), /^400 /);
  assert.match(await refusalOf(() => service.update('x', change({ name: 'A' }))), /^404 There is no favourite "x"/);
  assert.is(service.list().favourites[0]?.fill, 63);
});

const B1 = { board_id: 'b1', sent: false, reason: null, code: null };
const sends: [what: string, answers: Answer[], told: unknown[]][] = [
  ['nothing', [B1], [false, null, null]],
  ['a refusal', [B1, { ...B1, board_id: 'b2', reason: 'Paused.', code: 'paused' }], [false, 'Paused.', 'paused']],
  [
    'one that moved, before a refusal',
    [
      { ...B1, reason: 'Paused.', code: 'paused' },
      { ...B1, board_id: 'b2', sent: true, code: 'sent' },
    ],
    [true, null, 'sent'],
  ],
];
for (const [what, answers, told] of sends)
  test(`what is told of boards: ${what}`, async () => {
    const { service, posted } = open(answers);
    const { id } = await service.create(create({ text: 'TEA', boards: 'all', minutes: 5 }));
    const { favourite_id, sent, reason, code, boards } = await service.send(id);
    assert.equal([favourite_id, sent, reason, code], [id, ...told]);
    assert.equal(
      boards,
      answers.map((one) => ({ ...one, expires_at: null })),
    );
    const message = { text: 'TEA', boards: ['b1', 'b2'], duration_minutes: 5, transition: undefined, force: false };
    assert.equal(posted, [['-', message, 'favourite']]);
  });

test('a favourite whose boards are gone cannot be sent', async () => {
  const { service, store } = open();
  const { id } = await service.create(create({ text: 'TEA', boards: ['b2'] }));
  await store.update(({ boards }) => ({ boards: boards.slice(0, 1) }));
  assert.is(await refusalOf(() => service.send(id)), '404 The favourite "Tea" has no board any more.');
  assert.match(await refusalOf(() => service.send('x')), /^404 /);
});

test('a page or board that was removed stands in the way of no other change', async () => {
  const { service, store } = open();
  const { id } = await service.create(create({ page_id: 'small', boards: ['b2'] }));
  await store.update(({ boards, pages }) => ({ boards: boards.slice(0, 1), pages: pages.slice(0, 1) }));
  assert.is((await service.update(id, change({ name: 'Dinner' }))).name, 'Dinner');
  assert.equal((await service.update(id, change({ boards: ['b2'], minutes: 5 }))).boards, ['b2']);
  for (const moved of [{ boards: ['b1'] }, { page_id: 'small', boards: ['b1'] }, { boards: ['b3'] }])
    assert.match(await refusalOf(() => service.update(id, change(moved))), /^404 /);
});

test('a token opens its favourite until it is revoked, or the favourite goes', async () => {
  const { service, state } = open();
  const one = await service.create(create({ text: 'A' }));
  const two = await service.create(create({ text: 'B' }));
  const [first, other] = [await service.addToken(one.id), await service.addToken(two.id)];
  assert.equal([service.byToken(first).id, service.byToken(other).id], [one.id, two.id]);
  assert.equal(
    service.list().favourites.map(({ tokens }) => tokens),
    [1, 1],
  );
  assert.not.match(JSON.stringify(state().auth), first);
  await service.revokeTokens(one.id);
  assert.match(await refusalOf(() => service.byToken(first)), /^404 /);
  assert.is(service.byToken(other).id, two.id);
  const again = await service.addToken(one.id);
  await service.remove(one.id);
  assert.match(await refusalOf(() => service.byToken(again)), /^404 /);
  assert.equal([service.list().favourites.map(({ id }) => id), state().auth.favourite_tokens?.length], [[two.id], 1]);
  assert.match(await refusalOf(() => service.byToken('')), /^404 /);
  for (const work of [() => service.remove('x'), () => service.addToken('x'), () => service.revokeTokens('x')])
    assert.match(await refusalOf(work), /^404 /);
});

test('a favourite without tokens goes without a change of the account', async () => {
  const { service, state } = open();
  const { id } = await service.create(create({ text: 'A' }));
  const { auth } = state();
  await service.remove(id);
  assert.ok(state().auth === auth);
});

test('a favourite has a bounded number of tokens, whatever others have', async () => {
  const { service } = open();
  const one = await service.create(create({ text: 'A' }));
  const two = await service.create(create({ text: 'B' }));
  for (let count = 0; count < MOST_FAVOURITE_TOKENS; count++) await service.addToken(one.id);
  assert.match(await refusalOf(() => service.addToken(one.id)), /^409 /);
  assert.is(await refusalOf(() => service.addToken(two.id)), 'done');
});

test.run();
