import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ByteReader } from '../../image/helper/byte-reader.ts';
import { Refusal } from '../../image/helper/refusal.ts';
import type { SlotState } from '../../image/helper/state.ts';
import { keepRunning, readState, writeUpdate, type Progress } from '../../image/helper/update.ts';
import { inPieces, KERNEL, makeBundle, MAKER, manifestOf, ROOT, STRANGER } from './fake-bundle.ts';
import { bootLoader, makeFakeCard, PowerCut, ROOM, type FakeCard, type FakeCardOptions } from './fake-card.ts';

const test = suite('updates');
const BUNDLE = makeBundle();
const cards: FakeCard[] = [];

test.after.each(() => cards.splice(0).forEach((one) => one.remove()));

const make = (options?: FakeCardOptions): FakeCard => {
  const card = makeFakeCard(options);
  cards.push(card);
  return card;
};

const update = async ({ card }: FakeCard, bytes: AsyncIterable<Buffer> = inPieces(BUNDLE), seen: Progress[] = []) =>
  writeUpdate(new ByteReader(bytes), {
    card,
    keys: [MAKER.publicKey],
    running: { version: '0.1.0', built_at: null },
    downgrade: false,
    onProgress: (one) => seen.push(one),
    onAccepted: () => Promise.resolve(),
  });

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'ok';
  } catch (error) {
    return error instanceof Refusal ? error.code : error instanceof Error ? error.name : String(error);
  }
};

const copies = async ({ card }: FakeCard) => [await card.readState(0), await card.readState(1)];

/** What must hold at any moment while slot A runs: the next start is A, untouched, or the complete new version. */
const expectSafe = async (card: FakeCard, complete: boolean): Promise<void> => {
  const { slot } = bootLoader(await copies(card));
  assert.ok(readFileSync(card.pathOf('A', 'kernel')).equals(Buffer.alloc(ROOM.kernel, 'a')));
  assert.ok(readFileSync(card.pathOf('A', 'root')).equals(Buffer.alloc(ROOM.root, 'a')));
  if (slot === 'B') {
    assert.ok(readFileSync(card.pathOf('B', 'kernel')).subarray(0, KERNEL.length).equals(KERNEL));
    assert.ok(readFileSync(card.pathOf('B', 'root')).subarray(0, ROOT.length).equals(ROOT));
  }
  if (complete) assert.is(slot, 'B');
};

test('a bundle is written to the other slot, which the next start tries three times', async () => {
  const card = make();
  const manifest = await update(card);
  assert.is(manifest.version, '0.2.0');
  assert.equal(await readState(card.card), { current: 'B', tries: 3, good: 'A' });
  await expectSafe(card, true);
});

test('from slot B it goes to slot A', async () => {
  const good: SlotState = { current: 'B', tries: 0, good: 'B' };
  const card = make({ running: 'B', states: [good, good] });
  await update(card);
  assert.equal(await readState(card.card), { current: 'A', tries: 3, good: 'B' });
  assert.ok(readFileSync(card.pathOf('B', 'root')).equals(Buffer.alloc(ROOM.root, 'b')));
});

for (const size of [1, 7, 4096, 1 << 20, BUNDLE.length]) {
  test(`the pieces in which it arrives do not matter: ${size} bytes`, async () => {
    const card = make();
    // One byte at a time only for the beginning, where the lines are.
    const bytes =
      size > 7
        ? inPieces(BUNDLE, size)
        : (async function* () {
            yield* inPieces(BUNDLE.subarray(0, 2000), size);
            yield* inPieces(BUNDLE.subarray(2000));
          })();
    assert.is(await codeOf(update(card, bytes)), 'ok');
    await expectSafe(card, true);
  });
}

test('progress goes from the first block to the last, twice', async () => {
  const seen: Progress[] = [];
  await update(make(), undefined, seen);
  const total = KERNEL.length + ROOT.length;
  for (const stage of ['writing', 'checking'] as const) {
    const steps = seen.filter((one) => one.stage === stage).map(({ done }) => done);
    assert.equal(
      steps,
      [...steps].sort((a, b) => a - b),
    );
    assert.is(steps.at(-1), total);
  }
  assert.ok(seen.every((one) => one.total === total));
});

