import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { FetchAsk, FetchReply, Order } from '../../src/sandbox/protocol.ts';
import { JobError, Sandbox, type Job } from '../../src/sandbox/sandbox.ts';
import { createFakeClock, settle, type FakeClock } from '../support/fake-clock.ts';
import { until } from '../support/until.ts';

// The service's side of the sandbox: which jobs go to which worker, and what becomes of them when it ends. The worker
// is a stand-in that does as the folder of a job says.
const test = suite('sandbox/sandbox');

const WORKER = `
const { appendFileSync, readFileSync } = require('node:fs');
const { parentPort, workerData: { shared } } = require('node:worker_threads');
appendFileSync(__filename + '.starts', 'x');
const start = readFileSync(__filename + '.starts', 'utf8').length;
const orders = [];
const post = (notice) => parentPort.postMessage(notice);
post({ type: 'online', thread: 0 });
const DOES = {
  echo: ({ id, task }) => post({ type: 'done', id, result: task.request }),
  hold: () => {},
  orders: ({ id }) => post({ type: 'done', id, result: orders }),
  start: ({ id }) => post({ type: 'done', id, result: start }),
  later: ({ id, task }) => { if (start >= Number(task.request)) post({ type: 'done', id, result: start }); },
  exit: ({ id }) => { shared[0] = id; process.exit(0); },
  leave: () => process.exit(0),
  throw: ({ id }) => { shared[0] = id; throw new Error('a mistake'); },
  hang: ({ id }) => { shared[1]++; shared[0] = id; post({ type: 'log', id, line: 'hangs' }); for (;;); },
  compute: ({ id }) => { shared[1]++; shared[0] = id; },
  memory: ({ id }) => { shared[0] = id; for (const all = []; ; ) all.push(new Array(100_000).fill(id)); },
  fail: ({ id, task }) => post({ type: 'failed', id, message: 'no', kind: task.request }),
  log: ({ id, task }) => { post({ type: 'log', id, line: task.request }); post({ type: 'done', id, result: null }); },
  ask: ({ id, task }) => post({ type: 'ask', id, ask: 7, request: { url: task.request } }),
  want: ({ id }) => post({ type: 'want', id }),
  end: ({ task }) => post({ type: 'ended', room: task.request, message: 'too much', kind: 'failed' }),
};
parentPort.on('message', (order) => {
  orders.push(order);
  if (order.type === 'run') (DOES[order.task.folder] ?? DOES.hold)(order);
  if (order.type === 'piece' && order.bytes) post({ type: 'want', id: 1 });
});
`;

const root = mkdtempSync(join(tmpdir(), 'flapbox-sandbox-'));
let files = 0;

interface Rig {
  readonly sandbox: Sandbox;
  readonly clock: FakeClock;
  readonly logged: string[];
  /** How often a worker was started. */
  starts(): number;
}

const withSandbox = async (use: (rig: Rig) => Promise<void>, code: string | null = WORKER): Promise<void> => {
  const file = join(root, `worker${++files}.cjs`);
  if (code !== null) writeFileSync(file, code);
  const clock = createFakeClock('2026-11-20T13:30:00Z');
  const logged: string[] = [];
  const sandbox = new Sandbox({ file, clock, log: (line) => void logged.push(line) });
  try {
    await use({ sandbox, clock, logged, starts: () => readFileSync(`${file}.starts`, 'utf8').length });
  } finally {
    await sandbox.stop();
  }
};

const LIMITS = { processorMs: 2000, timeMs: 15_000 };
const jobOf = (folder: string, room = 'a', request = '', more: Partial<Job> = {}): Job => ({
  room,
  task: { kind: 'plugin', folder, name: 'fetchData', request },
  limits: LIMITS,
  ...more,
});

/** A result, or the kind and the sentence of a failure. */
const outcome = (running: Promise<unknown>): Promise<unknown> =>
  running.catch((error: unknown) => (error instanceof JobError ? `${error.kind}: ${error.message}` : error));

const ordersOf = async (sandbox: Sandbox, room = 'a'): Promise<string[]> =>
  ((await sandbox.run(jobOf('orders', room))) as Order[]).map((order) =>
    [
      order.type,
      order.room,
      'id' in order ? order.id : '',
      order.type === 'run' ? (order.task as { folder?: string }).folder : '',
    ]
      .join(' ')
      .trim(),
  );

const STOPPED = 'failed: it was stopped';

