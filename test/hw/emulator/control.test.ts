import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Emulator, EmulatorOptions } from '../../../hw/emulator/vestaboard/emulator.ts';
import { parseCommand } from '../../../hw/emulator/vestaboard/arguments.ts';
import { drawPage, drawText } from '../../../hw/emulator/vestaboard/picture.ts';
import { defaultSwitches, setSwitches } from '../../../hw/emulator/vestaboard/switches.ts';
import { createGrid } from '../../../src/core/flaps/grid.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { until } from '../../support/until.ts';
import { gridOf, someGrid, withEmulator } from '../rig.ts';
import { ask } from './peer.ts';

const test = suite('emulator: control');

const check = (
  name: string,
  options: EmulatorOptions,
  run: (
    emulator: Emulator,
    control: (path: string, method?: string, body?: unknown) => ReturnType<typeof ask>,
  ) => Promise<void>,
) =>
  test(name, () =>
    withEmulator(options, (emulator) =>
      run(emulator, (path, method = 'GET', body) =>
        ask(`${emulator.url}/emulator/${path}`, {
          method,
          body: body === undefined ? undefined : JSON.stringify(body),
        }),
      ),
    ),
  );

check(
  'the state names boards, grids and keys',
  { type: 'note_array', tiles: { wide: 2, tall: 1 } },
  async (emulator, control) => {
    const { boards } = JSON.parse((await control('state')).body) as { boards: Record<string, unknown>[] };
    assert.is(boards.length, 2);
    assert.is(boards[0]?.['key'], emulator.key);
    assert.is(boards[0]?.['rows'], 3);
    assert.is((boards[1]?.['target'] as number[][] | undefined)?.length, 3);
  },
);

check('switches are read and set', {}, async (emulator, control) => {
  assert.equal(JSON.parse((await control('switches')).body), { ...defaultSwitches() });
  const answer = await control('switches', 'PUT', { fault: 'status', faultStatus: 503 });
  assert.is(answer.status, 200);
  assert.is(emulator.switches.fault, 'status');
  assert.is((await ask(`${emulator.url}/local-api/message`)).status, 503);
  assert.is((await control('state')).status, 200, 'faults do not befall the control surface');
});

check('a wrong switch is 400', {}, async (_emulator, control) =>
  assert.is((await control('switches', 'PUT', { fault: 'fire' })).status, 400),
);
for (const [path, method, status, allow] of [
  ['switches', 'POST', 405, 'GET, PUT'],
  ['requests', 'PUT', 405, 'GET, DELETE'],
  ['state', 'POST', 404, undefined],
  ['text', 'POST', 404, undefined],
  ['refuse', 'GET', 404, undefined],
] as const)
  check(`${method} ${path} is ${status}`, {}, async (emulator, control) => {
    await ask(emulator.url);
    const answer = await control(path, method, method === 'GET' ? undefined : {});
    assert.equal([answer.status, answer.headers['allow'], emulator.requests.length], [status, allow, 1]);
  });

check(
  'the text is that of all boards',
  { type: 'note_array', tiles: { wide: 1, tall: 2 } },
  async (emulator, control) => {
    emulator.boards[1]?.display.show(createGrid(3, 15, 1));
    const blank = drawText(createGrid(3, 15), false);
    const answer = await control('text');
    assert.equal(answer.body, `${blank}\n${drawText(createGrid(3, 15, 1), false)}`);
    assert.is(answer.headers['content-type'], 'text/plain; charset=utf-8');
  },
);

check('of many requests the last 10,000 are kept', {}, async (emulator) => {
  await ask(`${emulator.url}/first`);
  const [first] = emulator.requests;
  assert.ok(first);
  for (let count = 1; count < 9999; count++) emulator.requests.push(first);
  await ask(`${emulator.url}/second`);
  assert.equal([emulator.requests.length, emulator.requests[0]?.path], [10_000, '/first']);
  await ask(`${emulator.url}/third?and=more`);
  assert.equal([emulator.requests.length, emulator.requests.at(-1)?.path], [10_000, '/third']);
});

check('a body of up to 1 MiB is read, and a longer one hung up on', {}, async (emulator) => {
  const said = (bytes: number): Promise<number> =>
    ask(emulator.url, { method: 'POST', body: ' '.repeat(bytes) }).then(
      ({ status }) => status,
      () => 0,
    );
  assert.equal([await said(1_048_576), await said(1_048_577), emulator.requests.length], [404, 0, 1]);
});

test('an answer comes after its time, and only those of the board have faults', async () => {
  const clock = createFakeClock('2026-03-01T12:00:00Z');
  await withEmulator({ clock, switches: { latencyMs: 50 } }, async (emulator) => {
    let status = 0;
    const asked = ask(emulator.url).then((answer) => (status = answer.status));
    await until(() => emulator.requests.length === 1);
    assert.is((await ask(`${emulator.url}/emulator/state`)).status, 200);
    await clock.advance(49);
    assert.is(status, 0);
    await clock.advance(1);
    assert.is(await asked, 404);
    assert.is(emulator.requests[0]?.at, clock.now() - 50);
  });
});

