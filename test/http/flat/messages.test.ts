import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { FlatMessageAnswer, ListedMessage } from '../../../src/schema/content/messages.ts';
import type { BoardProgramme } from '../../../src/schema/state.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { startFlatRig, type FlatRig } from '../../support/flat-rig.ts';
import { until } from '../../support/until.ts';

const MINUTE = 60_000;
const [A, B, C, D] = [1, 2, 3, 4];
const clock = createFakeClock('2026-03-02T10:00:30Z');
let rig: FlatRig;
let base = '';

const test = suite('http/flat/messages');

const send = (body: object, board = rig.wall) => rig.call<FlatMessageAnswer>('POST', `/boards/${board}/message`, body);
const sent = async (body: object) => {
  const { status, body: answer } = await send(body);
  assert.is(status, 200, JSON.stringify(answer));
  return answer;
};
const list = async () =>
  (await rig.call<{ messages: ListedMessage[] }>('GET', `/boards/${rig.wall}/messages`)).body.messages;
const states = async () => (await list()).map(({ text, state }) => `${text.trim().charAt(0)} ${state}`);
/** Whether a message that begins with a letter is up in what is stored. */
const isUp = (code: number): boolean =>
  (rig.appliance.app.store.state.programmes[rig.wall]?.messages ?? []).some(
    ({ state, content }) => state === 'up' && content.kind === 'grid' && content.characters[0]?.[0] === code,
  );
/** Waits for a flap on the wall. When a message began is stored after its frame: only then may the clock go on. */
const shows = (code: number) => until(() => rig.first() === code && (code === B || isUp(code)));
const passes = (critical_passes: string) =>
  rig.store(({ boards }) => ({ boards: boards.map((board) => ({ ...board, critical_passes }) as typeof board) }));
const writesOf = () => rig.emulator.requests.filter(({ method }) => method === 'POST').length;
const pause = (paused: boolean) => rig.call('PATCH', `/v1/boards/${rig.wall}`, { paused });
const pin = () => rig.call('PUT', `/v1/boards/${rig.wall}/active-page`, { page_id: base });
const timeIn = (minutes: number) => new Date(clock.now() + minutes * MINUTE).toISOString().slice(11, 16);
/** A silence from two minutes from now on, for five minutes. */
const silence = (mode: string) =>
  rig.call('PUT', '/settings/silence-schedule', {
    enabled: true,
    start_time: timeIn(2),
    end_time: timeIn(7),
    mode,
  });

test.before(async () => {
  rig = await startFlatRig(clock, { SERVICE_TIMEZONE: 'UTC' });
  base = await rig.page('Base', ['BASE']);
});
test.after(() => rig.close());
test.before.each(async () => {
  await rig.call('PUT', '/settings/silence-schedule', { enabled: false });
  await rig.store((state) => ({ programmes: {}, settings: { ...state.settings, output_target: 'both' } }));
  await passes('silence');
  await pause(false);
  await pin();
  await shows(B);
});

test('a message answers the members of v1 and its own', async () => {
  const { id, ...answer } = await sent({ text: 'A', duration_minutes: 5, priority: 'urgent' });
  assert.type(id, 'string');
  assert.equal(
    [answer.state, answer.ends_by, answer.warnings, answer.sent, answer.reason, answer.board_id],
    ['shown', 'time', [], true, null, rig.wall],
  );
  assert.is(answer.expires_at, new Date(clock.now() + 5 * MINUTE).toISOString());
  const [listed, ...others] = await list();
  assert.equal(others, []);
  assert.equal(
    [listed?.id, listed?.state, listed?.priority, listed?.from, listed?.until, listed?.at],
    [id, 'shown', 'urgent', new Date(clock.now()).toISOString(), answer.expires_at, null],
  );
});

for (const [body, ends_by] of [
  [{}, 'change'],
  [{ duration_minutes: 1 }, 'time'],
  [{ acknowledge: true }, 'acknowledgement'],
] as const)
  test(`ends_by ${ends_by}`, async () => assert.is((await sent({ text: 'A', ...body })).ends_by, ends_by));

