import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type {
  TransitionPreview,
  TransitionRestoreAnswer,
  TransitionTestAnswer,
} from '../../../src/schema/content/transitions.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { startFlatRig, type FlatRig } from '../../support/flat-rig.ts';
import { startAppliance } from '../../support/appliance.ts';
import { until } from '../../support/until.ts';

const test = suite('http/flat/transitions');

const clock = createFakeClock('2026-03-02T10:00:30Z');
let rig: FlatRig;
let from = '';
let to = '';
let note = '';
test.before(async () => {
  rig = await startFlatRig(clock);
  from = await rig.page('From', ['FROM']);
  to = await rig.page('To', ['TO']);
  note = await rig.page('Note', ['N'], { device_type: 'note' });
});
test.after(() => rig.close());

const beta = (transition_plugins: boolean) =>
  rig.store((state) => ({ settings: { ...state.settings, beta: { transition_plugins } } }));
const silence = (enabled: boolean) =>
  rig.store((state) => ({
    settings: {
      ...state.settings,
      silence: { ...state.settings.silence, enabled, start_time: '00:00', end_time: '23:59' },
    },
  }));
test.before.each(async () => {
  await beta(true);
  await silence(false);
  await rig.call('PATCH', `/v1/boards/${rig.wall}`, { paused: false });
  await rig.call('PUT', '/settings/output', { target: 'both' });
  await rig.call('PUT', `/v1/boards/${rig.wall}/active-page`, { page_id: from });
  await rig.call('DELETE', `/v1/boards/${rig.wall}/message`);
});

const status = async (method: string, path: string, body?: unknown): Promise<number> =>
  (await rig.call(method, path, body)).status;
const preview = (body: object) =>
  rig.call<TransitionPreview>('POST', '/transitions/preview', { plugin_id: 'typewriter', to_text: 'HI', ...body });
/** Moves the clock until an answer is there. */
const finished = async <T>(answer: Promise<T>, step = 50): Promise<T> => {
  let done = false;
  void answer.finally(() => (done = true));
  await until(async () => {
    if (!done) await clock.advance(step);
    return done;
  });
  return answer;
};
const testLive = (body: object) =>
  finished(
    rig.call<TransitionTestAnswer>('POST', '/transitions/test-live', {
      plugin_id: 'typewriter',
      to_page_id: to,
      board_id: rig.wall,
      ...body,
    }),
  );
const restore = (body?: object) => rig.call<TransitionRestoreAnswer>('POST', '/transitions/restore', body);
const writes = () => rig.emulator.requests.filter(({ method }) => method === 'POST').length;

const PATHS: [string, string, unknown][] = [
  ['GET', '/transitions/plugins', undefined],
  ['POST', '/transitions/preview', {}],
  ['POST', '/transitions/preview', '{"half'],
  ['POST', '/transitions/test-live', {}],
  ['POST', '/transitions/restore', { board_id: 5 }],
  ['POST', '/transitions/restore', undefined],
];
for (const [method, path, body] of PATHS) {
  test(`while they are off ${method} ${path} with ${JSON.stringify(body) ?? 'nothing'} is 404`, async () => {
    await beta(false);
    assert.is(await status(method, path, body), 404);
  });
}

test('credentials are checked before the flag', async () => {
  const locked = await startAppliance({ env: { SERVICE_AUTH_ENABLED: 'true' } });
  try {
    await locked.call('POST', '/auth/setup', { username: 'owner', password: 'long enough' });
    for (const [method, path] of PATHS) assert.is((await locked.call(method, path)).status, 401, path);
  } finally {
    await locked.close();
  }
});

test('the installed plugins have settings, caps and a strategy', async () => {
  const { body } = await rig.call<{
    plugins: { id: string; strategy: string; transition_settings: object }[];
    total: number;
  }>('GET', '/transitions/plugins');
  assert.equal(body.plugins.map(({ id }) => id).sort(), ['dissolve', 'slot_machine', 'typewriter', 'wipe']);
  assert.is(body.total, 4);
  for (const { id, strategy, transition_settings } of body.plugins) {
    assert.is(strategy, `plugin:${id}`);
    assert.equal(transition_settings, {
      interruptible: true,
      min_interval_ms: 50,
      max_frames: 500,
      max_runtime_seconds: 120,
    });
  }
});

