import { createServer } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { INSTANT } from '../../../src/board/driver.ts';
import { createGrid, gridToRows, type Grid } from '../../../src/core/flaps/grid.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { VestaboardLocal } from '../../../hw/vestaboard/local.ts';
import type { Emulator, EmulatorOptions } from '../../../hw/emulator/vestaboard/emulator.ts';
import type { Switches } from '../../../hw/emulator/vestaboard/switches.ts';
import { settle } from '../../support/fake-clock.ts';
import { SHORT, clockWith, frameOf, never, reasonOf, someGrid, withEmulator } from '../rig.ts';

const test = suite('vestaboard-local');

const drive = (
  emulator: Emulator,
  change: { key?: string; rows?: number; cols?: number; clock?: typeof systemClock } = {},
) => {
  const { host, port, key } = emulator;
  const { clock = systemClock, ...settings } = change;
  return new VestaboardLocal({ host, port, key, rows: 6, cols: 22, ...settings }, { clock, limits: SHORT });
};

const check = (
  name: string,
  options: EmulatorOptions,
  run: (emulator: Emulator, driver: VestaboardLocal) => Promise<void>,
) =>
  test(name, () =>
    withEmulator(options, async (emulator) => {
      const driver = drive(emulator);
      await driver.start();
      await run(emulator, driver);
      await driver.stop();
    }),
  );

const bodyOf = (emulator: Emulator): Record<string, unknown> =>
  JSON.parse(emulator.requests.at(-1)?.body ?? '') as Record<string, unknown>;

check('posts the grid with the key', {}, async (emulator, driver) => {
  const grid = someGrid(6, 22);
  assert.equal(await driver.write(frameOf(grid), never()), { status: 'sent' });
  const [request] = emulator.requests;
  assert.is(request?.method, 'POST');
  assert.is(request?.path, '/local-api/message');
  assert.is(request?.headers['x-vestaboard-local-api-key'], emulator.key);
  assert.is(request?.headers['content-type'], 'application/json');
  assert.is(request?.headers['content-length'], String(request?.body.length));
  assert.equal(JSON.parse(request?.body ?? ''), { characters: gridToRows(grid) });
});

const TRANSITIONS = [
  [{ strategy: null, interval_ms: null, step_size: null }, {}],
  [{ strategy: null, interval_ms: 100, step_size: 2 }, {}],
  [{ strategy: 'instant', interval_ms: 100, step_size: 2 }, {}],
  [{ strategy: 'wipe', interval_ms: 100, step_size: 2 }, {}],
  [{ strategy: 'column', interval_ms: null, step_size: null }, { strategy: 'column' }],
  [
    { strategy: 'column', interval_ms: 0, step_size: 1 },
    { strategy: 'column', step_size: 1 },
  ],
  [
    { strategy: 'column', interval_ms: 1, step_size: null },
    { strategy: 'column', step_interval_ms: 1 },
  ],
  [
    { strategy: 'reverse-column', interval_ms: 5000, step_size: 3 },
    { strategy: 'reverse-column', step_interval_ms: 5000, step_size: 3 },
  ],
  [
    { strategy: 'edges-to-center', interval_ms: 10, step_size: 1 },
    { strategy: 'edges-to-center', step_interval_ms: 10, step_size: 1 },
  ],
  [
    { strategy: 'row', interval_ms: 10, step_size: 1 },
    { strategy: 'row', step_interval_ms: 10, step_size: 1 },
  ],
  [
    { strategy: 'diagonal', interval_ms: 10, step_size: 1 },
    { strategy: 'diagonal', step_interval_ms: 10, step_size: 1 },
  ],
  [
    { strategy: 'random', interval_ms: 10, step_size: 132 },
    { strategy: 'random', step_interval_ms: 10, step_size: 132 },
  ],
] as const;

for (const [transition, members] of TRANSITIONS) {
  check(`sends ${JSON.stringify(transition)} as ${JSON.stringify(members)}`, {}, async (emulator, driver) => {
    assert.is((await driver.write(frameOf(someGrid(6, 22), transition), never())).status, 'sent');
    const { characters: _characters, ...rest } = bodyOf(emulator);
    assert.equal(rest, members);
  });
}