test('what an urgent message covers comes back with its remaining time', async () => {
  await sent({ text: 'A', duration_minutes: 10 });
  await clock.advance(4 * MINUTE);
  const { id } = await sent({ text: 'C', priority: 'urgent', duration_minutes: 60 });
  assert.equal(await states(), ['C shown', 'A queued']);
  await clock.advance(7 * MINUTE);
  await rig.call('DELETE', `/messages/${id}`);
  await shows(A);
  const [back] = await list();
  assert.is(back?.until, new Date(clock.now() + 6 * MINUTE).toISOString());
  await clock.advance(6 * MINUTE);
  await shows(B);
  assert.equal(await list(), []);
});

test('the same after a restart in the middle', async () => {
  await sent({ text: 'A', duration_minutes: 10 });
  await clock.advance(4 * MINUTE);
  const { expires_at } = await sent({ text: 'C', priority: 'urgent', duration_minutes: 4 });
  await sent({ text: 'D', when_busy: 'queue', duration_minutes: 3 });
  await sent({ text: 'E', at: new Date(clock.now() + 14 * MINUTE).toISOString() });
  const before = await list();
  await rig.appliance.restart();
  assert.equal(await list(), before);
  assert.equal(await states(), ['C shown', 'A queued', 'D queued', 'E planned']);
  await clock.advance(4 * MINUTE);
  await shows(A);
  // A slow stop pushes the clock on.
  assert.is((await list())[0]?.until, new Date(Date.parse(expires_at ?? '') + 6 * MINUTE).toISOString());
  await clock.advance(6 * MINUTE);
  await shows(D);
  await clock.advance(3 * MINUTE);
  await shows(B);
  await clock.advance(MINUTE);
  await shows(5);
  assert.equal(await states(), ['E shown']);
});

/** [what is up, what comes, what becomes of it, what is there then] */
const MEETINGS: [up: object, next: object, state: string, there: string[]][] = [
  [{}, {}, 'shown', ['C shown']],
  [{ duration_minutes: 5 }, {}, 'shown', ['C shown']],
  [{ priority: 'ambient' }, {}, 'shown', ['C shown']],
  [{}, { priority: 'ambient' }, 'dropped', ['A shown']],
  [{ priority: 'urgent' }, {}, 'dropped', ['A shown']],
  [{ priority: 'critical' }, { priority: 'urgent' }, 'dropped', ['A shown']],
  [{ priority: 'urgent' }, { when_busy: 'queue' }, 'queued', ['A shown', 'C queued']],
  [{}, { when_busy: 'queue' }, 'queued', ['A shown', 'C queued']],
  [{}, { when_busy: 'drop' }, 'dropped', ['A shown']],
  [{}, { when_busy: 'drop', priority: 'urgent' }, 'shown', ['C shown', 'A queued']],
  [{ priority: 'urgent' }, { priority: 'critical' }, 'shown', ['C shown', 'A queued']],
  [{ acknowledge: true }, {}, 'shown', ['C shown']],
];
for (const [up, next, state, there] of MEETINGS)
  test(`${JSON.stringify(up)} is up, ${JSON.stringify(next)} comes: ${state}`, async () => {
    await sent({ text: 'A', ...up });
    const answer = await sent({ text: 'C', ...next });
    assert.is(answer.state, state);
    assert.is(answer.sent, state === 'shown');
    assert.is(answer.reason === null, state === 'shown');
    assert.equal(await states(), there);
    assert.is(rig.first(), state === 'shown' ? C : A);
  });

test('v1 is told honestly that something more urgent is up', async () => {
  await sent({ text: 'A', priority: 'urgent' });
  const { status, body } = await rig.call<FlatMessageAnswer>('POST', `/v1/boards/${rig.wall}/message`, { text: 'C' });
  assert.equal([status, body.sent, body.expires_at], [200, false, null]);
  assert.match(String(body.reason), /Another message/);
  assert.equal(Object.keys(body).sort(), ['board_id', 'characters', 'expires_at', 'reason', 'sent', 'text']);
  assert.is(rig.first(), A);
});

