import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BusModule } from '../../../hw/emulator/mbus/module.ts';
import { ModuleBus } from '../../../hw/emulator/mbus/bus.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { seededRandom } from '../../support/seeded.ts';

const test = suite('emulated bus modules');

const SERIAL = 'A3F24C0018E7D29B3F01';

const rig = (options: { flaps?: string } = {}) => {
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

test('two shows are both carried out, a question after them is answered at the end, and what follows it is lost', async () => {
  const { clock, hear, module, texts } = rig();
  hear('m38-B\nm38-D\nm38Q\nm38-Z\n');
  await clock.advance(20_000);
  assert.equal(texts(), ['m38Q:1:1:4984:1:4']);
  assert.is(module.shown, 'D');
  assert.is(module.moves, 2);
});

for (const [poll, at] of [
  ['m**v\n', 30 + 38 * 100],
  ['m*v38-40\n', 30],
  ['m*v30-40\n', 30 + 800],
] as const) {
  test(`the poll ${poll.trim()} is answered after ${at} ms`, async () => {
    const { clock, hear, said } = rig();
    hear(poll);
    await clock.advance(10_000);
    assert.equal(said, [`${at} m38v:31:38:${SERIAL}`]);
  });
}

test('a poll of others is not answered', async () => {
  const { clock, hear, said } = rig();
  hear('m*v0-20\n');
  await clock.advance(10_000);
  assert.equal(said, []);
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
  await clock.advance(20);
  assert.equal(heard, []);
  await clock.advance(20);
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

test('bytes of the host spoil an answer', async () => {
  const { clock, heard, bus, say } = busRig();
  say('m01v');
  await clock.advance(10);
  say('m02-A\n');
  await clock.advance(200);
  assert.is(bus.collided, 1);
  assert.not.match(heard.join(''), /m01v/);
});

test('modules without an id announce themselves', async () => {
  const { clock, heard, bus } = busRig();
  bus.advertise();
  const [, module] = bus.modules;
  if (module) module.id = 255;
  await clock.advance(16_000);
  bus.close();
  assert.match(heard.join(''), new RegExp(`^mXadv:${module?.serial}\n$`));
});

test.run();
