import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { I2cBus } from '../../../../hw/panel/i2c-units/bus.ts';
import { Conversation } from '../../../../hw/panel/i2c-units/conversation.ts';
import { Presence } from '../../../../hw/panel/i2c-units/presence.ts';
import { systemClock } from '../../../../src/platform/clock.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const test = suite('i2c-units: who is there, and what a bus says');

const rig = () => {
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  return { clock, presence: new Presence(clock, 2) };
};

test('a unit that was silent twice, or surely, has started anew when it answers', () => {
  const { presence } = rig();
  assert.not.ok(presence.heard(0, false, true));
  presence.missed(0);
  assert.not.ok(presence.heard(0, false, true), 'one silence is sleep');
  presence.missed(0);
  presence.missed(0);
  assert.ok(presence.heard(0, false, true));
  assert.not.ok(presence.heard(0, false, true), 'it is told once');
  presence.missed(0, true);
  assert.not.ok(presence.heard(1, false, true), 'the other one was there');
  assert.ok(presence.heard(0, false, true));
});
test('a unit that turns though nobody sent it anywhere has started anew', () => {
  const { presence } = rig();
  assert.not.ok(presence.heard(0, true, true), 'nobody knows what it did before');
  assert.not.ok(presence.heard(0, false, true));
  assert.ok(presence.heard(0, true, true));
  presence.heard(0, false, true);
  presence.moved(0);
  assert.not.ok(presence.heard(0, true, true));
});
test('a unit that cannot count may have started anew while nobody looked', async () => {
  const { clock, presence } = rig();
  await clock.advance(5000);
  assert.not.ok(presence.heard(0, false, false));
  await clock.advance(5001);
  assert.not.ok(presence.heard(1, false, true), 'one that counts tells it');
  assert.ok(presence.heard(0, false, false));
});
test('a unit whose seconds are fewer than they should be has started anew', async () => {
  const { clock, presence } = rig();
  assert.not.ok(presence.counted(0, 100));
  await clock.advance(10_000);
  assert.not.ok(presence.counted(0, 107), 'two clocks differ');
  await clock.advance(10_000);
  assert.ok(presence.counted(0, 113));
  await clock.advance(10_000);
  assert.not.ok(presence.counted(0, 123));
  assert.not.ok(presence.counted(1, 0xfffd), 'the other one');
  assert.not.ok(presence.counted(1, 2), 'they begin at nothing again');
});
test('there are no other units', () => assert.throws(() => rig().presence.moved(2), /no unit 2/));

const failing = (code?: string): I2cBus => {
  const fail = () => Promise.reject(Object.assign(new Error('x'), code === undefined ? {} : { code }));
  return { write: fail, read: fail, quick: fail, close: () => Promise.resolve() };
};
const turning = (code?: string) =>
  new Conversation(failing(code), 7, {
    clock: systemClock,
    times: { wakeMs: 0, tries: 1, answerMs: 0, stuckMs: 1000 },
  }).turning(3, new AbortController().signal);
for (const [code, sentence] of [
  ['ENOENT', 'The I2C bus 7 is gone.'],
  ['EACCES', 'The I2C bus 7 cannot be used: the service needs the group "i2c".'],
  ['EPERM', 'The I2C bus 7 cannot be used: the service needs the group "i2c".'],
  ['EBUSY', 'An address on the I2C bus 7 is in use by the kernel.'],
  ['ETIMEDOUT', 'The I2C bus 7 is stuck: one of its wires is held low.'],
  ['EAGAIN', 'The I2C bus 7 is stuck: one of its wires is held low.'],
  ['EXYZ', 'The I2C bus 7 failed (EXYZ).'],
  [undefined, 'The I2C bus 7 failed.'],
] as const)
  test(`${code ?? 'an error without a code'} of a bus is told in a sentence`, () =>
    turning(code).then(
      () => assert.unreachable(),
      (error: Error) => assert.is(error.message, sentence),
    ));
for (const code of ['EREMOTEIO', 'ENXIO', 'EIO', 'ENODEV'])
  test(`${code} is a unit that is silent`, async () => assert.is(await turning(code), null));

test.run();