test('a worker is started for the first job, and every job of a room goes there', () =>
  withSandbox(async ({ sandbox, starts }) => {
    assert.is(sandbox.isRunning, false);
    assert.is(await sandbox.run(jobOf('echo', 'a', 'hello')), 'hello');
    assert.is(sandbox.isRunning, true);
    assert.is(await sandbox.run(jobOf('echo', 'b c', 'there')), 'there');
    assert.equal(await ordersOf(sandbox), ['run a 0 1 echo', 'run b c 0 2 echo', 'run a 0 3 orders']);
    assert.is(starts(), 1);
  }));

for (const [rooms, ms] of [
  [['a'], 120_000],
  [[], 2000],
] as const)
  test(`with ${rooms.length} rooms open the worker is kept for ${ms} ms`, () =>
    withSandbox(async ({ sandbox, clock, starts }) => {
      const useOnce = async (): Promise<void> => {
        await sandbox.run(jobOf('echo'));
        if (rooms.length === 0) sandbox.close('a');
      };
      await useOnce();
      await clock.advance(ms - 1);
      assert.is(sandbox.isRunning, true);
      await useOnce();
      await clock.advance(ms - 1);
      assert.is(sandbox.isRunning, true, 'counted from the last job');
      await clock.advance(1);
      assert.is(sandbox.isRunning, false);
      await useOnce();
      assert.is(starts(), 2);
    }));

test('a worker with a job is kept', () =>
  withSandbox(async ({ sandbox, clock }) => {
    await sandbox.run(jobOf('echo'));
    const holding = outcome(sandbox.run(jobOf('hold')));
    await clock.advance(200_000);
    assert.is(sandbox.isRunning, true);
    sandbox.close('a');
    assert.is(await holding, STOPPED);
  }));

test('a room has sixteen jobs at most, another room has its own', () =>
  withSandbox(async ({ sandbox }) => {
    const holding = Array.from({ length: 16 }, () => outcome(sandbox.run(jobOf('hold'))));
    assert.is(await outcome(sandbox.run(jobOf('echo'))), 'failed: more than 16 calls at once');
    assert.is(await outcome(sandbox.run(jobOf('echo', 'b', 'hi'))), 'hi');
    sandbox.close('a');
    assert.equal(new Set(await Promise.all(holding)), new Set([STOPPED]));
    assert.is(await outcome(sandbox.run(jobOf('echo', 'a', 'hi'))), 'hi');
  }));

test('a job that is aborted is cancelled in the worker, one that was aborted before does not begin', () =>
  withSandbox(async ({ sandbox }) => {
    const aborted = AbortSignal.abort();
    assert.is(await outcome(sandbox.run(jobOf('echo', 'a', '', { signal: aborted }))), STOPPED);
    assert.is(sandbox.isRunning, false);
    const controller = new AbortController();
    const holding = outcome(sandbox.run(jobOf('hold', 'a', '', { signal: controller.signal })));
    await sandbox.run(jobOf('echo'));
    controller.abort();
    assert.is(await holding, STOPPED);
    assert.equal((await ordersOf(sandbox)).slice(2), ['cancel a 0 1', 'run a 0 3 orders']);
  }));

test('a job that has ended is not cancelled any more', () =>
  withSandbox(async ({ sandbox }) => {
    const controller = new AbortController();
    await sandbox.run(jobOf('echo', 'a', '', { signal: controller.signal }));
    controller.abort();
    assert.equal(await ordersOf(sandbox), ['run a 0 1 echo', 'run a 0 2 orders']);
  }));

test('a room that is closed ends with its jobs, and is another one when it is opened again', () =>
  withSandbox(async ({ sandbox }) => {
    const [own, other] = [outcome(sandbox.run(jobOf('hold'))), outcome(sandbox.run(jobOf('hold', 'b')))];
    await sandbox.run(jobOf('echo', 'b'));
    sandbox.close('a');
    assert.is(await own, STOPPED);
    await sandbox.run(jobOf('echo'));
    assert.equal(await ordersOf(sandbox), [
      'run a 0 1 hold',
      'run b 0 2 hold',
      'run b 0 3 echo',
      'close a 0',
      'run a 1 4 echo',
      'run a 1 5 orders',
    ]);
    sandbox.close('b');
    assert.is(await other, STOPPED);
  }));

