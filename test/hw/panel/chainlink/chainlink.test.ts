import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGrid, gridFromRows, gridToRows } from '../../../../src/core/flaps/grid.ts';
import { flapOf } from '../../../../src/core/flaps/flaps.ts';
import { chainRig, firstCells, SMALLEST, panelOf, type ChainRig, type ChainRigOptions } from '../rig.ts';
import { frameOf, never, reasonOf } from '../../rig.ts';
import { createFakeClock, settle, type FakeClock } from '../../../support/fake-clock.ts';
import { CHAIN_TIMES, OLD_REEL } from '../../../../hw/panel/chainlink/link.ts';
import { Chainlink } from '../../../../hw/panel/chainlink/chainlink.ts';

const test = suite('chainlink');

interface TimedRig extends ChainRig {
  readonly clock: FakeClock;
  /** Ends when the work does, the clock running meanwhile. */
  settled<TResult>(work: Promise<TResult>): Promise<TResult>;
}

const timed = (options: ChainRigOptions = {}): TimedRig => {
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  const rig = chainRig({ clock, times: CHAIN_TIMES, ...options });
  const settled = async <TResult>(work: Promise<TResult>): Promise<TResult> => {
    let done = false;
    const watched = work.finally(() => (done = true));
    watched.catch(() => undefined);
    for (let turn = 0; turn < 2000 && !done; turn++) await clock.advance(10);
    return watched;
  };
  return { ...rig, clock, settled };
};

const started = async (options: ChainRigOptions = {}): Promise<TimedRig> => {
  const rig = timed(options);
  await rig.clock.advance(100);
  await rig.settled(rig.driver.start());
  return rig;
};

const close = async (rig: ChainRig): Promise<void> => {
  await rig.driver.stop();
  rig.board.close();
};

const word = (text: string) =>
  gridFromRows([[...text].map((glyph) => flapOf(glyph) ?? 0)], SMALLEST.rows, SMALLEST.cols);
const write = (rig: TimedRig, text: string) => rig.settled(rig.driver.write(frameOf(word(text)), never()));
const configs = ({ board }: ChainRig) => board.taken.filter(({ kind }) => kind === 'config');
const asked = (rig: ChainRig): string => rig.board.shown.trimEnd();

const check = (name: string, options: ChainRigOptions, run: (rig: TimedRig) => Promise<void>) =>
  test(name, async () => {
    const rig = await started(options);
    try {
      await run(rig);
    } finally {
      await close(rig);
    }
  });

test('a panel without a path is told', () => {
  assert.throws(
    () =>
      new Chainlink(
        { ...SMALLEST, panel: panelOf('chainlink', { connection: {} }) },
        { clock: createFakeClock('2026-01-01T00:00:00Z') },
      ),
    /needs the path/,
  );
});

check('the reel of the device counts', { board: { flaps: ' ZYXWVUTSRQPONMLKJIHGFEDCBA' } }, async (rig) => {
  await write(rig, 'ABC');
  assert.is(asked(rig), 'ABC');
});

check('the reel of the owner counts more', { panel: { flaps: ' BA' }, board: { flaps: ' AB' } }, async (rig) => {
  await write(rig, 'AB');
  assert.is(asked(rig), 'BA');
});

check(
  'a device that names no reel has the older one',
  { board: { namesFlaps: false, flaps: OLD_REEL } },
  async (rig) => {
    await write(rig, "IT'S 9");
    assert.is(asked(rig), "IT'S 9");
  },
);

check('substitutions are reported', {}, async (rig) => {
  assert.equal(await write(rig, '8:30(A)'), { status: 'sent', substitutions: { ':': '.', '(': ' ', ')': ' ' } });
  assert.is(asked(rig), '8.30 A');
});

check('every module is in every configuration', { size: { rows: 6, cols: 18 } }, async (rig) => {
  await rig.settled(rig.driver.write(frameOf(createGrid(6, 18, 1)), never()));
  const [config] = configs(rig);
  assert.is(config?.kind === 'config' ? config.modules.length : 0, 108);
});

check(
  'modules without a cell keep what they show',
  { panel: { modules: firstCells(3) }, board: { modules: 6 } },
  async (rig) => {
    rig.board.modules[5]?.goTo(7);
    await rig.clock.advance(100);
    await rig.driver.stop();
    await rig.settled(rig.driver.start());
    await write(rig, 'ABC');
    assert.is(rig.board.shown, 'ABC  G');
  },
);

