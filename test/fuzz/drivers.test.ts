import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeFrame } from '../../hw/panel/chainlink/frames.ts';
import { MessageWriter } from '../../hw/panel/chainlink/protobuf.ts';
import { OLD_REEL } from '../../hw/panel/chainlink/link.ts';
import type { BusFault } from '../../hw/emulator/i2c-units/bus.ts';
import type { Driver } from '../../src/board/driver.ts';
import { createGrid } from '../../src/core/flaps/grid.ts';
import { unitsRig } from '../hw/panel/i2c-units/rig.ts';
import { busRig, chainRig, QUICK, SMALLEST } from '../hw/panel/rig.ts';
import { frameOf, never, reasonOf } from '../hw/rig.ts';
import { usedHeap } from '../support/used-heap.ts';
import { createDraw, repeat, SEED, type Draw } from './draw.ts';
import { hostileNumber, hostileText, hostileValue } from './hostile.ts';

/**
 * What comes over a wire is noise, broken frames, and whole frames that say nonsense. Whatever comes, a driver answers
 * in time and in a sentence, and writes again as soon as the wire is good.
 */
const test = suite('any answer of a panel');

const LATEST_MS = 20_000;

interface Target {
  readonly driver: Driver;
  /** Something hostile arrives, now and while the driver works. */
  disturb(draw: Draw): void;
  /** From now on all is well. */
  mend(): void;
  /** Whether the hardware stands where the driver said that it put it: one code everywhere. */
  shows(code: number): boolean;
  close(): void;
}

const bytesOf = (draw: Draw, most: number): Uint8Array =>
  Uint8Array.from(draw.list(0, most, () => draw.integer(0, 255)));

const message = (draw: Draw, depth = 0): Uint8Array => {
  const writer = new MessageWriter();
  for (let fields = draw.integer(0, 6); fields > 0; fields--) {
    const number = draw.integer(0, 12);
    if (draw.chance(0.4))
      writer.number(number, draw.pick([0, 1, 2, 5, 255, 2 ** 31, 2 ** 32 - 1, draw.integer(0, 1000)]));
    else if (draw.chance(0.2)) writer.float(number, draw.pick([Number.NaN, Number.POSITIVE_INFINITY, 1]));
    else
      writer.bytes(
        number,
        depth < 4 && draw.chance(0.7)
          ? message(draw, depth + 1)
          : draw.chance(0.5)
            ? bytesOf(draw, 40)
            : Buffer.from(hostileText(draw).slice(0, 300)),
      );
  }
  return writer.finish();
};

/** Frames with a right checksum, some of them shortened, or with many of the same field. */
const chainBytes = (draw: Draw): Uint8Array => {
  const whole = encodeFrame(
    draw.chance(0.9) ? message(draw) : Buffer.concat(Array.from({ length: 300 }, () => message(draw))),
  );
  if (draw.chance(0.2)) return whole.subarray(0, draw.integer(0, whole.length));
  return draw.chance(0.2) ? bytesOf(draw, 12_000) : whole;
};

const MEMBERS = ['type', 'num_modules', 'character_list', 'modules', 'dest', 'state', 'flap'];
const TYPES = ['init', 'status', 'move_echo', 'no_op', '', 'error'];

const textBytes = (draw: Draw): Uint8Array => {
  const line = Object.fromEntries(
    draw.list(0, 6, () => [draw.pick(MEMBERS), draw.chance(0.3) ? hostileNumber(draw) : hostileValue(draw)]),
  );
  const text = draw.chance(0.8)
    ? JSON.stringify({
        ...line,
        type: draw.pick(TYPES),
        ...(draw.chance(0.3)
          ? {
              modules: draw.list(0, 300, () => draw.pick([{}, null, 5, { state: 'panic', flap: hostileNumber(draw) }])),
            }
          : {}),
      })
    : hostileText(draw);
  return Buffer.from(draw.chance(0.9) ? `${text}\n` : text, 'utf8');
};

const busBytes = (draw: Draw): Uint8Array => {
  const id = draw.pick(['00', '01', '7', '255', '999', '**', 'X', '-1']);
  const data = draw.pick([
    '0:0:0:0:0',
    '1:99999999999999999999:5000:1:63',
    '1:1:5000:1:-5',
    '1:1:5000:1:99999',
    '3:9:00000000000000000000:0:2048:1:0:x:5:ABCDE',
    '3:9:0:0:2048:1:0:x:2:',
    ':::::',
    'v2',
    '',
    hostileText(draw).slice(0, 200),
  ]);
  const line = draw.pick([
    `m${id}${draw.pick(['Q', 'A', 'v', 'c', '', 'Z'])}:${data}`,
    `mXadv:${'ABCDEF0123'.repeat(2)}`,
    `mXack:${'0123456789'.repeat(2)}:${draw.integer(0, 999)}`,
    'm',
    hostileText(draw).slice(0, 5000),
  ]);
  return Buffer.concat([
    draw.chance(0.3) ? bytesOf(draw, 30) : new Uint8Array(),
    Buffer.from(line + draw.pick(['\n', '\r\n', '']), 'latin1'),
  ]);
};