const ACCEPTED: Partial<Switches>[] = [
  { writeAnswer: 201 },
  { writeAnswer: 'ok' },
  { fault: 'status', faultStatus: 200 },
  { fault: 'status', faultStatus: 202 },
  { fault: 'status', faultStatus: 204 },
];
for (const switches of ACCEPTED) {
  check(`takes ${JSON.stringify(switches)} as success`, { switches }, async (_emulator, driver) => {
    assert.is((await driver.write(frameOf(someGrid(6, 22)), never())).status, 'sent');
  });
}

for (const readForm of ['message', 'bare'] as const) {
  check(`reads the form "${readForm}"`, { switches: { readForm } }, async (_emulator, driver) => {
    const grid = someGrid(6, 22, 5);
    await driver.write(frameOf(grid), never());
    assert.equal(await driver.read(never()), { status: 'read', grid });
  });
}

test('a board that steps at its own pace is on its way to what it was sent, until it must be there', () => {
  let passed = 0;
  const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + passed };
  return withEmulator({ clock, switches: { reads: 'stepped', defaultStepMs: 3000 } }, async (emulator) => {
    const driver = drive(emulator, { clock });
    await driver.start();
    const [before, sent, foreign] = [1, 2, 3].map((seed) => someGrid(6, 22, seed)) as [Grid, Grid, Grid];
    const shown = (): Promise<unknown> => driver.read(never());
    await driver.write(frameOf(before), never());
    await driver.write(frameOf(sent, { strategy: 'column', interval_ms: null, step_size: null }), never());
    for (passed of [0, 30_000, 60_000]) assert.equal(await shown(), { status: 'read', grid: sent });
    emulator.boards[0]?.display.show(foreign);
    assert.equal(await shown(), { status: 'read', grid: foreign });
    emulator.boards[0]?.display.show(before);
    assert.equal(await shown(), { status: 'read', grid: sent });
    passed = 84_100;
    assert.equal(await shown(), { status: 'read', grid: before });
    await driver.stop();
  });
});

test('a board that was told its pace, or none, shows what it shows', () =>
  withEmulator({ switches: { reads: 'stepped', defaultStepMs: 60_000 } }, async (emulator) => {
    const driver = drive(emulator);
    await driver.start();
    const [before, sent] = [1, 2].map((seed) => someGrid(6, 22, seed)) as [Grid, Grid];
    for (const transition of [INSTANT, { strategy: 'row', interval_ms: 60_000, step_size: null }]) {
      await driver.write(frameOf(sent, transition), never());
      emulator.boards[0]?.display.show(before);
      assert.equal(await driver.read(never()), { status: 'read', grid: before });
    }
    await driver.stop();
  }));

check('a blank board that says so is read as blank', {}, async (_emulator, driver) => {
  assert.equal(await driver.read(never()), { status: 'read', grid: createGrid(6, 22) });
});

check(
  'a blank board that answers no byte has nothing to tell',
  { switches: { blankRead: 'empty' } },
  async (_emulator, driver) => {
    assert.equal(await driver.read(never()), { status: 'read', grid: null });
  },
);

check('reads with the key and sends no body', {}, async (emulator, driver) => {
  await driver.read(never());
  const [request] = emulator.requests;
  assert.is(request?.method, 'GET');
  assert.is(request?.body, '');
  assert.is(request?.headers['x-vestaboard-local-api-key'], emulator.key);
});

test('a wrong key is refused for good, and not told', () =>
  withEmulator({}, async (emulator) => {
    const driver = drive(emulator, { key: 'not-the-key' });
    await driver.start();
    const outcome = await driver.write(frameOf(someGrid(6, 22)), never());
    assert.is(outcome.status, 'failed');
    assert.is(outcome.status === 'failed' && outcome.refused, true);
    assert.match(reasonOf(outcome), /refused the key \(status 401: Invalid API key\)/);
    assert.not.match(reasonOf(outcome), /not-the-key/);
    assert.match(reasonOf(await driver.read(never())), /refused the key/);
    await driver.stop();
  }));

