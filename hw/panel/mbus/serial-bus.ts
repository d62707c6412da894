import { Mutex } from '../../../src/core/mutex.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import type { OpenLine } from '../serial-line.ts';
import { pause } from '../waiting.ts';
import { LineSplitter } from '../line-splitter.ts';
import type { BusKind } from './bus.ts';

/**
 * What a serial bus is made from. `gapMs` lies between the beginnings of two frames, if their bytes do not take longer.
 */
export interface SerialBusOptions {
  readonly clock: Clock;
  readonly open: OpenLine;
  readonly path: string;
  readonly baudRate: number;
  readonly gapMs: number;
}

const BITS_PER_BYTE = 10;
const LONGEST_LINE = 1024;

/** Frames over an RS-485 adapter. Modules have small buffers and share the wire, so frames keep their distance. */
export const serialBus = ({ clock, open, path, baudRate, gapMs }: SerialBusOptions): BusKind => ({
  trims: false,
  delayMs: 0,
  open: async (events) => {
    const splitter = new LineSplitter(LONGEST_LINE, (line) => events.onLine(line));
    const turns = new Mutex();
    const closing = new AbortController();
    let freeAt = -Infinity;
    const line = await open(
      { path, baudRate },
      { onData: (bytes) => splitter.push(bytes), onClose: (reason) => events.onClose(reason) },
    );
    const transmit = async (frame: string): Promise<void> => {
      const wait = freeAt - clock.monotonic();
      if (wait > 0) await pause(clock, wait, closing.signal);
      else freeAt = clock.monotonic();
      const bytes = Buffer.from(frame, 'latin1');
      // A timer that was late is made up for, as long as the bytes before are through.
      freeAt = Math.max(freeAt + gapMs, clock.monotonic() + (bytes.length * BITS_PER_BYTE * 1000) / baudRate);
      await line.write(bytes);
    };
    return {
      send: (frame) => turns.run(() => transmit(frame)),
      close: () => {
        closing.abort();
        return line.close();
      },
    };
  },
});
