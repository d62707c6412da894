import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '../../../src/fault.ts';
import { SystemAbsent, SystemRefusal, type SystemAnswer } from '../../../src/platform/system-requests.ts';
import { readHead } from '../../../src/service/update/head.ts';
import { UpdateService } from '../../../src/service/update/update.ts';
import { createFakeClock, settle } from '../../support/fake-clock.ts';
import { createQuietLog } from '../../support/quiet-log.ts';

const test = suite('service/update');

const REPORT = {
  running: 'A',
  next: 'A',
  good: 'A',
  tries_left: 0,
  on_trial: false,
  state_damaged: false,
  version: '2.0.0',
  built_at: '2026-02-01T00:00:00.000Z',
  pending: null as object | null,
  last_update: null,
};
const WRITTEN = { version: '2.1.0', restart_needed: true };

async function* piecesOf(...pieces: string[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece);
}
const bundle = (version: string, built_at?: string): string =>
  `signature\n${JSON.stringify({ version, built_at })}\nbytes`;
const textOf = async (bytes: AsyncIterable<Uint8Array>): Promise<string> => {
  let text = '';
  for await (const piece of bytes) text += Buffer.from(piece).toString();
  return text;
};

/** The updates of a machine whose system is the test's. */
const rig = () => {
  const clock = createFakeClock('2026-03-02T10:00:00Z');
  const log = createQuietLog();
  const asked: SystemAnswer[] = [];
  const system = {
    present: true,
    report: REPORT as object,
    failure: null as Error | null,
    written: { ...WRITTEN, slot: 'B' } as SystemAnswer,
    /** What happens while the update is written. */
    whileWriting: async (_tell: (progress: SystemAnswer) => void): Promise<void> => undefined,
  };
  const restarts: number[] = [];
  const fetched = { text: bundle('2.1.0'), failure: null as Error | null, aborted: 0, length: 5 as number | null };
  const update = new UpdateService({
    system: {
      get present() {
        return system.present;
      },
      ask: async (request) => {
        asked.push(request);
        if (system.failure) throw system.failure;
        return system.report as SystemAnswer;
      },
      write: async (request, bytes, onProgress) => {
        asked.push({ ...request, bytes: await textOf(bytes) });
        await system.whileWriting(onProgress);
        if (system.failure) throw system.failure;
        return system.written;
      },
    },
    clock,
    log,
    version: '1.2.3',
    restart: () => restarts.push(clock.monotonic()),
    download: async (_url, signal) => {
      signal.addEventListener('abort', () => fetched.aborted++);
      if (fetched.failure) throw fetched.failure;
      return { bytes: piecesOf(fetched.text), length: fetched.length };
    },
  });
  const refusal = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof Fault ? `${error.status} ${error.detail}` : `thrown ${String(error)}`),
    );
  return { clock, log, asked, system, restarts, fetched, update, refusal };
};

const PENDING = { version: '2.1.0', from: '2.0.0', slot: 'B', began_at: '2026-03-01T00:00:00.000Z', activated: true };
const states: [what: string, report: object, state: string][] = [
  ['nothing waits', {}, 'idle'],
  ['an update waits for a restart', { pending: PENDING }, 'restart_needed'],
  ['an update is there, and not to be tried', { pending: { ...PENDING, activated: false } }, 'idle'],
  ['an update is tried', { on_trial: true, pending: PENDING }, 'on_trial'],
];
for (const [what, report, state] of states)
  test(`the state where ${what}`, async () => {
    const { update, system } = rig();
    system.report = { ...REPORT, ...report };
    const { built_at: _, ...told } = { ...REPORT, ...report };
    const { pending, last_update, version: system_version, ...slots } = told;
    const status = await update.status();
    assert.equal(
      { ...status, slots: { ...status.slots } },
      {
        available: true,
        reason: null,
        state,
        version: '1.2.3',
        system_version,
        slots,
        progress: null,
        pending: pending ?? null,
        last_update,
      },
    );
  });

const unavailable: [what: string, failure: Error | null, report: object, reason: RegExp][] = [
  ['is absent', new SystemAbsent('There is none.'), REPORT, /^There is none\.$/],
  ['refuses', new SystemRefusal('busy', 'It is busy.'), REPORT, /^It is busy\.$/],
  ['says what nobody understands', null, { version: 5 }, /cannot be understood/],
];
for (const [what, failure, report, reason] of unavailable)
  test(`there are no updates where the system ${what}`, async () => {
    const { update, system } = rig();
    Object.assign(system, { failure, report });
    const { available, reason: told, state, slots, progress, version } = await update.status();
    assert.equal([available, state, slots, progress, version], [false, 'idle', null, null, '1.2.3']);
    assert.match(told ?? '', reason);
  });

