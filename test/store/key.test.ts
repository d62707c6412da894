import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { UnusableDataFolder } from '../../src/store/files/disk-error.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createMemoryDisk, diskError, type MemoryDisk } from '../support/memory-disk.ts';
import { createQuietLog } from '../support/quiet-log.ts';
import { SAMPLE_SECRETS, sampleBoard, samplePage, sampleState } from '../support/sample-state.ts';

const test = suite('key of the secrets');

const open = (fs: MemoryDisk, secretKey?: string) =>
  openStore({ dir: '/data', fs, secretKey, clock: createFakeClock('2025-03-01T10:00:00Z'), log: createQuietLog() });

const refusal = async (promise: Promise<unknown>): Promise<string> => {
  const error = await promise.then(
    () => null,
    (error_: unknown) => error_,
  );
  assert.instance(error, UnusableDataFolder);
  const message = error instanceof Error ? error.message : '';
  assert.not.match(message, /\n/);
  return message;
};

const filled = async (secretKey?: string): Promise<MemoryDisk> => {
  const disk = createMemoryDisk();
  await (await open(disk, secretKey)).update(sampleState);
  return disk;
};

test('no key is made as long as there is no secret', async () => {
  const disk = createMemoryDisk();
  const store = await open(disk);
  await store.update(() => ({
    pages: [samplePage('p1')],
    boards: [sampleBoard('b1'), sampleBoard('b2', { cloud_key: '' })],
  }));
  assert.not.ok(disk.files.has('.secret_key'));
});

test('the key is on the disk before the first token', async () => {
  const disk = await filled();
  const steps = disk.steps.filter((step) => /^(write|rename|sync)/.test(step));
  assert.equal(steps.slice(0, 3), ['write .secret_key.tmp', 'rename .secret_key.tmp .secret_key', 'sync']);
});

test('the key stays the same over restarts', async () => {
  const disk = await filled();
  const key = disk.files.get('.secret_key');
  const store = await open(disk);
  await store.update(() => ({ boards: [sampleBoard('b9', { cloud_key: 'something else' })] }));
  assert.is(disk.files.get('.secret_key'), key);
  assert.is((await open(disk)).state.boards[0]?.secrets.cloud_key, 'something else');
});

test('two appliances have two keys', async () => {
  const [a, b] = await Promise.all([filled(), filled()]);
  assert.not.equal(a?.files.get('.secret_key'), b?.files.get('.secret_key'));
});

for (const words of ['x', 'a long sentence with spaces', 'ключ 🔑', 'k'.repeat(5000)]) {
  test(`SERVICE_SECRET_KEY of ${words.length} characters`, async () => {
    const disk = await filled(words);
    assert.not.ok(disk.files.has('.secret_key'));
    const everything = [...disk.files.values()].map((bytes) => Buffer.from(bytes).toString()).join('\n');
    for (const secret of SAMPLE_SECRETS) assert.not.ok(everything.includes(secret));
    assert.equal((await open(disk, words)).state, sampleState());
  });
}

test('an empty SERVICE_SECRET_KEY counts as absent', async () => {
  const disk = await filled('');
  assert.ok(disk.files.has('.secret_key'));
});

for (const [name, first, second] of [
  ['other words', 'right', 'wrong'],
  ['words instead of the key file', undefined, 'words'],
] as const) {
  test(`${name}: a start error with what to do, and nothing is changed`, async () => {
    const disk = await filled(first);
    const before = new Map(disk.files);
    const message = await refusal(open(disk, second));
    assert.match(message, /with another key than SERVICE_SECRET_KEY/);
    assert.match(message, /^The secrets in boards\.json/);
    assert.match(message, /start with the key that they were written with/);
    assert.equal([...disk.files.keys()], [...before.keys()]);
    for (const [file, bytes] of before) assert.is(disk.files.get(file), bytes);
    assert.equal((await open(disk, first)).state, sampleState());
  });
}

const LOST = [
  'boards /b1/secrets/local_api_key',
  'boards /b2/secrets/cloud_key',
  'boards /b2/secrets/tile_keys/0,1',
  'settings /mqtt/secrets/password',
  'plugins /weather/secrets/token',
  'plugins /weather/secrets/more/0/word',
];
const lostOf = ({ lostSecrets }: Store): string[] => lostSecrets.map(({ member, place }) => `${member} ${place}`);

const anotherKey = async (): Promise<Uint8Array> => (await filled()).files.get('.secret_key') ?? new Uint8Array();

/** Ways to lose the key, and whether the file that is there instead is kept aside. */
const LOSSES: Record<string, { lose: (disk: MemoryDisk) => unknown; aside: boolean }> = {
  'is gone': { lose: (disk) => disk.files.delete('.secret_key'), aside: false },
  'is that of another appliance': {
    lose: async (disk) => disk.files.set('.secret_key', await anotherKey()),
    aside: false,
  },
  'is empty': { lose: (disk) => disk.files.set('.secret_key', new Uint8Array()), aside: true },
  'is too short': { lose: (disk) => disk.files.set('.secret_key', Buffer.from('AAAA')), aside: true },
  'is another text': { lose: (disk) => disk.files.set('.secret_key', Buffer.from('my secret key')), aside: true },
};

