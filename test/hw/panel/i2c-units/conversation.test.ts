import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BusFailure, Conversation, I2C_TIMES } from '../../../../hw/panel/i2c-units/conversation.ts';
import { FLAP, HEALTH, OFFSET, VERSION, encodeShow } from '../../../../hw/panel/i2c-units/protocol.ts';
import { Units } from '../../../../hw/panel/i2c-units/units.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { never } from '../../rig.ts';

/** What goes over an I2C bus, and when: units sleep, and older firmware takes what it does not know for a flap. */
const test = suite('conversation with units');

const silence = (): Error => Object.assign(new Error('nack'), { code: 'EREMOTEIO' });
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** A bus that lists transfers with their time; `answers` are the bytes of the next readings, null for silence. */
const rig = (answers: (string | null)[] = [], anyone = true) => {
  const clock = createFakeClock('2026-01-01T00:00:00Z', 2);
  const lines: [number, string][] = [];
  const note = (line: string): void => void lines.push([clock.monotonic(), line]);
  let closed = 0;
  const bus = {
    write: (address: number, bytes: Uint8Array) => {
      note(`W ${address} ${hex(bytes)}`);
      return Promise.resolve();
    },
    read: (address: number, length: number) => {
      note(`R ${address} ${length}`);
      const answer = answers.length > 0 ? answers.shift() : '00'.repeat(length);
      return typeof answer === 'string'
        ? Promise.resolve(Uint8Array.from(Buffer.from(answer, 'hex')))
        : Promise.reject(silence());
    },
    quick: (address: number) => {
      note(`Q ${address}`);
      return anyone ? Promise.resolve() : Promise.reject(silence());
    },
    close: () => Promise.resolve(void closed++),
  };
  const talk = new Conversation(bus, 1, { clock, times: I2C_TIMES });
  return { clock, lines, talk, bus, closed: () => closed };
};

const during = async <T>({ clock }: ReturnType<typeof rig>, work: Promise<T>): Promise<T> => {
  work.catch(() => undefined);
  await clock.advance(10_000);
  return work;
};

test('a flap is two bytes, after a reading of one that wakes the unit', async () => {
  const one = rig();
  assert.ok(await during(one, one.talk.tell(3, encodeShow(8), never())));
  assert.equal(one.lines, [
    [0, 'R 3 1'],
    [0, 'W 3 080a'],
  ]);
});

test('a unit that is asleep gets nothing written', async () => {
  const one = rig([null]);
  assert.not.ok(await during(one, one.talk.tell(3, encodeShow(8), never())));
  assert.equal(one.lines, [[0, 'R 3 1']]);
});

for (const [name, question, written, length] of [
  ['version', VERSION, '81', 8],
  ['offset', OFFSET, '82', 2],
  ['status', HEALTH, '83', 8],
  ['flap', FLAP, '84', 2],
] as const)
  test(`the ${name} is asked for with ${written} and read 2 ms later as ${length} bytes`, async () => {
    const one = rig();
    await during(one, one.talk.ask<unknown>(5, question, never()));
    assert.equal(one.lines, [
      [0, 'R 5 1'],
      [0, `W 5 ${written}`],
      [2, `R 5 ${length}`],
    ]);
  });

test('an answer is told from silence, and from one that means nothing', async () => {
  for (const [answers, expected] of [
    [['00', '6400'], { answer: 100 }],
    [['00', '64'], { answer: null }],
    [['00', null], null],
    [[null], null],
  ] as const) {
    const one = rig([...answers]);
    assert.equal(await during(one, one.talk.ask(5, OFFSET, never())), expected);
  }
});

test('silent units are tried four times, with 20 ms between, the others once', async () => {
  const one = rig();
  const tried: [number, string][] = [];
  const work = (unit: string): Promise<boolean> => {
    tried.push([one.clock.monotonic(), unit]);
    return Promise.resolve(unit === 'b' || (unit === 'c' && one.clock.monotonic() >= 40));
  };
  assert.equal(await during(one, one.talk.each(['a', 'b', 'c'], work, never())), ['a']);
  assert.equal(tried, [
    [0, 'a'],
    [0, 'b'],
    [0, 'c'],
    [20, 'a'],
    [20, 'c'],
    [40, 'a'],
    [40, 'c'],
    [60, 'a'],
  ]);
});

