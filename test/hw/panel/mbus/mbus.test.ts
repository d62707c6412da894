import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { flapOf } from '../../../../src/core/flaps/flaps.ts';
import { createGrid, gridFromRows, gridToRows } from '../../../../src/core/flaps/grid.ts';
import { serialQuestion } from '../../../../hw/panel/mbus/frames.ts';
import { Mbus } from '../../../../hw/panel/mbus/mbus.ts';
import { STANDARD_REEL } from '../../../../hw/panel/mbus/standard-reel.ts';
import { BUS_TIMES } from '../../../../hw/panel/mbus/times.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { frameOf, never, reasonOf } from '../../rig.ts';
import { busRig, firstCells, panelOf, SMALLEST, type BusRig, type BusRigOptions } from '../rig.ts';

const test = suite('mbus');

interface TimedRig extends BusRig {
  readonly clock: FakeClock;
  /** What the host sent, as text. */
  readonly sent: string[];
  settled<TResult>(work: Promise<TResult>): Promise<TResult>;
}

const PATH = { path: '/dev/emulated' };

const timed = (options: BusRigOptions = {}): TimedRig => {
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  const rig = busRig({
    clock,
    times: BUS_TIMES,
    ...options,
    panel: { connection: PATH, ...options.panel },
    bus: { speed: 1, modules: 6, ...options.bus },
  });
  const sent: string[] = [];
  const { bus } = rig;
  rig.wire.attach({ receive: (bytes) => (sent.push(Buffer.from(bytes).toString('latin1')), bus.receive(bytes)) });
  const settled = async <TResult>(work: Promise<TResult>): Promise<TResult> => {
    let done = false;
    const watched = work.finally(() => (done = true));
    watched.catch(() => undefined);
    for (let turn = 0; turn < 20_000 && !done; turn++) await clock.advance(5);
    return watched;
  };
  return { ...rig, clock, sent, settled };
};

const SIX: BusRigOptions = { panel: { modules: firstCells(6) } };

const check = (name: string, options: BusRigOptions, run: (rig: TimedRig) => Promise<void>) =>
  test(name, async () => {
    const rig = timed({ ...options, panel: { modules: firstCells(6), ...options.panel } });
    await rig.settled(rig.driver.start());
    rig.sent.length = 0;
    try {
      await run(rig);
    } finally {
      await rig.driver.stop();
      rig.bus.close();
    }
  });

const word = (text: string) =>
  gridFromRows([[...text].map((glyph) => flapOf(glyph) ?? 0)], SMALLEST.rows, SMALLEST.cols);
const write = (rig: TimedRig, text: string) => rig.settled(rig.driver.write(frameOf(word(text)), never()));
const read = (rig: TimedRig) => rig.settled(rig.driver.read(never()));
const act = (rig: TimedRig, name: string, input: Record<string, unknown> = {}): Promise<Record<string, unknown>> =>
  rig.settled(rig.driver.actions[name]?.run(input, never()) ?? Promise.reject(new Error(`no ${name}`)));
const sentenceOf = (problem: Error) => problem.message;
const shows = (rig: TimedRig) => rig.sent.filter((frame) => /^m\d+[-+]/.test(frame));
/** What asks the module with an id where it is. */
const questionTo = (rig: TimedRig, id: number) => serialQuestion(rig.bus.modules[id]?.serial ?? '', 'A');
const questions = (rig: TimedRig) => rig.sent.filter((frame) => frame.startsWith('mXA'));

test('a panel without path and address is told', () => {
  assert.throws(
    () =>
      new Mbus(
        { ...SMALLEST, panel: panelOf('mbus', { connection: {} }) },
        { clock: createFakeClock('2026-01-01T00:00:00Z') },
      ),
    /path of its serial port, or the address/,
  );
});

test('the start asks few, and takes over the reel', async () => {
  const rig = timed({ ...SIX, bus: { flaps: ' BA' } });
  await rig.settled(rig.driver.start());
  assert.equal(rig.sent, ['m00v', 'm00A\n']);
  await write(rig, 'AB');
  assert.is(rig.bus.shown.trimEnd(), 'AB');
  await rig.driver.stop();
});

test('an owner who names the reel saves a question', async () => {
  const rig = timed({ panel: { modules: firstCells(6), flaps: ' AB' } });
  await rig.settled(rig.driver.start());
  assert.equal(rig.sent, ['m00v']);
  await rig.driver.stop();
});