check('only what changes is written', {}, async (rig) => {
  await write(rig, 'ABC');
  const before = rig.board.modules.map(({ moves }) => moves);
  await write(rig, 'ABD');
  assert.equal(
    rig.board.modules.map(({ moves }, index) => moves - (before[index] ?? 0)),
    Array.from({ length: 45 }, (_, index) => Number(index === 2)),
  );
});

check('cells without a module cause no traffic', { panel: { modules: firstCells(2) } }, async (rig) => {
  await write(rig, 'AB');
  const { length } = configs(rig);
  assert.is((await write(rig, 'ABC')).status, 'sent');
  assert.is(configs(rig).length, length);
});

check('the very same frame is written again', {}, async (rig) => {
  await write(rig, 'AB');
  const { length } = configs(rig);
  await write(rig, 'AB');
  assert.is(configs(rig).length, length + 1);
});

check('numbers never repeat and never are 0', {}, async (rig) => {
  for (const text of ['A', 'B', 'C', 'D']) await write(rig, text);
  const nonces = rig.board.taken.map(({ nonce }) => nonce);
  assert.is(new Set(nonces).size, nonces.length);
  assert.not.ok(nonces.includes(0));
});

check('a lost message is repeated, and acted on once', {}, async (rig) => {
  rig.wire.faults.loss = 1;
  const writing = rig.driver.write(frameOf(word('A')), never());
  await rig.clock.advance(600);
  rig.wire.faults.loss = 0;
  assert.is((await rig.settled(writing)).status, 'sent');
  assert.is(asked(rig), 'A');
  assert.is(configs(rig).length, 1);
});

check('a lost acknowledgement does not move anything twice', {}, async (rig) => {
  rig.board.faults.deaf = false;
  const send = rig.wire.toHost.bind(rig.wire);
  let lost = 0;
  rig.wire.toHost = (bytes) => (lost++ < 1 ? undefined : send(bytes));
  assert.is((await write(rig, 'A')).status, 'sent');
  assert.ok(lost > 1);
  assert.is(configs(rig).length, 1);
});

check('a zero goes ahead of every repetition, for a device that restarted', {}, async (rig) => {
  const chunks: number[][] = [];
  rig.wire.attach({ receive: (bytes) => chunks.push([...bytes]) });
  await write(rig, 'A');
  assert.is(chunks[0]?.at(-1), 0);
  assert.equal(chunks.slice(1, 5), [[0], chunks[0], [0], chunks[0]]);
  assert.is(chunks.length, 1 + 11 * 2);
  rig.wire.attach(rig.board);
});

check('noise and losses are overcome', {}, async (rig) => {
  rig.wire.faults.loss = 0.002;
  rig.wire.faults.noise = 0.002;
  for (const text of ['HELLO', 'WORLD', 'AGAIN']) {
    assert.is((await write(rig, text)).status, 'sent');
    assert.is(asked(rig), text);
  }
});

check('a device that falls silent fails the write in a sentence', {}, async (rig) => {
  rig.board.faults.deaf = true;
  const outcome = await write(rig, 'A');
  assert.is(outcome.status, 'failed');
  assert.match(reasonOf(outcome), /does not answer/);
  assert.ok(rig.clock.monotonic() < 10_000);
  rig.board.faults.deaf = false;
  await write(rig, 'A');
  assert.is(asked(rig), 'A');
});

check('a device that restarts is woken and gets everything', {}, async (rig) => {
  await write(rig, 'OLD');
  rig.board.reboot();
  await rig.clock.advance(100);
  assert.is((await write(rig, 'NEW')).status, 'sent');
  assert.is(asked(rig), 'NEW');
});

check(
  'after a power cut, modules that the next frame leaves at home stay there',
  { panel: { max_moving: 1 } },
  async (rig) => {
    await write(rig, 'AFTERAREBOOT');
    await rig.clock.advance(60_000);
    rig.board.switchOff();
    await rig.clock.advance(3000);
    rig.board.reboot();
    await rig.clock.advance(100);
    await write(rig, 'HI');
    await rig.clock.advance(60_000);
    assert.is(asked(rig), 'HI');
    const flaps = configs(rig)
      .slice(-3)
      .map((message) =>
        message.kind === 'config' ? message.modules.slice(2).filter(({ flap }) => flap !== 0).length : -1,
      );
    assert.equal(flaps, [0, 0, 0]);
  },
);