for (const [retryAfter, faultStatus, said] of [
  ['seconds', 429, '7'],
  ['date', 429, 'Sun, 01 Mar 2026 12:00:07 GMT'],
  ['none', 429, undefined],
  ['seconds', 503, undefined],
] as const)
  test(`a fault of status ${faultStatus} says ${said} of when to come again`, () => {
    const switches = { fault: 'status', faultStatus, retryAfter, retryAfterSeconds: 7 } as const;
    return withEmulator({ clock: createFakeClock('2026-03-01T12:00:00Z'), switches }, async (emulator) => {
      const answer = await ask(emulator.url);
      assert.equal(
        [answer.status, answer.headers['retry-after'], answer.body],
        [faultStatus, said, `status ${faultStatus}`],
      );
    });
  });

test('one of several boards loses its power, and shows nothing when it is back; the others stay', () =>
  withEmulator({ type: 'note_array', tiles: { wide: 3, tall: 1 } }, async (emulator) => {
    const told: number[] = [];
    const listening = (): Promise<boolean[]> =>
      Promise.all(
        emulator.boards.map(({ station }) =>
          ask(station.url).then(
            () => true,
            () => false,
          ),
        ),
      );
    for (const { display } of emulator.boards) display.show(createGrid(3, 15, 1));
    await emulator.cutPower(1);
    assert.equal(await listening(), [true, false, true]);
    for (const { display } of emulator.boards) told.push(display.target.codes[0] ?? -1);
    assert.equal(told, [1, 0, 1]);
    await emulator.accept(1);
    assert.equal(await listening(), [true, true, true]);
    await emulator.cutPower();
    assert.equal(await listening(), [false, false, false]);
    assert.ok(emulator.boards.every(({ display }) => !display.written));
  }));

for (const [options, rows, cols] of [
  [{}, 6, 22],
  [{ type: 'note' }, 3, 15],
  [{ type: 'note', tiles: { wide: 2, tall: 2 } }, 3, 15],
  [{ type: 'cloud' }, 6, 22],
  [{ type: 'cloud', tiles: { wide: 2, tall: 3 } }, 9, 30],
] as const)
  check(`${JSON.stringify(options)} is one board of ${rows} x ${cols}`, options, async ({ boards }) => {
    await Promise.resolve();
    assert.equal(
      boards.map(({ row, col, display }) => [row, col, display.rows, display.cols]),
      [[0, 0, rows, cols]],
    );
  });

check('requests are read and forgotten', {}, async (emulator, control) => {
  await ask(`${emulator.url}/local-api/message`);
  assert.is((JSON.parse((await control('requests')).body) as unknown[]).length, 1);
  await control('requests', 'DELETE');
  assert.is(emulator.requests.length, 0);
});

check('it refuses connections for a while', {}, async (emulator, control) => {
  assert.is((await control('refuse', 'POST', { ms: 2000 })).status, 200);
  let down = false;
  for (let turn = 0; turn < 1000 && !down; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    down = await control('text').then(
      () => false,
      () => true,
    );
  }
  assert.ok(down);
  let up = false;
  for (let turn = 0; turn < 2000 && !up; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    up = await ask(`${emulator.url}/emulator/text`).then(
      () => true,
      () => false,
    );
  }
  assert.ok(up);
});
for (const ms of [0, -1, 1.5, 'x', null, 600_001])
  check(`refusing for ${ms} ms is 400`, {}, async (_emulator, control) =>
    assert.is((await control('refuse', 'POST', { ms })).status, 400),
  );

check('the picture is for browsers', {}, async (emulator) => {
  const page = await ask(`${emulator.url}/`, { headers: { accept: 'text/html,*/*' } });
  assert.match(page.body, /<table>/);
  assert.is((await ask(`${emulator.url}/`)).status, 404);
});
check('the picture does not stand in the way of the cloud', { type: 'cloud' }, async (emulator) => {
  assert.is(
    (await ask(`${emulator.url}/`, { headers: { accept: 'text/html', 'x-vestaboard-token': emulator.token } })).status,
    404,
  );
  assert.match((await ask(`${emulator.url}/`, { headers: { accept: 'text/html' } })).body, /<table>/);
});
check('unknown control paths are 404', {}, async (_emulator, control) =>
  assert.is((await control('nothing')).status, 404),
);

for (const [count, method, statuses] of [
  [1, 'any', [500, 401]],
  [2, 'any', [500, 500, 401]],
  [0, 'any', [500, 500, 500]],
  [1, 'POST', [401, 401]],
  [1, 'GET', [500, 401]],
] as const) {
  check(
    `a fault ${count} times for ${method} requests`,
    { switches: { fault: 'status', faultTimes: count, faultMethod: method } },
    async (emulator) => {
      for (const status of statuses) assert.is((await ask(`${emulator.url}/local-api/message`)).status, status);
    },
  );
}