test('an update is passed on, and how far it is can be read meanwhile', async () => {
  const { update, system, asked, refusal } = rig();
  const seen: unknown[] = [];
  const look = async (): Promise<void> => {
    const { state, progress } = await update.status();
    seen.push([state, progress?.stage, progress?.done, progress?.total, progress?.percent]);
  };
  system.whileWriting = async (tell) => {
    await look();
    tell({ stage: 'writing', done: 1, total: 3 });
    await look();
    tell({ stage: 'checking', done: 5, total: 3 });
    await look();
    tell({ stage: 'checking', done: 5, total: 0 });
    await look();
    tell({ stage: 'other', done: 0, total: 9 });
    await look();
    assert.is(await refusal(update.write(piecesOf(bundle('2.1.0')), 5)), '409 Another update is being written.');
    assert.is(await refusal(update.fetch('http://a')), '409 Another update is being written.');
  };
  assert.equal(await update.write(piecesOf(bundle('2.1.0')), 200), WRITTEN);
  assert.equal(seen, [
    ['updating', 'receiving', 0, 200, 0],
    ['updating', 'writing', 1, 3, 33],
    ['updating', 'checking', 5, 3, 100],
    ['updating', 'checking', 5, 0, null],
    ['updating', 'checking', 5, 0, null],
  ]);
  assert.equal(asked, [{ op: 'slot-status' }, { op: 'update-write', bytes: bundle('2.1.0') }]);
  assert.is((await update.status()).state, 'idle');
});

test('of an update whose length is not known no share is told', async () => {
  const { update, system } = rig();
  system.whileWriting = async () => {
    const { progress } = await update.status();
    assert.equal([progress?.total, progress?.percent], [null, null]);
  };
  await update.write(piecesOf(bundle('2.1.0')), null);
});

const refusals: [what: string, failure: Error, told: RegExp][] = [
  ['busy', new SystemRefusal('busy', 'No.'), /^409 No\.$/],
  ['on trial', new SystemRefusal('on-trial', 'No.'), /^409 No\.$/],
  ['a fault of the card', new SystemRefusal('card-fault', 'No.'), /^500 No\.$/],
  ['failed', new SystemRefusal('failed', 'No.'), /^500 No\.$/],
  ['older', new SystemRefusal('older', 'No.'), /^409 No\.$/],
  ['anything else', new SystemRefusal('signature', 'No.'), /^400 No\.$/],
  ['absent', new SystemAbsent('No.'), /^503 No\.$/],
  ['broken', new TypeError('No.'), /^thrown TypeError: No\.$/],
];
for (const [what, failure, told] of refusals)
  test(`a system that is ${what} refuses an update, and the next one may come`, async () => {
    const { update, system, refusal, log } = rig();
    system.whileWriting = async () => void (system.failure = failure);
    assert.match(await refusal(update.write(piecesOf(bundle('2.1.0')), 5)), told);
    system.failure = null;
    assert.is((await update.status()).state, 'idle');
    if (!(failure instanceof TypeError)) assert.match(log.lines.at(-1) ?? '', /not written.*No\./);
    system.failure = failure;
    assert.match(await refusal(update.reboot()), told);
  });

const offers: [
  what: string,
  version: string,
  built_at: string | undefined,
  downgrade: string | undefined,
  told: RegExp,
][] = [
  ['newer', '2.0.1', undefined, undefined, /^done$/],
  ['the same', '2.0.0', REPORT.built_at, undefined, /^done$/],
  ['older', '1.9.9', undefined, undefined, /^409 The update \(1\.9\.9\) is older/],
  ['built earlier', '2.0.0', '2026-01-01T00:00:00.000Z', undefined, /^409 .* of 2026-01-01\) is older/],
  ['older, and wanted', '1.9.9', undefined, 'install the older version', /^done$/],
  ['older, in other words', '1.9.9', undefined, 'please', /^400 downgrade has other words/],
];
for (const [what, version, built_at, downgrade, told] of offers)
  test(`an update that is ${what}`, async () => {
    for (const isFetched of [false, true]) {
      const { update, refusal, asked, fetched } = rig();
      fetched.text = bundle(version, built_at);
      const work = isFetched
        ? update.fetch('http://a', downgrade)
        : update.write(piecesOf(...fetched.text), null, downgrade);
      assert.match(await refusal(work), told);
      const written = asked.filter(({ op }) => op === 'update-write');
      assert.equal(
        written,
        told.test('done') ? [{ op: 'update-write', ...(downgrade && { downgrade }), bytes: fetched.text }] : [],
      );
    }
  });