check('a cable that is pulled and put back', {}, async (rig) => {
  rig.wire.unplug();
  const outcome = await write(rig, 'A');
  assert.match(reasonOf(outcome), /is not there/);
  rig.wire.plug();
  assert.is((await write(rig, 'A')).status, 'sent');
  assert.is(asked(rig), 'A');
});

test('a port that is in use is told at the start', async () => {
  const rig = timed();
  await rig.wire.open({ path: 'x', baudRate: 230_400 }, { onData: () => undefined, onClose: () => undefined });
  const problem = await rig.settled(
    rig.driver.start().then(
      () => '',
      (error: Error) => error.message,
    ),
  );
  assert.match(problem, /in use by another board or program/);
  await close(rig);
});

test('a port at which nobody answers is told at the start, within some seconds', async () => {
  const rig = timed();
  rig.board.faults.deaf = true;
  const problem = await rig.settled(
    rig.driver.start().then(
      () => '',
      (error: Error) => error.message,
    ),
  );
  assert.match(problem, /no panel answers/);
  assert.not.match(problem, /\/dev/);
  assert.ok(rig.clock.monotonic() < 12_000);
  assert.not.ok(rig.wire.isOpen);
  rig.board.faults.deaf = false;
  await rig.settled(rig.driver.start());
  await close(rig);
});

test('a map beyond the chain is told at the start', async () => {
  const rig = timed({ board: { modules: 12 } });
  const problem = await rig.settled(
    rig.driver.start().then(
      () => '',
      (error: Error) => error.message,
    ),
  );
  assert.match(problem, /has 12 modules, 0 to 11, but the map names module 44/);
  assert.not.ok(rig.wire.isOpen);
  await close(rig);
});

test('a board that knows only text is found by itself, and tells of no fault before it tells its status', async () => {
  const rig = await started({ board: { textOnly: true, flaps: OLD_REEL } });
  const told = await rig.settled(rig.driver.actions['diagnose']?.run({}, never()) ?? Promise.resolve({}));
  assert.is((told as { fault: unknown }).fault, null);
  assert.is((await write(rig, 'OLD TIMES')).status, 'sent');
  assert.is(asked(rig), 'OLD TIMES');
  await close(rig);
});

check(
  'in text, command characters are blank and reported',
  {
    board: { textOnly: true, flaps: ` AB@#=+` },
    panel: { connection: { path: 'x', baud_rate: 38_400 }, flaps: ' AB@#=+' },
  },
  async (rig) => {
    assert.equal(await write(rig, 'A@B#'), { status: 'sent', substitutions: { '@': ' ', '#': ' ' } });
    assert.is(asked(rig), 'A B');
  },
);

check('while modules turn, a reading is what was asked for', { board: { speed: 1 } }, async (rig) => {
  await rig.clock.advance(10_000);
  await write(rig, 'ZZZ');
  const reading = await rig.settled(rig.driver.read(never()));
  assert.ok(rig.board.modules[0]?.moving);
  assert.equal(reading.status === 'read' && reading.grid && gridToRows(reading.grid), gridToRows(word('ZZZ')));
});

check('what others put on the wall is read', {}, async (rig) => {
  await write(rig, 'AB');
  await rig.clock.advance(1000);
  rig.board.modules[0]?.goTo(3);
  await rig.clock.advance(500);
  const reading = await rig.settled(rig.driver.read(never()));
  assert.is(reading.status === 'read' && reading.grid?.codes[0], 3);
});

check('a module that cannot find home is sent home twice, then told', { board: { speed: 0.01 } }, async (rig) => {
  await rig.clock.advance(1000);
  const module = rig.board.modules[4];
  if (module) module.sensorWorks = false;
  module?.home();
  await rig.clock.advance(60_000);
  const reading = await rig.settled(rig.driver.read(never()));
  assert.is(reasonOf(reading), 'Module 4 (row 1, column 5) does not find its home: check its magnet and its sensor.');
  const resets = configs(rig).map((message) => (message.kind === 'config' ? message.modules[4]?.reset : 0));
  assert.is(Math.max(...resets.map(Number)), 2);
  if (module) module.sensorWorks = true;
  await rig.settled(rig.driver.actions['home']?.run({ modules: [4] }, never()) ?? Promise.resolve({}));
  await rig.clock.advance(5000);
  assert.is((await rig.settled(rig.driver.read(never()))).status, 'read');
});

