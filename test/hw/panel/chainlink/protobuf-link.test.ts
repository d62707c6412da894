import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeFrame, encodeFrame } from '../../../../hw/panel/chainlink/frames.ts';
import { CHAIN_TIMES, type ChainStatus } from '../../../../hw/panel/chainlink/link.ts';
import { ProtobufLink } from '../../../../hw/panel/chainlink/protobuf-link.ts';
import {
  decodeHostMessage,
  encodeAck,
  encodeGeneral,
  encodeState,
  encodeSupervisor,
} from '../../../../hw/emulator/chainlink/encoding.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { failureOf, never } from '../../rig.ts';

/** What the link to a chain makes of the messages of its board, of which a test plays the part. */
const test = suite('messages of a chain');

const module = (flap: number, change = {}) => ({
  state: 0,
  flap,
  moving: false,
  atHome: false,
  unexpectedHomes: 0,
  missedHomes: 0,
  ...change,
});

/** A link whose board acknowledges everything, and is heard of nothing else but what the test says. */
const rig = () => {
  const clock = createFakeClock('2026-01-01T00:00:00Z', 2);
  const heard: ReturnType<typeof decodeHostMessage>[] = [];
  const statuses: ChainStatus[] = [];
  const told = { restarts: 0, silent: false };
  const link: ProtobufLink = new ProtobufLink(
    {
      clock,
      times: CHAIN_TIMES,
      write: (bytes) => {
        const message = bytes.length > 1 ? decodeFrame(bytes.subarray(0, -1)) : null;
        const host = message && decodeHostMessage(message);
        if (!host || told.silent) return Promise.resolve();
        heard.push(host);
        say(encodeAck(host.nonce));
        return Promise.resolve();
      },
      onStatus: (status) => statuses.push(status),
      onRestart: () => void told.restarts++,
    },
    7,
  );
  const say = (message: Uint8Array): void => link.receive(encodeFrame(message));
  const greet = async (flaps: number[] = [1, 2, 3], reel: string | null = ' ABC'): Promise<void> => {
    const greeting = link.greet(never());
    await clock.advance(100);
    say(
      encodeState(
        flaps.map((flap) => module(flap)),
        true,
      ),
    );
    say(encodeGeneral(5000, reel));
    assert.ok(await greeting);
  };
  const modules = () => {
    const last = heard.at(-1);
    return last?.kind === 'config' ? last.modules.map(({ flap, movement, reset }) => [flap, movement, reset]) : null;
  };
  return { clock, heard, statuses, told, link, say, greet, modules };
};

test('a board is greeted when it told its modules and its flaps', async () => {
  const { clock, link, say } = rig();
  let greeted: boolean | null = null;
  const greeting = link.greet(never()).then((found) => (greeted = found));
  await clock.advance(900);
  assert.is(link.moduleCount, null);
  say(encodeState([module(0), module(0)], true));
  await clock.advance(2400);
  assert.is(greeted, null, 'its flaps are waited for');
  say(encodeGeneral(1000, ' AB'));
  await greeting;
  assert.equal([greeted, link.moduleCount, link.deviceFlaps], [true, 2, ' AB']);
});

test('a board that names no flaps is waited for 2.5 s, one that tells no modules is none after 1 s', async () => {
  const quiet = rig();
  let at = -1;
  const greeting = quiet.link.greet(never()).finally(() => (at = quiet.clock.monotonic()));
  await quiet.clock.advance(5);
  quiet.say(encodeState([module(0)], true));
  await quiet.clock.advance(10_000);
  assert.ok(await greeting);
  assert.equal([at, quiet.link.deviceFlaps], [2505, null]);
  const mute = rig();
  const other = mute.link.greet(never()).finally(() => (at = mute.clock.monotonic()));
  await mute.clock.advance(10_000);
  assert.is(await other, false);
  assert.is(at, 1005);
});