test('a refusal of an older update tells programs the words', async () => {
  const { update } = rig();
  const fault = await update.write(piecesOf(bundle('1.0.0')), 5).catch((error: unknown) => error);
  assert.equal((fault as Fault).extras.body, { downgrade: 'install the older version' });
});

test('an update that breaks off is refused as one that ended too early', async () => {
  const { update, refusal } = rig();
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('sig');
    throw new Error('reset');
  }
  assert.is(await refusal(update.write(broken(), 5)), '400 The update ended too early.');
});

test('what lies at an address is fetched, and the connection is let go', async () => {
  const { update, fetched, refusal, system, asked } = rig();
  assert.equal(await update.fetch('http://a'), WRITTEN);
  assert.is(fetched.aborted, 1);
  fetched.failure = new Error('secret');
  assert.match(await refusal(update.fetch('http://a')), /^400 There is no update at that address/);
  assert.is(fetched.aborted, 2);
  system.present = false;
  asked.length = 0;
  assert.match(await refusal(update.fetch('http://a')), /^503 .*: update it the way you installed it\.$/);
  assert.equal([asked, fetched.aborted], [[], 2]);
});

test('a source that says nothing for a minute is given up, and one that goes on is not', async () => {
  const { update, clock } = rig();
  let given = 0;
  let tell: (text: string | null) => void = () => undefined;
  async function* slow(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const text = await new Promise<string | null>((resolve) => (tell = resolve));
      if (text === null) return;
      yield Buffer.from(text);
    }
  }
  const read: string[] = [];
  const reading = (async () => {
    for await (const piece of update.patient(slow(), () => given++)) read.push(Buffer.from(piece).toString());
  })();
  await clock.advance(59_999);
  tell('a');
  await clock.advance(59_999);
  assert.equal([read, given], [['a'], 0]);
  await clock.advance(1);
  assert.is(given, 1);
  tell(null);
  await reading;
  await clock.advance(120_000);
  assert.is(given, 1, 'nothing is waited for any more');
});

test('whoever reads slowly is not given up', async () => {
  const { update, clock } = rig();
  let given = 0;
  const bytes = update.patient(piecesOf('a', 'b'), () => given++);
  await bytes.next();
  await clock.advance(120_000);
  assert.is(given, 0);
  await bytes.return(undefined);
});

test('the service starts again half a second after the answer, where somebody starts it', async () => {
  const { update, restarts, clock, system } = rig();
  update.restart();
  await clock.advance(499);
  assert.equal(restarts, []);
  await clock.advance(1);
  assert.equal(restarts, [500]);
  system.present = false;
  assert.throws(
    () => update.restart(),
    (error: Fault) => error.status === 503,
  );
});

test('the machine starts again when it is asked to', async () => {
  const { update, asked } = rig();
  await update.reboot();
  assert.equal(asked, [{ op: 'reboot' }]);
});

const heads: [what: string, pieces: string[], release: object | null][] = [
  ['a version and its day', [bundle('1', 'd')], { version: '1', built_at: 'd' }],
  ['in small pieces', [...bundle('1', 'd')], { version: '1', built_at: 'd' }],
  ['a version alone', ['s\n{"version":"1"}\n'], { version: '1', built_at: null }],
  ['a day that is no text', ['s\n{"version":"1","built_at":5}\n'], { version: '1', built_at: null }],
  ['a version that is no text', ['s\n{"version":1}\n'], null],
  ['no JSON', ['s\n{\n'], null],
  ['one line', ['s'], null],
  ['nothing', [], null],
];
for (const [what, pieces, release] of heads)
  test(`the head of an update with ${what}`, async () => {
    const head = await readHead(piecesOf(...pieces));
    assert.equal(head.release, release);
    assert.is(await textOf(head.bytes), pieces.join(''), 'all bytes are there still');
  });

test('no more is read than a head can have, and what is left is let go with the rest', async () => {
  let [read, isEnded] = [0, false];
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        read++;
        yield Buffer.alloc(16_384, 65);
      }
    } finally {
      isEnded = true;
    }
  }
  const { release, bytes } = await readHead(endless());
  assert.equal([release, read], [null, 3]);
  await bytes.next();
  await bytes.return(undefined);
  await settle();
  assert.is(isEnded, true);
});

test.run();
