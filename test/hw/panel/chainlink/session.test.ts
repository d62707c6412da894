import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openChain } from '../../../../hw/panel/chainlink/connection.ts';
import { decodeFrame, encodeFrame } from '../../../../hw/panel/chainlink/frames.ts';
import { Homing } from '../../../../hw/panel/chainlink/homing.ts';
import { CHAIN_TIMES } from '../../../../hw/panel/chainlink/link.ts';
import { encodeStateRequest, type ModuleStatus } from '../../../../hw/panel/chainlink/messages.ts';
import { Session } from '../../../../hw/panel/chainlink/session.ts';
import type { OpenLine } from '../../../../hw/panel/serial-line.ts';
import { decodeHostMessage, encodeAck } from '../../../../hw/emulator/chainlink/encoding.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { failureOf, never } from '../../rig.ts';

/** What goes over the line of a chain, and when: by what the boards and their reference programs do. */
const test = suite('sessions with a chain');

const START = '2026-01-01T00:00:00Z';
const ZERO = '00';

/** A session whose writes are listed with their time: a zero alone as it is, a message by its number. */
const rig = (firstNonce = 7, write?: () => Promise<void>) => {
  const clock = createFakeClock(START, 2);
  const sent: [number, string][] = [];
  const session = new Session({
    clock,
    times: CHAIN_TIMES,
    firstNonce,
    onMessage: () => undefined,
    write: (bytes) => {
      const message = bytes.length === 1 ? null : decodeFrame(bytes.subarray(0, -1));
      sent.push([clock.monotonic(), message ? `nonce ${decodeHostMessage(message)?.nonce}` : ZERO]);
      return write?.() ?? Promise.resolve();
    },
  });
  return { clock, sent, session, ack: (nonce: number) => session.receive(encodeFrame(encodeAck(nonce))) };
};

test('a message is repeated every 250 ms, after a zero and 5 ms, twelve times in all', async () => {
  const { clock, sent, session } = rig();
  const request = failureOf(session.request(encodeStateRequest, never()));
  await clock.advance(10_000);
  assert.is(await request, 'The panel does not answer: is it switched on?');
  const repeats = Array.from({ length: 11 }, (_, turn) => 250 + turn * 255).flatMap((at): [number, string][] => [
    [at, ZERO],
    [at + 5, 'nonce 7'],
  ]);
  assert.equal(sent, [[0, 'nonce 7'], ...repeats]);
});

test('a greeting begins with a zero, and is repeated as often as it is told', async () => {
  const { clock, sent, session } = rig();
  const greeting = failureOf(session.greet(encodeStateRequest, 2, never()));
  await clock.advance(10_000);
  assert.match(String(await greeting), /does not answer/);
  assert.equal(sent, [
    [0, ZERO],
    [5, 'nonce 7'],
    [255, ZERO],
    [260, 'nonce 7'],
  ]);
});

test('only the acknowledgement of its own number ends a request', async () => {
  const { clock, sent, session, ack } = rig();
  const request = failureOf(session.request(encodeStateRequest, never()));
  await clock.advance(100);
  ack(6);
  await clock.advance(200);
  ack(7);
  assert.is(await request, null);
  await clock.advance(1000);
  assert.is(sent.length, 3);
});

test('one message is under way at a time, and numbers follow each other', async () => {
  const { clock, sent, session, ack } = rig(0xffffffff);
  const requests = [1, 2, 3].map(() => failureOf(session.request(encodeStateRequest, never())));
  for (const nonce of [0xffffffff, 1, 2]) {
    await clock.advance(100);
    ack(nonce);
  }
  assert.equal(await Promise.all(requests), [null, null, null]);
  assert.equal(
    sent.map(([, what]) => what),
    ['nonce 4294967295', 'nonce 1', 'nonce 2'],
  );
});

test('a device that restarted gets a zero before the next message alone', async () => {
  const { clock, sent, session, ack } = rig();
  session.restarted();
  for (const nonce of [7, 8]) {
    const request = failureOf(session.request(encodeStateRequest, never()));
    await clock.advance(10);
    ack(nonce);
    await request;
  }
  assert.equal(
    sent.map(([, what]) => what),
    [ZERO, 'nonce 7', 'nonce 8'],
  );
});

test('a request ends with the reason: a lost line, a cancelled request, a failed write', async () => {
  const lost = rig();
  const waiting = failureOf(lost.session.request(encodeStateRequest, never()));
  await lost.clock.advance(10);
  lost.session.drop('The cable is gone.');
  lost.session.drop('Something else.');
  assert.is(await waiting, 'The cable is gone.');
  assert.is(await failureOf(lost.session.request(encodeStateRequest, never())), 'The cable is gone.');
  assert.is(lost.sent.length, 1);

  const called = rig();
  const caller = new AbortController();
  const cancelled = failureOf(called.session.request(encodeStateRequest, caller.signal));
  await called.clock.advance(10);
  caller.abort();
  assert.is(await cancelled, 'The request to the panel was cancelled.');

  const failing = rig(7, () => Promise.reject(new Error('The port is gone.')));
  assert.is(await failureOf(failing.session.request(encodeStateRequest, never())), 'The port is gone.');
});

