import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ByteReader } from '../../image/helper/byte-reader.ts';
import { concludeFrom, openNotes, type Pending } from '../../image/helper/notes.ts';
import { answerRequest, type RequestPort } from '../../image/helper/request.ts';
import { inPieces, makeBundle, MAKER, manifestOf, STRANGER } from './fake-bundle.ts';
import { makeFakeCard, type FakeCardOptions } from './fake-card.ts';

const test = suite('requests to the system');

const NOW = '2026-05-01T10:00:00.000Z';
const cleanUp: (() => void)[] = [];
test.after.each(() => cleanUp.splice(0).forEach((one) => one()));

const makePort = (options: FakeCardOptions = {}, synchronized = false) => {
  const fake = makeFakeCard(options);
  const folder = mkdtempSync(join(tmpdir(), 'flapbox-notes-'));
  cleanUp.push(
    () => fake.remove(),
    () => rmSync(folder, { recursive: true }),
  );
  const done: string[] = [];
  const port: RequestPort = {
    viewCard: (work) => work(fake.card),
    withCard: (work) => work(fake.card),
    keys: () => Promise.resolve([MAKER.publicKey]),
    notes: openNotes(folder),
    release: () => Promise.resolve({ version: '0.1.0', built_at: '2025-12-01T00:00:00.000Z' }),
    isOnTrial: () => Promise.resolve(false),
    setHostname: async (name) => void done.push(`hostname ${name}`),
    setCountry: async (country) => void done.push(`country ${country}`),
    isSynchronized: () => Promise.resolve(synchronized),
    setClock: async (seconds) => void done.push(`clock ${seconds}`),
    reboot: async () => void done.push('reboot'),
    now: () => NOW,
  };
  return { port, done, fake };
};

type Answers = Record<string, unknown>[];

const ask = async (port: RequestPort, request: unknown, after: Buffer = Buffer.alloc(0)): Promise<Answers> => {
  const answers: Answers = [];
  const line = Buffer.from(`${typeof request === 'string' ? request : JSON.stringify(request)}\n`);
  await answerRequest(port, new ByteReader(inPieces(Buffer.concat([line, after]))), (answer) =>
    answers.push({ ...answer }),
  );
  return answers;
};

test('slot-status says what runs and what starts next', async () => {
  assert.equal(await ask(makePort().port, { op: 'slot-status' }), [
    {
      ok: true,
      running: 'A',
      next: 'A',
      good: 'A',
      tries_left: 0,
      on_trial: false,
      state_damaged: false,
      version: '0.1.0',
      built_at: '2025-12-01T00:00:00.000Z',
      pending: null,
      last_update: null,
    },
  ]);
});

test('slot-status says when a copy of the state is damaged', async () => {
  const [answer] = await ask(makePort({ states: [null, { current: 'A', tries: 0, good: 'A' }] }).port, {
    op: 'slot-status',
  });
  assert.is(answer?.['state_damaged'], true);
});

test('update-write reports progress, then the version; it is pending until the next start', async () => {
  const { port } = makePort();
  const answers = await ask(port, { op: 'update-write' }, makeBundle());
  assert.equal(answers.at(-1), { ok: true, version: '0.2.0', restart_needed: true });
  assert.ok(answers.length > 4);
  assert.ok(answers.slice(0, -1).every((answer) => 'progress' in answer));
  assert.equal(await port.notes.pending(), {
    version: '0.2.0',
    from: '0.1.0',
    slot: 'B',
    began_at: NOW,
    activated: true,
  });
});

test('a bundle of a stranger is refused and not remembered', async () => {
  const { port } = makePort();
  const [answer] = await ask(port, { op: 'update-write' }, makeBundle({ key: STRANGER.privateKey }));
  assert.equal([answer?.['ok'], answer?.['code']], [false, 'not-signed']);
  assert.equal([await port.notes.pending(), await port.notes.outcome()], [null, null]);
});