for (const [what, flaps, text, asked] of [
  ['the double quote, which modules call q', STANDARD_REEL.replace('q', '"'), 'A"', ['m00-A\n', 'm01+48\n']],
  ['small letters, which are tiles to modules', ' abcdefghijklmnopqrstuvwxyz', 'AR', ['m00+1\n', 'm01+18\n']],
] as const)
  check(`a reel of the owner's with ${what}, is asked for by number`, { panel: { flaps } }, async (rig) => {
    await write(rig, text);
    assert.equal(shows(rig).slice(0, 2), asked);
    assert.is(rig.bus.shown.trimEnd(), text.replace('"', 'q'));
  });

for (const [name, input, flap] of [
  ['offset', { value: 100 }, 1],
  ['steps_per_turn', { value: 4096 }, 1],
  ['home_at_start', { value: 1 }, 1],
  ['nudge', { value: 20 }, null],
  ['sensor_test', {}, null],
] as const)
  check(`a module is not taken to be at home after the command ${name}`, {}, async (rig) => {
    await write(rig, 'A');
    await rig.clock.advance(10_000);
    await act(rig, name, { module: 0, ...input });
    rig.sent.length = 0;
    await write(rig, ' ');
    assert.equal(shows(rig)[0], 'm00- \n');
    await rig.clock.advance(20_000);
    assert.is(rig.bus.modules[0]?.flap, 0);
    assert.ok(flap === null || rig.bus.modules[0]?.moves === 2, 'it was set in motion by frames alone');
  });

check('modules that are named twice are no more than those that are named', {}, async (rig) => {
  assert.equal(await act(rig, 'home', { modules: [1, 1, 2, 1, 2, 1] }), { modules: [1, 2] });
  assert.equal(rig.sent, ['m01h\n', 'm02h\n']);
});

check('modules without an id are listed until they have one, the latest 255 of them', {}, async (rig) => {
  const serialOf = (module: number) => module.toString(16).toUpperCase().padStart(20, '0');
  const say = (line: string) => rig.wire.toHost(Buffer.from(`${line}\n`));
  for (let module = 0; module < 300; module++) say(`mXadv:${serialOf(module)}`);
  say(`mXack:${serialOf(299)}:7`);
  const { unprovisioned } = await act(rig, 'scan', { from: 0, to: 0 });
  assert.equal(
    unprovisioned,
    Array.from({ length: 254 }, (_, at) => serialOf(45 + at)),
  );
});

test('when the first few are silent all are asked at once', async () => {
  const rig = timed(SIX);
  for (const module of rig.bus.modules.slice(0, 4)) module.dead = true;
  await rig.settled(rig.driver.start());
  assert.equal(rig.sent, ['m00v', 'm01v', 'm02v', 'm*v0-5\n', 'm04A\n']);
  await rig.driver.stop();
});

test('large walls are asked in ranges of 50', async () => {
  const rig = timed({
    size: { rows: 8, cols: 15 },
    bus: { modules: 120 },
    panel: { modules: { layout: 'rows', first: 0 } },
  });
  rig.bus.deaf = true;
  await rig.settled(rig.driver.start().catch(() => undefined));
  assert.equal(rig.sent.slice(3), ['m*v0-49\n', 'm*v50-99\n', 'm*v100-119\n']);
  await rig.driver.stop();
});

test('a bus on which nobody answers is told at the start', async () => {
  const rig = timed(SIX);
  rig.bus.deaf = true;
  const problem = await rig.settled(
    rig.driver.start().then(
      () => '',
      (error: Error) => error.message,
    ),
  );
  assert.match(problem, /No module of the panel answers/);
  rig.bus.deaf = false;
  await rig.settled(rig.driver.start());
  await rig.driver.stop();
});

check('changed cells only, longest way first', {}, async (rig) => {
  await write(rig, 'ABC');
  // Positions are not known at first, so every module is told.
  assert.is(shows(rig).length, 6);
  await rig.clock.advance(15_000);
  rig.sent.length = 0;
  await write(rig, 'BBE');
  assert.equal(shows(rig), ['m02-E\n', 'm00-B\n']);
});

check(
  'frames keep their distance',
  { bus: { modules: 45 }, panel: { modules: { layout: 'rows', first: 0 } } },
  async (rig) => {
    const before = rig.clock.monotonic();
    await rig.settled(rig.driver.write(frameOf(createGrid(3, 15, 1)), never()));
    const took = rig.clock.monotonic() - before;
    assert.is(shows(rig).length, 45);
    assert.ok(took >= 44 * 14 && took <= 750, `${took} ms`);
  },
);

