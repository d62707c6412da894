import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseSerialCommand } from '../../../hw/emulator/serial/arguments.ts';
import { drawLines, indexOf, shareOf } from '../../../hw/emulator/serial/console.ts';
import { Wire } from '../../../hw/emulator/serial/wire.ts';
import { createFakeClock, settle } from '../../support/fake-clock.ts';
import { seededRandom } from '../../support/seeded.ts';

const test = suite('serial emulators');

const FLAGS = { text: 'an older board' };
const parse = (...argv: string[]) => parseSerialCommand('chainlink', FLAGS, 255, argv);

test('without options it is the smallest wall', () => {
  assert.equal(parse(), { options: { path: '/tmp/flapbox-chainlink', rows: 3, cols: 15, speed: 1, flags: new Set() } });
});
test('with options', () => {
  assert.equal(parse('--path', '/tmp/x', '--size', '1x8', '--speed', '20', '--text'), {
    options: { path: '/tmp/x', rows: 1, cols: 8, speed: 20, flags: new Set(['text']) },
  });
});
test('help tells of all options', () => {
  const command = parse('--help');
  assert.ok('help' in command);
  if ('help' in command)
    for (const option of ['--path', '--size', '--speed', '--text']) assert.ok(command.help.includes(option));
});
for (const [argv, complaint] of [
  [['--size', '0x5'], /--size/],
  [['--size', '16x16'], /up to 255/],
  [['--size', 'large'], /--size/],
  [['--speed', '0'], /--speed/],
  [['--speed', 'fast'], /--speed/],
  [['--bogus'], /bogus/],
] as const) {
  test(`${argv.join(' ')} is refused`, () => {
    const command = parse(...argv);
    assert.match('complaint' in command ? command.complaint : '', complaint);
  });
}
test('the largest wall', () => assert.ok('options' in parse('--size', '15x17')));

test('a wall is drawn in lines', () => assert.is(drawLines('ABCD', 3), '+---+\n|ABC|\n|D  |\n+---+'));

for (const word of ['0', '0.5', '1']) test(`the share ${word}`, () => assert.is(shareOf(word), Number(word)));
for (const word of [undefined, '', '-0.1', '1.1', 'all'])
  test(`the share ${word} is refused`, () =>
    word === '' ? assert.is(shareOf(word), 0) : assert.throws(() => shareOf(word), /0 to 1/));
for (const word of [undefined, '-1', '3', '1.5', 'x'])
  test(`the module ${word} of three is refused`, () => assert.throws(() => indexOf(word, 3), /0 to 2/));
test('the last module of three', () => assert.is(indexOf('2', 3), 2));

const wireRig = (paced: boolean) => {
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  const wire = new Wire({ clock, random: seededRandom(3), paced });
  const heard: number[] = [];
  wire.attach({ receive: (bytes) => heard.push(...bytes) });
  return { clock, wire, heard };
};
const NOTHING = { onData: () => undefined, onClose: () => undefined };

test('a wire takes the time that its speed gives it', async () => {
  const { clock, wire, heard } = wireRig(true);
  const line = await wire.open({ path: 'x', baudRate: 9600 }, NOTHING);
  await line.write(new Uint8Array(96));
  await clock.advance(99);
  assert.is(heard.length, 0);
  await clock.advance(1);
  assert.is(heard.length, 96);
});

test('a wire loses and adds bytes', async () => {
  const { wire, heard } = wireRig(false);
  const line = await wire.open({ path: 'x', baudRate: 9600 }, NOTHING);
  wire.faults.loss = 1;
  await line.write(new Uint8Array(10));
  await settle();
  assert.is(heard.length, 0);
  wire.faults.loss = 0;
  wire.faults.noise = 1;
  await line.write(new Uint8Array(10));
  await settle();
  assert.is(heard.length, 20);
});

test('a wire opens once, closes when unplugged, and opens again', async () => {
  const { wire } = wireRig(false);
  const closed: string[] = [];
  const line = await wire.open({ path: 'x', baudRate: 9600 }, { ...NOTHING, onClose: (reason) => closed.push(reason) });
  const problemOf = (work: Promise<unknown>) =>
    work.then(
      () => '',
      (error: Error) => error.message,
    );
  assert.match(await problemOf(wire.open({ path: 'x', baudRate: 9600 }, NOTHING)), /in use/);
  wire.unplug();
  assert.is(closed.length, 1);
  assert.match(await problemOf(line.write(new Uint8Array(1))), /unplugged/);
  assert.match(await problemOf(wire.open({ path: 'x', baudRate: 9600 }, NOTHING)), /not there/);
  wire.plug();
  await wire.open({ path: 'x', baudRate: 9600 }, NOTHING);
  assert.ok(wire.isOpen);
});

test.run();