test('a room that holds nothing is closed without a word to the worker', () =>
  withSandbox(async ({ sandbox }) => {
    await sandbox.run(jobOf('echo'));
    sandbox.close('b');
    assert.equal(await ordersOf(sandbox), ['run a 0 1 echo', 'run a 0 2 orders']);
  }));

test('a stop rejects all jobs and ends the worker; the next job starts another one', () =>
  withSandbox(async ({ sandbox, starts }) => {
    const holding = outcome(sandbox.run(jobOf('hold')));
    await sandbox.run(jobOf('echo', 'b'));
    await sandbox.stop();
    assert.is(await holding, STOPPED);
    assert.is(sandbox.isRunning, false);
    const early = outcome(sandbox.run(jobOf('echo')));
    const stopping = sandbox.stop();
    assert.is(await early, STOPPED);
    await stopping;
    assert.is(await sandbox.run(jobOf('start')), 2);
    assert.is(starts(), 2);
  }));

for (const [what, code] of [
  ['is missing', null],
  ['fails at its start', "throw new Error('broken');"],
] as const)
  test(`a worker that ${what} fails its jobs`, () =>
    withSandbox(async ({ sandbox }) => {
      const jobs = ['a', 'b'].map((room) => outcome(sandbox.run(jobOf('echo', room))));
      assert.equal(await Promise.all(jobs), Array(2).fill('failed: the sandbox cannot be started'));
      assert.is(sandbox.isRunning, false);
    }, code));

for (const [folder, message] of [
  ['exit', 'failed: it ended the sandbox'],
  ['throw', 'failed: it ended the sandbox'],
  ['memory', 'failed: it needs too much memory'],
] as const)
  test(`a job that ends the worker (${folder}) fails, those of other rooms run in a new one`, () =>
    withSandbox(async ({ sandbox, starts }) => {
      const other = outcome(sandbox.run(jobOf('later', 'b', '2')));
      const same = outcome(sandbox.run(jobOf('hold')));
      assert.is(await outcome(sandbox.run(jobOf(folder))), message);
      assert.is(await same, message);
      assert.is(await other, 2);
      assert.is(starts(), 2);
      assert.equal((await ordersOf(sandbox)).at(-1), 'run a 1 4 orders');
    }));

test('a worker that ends for no known reason is started again, once for each job', () =>
  withSandbox(async ({ sandbox, starts }) => {
    const patient = outcome(sandbox.run(jobOf('later', 'b', '2')));
    const leaving = outcome(sandbox.run(jobOf('leave')));
    assert.is(await leaving, 'failed: the sandbox ended');
    assert.is(starts(), 2);
    assert.is(await patient, 2);
  }));

test('a job that ends the worker twice for no known reason fails', () =>
  withSandbox(async ({ sandbox, starts }) => {
    assert.is(await outcome(sandbox.run(jobOf('leave'))), 'failed: the sandbox ended');
    assert.is(starts(), 2);
    assert.is(await sandbox.run(jobOf('echo', 'a', 'hi')), 'hi');
  }));

const documentOf = (room: string, bytes: Uint8Array<ArrayBuffer>): Job => ({
  room,
  task: { kind: 'document', parser: 'feed', bytes, options: {}, homeZone: null },
  limits: LIMITS,
});

test('a document that is alone is handed over, and cannot be read again', () =>
  withSandbox(async ({ sandbox }) => {
    const bytes = new Uint8Array(10);
    const reading = outcome(sandbox.run(documentOf('/document', bytes)));
    await until(() => bytes.length === 0);
    const leaving = outcome(sandbox.run(jobOf('leave')));
    assert.is(await reading, 'failed: the sandbox ended');
    assert.is(await leaving, 'failed: the sandbox ended');
  }));

for (const [what, folder] of [
  ['another room is open', 'echo'],
  ['another job runs', 'hold'],
] as const)
  test(`a document is copied while ${what}`, () =>
    withSandbox(async ({ sandbox }) => {
      const other = outcome(sandbox.run(jobOf(folder)));
      await sandbox.run(jobOf('echo'));
      const bytes = new Uint8Array(10);
      const reading = outcome(sandbox.run(documentOf('/document', bytes)));
      await ordersOf(sandbox);
      assert.is(bytes.length, 10);
      sandbox.close('/document');
      sandbox.close('a');
      assert.is(await reading, STOPPED);
      await other;
    }));