test('a bundle that breaks off is remembered as failed, with the reason', async () => {
  const { port } = makePort();
  const answers = await ask(port, { op: 'update-write' }, makeBundle().subarray(0, 2_000_000));
  assert.is(answers.at(-1)?.['code'], 'cut-off');
  assert.equal(await port.notes.outcome(), {
    version: '0.2.0',
    from: '0.1.0',
    result: 'failed',
    reason: 'The file ends too early.',
    at: NOW,
  });
  assert.is(await port.notes.pending(), null);
});

for (const [what, manifest] of [
  ['version', { ...manifestOf(), version: '0.0.9' }],
  ['build of the same version', { ...manifestOf(), version: '0.1.0', built_at: '2025-11-30T00:00:00.000Z' }],
] as const) {
  test(`an older ${what} is refused before a byte is written, unless the words are said`, async () => {
    const { port, fake } = makePort();
    for (const downgrade of [undefined, '', 'yes', true, 'Install the older version']) {
      const [answer] = await ask(port, { op: 'update-write', downgrade }, makeBundle({ manifest }));
      assert.equal([answer?.['ok'], answer?.['code'], fake.writes()], [false, 'older', 0]);
      assert.match(String(answer?.['reason']), 'install the older version');
      assert.equal([await port.notes.pending(), await port.notes.outcome()], [null, null]);
    }
    const answers = await ask(
      port,
      { op: 'update-write', downgrade: 'install the older version' },
      makeBundle({ manifest }),
    );
    assert.equal(answers.at(-1), { ok: true, version: manifest.version, restart_needed: true });
  });
}

test('a manifest that was given another date after it was signed is refused', async () => {
  const manifest = { ...manifestOf(), version: '0.1.0', built_at: '2025-11-30T00:00:00.000Z' };
  const [answer] = await ask(
    makePort().port,
    { op: 'update-write' },
    makeBundle({ manifest, afterSigning: (text) => text.replace('2025-11-30', '2027-11-30') }),
  );
  assert.is(answer?.['code'], 'not-signed');
});

for (const [request, done] of [
  [{ op: 'set-hostname', hostname: 'kitchen' }, 'hostname kitchen'],
  [{ op: 'set-country', country: 'FR' }, 'country FR'],
  [{ op: 'reboot' }, 'reboot'],
  [{ op: 'set-clock', seconds: 1_780_000_000 }, 'clock 1780000000'],
] as const) {
  test(`${request.op} is done`, async () => {
    const { port, done: all } = makePort();
    assert.equal(await ask(port, request), [{ ok: true }]);
    assert.equal(all, [done]);
  });
}

test('the clock is left to the network that has told the time', async () => {
  const { port, done } = makePort({}, true);
  assert.equal(await ask(port, { op: 'clock-status' }), [{ ok: true, synchronized: true }]);
  const [answer] = await ask(port, { op: 'set-clock', seconds: 1_780_000_000 });
  assert.equal([answer?.['ok'], answer?.['code']], [false, 'kept']);
  assert.equal(done, []);
});

for (const [name, request, code] of [
  ['no JSON', 'hello', 'not-understood'],
  ['a number', 7, 'not-understood'],
  ['null', null, 'not-understood'],
  ['no operation', {}, 'not-understood'],
  ['an unknown operation', { op: 'shell' }, 'not-understood'],
  ['an operation of every object', { op: 'constructor' }, 'not-understood'],
  ['a host name with a command', { op: 'set-hostname', hostname: 'a; reboot' }, 'unusable'],
  ['a host name with a line', { op: 'set-hostname', hostname: 'a\nb' }, 'unusable'],
  ['a host name that is none', { op: 'set-hostname', hostname: 5 }, 'unusable'],
  ['a country that is an option', { op: 'set-country', country: '--help' }, 'unusable'],
  ['a time before the system was built', { op: 'set-clock', seconds: 1_764_547_199 }, 'unusable'],
  ['a time too far ahead', { op: 'set-clock', seconds: 4_000_000_000 }, 'unusable'],
  ['a time that is a command', { op: 'set-clock', seconds: '1; reboot' }, 'unusable'],
  ['a time that is no second', { op: 'set-clock', seconds: 1_780_000_000.5 }, 'unusable'],
  ['an endless line', 'x'.repeat(10_000), 'not-an-update'],
] as const) {
  test(`${name} is refused, and nothing is done`, async () => {
    const { port, done } = makePort();
    const [answer] = await ask(port, request);
    assert.equal([answer?.['ok'], answer?.['code'], done], [false, code, []]);
  });
}

