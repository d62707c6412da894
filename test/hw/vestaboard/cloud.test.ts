import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGrid, gridToRows } from '../../../src/core/flaps/grid.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { CLOUD, READ_WRITE, VestaboardCloud, type CloudDialect } from '../../../hw/vestaboard/cloud.ts';
import type { Emulator, EmulatorOptions } from '../../../hw/emulator/vestaboard/emulator.ts';
import type { Switches } from '../../../hw/emulator/vestaboard/switches.ts';
import { SHORT, frameOf, never, reasonOf, someGrid, withEmulator } from '../rig.ts';

const test = suite('vestaboard-cloud');
const DIALECTS = [READ_WRITE, CLOUD];

const credentialOf = (emulator: Emulator, dialect: CloudDialect) => (dialect === CLOUD ? emulator.token : emulator.key);

const drive = (
  emulator: Emulator,
  dialect: CloudDialect,
  credential = credentialOf(emulator, dialect),
  baseUrl = emulator.url,
) => new VestaboardCloud({ dialect, baseUrl, credential, rows: 6, cols: 22 }, { clock: systemClock, limits: SHORT });

const check = (
  name: string,
  switches: Partial<Switches>,
  run: (emulator: Emulator, driver: VestaboardCloud, dialect: CloudDialect) => Promise<void>,
) => {
  const options: EmulatorOptions = { type: 'cloud', switches };
  for (const dialect of DIALECTS) {
    test(`${dialect.kind}: ${name}`, () =>
      withEmulator(options, async (emulator) => {
        const driver = drive(emulator, dialect);
        await driver.start();
        await run(emulator, driver, dialect);
        await driver.stop();
      }));
  }
};

check('posts the grid to the root with its own header', {}, async (emulator, driver, dialect) => {
  const grid = someGrid(6, 22);
  assert.equal(await driver.write(frameOf(grid, { strategy: 'column', interval_ms: 10, step_size: 1 }), never()), {
    status: 'sent',
  });
  const [request] = emulator.requests;
  assert.is(request?.method, 'POST');
  assert.is(request?.path, '/');
  assert.is(request?.headers[dialect.keyHeader.toLowerCase()], credentialOf(emulator, dialect));
  assert.equal(
    JSON.parse(request?.body ?? ''),
    dialect === CLOUD ? { characters: gridToRows(grid) } : gridToRows(grid),
  );
});

check('no other key travels along', {}, async (emulator, driver, dialect) => {
  await driver.read(never());
  const names = Object.keys(emulator.requests[0]?.headers ?? {}).filter((name) => name.startsWith('x-vestaboard'));
  assert.equal(names, [dialect.keyHeader.toLowerCase()]);
});

for (const layout of ['text', 'rows'] as const) {
  check(`reads a layout as ${layout}`, { layout }, async (_emulator, driver) => {
    const grid = someGrid(6, 22, 3);
    await driver.write(frameOf(grid), never());
    assert.equal(await driver.read(never()), { status: 'read', grid });
  });
}

for (const layout of ['empty', 'null'] as const) {
  check(`a layout that is ${layout} has nothing to tell`, { layout }, async (_emulator, driver) => {
    await driver.write(frameOf(someGrid(6, 22)), never());
    assert.equal(await driver.read(never()), { status: 'read', grid: null });
  });
}

for (const unwritten of [404, 'null'] as const) {
  check(
    `before the first message (${unwritten}) there is nothing to tell`,
    { unwritten },
    async (_emulator, driver) => {
      assert.equal(await driver.read(never()), { status: 'read', grid: null });
    },
  );
}

for (const duplicate of [304, 405, 409] as const) {
  check(`a duplicate answered with ${duplicate} is unchanged`, { duplicate }, async (_emulator, driver) => {
    await driver.write(frameOf(someGrid(6, 22)), never());
    const outcome = await driver.write(frameOf(someGrid(6, 22)), never());
    assert.is(outcome.status, 'unchanged');
    assert.match(reasonOf(outcome), /already shows this/);
  });
}