check('one cell leaves at once', {}, async (rig) => {
  await write(rig, 'A');
  await rig.clock.advance(15_000);
  rig.sent.length = 0;
  const before = rig.clock.monotonic();
  await write(rig, 'B');
  assert.ok(rig.clock.monotonic() - before <= 10);
  assert.equal(shows(rig), ['m00-B\n']);
});

check('a module that turns is left alone, and the newest aim counts', {}, async (rig) => {
  await rig.settled(rig.driver.read(never()));
  rig.sent.length = 0;
  await write(rig, 'Z');
  await write(rig, 'B');
  await write(rig, 'C');
  assert.equal(shows(rig), ['m00-Z\n']);
  await rig.clock.advance(10_000);
  assert.equal(shows(rig), ['m00-Z\n', 'm00-C\n']);
  assert.is(rig.bus.shown.trimEnd(), 'C');
});

check('nothing is asked before a module can be there', {}, async (rig) => {
  await read(rig);
  rig.sent.length = 0;
  await write(rig, 'Z');
  await rig.clock.advance(26 * 64);
  assert.equal(questions(rig), []);
  await rig.clock.advance(1000);
  assert.equal(questions(rig), [questionTo(rig, 0)]);
});

check('a lost frame is sent again', {}, async (rig) => {
  await read(rig);
  rig.wire.faults.loss = 1;
  await write(rig, 'ABC');
  rig.wire.faults.loss = 0;
  assert.is(rig.bus.shown.trimEnd(), '');
  await rig.clock.advance(30_000);
  assert.is(rig.bus.shown.trimEnd(), 'ABC');
  assert.is((await read(rig)).status, 'read');
});

check('a module that does not get there is sent twice more, then told', {}, async (rig) => {
  await read(rig);
  const [module] = rig.bus.modules;
  if (module) module.flaps = ' BA';
  rig.sent.length = 0;
  await write(rig, 'C');
  await rig.clock.advance(60_000);
  assert.equal(shows(rig), ['m00-C\n', 'm00-C\n', 'm00-C\n']);
  assert.is(reasonOf(await read(rig)), 'Module 0 (row 1, column 1) does not turn to the flap that it is asked for.');
});

check('a module that falls silent is asked again with patience, then told', {}, async (rig) => {
  await read(rig);
  const [, module] = rig.bus.modules;
  if (module) module.dead = true;
  rig.sent.length = 0;
  await write(rig, 'AB');
  await rig.clock.advance(15_000);
  assert.is(questions(rig).filter((frame) => frame === questionTo(rig, 1)).length, 3);
  assert.is(reasonOf(await read(rig)), 'Module 1 (row 1, column 2) does not answer.');
  if (module) module.dead = false;
  assert.is((await read(rig)).status, 'read');
});

check('a module without its home is told', {}, async (rig) => {
  const [, , module] = rig.bus.modules;
  if (module) module.sensorWorks = false;
  await act(rig, 'home', { modules: [2] });
  await rig.clock.advance(10_000);
  assert.match(reasonOf(await read(rig)), /^Module 2 \(row 1, column 3\) does not find its home/);
});

check('a wall without power fails the writes after it was noticed, and recovers', {}, async (rig) => {
  await write(rig, 'A');
  rig.bus.deaf = true;
  await rig.clock.advance(30_000);
  assert.match(reasonOf(await read(rig)), /No module of the panel answers/);
  assert.is((await write(rig, 'B')).status, 'failed');
  rig.bus.deaf = false;
  assert.is((await write(rig, 'B')).status, 'sent');
  assert.is((await read(rig)).status, 'read');
});

check('modules that are known are asked by their serial numbers', {}, async (rig) => {
  await read(rig);
  rig.sent.length = 0;
  await read(rig);
  assert.equal(
    rig.sent,
    rig.bus.modules.map(({ id }) => questionTo(rig, id)),
  );
});