for (const kind of ['failed', 'forbidden', 'unsupported', 'late'])
  test(`a job may fail as ${kind}`, () =>
    withSandbox(async ({ sandbox }) => {
      assert.is(await outcome(sandbox.run(jobOf('fail', 'a', kind))), `${kind}: no`);
      assert.equal([new JobError('x').kind, new JobError('x').name], ['failed', 'JobError']);
    }));

test('a line of a job is told to whom it belongs', () =>
  withSandbox(async ({ sandbox, logged }) => {
    const lines: string[] = [];
    await sandbox.run(jobOf('log', 'a', 'hi', { log: (line) => void lines.push(line) }));
    await sandbox.run(jobOf('log', 'a', 'nobody'));
    assert.equal([lines, logged], [['hi'], []]);
  }));

const REPLY: FetchReply = { status: 200, statusText: 'OK', url: 'http://x/', headers: [], body: new Uint8Array(2) };

test('a request of a job is made for it, and its answer goes to its room', () =>
  withSandbox(async ({ sandbox }) => {
    const asked: FetchAsk[] = [];
    let over: AbortSignal | undefined;
    const fetch = async (ask: FetchAsk, signal: AbortSignal): Promise<FetchReply> => {
      asked.push(ask);
      over = signal;
      return REPLY;
    };
    const asking = outcome(sandbox.run(jobOf('ask', 'a', 'http://x/', { fetch })));
    const lonely = outcome(sandbox.run(jobOf('ask', 'b', 'http://y/')));
    const replies: Extract<Order, { type: 'reply' }>[] = [];
    await until(async () => {
      const orders = (await sandbox.run(jobOf('orders', 'c'))) as Order[];
      replies.splice(0, replies.length, ...orders.filter((order) => order.type === 'reply'));
      return replies.length === 2;
    });
    assert.equal(
      replies.sort((one, other) => (one.room < other.room ? -1 : 1)),
      [
        { type: 'reply', room: 'a 0', ask: 7, reply: REPLY },
        { type: 'reply', room: 'b 0', ask: 7, reply: { error: 'there is no network here' } },
      ],
    );
    assert.equal([asked[0]?.url, over?.aborted], ['http://x/', false]);
    sandbox.close('a');
    assert.is(over?.aborted, true);
    sandbox.close('b');
    assert.equal([await asking, await lonely], [STOPPED, STOPPED]);
  }));

test('an answer that comes when the job is over is told nobody', () =>
  withSandbox(async ({ sandbox }) => {
    let answer: (reply: FetchReply) => void = () => undefined;
    let isAsked = false;
    const fetch = (): Promise<FetchReply> => {
      isAsked = true;
      return new Promise((resolve) => {
        answer = resolve;
      });
    };
    const controller = new AbortController();
    const asking = outcome(sandbox.run(jobOf('ask', 'a', '', { fetch, signal: controller.signal })));
    await until(() => isAsked);
    controller.abort();
    answer(REPLY);
    await asking;
    await settle();
    assert.equal(await ordersOf(sandbox), ['run a 0 1 ask', 'cancel a 0 1', 'run a 0 2 orders']);
  }));

const sieveOf = (next?: Job['next']): Job => ({
  room: 'a',
  task: { kind: 'sieve', sieve: {} as never },
  limits: LIMITS,
  ...(next ? { next } : {}),
});
/** A worker that wants a piece as soon as a sieve begins. */
const SIFTING = WORKER.replace('(DOES[order.task.folder] ?? DOES.hold)', '(DOES[order.task.folder] ?? DOES.want)');

test('pieces are handed over one by one, and their end is told', () =>
  withSandbox(async ({ sandbox }) => {
    const pieces = [Uint8Array.of(1, 2), Uint8Array.of(3)];
    const left = [...pieces];
    const sifting = outcome(sandbox.run(sieveOf(async () => left.shift() ?? null)));
    const told = async () =>
      ((await sandbox.run(jobOf('orders', 'b'))) as Order[]).flatMap((order) =>
        order.type === 'piece' ? [order.bytes && [...order.bytes]] : [],
      );
    await until(async () => (await told()).length === 3);
    assert.equal(await told(), [[1, 2], [3], null]);
    assert.ok(
      pieces.every(({ length }) => length === 0),
      'their bytes are given away',
    );
    sandbox.close('a');
    assert.is(await sifting, STOPPED);
    const bare = outcome(sandbox.run(sieveOf()));
    await until(async () => (await told()).length === 4);
    sandbox.close('a');
    assert.is(await bare, STOPPED);
  }, SIFTING));