test('with a pull of the plug at every write the next start works', async () => {
  const whole = make();
  await update(whole);
  const last = whole.writes();
  assert.ok(last >= 8, `${last} writes`);
  for (let cutAt = 1; cutAt <= last; cutAt++) {
    const card = make({ cutAt });
    assert.is(await codeOf(update(card)), 'PowerCut', `write ${cutAt}`);
    await expectSafe(card, false);
  }
});

test('with a pull of the plug at every write, a version that was written before never starts half overwritten', async () => {
  const waiting: SlotState = { current: 'B', tries: 3, good: 'A' };
  const whole = make({ states: [waiting, waiting] });
  await update(whole);
  for (let cutAt = 1; cutAt <= whole.writes(); cutAt++) {
    const card = make({ states: [waiting, waiting], cutAt });
    await codeOf(update(card));
    const { slot } = bootLoader(await copies(card));
    const untouched = readFileSync(card.pathOf('B', 'kernel')).equals(Buffer.alloc(ROOM.kernel, 'b'));
    const complete = readFileSync(card.pathOf('B', 'root')).subarray(0, ROOT.length).equals(ROOT);
    assert.ok(slot === 'A' || untouched || complete, `write ${cutAt}`);
  }
});

for (const part of [0.001, 0.02, 0.3, 0.5, 0.9, 0.9999]) {
  test(`a file that ends after ${part * 100} % changes nothing`, async () => {
    const card = make();
    assert.is(await codeOf(update(card, inPieces(BUNDLE.subarray(0, Math.floor(BUNDLE.length * part))))), 'cut-off');
    assert.equal(await readState(card.card), { current: 'A', tries: 0, good: 'A' });
    await expectSafe(card, false);
  });
}

test('a connection that breaks changes nothing', async () => {
  const card = make();
  assert.is(await codeOf(update(card, inPieces(BUNDLE.subarray(0, 1_000_000), 65_536, new PowerCut()))), 'PowerCut');
  await expectSafe(card, false);
});

const flipped = (at: number): Buffer => {
  const bytes = Buffer.from(BUNDLE);
  bytes[at] = (bytes[at] ?? 0) ^ 0x10;
  return bytes;
};

const payloadAt = BUNDLE.length - ROOT.length;

for (const [name, bytes, code] of [
  ['something else', Buffer.from('hello\n'.repeat(10)), 'not-an-update'],
  ['an endless line', Buffer.alloc(100_000, 0x61), 'not-an-update'],
  ['nothing', Buffer.alloc(0), 'cut-off'],
  ['a bundle of a stranger', makeBundle({ key: STRANGER.privateKey }), 'not-signed'],
  [
    'a manifest changed after it was signed',
    makeBundle({ afterSigning: (text) => text.replace('0.2.0', '0.3.0') }),
    'not-signed',
  ],
  ['a damaged signature', flipped(BUNDLE.indexOf('\n', BUNDLE.indexOf('\n') + 1) + 5), 'not-signed'],
  ['a signed text that is no manifest', makeBundle({ manifest: 'hello' }), 'not-for-this'],
  ['another product', makeBundle({ manifest: { ...manifestOf(), product: 'toaster' } }), 'not-for-this'],
  ['another processor', makeBundle({ manifest: { ...manifestOf(), architecture: 'riscv64' } }), 'not-for-this'],
  ['a later format', makeBundle({ manifest: { ...manifestOf(), format: 2 } }), 'not-for-this'],
  ['a version that is a path', makeBundle({ manifest: { ...manifestOf(), version: '../../etc' } }), 'not-for-this'],
  ['no parts', makeBundle({ manifest: { ...manifestOf(), parts: [] } }), 'not-for-this'],
  ['a damaged byte in the root', flipped(payloadAt + 2_000_000), 'damaged'],
  ['a damaged byte at the very end', flipped(BUNDLE.length - 1), 'damaged'],
  ['a damaged byte in the packed kernel', flipped(payloadAt - 200_000), 'damaged'],
] as const) {
  test(`${name} is refused as ${code}, and changes nothing`, async () => {
    const card = make();
    assert.is(await codeOf(update(card, inPieces(bytes))), code);
    assert.equal(await readState(card.card), { current: 'A', tries: 0, good: 'A' });
    if (code !== 'damaged') assert.is(card.writes(), 0);
    await expectSafe(card, false);
  });
}

