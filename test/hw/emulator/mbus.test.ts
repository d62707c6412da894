import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BusModule } from '../../../hw/emulator/mbus/module.ts';
import { ModuleBus } from '../../../hw/emulator/mbus/bus.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { seededRandom } from '../../support/seeded.ts';

const test = suite('emulated bus modules');

const SERIAL = 'A3F24C0018E7D29B3F01';

const rig = (options: { flaps?: string; speed?: number } = {}) => {
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  const said: string[] = [];
  const module = new BusModule({
    clock,
    id: 38,
    serial: SERIAL,
    speed: 1,
    say: (text) => said.push(`${clock.monotonic()} ${text.trimEnd()}`),
    ...options,
  });
  const hear = (text: string) => [...text].forEach((character) => module.hear(character));
  const texts = () => said.splice(0).map((line) => line.slice(line.indexOf(' ') + 1));
  return { clock, said, module, hear, texts };
};

test('the transcript of real firmware', async () => {
  const { clock, module, hear, texts } = rig();
  const after = async (text: string, ms: number) => {
    hear(text);
    await clock.advance(ms);
    return texts().join();
  };
  assert.is(await after('m38v', 0), `m38v:31:38:${SERIAL}`);
  assert.is(await after('m38Q', 0), 'm38Q:1:1:4984:1:0');
  await after('m38-B\n', 5000);
  assert.is(await after('m38Q', 0), 'm38Q:1:1:4984:1:2');
  await after('m38+12\n', 5000);
  assert.is(await after('m38Q', 0), 'm38Q:1:1:4984:1:12');
  await after('m38+64\n', 5000);
  assert.is(await after('m38Q', 0), 'm38Q:1:1:4984:1:12', 'a flap beyond the reel is ignored');
  await after('m38-~\n', 5000);
  assert.is(await after('m38Q', 0), 'm38Q:1:1:4984:1:0', 'a character that is not on the reel leads home');
  await after('m05-C\nm38-A\n', 5000);
  assert.is(module.shown, 'A', 'a frame for another module, then ours');
  assert.is(await after('m38d\n', 0), 'm38d:2832:4096:');
  assert.match(await after('m38A\n', 0), /^m38A:31:38:A3F24C0018E7D29B3F01:2832:4096:1:1::64: ABC/);
  await after('m38w7:342\n', 100);
  await after('m38N10: 0123456789\n', 100);
  assert.match(await after('m38A\n', 0), /:7=342:10: 0123456789$/);
  assert.is(await after('m38T\n', 5000), 'm38T:0:1:160:1');
  assert.is(await after('m38R\nm38v', 100), '', 'a module without an id does not answer by id');
  assert.is(await after(`mXI${SERIAL}:38\n`, 100), `mXack:${SERIAL}:38`);
  assert.is(await after('m38i5\n', 100), '');
  assert.is(await after('m05v', 0), `m05v:31:5:${SERIAL}`);
});

const SAID = (more: string) => `m38A:31:38:${SERIAL}:${more}`;
const REEL = ' ABC';

