import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeCobs, encodeCobs } from '../../../../hw/panel/chainlink/cobs.ts';
import { FrameSplitter, decodeFrame, encodeFrame } from '../../../../hw/panel/chainlink/frames.ts';
import {
  decodeDeviceMessage,
  encodeCommand,
  encodeConfig,
  encodeSaveOffsets,
  encodeStateRequest,
} from '../../../../hw/panel/chainlink/messages.ts';
import {
  MessageWriter,
  bytesIn,
  floatIn,
  numberIn,
  readFields,
  textIn,
} from '../../../../hw/panel/chainlink/protobuf.ts';
import {
  decodeHostMessage,
  encodeAck,
  encodeGeneral,
  encodeLog,
  encodeState,
  encodeSupervisor,
} from '../../../../hw/emulator/chainlink/encoding.ts';
import { seededRandom } from '../../../support/seeded.ts';

const test = suite('messages to a chain');

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const unhex = (text: string): Uint8Array => Buffer.from(text, 'hex');
const messageOf = (wire: string): Uint8Array => decodeFrame(unhex(wire).subarray(0, -1)) ?? new Uint8Array();

const config = (flap: number, movement = 0, reset = 0) => ({ flap, movement, reset });
const reported = (state: number, flap: number, more = {}) => ({
  state,
  flap,
  moving: false,
  atHome: false,
  unexpectedHomes: 0,
  missedHomes: 0,
  ...more,
});

/** Bytes on the wire as the reference implementation writes them. */
const HOST_VECTORS: readonly (readonly [string, Uint8Array, string])[] = [
  ['a request for the state, nonce 1', encodeStateRequest(1), '0408012205e4db804200'],
  [
    'a configuration of six modules, nonce 2',
    encodeConfig(
      2,
      [8, 5, 12, 12, 15, 0].map((flap) => config(flap)),
    ),
    '1a08021a160a0208080a0208050a02080c0a02080c0a02080f0a05162a76ef00',
  ],
  [
    'a configuration with a turn and a reset, nonce 3',
    encodeConfig(3, [config(8, 1), config(0, 0, 7), config(0), config(0), config(0), config(0)]),
    '1008031a120a04080810010a0218070a020a020a020a05b7bd289b00',
  ],
  [
    'commands to three modules, nonce 4',
    encodeCommand(4, [{ action: 'reset_and_home' }, { action: 'none' }, { action: 'go_to_flap', param: 51 }]),
    '0a0804120c12020802120b1204080110330a50b83900',
  ],
  ['keeping offsets, nonce 5', encodeSaveOffsets(5), '0b0805120218010b4ff99900'],
];
for (const [name, message, wire] of HOST_VECTORS) {
  test(`golden vector: ${name}`, () => assert.is(hex(encodeFrame(message)), wire));
  test(`the emulator reads back: ${name}`, () =>
    assert.is(decodeHostMessage(messageOf(wire))?.nonce, Number(/nonce (\d)/.exec(name)?.[1] ?? 5)));
}

const NORMAL = { state: 'normal', moving: false, atHome: false, unexpectedHomes: 0, missedHomes: 0 };
const DEVICE_VECTORS: readonly (readonly [string, string, unknown, Uint8Array])[] = [
  ['an acknowledgement', '091a020802ad57b33b00', { kind: 'ack', nonce: 2 }, encodeAck(2)],
  ['an acknowledgement of nonce 0', '021a0524e8f4f100', { kind: 'ack', nonce: 0 }, encodeAck(0)],
  [
    'a log line',
    '2012190a17416c72656164792068616e646c6564206e6f6e63652032a4027b2800',
    { kind: 'log', text: 'Already handled nonce 2' },
    encodeLog('Already handled nonce 2'),
  ],
  [
    'the state of six modules at rest',
    '180a180a0210080a0210050a02100c0a02100c0a02100f0a07100172edc70e00',
    { kind: 'state', chainIntact: true, modules: [8, 5, 12, 12, 15, 0].map((flap) => ({ ...NORMAL, flap })) },
    encodeState(
      [8, 5, 12, 12, 15, 0].map((flap) => reported(0, flap)),
      true,
    ),
  ],
  [
    'the state of a module that looks for home and of one that cannot',
    '150a0e0a04080118010a06080220013003df7f498000',
    {
      kind: 'state',
      chainIntact: false,
      modules: [
        { ...NORMAL, flap: 0, state: 'look_for_home', moving: true },
        { ...NORMAL, flap: 0, state: 'sensor_error', atHome: true, missedHomes: 3 },
      ],
    },
    encodeState([reported(1, 0, { moving: true }), reported(2, 0, { atHome: true, missedHomes: 3 })], false),
  ],
];
for (const [name, wire, wanted, emulated] of DEVICE_VECTORS) {
  test(`golden vector: ${name}`, () => assert.equal(decodeDeviceMessage(messageOf(wire)), wanted));
  test(`the emulator writes ${name}`, () => assert.is(hex(encodeFrame(emulated)), wire));
}