test('the queue goes on by itself, the more urgent first, and takes 20', async () => {
  await sent({ text: 'A', duration_minutes: 1 });
  for (let each = 0; each < 18; each++)
    await sent({ text: 'E', when_busy: 'queue', duration_minutes: 1, priority: 'ambient' });
  for (const text of ['C', 'D']) await sent({ text, when_busy: 'queue', duration_minutes: 1 });
  assert.equal((await states()).slice(0, 4), ['A shown', 'C queued', 'D queued', 'E queued']);
  const { status, body } = await send({ text: 'X', when_busy: 'queue' });
  assert.is(status, 409);
  assert.match(String(Object(body).detail), /20/);
  for (const code of [C, D, 5, 5]) {
    await clock.advance(MINUTE);
    await shows(code);
  }
  await until(async () => (await list()).length === 17);
});

test('what waits can be cancelled, without a write', async () => {
  await sent({ text: 'A' });
  const { id } = await sent({ text: 'C', when_busy: 'queue' });
  const writes = rig.emulator.requests.length;
  const { body } = await rig.call<FlatMessageAnswer>('DELETE', `/messages/${id}`);
  assert.equal([body.sent, body.state, body.id], [false, 'dropped', id]);
  assert.is(
    rig.emulator.requests.filter(({ method }) => method === 'POST').length,
    rig.emulator.requests.slice(0, writes).filter(({ method }) => method === 'POST').length,
  );
  assert.equal(await states(), ['A shown']);
});

test('a message that is to be acknowledged stays over pins and rules until it is', async () => {
  const { id } = await sent({ text: 'A', acknowledge: true });
  const { body: pinned } = await rig.call<{ sent: boolean }>('PUT', `/v1/boards/${rig.wall}/active-page`, {
    page_id: base,
  });
  assert.not(pinned.sent);
  await rig.call('POST', '/force-refresh', { board_id: rig.wall });
  await clock.advance(2 * MINUTE);
  assert.is(rig.first(), A);
  const { status, body } = await rig.call<FlatMessageAnswer>('POST', `/messages/${id}/acknowledge`);
  assert.equal([status, body.sent, body.ends_by], [200, true, 'acknowledgement']);
  await shows(B);
  assert.is((await rig.call('POST', `/messages/${id}/acknowledge`)).status, 404);
});
test('409: a message that waits for nobody is not acknowledged', async () => {
  const { id } = await sent({ text: 'A' });
  assert.is((await rig.call('POST', `/messages/${id}/acknowledge`)).status, 409);
  assert.is(rig.first(), A);
});
test('with a duration it says that it stays', async () => {
  const { warnings, expires_at, ends_by } = await sent({ text: 'A', acknowledge: true, duration_minutes: 5 });
  assert.match(warnings.join(), /duration_minutes/);
  assert.equal([expires_at, ends_by], [null, 'acknowledgement']);
});

