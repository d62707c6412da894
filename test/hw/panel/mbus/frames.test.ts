import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LineSplitter } from '../../../../hw/panel/line-splitter.ts';
import {
  bySerial,
  command,
  parseDescription,
  parseHealth,
  parseReply,
  question,
  rangePoll,
  showFlap,
  showLetter,
} from '../../../../hw/panel/mbus/frames.ts';

const test = suite('frames of the bus');

const SERIAL = 'A3F24C0018E7D29B3F01';

const FRAMES: readonly (readonly [string, string])[] = [
  [showLetter(5, 'A'), 'm05-A\n'],
  [showLetter(0, ' '), 'm00- \n'],
  [showLetter(254, '-'), 'm254--\n'],
  [showLetter('all', ' '), 'm**- \n'],
  [showFlap(7, 63), 'm07+63\n'],
  [command('all', 'h'), 'm**h\n'],
  [command(12, 'o', 2832), 'm12o2832\n'],
  [command(12, 's', -40), 'm12s-40\n'],
  [command(3, 'N', '10: 0123456789'), 'm03N10: 0123456789\n'],
  [question(38, 'v'), 'm38v'],
  [question(38, 'Q'), 'm38Q'],
  [question(38, 'A'), 'm38A\n'],
  [question(100, 'M', 5), 'm100M5\n'],
  [rangePoll(0, 49), 'm*v0-49\n'],
  [bySerial('I', SERIAL, 38), `mXI${SERIAL}:38\n`],
  [bySerial('H', SERIAL), `mXH${SERIAL}\n`],
];
for (const [frame, wanted] of FRAMES) test(`the frame ${JSON.stringify(wanted)}`, () => assert.is(frame, wanted));

const REPLIES: readonly (readonly [string, unknown])[] = [
  [`m38v:31:38:${SERIAL}`, { kind: 'answer', id: 38, letter: 'v', data: `31:38:${SERIAL}` }],
  ['m05:4096', { kind: 'answer', id: 5, letter: '', data: '4096' }],
  ['m100Q:1:1:4984:1:0', { kind: 'answer', id: 100, letter: 'Q', data: '1:1:4984:1:0' }],
  ['m05Qm05Q:1:1:4984:1:0', { kind: 'answer', id: 5, letter: 'Q', data: '1:1:4984:1:0' }],
  ['\u00ff\u0000m05Q:1:1:4984:1:-2', { kind: 'answer', id: 5, letter: 'Q', data: '1:1:4984:1:-2' }],
  [`mXadv:${SERIAL}`, { kind: 'unprovisioned', serial: SERIAL }],
  [`mXack:${SERIAL}:38`, { kind: 'assigned', serial: SERIAL, id: 38 }],
  [`mXack:${SERIAL.toLowerCase()}:38`, { kind: 'assigned', serial: SERIAL, id: 38 }],
  [`mXadv${SERIAL.toLowerCase()}`, { kind: 'unprovisioned', serial: SERIAL }],
  [`mXack${SERIAL}:5`, { kind: 'assigned', serial: SERIAL, id: 5 }],
  ['m05-A', null],
  ['', null],
  ['hello', null],
  ['mXadv:1234', null],
];
for (const [line, wanted] of REPLIES)
  test(`the line ${JSON.stringify(line)}`, () => assert.equal(parseReply(line), wanted));

test('a description, with a reel that holds a colon', () => {
  assert.equal(parseDescription(`31:38:${SERIAL}:2832:4096:1:3:7=342,8=400:4: A:B`), {
    firmware: 31,
    serial: SERIAL,
    offset: 2832,
    stepsPerTurn: 4096,
    autoHome: true,
    flap: 3,
    flaps: ' A:B',
  });
});
test('a description of older firmware', () => {
  const { flaps, autoHome, flap } = parseDescription(`20:38:${SERIAL}:2832:4096:0:-1:`) ?? {};
  assert.equal([flaps, autoHome, flap], [null, false, -1]);
});
for (const [told, flaps] of [
  ['64: ABC', null],
  ['1: A', null],
  ['2: A', ' A'],
  ['2: AB', ' A'],
] as const)
  test(`the reel "${told}" of a description`, () =>
    assert.is(parseDescription(`31:38:${SERIAL}:2832:4096:1:3::${told}`)?.flaps, flaps));
test('a damaged description', () => assert.is(parseDescription('31:38'), null));

test('health names the causes of restarts', () => {
  assert.equal(parseHealth('11:7:4984:0:-1'), {
    resets: ['power_on', 'brown_out', 'watchdog'],
    starts: 7,
    millivolts: 4984,
    memoryWorks: false,
    flap: -1,
  });
  assert.equal(parseHealth('0:1:5000:1:63'), { resets: [], starts: 1, millivolts: 5000, memoryWorks: true, flap: 63 });
  assert.equal(
    [1, 2, 4, 8, 16, 32].map((bits) => parseHealth(`${bits}:1:5000:1:63`)?.resets),
    [['power_on'], ['brown_out'], ['external'], ['watchdog'], ['software'], []],
  );
});
for (const data of ['', '1:1:4984:1', '1:1:4984:1:', '1:1:4984:2:0', '1:1:49x4:1:0', '1:1:4984:1:0:0'])
  test(`damaged health ${JSON.stringify(data)}`, () => assert.is(parseHealth(data), null));

for (const size of [1, 2, 5, 100]) {
  test(`lines in pieces of ${size} bytes`, () => {
    const lines: string[] = [];
    const splitter = new LineSplitter(1024, (line) => lines.push(line));
    const bytes = Buffer.from('m01v:1\r\n\nm02v:2\nrest');
    for (let at = 0; at < bytes.length; at += size) splitter.push(bytes.subarray(at, at + size));
    assert.equal(lines, ['m01v:1', 'm02v:2']);
  });
}

test('a line without an end is not kept whole', () => {
  const lines: string[] = [];
  const splitter = new LineSplitter(1024, (line) => lines.push(line));
  for (let turn = 0; turn < 100; turn++) splitter.push(Buffer.alloc(1000, 65));
  splitter.push(Buffer.from('\n'));
  assert.ok((lines[0]?.length ?? 0) <= 2100);
});

test.run();