test('text shows letters and names tiles by letters', () => {
  assert.is(
    drawText(
      gridOf([
        [1, 2, 63],
        [69, 0, 36],
      ]),
      false,
    ),
    '+---+\n|ABR|\n|W 0|\n+---+',
  );
});
test('text may have colours', () =>
  assert.equal(
    [63, 70, 71, 1].map((code) => drawText(gridOf([[code]]), true).split('\n')[1]),
    ['218;41;28', '20;20;20', '255;255;255'].map((color) => `|\u001b[48;2;${color}m \u001b[0m|`).concat('|A|'),
  ));
test('tiles without colours have letters', () =>
  assert.is(drawText(gridOf([[63, 64, 65, 66, 67, 68, 69, 70, 71]]), false).split('\n')[1], '|ROYGBVWKF|'));
test('the page escapes what is markup', () => {
  const display = { standing: gridOf([[47]]) } as never;
  assert.match(drawPage([display]), /<table><tr><td>&amp;<\/td><\/tr><\/table>/);
  const colored = { standing: gridOf([[64]]) } as never;
  assert.match(drawPage([colored]), /<td style="background:rgb\(250,116,0\)"> <\/td>/);
});
test('every code has a picture', () => {
  for (let code = 0; code <= 71; code++) assert.is(drawText(createGrid(1, 1, code), false).length, 11);
});

const WRONG: readonly unknown[] = [
  null,
  [],
  'x',
  { nothing: 1 },
  { latencyMs: -1 },
  { latencyMs: 1.5 },
  { latencyMs: '5' },
  { early: 430 },
  { faultStatus: 199 },
  { faultStatus: 600 },
  { blank: true },
];
for (const change of WRONG) {
  test(`switches ${JSON.stringify(change)} are refused and nothing is set`, () => {
    const switches = defaultSwitches();
    assert.type(setSwitches(switches, change), 'string');
    assert.equal(switches, defaultSwitches());
  });
}
for (const [name, least, most, usual] of [
  ['faultTimes', 0, 1_000_000, 0],
  ['faultStatus', 200, 599, 500],
  ['retryAfterSeconds', 0, 86_400, 15],
  ['latencyMs', 0, 600_000, 0],
  ['busyDropMs', 0, 600_000, 0],
  ['defaultStepMs', 0, 600_000, 0],
  ['windowMs', 0, 600_000, 15_000],
] as const)
  test(`${name} is ${least} to ${most}, ${usual} where nobody sets it`, () => {
    const switches = defaultSwitches();
    assert.is(switches[name], usual);
    for (const value of [least, most]) {
      assert.is(setSwitches(switches, { [name]: value }), null);
      assert.is(switches[name], value);
    }
    for (const value of [least - 1, most + 1]) assert.type(setSwitches(switches, { [name]: value }), 'string');
  });
test('switches are set together or not at all', () => {
  const switches = defaultSwitches();
  assert.type(setSwitches(switches, { latencyMs: 5, early: 'never' }), 'string');
  assert.is(switches.latencyMs, 0);
  assert.is(setSwitches(switches, { latencyMs: 5, early: 429 }), null);
  assert.is(switches.latencyMs, 5);
});

const optionsOf = (line: string) => {
  const command = parseCommand(line === '' ? [] : line.split(' '));
  return 'options' in command ? command.options : null;
};
test('the last port and the largest array count', () =>
  assert.equal(optionsOf('--port 65535 --tiles 8X1'), {
    type: 'flagship',
    port: 65_535,
    host: undefined,
    key: undefined,
    token: undefined,
    tiles: { wide: 8, tall: 1 },
  }));
test('without arguments: a flagship on port 7000', () => {
  assert.is(optionsOf('')?.type, 'flagship');
  assert.is(optionsOf('')?.port, 7000);
});
test('all arguments count', () => {
  const options = optionsOf('--type note_array --port 0 --host 127.0.0.5 --key k --token t --tiles 2x3');
  assert.equal(options, {
    type: 'note_array',
    port: 0,
    host: '127.0.0.5',
    key: 'k',
    token: 't',
    tiles: { wide: 2, tall: 3 },
  });
});
for (const line of [
  '--type panel',
  '--port -1',
  '--port 65536',
  '--port x',
  '--port=',
  '--tiles 9x1',
  '--tiles 0x1',
  '--tiles 2',
  '--type note_array',
  '--colour',
  'extra',
]) {
  test(`"${line}" is a complaint`, () => assert.ok('complaint' in parseCommand(line.split(' '))));
}
test('--help is help', () => {
  const command = parseCommand(['--help']);
  assert.match('help' in command ? command.help : '', /--type/);
});
test('a random frame is drawn whole', () => assert.is(drawText(someGrid(6, 22), false).split('\n').length, 8));

test.run();