test('later: listed, moved, shown in its time', async () => {
  const at = (minutes: number) => new Date(clock.now() + minutes * MINUTE).toISOString();
  const answer = await sent({ text: 'A', at: at(8), duration_minutes: 5 });
  assert.equal([answer.state, answer.sent, answer.expires_at], ['planned', false, null]);
  assert.equal(
    (await list()).map(({ state, at: begins, until: ends, from }) => [state, begins, ends, from]),
    [['planned', at(8), at(13), null]],
  );
  const moved = await rig.call<ListedMessage>('PATCH', `/messages/${answer.id}`, { at: at(3) });
  assert.equal([moved.status, moved.body.at], [200, at(3)]);
  await clock.advance(2 * MINUTE + 59_000);
  assert.is(rig.first(), B);
  await clock.advance(1000);
  await shows(A);
  await clock.advance(5 * MINUTE);
  await shows(B);
});
test('at local time over the change of the clocks', async () => {
  const night = createFakeClock('2026-03-29T01:28:00Z');
  const other = await startFlatRig(night, { SERVICE_TIMEZONE: 'Europe/Berlin' });
  try {
    const path = `/boards/${other.wall}/message`;
    // 02:30 does not exist in this night, 03:30 comes half an hour after 02:00.
    for (const [local, utc] of [
      ['2026-03-29T03:30', '2026-03-29T01:30:00.000Z'],
      ['2026-10-25T04:00', '2026-10-25T03:00:00.000Z'],
    ] as const) {
      const { body } = await other.call<FlatMessageAnswer>('POST', path, { text: 'A', at: local });
      const { messages } = (await other.call<{ messages: ListedMessage[] }>('GET', `${path}s`)).body;
      assert.is(messages.find(({ id }) => id === body.id)?.at, utc);
    }
    await night.advance(2 * MINUTE - 1);
    assert.is.not(other.first(), A);
    await night.advance(1);
    await until(() => other.first() === A);
  } finally {
    await other.close();
  }
});

test('in the silence: urgent is refused, critical passes, later and after silence wait', async () => {
  await silence('freeze');
  await clock.advance(3 * MINUTE);
  for (const priority of ['ambient', 'normal', 'urgent'])
    assert.is((await send({ text: 'A', priority })).status, 409, priority);
  const { state } = await sent({ text: 'D', after_silence: true, duration_minutes: 10 });
  assert.is(state, 'planned');
  const { id } = await sent({ text: 'C', priority: 'critical' });
  assert.is(rig.first(), C);
  await rig.call('DELETE', `/messages/${id}`);
  await shows(B);
  await passes('none');
  assert.is((await send({ text: 'A', priority: 'critical' })).status, 409);
  await clock.advance(4 * MINUTE);
  await shows(D);
  await clock.advance(10 * MINUTE);
  await shows(B);
});
test('an urgent message that is up when silence begins is there again afterwards', async () => {
  await silence('indicator');
  await sent({ text: 'A', priority: 'urgent' });
  await clock.advance(2 * MINUTE);
  await until(() => rig.first() === 0);
  await clock.advance(5 * MINUTE);
  await shows(A);
});
test('a critical message goes through a pause where its owner lets it, and gives back what was there', async () => {
  await pause(true);
  assert.is((await send({ text: 'A', priority: 'critical' })).status, 409);
  await passes('all');
  const { sent: moved, id } = await sent({ text: 'A', priority: 'critical', duration_minutes: 5 });
  assert.ok(moved);
  assert.is(rig.first(), A);
  assert.is((await send({ text: 'C' })).status, 409);
  await clock.advance(5 * MINUTE);
  await shows(B);
  assert.is((await rig.call('DELETE', `/messages/${id}`)).status, 404);
});

