import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { INSTANT, type Driver, type Frame, type WriteOutcome } from '../../src/board/driver.ts';
import { gridFromRows, gridToRows } from '../../src/core/flaps/grid.ts';
import { seededRandom } from '../support/seeded.ts';
import { until } from '../support/until.ts';

/** A driver that was just made, and the device at its other end. */
export interface DriverRig {
  readonly driver: Driver;
  readonly rows: number;
  readonly cols: number;
  /** What the device shows: rows of codes, blank before the first write. */
  shown(): Promise<number[][]>;
  /** The codes for which the device has flaps; all 72 unless given. */
  readonly codes?: readonly number[];
  /** Texts that no answer and no minimum interval key may carry. */
  readonly secrets?: readonly string[];
  /** How often the device was approached so far. */
  touched?(): number;
  /** Makes the device unreachable or dead, and well again. */
  break?(): Promise<void>;
  mend?(): Promise<void>;
  /** Makes the device take requests without ever answering; `mend` ends it. */
  hang?(): Promise<void>;
  /** The protocol knows no answer to a frame: what is on the wire counts as sent. */
  readonly unanswered?: boolean;
  close(): Promise<void>;
}

/** Ways to set a driver up for the suite, by name. */
export type Rigs = Readonly<Record<string, () => Promise<DriverRig>>>;

const STRATEGIES = ['column', 'reverse-column', 'edges-to-center', 'row', 'diagonal', 'random'];
const STATUSES = ['sent', 'unchanged', 'throttled', 'locked', 'declined', 'failed'];
/** "Soon", generously: a run on a busy machine must pass, a driver that waits for a time-out must not. */
const SOON_MS = 8000;

const never = (): AbortSignal => new AbortController().signal;

