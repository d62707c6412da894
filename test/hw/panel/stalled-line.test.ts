import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { OLD_REEL } from '../../../hw/panel/chainlink/link.ts';
import type { Wire } from '../../../hw/emulator/serial/wire.ts';
import type { Driver } from '../../../src/board/driver.ts';
import { frameOf, never, reasonOf, someGrid } from '../rig.ts';
import { unitsRig } from './i2c-units/rig.ts';
import { textRig } from './mqtt-text/rig.ts';
import { QUICK, SMALLEST, busRig, chainRig } from './rig.ts';

/** A line that takes no bytes never resolves a write: no request may wait for it beyond its time. */
const test = suite('a line that takes no bytes');

// Clocks let a process end while they wait; a test that waits for one must not.
let awake: NodeJS.Timeout;
test.before(() => {
  awake = setInterval(() => undefined, 60_000);
});
test.after(() => clearInterval(awake));

/** Far longer than any request may take, also on a busy machine. */
const TOO_LONG_MS = 60_000;

interface Rig {
  readonly driver: Driver;
  stall(): void;
  flow(): void;
  close(): void;
}

const onWire = (driver: Driver, wire: Wire, close: () => void): Rig => ({
  driver,
  stall: () => wire.stall(),
  flow: () => wire.flow(),
  close,
});

const RIGS: Readonly<Record<string, () => Rig>> = {
  'chainlink in messages': () => {
    const { driver, wire, board } = chainRig();
    return onWire(driver, wire, () => board.close());
  },
  'chainlink in text': () => {
    const { driver, wire, board } = chainRig({
      panel: { connection: { path: '/dev/emulated', baud_rate: 38_400 } },
      board: { textOnly: true, flaps: OLD_REEL },
      times: QUICK,
    });
    return onWire(driver, wire, () => board.close());
  },
  'mbus on a serial line': () => {
    const { driver, wire, bus } = busRig();
    return onWire(driver, wire, () => bus.close());
  },
  'i2c-units': () => {
    const { driver, bus } = unitsRig();
    return {
      driver,
      stall: () => void (bus.fault = 'hanging'),
      flow: () => void (bus.fault = 'none'),
      close: () => undefined,
    };
  },
  'mqtt-text': () => {
    const { driver, display, setFault } = textRig();
    return {
      driver,
      stall: () => setFault('unacknowledged'),
      flow: () => setFault('none'),
      close: () => display.close(),
    };
  },
};

const inTime = async <T>(work: Promise<T>, what: string): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} was held by the line`)), TOO_LONG_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

const frame = (seed: number) => frameOf(someGrid(SMALLEST.rows, SMALLEST.cols, seed));

for (const [name, make] of Object.entries(RIGS)) {
  test(`${name}: a write and a reading end by themselves, and the next write works`, async () => {
    const { driver, stall, flow, close } = make();
    try {
      await driver.start();
      assert.is((await driver.write(frame(1), never())).status, 'sent');
      stall();
      const outcome = await inTime(driver.write(frame(2), never()), 'a write');
      assert.is(outcome.status, 'failed');
      assert.match(reasonOf(outcome), /^[A-Z].*[.?]$/);
      await inTime(driver.read(never()), 'a reading');
      flow();
      const write = async (): Promise<void> => {
        if ((await driver.write(frame(3), never())).status !== 'sent') return write();
      };
      await inTime(write(), 'the recovery');
    } finally {
      flow();
      await driver.stop();
      close();
    }
  });

  test(`${name}: a command to the modules ends by itself`, async () => {
    const { driver, stall, flow, close } = make();
    const home = driver.actions?.['home'];
    try {
      if (!home) return;
      await driver.start();
      stall();
      await inTime(
        home.run({}, never()).catch(() => undefined),
        'a command',
      );
    } finally {
      flow();
      await driver.stop();
      close();
    }
  });
}

test.run();