test('a preview has the frames between two texts, and touches no board', async () => {
  const before = writes();
  const { body } = await preview({ from_text: 'OLD', config: { frame_interval_ms: 100 } });
  assert.is(body.plugin_id, 'typewriter');
  assert.is(body.capped, false);
  assert.is(
    body.total_delay_ms,
    body.frames.reduce((sum, { delay_ms }) => sum + delay_ms, 0),
  );
  assert.equal(body.frames.at(-1)?.grid[0]?.slice(0, 3), [8, 9, 0]);
  assert.equal(
    body.frames.map(({ grid }) => grid[0]?.slice(0, 2)),
    [
      [0, 0],
      [8, 0],
      [8, 9],
    ],
  );
  for (const { grid } of body.frames)
    assert.equal(
      grid.map((row) => row.length),
      Array.from({ length: 6 }, () => 22),
    );
  assert.is(writes(), before);
});

for (const id of ['dissolve', 'slot_machine', 'typewriter', 'wipe']) {
  test(`${id}: a preview ends at the target`, async () => {
    const { body } = await preview({ plugin_id: id, from_text: 'OLD', to_text: 'NEW' });
    assert.equal(body.frames.at(-1)?.grid[0]?.slice(0, 4), [14, 5, 23, 0]);
    assert.ok(body.frames.every(({ delay_ms }) => delay_ms >= 50));
  });
}

test('what takes too long is capped, and ends at the target', async () => {
  const { body } = await preview({ to_text: 'X'.repeat(132), config: { frame_interval_ms: 2000 } });
  assert.is(body.capped, true);
  assert.ok(body.total_delay_ms <= 120_000 + 2000, String(body.total_delay_ms));
  assert.equal(
    body.frames.at(-1)?.grid.flat(),
    Array.from({ length: 132 }, () => 24),
  );
});

const SIZES: [string, object, number, number][] = [
  ['nothing is a flagship', {}, 6, 22],
  ['a note', { device_type: 'note' }, 3, 15],
  ['one note of an array', { device_type: 'note_array' }, 3, 15],
  ['an array', { device_type: 'note_array', notes_wide: 8, notes_tall: 2 }, 6, 120],
  ['8 notes high', { device_type: 'note_array', notes_tall: 8 }, 24, 15],
  ['nulls', { device_type: null, notes_wide: null, notes_tall: null, from_text: null, config: null }, 6, 22],
];
for (const [name, body, rows, cols] of SIZES) {
  test(`a preview for ${name}: ${rows} x ${cols}`, async () => {
    const grid = (await preview(body)).body.frames[0]?.grid;
    assert.equal([grid?.length, grid?.[0]?.length], [rows, cols]);
  });
}

const REFUSED: [string, object, number][] = [
  ['no plugin', { plugin_id: undefined }, 422],
  ['no text', { to_text: undefined }, 422],
  ['a text that is a number', { to_text: 5 }, 422],
  ['a panel', { device_type: 'panel' }, 422],
  ['0 notes', { notes_wide: 0 }, 422],
  ['9 notes', { notes_tall: 9 }, 422],
  ['half a note', { notes_wide: 1.5 }, 422],
  ['settings that are a list', { config: [] }, 422],
  ['a setting out of bounds', { config: { frame_interval_ms: 49 } }, 400],
  ['an unknown plugin', { plugin_id: 'explode' }, 404],
  ['a plugin of data', { plugin_id: 'date_time' }, 404],
];
for (const [name, body, expected] of REFUSED)
  test(`a preview of ${name} is ${expected}`, async () => assert.is((await preview(body)).status, expected));

test('an empty target is one', async () => assert.is((await preview({ to_text: '' })).status, 200));

test('a live test is played on the board and stays; restoring puts its page back', async () => {
  const before = writes();
  const { status: answered, body } = await testLive({});
  assert.is(answered, 200);
  assert.equal(
    [body.board_id, body.plugin_id, body.to_page_id, body.sent, body.reason, body.capped],
    [rig.wall, 'typewriter', to, true, null, false],
  );
  assert.is(writes() - before, body.frame_count);
  assert.ok(body.total_delay_ms > 0);
  assert.is(rig.first(), 20);
  await clock.advance(20_000);
  assert.is(rig.first(), 20, 'the loop has nothing new to show');
  const restored = await restore({ board_id: rig.wall });
  assert.equal(restored.body, { board_id: rig.wall, page_id: from, sent: true, reason: null, code: 'sent' });
  assert.is(rig.first(), 6);
});

test('restoring shows the active page even where a message stood before the test', async () => {
  await rig.call('POST', `/v1/boards/${rig.wall}/message`, { fill: 9 });
  await testLive({});
  const { body } = await restore({ board_id: rig.wall });
  assert.equal([body.page_id, body.sent, rig.first()], [from, true, 6]);
});