test('what a device is', () => {
  assert.equal(decodeDeviceMessage(encodeGeneral(5000, ' AB')), {
    kind: 'general',
    protocol: 1,
    uptimeMs: 5000,
    flaps: ' AB',
  });
  assert.equal(decodeDeviceMessage(encodeGeneral(0, null)), { kind: 'general', protocol: 1, uptimeMs: 0, flaps: null });
});

test('the supervisor of the power', () => {
  const well = decodeDeviceMessage(encodeSupervisor(1, null));
  assert.ok(well?.kind === 'supervisor' && well.fault === null);
  if (well?.kind === 'supervisor') assert.equal(well.channels, [{ volts: 12, amps: 0.5, on: true }]);
  const ill = decodeDeviceMessage(encodeSupervisor(1, { type: 5, text: 'channel 1' }));
  assert.ok(ill?.kind === 'supervisor');
  if (ill?.kind === 'supervisor') assert.is(ill.fault, 'too much current (channel 1)');
});

for (const [name, bytes] of [
  ['nothing', new Uint8Array()],
  ['a kind that is not known', new MessageWriter().bytes(9, new Uint8Array()).finish()],
  ['a number where a message belongs', new MessageWriter().number(1, 5).finish()],
  ['a length beyond the end', Uint8Array.of(0x0a, 5, 1)],
  ['a number without an end', Uint8Array.of(0x08, 0x80)],
  ['a group, which nobody uses any more', Uint8Array.of(0x0b)],
] as const) {
  test(`damaged: ${name}`, () => assert.is(decodeDeviceMessage(bytes), null));
}

const FLOAT = [0, 0, 0x40, 0x41];
for (const [name, wire, number, value] of [
  ['a number', [0x08, 0x96, 0x01], 1, 150],
  ['a number of which 32 bits count', [0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01], 1, 4_294_967_295],
  ['eight bytes', [0x11, 1, 2, 3, 4, 5, 6, 7, 8], 2, Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)],
  ['a text', [0x1a, 2, 0x68, 0x69], 3, Uint8Array.of(0x68, 0x69)],
  ['a field above 15', [0x82, 0x01, 0], 16, new Uint8Array()],
  ['four bytes', [0x25, ...FLOAT], 4, Uint8Array.from(FLOAT)],
] as const)
  test(`on the wire: ${name}`, () => {
    // What follows is found, too: each field is as long as its kind says.
    assert.equal(readFields(Uint8Array.from([...wire, 0x28, 7])), [
      { number, value },
      { number: 5, value: 7 },
    ]);
    assert.is(readFields(Uint8Array.from(wire).subarray(0, -1)), null);
  });

test('fields are written as the wire has them', () => {
  const message = new MessageWriter().number(1, 127).number(1, 128).bytes(3, Uint8Array.of(7)).float(4, 12);
  assert.is(hex(message.number(5, 0).float(6, 0).finish()), '087f0880011a01072500004041');
});

