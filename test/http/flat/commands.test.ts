import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFakeClock } from '../../support/fake-clock.ts';
import { startFlatRig, type FlatRig } from '../../support/flat-rig.ts';

const test = suite('commands of the flat surface');
let rig: FlatRig;
test.before(async () => {
  rig = await startFlatRig(createFakeClock('2026-03-02T10:00:30Z'));
});
test.after(() => rig.close());

interface Refusal {
  readonly detail: { readonly type: string; readonly loc: string[]; readonly msg: string }[];
}

/** [method, path, what it needs] */
const COMMANDS: ['POST' | 'PUT' | 'PATCH' | 'DELETE', string, object][] = [
  ['PATCH', '/boards/WALL', { paused: true }],
  ['POST', '/settings/board/WALL/pause', { paused: true }],
  ['POST', '/settings/board/WALL/identify', {}],
  ['PUT', '/settings/active-page', { page_id: null, board_id: 'WALL' }],
  ['POST', '/settings/temporary-override', { template: ['A'], board_id: 'WALL' }],
  ['DELETE', '/settings/temporary-override', { board_id: 'WALL' }],
  ['POST', '/pages/any/send', {}],
  ['POST', '/boards/WALL/restore', {}],
  ['POST', '/start', {}],
  ['POST', '/stop', {}],
  ['POST', '/force-refresh', {}],
  ['POST', '/triggers/check', {}],
  ['POST', '/triggers/clear', {}],
  ['POST', '/plugins/date_time/enable', {}],
  ['POST', '/plugins/date_time/disable', {}],
  ['POST', '/mqtt/republish-discovery', {}],
  ['POST', '/status/damage/dismiss', {}],
  ['POST', '/status/safe-start/end', {}],
  ['POST', '/pages/any/restore', {}],
  ['PUT', '/settings/beta', { transition_plugins: false }],
];
for (const [method, path, needed] of COMMANDS)
  test(`${method} ${path} names a member that it does not know (rules, H2)`, async () => {
    const at = path.replace('WALL', rig.wall);
    const body = JSON.parse(
      JSON.stringify({ ...needed, duration_minutes: 'secret' }).replace('WALL', rig.wall),
    ) as object;
    if (path === '/settings/temporary-override' && method === 'POST')
      Object.assign(body, { minutes: 5, duration_minutes: 5 });
    const { status, body: answer } = await rig.call<Refusal>(method, at, body);
    assert.is(status, 422);
    const [{ type, loc, msg } = { type: '', loc: [], msg: '' }] = answer.detail;
    assert.equal([type, loc.length], ['extra_forbidden', 2]);
    assert.ok(['duration_minutes', 'minutes'].includes(loc[1] ?? ''));
    for (const name of Object.keys(needed)) assert.match(msg, name);
    assert.not.match(JSON.stringify(answer), 'secret');
    assert.is((await rig.call<{ paused: boolean }>('GET', `/v1/boards/${rig.wall}`)).body.paused, false);
  });

test('a command of hardware names a member that it does not know, before anything moves', async () => {
  const panel = { driver: 'broker', connection: { url: 'mqtt://127.0.0.1:9', topic_prefix: 'a/b' } };
  const size = { id: 'hall', device_type: 'panel', grid_rows: 3, grid_cols: 15 };
  await rig.call('POST', '/settings/board/add', { ...size, panel });
  const { status, body } = await rig.call<Refusal>('POST', '/boards/hall/actions/forget_follower', { folower: 'x' });
  assert.is(status, 422);
  assert.equal(body.detail[0]?.loc, ['body', 'folower']);
  assert.match(body.detail[0]?.msg ?? '', 'follower');
});

test('what clients send is taken: nothing, null, an empty object, and the size that a page was drawn for', async () => {
  for (const body of [undefined, null, {}]) assert.is((await rig.call('POST', '/start', body)).status, 200);
  const size = { device_type: 'flagship', notes_wide: 1, notes_tall: 1, grid_rows: null, grid_cols: null };
  const override = { template: ['A'], duration_minutes: 5, board_id: rig.wall, ...size };
  assert.is((await rig.call('POST', '/settings/temporary-override', override)).status, 200);
  assert.is((await rig.call('DELETE', '/settings/temporary-override', { board_id: rig.wall })).status, 200);
});

test('v1 and the deprecated pair ignore it, as they are documented', async () => {
  const at = `/v1/boards/${rig.wall}`;
  assert.is((await rig.call('PATCH', at, { paused: false, duration_minutes: 5 })).status, 200);
  assert.is((await rig.call('POST', `${at}/message`, { text: 'A', minutes: 5 })).status, 200);
  assert.is((await rig.call('POST', '/send-message', { text: 'B', board_id: rig.wall, message: 'B' })).status, 200);
});

test('a page is sent to the board that the body names', async () => {
  const page = await rig.page('Hello', ['HELLO']);
  const { body } = await rig.call<{ board_id: string }>('POST', `/pages/${page}/send`, { board_id: rig.wall });
  assert.is(body.board_id, rig.wall);
});

test.run();