test('without a date of the build the clock is set to what its chips can count', async () => {
  const { port, done } = makePort();
  const undated = { ...port, release: () => Promise.resolve({ version: '0.1.0', built_at: null }) };
  for (const [seconds, isSet] of [
    [-1, false],
    [0, true],
    [4_102_444_799, true],
    [4_102_444_800, false],
  ] as const) {
    const [answer] = await ask(undated, { op: 'set-clock', seconds });
    assert.is(answer?.['ok'], isSet, String(seconds));
  }
  assert.equal(done, ['clock 0', 'clock 4102444799']);
  const [early] = await ask(undated, { op: 'set-clock', seconds: -1 });
  assert.is(early?.['reason'], 'now: the time is not before 1970, when this system was built.');
});

/** Does something while what is written to the journal is kept from the output of the tests. */
const quietly = <T>(work: () => Promise<T>): Promise<T> => {
  const write = process.stderr.write.bind(process.stderr);
  process.stderr.write = () => true;
  return work().finally(() => (process.stderr.write = write));
};

test('a card that breaks down under an update is remembered as that', async () => {
  const { port } = makePort({ cutAt: 3 });
  const answers = await quietly(() => ask(port, { op: 'update-write' }, makeBundle()));
  assert.equal(answers.at(-1), { ok: false, code: 'failed', reason: 'The system could not do it.' });
  const outcome = await port.notes.outcome();
  assert.equal([outcome?.result, outcome?.reason], ['failed', 'The card could not be written.']);
});

test('an error of the system is answered without its text', async () => {
  const { port } = makePort();
  const release = () => Promise.reject(new Error('ENOENT /secret/path'));
  const answers = await quietly(() => ask({ ...port, release }, { op: 'slot-status' }));
  assert.equal(answers, [{ ok: false, code: 'failed', reason: 'The system could not do it.' }]);
});

const PENDING: Pending = { version: '0.2.0', from: '0.1.0', slot: 'B', began_at: NOW, activated: true };

for (const [name, pending, running, state, result, reason] of [
  ['running and kept', PENDING, 'B', { current: 'B', tries: 0, good: 'B' }, 'kept', null],
  [
    'gone back by itself',
    PENDING,
    'A',
    { current: 'A', tries: 0, good: 'A' },
    'rolled_back',
    'The new version did not start.',
  ],
  [
    'given up with a reason',
    { ...PENDING, reason: 'It ended.' },
    'A',
    { current: 'A', tries: 0, good: 'A' },
    'rolled_back',
    'It ended.',
  ],
  [
    'could not be loaded',
    PENDING,
    'A',
    { current: 'B', tries: 2, good: 'A' },
    'rolled_back',
    'The new version could not be loaded.',
  ],
  [
    'interrupted',
    { ...PENDING, activated: false },
    'A',
    { current: 'A', tries: 0, good: 'A' },
    'interrupted',
    'The power went off before the new version was complete. Nothing has changed.',
  ],
] as const) {
  test(`what became of an update: ${name}`, () =>
    assert.equal(concludeFrom(pending, running, state, NOW), {
      version: '0.2.0',
      from: '0.1.0',
      result,
      reason,
      at: NOW,
    }));
}

test.run();