const STATUSES = [
  [400, 'failed', true, /refused the message/],
  [401, 'failed', true, /refused the key/],
  [403, 'failed', true, /refused the key/],
  [404, 'failed', undefined, /did not take the message/],
  [405, 'failed', undefined, /did not take the message/],
  [408, 'failed', undefined, /not known whether/],
  [409, 'failed', undefined, /did not take the message/],
  [422, 'failed', true, /refused the message/],
  [423, 'locked', undefined, /quiet hours/],
  [500, 'failed', undefined, /not known whether/],
  [503, 'failed', undefined, /not known whether/],
] as const;
for (const [faultStatus, status, refused, reason] of STATUSES) {
  check(`a plain ${faultStatus} is ${status}`, { fault: 'status', faultStatus }, async (emulator, driver) => {
    const outcome = await driver.write(frameOf(someGrid(6, 22)), never());
    assert.is(outcome.status, status);
    assert.is(outcome.status === 'failed' ? outcome.refused : undefined, refused);
    assert.match(reasonOf(outcome), reason);
    assert.is(emulator.requests.length, 1);
  });
}

for (const faultStatus of [201, 204]) {
  check(`${faultStatus} is accepted`, { fault: 'status', faultStatus }, async (_emulator, driver) => {
    assert.is((await driver.write(frameOf(someGrid(6, 22)), never())).status, 'sent');
  });
}

for (const faultStatus of [401, 403, 500]) {
  check(`a reading answered with ${faultStatus} fails`, { fault: 'status', faultStatus }, async (_emulator, driver) => {
    assert.is((await driver.read(never())).status, 'failed');
  });
}

check('a wrong key is refused and not told', {}, async (emulator, _driver, dialect) => {
  const driver = drive(emulator, dialect, 'not-the-key');
  await driver.start();
  const outcome = await driver.write(frameOf(someGrid(6, 22)), never());
  assert.match(reasonOf(outcome), /^The Vestaboard cloud \(127\.0\.0\.1:\d+\) refused the key/);
  assert.not.match(reasonOf(outcome), /not-the-key/);
  await driver.stop();
});

check('too early, told with 429: throttled', { early: 429, retryAfterSeconds: 9 }, async (_emulator, driver) => {
  await driver.write(frameOf(someGrid(6, 22, 1)), never());
  const outcome = await driver.write(frameOf(someGrid(6, 22, 2)), never());
  assert.is(outcome.status === 'throttled' && outcome.retryAfterMs, 9000);
});

check(
  'too early, told with 429 without a time: 15 s',
  { early: 429, retryAfter: 'none' },
  async (_emulator, driver) => {
    await driver.write(frameOf(someGrid(6, 22, 1)), never());
    const outcome = await driver.write(frameOf(someGrid(6, 22, 2)), never());
    assert.is(outcome.status === 'throttled' && outcome.retryAfterMs, 15_000);
  },
);

check('too early, told with 423: locked', { early: 423 }, async (_emulator, driver) => {
  await driver.write(frameOf(someGrid(6, 22, 1)), never());
  assert.is((await driver.write(frameOf(someGrid(6, 22, 2)), never())).status, 'locked');
});

for (const badGrid of [400, 422] as const) {
  check(`a blank message that is refused with ${badGrid} says so`, { badGrid }, async (_emulator, driver) => {
    const outcome = await driver.write(frameOf(createGrid(6, 22)), never());
    assert.is(outcome.status, 'declined');
    assert.match(reasonOf(outcome), /takes no blank message/);
  });
}

check('a blank message that is taken is sent', { blank: 'accept' }, async (_emulator, driver) => {
  assert.is((await driver.write(frameOf(createGrid(6, 22)), never())).status, 'sent');
});

check('a wrong key with a blank message is still a wrong key', {}, async (emulator, _driver, dialect) => {
  const driver = drive(emulator, dialect, 'wrong');
  await driver.start();
  assert.match(reasonOf(await driver.write(frameOf(createGrid(6, 22)), never())), /refused the key/);
  await driver.stop();
});