test('a piece that cannot be read ends the job, which fails for the same reason', () =>
  withSandbox(async ({ sandbox }) => {
    const gone = new Error('gone');
    assert.is(await sandbox.run(sieveOf(() => Promise.reject(gone))).catch((error: unknown) => error), gone);
    assert.equal((await ordersOf(sandbox)).at(-2), 'cancel a 0 1');
  }, SIFTING));

test('what is read through a sieve cannot be read again', () =>
  withSandbox(async ({ sandbox }) => {
    const sifting = outcome(sandbox.run(sieveOf()));
    await sandbox.run(jobOf('echo', 'b'));
    assert.is(await outcome(sandbox.run(jobOf('exit', 'b'))), 'failed: it ended the sandbox');
    assert.is(await sifting, 'failed: the sandbox ended');
  }));

test('a room that the worker has ended fails its jobs; where there are none it is told in the log', () =>
  withSandbox(async ({ sandbox, logged }) => {
    const holding = outcome(sandbox.run(jobOf('hold', 'plugin x')));
    assert.is(await outcome(sandbox.run(jobOf('end', 'plugin x', 'plugin x 0'))), 'failed: too much');
    assert.is(await holding, 'failed: too much');
    assert.equal(logged, []);
    await sandbox.run(jobOf('echo', 'idle one'));
    const ending = outcome(sandbox.run(jobOf('end', 'other', 'idle one 0')));
    await until(() => logged.length === 1);
    assert.equal(logged, ['idle one: too much']);
    await sandbox.run(jobOf('echo', 'idle one'));
    assert.ok((await ordersOf(sandbox, 'idle one')).includes('run idle one 1 5 echo'));
    sandbox.close('other');
    assert.is(await ending, STOPPED);
  }));

/** A job that hangs, once it does. */
const hang = async (sandbox: Sandbox, more: Partial<Job> = {}): Promise<{ readonly told: Promise<unknown> }> => {
  let isHanging = false;
  const log = (): void => {
    isHanging = true;
  };
  const told = outcome(sandbox.run(jobOf('hang', 'a', '', { ...more, log })));
  await until(() => isHanging);
  return { told };
};

/** Lets the watch over the worker look so often, 250 ms apart; the clock of the machine is that of the test. */
const watch = async (clock: FakeClock, looks: number): Promise<void> => {
  for (let at = 0; at < looks; at++) await clock.advance(250);
};

test('a job that computes without a pause ends the worker when its processor time and a grace are over', () =>
  withSandbox(async ({ sandbox, clock, starts }) => {
    const other = outcome(sandbox.run(jobOf('later', 'b', '2')));
    await sandbox.run(jobOf('start', 'c'));
    let said: unknown = null;
    const { told } = await hang(sandbox);
    const hanging = told.then((what) => {
      said = what;
    });
    // The first look notes when it was seen; 2000 ms and 500 ms later it has not yet had more.
    await watch(clock, 1 + 10);
    await settle(50);
    assert.is(said, null);
    await watch(clock, 2);
    await hanging;
    assert.is(said, 'late: more than 2 s of processor time');
    assert.is(await other, 2);
    assert.is(starts(), 2);
  }));

test('a job that begins to compute anew is no hanging one', () =>
  withSandbox(async ({ sandbox, clock, starts }) => {
    const jobs = [];
    for (let at = 0; at < 5; at++) {
      jobs.push(outcome(sandbox.run(jobOf('compute', `r${at}`))));
      await sandbox.run(jobOf('echo', 'other'));
      await watch(clock, 8);
    }
    assert.is(starts(), 1);
    for (let at = 0; at < 5; at++) sandbox.close(`r${at}`);
    assert.equal(await Promise.all(jobs), Array(5).fill(STOPPED));
  }));

test('a job that was cancelled while it computes ends the worker after the usual time', () =>
  withSandbox(async ({ sandbox, clock }) => {
    const controller = new AbortController();
    const limits = { processorMs: 60_000, timeMs: 60_000 };
    const { told } = await hang(sandbox, { signal: controller.signal, limits });
    const other = outcome(sandbox.run(jobOf('later', 'b', '2', { limits })));
    controller.abort();
    assert.is(await told, STOPPED);
    await watch(clock, 13);
    assert.is(await other, 2);
  }));

test.after(() => rmSync(root, { recursive: true, force: true }));
test.run();
