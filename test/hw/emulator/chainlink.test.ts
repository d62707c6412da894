import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ChainBoard } from '../../../hw/emulator/chainlink/board.ts';
import { OLD_REEL } from '../../../hw/panel/chainlink/link.ts';
import { EmulatedModule, STATE } from '../../../hw/emulator/chainlink/module.ts';
import { FrameSplitter, decodeFrame, encodeFrame } from '../../../hw/panel/chainlink/frames.ts';
import {
  decodeDeviceMessage,
  encodeCommand,
  encodeSaveOffsets,
  encodeConfig,
  encodeStateRequest,
  type DeviceMessage,
} from '../../../hw/panel/chainlink/messages.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const test = suite('emulated chain');

const rig = (options: { textOnly?: boolean; supervised?: boolean; speed?: number } = {}) => {
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  const messages: DeviceMessage[] = [];
  let text = '';
  const splitter = new FrameSplitter((stuffed) => {
    const bytes = decodeFrame(stuffed);
    const message = bytes && decodeDeviceMessage(bytes);
    if (message) messages.push(message);
  });
  const board = new ChainBoard({
    clock,
    modules: 3,
    flaps: OLD_REEL,
    send: (bytes) => {
      text += Buffer.from(bytes).toString('latin1');
      splitter.push(bytes);
    },
    ...options,
  });
  const hear = (bytes: Uint8Array) => board.receive(bytes);
  const type = (line: string) => hear(Buffer.from(line));
  const kinds = () => messages.splice(0).map(({ kind }) => kind);
  return { clock, board, messages, hear, type, kinds, text: () => text };
};

test('a reel that looks for its home turns as far as that is away, and without a sensor a turn and two flaps', () => {
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  const moduleAt = (flap: number): EmulatedModule => {
    const turning = { clock, flaps: 40, speed: 0 };
    const module = new EmulatedModule(turning);
    module.state = STATE.normal;
    module.goTo(flap);
    module.advance();
    turning.speed = 1;
    return module;
  };
  const homingMs = (flap: number, sensorWorks = true): number => {
    const module = moduleAt(flap);
    module.sensorWorks = sensorWorks;
    module.home();
    return module.arrivesAt - clock.monotonic();
  };
  assert.equal([homingMs(30), homingMs(0), homingMs(0, false)], [10 * 169, 40 * 169, 42 * 169]);
});

const wake = Uint8Array.of(0);
const config = (...flaps: number[]) => flaps.map((flap) => ({ flap, movement: 0, reset: 0 }));

