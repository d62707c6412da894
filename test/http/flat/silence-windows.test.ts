import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { SilenceAnswer, SilenceStatus } from '../../../src/schema/appliance/silence.ts';
import { startAppliance } from '../../support/appliance.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { startFlatRig, type FlatRig } from '../../support/flat-rig.ts';
import { until } from '../../support/until.ts';
import { untilQuiet } from '../../support/quiet.ts';

const PATH = '/settings/silence-schedule';
const MINUTE = 60_000;
const DAY = 86_400_000;
const ZONE_AHEAD = 3_600_000; // Berlin in winter
const ALL_DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const UNTOUCHED = {
  enabled: false,
  start_time: '20:00',
  end_time: '07:00',
  days: ALL_DAYS,
  mode: 'freeze' as const,
  page_id: null,
  indicator_text: 'SNOOZING',
  indicator_position: 'center' as const,
};
const [A, B, S, Z] = [1, 2, 19, 26];

// Monday, 11:00:30 in Berlin.
const clock = createFakeClock('2026-03-02T10:00:30Z');
let rig: FlatRig;
let base = '';

const test = suite('http/flat/silence-windows');

/** The silence as it is told without its windows, which have tests of their own. */
const first = <T extends { windows?: unknown }>({ windows: _windows, ...config }: T) => config;
const put = async (body: unknown) => {
  const answer = await rig.call<SilenceAnswer>('PUT', PATH, body);
  const { config } = answer.body;
  return config ? { ...answer, body: { ...answer.body, config: first(config) } } : answer;
};
const get = async (board = '') =>
  first((await rig.call<SilenceAnswer>('GET', `${PATH}${board && `?board_id=${board}`}`)).body.config);
const status = async (board = rig.wall) =>
  (await rig.call<SilenceStatus>('GET', `/silence-status?board_id=${board}`)).body;
const pin = (page_id: string) =>
  rig.call<{ sent: boolean; error: string | null }>('PUT', `/v1/boards/${rig.wall}/active-page`, { page_id });
const pause = (paused: boolean) => rig.call('PATCH', `/v1/boards/${rig.wall}`, { paused });
const writes = () => rig.emulator.requests.filter((one) => one.method === 'POST').length;
const middle = () => rig.emulator.shown()[3]?.[7];

/** Lets a write that the clock set off reach the emulated board. */
const quiet = untilQuiet;

/** Moves the clock to the next time at which it shows `HH:MM:SS` in Berlin; what is far is reached by a jump. */
const to = async (time: string) => {
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number);
  const distance =
    (((((hour * 60 + minute) * 60 + second) * 1000 - ((clock.now() + ZONE_AHEAD) % DAY)) % DAY) + DAY) % DAY;
  const jump = distance > 30 * MINUTE ? Math.floor(distance / MINUTE - 1) * MINUTE : 0;
  clock.jump(jump);
  await clock.advance(distance - jump);
  await quiet();
};

test.before(async () => {
  rig = await startFlatRig(clock);
  base = await rig.page('Base', ['BASE']);
});
test.after(() => rig.close());
test.before.each(async () => {
  await to('11:00:30');
  await rig.store((state) => ({
    programmes: {},
    settings: { ...state.settings, silence_by_board: {}, silence: { ...UNTOUCHED, days: state.settings.silence.days } },
  }));
  await put({ days: ALL_DAYS });
  await pause(false);
  await pin(base);
});

const KEPT: [string, object, object][] = [
  ['the first minute', { start_time: '00:00' }, { start_time: '00:00' }],
  ['the last minute', { end_time: '23:59' }, { end_time: '23:59' }],
  ['a time of a zone with half an hour', { end_time: '01:15+05:30' }, { end_time: '20:45' }],
  ['a time that comes to lie on the day before', { start_time: '00:30+02:00' }, { start_time: '23:30' }],
  ['days, each once and in order', { days: ['sunday', 'monday', 'monday'] }, { days: ['monday', 'sunday'] }],
  ['a text of 100', { indicator_text: 'X'.repeat(100) }, { indicator_text: 'X'.repeat(100) }],
  [
    'nulls, which leave everything',
    {
      enabled: null,
      start_time: null,
      end_time: null,
      days: null,
      mode: null,
      indicator_text: null,
      indicator_position: null,
    },
    {},
  ],
  ['an empty board, which is the install', { board_id: '', enabled: true }, { enabled: true }],
  [
    'equal times while disabled',
    { start_time: '08:00', end_time: '08:00' },
    { start_time: '08:00', end_time: '08:00' },
  ],
];
for (const [name, body, kept] of KEPT) {
  test(`accepted: ${name}`, async () => {
    const answer = await put(body);
    assert.equal(
      [answer.status, answer.body],
      [200, { config: { ...UNTOUCHED, ...kept, by_board: {} }, board_id: null, warnings: [] }],
    );
    assert.equal(await get(), answer.body.config);
  });
}

