import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFakeClock } from '../../support/fake-clock.ts';
import { startFlatRig, type FlatRig } from '../../support/flat-rig.ts';

// Which board is meant: the one of the query, else the one of the body, else the primary one.
const test = suite('http/flat/named-board');

let rig: FlatRig;
let primary = '';
let third = '';
let page = '';
test.before(async () => {
  rig = await startFlatRig(createFakeClock('2026-03-02T10:00:30Z'));
  page = await rig.page('Hello', ['HELLO']);
  await rig.call('PUT', '/settings/beta', { transition_plugins: true });
  const { body } = await rig.call<{ boards: { id: string }[] }>('POST', '/settings/board/add', {
    device_type: 'panel',
    grid_rows: 6,
    grid_cols: 22,
    panel: { driver: 'virtual' },
  });
  [primary, , third] = body.boards.map(({ id }) => id) as [string, string, string];
});
test.after(() => rig.close());

const nameOf = (board: unknown): string =>
  board === primary ? 'primary' : board === rig.wall ? 'wall' : board === third ? 'third' : String(board);

interface Operation {
  readonly at: string;
  /** The body, made anew for each request; null for none. */
  readonly body: () => object | null;
  readonly named: readonly ('query' | 'body')[];
  /** What is meant when none is named. */
  readonly usual?: string;
}

const BOTH = ['query', 'body'] as const;
const operations: Operation[] = [
  { at: 'GET /board/current-message', body: () => null, named: ['query'] },
  { at: 'GET /settings/active-page', body: () => null, named: ['query'] },
  { at: 'PUT /settings/active-page', body: () => ({ page_id: page }), named: BOTH },
  { at: 'GET /settings/temporary-override', body: () => null, named: ['query'] },
  { at: 'POST /settings/temporary-override', body: () => ({ page_id: page, duration_minutes: 5 }), named: BOTH },
  { at: 'DELETE /settings/temporary-override', body: () => ({}), named: BOTH },
  { at: 'GET /schedules/active/page', body: () => null, named: ['query'] },
  { at: 'GET /schedules/default-page', body: () => null, named: ['query'] },
  { at: 'PUT /schedules/default-page', body: () => ({ page_id: page }), named: BOTH },
  { at: 'GET /schedules/enabled', body: () => null, named: ['query'] },
  { at: 'PUT /schedules/enabled', body: () => ({ enabled: true }), named: BOTH },
  { at: 'GET /settings/silence-schedule', body: () => null, named: ['query'], usual: 'null' },
  { at: 'PUT /settings/silence-schedule', body: () => ({ enabled: false }), named: BOTH, usual: 'null' },
  { at: 'POST /transitions/restore', body: () => ({}), named: BOTH },
  { at: 'GET /silence-status', body: () => null, named: ['query'] },
];

const forms: [query: string | null, body: string | null | undefined, expected: (usual: string) => string][] = [
  [null, undefined, (usual) => usual],
  ['', undefined, (usual) => usual],
  ['wall', undefined, () => 'wall'],
  [null, null, (usual) => usual],
  [null, 'wall', () => 'wall'],
  ['', 'wall', () => 'wall'],
  ['third', 'wall', () => 'third'],
];
const fits = ({ named }: Operation, query: string | null, body: string | null | undefined): boolean =>
  (query === null || named.includes('query')) && (body === undefined || named.includes('body'));

for (const operation of operations)
  for (const [query, inBody, expected] of forms.filter(([asked, sent]) => fits(operation, asked, sent))) {
    const meant = expected(operation.usual ?? 'primary');
    test(`${operation.at} with ${query ?? 'no'} query and ${String(inBody)} in its body means ${meant}`, async () => {
      const ids: Record<string, string> = { wall: rig.wall, third };
      const [method = '', path = ''] = operation.at.split(' ');
      const search = query === null ? '' : `?board_id=${ids[query] ?? ''}`;
      const sent = operation.body();
      const body = sent && { ...sent, ...(inBody === undefined ? {} : { board_id: inBody && ids[inBody] }) };
      const answer = await rig.call<{ board_id: string | null }>(method, path + search, body ?? undefined);
      assert.is(answer.status, 200, JSON.stringify(answer.body));
      assert.is(nameOf(answer.body.board_id), meant);
    });
  }

test('a board that there is not is 404 everywhere', async () => {
  for (const { at, body, named } of operations.filter((one) => one.named.includes('query'))) {
    const [method = '', path = ''] = at.split(' ');
    const { status } = await rig.call(method, `${path}?board_id=gone`, body() ?? undefined);
    assert.is(status, 404, `${at} ${named.join()}`);
  }
  assert.is((await rig.call('POST', '/force-refresh?board_id=gone')).status, 404);
  const live = { plugin_id: 'wipe', to_page_id: page };
  assert.is((await rig.call('POST', '/transitions/test-live?board_id=gone', live)).status, 404);
});

test.run();