test('a start says what it is in text, and nothing in messages', () => {
  const { text } = rig();
  assert.match(text(), /^\n\n\n\{"type":"init","num_modules":3/);
});

test('one zero makes it speak in messages, and the answer to a request has three parts', async () => {
  const { hear, kinds, clock } = rig();
  hear(wake);
  kinds();
  hear(encodeFrame(encodeStateRequest(9)));
  assert.equal(kinds().slice(0, 3), ['ack', 'state', 'general']);
  await clock.advance(10_000);
  assert.ok(kinds().length > 3, 'it speaks unasked');
});

test('a number is handled once', () => {
  const { hear, kinds, messages, board } = rig({ speed: 0 });
  hear(wake);
  const frame = encodeFrame(encodeConfig(7, config(1, 2, 3)));
  hear(frame);
  assert.is(board.shown, 'ABC');
  kinds();
  hear(frame);
  assert.equal(
    messages.map((message) => (message.kind === 'log' ? message.text : message.kind)),
    ['ack', 'Already handled nonce 7'],
  );
});

test('a first message with number 0 is acknowledged and dropped', () => {
  const { hear, board } = rig({ speed: 0 });
  hear(wake);
  hear(encodeFrame(encodeConfig(0, config(1, 2, 3))));
  assert.is(board.shown, '   ');
});

test('an empty packet and a damaged one are logged', () => {
  const { hear, messages } = rig();
  hear(wake);
  messages.length = 0;
  hear(wake);
  hear(Buffer.from('0408012205e4db804300', 'hex'));
  assert.equal(
    messages.map((message) => message.kind === 'log' && message.text.slice(0, 10)),
    ['Small pack', 'Bad packet'],
  );
});

test('modules that are left out turn home, and a flap beyond the reel is refused alone', () => {
  const { hear, messages, board } = rig({ speed: 0 });
  hear(wake);
  hear(encodeFrame(encodeConfig(1, config(1, 2, 3))));
  hear(encodeFrame(encodeConfig(2, config(40, 4))));
  assert.is(board.shown, 'AD ');
  assert.ok(
    messages.some(
      (message) => message.kind === 'log' && message.text === 'Invalid flap index (40) specified for module 0',
    ),
  );
});

test('a command beyond the reel restarts the board', () => {
  const { hear, text } = rig({ speed: 0 });
  hear(wake);
  hear(encodeFrame(encodeCommand(1, [{ action: 'go_to_flap', param: 40 }])));
  assert.is(text().split('"init"').length, 3);
});

test('offsets are saved while nothing moves, and commands send modules home and to flaps', async () => {
  const { hear, clock, messages, board } = rig();
  const logs = (): string[] => messages.splice(0).flatMap((one) => (one.kind === 'log' ? [one.text] : []));
  hear(wake);
  hear(encodeFrame(encodeSaveOffsets(1)));
  assert.equal(logs(), ['Cannot save while moving']);
  await clock.advance(20_000);
  hear(encodeFrame(encodeSaveOffsets(2)));
  assert.equal(logs(), ['Saved offsets']);
  hear(
    encodeFrame(
      encodeCommand(3, [{ action: 'go_to_flap', param: 7 }, { action: 'none' }, { action: 'reset_and_home' }]),
    ),
  );
  assert.equal(
    board.modules.map(({ moving }) => moving),
    [true, false, true],
  );
  await clock.advance(20_000);
  assert.equal(
    board.modules.map(({ flap }) => flap),
    [7, 0, 0],
  );
});

test('a way takes 63 ms a flap', async () => {
  const { hear, board, clock } = rig();
  hear(wake);
  await clock.advance(10_000);
  hear(encodeFrame(encodeConfig(1, config(2, 0, 0))));
  await clock.advance(2 * 63 + 249);
  assert.ok(board.modules[0]?.moving);
  await clock.advance(1);
  assert.not.ok(board.modules[0]?.moving);
});

test('a missed home is counted, and ends in an error', async () => {
  const { hear, board, clock } = rig();
  hear(wake);
  await clock.advance(10_000);
  hear(encodeFrame(encodeConfig(1, config(5, 0, 0))));
  await clock.advance(2000);
  const [module] = board.modules;
  if (module) module.sensorWorks = false;
  hear(encodeFrame(encodeConfig(2, config(1, 0, 0))));
  await clock.advance(20_000);
  assert.is(module?.missedHomes, 1);
  assert.is(module?.state, 2);
});

test('text: a full turn even where nothing changes, and the echo before it', async () => {
  const { type, board, text, clock } = rig({ textOnly: true, speed: 0.01 });
  await clock.advance(2000);
  type('=ABC\n');
  await clock.advance(1000);
  const before = board.modules.map(({ moves }) => moves);
  type('=ABC\n');
  await clock.advance(1000);
  assert.equal(
    board.modules.map(({ moves }, index) => moves - (before[index] ?? 0)),
    [1, 1, 1],
  );
  assert.match(text(), /"move_echo","dest":"ABC"/);
  assert.match(text(), /"status","modules":\[\{"state":"normal","flap":"A"/);
});

test('text: the buffer outlives a line, surplus is dropped, one character fills all', () => {
  const { type, board } = rig({ textOnly: true, speed: 0 });
  type('=A\nB\n');
  assert.is(board.shown, 'AB ');
  type('=ABCDEF\n');
  assert.is(board.shown, 'ABC');
  type('=Z+');
  assert.is(board.shown, 'ZZZ');
});

test('text: asking, testing and homing', () => {
  const { type, text, board } = rig({ textOnly: true, speed: 0 });
  type('#%');
  assert.match(text(), /"no_op"\}\n\{"type":"sensor_test","enabled":true/);
  const before = board.modules[0]?.moves ?? 0;
  type('@');
  assert.ok((board.modules[0]?.moves ?? 0) > before);
});

test('a supervised board does not home by itself, and reports its supply', async () => {
  const { hear, board, kinds, clock } = rig({ supervised: true });
  hear(wake);
  await clock.advance(10_000);
  assert.ok(board.modules.every(({ state }) => state === 1));
  assert.ok(kinds().includes('supervisor'));
});

test.run();
