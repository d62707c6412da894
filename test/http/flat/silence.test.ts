import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFakeClock } from '../../support/fake-clock.ts';
import { startFlatRig, type FlatRig } from '../../support/flat-rig.ts';
import { until } from '../../support/until.ts';

const PATH = '/settings/silence-schedule';
/** Monday noon in Berlin. */
const clock = createFakeClock('2026-03-02T11:00:00Z');
let rig: FlatRig;
let pageId = '';
let nightId = '';
const test = suite('silence');
test.before(async () => {
  rig = await startFlatRig(clock);
  pageId = await rig.page('Day', ['A']);
  nightId = await rig.page('Night', ['N']);
});
test.after(() => rig.close());
test.before.each(async () => {
  await rig.call('PUT', PATH, {
    enabled: false,
    start_time: '20:00',
    end_time: '07:00',
    days: DAYS,
    mode: 'freeze',
    page_id: null,
    indicator_text: 'SNOOZING',
    indicator_position: 'center',
  });
  await rig.call('DELETE', `${PATH}/${rig.wall}`);
  await rig.call('PUT', '/settings/active-page', { page_id: pageId, board_id: rig.wall });
  await rig.call('POST', '/force-refresh');
});

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const put = (body: object) =>
  rig.call<{ config: Record<string, unknown>; board_id: string | null; warnings: string[]; detail: unknown }>(
    'PUT',
    PATH,
    body,
  );
const status = async (board = rig.wall) =>
  (await rig.call<Record<string, unknown>>('GET', `/silence-status?board_id=${board}`)).body;
const send = (body: object = { text: 'HI' }) => rig.call('POST', `/v1/boards/${rig.wall}/message`, body);
const local = (offsetMinutes: number) =>
  new Date(clock.now() + 3_600_000 + offsetMinutes * 60_000).toISOString().slice(11, 16);
const rows = () => JSON.stringify(rig.emulator.shown());

test('at first there is none', async () => {
  const { body } = await rig.call('GET', PATH);
  assert.equal(body['config'], {
    windows: [{ start: '20:00', end: '07:00', days: DAYS, mode: 'freeze', page_id: null }],
    enabled: false,
    start_time: '20:00',
    end_time: '07:00',
    days: DAYS,
    mode: 'freeze',
    page_id: null,
    indicator_text: 'SNOOZING',
    indicator_position: 'center',
    by_board: {},
  });
  assert.is(body['board_id'], null);
  assert.is((await status())['active'], false);
});

test('only the sent fields apply', async () => {
  await put({ start_time: '22:30' });
  const { body } = await put({ enabled: true, start_time: null as never });
  assert.equal([body.config['enabled'], body.config['start_time'], body.config['end_time']], [true, '22:30', '07:00']);
});

test('a time with an offset is converted to the local clock', async () => {
  const { body } = await put({ start_time: '20:00+00:00', end_time: '06:00Z' });
  assert.equal([body.config['start_time'], body.config['end_time']], ['21:00', '07:00']);
});

test('a board has its own over those of the install', async () => {
  await put({ start_time: '21:00' });
  const { body } = await put({ board_id: rig.wall, end_time: '06:15' });
  assert.equal([body.board_id, body.config['start_time'], body.config['end_time']], [rig.wall, '21:00', '06:15']);
  await put({ start_time: '21:30' });
  assert.is(
    (await rig.call<{ config: Record<string, unknown> }>('GET', `${PATH}?board_id=${rig.wall}`)).body.config[
      'start_time'
    ],
    '21:30',
  );
  assert.is((await status('primary'))['end_time'], '07:00');
  await rig.call('DELETE', `${PATH}/${rig.wall}`);
  assert.is((await status())['end_time'], '07:00');
});

const refusals: [body: object, status: number][] = [
  [{ start_time: '7:00' }, 422],
  [{ start_time: '24:00' }, 400],
  [{ end_time: '12:60' }, 400],
  [{ days: ['funday'] }, 422],
  [{ days: [] }, 400],
  [{ days: 'monday' }, 422],
  [{ mode: 'loud' }, 422],
  [{ mode: 'page' }, 400],
  [{ mode: 'page', page_id: 'gone' }, 404],
  [{ board_id: 'gone' }, 404],
  [{ enabled: 'yes' }, 422],
  [{ indicator_position: 'left' }, 422],
  [{ indicator_text: 'x'.repeat(101) }, 422],
  [{ enabled: true, start_time: '09:00', end_time: '09:00' }, 400],
];
for (const [body, expected] of refusals) {
  test(`refuses ${JSON.stringify(body)}`.slice(0, 100), async () => {
    const before = (await rig.call('GET', PATH)).body;
    assert.is((await put(body)).status, expected);
    assert.equal((await rig.call('GET', PATH)).body, before);
  });
}

