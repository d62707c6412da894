import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CollectionCreate } from '../../src/schema/content/collections.ts';
import { MOST_COLLECTION_LETTERS } from '../../src/schema/limits.ts';
import { CollectionService, flatCollection, versioned } from '../../src/service/collections.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { samplePage } from '../support/sample-state.ts';
import { refusalOf, storeWith } from './rig.ts';

const test = suite('service/collections');

const open = () => {
  const clock = createFakeClock('2026-03-02T10:00:00.000Z');
  const { store, state } = storeWith(() => ({
    pages: [samplePage('p1'), samplePage('p2'), samplePage('p3')],
    collections: [],
  }));
  return { clock, store, state, service: new CollectionService(store, clock) };
};
const BODY = { name: 'Round', selection_mode: 'time' } as const;
const bodyOf = (more: object): CollectionCreate => ({ ...BODY, ...more }) as unknown as CollectionCreate;

test('a collection is made with what was sent, and the rest as usual', async () => {
  const { service, state } = open();
  const made = await service.create(bodyOf({ page_ids: ['p1', 'p2'] }));
  const { id, ...rest } = made;
  assert.equal(rest, {
    name: 'Round',
    page_ids: ['p1', 'p2'],
    selection_mode: 'time',
    time: { interval_seconds: 30 },
    variable: null,
    random: null,
    created_at: '2026-03-02T10:00:00.000Z',
    updated_at: null,
  });
  assert.equal(service.list(), { collections: [made], total: 1 });
  assert.equal(service.get(id), made);
  assert.equal(state().collections, [made]);
});

test('members name the pages too, each with what it has of its own', async () => {
  const { service } = open();
  const made = await service.create(
    bodyOf({
      members: [{ page_id: 'p2', seconds: 20, condition: null }, { page_id: 'p1' }],
      skip_empty: false,
      fallback_page_id: 'p3',
      time: { interval_seconds: 60 },
    }),
  );
  assert.equal(made.page_ids, ['p2', 'p1']);
  assert.equal(made.members, [{ page_id: 'p2', seconds: 20 }, { page_id: 'p1' }]);
  assert.equal([made.skip_empty, made.fallback_page_id, made.time], [false, 'p3', { interval_seconds: 60 }]);
  const { members: _members, skip_empty: _skip, fallback_page_id: _page, ...plain } = made;
  assert.equal(versioned(made), plain);
});

test('a fallback that was deleted stands in the way of no other change, and cannot be chosen anew', async () => {
  const { service, store } = open();
  const { id } = await service.create(bodyOf({ page_ids: ['p1', 'p2'], fallback_page_id: 'p3' } as object));
  await store.update(({ pages }) => ({ pages: pages.slice(0, 2) }));
  const { name, fallback_page_id } = await service.update(id, { name: 'Other', fallback_page_id: 'p3' } as never);
  assert.equal([name, fallback_page_id], ['Other', 'p3']);
  assert.equal((await service.update(id, { page_ids: ['p2'] } as never)).page_ids, ['p2']);
  assert.match(await refusalOf(() => service.update(id, { page_ids: ['p3'] } as never)), /^400 page_ids: /);
  await service.update(id, { fallback_page_id: 'p1' } as never);
  assert.match(
    await refusalOf(() => service.update(id, { fallback_page_id: 'p3' } as never)),
    /^400 fallback_page_id: /,
  );
});

test('on the flat surface nothing is missing', async () => {
  const { service } = open();
  const made = await service.create(bodyOf({ page_ids: ['p1', 'p2'] }));
  const { members, rotation, skip_empty, fallback_page_id } = flatCollection(made);
  assert.equal(
    [members, rotation, skip_empty, fallback_page_id],
    [[{ page_id: 'p1' }, { page_id: 'p2' }], 'interval', true, null],
  );
  const own = flatCollection({
    ...made,
    members: [{ page_id: 'p2', seconds: 9 }],
    rotation: 'hour',
    skip_empty: false,
  } as never);
  assert.equal(own.members, [{ page_id: 'p1' }, { page_id: 'p2', seconds: 9 }]);
  assert.equal([own.rotation, own.skip_empty], ['hour', false]);
});