test('who ends a critical message on a closed board is told that the flaps went back', async () => {
  await passes('all');
  const closings: [name: string, close: () => Promise<unknown>, open: () => Promise<unknown>][] = [
    ['pause', () => pause(true), () => pause(false)],
    [
      'quiet',
      () => rig.call('PUT', `/boards/${rig.wall}/quiet`, { minutes: 60 }),
      () => rig.call('DELETE', `/boards/${rig.wall}/quiet`),
    ],
  ];
  for (const [name, close, open] of closings) {
    await close();
    const { id } = await sent({ text: 'A', priority: 'critical', acknowledge: true });
    const { body } = await rig.call<FlatMessageAnswer>('POST', `/messages/${id}/acknowledge`);
    assert.equal([body.sent, body.reason, body.code], [true, null, 'sent'], name);
    assert.is(body.text.trim(), 'BASE', name);
    assert.is(rig.first(), B, name);
    await open();
  }
  await silence('indicator');
  await clock.advance(3 * MINUTE);
  await until(() => rig.first() === 0);
  const { id } = await sent({ text: 'A', priority: 'critical' });
  const { body } = await rig.call<FlatMessageAnswer>('DELETE', `/messages/${id}`);
  assert.equal([body.sent, body.text.trim()], [true, 'SNOOZING']);
});
test('what a closed board showed before a critical message comes back over a restart (rules, P10)', async () => {
  await passes('all');
  await pause(true);
  await sent({ text: 'A', priority: 'critical', duration_minutes: 5 });
  await until(() => rig.appliance.app.store.state.programmes[rig.wall]?.covered?.[0]?.[0] === B);
  await rig.appliance.restart();
  await clock.advance(4 * MINUTE);
  assert.is(rig.first(), A);
  await clock.advance(2 * MINUTE);
  await shows(B);
  await until(() => rig.appliance.app.store.state.programmes[rig.wall]?.covered === null);
});
test('a pause that a critical message does not go through leaves it on the flaps', async () => {
  await sent({ text: 'A', priority: 'critical', duration_minutes: 5 });
  await pause(true);
  await clock.advance(MINUTE);
  assert.is(rig.first(), A);
  const { body } = await rig.call<FlatMessageAnswer>('DELETE', `/v1/boards/${rig.wall}/message`);
  assert.is(body.sent, false);
  assert.is(rig.first(), A);
});
test('a critical message of the queue goes up in the silence, the others wait for its end (rules, P10)', async () => {
  await silence('freeze');
  await clock.advance(3 * MINUTE);
  await sent({ text: 'A', priority: 'critical', duration_minutes: 1 });
  await sent({ text: 'C', priority: 'critical', when_busy: 'queue', duration_minutes: 1 });
  await rig.store(({ programmes }) => ({
    programmes: {
      ...programmes,
      [rig.wall]: {
        ...(programmes[rig.wall] as BoardProgramme),
        messages: (programmes[rig.wall]?.messages ?? []).flatMap((one) =>
          one.state === 'queued' ? [{ ...one, id: 'normal', priority: 'normal' as const }, one] : [one],
        ),
      },
    },
  }));
  await clock.advance(MINUTE);
  await shows(C);
  await clock.advance(MINUTE);
  await shows(B);
  assert.equal(await states(), ['C queued']);
  await clock.advance(2 * MINUTE);
  await shows(C);
});
test('who takes a covered message away moves no flap', async () => {
  const { id } = await sent({ text: 'A' });
  await sent({ text: 'C', priority: 'urgent' });
  const writes = writesOf();
  const { body } = await rig.call<FlatMessageAnswer>('DELETE', `/messages/${id}`);
  assert.equal([body.sent, body.code, body.text.trim(), body.characters[0]?.[0]], [false, 'nothing_to_show', 'C', C]);
  assert.is(writesOf(), writes);
});

test('template: placeholders count and stay live, unknown ones are told before', async () => {
  const { warnings } = await sent({ text: '{{date_time.nothing}} {{nobody.x}}', template: true });
  assert.is(warnings.length, 2, warnings.join());
  assert.match(warnings.join(), /nobody/);
  const { text } = await sent({ text: '{{date_time.minute}} PAST', template: true });
  const minute = String(new Date(clock.now()).getUTCMinutes()).padStart(2, '0');
  assert.ok(text.startsWith(minute), text);
  const literal = await sent({ text: '{{date_time.minute}}' });
  assert.not(literal.text.startsWith(minute));
});
test('template: a long text is wrapped like every other', async () => {
  const { text } = await sent({ text: 'ABCDEFGHIJ KLMNOPQRST UVWXYZ', template: true });
  assert.equal(
    text
      .split('\n')
      .slice(0, 2)
      .map((row) => row.trim()),
    ['ABCDEFGHIJ KLMNOPQRST', 'UVWXYZ'],
  );
});
test('rows bottom: the page goes on above', async () => {
  const { text, characters } = await sent({ text: 'C', rows: 'bottom' });
  assert.equal(
    characters.map((row) => row.some((code) => code !== 0)),
    [true, false, false, false, false, true],
  );
  const rows = text.split('\n').map((row) => row.trim());
  assert.equal([rows[0], rows[5]], ['BASE', 'C']);
  await rig.call('PUT', `/pages/${base}`, { template: ['BASE', 'TWO'] });
  assert.is(rig.first(), B);
  await rig.call('PUT', `/pages/${base}`, { template: ['BASE'] });
});