test('a page that does not fit the board is refused', async () => {
  const note = await rig.page('Small', ['S'], { device_type: 'note' });
  assert.is((await put({ board_id: rig.wall, mode: 'page', page_id: note })).status, 400);
});

test('freeze: within a second of the minute nothing is written any more, and messages are refused', async () => {
  await put({ enabled: true, start_time: local(2), end_time: local(4) });
  assert.is((await send()).status, 200);
  await rig.call('DELETE', `/v1/boards/${rig.wall}/message`);
  const before = rows();
  await clock.advance(120_000 - (clock.now() % 60_000));
  const inside = await status();
  assert.equal([inside['active'], inside['mode']], [true, 'freeze']);
  const { status: refused, body } = await send();
  assert.is(refused, 409);
  assert.match(String(body['detail']), /silence/);
  assert.is(rows(), before);
  await clock.advance(121_000);
  assert.is((await status())['active'], false);
  assert.is((await send()).status, 200);
});

test('indicator: one board with the text, and the page again at the end', async () => {
  await put({ enabled: true, start_time: local(1), end_time: local(3), mode: 'indicator', indicator_text: 'zzz' });
  await clock.advance(60_000);
  await until(() => rig.emulator.shown().some((row) => row.includes(26)));
  const shown = rig.emulator.shown().map((row) => row.filter((code) => code !== 0));
  assert.equal(
    shown.filter((row) => row.length > 0),
    [[26, 26, 26]],
  );
  const writes = rig.emulator.requests.length;
  await clock.advance(60_000);
  assert.is(rig.emulator.requests.slice(writes).filter(({ method }) => method === 'POST').length, 0, 'one frame only');
  await clock.advance(60_000);
  await until(() => rig.first() === 1);
});

test('page: it is shown through the window', async () => {
  await put({ enabled: true, start_time: local(1), end_time: local(3), mode: 'page', page_id: nightId });
  await clock.advance(60_000);
  await until(() => rig.first() === 14);
  await clock.advance(120_000);
  await until(() => rig.first() === 1);
});

test('a timed message that runs goes on inside the window, a new one is refused', async () => {
  await put({ enabled: true, start_time: local(1), end_time: local(10), mode: 'indicator' });
  assert.is((await send({ text: 'TEA', duration_minutes: 3 })).status, 200);
  await clock.advance(60_000);
  assert.is(rig.first(), 20);
  assert.is((await send({ text: 'NO', duration_minutes: 3 })).status, 409);
  await clock.advance(120_000);
  await until(() => rig.emulator.shown().flat().includes(19));
});

test('DELETE inside the window ends the message and says why nothing moved', async () => {
  await put({ enabled: true, start_time: local(0), end_time: local(10) });
  const { status: code, body } = await rig.call('DELETE', `/v1/boards/${rig.wall}/message`);
  assert.equal([code, body['sent']], [200, false] as never);
  assert.match(String(body['reason']), /silence/);
});

test('a pin inside the window is stored and not sent', async () => {
  await put({ enabled: true, start_time: local(0), end_time: local(10) });
  const { status: code, body } = await rig.call('PUT', `/v1/boards/${rig.wall}/active-page`, { page_id: nightId });
  assert.equal([code, body['sent'], body['page_id']], [200, false, nightId] as never);
});

test('a day that is not in the list has no window', async () => {
  await put({ enabled: true, start_time: local(-1), end_time: local(10), days: ['saturday'] });
  assert.is((await status())['active'], false);
  await put({ days: DAYS });
  assert.is((await status())['active'], true);
});

test('the status tells when it changes next', async () => {
  await put({ enabled: true, start_time: local(0), end_time: local(5) });
  const body = await status();
  assert.is(body['active'], true);
  const left = Number(body['seconds_until_next_change']);
  assert.ok(left > 240 && left <= 300, String(left));
  assert.is(Date.parse(String(body['next_change_utc'])) - clock.now() <= 300_000, true);
  assert.is((await rig.call('GET', '/silence-status?board_id=gone')).status, 404);
});

test('crossing midnight it belongs to the day on which it began', async () => {
  const nights = ['monday'];
  await put({ enabled: true, start_time: '22:00', end_time: '07:00', days: nights });
  const midnight = Date.parse('2026-03-02T23:30:00Z') - clock.now();
  await clock.advance(midnight);
  assert.is((await status())['active'], true, 'Tuesday 00:30 belongs to Monday');
  await clock.advance(24 * 3_600_000);
  assert.is((await status())['active'], false, 'Wednesday 00:30 does not');
});

test('it outlives a restart, which writes nothing', async () => {
  await put({ enabled: true, start_time: local(-1), end_time: local(30) });
  const before = rows();
  await rig.appliance.restart();
  assert.is((await status())['active'], true);
  assert.is(rows(), before);
});

test.run();
