import type { DriverAction } from '../../src/board/driver.ts';
import type { Clock } from '../../src/platform/clock.ts';
import { integerOf } from './action-input.ts';
import { pause } from './waiting.ts';
import type { Wall } from './wall.ts';

/** What the self-test acts on. */
export interface SelfTestPort {
  readonly clock: Clock;
  readonly wall: Wall;
  connect(signal: AbortSignal): Promise<unknown>;
  /** Sends the wall to flaps; rejects with a sentence when modules did not take theirs. */
  show(flaps: readonly number[], signal: AbortSignal): Promise<void>;
}

/** The command that shows neighbouring flaps on neighbouring modules; the same for every wall. */
export const selfTestAction = ({ clock, wall, connect, show }: SelfTestPort): DriverAction => ({
  summary:
    'Shows neighbouring flaps on neighbouring modules, "step" (0 to 255) flaps further, for "seconds" (0 to 60, default 10).',
  members: ['step', 'seconds'],
  run: async (input, signal) => {
    const step = integerOf(input, 'step', 0, 255, 0);
    const seconds = integerOf(input, 'seconds', 0, 60, 10);
    await connect(signal);
    wall.forget();
    await show(wall.testFlaps(step), signal);
    await pause(clock, seconds * 1000, signal);
    return { step, flaps: wall.flaps.glyphs };
  },
});