test('a transfer that does not end within 3 s is that of a stuck bus', async () => {
  const one = rig();
  one.bus.read = () => new Promise(() => undefined);
  const asking = one.talk.turning(3, never()).then(
    () => '',
    (error: Error) => `${error instanceof BusFailure} ${error.message}`,
  );
  let told = '';
  void asking.then((text) => (told = text));
  await one.clock.advance(2999);
  assert.is(told, '');
  await one.clock.advance(1);
  assert.is(told, 'true The I2C bus 1 is stuck: one of its wires is held low.');
});

test('what is called off ends at once, and what waits for its turn is not begun', async () => {
  const one = rig();
  one.bus.read = () => new Promise(() => undefined);
  const caller = new AbortController();
  const first = one.talk.turning(3, caller.signal).catch((error: Error) => error.message);
  const second = one.talk.tell(4, encodeShow(1), caller.signal).catch((error: Error) => error.message);
  await one.clock.advance(10);
  caller.abort();
  assert.equal([await first, await second], Array(2).fill('The write or read was called off.'));
  await one.clock.advance(10_000);
  assert.equal(one.lines, []);
});

test('a bus is closed when what runs on it has ended', async () => {
  const one = rig();
  let end: (bytes: Uint8Array<ArrayBuffer>) => void = () => undefined;
  one.bus.read = () => new Promise((resolve) => (end = resolve));
  const asking = one.talk.turning(3, never());
  one.talk.close();
  await one.clock.advance(10);
  assert.is(one.closed(), 0);
  end(Uint8Array.of(1));
  await asking;
  await one.clock.advance(10);
  assert.is(one.closed(), 1);
});

const MODULES = [3, 4].map((address, col) => ({ address, row: 0, col }));
const VERSION_TEXT = Buffer.from('a1b2c3d\0').toString('hex');

test('units that know commands are asked for version and flap, when somebody listens to the address of all', async () => {
  // Both answer; nobody has address 0 (four tries); version and flap of the first, the second knows no version.
  const one = rig(['00', '00', null, null, null, null, '00', VERSION_TEXT, '00', '05fa', '00', '00']);
  const units = new Units(one.talk, MODULES);
  await during(one, units.greet(never()));
  assert.equal(
    one.lines.map(([, line]) => line).filter((line) => !line.startsWith('R')),
    ['Q 0', 'W 3 81', 'W 3 84', 'W 4 81'],
  );
  assert.equal(
    [0, 1, 2].map((unit) => units.firmwareOf(unit)),
    [
      { version: 'a1b2c3d', tellsFlap: true },
      { version: null, tellsFlap: false },
      { version: null, tellsFlap: false },
    ],
  );
  assert.equal([units.counts(0), units.counts(1)], [true, false]);
  assert.is(await during(one, units.uptimeOf(1, never())), null);
});

for (const [name, answers, anyone] of [
  ['nobody listens to the address of all', ['00', '00', null, null, null, null], false],
  ['a unit has address 0', ['00', '00', '00'], true],
] as const)
  test(`no question is asked where ${name}`, async () => {
    const one = rig([...answers], anyone);
    await during(one, new Units(one.talk, MODULES).greet(never()));
    assert.ok(one.lines.every(([, line]) => !line.startsWith('W')));
  });

test('a unit that turns is not asked for its flap', async () => {
  const one = rig(['00', '00', null, null, null, null, '00', VERSION_TEXT, '00', '05fa', '00', '00']);
  const units = new Units(one.talk, MODULES);
  await during(one, units.greet(never()));
  one.lines.length = 0;
  const views = await during(one, units.look(never()));
  assert.equal(
    one.lines.map(([, line]) => line),
    ['R 3 1', 'R 3 1', 'W 3 84', 'R 3 2', 'R 4 1'],
  );
  assert.equal(
    [...views],
    [
      [0, { turning: false, flap: null }],
      [1, { turning: false, flap: null }],
    ],
  );
  one.bus.read = (_address, length) => Promise.resolve(new Uint8Array(length).fill(1));
  one.lines.length = 0;
  assert.equal((await during(one, units.look(never()))).get(0), { turning: true, flap: null });
  assert.equal(one.lines, []);
});

test.run();
