import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gridToRows } from '../../../src/core/flaps/grid.ts';
import type { Emulator, EmulatorOptions } from '../../../hw/emulator/vestaboard/emulator.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { someGrid, withEmulator } from '../rig.ts';
import { ask, type PeerRequest } from './peer.ts';

const test = suite('emulator: Local API');

const check = (
  name: string,
  options: EmulatorOptions,
  run: (emulator: Emulator, message: (request?: PeerRequest) => ReturnType<typeof ask>) => Promise<void>,
) =>
  test(name, () =>
    withEmulator(options, (emulator) =>
      run(emulator, ({ headers, ...request } = {}) =>
        ask(`${emulator.url}/local-api/message`, {
          headers: { 'x-vestaboard-local-api-key': emulator.key, ...headers },
          ...request,
        }),
      ),
    ),
  );

const ROWS = gridToRows(someGrid(6, 22));
const post = (value: unknown, headers = {}): PeerRequest => ({ method: 'POST', body: JSON.stringify(value), headers });

check('a write is 201 without a body', {}, async (emulator, message) => {
  const answer = await message(post(ROWS));
  assert.is(answer.status, 201);
  assert.is(answer.body, '');
  assert.is(answer.headers['server'], 'Vestaboard/v4.3.0');
  assert.equal(emulator.shown(), ROWS);
});

check('the object form is taken', {}, async (emulator, message) => {
  assert.is(
    (await message(post({ characters: ROWS, strategy: 'column', step_interval_ms: 10, step_size: 2 }))).status,
    201,
  );
  assert.equal(emulator.shown(), ROWS);
});

for (const type of ['text/plain', 'application/json', 'application/octet-stream', undefined]) {
  check(`a body labelled ${type ?? 'not at all'} is parsed`, {}, async (_emulator, message) => {
    assert.is((await message(post(ROWS, type ? { 'content-type': type } : {}))).status, 201);
  });
}

check('a reading is labelled text/plain', {}, async (_emulator, message) => {
  await message(post(ROWS));
  const answer = await message();
  assert.is(answer.status, 200);
  assert.match(String(answer.headers['content-type']), /^text\/plain/);
  assert.equal(JSON.parse(answer.body), { message: ROWS });
});

check(
  'a reading in the early form is the bare grid',
  { switches: { readForm: 'bare' } },
  async (_emulator, message) => {
    await message(post(ROWS));
    assert.equal(JSON.parse((await message()).body), ROWS);
  },
);

check('a blank board may answer no byte', { switches: { blankRead: 'empty' } }, async (_emulator, message) => {
  assert.is((await message()).body, '');
  await message(post(ROWS));
  assert.is.not((await message()).body, '');
});

check('a write may be answered with 200', { switches: { writeAnswer: 'ok' } }, async (_emulator, message) => {
  const answer = await message(post(ROWS));
  assert.is(answer.status, 200);
  assert.is(answer.body, '{"ok":true}');
});

for (const key of ['', 'wrong']) {
  check(`the key "${key}" is 401 with exactly these words`, {}, async (emulator, message) => {
    const answer = await message({ ...post(ROWS), headers: { 'x-vestaboard-local-api-key': key } });
    assert.is(answer.status, 401);
    assert.is(answer.body, 'Invalid API key');
    assert.not.equal(emulator.shown(), ROWS);
  });
}

check(
  'a wrong key on old firmware is 200 without a body',
  { switches: { wrongKey: 'empty' } },
  async (_emulator, message) => {
    const answer = await message({ headers: { 'x-vestaboard-local-api-key': 'wrong' } });
    assert.is(answer.status, 200);
    assert.is(answer.body, '');
  },
);

const changed = (row: number, col: number, code: unknown) =>
  ROWS.map((line, r) => line.map((old, c) => (r === row && c === col ? code : old)));