test('a wrong key on old firmware: the reading has nothing to tell', () =>
  withEmulator({ switches: { wrongKey: 'empty' } }, async (emulator) => {
    const driver = drive(emulator, { key: 'not-the-key' });
    await driver.start();
    assert.equal(await driver.read(never()), { status: 'read', grid: null });
    await driver.stop();
  }));

test('a key that is no header text is a failure, not an error', () =>
  withEmulator({}, async (emulator) => {
    const driver = drive(emulator, { key: 'line\nbreak' });
    await driver.start();
    const outcome = await driver.write(frameOf(someGrid(6, 22)), never());
    assert.is(outcome.status, 'failed');
    assert.match(reasonOf(outcome), /enter it again/);
    assert.not.match(reasonOf(outcome), /line/);
    assert.is(emulator.requests.length, 0);
    await driver.stop();
  }));

const STATUSES = [
  [400, 'failed', true, /refused the message \(status 400: status 400\)/],
  [401, 'failed', true, /refused the key/],
  [403, 'failed', true, /refused the key/],
  [404, 'failed', undefined, /did not take the message \(status 404/],
  [405, 'failed', undefined, /did not take the message/],
  [408, 'failed', undefined, /not known whether/],
  [409, 'failed', undefined, /did not take the message/],
  [422, 'failed', true, /refused the message/],
  [423, 'locked', undefined, /quiet hours/],
  [500, 'failed', undefined, /internal error \(status 500: status 500\)/],
  [503, 'failed', undefined, /internal error/],
] as const;
for (const [faultStatus, status, refused, reason] of STATUSES) {
  check(
    `a write answered with ${faultStatus} is ${status}`,
    { switches: { fault: 'status', faultStatus } },
    async (_emulator, driver) => {
      const outcome = await driver.write(frameOf(someGrid(6, 22)), never());
      assert.is(outcome.status, status);
      assert.is(outcome.status === 'failed' ? outcome.refused : undefined, refused);
      assert.match(reasonOf(outcome), reason);
    },
  );
  check(
    `a read answered with ${faultStatus} fails`,
    { switches: { fault: 'status', faultStatus } },
    async (_emulator, driver) => {
      assert.is((await driver.read(never())).status, 'failed');
    },
  );
}

for (const [faultStatus, reason] of [
  [401, /refused the key \(status 401.*\): enter it again\.$/],
  [403, /refused the key \(status 403.*\): enter it again\.$/],
  [423, /does not answer now \(status 423.*\): it is in its own quiet hours, or limited\.$/],
  [404, /did not tell what it shows \(status 404.*\)\.$/],
  [500, /did not tell what it shows \(status 500.*\)\.$/],
] as const)
  check(
    `why a read answered with ${faultStatus} fails is told`,
    { switches: { fault: 'status', faultStatus } },
    async (_emulator, driver) => assert.match(reasonOf(await driver.read(never())), reason),
  );

check(
  '304 from a board on the LAN is no success',
  { switches: { fault: 'status', faultStatus: 304 } },
  async (_emulator, driver) => {
    assert.is((await driver.write(frameOf(someGrid(6, 22)), never())).status, 'failed');
  },
);

check('a redirect is not followed', { switches: { fault: 'redirect' } }, async (emulator, driver) => {
  const outcome = await driver.write(frameOf(someGrid(6, 22)), never());
  assert.is(outcome.status, 'failed');
  assert.match(reasonOf(outcome), /302/);
  assert.is(emulator.requests.length, 1);
});

const PAUSES = [
  ['seconds', 7, 7000],
  ['seconds', 0, 1000],
  ['none', 7, 15_000],
] as const;
for (const [retryAfter, retryAfterSeconds, ms] of PAUSES) {
  check(
    `429 with Retry-After "${retryAfter}" ${retryAfterSeconds} asks for ${ms} ms`,
    { switches: { fault: 'status', faultStatus: 429, retryAfter, retryAfterSeconds } },
    async (_emulator, driver) => {
      const outcome = await driver.write(frameOf(someGrid(6, 22)), never());
      assert.is(outcome.status, 'throttled');
      assert.is(outcome.status === 'throttled' && outcome.retryAfterMs, ms);
    },
  );
}

check(
  '429 with a date asks for the time until then',
  { switches: { fault: 'status', faultStatus: 429, retryAfter: 'date', retryAfterSeconds: 30 } },
  async (_emulator, driver) => {
    const outcome = await driver.write(frameOf(someGrid(6, 22)), never());
    const ms = outcome.status === 'throttled' ? outcome.retryAfterMs : 0;
    assert.ok(ms > 20_000 && ms <= 30_000, String(ms));
  },
);

const FAILING_READS = [
  ['garbage', /not a grid/],
  ['cut', /broke off/],
  ['drop', /closed the connection/],
  ['flood', /more than 256 KiB/],
  ['hang', /did not answer within 0.7 s/],
  ['redirect', /302/],
] as const;
for (const [fault, reason] of FAILING_READS) {
  check(`a read that meets "${fault}" fails with a sentence`, { switches: { fault } }, async (emulator, driver) => {
    const outcome = await driver.read(never());
    assert.is(outcome.status, 'failed');
    assert.match(reasonOf(outcome), reason);
    assert.is(emulator.requests.length, 1, 'and is not repeated');
  });
}

const FAILING_WRITES = [
  ['cut', /broke off/],
  ['drop', /closed the connection/],
  ['reset', /closed the connection/],
  ['flood', /more than 256 KiB/],
  ['hang', /did not answer within 0.7 s/],
] as const;
for (const [fault, reason] of FAILING_WRITES) {
  check(
    `a write that meets "${fault}" fails with a sentence and is not repeated`,
    { switches: { fault } },
    async (emulator, driver) => {
      const outcome = await driver.write(frameOf(someGrid(6, 22)), never());
      assert.is(outcome.status, 'failed');
      assert.match(reasonOf(outcome), reason);
      assert.is(emulator.requests.length, 1);
    },
  );
  check(`a write after "${fault}" works`, { switches: { fault, faultTimes: 1 } }, async (emulator, driver) => {
    const grid = someGrid(6, 22, 9);
    await driver.write(frameOf(grid), never());
    assert.is((await driver.write(frameOf(grid), never())).status, 'sent');
    assert.equal(emulator.shown(), gridToRows(grid));
  });
}

check('a slow answer within the limit is a success', { switches: { latencyMs: 30 } }, async (_emulator, driver) => {
  assert.is((await driver.write(frameOf(someGrid(6, 22)), never())).status, 'sent');
});

check('a board that refuses connections fails, with one more try', {}, async (emulator, driver) => {
  await emulator.refuse();
  const outcome = await driver.write(frameOf(someGrid(6, 22)), never());
  assert.is(outcome.status, 'failed');
  assert.match(reasonOf(outcome), /^The board at 127\.0\.0\.1:\d+ refuses the connection/);
});

test('a board that accepts the second connection gets the frame once', () =>
  withEmulator({}, async (emulator) => {
    const driver = drive(emulator, { clock: clockWith(SHORT.retryMs, () => emulator.accept()) });
    await driver.start();
    await emulator.refuse();
    assert.is((await driver.write(frameOf(someGrid(6, 22)), never())).status, 'sent');
    assert.is(emulator.requests.length, 1);
    await driver.stop();
  }));

test('an abort ends the pause before the second try', () =>
  withEmulator({}, async (emulator) => {
    const { host, port, key } = emulator;
    const driver = new VestaboardLocal(
      { host, port, key, rows: 6, cols: 22 },
      { clock: systemClock, limits: { ...SHORT, retryMs: 60_000 } },
    );
    await driver.start();
    await emulator.refuse();
    const abort = new AbortController();
    const writing = driver.write(frameOf(someGrid(6, 22)), abort.signal);
    setTimeout(() => abort.abort(), 20);
    assert.is((await writing).status, 'failed');
    const again = driver.write(frameOf(someGrid(6, 22)), never());
    setTimeout(() => void driver.stop(), 20);
    assert.is((await again).status, 'failed');
  }));

test('a name that does not exist is told as such', () =>
  withEmulator({}, async (emulator) => {
    const driver = new VestaboardLocal(
      { host: 'no-such-board.invalid', port: 7000, key: emulator.key, rows: 6, cols: 22 },
      { clock: systemClock, limits: SHORT },
    );
    await driver.start();
    assert.match(
      reasonOf(await driver.write(frameOf(someGrid(6, 22)), never())),
      /cannot be (?:found by its name|reached)/,
    );
    await driver.stop();
  }));

test('a port where something else than HTTP answers is told as such', async () => {
  const server = createServer((socket) => socket.on('error', () => undefined).end('SSH-2.0-OpenSSH\r\n'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const driver = new VestaboardLocal(
    { host: '127.0.0.1', port, key: 'k', rows: 6, cols: 22 },
    { clock: systemClock, limits: { ...SHORT, answerMs: 2000 } },
  );
  await driver.start();
  assert.match(reasonOf(await driver.write(frameOf(someGrid(6, 22)), never())), /does not answer in HTTP/);
  await driver.stop();
  server.close();
});

check('frames share one connection', {}, async (emulator, driver) => {
  for (let seed = 0; seed < 5; seed++) await driver.write(frameOf(someGrid(6, 22, seed)), never());
  await driver.read(never());
  assert.is(connectionsOf(emulator), 1);
});

check('a kept connection that the board has closed is replaced without a word', {}, async (emulator, driver) => {
  await driver.write(frameOf(someGrid(6, 22, 1)), never());
  emulator.closeIdle();
  await settle();
  assert.is((await driver.write(frameOf(someGrid(6, 22, 2)), never())).status, 'sent');
});

check(
  'a kept connection that is reset before any answer is replaced for a read, once',
  {},
  async (emulator, driver) => {
    await driver.write(frameOf(someGrid(6, 22, 1)), never());
    Object.assign(emulator.switches, { fault: 'reset', faultTimes: 1 });
    assert.is((await driver.read(never())).status, 'read');
    Object.assign(emulator.switches, { fault: 'reset', faultTimes: 0 });
    const before = emulator.requests.length;
    assert.is((await driver.read(never())).status, 'failed');
    assert.is(emulator.requests.length, before + 2);
  },
);

check(
  'a write that a kept connection lost is not repeated: the board may have taken it',
  {},
  async (emulator, driver) => {
    await driver.write(frameOf(someGrid(6, 22, 1)), never());
    Object.assign(emulator.switches, { fault: 'reset', faultTimes: 1 });
    const before = emulator.requests.length;
    assert.is((await driver.write(frameOf(someGrid(6, 22, 2)), never())).status, 'failed');
    assert.is(emulator.requests.length, before + 1);
  },
);

check('a kept connection that is closed in order after the request is not used twice', {}, async (emulator, driver) => {
  await driver.write(frameOf(someGrid(6, 22, 1)), never());
  Object.assign(emulator.switches, { fault: 'drop', faultTimes: 0 });
  const before = emulator.requests.length;
  assert.is((await driver.write(frameOf(someGrid(6, 22, 2)), never())).status, 'failed');
  assert.is(emulator.requests.length, before + 1);
});

test('a board of another size than set up is told with both sizes', () =>
  withEmulator({ type: 'note' }, async (emulator) => {
    const driver = drive(emulator);
    await driver.start();
    assert.match(
      reasonOf(await driver.read(never())),
      /has 3 rows x 15 columns, but is set up here with 6 rows x 22 columns/,
    );
    await driver.stop();
  }));

test('before the start and after the stop it says that it is not in use', () =>
  withEmulator({}, async (emulator) => {
    const driver = drive(emulator);
    assert.match(reasonOf(await driver.write(frameOf(someGrid(6, 22)), never())), /not in use/);
    await driver.start();
    await driver.stop();
    assert.match(reasonOf(await driver.read(never())), /not in use/);
    assert.is(emulator.requests.length, 0);
  }));

const connectionsOf = (emulator: Emulator): number =>
  new Set(emulator.requests.map(({ connection }) => connection)).size;

test.run();