check(
  'while it is halted no module is sent home, until something is asked of it again',
  { board: { speed: 0.01 } },
  async (rig) => {
    await rig.clock.advance(1000);
    const [module] = rig.board.modules;
    if (module) module.sensorWorks = false;
    module?.home();
    rig.driver.halt();
    const resets = () => configs(rig).map((message) => (message.kind === 'config' ? message.modules[0]?.reset : 0));
    const before = resets();
    await rig.clock.advance(60_000);
    assert.equal(resets(), before);
    await rig.settled(rig.driver.read(never()));
    await rig.clock.advance(60_000);
    assert.is(Math.max(...resets().map(Number)), 2);
  },
);

check(
  'what waits for its turn is dropped by a halt, and asked for again',
  { panel: { max_moving: 1 } },
  async (rig) => {
    let told = 0;
    rig.driver.listen({ onRestart: () => void told++ });
    await rig.clock.advance(10_000);
    rig.driver.halt();
    assert.is(told, 0, 'nothing was on its way');
    await write(rig, 'ZZZ');
    rig.driver.halt();
    assert.is(told, 1);
    await rig.clock.advance(60_000);
    assert.not.equal(asked(rig), 'ZZZ');
    await write(rig, 'ZZZ');
    await rig.clock.advance(60_000);
    assert.is(asked(rig), 'ZZZ');
  },
);

check('a board that does not home by itself is told to', { board: { supervised: true } }, async (rig) => {
  await write(rig, 'HI');
  await rig.clock.advance(20_000);
  assert.is(asked(rig), 'HI');
  assert.ok(rig.board.modules.every(({ state }) => state === 0));
});

check(
  'a failed power supply fails writes and readings until it is well',
  { board: { supervised: true } },
  async (rig) => {
    rig.board.faults.powerFault = { type: 5, text: 'channel 1' };
    await rig.clock.advance(3000);
    assert.is(
      reasonOf(await write(rig, 'A')),
      'The panel cannot turn: its power supply stopped because of too much current (channel 1).',
    );
    assert.match(reasonOf((await rig.settled(rig.driver.read(never()))) as never), /too much current/);
    rig.board.faults.powerFault = null;
    await rig.clock.advance(20_000);
    assert.is((await write(rig, 'A')).status, 'sent');
  },
);

check('a chain that is interrupted is told', {}, async (rig) => {
  rig.board.faults.chainBroken = true;
  await rig.clock.advance(6000);
  assert.match(reasonOf(await write(rig, 'A')), /chain of driver boards is interrupted/);
  rig.board.faults.chainBroken = false;
  await rig.clock.advance(6000);
  assert.is((await write(rig, 'A')).status, 'sent');
});

check('only so many modules turn together', { panel: { max_moving: 5 }, board: { speed: 1 } }, async (rig) => {
  await rig.clock.advance(10_000);
  await write(rig, 'ZZZZZZZZZZZZZZZ');
  let most = 0;
  for (let turn = 0; turn < 400; turn++) {
    most = Math.max(most, rig.board.modules.filter(({ moving }) => moving).length);
    await rig.clock.advance(50);
  }
  assert.is(most, 5);
  assert.is(asked(rig), 'ZZZZZZZZZZZZZZZ');
});

check(
  'all modules land together',
  { panel: { land_together: true, flaps: null }, board: { speed: 1 } },
  async (rig) => {
    await rig.clock.advance(10_000);
    await write(rig, 'CZM');
    await rig.clock.advance(20_000);
    const landings = rig.board.modules.slice(0, 3).map(({ arrivesAt }) => arrivesAt);
    assert.is(asked(rig), 'CZM');
    assert.ok(Math.max(...landings) - Math.min(...landings) < 200, landings.join());
  },
);