for (const [fault, reason] of [
  ['garbage', /not a grid/],
  ['cut', /broke off/],
  ['hang', /did not answer/],
  ['flood', /256 KiB/],
] as const) {
  check(`a reading that meets "${fault}" fails`, { fault, faultMethod: 'GET' }, async (_emulator, driver) => {
    await driver.write(frameOf(someGrid(6, 22)), never());
    assert.match(reasonOf(await driver.read(never())), reason);
  });
}

check('a base address may have a path', {}, async (emulator, _driver, dialect) => {
  const driver = drive(emulator, dialect, undefined, `${emulator.url}/mock/`);
  await driver.start();
  await driver.read(never());
  assert.is(emulator.requests[0]?.path, '/mock/');
  await driver.stop();
});

test('an array of another size is told with both sizes', () =>
  withEmulator({ type: 'cloud', tiles: { wide: 2, tall: 1 } }, async (emulator) => {
    const array = new VestaboardCloud(
      { dialect: CLOUD, baseUrl: emulator.url, credential: emulator.token, rows: 3, cols: 30 },
      { clock: systemClock, limits: SHORT },
    );
    const driver = drive(emulator, CLOUD);
    await Promise.all([array.start(), driver.start()]);
    assert.is((await array.write(frameOf(someGrid(3, 30)), never())).status, 'sent');
    assert.match(
      reasonOf(await driver.read(never())),
      /has 3 rows x 30 columns, but is set up here with 6 rows x 22 columns/,
    );
    assert.match(reasonOf(await driver.write(frameOf(someGrid(6, 22)), never())), /refused the message .*3 rows of 30/);
    await Promise.all([array.stop(), driver.stop()]);
  }));

test('the minimum interval key follows the credential alone', () => {
  const keyOf = (credential: string, dialect: CloudDialect, rows: number) =>
    new VestaboardCloud({ dialect, credential, rows, cols: 22 }, { clock: systemClock }).minimumInterval.key;
  assert.is(keyOf('a', CLOUD, 6), keyOf('a', READ_WRITE, 3));
  assert.is.not(keyOf('a', CLOUD, 6), keyOf('b', CLOUD, 6));
  assert.match(keyOf('a', CLOUD, 6), /^vestaboard:[0-9a-f]{24}$/);
});

test('without another address the real cloud is meant', () => {
  assert.is(READ_WRITE.defaultUrl, 'https://rw.vestaboard.com/');
  assert.is(CLOUD.defaultUrl, 'https://cloud.vestaboard.com/');
});

for (const [what, baseUrl] of [
  ['a name that nobody knows', 'http://no-such-cloud.invalid/'],
  ['a refused connection', 'http://127.0.0.1:1/'],
] as const) {
  test(`${what} of the cloud asks for the internet, not for the board`, () =>
    withEmulator({ type: 'cloud' }, async (emulator) => {
      const driver = drive(emulator, CLOUD, 'k', baseUrl);
      await driver.start();
      const outcome = await driver.write(frameOf(someGrid(6, 22)), never());
      assert.match(reasonOf(outcome), /cannot be reached: is there a connection to the internet\?$/);
      await driver.stop();
    }));
}

test('states its minimum interval and its reading interval', () => {
  const driver = new VestaboardCloud({ dialect: CLOUD, credential: 'a', rows: 6, cols: 22 }, { clock: systemClock });
  assert.is(driver.minimumInterval.ms, 15_000);
  assert.is(driver.readBackMs, 180_000);
  assert.is(driver.transitions, 'none');
});

test('an address without TLS behind https fails with a sentence', () =>
  withEmulator({ type: 'cloud' }, async (emulator) => {
    const driver = drive(emulator, CLOUD, 'k', `https://127.0.0.1:${emulator.port}/`);
    await driver.start();
    const outcome = await driver.write(frameOf(someGrid(6, 22)), never());
    assert.is(outcome.status, 'failed');
    assert.match(reasonOf(outcome), /does not match|cannot be reached/);
    await driver.stop();
  }));

test.run();