for (const [told, ms, heard, asked, answer, moves] of [
  ['m38o100\n', 0, [], 'm38d', 'm38d:100:4096:', 0],
  ['m38t4000\n', 0, [], 'm38d', 'm38d:2832:4000:', 0],
  ['m38w3:5\nm38e', 0, [], 'm38d', 'm38d:2832:4096:', 0],
  ['m38w12\n', 0, [], 'm38d', 'm38d:2832:4096:12', 0],
  ['m38a0\n', 0, [], 'm38A', SAID('2832:4096:0:0::4: ABC'), 0],
  ['m38a1\n', 0, [], 'm38A', SAID('2832:4096:1:0::4: ABC'), 0],
  ['m38N1:XY\n', 0, [], 'm38A', SAID('2832:4096:1:0::1:XY'), 0],
  ['m38N0:XY\n', 0, [], 'm38A', SAID('2832:4096:1:0::4: ABC'), 0],
  ['m38N:XY\n', 0, [], 'm38A', SAID('2832:4096:1:0::4: ABC'), 0],
  ['m38N3:XY\n', 0, [], 'm38A', SAID('2832:4096:1:0::4: ABC'), 0],
  [`m38N64:${'x'.repeat(64)}\n`, 0, [], 'm38A', SAID(`2832:4096:1:0::64:${'x'.repeat(64)}`), 0],
  [`m38N65:${'x'.repeat(65)}\n`, 0, [], 'm38A', SAID('2832:4096:1:0::4: ABC'), 0],
  [`mXN${SERIAL}2:XY\n`, 0, [], 'm38A', SAID('2832:4096:1:0::4: ABC'), 0],
  [`mXN${SERIAL}:2:XY\n`, 0, [], 'm38A', SAID('2832:4096:1:0::2:XY'), 0],
  ['m38N2:XY\nm38F', 0, [], 'm38A', /:64: ABCDEFGHIJ/, 0],
  [`mXI${SERIAL}:257\n`, 0, [`mXack:${SERIAL}:1`], 'm01v', `m01v:31:1:${SERIAL}`, 0],
  [`mXF${SERIAL}\n`, 0, [], 'm38A', /:64: ABCDEFGHIJ/, 0],
  ['m38+4\n', 0, [], 'm38Q', 'm38Q:1:1:4984:1:0', 0],
  ['m38+3\n', 3072, [], 'm38Q', 'm38Q:1:1:4984:1:3', 1],
  ['m38s-5\n', 512, [], 'm38Q', 'm38Q:1:1:4984:1:-2', 0],
  ['m38g5\n', 512, [], 'm38Q', 'm38Q:1:1:4984:1:-2', 0],
  ['m38h', 4096, [], 'm38Q', 'm38Q:1:1:4984:1:0', 1],
  [`mXH${SERIAL}\n`, 4096, [], 'm38Q', 'm38Q:1:1:4984:1:0', 1],
  ['m38c', 8192, ['m38:4096'], 'm38Q', 'm38Q:1:1:4984:1:0', 1],
  ['m38T', 4096, ['m38T:0:1:160:1'], 'm38Q', 'm38Q:1:1:4984:1:0', 1],
  ['m38P', 4096, ['m38P:0:1'], 'm38Q', 'm38Q:1:1:4984:1:0', 1],
  ['m38M', 20_480, ['m38M:0:4090:4102:3:1:160:12:4096,4097,4095,4096,4096'], 'm38Q', 'm38Q:1:1:4984:1:0', 1],
] as const)
  test(`after ${JSON.stringify(told)} it turns for ${ms} ms, and "${asked}" is answered`, async () => {
    const { clock, hear, module, texts } = rig({ flaps: REEL });
    hear(told);
    await clock.advance(50);
    if (ms > 0) {
      await clock.advance(ms - 51);
      assert.equal([module.busy, texts()], [true, []]);
      // The silence after a number comes before its way.
      await clock.advance(told.endsWith('\n') ? 1 : 51);
    }
    assert.equal([module.busy, texts(), module.moves], [false, heard, moves]);
    hear(asked);
    const [said = ''] = texts();
    if (typeof answer === 'string') assert.is(said, answer);
    else assert.match(said, answer);
  });

test('after a turn by steps the flap that was shown needs a way, and home is home again', async () => {
  const { clock, hear, module, texts } = rig();
  hear('m38s5\nm38+0\n');
  await clock.advance(513);
  hear('m38Q');
  assert.equal([module.moves, ...texts()], [1, 'm38Q:1:1:4984:1:0']);
  hear('m38g5\nm38h');
  await clock.advance(5000);
  hear('m38Q');
  assert.equal([texts(), module.testWrites], [['m38Q:1:1:4984:1:0'], 6]);
});

test('a module without power hears nothing, and forgets what it was about to do', async () => {
  const { clock, hear, module, texts } = rig();
  hear('m38+3');
  module.switchOff();
  hear('m38v');
  await clock.advance(50);
  assert.equal([module.flap, module.moves, texts()], [null, 0, []]);
  module.reboot();
  await clock.advance(6 * 120 + 4096);
  hear('m38T');
  hear('m38v');
  module.switchOff();
  assert.is(module.busy, false);
  module.reboot();
  await clock.advance(6 * 120 - 1);
  assert.is(module.moves, 2);
  await clock.advance(1);
  assert.is(module.moves, 3);
  await clock.advance(4096);
  hear('m38Q');
  assert.equal(texts(), ['m38Q:1:3:4984:1:0']);
});

test('two shows are both carried out, a question after them is answered at the end, and what follows it is lost', async () => {
  const { clock, hear, module, texts } = rig();
  hear('m38-B\nm38-D\nm38Q\nm38-Z\n');
  await clock.advance(20_000);
  assert.equal(texts(), ['m38Q:1:1:4984:1:4']);
  assert.is(module.shown, 'D');
  assert.is(module.moves, 2);
});

for (const [poll, ...answers] of [
  ['m**v\n', `${30 + 38 * 100} m38v:31:38:${SERIAL}`],
  ['m*v38-40\n', `30 m38v:31:38:${SERIAL}`],
  ['m*v30-40\n', `${30 + 800} m38v:31:38:${SERIAL}`],
  ['m*v30-38\n', `${30 + 800} m38v:31:38:${SERIAL}`],
  ['m*v30\n', `${30 + 800} m38v:31:38:${SERIAL}`],
  ['m*A36-40\n', `${30 + 1400} ${SAID('2832:4096:1:0::4: ABC')}`],
  ['m*v0-37\n'],
  ['m*v39-254\n'],
  ['m*d\n'],
] as const) {
  test(`the poll ${poll.trim()} is answered by ${answers.length}`, async () => {
    const { clock, hear, said } = rig({ flaps: REEL });
    hear(poll);
    await clock.advance(40_000);
    assert.equal(said, answers);
  });
}