check(
  'on a line that spoils everything next to nothing is sent by id, however often modules are looked for',
  {},
  async (rig) => {
    await read(rig);
    rig.bus.deaf = true;
    await read(rig);
    rig.sent.length = 0;
    for (let look = 0; look < 1200; look++) {
      assert.match(
        await rig.settled(rig.driver.watch.look(never()).then(() => '', sentenceOf)),
        /No module of the panel answers/,
      );
      if (look % 30 === 0) await read(rig);
      await rig.clock.advance(500);
    }
    assert.ok(rig.sent.length > 1200);
    assert.ok(rig.sent.filter((frame) => !frame.startsWith('mXA')).length <= 12);
    assert.not.ok(
      rig.sent.some((frame) => frame.startsWith('m*')),
      'and nothing to all',
    );
    rig.bus.deaf = false;
    await rig.settled(rig.driver.watch.look(never()));
    assert.is((await read(rig)).status, 'read');
  },
);

check('a module in the place of another is met by the second reading at the latest', {}, async (rig) => {
  await read(rig);
  const [module] = rig.bus.modules;
  if (module) Object.assign(module, { serial: 'B'.repeat(20) });
  await read(rig);
  assert.is((await read(rig)).status, 'read');
});

check('other modules in all places are found in time', {}, async (rig) => {
  await read(rig);
  rig.bus.deaf = true;
  await read(rig);
  for (const module of rig.bus.modules) Object.assign(module, { serial: String(module.id).repeat(20) });
  rig.bus.deaf = false;
  await read(rig);
  await rig.clock.advance(120_000);
  assert.is((await read(rig)).status, 'read');
});

check('first modules that are dead do not hide the others', {}, async (rig) => {
  await read(rig);
  for (const module of rig.bus.modules.slice(0, 4)) module.dead = true;
  await read(rig);
  for (let reading = 0; reading < 3; reading++)
    assert.match(reasonOf(await read(rig)), /^4 modules do not answer: module 0/);
  assert.is((await write(rig, 'ABCDEF')).status, 'sent');
});

check('a restart of the wall is repaired by the next frame', {}, async (rig) => {
  await write(rig, 'ABC');
  await rig.clock.advance(20_000);
  for (const module of rig.bus.modules) module.reboot();
  await rig.clock.advance(20_000);
  const reading = await read(rig);
  assert.equal(reading.status === 'read' && reading.grid && gridToRows(reading.grid), gridToRows(word('')));
  await write(rig, 'ABC');
  await rig.clock.advance(10_000);
  assert.is(rig.bus.shown.trimEnd(), 'ABC');
});

check('a reading tells what the modules show', {}, async (rig) => {
  rig.bus.receive(Buffer.from('m03-D'));
  await rig.clock.advance(1000);
  const reading = await read(rig);
  assert.equal(reading.status === 'read' && [...(reading.grid?.codes.subarray(0, 6) ?? [])], [0, 0, 0, 4, 0, 0]);
});

check('a substitute reads as what was asked for', { bus: { flaps: ' AB.' } }, async (rig) => {
  assert.equal(await write(rig, ':A'), { status: 'sent', substitutions: { ':': '.' } });
  await rig.clock.advance(20_000);
  const reading = await read(rig);
  assert.equal(reading.status === 'read' && reading.grid && gridToRows(reading.grid), gridToRows(word(':A')));
  assert.is(rig.bus.shown.trimEnd(), '.A');
});

check('a cable that is pulled and put back', {}, async (rig) => {
  rig.wire.unplug();
  assert.match(reasonOf(await write(rig, 'A')), /is not there/);
  rig.wire.plug();
  assert.is((await write(rig, 'A')).status, 'sent');
});

check('answers do not meet frames on the wire', { bus: { collisions: true }, paced: true }, async (rig) => {
  for (const text of ['ABCDEF', 'BCDEFA', 'CDEFAB', 'HELLO', 'WORLD']) {
    await write(rig, text);
    await rig.clock.advance(700);
  }
  await rig.clock.advance(20_000);
  assert.is((await read(rig)).status, 'read');
  assert.is(rig.bus.collided, 0);
  assert.is(rig.bus.shown.trimEnd(), 'WORLD');
});

check('noise and losses are overcome', {}, async (rig) => {
  rig.wire.faults.loss = 0.02;
  rig.wire.faults.noise = 0.01;
  await write(rig, 'WALLS');
  await rig.clock.advance(60_000);
  rig.wire.faults.loss = 0;
  rig.wire.faults.noise = 0;
  await write(rig, 'FLAPS');
  await rig.clock.advance(60_000);
  assert.is(rig.bus.shown.trimEnd(), 'FLAPS');
});