for (const body of [{ start_time: '07:00:00' }, { end_time: 700 }, { end_time: '07:00+0000' }, { page_id: 5 }, []]) {
  test(`422: ${JSON.stringify(body)}`, async () => assert.is((await put(body)).status, 422));
}

test('the query names the board too', async () => {
  const answer = await rig.call<SilenceAnswer>('PUT', `${PATH}?board_id=${rig.wall}`, { start_time: '12:00' });
  assert.equal(
    [answer.body.board_id, (await get()).start_time, (await get(rig.wall)).start_time],
    [rig.wall, '20:00', '12:00'],
  );
  for (const path of [`${PATH}?board_id=nope`, '/silence-status?board_id=nope'])
    assert.is((await rig.call('GET', path)).status, 404);
  assert.is((await rig.call('DELETE', `${PATH}/nope`)).status, 404);
});

test('a page for the install: 400 when it fits no board, a warning for each that it does not fit', async () => {
  const small = await rig.page('Small', ['S'], { device_type: 'note' });
  assert.is((await put({ mode: 'page', page_id: small })).status, 400);
  const added = await rig.call<{ boards: { id: string }[] }>('POST', '/settings/board/add', {
    device_type: 'note',
    name: 'Note',
  });
  const note = (added.body.boards as { id: string }[]).at(-1)?.id ?? '';
  const answer = await put({ mode: 'page', page_id: small });
  assert.equal([answer.status, answer.body.warnings.length], [200, 2]);
  assert.is((await put({ board_id: note, mode: 'page', page_id: small })).body.warnings.length, 0);
  await rig.call('DELETE', `/settings/board/${note}`);
  assert.equal((await get()).by_board, {});
  assert.is((await put({ page_id: null, mode: 'freeze' })).body.config.page_id, null);
});

test('the status tells where the window stands, to the second', async () => {
  assert.equal([(await status()).next_change_utc, (await status()).seconds_until_next_change], [null, null]);
  await put({ enabled: true, start_time: '11:05', end_time: '11:10' });
  const before = await status();
  assert.equal(
    [before.active, before.seconds_until_next_change, before.start_time_utc, before.end_time_utc],
    [false, 270, '10:05+00:00', '10:10+00:00'],
  );
  assert.equal(
    [before.current_time_utc, before.next_change_utc],
    [new Date(clock.now()).toISOString(), new Date(clock.now() + 270_000).toISOString()],
  );
  const seen: [boolean, number | null][] = [];
  for (const time of ['11:04:59', '11:05:00', '11:09:59', '11:10:00']) {
    await to(time);
    const { active, seconds_until_next_change } = await status();
    seen.push([active, seconds_until_next_change]);
  }
  assert.equal(seen, [
    [false, 1],
    [true, 300],
    [true, 1],
    [false, DAY / 1000 - 300],
  ]);
});

test('freeze: an edit inside is not written, and is shown as soon as the window ends', async () => {
  const page = await rig.page('Edited', ['AAA']);
  await pin(page);
  await put({ enabled: true, start_time: '11:05', end_time: '11:10' });
  const before = writes();
  await to('11:06:00');
  await rig.call('PUT', `/v1/pages/${page}`, { template: ['BBB'] });
  await to('11:09:59');
  assert.equal([writes(), rig.first()], [before, A]);
  await clock.advance(1000);
  await until(() => rig.first() === B);
  assert.is(writes(), before + 1);
});

test('freeze: the end repaints also when nothing has changed', async () => {
  await put({ enabled: true, start_time: '11:05', end_time: '11:10' });
  await to('11:09:59');
  const before = writes();
  await clock.advance(1000);
  await until(() => writes() === before + 1);
  assert.is(rig.first(), B);
});

test('indicator: one frame on entering and one on leaving, each within a second of its minute', async () => {
  await pin(await rig.page('Clock', ['{{date_time.time_24h}}']));
  await put({ enabled: true, start_time: '11:05', end_time: '11:10', mode: 'indicator' });
  await to('11:04:59');
  const before = writes();
  await clock.advance(1000);
  await until(() => middle() === S);
  await to('11:09:59');
  assert.is(writes(), before + 1);
  await clock.advance(1000);
  await until(() => middle() === 0);
  assert.is(writes(), before + 2);
});

const CORNERS: [string, number, number][] = [
  ['top-left', 0, 0],
  ['top-right', 0, 20],
  ['bottom-left', 5, 0],
  ['bottom-right', 5, 20],
  ['center', 3, 10],
];
for (const [position, row, col] of CORNERS) {
  test(`indicator: the text stands ${position}, trimmed and in capitals`, async () => {
    await put({
      enabled: true,
      start_time: '11:00',
      end_time: '11:10',
      mode: 'indicator',
      indicator_text: ' ab ',
      indicator_position: position,
    });
    await until(() => rig.emulator.shown()[row]?.[col] === A);
    assert.equal(
      rig.emulator
        .shown()
        .flat()
        .filter((code) => code !== 0),
      [A, B],
    );
  });
}

