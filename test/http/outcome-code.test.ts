import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFakeClock } from '../support/fake-clock.ts';
import { startFlatRig, type FlatRig } from '../support/flat-rig.ts';

const clock = createFakeClock('2026-03-02T10:00:30Z');
let rig: FlatRig;
let page = '';
const test = suite('http: why nothing moved, as a code');
test.before(async () => {
  rig = await startFlatRig(clock);
  page = await rig.page('Hello', ['HELLO']);
});
test.after(() => rig.close());

const ALWAYS = { enabled: true, start_time: '00:00', end_time: '23:59' };
const message = (board: string, body: object = { fill: 63, force: true }) =>
  rig.call('POST', `/v1/boards/${board}/message`, body);
const patch = (change: object) => rig.call('PATCH', `/v1/boards/${rig.wall}`, change);
const silence = (change: object) => rig.call('PUT', '/settings/silence-schedule', change);
const reset = async () => {
  await patch({ paused: false });
  await silence({ ...ALWAYS, enabled: false });
  await rig.call('PUT', '/settings/output', { target: 'both' });
  rig.emulator.switches.fault = 'none';
  await message(rig.wall, { fill: 1, force: true });
};

const cases: readonly [
  what: string,
  prepare: () => unknown,
  ask: () => Promise<{ status: number; headers: Headers }>,
  status: number,
  code: string | null,
][] = [
  ['flaps that moved have none', () => 0, () => message(rig.wall), 200, null],
  ['the same again', () => message(rig.wall, { fill: 5 }), () => message(rig.wall, { fill: 5 }), 200, 'unchanged'],
  ['a board of the browser', () => 0, () => message('primary'), 200, 'browser_only'],
  [
    'the target ui',
    () => rig.call('PUT', '/settings/output', { target: 'ui' }),
    () => message(rig.wall),
    200,
    'browser_only',
  ],
  ['a paused board', () => patch({ paused: true }), () => message(rig.wall), 409, 'paused'],
  ['a silenced board', () => silence(ALWAYS), () => message(rig.wall), 409, 'silenced'],
  ['a board that hangs up', () => (rig.emulator.switches.fault = 'reset'), () => message(rig.wall), 500, 'unreachable'],
  [
    'a pin on a paused board',
    () => patch({ paused: true }),
    () => rig.call('PUT', `/v1/boards/${rig.wall}/active-page`, { page_id: page }),
    200,
    'paused',
  ],
  [
    'a pin under a timed message',
    () => message(rig.wall, { fill: 3, duration_minutes: 5 }),
    () => rig.call('PUT', `/v1/boards/${rig.wall}/active-page`, { page_id: page }),
    200,
    'covered',
  ],
  [
    'an unpin, which writes nothing',
    () => 0,
    () => rig.call('PUT', `/v1/boards/${rig.wall}/active-page`, { page_id: null }),
    200,
    null,
  ],
  [
    'the end of a message on a paused board',
    () => patch({ paused: true }),
    () => rig.call('DELETE', `/v1/boards/${rig.wall}/message`),
    200,
    'paused',
  ],
  ['the former way to send', () => 0, () => rig.call('POST', '/send-message', { text: 'HI' }), 200, 'browser_only'],
  [
    'the former way to send, under a more urgent message',
    () => rig.call('POST', '/boards/primary/message', { text: 'NOW', priority: 'urgent', duration_minutes: 5 }),
    () => rig.call('POST', '/send-message', { text: 'LATER' }),
    409,
    'covered',
  ],
  [
    'the former way to refresh',
    () => patch({ paused: true }),
    () => rig.call('POST', '/refresh', { board_id: rig.wall }),
    200,
    'paused',
  ],
];
for (const [what, prepare, ask, status, code] of cases) {
  test(what, async () => {
    await reset();
    await prepare();
    const answer = await ask();
    assert.equal([answer.status, answer.headers.get('flapbox-reason')], [status, code]);
  });
}

test('bodies of the flat surface tell it themselves, those of v1 do not', async () => {
  await reset();
  await patch({ paused: true });
  const flat = await rig.call('PUT', '/settings/active-page', { page_id: page, board_id: rig.wall });
  const v1 = await rig.call('PUT', `/v1/boards/${rig.wall}/active-page`, { page_id: page });
  assert.equal([flat.body['code'], 'code' in v1.body], ['paused', false]);
  await reset();
});

test('a page of another origin may read it', async () => {
  const answer = await rig.appliance.call(
    'POST',
    '/v1/boards/primary/message',
    { text: 'HI' },
    { origin: 'https://elsewhere.example' },
  );
  assert.match(answer.headers.get('access-control-expose-headers') ?? '', /Flapbox-Reason/);
});

test.run();
