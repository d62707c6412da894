import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ModuleBus } from '../../../../hw/emulator/mbus/bus.ts';
import { serialQuestion } from '../../../../hw/panel/mbus/frames.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

/** What is sent again and again must never become a command that does harm when a byte slips in or is lost. */
const test = suite('questions on a noisy line');

const SERIALS = ['A3F24C0018E7D29B3F01', 'F0F1F2F3F4F5F6F7F8F9', '00000000000000000000'];

const damaged = (frame: string): string[] => {
  const places = Array.from({ length: frame.length }, (_, at) => at);
  const bytes = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));
  const lost = places.map((at) => frame.slice(0, at) + frame.slice(at + 1));
  return [...lost, ...places.flatMap((at) => bytes.map((byte) => frame.slice(0, at) + byte + frame.slice(at)))];
};

for (const serial of SERIALS) {
  for (const letter of ['A', 'Q']) {
    test(`${letter} to ${serial}`, async () => {
      const clock = createFakeClock('2026-01-01T00:00:00Z', 1);
      const bus = new ModuleBus({ clock, modules: 6, speed: 0, send: () => undefined });
      const [module] = bus.modules;
      if (module) Object.assign(module, { serial });
      const state = (): unknown => bus.modules.map((each) => [each.id, each.flaps, each.flap, each.moves]);
      const before = state();
      for (const frame of damaged(serialQuestion(serial, letter))) {
        bus.receive(Buffer.from(frame, 'latin1'));
        await clock.advance(300);
        assert.equal(state(), before, JSON.stringify(frame));
      }
      if (letter === 'A') assert.ok(bus.modules.every(({ testWrites }) => testWrites === 0));
    });
  }
}

test.run();