test('page: it is drawn once and stands still; a page that is gone gives way to the text', async () => {
  const page = await rig.page('Clock', ['{{date_time.time_24h}}']);
  await put({ enabled: true, start_time: '11:05', end_time: '11:30', mode: 'page', page_id: page });
  const before = writes();
  await to('11:05:00');
  await until(() => writes() === before + 1);
  const entered = rig.emulator.shown();
  await to('11:20:00');
  assert.equal([writes(), rig.emulator.shown()], [before + 1, entered]);
  await rig.call('DELETE', `/v1/pages/${page}`);
  assert.is((await get()).page_id, null);
  await until(() => middle() === S);
});

test('a window that crosses midnight belongs to the day on which it begins', async () => {
  await put({
    enabled: true,
    start_time: '23:30',
    end_time: '00:30',
    days: [ALL_DAYS[(new Date(clock.now()).getUTCDay() + 6) % 7]],
  });
  const seen: boolean[] = [];
  for (const time of ['23:29:59', '23:30:00', '00:00:00', '00:29:59', '00:30:00', '23:45:00']) {
    await to(time);
    seen.push((await status()).active);
  }
  assert.equal(seen, [false, true, true, true, false, false]);
});

test('409 for every way to write; another board is not concerned', async () => {
  await put({ board_id: rig.wall, enabled: true, start_time: '11:00', end_time: '11:10' });
  const before = writes();
  const refused: [string, object][] = [
    [`/v1/boards/${rig.wall}/message`, { text: 'A', force: true }],
    [`/v1/boards/${rig.wall}/message`, { page_id: base, duration_minutes: 5 }],
    ['/send-message', { text: 'A', board_id: rig.wall }],
    ['/settings/temporary-override', { board_id: rig.wall, template: ['A'] }],
    [`/settings/board/${rig.wall}/identify`, {}],
  ];
  for (const [path, body] of refused) assert.is((await rig.call('POST', path, body)).status, 409, path);
  assert.is((await rig.call('POST', '/v1/boards/primary/message', { text: 'A' })).status, 200);
  await quiet();
  assert.is(writes(), before);
});

test('a pin inside is kept, told as not sent, and shown at the end', async () => {
  await put({ enabled: true, start_time: '11:00', end_time: '11:10' });
  const before = writes();
  const { status: answered, body } = await pin(await rig.page('Later', ['ZZZ']));
  assert.equal([answered, body.sent, typeof body.error], [200, false, 'string']);
  await rig.call('POST', '/force-refresh');
  assert.is(writes(), before);
  await to('11:10:00');
  await until(() => rig.first() === Z);
});

test('paused wins: a board that is resumed inside shows the text once', async () => {
  await pause(true);
  const before = writes();
  await put({ enabled: true, start_time: '11:00', end_time: '11:10', mode: 'indicator' });
  await to('11:02:00');
  assert.is(writes(), before);
  await pause(false);
  await until(() => middle() === S);
  assert.is(writes(), before + 1);
});

test('a window that is set while it is open begins at once, and ends at once when it is switched off', async () => {
  await put({ enabled: true, start_time: '11:00', end_time: '11:10', mode: 'indicator' });
  await until(() => middle() === S);
  await put({ enabled: false });
  await until(() => rig.first() === B);
});

test('boards enter and leave by their own windows', async () => {
  await put({ board_id: rig.wall, enabled: true, start_time: '11:02', end_time: '11:04' });
  await put({ board_id: 'primary', enabled: true, start_time: '11:03', end_time: '11:05' });
  const seen: boolean[][] = [];
  for (const time of ['11:01:59', '11:02:00', '11:03:00', '11:04:00', '11:05:00']) {
    await to(time);
    seen.push([(await status()).active, (await status('primary')).active]);
  }
  assert.equal(seen, [
    [false, false],
    [true, false],
    [true, true],
    [false, true],
    [false, false],
  ]);
});

test('a restart inside writes the text at most once more, and the end still repaints', async () => {
  await put({ enabled: true, start_time: '11:02', end_time: '11:10', mode: 'indicator' });
  await to('11:02:30');
  await until(() => middle() === S);
  const before = writes();
  await rig.appliance.restart();
  await to('11:08:00');
  assert.ok(writes() <= before + 1);
  await to('11:10:00');
  await until(() => rig.first() === B);
});

test("on an install with one board a window of the install replaces the board's own", async () => {
  const alone = await startAppliance({ clock });
  try {
    await alone.call('PUT', PATH, { board_id: 'primary', enabled: true, start_time: '01:00', end_time: '02:00' });
    const { body } = await alone.call<SilenceAnswer>('PUT', PATH, { start_time: '03:00', end_time: '04:00' });
    const now = await alone.call<SilenceStatus>('GET', '/silence-status');
    assert.equal([body.config.by_board, now.body.start_time, now.body.enabled], [{}, '03:00', false]);
  } finally {
    await alone.close();
  }
});

test.run();