const soon = async <TValue>(work: Promise<TValue>, what: string): Promise<TValue> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not end soon`)), SOON_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

const frameOf = (rows: number[][], transition = INSTANT): Frame => ({
  grid: gridFromRows(rows, rows.length, rows[0]?.length ?? 0),
  transition,
});

const randomRows = ({ rows, cols, codes }: DriverRig, seed: number): number[][] => {
  const random = seededRandom(seed);
  const pick = codes ?? Array.from({ length: 72 }, (_, code) => code);
  return Array.from({ length: rows }, () =>
    Array.from({ length: cols }, () => pick[Math.floor(random() * pick.length)] ?? 0),
  );
};

/** Frames that together hold every code of the hardware, none of them blank as a whole. */
const framesOfAllCodes = (rig: DriverRig): number[][][] => {
  const codes = [...(rig.codes ?? Array.from({ length: 72 }, (_, code) => code))];
  const size = rig.rows * rig.cols;
  return Array.from({ length: Math.ceil(codes.length / size) }, (_, part) =>
    Array.from({ length: rig.rows }, (_, row) =>
      Array.from({ length: rig.cols }, (_, col) => codes[(part * size + row * rig.cols + col) % codes.length] ?? 0),
    ),
  );
};

const held = (): string[] =>
  process
    .getActiveResourcesInfo()
    .filter((kind) => !/^(?:TTY|Pipe|Immediate|FS|CloseReq)/.test(kind))
    .sort();

const settlesTo = async (wanted: readonly string[]): Promise<string[]> => {
  for (let turn = 0; turn < 4000 && held().join() !== wanted.join(); turn++)
    await new Promise((resolve) => setTimeout(resolve, 5));
  return held();
};

/** Runs the tests that every driver passes, whatever its hardware. */
export const describeDriver = (name: string, make: () => Promise<DriverRig>): void => {
  const test = suite(`driver: ${name}`);

  const check = (title: string, run: (rig: DriverRig, driver: Driver) => Promise<void>) =>
    test(title, async () => {
      const rig = await make();
      try {
        await run(rig, rig.driver);
      } finally {
        await rig.driver.stop();
        await rig.close();
      }
    });

  const started = (title: string, run: (rig: DriverRig, driver: Driver) => Promise<void>) =>
    check(title, async (rig, driver) => {
      await driver.start();
      await run(rig, driver);
    });

  const shows = async (rig: DriverRig, rows: number[][], transition = INSTANT) => {
    const outcome = await soon(rig.driver.write(frameOf(rows, transition), never()), 'a write');
    assert.is(outcome.status, 'sent', JSON.stringify(outcome));
    assert.equal(await rig.shown(), rows);
  };

  /** The board only writes again: nobody stops, starts or makes the driver anew. */
  const recovers = async (rig: DriverRig) => {
    const rows = randomRows(rig, 73);
    const write = async (): Promise<WriteOutcome> => {
      const outcome = await rig.driver.write(frameOf(rows), never());
      if (outcome.status === 'sent') return outcome;
      await new Promise((resolve) => setTimeout(resolve, 20));
      return write();
    };
    await soon(write(), 'the recovery');
    assert.equal(await rig.shown(), rows);
  };

  const isOutcome = (outcome: WriteOutcome) => {
    assert.ok(STATUSES.includes(outcome.status));
    if (outcome.status !== 'sent') assert.ok(outcome.reason.length > 10, 'a reason is a sentence');
  };

  check('making one touches nothing', async (rig) => {
    if (rig.touched) assert.is(rig.touched(), 0);
    assert.ok((await rig.shown()).flat().every((code) => code === 0));
  });

  check('what it says of itself is sound', async (_rig, driver) => {
    assert.match(driver.kind, /^[a-z0-9-]+$/);
    const { ms, key } = driver.minimumInterval ?? { ms: 1, key: 'none' };
    assert.ok(Number.isInteger(ms) && ms > 0 && ms <= 60_000 && key !== '');
    assert.ok(['board', 'cells', 'none'].includes(driver.transitions));
    assert.ok(driver.readBackMs === null || (driver.readBackMs >= 1000 && driver.readBackMs <= 3_600_000));
  });

  check('actions are described', async (_rig, driver) => {
    for (const [action, { summary }] of Object.entries(driver.actions ?? {})) {
      assert.match(action, /^[a-z][a-z0-9_]*$/);
      assert.ok(summary.length > 10);
    }
  });

  check('the minimum interval key is stable and tells no secret', async (rig, driver) => {
    const before = driver.minimumInterval?.key;
    await driver.start();
    assert.is(driver.minimumInterval?.key, before);
    for (const secret of rig.secrets ?? []) assert.not.ok(before?.includes(secret));
  });

  check('stops without ever having started, and again', async (_rig, driver) => {
    await driver.stop();
    await driver.stop();
  });

  check('a write before the start is a value, not an error', async (rig, driver) => {
    isOutcome(await soon(driver.write(frameOf(randomRows(rig, 1)), never()), 'a write'));
  });

  started('starting again changes nothing', async (rig, driver) => {
    await driver.start();
    await shows(rig, randomRows(rig, 2));
  });

  started('works again after a stop', async (rig, driver) => {
    await shows(rig, randomRows(rig, 3));
    await driver.stop();
    await driver.stop();
    await driver.start();
    await shows(rig, randomRows(rig, 4));
  });

  started('shows every code that the hardware has', async (rig) => {
    for (const rows of framesOfAllCodes(rig)) await shows(rig, rows);
  });

  for (const seed of [11, 12, 13])
    started(`shows exactly the grid, seed ${seed}`, (rig) => shows(rig, randomRows(rig, seed)));

  started('the second write wins', async (rig) => {
    await shows(rig, randomRows(rig, 21));
    await shows(rig, randomRows(rig, 22));
  });

  started('one changed cell is shown', async (rig) => {
    const rows = randomRows(rig, 23);
    await shows(rig, rows);
    const codes = rig.codes ?? [1, 2];
    const changed = rows.map((line) => [...line]);
    const last = changed.at(-1) ?? [];
    last[last.length - 1] = codes.find((code) => code !== last.at(-1)) ?? 0;
    await shows(rig, changed);
  });

  started('twenty frames in a row arrive in order', async (rig) => {
    for (let seed = 0; seed < 20; seed++) await shows(rig, randomRows(rig, 100 + seed));
  });

  for (const strategy of STRATEGIES) {
    started(`a transition "${strategy}" ends on the grid`, (rig) =>
      shows(rig, randomRows(rig, 31), { strategy, interval_ms: 0, step_size: 3 }),
    );
  }

  for (const strategy of ['instant', 'plugin:unknown']) {
    started(`a transition that hardware does not know, "${strategy}", does no harm`, (rig) =>
      shows(rig, randomRows(rig, 32), { strategy, interval_ms: 10, step_size: 1 }),
    );
  }

  started('a reading is what was written, or nothing', async (rig, driver) => {
    const rows = randomRows(rig, 41);
    await shows(rig, rows);
    const outcome = await soon(driver.read(never()), 'a read');
    if (outcome.status === 'failed') return assert.unreachable(outcome.reason);
    if (outcome.grid) assert.equal(gridToRows(outcome.grid), rows);
    else assert.is(driver.readBackMs, null, 'a board that is read at intervals has something to tell');
  });

  started('a reading before any write is no failure', async (_rig, driver) => {
    const outcome = await soon(driver.read(never()), 'a read');
    assert.is(outcome.status, 'read', JSON.stringify(outcome));
  });

  started('what was called off before it began ends as a value', async (rig, driver) => {
    const outcome = await soon(driver.write(frameOf(randomRows(rig, 51)), AbortSignal.abort()), 'a write');
    isOutcome(outcome);
    assert.is(outcome.status, 'failed');
    assert.ok(['read', 'failed'].includes((await soon(driver.read(AbortSignal.abort()), 'a read')).status));
    await shows(rig, randomRows(rig, 52));
  });

  started('a write that is called off midway ends as a value, and the next one works', async (rig, driver) => {
    const abort = new AbortController();
    const writing = driver.write(frameOf(randomRows(rig, 53)), abort.signal);
    setImmediate(() => abort.abort());
    isOutcome(await soon(writing, 'a write'));
    await shows(rig, randomRows(rig, 54));
  });

  started('a stop ends a write that runs', async (rig, driver) => {
    const writing = driver.write(frameOf(randomRows(rig, 55)), never());
    await soon(driver.stop(), 'a stop');
    isOutcome(await soon(writing, 'a write'));
  });

  started('a device that hangs: abort and stop end the wait, and it recovers', async (rig, driver) => {
    if (!rig.hang || !rig.mend) return;
    await shows(rig, randomRows(rig, 61));
    await rig.hang();
    const abort = new AbortController();
    const writing = driver.write(frameOf(randomRows(rig, 62)), abort.signal);
    setTimeout(() => abort.abort(), 20);
    const { status } = await soon(writing, 'a write');
    // All frames can be on the wire before the call is called off. Modules then count as on their way for a while.
    if (!rig.unanswered || status !== 'sent') assert.is(status, 'failed');
    if (rig.unanswered) await until(async () => (await driver.read(never())).status === 'failed');
    const reading = driver.read(never());
    setTimeout(() => void driver.stop(), 20);
    assert.is((await soon(reading, 'a read')).status, 'failed');
    await rig.mend();
    await driver.start();
    await shows(rig, randomRows(rig, 63));
  });

  started('a device that fails: an honest outcome, then recovery', async (rig, driver) => {
    if (!rig.break || !rig.mend) return;
    await shows(rig, randomRows(rig, 71));
    await rig.break();
    const outcome = await soon(driver.write(frameOf(randomRows(rig, 72)), never()), 'a write');
    isOutcome(outcome);
    assert.is.not(outcome.status, 'sent');
    for (const secret of rig.secrets ?? []) assert.not.ok(JSON.stringify(outcome).includes(secret));
    const reading = await soon(driver.read(never()), 'a read');
    for (const secret of rig.secrets ?? []) assert.not.ok(JSON.stringify(reading).includes(secret));
    await rig.mend();
    await recovers(rig);
  });

  test('holds nothing after a stop', async () => {
    const before = held();
    const rig = await make();
    await rig.driver.start();
    await rig.driver.write(frameOf(randomRows(rig, 81)), never());
    await rig.driver.read(never());
    await rig.driver.stop();
    await rig.close();
    assert.equal(await settlesTo(before), before);
  });

  runAwake(test);
};

/** Clocks let a process end while they wait; a test that waits for one must not. */
const runAwake = (test: ReturnType<typeof suite>): void => {
  let awake: NodeJS.Timeout | undefined;
  test.before(() => {
    awake = setInterval(() => undefined, 60_000);
  });
  test.after(() => clearInterval(awake));
  test.run();
};
