import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Emulator, EmulatorOptions } from '../../../hw/emulator/vestaboard/emulator.ts';
import { parseCommand } from '../../../hw/emulator/vestaboard/arguments.ts';
import { drawPage, drawText } from '../../../hw/emulator/vestaboard/picture.ts';
import { defaultSwitches, setSwitches } from '../../../hw/emulator/vestaboard/switches.ts';
import { createGrid } from '../../../src/core/flaps/grid.ts';
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
check('switches know GET and PUT only', {}, async (_emulator, control) =>
  assert.is((await control('switches', 'POST', {})).status, 405),
);

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
test('text may have colours', () => assert.match(drawText(gridOf([[63]]), true), /\u001b\[48;2;218;41;28m/));
test('the page escapes what is markup', () => {
  const display = { standing: gridOf([[47]]) } as never;
  assert.match(drawPage([display]), /<td>&amp;<\/td>/);
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