const wired = (
  rig: ReturnType<typeof chainRig> | ReturnType<typeof busRig>,
  bytes: (draw: Draw) => Uint8Array,
): Pick<Target, 'driver' | 'disturb' | 'mend'> => ({
  driver: rig.driver,
  disturb: (draw) => {
    rig.wire.faults.noise = draw.pick([0, 0, 0.01, 0.3]);
    rig.wire.faults.loss = draw.pick([0, 0, 0.01, 0.3]);
    if (draw.chance(0.1)) rig.wire.unplug();
    else rig.wire.plug();
    for (let count = draw.integer(1, 8); count > 0; count--) {
      const arriving = bytes(draw);
      setTimeout(() => rig.wire.toHost(arriving), draw.integer(0, 80));
    }
  },
  mend: () => {
    rig.wire.faults.noise = rig.wire.faults.loss = 0;
    rig.wire.plug();
  },
});

const chain = (textOnly: boolean): Target => {
  const rig = textOnly
    ? chainRig({
        panel: { connection: { path: '/dev/emulated', baud_rate: 38_400 } },
        board: { textOnly: true, flaps: OLD_REEL },
        times: QUICK,
      })
    : chainRig();
  const index = (code: number) => [...rig.board.flaps].indexOf(String.fromCharCode(64 + code));
  return {
    ...wired(rig, textOnly ? textBytes : chainBytes),
    shows: (code) => rig.board.modules.every(({ target }) => target === index(code)),
    close: () => rig.board.close(),
  };
};

const bus = (): Target => {
  const rig = busRig();
  return { ...wired(rig, busBytes), shows: () => true, close: () => rig.bus.close() };
};

const units = (firmware: 'first' | 'commands'): Target => {
  const rig = unitsRig({ firmware });
  let lies: Draw | null = null;
  return {
    driver: rig.driver,
    disturb: (draw) => {
      lies = draw;
      rig.bus.fault = draw.pick<BusFault>(['none', 'none', 'silent', 'gone', 'hanging']);
      for (const unit of rig.bus.units.values()) {
        const real = Object.getPrototypeOf(unit).request as (length: number) => Uint8Array;
        unit.request = (length: number) =>
          lies?.chance(0.3) ? bytesOf(lies, lies.pick([0, length, 200])) : real.call(unit, length);
      }
    },
    mend: () => {
      lies = null;
      rig.bus.fault = 'none';
    },
    shows: (code) =>
      rig
        .shown()
        .flat()
        .every((one) => one === code),
    close: () => undefined,
  };
};

const inTime = async <T>(work: Promise<T>, what: string): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>(
    (_, reject) => (timer = setTimeout(() => reject(new Error(`${what} did not end`)), LATEST_MS)),
  );
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

const isSentence = (text: string): boolean =>
  /^[A-Z\d].{8,}[.?]$/s.test(text) && !/undefined|NaN|\[object|TypeError|RangeError|\/dev\//.test(text);

const step = async ({ driver }: Target, draw: Draw): Promise<void> => {
  const kind = draw.integer(0, 9);
  const signal = draw.chance(0.2) ? AbortSignal.timeout(draw.integer(0, 60)) : never();
  if (kind === 0) await inTime(driver.stop(), 'stop');
  else if (kind < 3)
    await inTime(driver.start(), 'start').catch((error: Error) => assert.ok(isSentence(error.message), error.stack));
  else {
    const grid = createGrid(SMALLEST.rows, SMALLEST.cols, draw.integer(0, 26));
    const outcome =
      kind < 6 ? await inTime(driver.read(signal), 'read') : await inTime(driver.write(frameOf(grid), signal), 'write');
    const reason = 'reason' in outcome ? outcome.reason : '';
    if (reason !== '') assert.ok(isSentence(reason), reason);
    if (outcome.status === 'read' && outcome.grid) assert.is(outcome.grid.codes.length, SMALLEST.rows * SMALLEST.cols);
    if (outcome.status === 'read' && outcome.grid) assert.ok(outcome.grid.codes.every((code) => code <= 71));
  }
};

/** Mends everything and expects a write to arrive, soon. */
const recover = async (target: Target, draw: Draw): Promise<void> => {
  target.mend();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const code = draw.integer(1, 26);
  let last = '';
  // A board tells its state every five seconds: until then a made-up one counts.
  for (let attempt = 0; attempt < 50; attempt++) {
    await target.driver.start().catch(() => undefined);
    const outcome = await inTime(
      target.driver.write(frameOf(createGrid(SMALLEST.rows, SMALLEST.cols, code)), never()),
      'a write after all is well',
    );
    if (outcome.status === 'sent') {
      if (target.shows(code)) return;
      last = 'it said that it did, but the hardware was not told';
    } else last = reasonOf(outcome);
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  throw new Error(`does not recover: ${last}`);
};

const hammer = async (make: () => Target, seed: number): Promise<void> => {
  const awake = setInterval(() => undefined, 60_000);
  const draw = createDraw(seed);
  const target = make();
  const before = await usedHeap();
  try {
    await repeat(60, async () => {
      target.disturb(draw);
      await step(target, draw);
      if (draw.chance(0.12)) await recover(target, draw);
    });
    await recover(target, draw);
    assert.ok((await usedHeap()) - before < 150e6, 'memory stays bounded');
  } finally {
    target.mend();
    await target.driver.stop();
    target.close();
    clearInterval(awake);
  }
};

const TARGETS: Readonly<Record<string, () => Target>> = {
  chainlink: () => chain(false),
  'chainlink with the text protocol': () => chain(true),
  mbus: bus,
  'i2c units of the first firmware': () => units('first'),
  'i2c units with commands': () => units('commands'),
};

Object.entries(TARGETS).forEach(([name, make], index) => test(name, () => hammer(make, SEED + index)));

test.run();