for (const [name, { lose, aside }] of Object.entries(LOSSES)) {
  test(`a key file that ${name}: everything but the secrets is there, and they are named until they are entered again`, async () => {
    const disk = await filled();
    const key = disk.files.get('.secret_key') ?? new Uint8Array();
    await lose(disk);
    const bad = disk.files.get('.secret_key');
    const boards = disk.files.get('boards.json');
    const store = await open(disk);
    assert.equal(
      store.state.boards.map(({ id, name: called }) => [id, called]),
      sampleState().boards.map((board) => [board.id, board.name]),
    );
    assert.equal(store.state.boards[0]?.secrets, { local_api_key: '', cloud_key: '' });
    assert.equal(lostOf(store), LOST);
    assert.equal(
      store.damaged.map(({ file }) => file),
      aside ? ['.secret_key'] : [],
    );
    if (aside) assert.is(disk.files.get(store.damaged[0]?.kept_as ?? ''), bad);
    assert.is(disk.files.get('boards.json'), boards, 'what is encrypted stays');
    await store.update((state) => ({
      boards: state.boards.map((board) =>
        board.id === 'b1' ? { ...board, secrets: { ...board.secrets, local_api_key: 'given anew' } } : board,
      ),
    }));
    assert.equal(lostOf(store), LOST.slice(1));
    const again = await open(disk);
    assert.equal([lostOf(again), again.state.boards[0]?.secrets.local_api_key], [LOST.slice(1), 'given anew']);
    await again.update((state) => ({ boards: state.boards.filter(({ id }) => id !== 'b2') }));
    assert.equal(lostOf(again), LOST.slice(3));
    disk.files.set('.secret_key', key);
    assert.is(
      (await open(disk)).state.settings.mqtt.secrets.password,
      'broker-password',
      'the key that is found again opens what it wrote',
    );
  });
}

test('no words instead of words: the secrets wait for them', async () => {
  const disk = await filled('words');
  assert.equal(lostOf(await open(disk)), LOST);
  assert.equal((await open(disk, 'words')).state, sampleState());
});

test('a damaged key file that nothing was encrypted with yet is kept aside, and replaced at the first secret', async () => {
  const disk = createMemoryDisk(new Map([['.secret_key', Buffer.from('AAAA')]]));
  const store = await open(disk);
  assert.equal(
    store.damaged.map(({ file }) => file),
    ['.secret_key'],
  );
  await store.update(sampleState);
  assert.equal((await open(disk)).state, sampleState());
});

test('a key file that the disk cannot read counts as damaged; what else goes wrong ends the start', async () => {
  const disk = await filled();
  const failing = (code: string) => {
    disk.before = (step) => {
      if (step === 'read .secret_key') throw diskError(code);
    };
  };
  failing('EACCES');
  await refusal(open(disk));
  failing('EIO');
  const store = await open(disk);
  assert.equal([store.damaged.map(({ file }) => file), lostOf(store)], [['.secret_key'], LOST]);
});

test('a full disk while the key is made: nothing is stored, later it works', async () => {
  for (const failing of ['write .secret_key.tmp', 'rename .secret_key.tmp .secret_key', 'sync']) {
    const disk = createMemoryDisk();
    const store = await open(disk);
    disk.before = (step) => {
      if (step === failing) throw diskError('ENOSPC');
    };
    await store.update(sampleState).then(
      () => assert.unreachable(),
      () => undefined,
    );
    disk.before = () => undefined;
    await store.update(sampleState);
    assert.equal((await open(disk)).state, sampleState());
    assert.not.ok(disk.files.has('.secret_key.tmp'));
  }
});

const withBoards = (
  disk: MemoryDisk,
  change: (content: { data: unknown; secrets: Record<string, Record<string, unknown>> }) => void,
): void => {
  const content = JSON.parse(Buffer.from(disk.files.get('boards.json') ?? []).toString());
  change(content);
  disk.files.set('boards.json', Buffer.from(JSON.stringify(content)));
};

test('a secret that was written into the file by hand is taken, and encrypted by the next save', async () => {
  const disk = await filled();
  withBoards(disk, ({ secrets }) => Object.assign(secrets['/b1'] ?? {}, { local_api_key: 'by-hand' }));
  const store = await open(disk);
  assert.is(store.state.boards[0]?.secrets.local_api_key, 'by-hand');
  await store.update(({ boards }) => ({ boards: boards.map((board) => ({ ...board, name: 'Renamed' })) }));
  assert.not.match(Buffer.from(disk.files.get('boards.json') ?? []).toString(), /by-hand/);
});

test('a token moved to another board makes the file damaged', async () => {
  const disk = await filled();
  withBoards(disk, ({ secrets }) =>
    Object.assign(secrets['/b2'] ?? {}, { cloud_key: secrets['/b1']?.['local_api_key'] }),
  );
  assert.equal(
    (await open(disk)).damaged.map(({ file }) => file),
    ['boards.json'],
  );
});

test('a token cut short makes the file damaged', async () => {
  const disk = await filled();
  withBoards(disk, ({ secrets }) =>
    Object.assign(secrets['/b2'] ?? {}, { cloud_key: String(secrets['/b2']?.['cloud_key']).slice(0, -4) }),
  );
  assert.equal(
    (await open(disk)).damaged.map(({ file }) => file),
    ['boards.json'],
  );
});

test('a token of a later form makes the file damaged, it is not taken for the secret', async () => {
  const disk = await filled();
  withBoards(disk, ({ secrets }) => Object.assign(secrets['/b2'] ?? {}, { cloud_key: 'enc:v9:whatever' }));
  assert.equal(
    (await open(disk)).damaged.map(({ file }) => file),
    ['boards.json'],
  );
});

test('the secrets section removed by an owner: the boards stay, their secrets are unset', async () => {
  const disk = await filled('words');
  withBoards(disk, (content) => Object.assign(content, { secrets: {} }));
  for (const file of ['plugins.json', 'settings.json']) disk.files.delete(file);
  const store = await open(disk, 'other words');
  assert.equal(
    store.state.boards.map(({ secrets }) => secrets),
    [{}, {}],
  );
});

test.run();