test('a live test begins at a page when one is named', async () => {
  await rig.call('POST', `/v1/boards/${rig.wall}/message`, { fill: 9 });
  const before = writes();
  const { body } = await testLive({ from_page_id: from });
  const frames = rig.emulator.requests.filter(({ method }) => method === 'POST').slice(before);
  assert.is(frames.length, body.frame_count + 1);
  assert.is(frames[0]?.grid?.[0]?.[0], 6);
});

test('the programme takes over from a live test when it has something new', async () => {
  await testLive({});
  await rig.call('PUT', `/pages/${from}`, { template: ['NEWS'] });
  await until(() => rig.first() === 14);
  await rig.call('PUT', `/pages/${from}`, { template: ['FROM'] });
  await until(() => rig.first() === 6);
});

test('settings of one run apply to it alone', async () => {
  const { body } = await testLive({ config: { chars_per_frame: 20 } });
  assert.is(body.frame_count, 2);
  assert.ok((await testLive({})).body.frame_count > 2);
});

const LIVE: [string, () => object, number][] = [
  ['an unknown board', () => ({ board_id: 'nope' }), 404],
  ['an unknown plugin', () => ({ plugin_id: 'nope' }), 404],
  ['a plugin of data', () => ({ plugin_id: 'date_time' }), 404],
  ['an unknown page', () => ({ to_page_id: 'nope' }), 404],
  ['an unknown first page', () => ({ from_page_id: 'nope' }), 404],
  ['a page of another size', () => ({ to_page_id: note }), 400],
  ['a first page of another size', () => ({ from_page_id: note }), 400],
  ['a setting out of bounds', () => ({ config: { chars_per_frame: 0 } }), 400],
  ['no page', () => ({ to_page_id: undefined }), 422],
  ['no plugin', () => ({ plugin_id: undefined }), 422],
];
for (const [name, body, expected] of LIVE) {
  test(`a live test with ${name} is ${expected} and writes nothing`, async () => {
    const before = writes();
    assert.is((await testLive(body())).status, expected);
    assert.is(writes(), before);
  });
}

test('a paused board is 409, unknown things are named before', async () => {
  await rig.call('PATCH', `/v1/boards/${rig.wall}`, { paused: true });
  const before = writes();
  assert.is((await testLive({})).status, 409);
  assert.is((await testLive({ to_page_id: 'nope' })).status, 404);
  const restored = await restore({ board_id: rig.wall });
  assert.equal([restored.status, restored.body.sent], [200, false]);
  assert.ok(restored.body.reason);
  assert.is(writes(), before);
});

test('a silenced board is 409', async () => {
  await silence(true);
  const before = writes();
  assert.is((await testLive({})).status, 409);
  const restored = await restore({ board_id: rig.wall });
  assert.equal([restored.status, restored.body.sent], [200, false]);
  assert.is(writes(), before);
});

test('while output goes to the browser only nothing moves, and the target is expected', async () => {
  await rig.call('PUT', '/settings/output', { target: 'ui' });
  const before = writes();
  const { body } = await testLive({});
  assert.is(body.sent, false);
  assert.ok(body.reason);
  assert.is(writes(), before);
  assert.is(
    (await rig.call<{ expected_characters: number[][] }>('GET', `/v1/boards/${rig.wall}`)).body
      .expected_characters[0]?.[0],
    20,
  );
});

test('the primary board is meant without one; it has no flaps', async () => {
  const primary = (await rig.call<{ id: string }>('GET', '/v1/boards/primary')).body.id;
  const { body } = await testLive({ board_id: undefined });
  assert.equal([body.board_id, body.sent], [primary, false]);
  assert.ok(body.reason);
  const restored = await restore();
  assert.equal([restored.body.board_id, restored.body.sent], [primary, false]);
});

test('restoring an unknown board is 404, and a form is a form', async () => {
  assert.is((await restore({ board_id: 'nope' })).status, 404);
  assert.is((await restore({ board_id: 5 })).status, 422);
});

test('a board that fails is 500', async () => {
  rig.emulator.switches.fault = 'status';
  const { status: answered } = await testLive({});
  rig.emulator.switches.fault = 'none';
  assert.is(answered, 500);
});

const SLOW = { frame_interval_ms: 2000 };
const long = async () => rig.page('Long', ['ABCDEFGHIJKLMNOPQRSTUV']);
const running = async (body: object) => {
  const answer = rig.call<TransitionTestAnswer>('POST', '/transitions/test-live', {
    plugin_id: 'typewriter',
    to_page_id: await long(),
    board_id: rig.wall,
    config: SLOW,
    ...body,
  });
  const before = writes();
  await until(() => writes() > before);
  await clock.advance(2100);
  await until(() => writes() === before + 2);
  return { answer, begun: before + 2 };
};