check('a module that did not hear a flap and fell silent gets the same flap again', {}, async (rig) => {
  await read(rig);
  const [first] = rig.bus.modules;
  assert.ok(first);
  first.dead = true;
  await write(rig, 'AB');
  await rig.clock.advance(60_000);
  first.dead = false;
  await write(rig, 'AC');
  await rig.clock.advance(60_000);
  assert.is(rig.bus.shown.trimEnd(), 'AC');
});

check('slow modules are waited for', {}, async (rig) => {
  await read(rig);
  for (const module of rig.bus.modules) module.slowness = 2;
  await write(rig, 'ZZ');
  await rig.clock.advance(30_000);
  assert.is(rig.bus.shown.trimEnd(), 'ZZ');
  assert.is((await read(rig)).status, 'read');
});

check('only so many modules turn together', { panel: { max_moving: 2, modules: firstCells(6) } }, async (rig) => {
  await read(rig);
  await write(rig, 'ZZZZZZ');
  let most = 0;
  for (let turn = 0; turn < 300; turn++) {
    most = Math.max(most, rig.bus.modules.filter(({ busy }) => busy).length);
    await rig.clock.advance(50);
  }
  assert.is(most, 2);
  assert.is(rig.bus.shown, 'ZZZZZZ');
});

/** Halts, and answers how often content is asked for again because of it. */
const halt = ({ driver }: TimedRig): number => {
  let asked = 0;
  driver.listen({ onRestart: () => void asked++ });
  driver.halt();
  return asked;
};

check(
  'a halt drops what waits for its turn, and it is asked for again',
  { panel: { max_moving: 1, modules: firstCells(6) } },
  async (rig) => {
    await read(rig);
    assert.is(halt(rig), 0, 'nothing was on its way');
    await write(rig, 'ZZZ');
    assert.is(halt(rig), 1);
    await rig.clock.advance(60_000);
    const shown = () => rig.bus.modules.slice(0, 3).map((module) => module.shown);
    assert.equal(shown(), ['Z', ' ', ' ']);
    await write(rig, 'ZZZ');
    await rig.clock.advance(60_000);
    assert.equal(shown(), ['Z', 'Z', 'Z']);
    assert.is(halt(rig), 0, 'all of it was found there');
  },
);

check('after a halt nothing is asked or sent again, lost or not, until something is written', {}, async (rig) => {
  await read(rig);
  rig.wire.faults.loss = 1;
  await write(rig, 'ABC');
  rig.wire.faults.loss = 0;
  assert.is(halt(rig), 1);
  rig.sent.length = 0;
  await rig.clock.advance(30_000);
  assert.equal(rig.sent, []);
  await write(rig, 'ABC');
  await rig.clock.advance(30_000);
  assert.is(rig.bus.shown.trimEnd(), 'ABC');
});

check(
  'a halt stops frames that modules at rest were about to get',
  { panel: { max_moving: 3, modules: firstCells(6) } },
  async (rig) => {
    await read(rig);
    await write(rig, 'MMMMMM');
    for (let ms = 0; ms < 5000 && shows(rig).length < 4; ms++) await rig.clock.advance(1);
    assert.is(halt(rig), 1);
    await rig.clock.advance(30_000);
    assert.is(shows(rig).length, 4);
  },
);

check('all modules land together', { panel: { land_together: true, modules: firstCells(6) } }, async (rig) => {
  await read(rig);
  await write(rig, 'CZM');
  const landed: number[] = [];
  for (let turn = 0; turn < 600; turn++) {
    rig.bus.modules.slice(0, 3).forEach(({ busy, moves }, module) => {
      if (moves > 0 && !busy) landed[module] ??= rig.clock.monotonic();
    });
    await rig.clock.advance(5);
  }
  assert.ok(Math.max(...landed) - Math.min(...landed) <= 80, landed.join());
});

check('new modules announce themselves and get an id', {}, async (rig) => {
  const fresh = rig.bus.modules[5];
  if (!fresh) return assert.unreachable();
  fresh.id = 255;
  rig.bus.advertise();
  await rig.clock.advance(16_000);
  const found = (await act(rig, 'scan', { from: 0, to: 20 })) as {
    modules: { module: number; mapped: boolean }[];
    unprovisioned: string[];
  };
  assert.equal(
    found.modules.map(({ module }) => module),
    [0, 1, 2, 3, 4],
  );
  assert.equal(found.unprovisioned, [fresh.serial]);
  await act(rig, 'identify', { serial: fresh.serial });
  await rig.clock.advance(6000);
  assert.equal(await act(rig, 'assign', { serial: fresh.serial, module: 7 }), { serial: fresh.serial, module: 7 });
  assert.is(fresh.id, 7);
  assert.equal(((await act(rig, 'scan', { from: 7, to: 7 })) as { unprovisioned: string[] }).unprovisioned, []);
  await act(rig, 'release', { module: 7 });
  assert.is(fresh.id, 255);
});