test('half of a character is one that has no flap, and no error', async () => {
  const { status, headers } = await rig.call('POST', `/v1/boards/${rig.wall}/message`, { text: 'A\ud800' });
  assert.equal([status, headers.get('flapbox-missing')], [200, '%EF%BF%BD']);
});

test('several boards at once, and all of them', async () => {
  const { body, status } = await send({ text: 'A', boards: [rig.wall, 'primary'] }, '-');
  assert.equal([status, body.boards?.length], [200, 2]);
  const moved = (await send({ text: 'B', boards: ['primary', rig.wall] }, '-')).body;
  assert.equal([moved.sent, moved.board_id], [true, rig.wall], 'flaps were moved, though not on the first board');
  const all = await send({ text: 'C', boards: 'all' }, '-');
  assert.equal([all.status, all.body.boards?.length], [200, 2]);
  await shows(C);
  await pause(true);
  const some = await send({ text: 'D', boards: 'all' }, '-');
  assert.equal([some.status, some.body.boards?.map(({ state }) => state).sort()], [200, ['dropped', 'shown']]);
});

/** [body, path, status, what the detail names] */
const REFUSED: [body: object, board: string | null, status: number, named: RegExp][] = [
  [{ text: 'A', priority: 'loud' }, null, 422, /priority/],
  [{ text: 'A', when_busy: 'wait' }, null, 422, /when_busy/],
  [{ text: 'A', acknowledge: 'yes' }, null, 422, /acknowledge/],
  [{ text: 'A', rows: 'top' }, null, 422, /rows/],
  [{ text: 'A', colour: 'red' }, null, 422, /colour/],
  [{ text: 'A', transition: { speed: 1 } }, null, 422, /speed/],
  [{ text: 'A', at: 'soon' }, null, 422, /at/],
  [{ text: 'A', at: '2026-02-30T10:00:00Z' }, null, 400, /^at/],
  [{ text: 'A', at: '2026-03-01T10:00:00Z' }, null, 400, /^at/],
  [{ text: 'A', at: '2028-03-03T10:00:00Z' }, null, 400, /^at.*year/],
  [{ text: 'A', boards: ['primary'] }, null, 400, /^boards/],
  [{ text: 'A', boards: [] }, '-', 422, /boards/],
  [{ text: 'A', boards: ['nobody'] }, '-', 404, /nobody/],
  [{ text: 'A' }, '-', 400, /^boards/],
  [{ fill: 1, template: true }, null, 400, /^template/],
  [{ fill: 1, rows: 'bottom' }, null, 400, /^rows/],
  [{ text: 'A', lines: ['B'] }, null, 422, /exactly one/],
  [{}, null, 422, /exactly one/],
];
for (const [body, board, status, named] of REFUSED)
  test(`${status}: ${JSON.stringify(body)} to ${board ?? 'the wall'}`, async () => {
    const answer = await send(body, board ?? rig.wall);
    assert.is(answer.status, status, JSON.stringify(answer.body));
    const { detail } = Object(answer.body);
    assert.match(typeof detail === 'string' ? detail : JSON.stringify(detail), named);
  });
for (const [method, path] of [
  ['DELETE', '/messages/nobody'],
  ['POST', '/messages/nobody/acknowledge'],
  ['GET', '/boards/nobody/messages'],
] as const)
  test(`404: ${method} ${path}`, async () => assert.is((await rig.call(method, path)).status, 404));
test('a message that is up is not moved, and a move says where to', async () => {
  const { id } = await sent({ text: 'A' });
  assert.is((await rig.call('PATCH', `/messages/${id}`, { at: '2026-12-01T10:00:00Z' })).status, 409);
  assert.is((await rig.call('PATCH', `/messages/${id}`, {})).status, 422);
  assert.is((await rig.call('PATCH', `/messages/${id}`, { to: '18:00' })).status, 422);
});