test('a part that is larger than its place is refused before anything is written', async () => {
  const card = make();
  const manifest = manifestOf() as { parts: Record<string, unknown>[] };
  const parts = manifest.parts.map((part) =>
    part['name'] === 'root' ? { ...part, size: ROOM.root + 1, packed_size: ROOM.root + 1 } : part,
  );
  assert.is(await codeOf(update(card, inPieces(makeBundle({ manifest: { ...manifest, parts } })))), 'too-large');
  assert.is(card.writes(), 0);
});

test('a part that unpacks to more than it says is stopped there', async () => {
  const card = make();
  const manifest = manifestOf() as { parts: Record<string, unknown>[] };
  const parts = manifest.parts.map((part) => (part['name'] === 'kernel' ? { ...part, size: 1_000_000 } : part));
  assert.is(await codeOf(update(card, inPieces(makeBundle({ manifest: { ...manifest, parts } })))), 'damaged');
  assert.ok(
    readFileSync(card.pathOf('B', 'kernel')).equals(Buffer.alloc(ROOM.kernel, 'b')),
    'not a byte of it was written',
  );
  await expectSafe(card, false);
});

test('a card that does not keep what is written is found out', async () => {
  const card = make({ spoil: (bytes) => Buffer.from(bytes).fill(0, 0, 1) });
  assert.is(await codeOf(update(card)), 'card-fault');
  assert.equal(await readState(card.card), { current: 'A', tries: 0, good: 'A' });
});

test('a card that ends too early when it is read back is found out', async () => {
  const card = make({ spoil: () => Buffer.alloc(0) });
  assert.is(await codeOf(update(card)), 'card-fault');
  await expectSafe(card, false);
});

test('a card that does not keep a state is found out', async () => {
  const card = make();
  const [kept] = await copies(card);
  const stubborn = { ...card, card: { ...card.card, readState: () => Promise.resolve(kept ?? null) } };
  assert.is(await codeOf(update(stubborn)), 'card-fault');
});

test('while the running version is on trial nothing is written: the other slot is the way back', async () => {
  const trial: SlotState = { current: 'B', tries: 2, good: 'A' };
  const card = make({ running: 'B', states: [trial, trial] });
  assert.is(await codeOf(update(card)), 'on-trial');
  assert.is(card.writes(), 0);
});

test('keeping the running version ends its trial', async () => {
  const trial: SlotState = { current: 'B', tries: 2, good: 'A' };
  const card = make({ running: 'B', states: [trial, trial] });
  await keepRunning(card.card);
  assert.equal(await readState(card.card), { current: 'B', tries: 0, good: 'B' });
  assert.is(bootLoader(await copies(card)).slot, 'B');
});

for (const cutAt of [1, 2]) {
  test(`a pull of the plug at write ${cutAt} of keeping leaves one whole copy`, async () => {
    const trial: SlotState = { current: 'B', tries: 2, good: 'A' };
    const card = make({ running: 'B', states: [trial, trial], cutAt });
    assert.is(await codeOf(keepRunning(card.card)), 'PowerCut');
    assert.is((await readState(card.card)).current, 'B');
  });
}

for (const [tries, slots] of [
  [3, ['B', 'B', 'B', 'A', 'A']],
  [1, ['B', 'A']],
  [0, ['A']],
] as const) {
  test(`the boot loader tries a version ${tries} times, then goes back for good`, async () => {
    const state: SlotState = { current: 'B', tries, good: 'A' };
    const card = make({ states: [state, state] });
    for (const expected of slots) {
      const { slot, stored } = bootLoader(await copies(card));
      assert.is(slot, expected);
      const { encodeState } = await import('../../image/helper/state.ts');
      for (const copy of [0, 1] as const) await card.card.writeState(copy, encodeState(stored));
    }
  });
}

test.run();