const module = (state: ModuleStatus['state'], moving = false): ModuleStatus => ({
  state,
  flap: 0,
  moving,
  atHome: false,
  unexpectedHomes: 0,
  missedHomes: 0,
});

const HOMINGS: readonly (readonly [string, ModuleStatus, readonly number[]])[] = [
  ['that does not find its magnet goes home at once, and once more after the pause', module('sensor_error'), [0, 10]],
  ['that stands still without a position is given a second', module('look_for_home'), [1, 11]],
  ['that looks for home is left alone', module('look_for_home', true), []],
  ['that is well is left alone', module('normal'), []],
  ['that was switched off is left alone', module('disabled'), []],
];
for (const [name, status, expected] of HOMINGS)
  test(`a module ${name}`, () => {
    const homing = new Homing(10_000);
    const seconds = Array.from({ length: 60 }, (_, second) => second);
    const due = seconds.filter((second) => homing.due([module('normal'), status], second * 1000).includes(1));
    assert.equal(due, expected);
  });

test('a module that found home meanwhile has two attempts again', () => {
  const homing = new Homing(10_000);
  const lost = [module('sensor_error')];
  const ask = (at: number, modules = lost) => homing.due(modules, at).length;
  assert.equal([ask(0), ask(10_000), ask(20_000)], [1, 1, 0]);
  assert.is(ask(21_000, [module('normal')]), 0);
  assert.equal([ask(22_000), ask(32_000), ask(42_000)], [1, 1, 0]);
});

/** A line on which nobody answers, and what is written to it. */
const silentLine = () => {
  const opened: number[] = [];
  const written = new Map<number, string>();
  const open: OpenLine = ({ baudRate }) => {
    opened.push(baudRate);
    return Promise.resolve({
      write: (bytes) => {
        written.set(baudRate, (written.get(baudRate) ?? '') + Buffer.from(bytes).toString('latin1'));
        return Promise.resolve();
      },
      setSignals: () => Promise.resolve(),
      close: () => Promise.resolve(),
    });
  };
  return { opened, written, open };
};

for (const [baudRate, speeds] of [
  [null, [230_400, 38_400]],
  [38_400, [38_400]],
  [115_200, [115_200]],
] as const)
  test(`with the speed ${baudRate ?? 'left open'} a chain is looked for at ${speeds.join(' and ')}`, async () => {
    const clock = createFakeClock(START, 2);
    const { opened, written, open } = silentLine();
    const chain = { clock, times: CHAIN_TIMES, path: '/dev/ttyX', baudRate, open };
    const told = { onStatus: () => undefined, onRestart: () => undefined, onLost: () => undefined };
    const problem = openChain({ ...chain, ...told }, never()).then(
      () => 'found',
      (error: Error) => error.message,
    );
    await clock.advance(30_000);
    assert.is(await problem, 'The serial port ttyX is there, but no panel answers: is it switched on?');
    assert.equal(opened, speeds);
    // Each is asked for 4 s, as long as a board may take to start: in text by the command that does nothing.
    const text = written.get(38_400);
    assert.is(text, text === undefined ? undefined : '#'.repeat(16));
  });

test('the reset line is pulled for 200 ms with DTR off, and let go for as long', async () => {
  const clock = createFakeClock(START, 2);
  const signals: [number, boolean, boolean][] = [];
  const open: OpenLine = (_settings, events) =>
    Promise.resolve({
      write: () => Promise.resolve(events.onData(Buffer.from('{"type":"no_op"}\n'))),
      setSignals: ({ rts, dtr }) => Promise.resolve(void signals.push([clock.monotonic(), rts, dtr])),
      close: () => Promise.resolve(),
    });
  const chain = await openChain(
    {
      clock,
      times: CHAIN_TIMES,
      path: '/dev/ttyX',
      baudRate: 38_400,
      open,
      onStatus: () => undefined,
      onRestart: () => undefined,
      onLost: () => undefined,
    },
    never(),
  );
  const restarting = chain.restart(never());
  let ended = -1;
  void restarting.then(() => (ended = clock.monotonic()));
  await clock.advance(1000);
  await restarting;
  assert.equal(signals, [
    [0, true, false],
    [200, true, true],
  ]);
  assert.is(ended, 400);
});

test.run();