test('taking the message of a board down ends all of them but those that are planned', async () => {
  await sent({ text: 'A', duration_minutes: 10 });
  await sent({ text: 'C', priority: 'urgent' });
  await sent({ text: 'D', when_busy: 'queue' });
  await sent({ text: 'E', at: '2026-12-01T10:00:00Z' });
  await rig.call('DELETE', `/v1/boards/${rig.wall}/message`);
  await shows(B);
  assert.equal(await states(), ['E planned']);
});

const vbml = (body: object) =>
  rig.call<FlatMessageAnswer & { page_id: string | null }>('POST', `/boards/${rig.wall}/vbml`, body);
test('a VBML document as a message with an end', async () => {
  const { status, body } = await vbml({
    components: [{ template: '{{who}}', style: { justify: 'right' } }],
    props: { who: 'ANNA' },
    duration_minutes: 5,
  });
  assert.equal([status, body.sent, body.ends_by, body.page_id], [200, true, 'time', null]);
  assert.equal(body.characters[0]?.slice(-4), [1, 14, 14, 1]);
});
test('a VBML document as a page', async () => {
  const { body } = await vbml({ components: [{ rawCharacters: [[A, 63, B]] }], page_name: 'Document' });
  assert.equal(body.characters[0]?.slice(0, 3), [A, 63, B]);
  const page = await rig.call<{ name: string }>('GET', `/pages/${body.page_id}`);
  assert.equal([page.status, page.body.name], [200, 'Document']);
});
test('a page of a VBML document keeps hearts (rules, M10)', async () => {
  const note = { name: 'Note', device_type: 'note' };
  const added = await rig.call<{ boards: { id: string }[] }>('POST', '/settings/board/add', note);
  const body = { components: [{ rawCharacters: [[62, A]] }], page_name: 'Heart' };
  const shown = await rig.call<FlatMessageAnswer>('POST', `/boards/${added.body.boards.at(-1)?.id}/vbml`, body);
  assert.equal(shown.body.characters[0]?.slice(0, 3), [62, A, 0]);
});
for (const [refusal, wishes] of [
  [400, { revert_mode: 'page' }],
  [404, { duration_minutes: 5, revert_mode: 'page', revert_page_id: 'gone' }],
  [409, {}],
] as const)
  test(`a VBML document that is refused with ${refusal} leaves no page`, async () => {
    const pages = async () => (await rig.call<{ total: number }>('GET', '/v1/pages')).body.total;
    const before = await pages();
    if (refusal === 409) await rig.call('PATCH', `/v1/boards/${rig.wall}`, { paused: true });
    const answer = await vbml({ components: [{ template: 'A' }], page_name: 'Document', ...wishes });
    assert.equal([answer.status, await pages()], [refusal, before]);
  });
for (const [body, named] of [
  [{}, /components/],
  [{ components: [] }, /components/],
  [{ components: [{}] }, /exactly one/],
  [{ components: [{ template: 'A', calendar: { month: 1, year: 2026 } }] }, /exactly one/],
  [{ components: [{ template: 'A', style: { justify: 'middle' } }] }, /justify/],
  [{ components: [{ template: 'A', style: { margin: 1 } }] }, /margin/],
  [{ components: [{ rawCharacters: [[99]] }] }, /rawCharacters/],
  [{ components: [{ calendar: { month: 13, year: 2026 } }] }, /month/],
  [{ components: [{ calendar: { month: '0', year: 2026 } }] }, /month/],
  [{ components: [{ template: 'A' }], colour: 1 }, /colour/],
] as const)
  test(`422: the document ${JSON.stringify(body)}`, async () => {
    const answer = await vbml(body);
    assert.is(answer.status, 422);
    assert.match(JSON.stringify(answer.body), named);
  });

test.run();
