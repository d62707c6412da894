import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Override, OverrideAnswer } from '../../../src/schema/content/overrides.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { startFlatRig, type FlatRig } from '../../support/flat-rig.ts';
import { until } from '../../support/until.ts';

const PATH = '/settings/temporary-override';
const MINUTE = 60_000;
const [A, B, T] = [1, 2, 20];

const clock = createFakeClock('2026-03-02T10:00:30Z');
let rig: FlatRig;
let base = '';
let after = '';
let small = '';

const test = suite('http/flat/override-ends');

const set = (body: object) => rig.call<OverrideAnswer>('POST', `${PATH}?board_id=${rig.wall}`, body);
const get = async () => (await rig.call<Override>('GET', `${PATH}?board_id=${rig.wall}`)).body;
const end = async (body?: object) =>
  (await rig.call<OverrideAnswer>('DELETE', `${PATH}?board_id=${rig.wall}`, body)).body;
const writes = () => rig.emulator.requests.filter((one) => one.method === 'POST').length;
const detail = async () => (await rig.call<Record<string, unknown>>('GET', `/v1/boards/${rig.wall}`)).body;

test.before(async () => {
  rig = await startFlatRig(clock);
  base = await rig.page('Base', ['BASE']);
  after = await rig.page('After', ['AFTER']);
  small = await rig.page('Small', ['S'], { device_type: 'note' });
});
test.after(() => rig.close());
test.before.each(async () => {
  rig.emulator.switches.fault = 'none';
  await rig.store((state) => ({ programmes: {}, settings: { ...state.settings, output_target: 'both' } }));
  await rig.call('PUT', `/v1/boards/${rig.wall}/active-page`, { page_id: base });
  await until(() => rig.first() === B);
});

test('everything that is known of a page that runs', async () => {
  const { status, body } = await set({ page_id: after, duration_minutes: 5 });
  const view = {
    board_id: rig.wall,
    active: true,
    page_id: after,
    template: null,
    line_metadata: null,
    device_type: 'flagship',
    notes_wide: 1,
    notes_tall: 1,
    grid_rows: null,
    grid_cols: null,
    expires_at: new Date(clock.now() + 5 * MINUTE).toISOString(),
    remaining_seconds: 300,
    revert_mode: 'schedule',
    revert_page_id: null,
  };
  assert.equal([status, body], [200, { ...view, sent: true, reason: null, code: 'sent' }]);
  assert.equal(await get(), view);
});

test('the rest of the time has one decimal and becomes less', async () => {
  await set({ page_id: after, duration_minutes: 1 });
  await clock.advance(1234);
  assert.is((await get()).remaining_seconds, 58.8);
});

for (const minutes of [1, 480]) {
  test(`${minutes} minutes are allowed`, async () =>
    assert.is((await set({ page_id: after, duration_minutes: minutes })).body.remaining_seconds, minutes * 60));
}
for (const minutes of [0.5, '5', true, -1]) {
  test(`422: ${JSON.stringify(minutes)} minutes`, async () =>
    assert.is((await set({ page_id: after, duration_minutes: minutes })).status, 422));
}

test('lines keep their alignment', async () => {
  await set({
    template: ['X', 'T'],
    line_metadata: [
      { alignment: 'left', wrap: false },
      { alignment: 'right', wrap: false },
    ],
  });
  assert.is(rig.emulator.shown()[1]?.[21], T);
});

test('it ends by itself to the second, and the pin is back', async () => {
  await set({ page_id: after, duration_minutes: 1 });
  await clock.advance(MINUTE - 1000);
  assert.ok((await get()).active);
  await clock.advance(1000);
  await until(() => rig.first() === B);
  assert.not((await get()).active);
});

test('a page or a blank board can follow it', async () => {
  await set({ template: ['TTT'], duration_minutes: 1, revert_mode: 'page', revert_page_id: after });
  await clock.advance(MINUTE);
  await until(() => rig.first() === A);
  await set({ template: ['TTT'], duration_minutes: 1, revert_mode: 'blank' });
  await clock.advance(MINUTE);
  await until(() =>
    rig.emulator
      .shown()
      .flat()
      .every((code) => code === 0),
  );
});

test('without minutes it stays for days', async () => {
  const { body } = await set({ template: ['AAA'] });
  assert.equal([body.expires_at, body.remaining_seconds], [null, null]);
  clock.jump(3 * 1440 * MINUTE);
  await clock.advance(2 * MINUTE);
  assert.equal([(await get()).active, rig.first(), (await detail())['override_expires_at']], [true, A, null]);
  assert.ok((await end()).sent);
  assert.is(rig.first(), B);
});

test('ending applies what was set to follow', async () => {
  await set({ page_id: after, duration_minutes: 5, revert_mode: 'blank' });
  assert.ok((await end()).sent);
  assert.is(rig.first(), 0);
});

test('it is the timed message of the versioned surface', async () => {
  await rig.call('POST', `/v1/boards/${rig.wall}/message`, { fill: 9, duration_minutes: 5, revert_mode: 'blank' });
  const now = await get();
  assert.equal(
    [now.active, now.page_id, now.template, now.remaining_seconds, now.revert_mode],
    [true, null, null, 300, 'blank'],
  );
  await set({ page_id: after, duration_minutes: 7 });
  assert.is((await detail())['override_expires_at'], (await get()).expires_at);
  await rig.call('DELETE', `/v1/boards/${rig.wall}/message`);
  assert.not((await get()).active);
});

test('what is there already is not written, but runs; under ui nothing is written either', async () => {
  const before = writes();
  const same = await set({ page_id: base, duration_minutes: 5 });
  assert.equal([same.body.active, same.body.sent, typeof same.body.reason], [true, false, 'string']);
  await rig.call('PUT', '/settings/output', { target: 'ui' });
  const unseen = await set({ page_id: after, duration_minutes: 5 });
  assert.equal(
    [unseen.body.active, unseen.body.sent, typeof unseen.body.reason, writes()],
    [true, false, 'string', before],
  );
});

test('500 when the board fails: nothing runs', async () => {
  rig.emulator.switches.fault = 'status';
  assert.equal([(await set({ page_id: after, duration_minutes: 5 })).status, (await get()).active], [500, false]);
});

for (const [name, body] of [
  ['shown', () => ({ page_id: small })],
  ['that follows', () => ({ template: ['A'], duration_minutes: 5, revert_mode: 'page', revert_page_id: small })],
] as const) {
  test(`400: a page ${name} has another size; nothing is written`, async () => {
    const before = writes();
    assert.equal([(await set(body())).status, writes(), (await get()).active], [400, before, false]);
  });
}

test('after a restart it runs on, to the second', async () => {
  await set({ template: ['TTT'], duration_minutes: 60, revert_mode: 'page', revert_page_id: after });
  const before = await get();
  await rig.appliance.restart();
  assert.equal(await get(), before);
  await until(() => rig.first() === T);
});

test('one that ended while the power was off is reverted at the start', async () => {
  await set({ template: ['TTT'], duration_minutes: 5, revert_mode: 'page', revert_page_id: after });
  await rig.store(({ programmes }) => {
    const before = programmes[rig.wall];
    return before
      ? {
          programmes: {
            ...programmes,
            [rig.wall]: {
              ...before,
              messages: before.messages.map((one) => ({
                ...one,
                expires_at: new Date(clock.now() - 1000).toISOString(),
              })),
            },
          },
        }
      : {};
  });
  await rig.appliance.restart();
  assert.not((await get()).active);
  await until(() => rig.first() === A);
});

test.run();