const BAD: readonly (readonly [string, unknown])[] = [
  ['five rows', ROWS.slice(1)],
  ['seven rows', [...ROWS, ROWS[0]]],
  ['a short row', ROWS.map((line, row) => (row === 3 ? line.slice(1) : line))],
  ['code 72', changed(0, 0, 72)],
  ['code -1', changed(5, 21, -1)],
  ['code 1.5', changed(0, 0, 1.5)],
  ['code true', changed(0, 0, true)],
  ['code "1"', changed(0, 0, '1')],
  ['code null', changed(0, 0, null)],
  ['text', 'HELLO'],
  ['an object without characters', { text: 'HELLO' }],
  ['null', null],
  ['an unknown strategy', { characters: ROWS, strategy: 'classic' }],
  ['an interval of 0', { characters: ROWS, strategy: 'row', step_interval_ms: 0 }],
  ['a step of 0', { characters: ROWS, strategy: 'row', step_size: 0 }],
];
for (const [name, value] of BAD) {
  check(`${name} is 400`, {}, async (emulator, message) => {
    assert.is((await message(post(value))).status, 400);
    assert.ok(
      emulator
        .shown()
        .flat()
        .every((code) => code === 0),
    );
  });
}

check('what does not parse is 400', {}, async (_emulator, message) =>
  assert.is((await message({ method: 'POST', body: '[[1' })).status, 400),
);
check('a bad grid may be 422', { switches: { badGrid: 422 } }, async (_emulator, message) =>
  assert.is((await message(post([[1]]))).status, 422),
);
for (const [name, more] of [
  ['a transition of the least steps', { strategy: 'random', step_interval_ms: 1, step_size: 1 }],
  ['steps without a strategy', { step_interval_ms: 5, step_size: 5 }],
] as const)
  check(`${name} is taken`, {}, async (_emulator, message) =>
    assert.is((await message(post({ characters: ROWS, ...more }))).status, 201),
  );
check(
  'a transition without an interval has that of the switch',
  { switches: { defaultStepMs: 7 } },
  async (emulator, message) => {
    await message(post({ characters: ROWS, strategy: 'row' }));
    assert.ok((emulator.boards[0]?.display.movingMs ?? 0) > 7);
    await message(post({ characters: ROWS, strategy: 'row', step_interval_ms: 2000 }));
    assert.ok((emulator.boards[0]?.display.movingMs ?? 0) > 9000);
  },
);
for (const code of [0, 43, 62, 71])
  check(`code ${code} is taken`, {}, async (_emulator, message) =>
    assert.is((await message(post(changed(0, 0, code)))).status, 201),
  );
for (const method of ['PUT', 'DELETE', 'HEAD', 'PATCH']) {
  check(`${method} is 405`, {}, async (_emulator, message) => {
    const { status, headers } = await message({ method });
    assert.equal([status, headers['allow']], [405, 'GET, POST']);
  });
}
check('another path is 404', {}, async (emulator) => assert.is((await ask(`${emulator.url}/local-api`)).status, 404));
check('a note takes 3 rows of 15', { type: 'note' }, async (_emulator, message) => {
  assert.is((await message(post(gridToRows(someGrid(3, 15))))).status, 201);
  assert.is((await message(post(ROWS))).status, 400);
});

test('while the board is busy it may drop writes without a word', async () => {
  const clock = createFakeClock('2026-03-01T12:00:00Z');
  await withEmulator({ clock, switches: { busyDropMs: 1000 } }, async (emulator) => {
    const send = (seed: number) =>
      ask(
        `${emulator.url}/local-api/message`,
        post(gridToRows(someGrid(6, 22, seed)), { 'x-vestaboard-local-api-key': emulator.key }),
      );
    await send(1);
    await clock.advance(999);
    assert.is((await send(2)).status, 201);
    assert.equal(emulator.shown(), gridToRows(someGrid(6, 22, 1)));
    await clock.advance(1);
    await send(3);
    assert.equal(emulator.shown(), gridToRows(someGrid(6, 22, 3)));
  });
});

test('while flaps move a reading may show them', async () => {
  const clock = createFakeClock('2026-03-01T12:00:00Z');
  await withEmulator({ clock, switches: { reads: 'stepped' } }, async (emulator) => {
    const headers = { 'x-vestaboard-local-api-key': emulator.key };
    const read = async () =>
      (JSON.parse((await ask(`${emulator.url}/local-api/message`, { headers })).body) as { message: number[][] })
        .message;
    await ask(
      `${emulator.url}/local-api/message`,
      post({ characters: ROWS, strategy: 'row', step_interval_ms: 100 }, headers),
    );
    assert.equal((await read())[0], ROWS[0]);
    assert.ok(
      (await read())
        .slice(1)
        .flat()
        .every((code) => code === 0),
    );
    await clock.advance(200);
    assert.equal((await read()).slice(0, 3), ROWS.slice(0, 3));
    assert.ok(
      (await read())
        .slice(3)
        .flat()
        .every((code) => code === 0),
    );
    await clock.advance(300);
    assert.equal(await read(), ROWS);
  });
});