const COMMANDS: readonly (readonly [string, Record<string, unknown>, string])[] = [
  ['offset', { module: 2, value: 8191 }, 'm02o8191\n'],
  ['steps_per_turn', { module: 2, value: 1000 }, 'm02t1000\n'],
  ['nudge', { module: 2, value: -4096 }, 'm02s-4096\n'],
  ['home_at_start', { module: 2, value: 0 }, 'm02a0\n'],
  ['set_flaps', { module: 2, flaps: ' AB' }, 'm02N3: AB\n'],
  ['home', {}, 'm**h\n'],
  ['home', { modules: [3] }, 'm03h\n'],
];
for (const [name, input, frame] of COMMANDS) {
  check(`the command ${name} ${JSON.stringify(input)}`, {}, async (rig) => {
    await act(rig, name, input);
    assert.ok(rig.sent.includes(frame), rig.sent.join());
  });
}

const TESTS: readonly (readonly [string, Record<string, unknown>, Record<string, unknown>])[] = [
  ['calibrate', { module: 1 }, { module: 1, steps_per_turn: 4096 }],
  ['sensor_test', { module: 1 }, { module: 1, result: 'ok', edges: 1, active_steps: 160, falling: 1 }],
  [
    'motor_test',
    { module: 1, turns: 5 },
    { module: 1, result: 'ok', least_steps: 4090, most_steps: 4102, spread_percent: 0.3 },
  ],
  ['detect_polarity', { module: 1 }, { module: 1, found: true, level: 1 }],
];
for (const [name, input, result] of TESTS)
  check(`the test ${name}`, {}, async (rig) => assert.equal(await act(rig, name, input), result));

check('a dead sensor shows in its test', {}, async (rig) => {
  const [, module] = rig.bus.modules;
  if (module) module.sensorWorks = false;
  assert.is((await act(rig, 'sensor_test', { module: 1 }))['result'], 'dead');
});

check('health and description', {}, async (rig) => {
  const silent = rig.bus.modules[3];
  if (silent) silent.dead = true;
  const { modules } = (await act(rig, 'health')) as { modules: Record<string, unknown>[] };
  assert.is(modules.length, 6);
  assert.equal(modules[0], {
    module: 0,
    answers: true,
    resets: ['power_on'],
    starts: 1,
    millivolts: 4984,
    memoryWorks: true,
    flap: 0,
  });
  assert.equal(modules[3], { module: 3, answers: false });
  assert.is((await act(rig, 'describe', { module: 0 }))['firmware'], 31);
});

check('the self-test shows all flaps', {}, async (rig) => {
  await act(rig, 'self_test', { step: 1, seconds: 10 });
  assert.is(rig.bus.shown, 'ABCDEF');
});

for (const [name, input, sentence] of [
  ['assign', { serial: 'nonsense', module: 1 }, /20 hexadecimal digits/],
  ['assign', { serial: 'A3F24C0018E7D29B3FFF', module: 255 }, /"module"/],
  ['assign', { serial: 'A3F24C0018E7D29B3FFF', module: 1 }, /does not answer/],
  ['offset', { module: 0, value: 8192 }, /"value"/],
  ['nudge', { module: 0, value: -4097 }, /"value"/],
  ['motor_test', { module: 0, turns: 4 }, /"turns"/],
  ['motor_test', { module: 0, turns: 21 }, /"turns"/],
  ['calibrate', { module: 200 }, /Module 200 does not answer/],
  ['set_flaps', { module: 0, flaps: 'A' }, /"flaps"/],
  ['set_flaps', { module: 0, flaps: `A\nm**h` }, /"flaps"/],
  ['home', { modules: [44] }, /"modules"/],
  ['scan', { from: 5, to: 4 }, /"to"/],
] as const) {
  check(`the command ${name} ${JSON.stringify(input)} is refused`, {}, async (rig) => {
    assert.match(
      await act(rig, name, input).then(
        () => '',
        (error: Error) => error.message,
      ),
      sentence,
    );
  });
}

test.run();