test('a faster module takes less time, a slow one more', async () => {
  const { clock, module } = rig({ speed: 0.5 });
  module.slowness = 3;
  module.reboot();
  await clock.advance(6 * 60 - 1);
  assert.is(module.moves, 0);
  await clock.advance(1 + 1.5 * 4096 - 1);
  assert.ok(module.busy);
  await clock.advance(1);
  assert.not.ok(module.busy);
});

test('a number ends by silence too', async () => {
  const { clock, hear, module } = rig();
  hear('m38+3');
  await clock.advance(49);
  assert.is(module.flap, 0);
  await clock.advance(1);
  assert.is(module.flap, 3);
});

test('a frame by serial number is given up after silence', async () => {
  const { clock, hear, module } = rig();
  hear('mXI12');
  await clock.advance(200);
  hear('m38-B');
  assert.is(module.shown, 'B');
});

for (const [noise, name] of [
  ['mmm38-B', 'repeated beginnings'],
  ['m3\u00ffm38-B', 'a damaged address'],
  ['m38Zm38-B', 'an unknown letter'],
  ['m038-B', 'leading zeros'],
  ['m0294-B', 'an address that is no byte'],
  ['m02943-B', 'more than four digits'],
] as const) {
  test(`a command after ${name} counts`, () => {
    const { hear, module } = rig();
    hear(noise);
    assert.is(module.shown, 'B');
  });
}

test('a number that never comes is given up after silence', async () => {
  const { clock, hear, module } = rig();
  hear('m38i');
  await clock.advance(50);
  hear('5\n');
  await clock.advance(50);
  assert.is(module.id, 38);
  hear('m38i\n5\n');
  assert.is(module.id, 38, 'and ends with any other byte');
});

test('one stray byte in a question by id is a command', async () => {
  const { hear, module } = rig();
  hear('m38RQ');
  assert.is(module.id, 255);
});

for (const [spoiled, title] of [
  [`mXQ${SERIAL.slice(0, 7)}R${SERIAL.slice(7)}\n`, 'a stray byte'],
  [`mXQ${SERIAL.slice(1)}\n`, 'a lost byte'],
  [`mXQ${SERIAL.slice(0, 4)}m38R${SERIAL.slice(4)}\n`, 'a stray command'],
  [`mXQ${SERIAL}`, 'no end'],
] as const) {
  test(`a question by serial number with ${title} is nothing`, async () => {
    const { clock, hear, module, texts } = rig();
    hear(spoiled);
    await clock.advance(200);
    assert.equal(texts(), []);
    assert.is(module.id, 38);
    hear(`mXN${SERIAL}:1:Y\n`);
    assert.is(module.flaps, 'Y');
    hear(`mXI${SERIAL}:38\n`);
    assert.equal(texts(), [`mXack:${SERIAL}:38`]);
    hear(`mXQ${SERIAL.toLowerCase()}\n`);
    assert.equal(texts(), ['m38Q:1:1:4984:1:0'], 'the next one counts, in letters of either size');
  });
}

for (const [frame, title] of [
  ['m**R\n', 'forgets its id'],
  ['m*i7\n', 'takes an id'],
] as const) {
  test(`a module ${title} by a command to all`, () => {
    const { hear, module } = rig();
    hear(frame);
    assert.not.equal(module.id, 38);
  });
}

test('a test is not for all', async () => {
  const { clock, hear, texts } = rig();
  hear('m**Q\nm**T\nm**d\n');
  await clock.advance(10_000);
  assert.equal(texts(), []);
});

test('a way takes 64 ms a flap, and only forward', async () => {
  const { clock, hear, module } = rig();
  hear('m38-B');
  await clock.advance(127);
  assert.ok(module.busy);
  await clock.advance(1);
  assert.not.ok(module.busy);
  hear('m38-A');
  await clock.advance(63 * 64 - 1);
  assert.ok(module.busy);
  await clock.advance(1);
  assert.not.ok(module.busy);
});

test('the flap that is shown needs no way', () => {
  const { hear, module } = rig();
  hear('m38- ');
  assert.is(module.moves, 0);
});

test('while it turns it keeps 64 bytes', async () => {
  const { clock, hear, module } = rig();
  hear('m38-Z');
  hear('m01-A\n'.repeat(11));
  hear('m38-B');
  assert.is(module.overflowed, 7);
  await clock.advance(5000);
  assert.is(module.shown, 'Z');
});