const ACTIONS: readonly (readonly [string, Record<string, unknown>, number])[] = [
  ['offset_tenth', { modules: [2] }, 90],
  ['offset_half', { modules: [2] }, 91],
  ['set_offset', { modules: [2] }, 92],
];
for (const [name, input, number] of ACTIONS) {
  check(`the command ${name} goes to one module`, {}, async (rig) => {
    assert.equal(await rig.settled(rig.driver.actions[name]?.run(input, never()) ?? Promise.resolve({})), {
      modules: [2],
    });
    const command = rig.board.taken.at(-1);
    assert.equal(
      command?.kind === 'command' && command.modules.map(({ action }) => action),
      Array.from({ length: 45 }, (_, index) => (index === 2 ? number : 0)),
    );
  });
}

check('offsets are kept on request', {}, async (rig) => {
  await rig.settled(rig.driver.actions['save_offsets']?.run({}, never()) ?? Promise.resolve({}));
  const command = rig.board.taken.at(-1);
  assert.ok(command?.kind === 'command' && command.save && command.modules.length === 0);
});

check('modules turn once around on request', {}, async (rig) => {
  await write(rig, 'AB');
  const before = rig.board.modules[1]?.moves ?? 0;
  await rig.settled(rig.driver.actions['turn']?.run({ modules: [1] }, never()) ?? Promise.resolve({}));
  assert.is(rig.board.modules[1]?.moves, before + 1);
  assert.is(asked(rig), 'AB');
});

check('the self-test shows all flaps and stays for a while', {}, async (rig) => {
  const before = rig.clock.monotonic();
  const result = await rig.settled(
    rig.driver.actions['self_test']?.run({ step: 1, seconds: 3 }, never()) ?? Promise.resolve({}),
  );
  assert.ok(rig.clock.monotonic() - before >= 3000);
  assert.is(rig.board.shown.slice(0, 5), 'ABCDE');
  assert.is((result as { step: number }).step, 1);
});

check('the diagnosis tells counters and positions', {}, async (rig) => {
  await write(rig, 'B');
  const module = rig.board.modules[0];
  if (module) module.missedHomes = 3;
  const { modules } = (await rig.settled(rig.driver.actions['diagnose']?.run({}, never()) ?? Promise.resolve({}))) as {
    modules: { flap: number; missedHomes: number }[];
  };
  assert.is(modules.length, 45);
  assert.is(modules[0]?.missedHomes, 3);
  assert.is(modules[0]?.flap, 2);
});

check('a restart by the reset line', {}, async (rig) => {
  let starts = 0;
  const reboot = rig.board.reboot.bind(rig.board);
  rig.board.reboot = () => {
    starts++;
    reboot();
  };
  await rig.settled(rig.driver.actions['restart']?.run({}, never()) ?? Promise.resolve({}));
  assert.is(starts, 1);
  assert.is((await write(rig, 'A')).status, 'sent');
  assert.is(asked(rig), 'A');
});

for (const [name, input] of [
  ['home', { modules: [99] }],
  ['turn', { modules: [] }],
  ['self_test', { step: 300 }],
  ['self_test', { seconds: 61 }],
] as const) {
  check(`the action ${name} refuses ${JSON.stringify(input)}`, {}, async (rig) => {
    const problem = await rig.settled(
      rig.driver.actions[name]?.run(input, never()).then(
        () => '',
        (error: Error) => error.message,
      ) ?? Promise.resolve(''),
    );
    assert.match(problem, /"(modules|step|seconds)"/);
  });
}

check(
  'text boards refuse commands that they do not know',
  { board: { textOnly: true }, panel: { connection: { path: 'x', baud_rate: 38_400 } } },
  async (rig) => {
    const problem = await rig.settled(
      rig.driver.actions['turn']?.run({}, never()).then(
        () => '',
        (error: Error) => error.message,
      ) ?? Promise.resolve(''),
    );
    assert.match(problem, /do not know this command/);
    const before = rig.board.modules.map(({ moves }) => moves);
    const refusal = await rig.settled(
      rig.driver.actions['home']?.run({ modules: [0] }, never()).then(
        () => '',
        (error: Error) => error.message,
      ) ?? Promise.resolve(''),
    );
    assert.match(refusal, /home all modules at once/);
    await settle();
    assert.equal(
      rig.board.modules.map(({ moves }) => moves),
      before,
    );
    await rig.settled(rig.driver.actions['home']?.run({}, never()) ?? Promise.resolve({}));
    await settle();
    assert.ok((rig.board.modules[0]?.moves ?? 0) > 1);
  },
);

test.run();