check('a request is recorded as it came', {}, async (emulator, message) => {
  await message({ method: 'POST', body: 'nonsense', headers: { 'x-own': 'yes' } });
  await message(post({ characters: ROWS }));
  const [first, second] = emulator.requests;
  assert.is(first?.body, 'nonsense');
  assert.is(first?.headers['x-own'], 'yes');
  assert.is(first?.grid, null);
  assert.is(first?.board, 0);
  assert.equal(second?.grid, ROWS);
});

check('the enablement token brings a new key', {}, async (emulator, message) => {
  const old = emulator.key;
  const headers = { 'x-vestaboard-local-api-enablement-token': emulator.token };
  const answer = await ask(`${emulator.url}/local-api/enablement`, { method: 'POST', headers });
  assert.is(answer.status, 200);
  const { message: said, apiKey } = JSON.parse(answer.body) as Record<string, string>;
  assert.is(said, 'Local API enabled');
  assert.is(apiKey, emulator.key);
  assert.is((await message({ headers: { 'x-vestaboard-local-api-key': old } })).status, 401);
  assert.is((await message()).status, 200);
});
check('a wrong enablement token is 403 and changes nothing', {}, async (emulator) => {
  const old = emulator.key;
  const answer = await ask(`${emulator.url}/local-api/enablement`, {
    method: 'POST',
    headers: { 'x-vestaboard-local-api-enablement-token': 'x' },
  });
  assert.is(answer.status, 403);
  assert.is(emulator.key, old);
});
check('GET enablement answers something', {}, async (emulator) => {
  const { status, body } = await ask(`${emulator.url}/local-api/enablement`);
  assert.equal([status, body], [200, '{"message":"Local API"}']);
});
check('PUT enablement is 405', {}, async (emulator) =>
  assert.is((await ask(`${emulator.url}/local-api/enablement`, { method: 'PUT' })).status, 405),
);

test('an array is one board per Note', () =>
  withEmulator({ type: 'note_array', tiles: { wide: 3, tall: 2 } }, (emulator) => {
    assert.is(emulator.boards.length, 6);
    assert.equal(
      emulator.boards.map(({ row, col }) => [row, col]),
      [
        [0, 0],
        [0, 1],
        [0, 2],
        [1, 0],
        [1, 1],
        [1, 2],
      ],
    );
    assert.is(new Set(emulator.boards.map(({ credentials }) => credentials.key)).size, 6);
    return Promise.resolve();
  }));

test('an array on a fixed port has an address per Note', () =>
  withEmulator({}, (free) =>
    free.close().then(() =>
      withEmulator({ type: 'note_array', tiles: { wide: 2, tall: 1 }, port: free.port }, (emulator) => {
        assert.equal(
          emulator.boards.map(({ station: { host, port } }) => [host, port]),
          [
            ['127.0.0.1', free.port],
            ['127.0.0.2', free.port],
          ],
        );
        return Promise.resolve();
      }),
    ),
  ));

test('elsewhere the Notes of an array count the port up', () =>
  withEmulator({ host: '127.0.0.9' }, async (free) => {
    const { port } = free;
    await free.close();
    const options = { type: 'note_array', tiles: { wide: 1, tall: 2 }, host: '127.0.0.9', port } as const;
    await withEmulator(options, async ({ boards }) => {
      await Promise.resolve();
      assert.equal(
        boards.map(({ station }) => station.url),
        [`http://127.0.0.9:${port}`, `http://127.0.0.9:${port + 1}`],
      );
    });
  }));

test('a port that is taken fails the start and leaves nothing listening', () =>
  withEmulator({ host: '127.0.0.2' }, async (taken) => {
    let failure: unknown = null;
    await withEmulator({ type: 'note_array', tiles: { wide: 2, tall: 1 }, port: taken.port }, () =>
      Promise.resolve(),
    ).catch((error: unknown) => (failure = error));
    assert.match(String(failure), /EADDRINUSE/);
    let refused: unknown = null;
    await ask(`http://127.0.0.1:${taken.port}/`).catch((error: unknown) => (refused = error));
    assert.match(String(refused), /ECONNREFUSED/);
  }));

test.run();