test('a field is read by its number and its kind; the last one counts, and one that is absent is nothing', () => {
  const fields = readFields(Uint8Array.from([0x08, 5, 0x08, 6, 0x12, 1, 0x41, 0x12, 1, 0x42, 0x1d, ...FLOAT])) ?? [];
  assert.equal(
    [1, 2, 9].map((one) => numberIn(fields, one)),
    [6, 0, 0],
  );
  assert.equal(
    [1, 2, 9].map((one) => textIn(fields, one)),
    ['', 'B', ''],
  );
  assert.equal(
    [1, 2, 3, 9].map((one) => floatIn(fields, one)),
    [0, 0, 12, 0],
  );
  assert.equal(
    [1, 2, 3].map((one) => bytesIn(fields, one).length),
    [0, 2, 1],
  );
});

test('numbers of up to 32 bits survive', () => {
  for (const value of [0, 1, 127, 128, 300, 65_535, 2_147_483_648, 4_294_967_295]) {
    assert.equal(readFields(new MessageWriter().number(3, value).finish()), value === 0 ? [] : [{ number: 3, value }]);
  }
});

const COBS: readonly (readonly [string, string])[] = [
  ['', '01'],
  ['00', '0101'],
  ['0000', '010101'],
  ['11220033', '0311220233'],
  ['11223344', '0511223344'],
  ['11000000', '0211010101'],
];
for (const [plain, stuffed] of COBS) {
  test(`stuffing ${plain || 'nothing'}`, () => {
    assert.is(hex(encodeCobs(unhex(plain))), stuffed);
    assert.is(hex(decodeCobs(unhex(stuffed)) ?? new Uint8Array()), plain);
  });
}

for (const length of [1, 253, 254, 255, 256, 507, 508, 509, 987, 2316, 3083]) {
  test(`stuffing ${length} bytes without a zero, and with chance ones`, () => {
    const random = seededRandom(length);
    const full = Uint8Array.from({ length }, (_, index) => 1 + (index % 255));
    const mixed = full.map((byte) => (random() < 0.05 ? 0 : byte));
    for (const bytes of [full, mixed]) {
      const stuffed = encodeCobs(bytes);
      assert.not.ok(stuffed.includes(0));
      assert.equal(decodeCobs(stuffed), bytes);
    }
  });
}

test('full blocks carry 254 bytes', () => {
  assert.is(encodeCobs(new Uint8Array(254).fill(7)).length, 255);
  assert.is(encodeCobs(new Uint8Array(255).fill(7)).length, 257);
});

for (const stuffed of ['00', '05', '0311', '02110500'])
  test(`damaged stuffing ${stuffed}`, () => assert.is(decodeCobs(unhex(stuffed)), null));

for (const [name, wire] of [
  ['too short', '0401020304'],
  ['a wrong checksum', '0408012205e4db8043'],
  ['empty', ''],
] as const) {
  test(`a frame that is ${name} is none`, () => assert.is(decodeFrame(unhex(wire)), null));
}

for (const size of [1, 2, 3, 7, 100]) {
  test(`a stream in pieces of ${size} bytes is cut at its zeros`, () => {
    const frames: string[] = [];
    const splitter = new FrameSplitter((stuffed) => frames.push(hex(stuffed)));
    const stream = unhex('00040801220500e4db80420000');
    for (let at = 0; at < stream.length; at += size) splitter.push(stream.subarray(at, at + size));
    assert.equal(frames, ['', '0408012205', 'e4db8042', '']);
  });
}

test('noise without an end is not kept', () => {
  const frames: number[] = [];
  const splitter = new FrameSplitter((stuffed) => frames.push(stuffed.length));
  for (let turn = 0; turn < 100; turn++) splitter.push(new Uint8Array(1000).fill(1));
  splitter.push(Uint8Array.of(0));
  assert.ok((frames[0] ?? 0) <= 10_000);
});

test('a wall of 108 modules is 987 bytes, one of 255 is 2316', () => {
  const bytes = (count: number) =>
    encodeFrame(
      encodeConfig(
        0x10000000,
        Array.from({ length: count }, () => config(40, 1, 1)),
      ),
    ).length;
  assert.ok(bytes(108) <= 987 && bytes(255) <= 2316, `${bytes(108)} ${bytes(255)}`);
});

test.run();