test('modules that a frame leaves out keep what they showed when the board was greeted', async () => {
  const { link, say, clock, modules } = rig();
  const greeting = link.greet(never());
  await clock.advance(100);
  say(encodeState([module(4), module(5, { state: 1 }), module(6)], true));
  say(encodeGeneral(1000, null));
  await greeting;
  assert.is(await failureOf(link.show([undefined, undefined, 9], null, never())), null);
  assert.equal(modules(), [
    [4, 0, 0],
    [0, 0, 0],
    [9, 0, 0],
  ]);
});

test('homing and turning count up for the modules that are meant', async () => {
  const { link, greet, modules } = rig();
  await greet();
  await link.home([1], never());
  await link.turn([1, 2], never());
  await link.home([1], never());
  assert.equal(modules(), [
    [1, 0, 0],
    [2, 1, 2],
    [3, 1, 0],
  ]);
});

test('a board that starts anew is told once it was greeted, and its counters begin at nothing', async () => {
  const { clock, link, greet, say, told, modules } = rig();
  say(encodeGeneral(9000, null));
  say(encodeGeneral(100, null));
  assert.is(told.restarts, 0, 'nobody had greeted it');
  await greet();
  await link.home([0], never());
  say(encodeGeneral(6000, null));
  assert.is(told.restarts, 0);
  say(encodeGeneral(50, null));
  assert.is(told.restarts, 1);
  // The zero that wakes it goes ahead.
  const showing = failureOf(link.show([undefined, 2], null, never()));
  await clock.advance(10);
  assert.is(await showing, null);
  assert.equal(modules(), [
    [0, 0, 0],
    [2, 0, 0],
    [0, 0, 0],
  ]);
  for (const part of ['{"ty', 'pe": "in', 'it", "num_modules": 3}\n']) link.receive(Buffer.from(part));
  assert.is(told.restarts, 2, 'it says so in text, in whatever pieces');
  link.receive(Buffer.from('more text\n'));
  assert.is(told.restarts, 2);
});

test('what keeps the chain from turning is told with each status, and modules that had no power have started', async () => {
  const { greet, say, statuses, told } = rig();
  await greet();
  const state = (intact: boolean) => encodeState([module(1), module(2), module(3)], intact);
  assert.is(statuses.at(-1)?.fault, null);
  say(state(false));
  assert.is(statuses.at(-1)?.fault, 'its chain of driver boards is interrupted: check the cables between them');
  say(encodeSupervisor(1, { type: 5, text: '' }));
  assert.is(statuses.at(-1)?.fault, 'its power supply stopped because of too much current');
  assert.is(told.restarts, 0);
  say(encodeSupervisor(1, null));
  say(state(true));
  assert.equal([statuses.at(-1)?.fault, told.restarts], [null, 1]);
});

test('a status that is asked for is the next one, and one that does not come is told after a second', async () => {
  const { link, greet, say, clock } = rig();
  await greet();
  const asking = link.status(never());
  await clock.advance(500);
  say(encodeState([module(8)], true));
  const status = await asking;
  assert.is(status.modules[0]?.flap, 8);
  const missing = failureOf(link.status(never()));
  await clock.advance(2000);
  assert.is(await missing, 'The panel did not tell what it shows.');
});

test('a board that was silent for 4 s is asked twice, then it is gone', async () => {
  const { link, greet, clock, told, heard } = rig();
  await greet();
  heard.length = 0;
  await clock.advance(3999);
  await link.look(never());
  assert.is(heard.length, 0);
  await clock.advance(1);
  const look = link.look(never());
  await clock.advance(10);
  await look;
  assert.is(heard.length, 1);
  await clock.advance(4000);
  told.silent = true;
  const from = clock.monotonic();
  let at = -1;
  const looking = link.look(never()).then(
    () => assert.unreachable(),
    (error: Error) => {
      at = clock.monotonic() - from;
      return error.message;
    },
  );
  await clock.advance(5000);
  assert.match(String(await looking), /does not answer/);
  assert.is(at, 2 * 255);
});

test('a lost line ends what is asked, with its reason', async () => {
  const { link, greet, told, clock } = rig();
  await greet();
  told.silent = true;
  const asking = failureOf(link.status(never()));
  await clock.advance(10);
  link.drop('The cable is gone.');
  assert.is(await asking, 'The cable is gone.');
});

test.run();