const OVERTAKEN: [string, () => Promise<unknown>, number][] = [
  ['a message', () => rig.call('POST', `/v1/boards/${rig.wall}/message`, { fill: 9 }), 9],
  ['a pin', async () => rig.call('PUT', `/v1/boards/${rig.wall}/active-page`, { page_id: to }), 20],
  ['restoring', () => restore({ board_id: rig.wall }), 6],
  ['a page that is sent', () => rig.call('POST', `/pages/${to}/send?board_id=${rig.wall}`), 20],
  ['an edit of the page on show', () => rig.call('PUT', `/pages/${from}`, { template: ['ZZ'] }), 26],
];
for (const [name, act, shown] of OVERTAKEN) {
  test(`${name} ends a running live test within its step`, async () => {
    const { answer, begun } = await running({});
    await act();
    assert.is((await answer).body.sent, true, 'flaps were moved');
    await until(() => rig.first() === shown);
    assert.is(writes(), begun + 1, 'no further step was written');
    await rig.call('PUT', `/pages/${from}`, { template: ['FROM'] });
  });
}

test('a pause ends a running live test within its step', async () => {
  const { answer, begun } = await running({});
  await rig.call('PATCH', `/v1/boards/${rig.wall}`, { paused: true });
  assert.is((await answer).status, 200);
  await clock.advance(10_000);
  assert.is(writes(), begun);
});

test('a silence window that begins ends a running live test within its step', async () => {
  const { answer, begun } = await running({});
  await silence(true);
  await clock.advance(100);
  assert.is((await answer).status, 200);
  await clock.advance(10_000);
  assert.is(writes(), begun);
});

test('a long transition of the programme is not begun anew by the looks in between', async () => {
  const id = await rig.page('Slow', ['X'], { transition_strategy: 'plugin:typewriter' });
  await rig.call('PUT', `/v1/boards/${rig.wall}/active-page`, { page_id: from });
  await rig.store((state) => ({
    plugins: { ...state.plugins, typewriter: { enabled: true, config: SLOW, secrets: {} } },
  }));
  await finished(rig.call('PUT', `/v1/boards/${rig.wall}/active-page`, { page_id: id }));
  const before = writes();
  await rig.call('PUT', `/pages/${id}`, { template: ['ABCDEFGHIJKLMNOPQRSTUV'] });
  await until(async () => {
    await clock.advance(1000);
    return rig.emulator.shown()[0]?.[21] === 22;
  });
  await clock.advance(60_000);
  assert.is(writes() - before, 23);
  await rig.store((state) => ({
    plugins: { ...state.plugins, typewriter: { enabled: true, config: {}, secrets: {} } },
  }));
});

test('a live test that takes too long is capped, and ends at the target', async () => {
  const full = await rig.page(
    'Full',
    Array.from({ length: 6 }, () => 'X'.repeat(22)),
  );
  const { body } = await finished(
    rig.call<TransitionTestAnswer>('POST', '/transitions/test-live', {
      plugin_id: 'typewriter',
      to_page_id: full,
      board_id: rig.wall,
      config: SLOW,
    }),
    1000,
  );
  assert.equal([body.capped, body.sent], [true, true]);
  assert.ok(body.total_delay_ms <= 122_000, String(body.total_delay_ms));
  assert.equal(
    rig.emulator.shown().flat(),
    Array.from({ length: 132 }, () => 24),
  );
});

test('of two messages the newer one stays, whatever the transition of the older', async () => {
  await rig.store((state) => ({
    plugins: { ...state.plugins, typewriter: { enabled: true, config: SLOW, secrets: {} } },
  }));
  const before = writes();
  const older = rig.call<{ sent: boolean }>('POST', `/v1/boards/${rig.wall}/message`, {
    text: 'ABCDEFGHIJ',
    duration_minutes: 5,
    transition: { strategy: 'plugin:typewriter' },
  });
  await until(() => writes() > before);
  const newer = await rig.call<{ sent: boolean }>('POST', `/v1/boards/${rig.wall}/message`, { fill: 9 });
  assert.equal([(await older).body.sent, newer.body.sent], [true, true]);
  await rig.store((state) => ({
    plugins: { ...state.plugins, typewriter: { enabled: true, config: {}, secrets: {} } },
  }));
  await clock.advance(360_000);
  assert.is(rig.first(), 9);
  assert.is(
    (await rig.call<{ override_expires_at: null }>('GET', `/v1/boards/${rig.wall}`)).body.override_expires_at,
    null,
  );
});

test.run();