test('of a change only what was sent counts', async () => {
  const { service, clock } = open();
  const made = await service.create(
    bodyOf({ members: [{ page_id: 'p1', seconds: 9 }, { page_id: 'p2' }], fallback_page_id: 'p3' }),
  );
  await clock.advance(60_000);
  const renamed = await service.update(made.id, { name: 'Other' } as never);
  assert.equal(renamed, { ...made, name: 'Other', updated_at: '2026-03-02T10:01:00.000Z' });
  assert.equal(service.get(made.id), renamed);
  const cut = await service.update(made.id, { page_ids: ['p2'], fallback_page_id: '' } as never);
  assert.equal([cut.page_ids, cut.members, cut.fallback_page_id], [['p2'], [{ page_id: 'p2' }], null]);
  const members = await service.update(made.id, { members: [{ page_id: 'p3' }, { page_id: 'p1' }] } as never);
  assert.equal(members.page_ids, ['p3', 'p1']);
  const timed = await service.update(made.id, { time: { interval_seconds: 90 } } as never);
  assert.equal([timed.time, timed.page_ids], [{ interval_seconds: 90 }, ['p3', 'p1']]);
});

test('only the collection that is meant is changed and removed', async () => {
  const { service } = open();
  const [one, two] = [
    await service.create(bodyOf({ page_ids: ['p1'] })),
    await service.create(bodyOf({ page_ids: ['p2'] })),
  ];
  await service.update(two.id, { name: 'Two' } as never);
  assert.equal(
    service.list().collections.map(({ name }) => name),
    ['Round', 'Two'],
  );
  assert.equal(await service.remove(one.id), { id: one.id });
  assert.equal(
    service.list().collections.map(({ id }) => id),
    [two.id],
  );
});

test('pages that are gone may stay, and none may come', async () => {
  const { service, store } = open();
  const made = await service.create(bodyOf({ page_ids: ['p1', 'p2'] }));
  await store.update((state) => ({ pages: state.pages.filter(({ id }) => id !== 'p2') }));
  assert.is((await service.update(made.id, { name: 'Kept' } as never)).name, 'Kept');
  assert.match(await refusalOf(() => service.update(made.id, { page_ids: ['p1', 'p2'] } as never)), /^400 .*p2/);
  assert.match(await refusalOf(() => service.update(made.id, { members: [{ page_id: 'p2' }] } as never)), /^400 .*p2/);
  assert.match(await refusalOf(() => service.create(bodyOf({ page_ids: ['gone'] }))), /^400 .*gone/);
  assert.is(service.list().total, 1);
});

test('what is unknown is 404, and a rule that is none 400', async () => {
  const { service } = open();
  for (const work of [() => service.get('x'), () => service.update('x', {} as never), () => service.remove('x')])
    assert.match(await refusalOf(work), /^404 /);
  const rule = (expression: string) =>
    bodyOf({ members: [{ page_id: 'p1', condition: expression }, { page_id: 'p2' }] });
  assert.match(await refusalOf(() => service.create(rule('{{1 +}}'))), /^400 .*at offset \d+/);
  assert.match(
    await refusalOf(() => service.create(rule(`{{1 == ${'1'.repeat(200_000)}}}`))),
    /^400 .*letters together/,
  );
});

test('rules and conditions of a collection have so many letters together, and not one more', async () => {
  const { service } = open();
  // A formula has spaces around it that count as its letters do.
  const long = '1'.padEnd(4096);
  const body = (condition: string, count: number) =>
    bodyOf({
      members: [{ page_id: 'p1', condition }, { page_id: 'p2' }],
      selection_mode: 'variable',
      variable: {
        rules: Array.from({ length: count }, () => ({ expression: long, page_id: 'p1' })),
        default_page_id: 'p2',
        poll_seconds: 10,
      },
    });
  const most = MOST_COLLECTION_LETTERS / long.length;
  assert.is((await service.create(body(long, most - 1))).variable?.rules.length, most - 1);
  assert.match(await refusalOf(() => service.create(body(`${long} `, most - 1))), /^400 .* can have 65536 letters/);
  assert.match(await refusalOf(() => service.create(body('1', most))), /^400 .* can have 65536 letters/);
});

test.run();
