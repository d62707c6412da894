import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../src/schema/content/collections.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { startFlatRig, type FlatRig } from '../../support/flat-rig.ts';

const test = suite('http/flat/collections');

let rig: FlatRig;
const pages: Record<string, string> = {};
test.before(async () => {
  rig = await startFlatRig(createFakeClock('2026-03-02T10:00:30Z'));
  for (const name of ['A', 'B']) pages[name] = await rig.page(name, [name]);
  pages['C'] = (await rig.call<Collection>('POST', '/collections', { name: 'C', page_ids: [pages['A']] })).body.id;
});
test.after(() => rig.close());

const status = async (method: string, path: string, body?: unknown): Promise<number> =>
  (await rig.call(method, path, body)).status;

test('a collection is made, read, listed, changed and deleted; its pages stay', async () => {
  const made = await rig.call<Collection>('POST', '/collections', { name: 'One', page_ids: [pages['A'], pages['B']] });
  assert.is(made.status, 201);
  const { id } = made.body;
  assert.match(id, /^collection:/);
  assert.equal(made.body.time, { interval_seconds: 30 });
  assert.equal((await rig.call('GET', `/collections/${id}`)).body, made.body);
  const list = await rig.call<{ collections: Collection[]; total: number }>('GET', '/collections');
  assert.is(list.body.total, list.body.collections.length);
  assert.ok(list.body.collections.some((one) => one.id === id));
  assert.is((await rig.call<Collection>('PUT', `/collections/${id}`, { name: 'Two' })).body.name, 'Two');
  assert.equal((await rig.call('DELETE', `/collections/${id}`)).body, { id });
  for (const method of ['GET', 'PUT', 'DELETE'])
    assert.is(await status(method, `/collections/${id}`, method === 'PUT' ? {} : undefined), 404);
  assert.is(await status('GET', `/collections/${id}/references`), 404);
  assert.is(await status('GET', `/pages/${pages['A']}`), 200);
});

const EXTRAS = new Set(['members', 'rotation', 'skip_empty', 'fallback_page_id']);
const withoutExtras = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (name, value: unknown) => (EXTRAS.has(name) ? undefined : value));

test('both surfaces answer the same, but for what v1 does not have', async () => {
  for (const path of ['/collections', `/collections/${pages['C']}`, '/collections/nope']) {
    const [flat, v1] = [await rig.call('GET', path), await rig.call('GET', `/v1${path}`)];
    assert.is(flat.status, v1.status, path);
    assert.equal(withoutExtras(flat.body), v1.body, path);
  }
});

const rules = (expression: string, page = 'A', more: object = {}) => ({
  selection_mode: 'variable',
  variable: { rules: [{ expression, page_id: page }], default_page_id: 'B', ...more },
});
const FORMS: [string, object, number][] = [
  ['no name', { name: undefined }, 422],
  ['an empty name', { name: '' }, 422],
  ['a name of 100', { name: 'x'.repeat(100) }, 201],
  ['a name of 101', { name: 'x'.repeat(101) }, 422],
  ['no members', { page_ids: undefined }, 422],
  ['an unknown member', { page_ids: ['A', 'nope'] }, 400],
  ['a member twice', { page_ids: ['A', 'A'] }, 400],
  ['a collection as a member', { page_ids: ['C'] }, 400],
  ['an unknown mode', { selection_mode: 'mood' }, 422],
  ['5 s', { time: { interval_seconds: 5 } }, 201],
  ['4 s', { time: { interval_seconds: 4 } }, 422],
  ['86400 s', { time: { interval_seconds: 86_400 } }, 201],
  ['86401 s', { time: { interval_seconds: 86_401 } }, 422],
  ['random every 5 s', { selection_mode: 'random', random: { interval_seconds: 5 } }, 201],
  ['random every 4 s', { selection_mode: 'random', random: { interval_seconds: 4 } }, 422],
  ['variables without rules of choice', { selection_mode: 'variable' }, 400],
  ['a rule', rules('{{= 1 > 0 }}'), 201],
  ['a bare rule', rules('1 > 0'), 201],
  ['a rule that is no formula', rules('{{= 1 + }}'), 400],
  ['an empty rule', rules(''), 422],
  ['a rule for a stranger', rules('1', 'C'), 400],
  ['a default that is no member', rules('1', 'A', { default_page_id: 'C' }), 400],
  ['no default', rules('1', 'A', { default_page_id: undefined }), 422],
  ['a look every 2 s', rules('1', 'A', { poll_seconds: 2 }), 201],
  ['a look every second', rules('1', 'A', { poll_seconds: 1 }), 422],
  ['a look every 600 s', rules('1', 'A', { poll_seconds: 600 }), 201],
  ['a look every 601 s', rules('1', 'A', { poll_seconds: 601 }), 422],
];
/** The letters in a body stand for the pages of these names. */
const resolved = (body: object): unknown =>
  JSON.parse(JSON.stringify(body).replace(/"([ABC])"/g, (_all, name: string) => JSON.stringify(pages[name])));
for (const [name, change, expected] of FORMS) {
  test(`making a collection with ${name} is ${expected}, and so on the versioned surface`, async () => {
    const body = resolved({ name: 'Made', page_ids: ['A', 'B'], ...change });
    assert.equal(
      [await status('POST', '/collections', body), await status('POST', '/v1/collections', body)],
      [expected, expected],
    );
  });
}

test('a rule that fails says where', async () => {
  const { body } = await rig.call<{ detail: string }>(
    'POST',
    '/collections',
    resolved({ name: 'Made', page_ids: ['A', 'B'], ...rules('1 + ') }),
  );
  assert.match(body.detail, /offset \d+/);
});

test('a page that is none is told under the field that named it', async () => {
  for (const fields of [{ page_ids: ['nope'] }, { members: [{ page_id: 'nope' }] }, { members: [] }]) {
    const { status: made, body } = await rig.call<{ detail: string }>('POST', '/collections', { name: 'M', ...fields });
    assert.equal([made, body.detail.split(':')[0]], [400, Object.keys(fields)[0]]);
  }
});

test.run();