test('a start waits for its turn and looks for home', async () => {
  const { clock, module } = rig();
  module.reboot();
  assert.is(module.flap, null);
  await clock.advance(6 * 120 + 4096);
  assert.is(module.flap, 0);
});

test('a module with a dead sensor does not know where it is, and says so in its test', async () => {
  const { clock, hear, module, texts } = rig();
  module.sensorWorks = false;
  hear('m38h');
  await clock.advance(5000);
  hear('m38Q');
  hear('m38T');
  await clock.advance(5000);
  assert.equal(texts(), ['m38Q:1:1:4984:1:-1', 'm38T:2:0:0:0']);
});

test('a dead module is silent', () => {
  const { hear, module, texts } = rig();
  module.dead = true;
  hear('m38v');
  assert.equal(texts(), []);
});

test('modules have serial numbers that count up', () => {
  const { bus } = busRig();
  assert.equal(
    bus.modules.map(({ serial }) => serial),
    ['A3F24C0018E7D29B3F00', SERIAL, 'A3F24C0018E7D29B3F02'],
  );
});

const busRig = () => {
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  const heard: string[] = [];
  const bus = new ModuleBus({
    clock,
    modules: 3,
    collisions: true,
    random: seededRandom(1),
    send: (bytes) => heard.push(Buffer.from(bytes).toString('latin1')),
  });
  const say = (text: string) => bus.receive(Buffer.from(text, 'latin1'));
  return { clock, heard, bus, say };
};

test('an answer takes its time on the wire', async () => {
  const { clock, heard, say } = busRig();
  say('m01v');
  const ms = 1 + 31 * (10_000 / 9600);
  await clock.advance(ms - 0.01);
  assert.equal(heard, []);
  await clock.advance(0.02);
  assert.match(heard.join(''), /^m01v:31:1:[0-9A-F]{20}\n$/);
});

test('two answers at once are both lost', async () => {
  const { clock, heard, bus, say } = busRig();
  say('m01v');
  await clock.advance(5);
  say('m02v');
  await clock.advance(200);
  assert.is(bus.collided, 2);
  assert.not.match(heard.join(''), /m0[12]v/);
});

for (const [at, collided] of [
  [1, 0],
  [1.1, 1],
  [33, 1],
  [34, 0],
] as const)
  test(`bytes of the host after ${at} ms spoil ${collided} answers`, async () => {
    const { clock, heard, bus, say } = busRig();
    say('m01v');
    await clock.advance(at);
    say('m02-A\n');
    await clock.advance(200);
    assert.is(bus.collided, collided);
    const said = Buffer.from(heard.join(''), 'latin1');
    assert.is(said.length, 31);
    assert.is(
      said.every((byte) => byte >= 128),
      collided === 1,
    );
  });

for (const [at, collided] of [
  [32, 2],
  [33, 0],
] as const)
  test(`an answer ${at} ms after another one spoils ${collided}`, async () => {
    const { clock, bus, say } = busRig();
    say('m01v');
    bus.modules[1]?.switchOff();
    await clock.advance(at);
    bus.modules[2]?.hear('m');
    for (const character of '02v') bus.modules[2]?.hear(character);
    await clock.advance(200);
    assert.is(bus.collided, collided);
  });

test('modules without an id announce themselves', async () => {
  const { clock, heard, bus } = busRig();
  bus.advertise();
  const [, module] = bus.modules;
  if (module) module.id = 255;
  await clock.advance(9999);
  assert.equal(heard, []);
  await clock.advance(5100);
  assert.match(heard.join(''), new RegExp(`^mXadv:${module?.serial}\n$`));
  bus.close();
  await clock.advance(60_000);
  assert.is(heard.length, 1);
});

test('a bus loses its power as a whole, and a deaf one neither hears nor says anything', async () => {
  const { clock, heard, bus, say } = busRig();
  say('m01-C\nm02v');
  bus.deaf = true;
  say('m02-C\n');
  await clock.advance(5000);
  assert.is(bus.shown, ' C ');
  bus.deaf = false;
  bus.switchOff();
  say('m01-A\nm02-A\n');
  assert.equal(
    bus.modules.map(({ flap, moves }) => [flap, moves]),
    [
      [null, 0],
      [null, 1],
      [null, 0],
    ],
  );
  bus.reboot();
  await clock.advance(5000);
  assert.is(bus.shown, '   ');
  heard.length = 0;
  say('m01-A\n');
  bus.deaf = true;
  await clock.advance(5000);
  say('m01v');
  await clock.advance(100);
  assert.equal([bus.shown, heard], [' A ', []]);
});

test.run();
