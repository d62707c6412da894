import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Outbox } from '../../../../hw/panel/mbus/outbox.ts';
import { Moves } from '../../../../hw/panel/moves.ts';
import { failureOf, never } from '../../rig.ts';
import { openTalk, type TalkOptions } from './talk.ts';

/** What may start goes onto the wire once, unless something comes in between. */
const test = suite('outbox of the m bus');

const GAP_MS = 14;
const WAY_MS = 1000;

/** An outbox with two modules that may start, and what was told of those that were sent. */
const rig = async (options: TalkOptions = {}) => {
  const { clock, talk, sent, lose } = await openTalk(options);
  const panel = { max_moving: null, land_together: false };
  const told: number[] = [];
  const moves = new Moves({
    clock,
    count: 2,
    panel,
    redirectable: false,
    duration: () => WAY_MS,
    launch: () => undefined,
  });
  const outbox = new Outbox({
    talk,
    moves,
    gapMs: GAP_MS,
    frameFor: (module, flap) => `${module}:${flap}`,
    onSent: (module) => void told.push(module),
  });
  const begin = (...flaps: readonly number[]): void =>
    outbox.put(moves.begin(flaps.map((flap, module) => ({ module, flap }))));
  return { clock, moves, outbox, told, begin, lose, frames: () => sent.map(([, frame]) => frame) };
};

test('each module is told once, and is on its way for as long as the wire may take', async () => {
  const { outbox, moves, told, begin, frames } = await rig();
  begin(3, 4);
  await outbox.transmit(never());
  await outbox.transmit(never());
  assert.equal(
    [frames(), told],
    [
      ['0:3', '1:4'],
      [0, 1],
    ],
  );
  assert.equal([moves.sentTo(0), moves.restsIn(1)], [3, WAY_MS + GAP_MS]);
});

test('of each module the newest flap counts', async () => {
  const { outbox, begin, frames } = await rig();
  begin(3, 4);
  outbox.put([{ module: 0, flap: 9, ms: 5 }]);
  await outbox.transmit(never());
  assert.equal(frames(), ['0:9', '1:4']);
});

test('what is halted is sent to nobody, and where those modules are is unknown', async () => {
  const { outbox, moves, begin, frames } = await rig();
  assert.not.ok(outbox.halt(), 'there was nothing');
  begin(3, 4);
  assert.ok(outbox.halt());
  assert.equal([moves.heading(0), moves.heading(1)], [null, null]);
  await outbox.transmit(never());
  assert.equal(frames(), []);
});

test('what was cleared is sent to nobody', async () => {
  const { outbox, begin, frames } = await rig();
  begin(3, 4);
  outbox.clear();
  await outbox.transmit(never());
  assert.equal(frames(), []);
});

test('a request that was ended sends nothing, and what could not be sent is unknown', async () => {
  const ended = await rig();
  ended.begin(3, 4);
  assert.match(String(await failureOf(ended.outbox.transmit(AbortSignal.abort()))), /cancelled/);
  assert.equal([ended.frames(), ended.moves.heading(0)], [[], null]);

  const broken = await rig({ takes: () => Promise.reject(new Error('The bus is gone.')) });
  broken.begin(3, 4);
  assert.is(await failureOf(broken.outbox.transmit(never())), 'The bus is gone.');
  assert.equal([broken.told, broken.moves.heading(1)], [[0], null]);
  assert.is(broken.moves.heading(0), 3, 'the first one was on its way');
});

test.run();
