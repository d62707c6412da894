import { scryptSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '../../src/fault.ts';
import { defaultSettings } from '../../src/schema/appliance/settings.ts';
import type { State } from '../../src/schema/state.ts';
import { exportBackup, importBackup } from '../../src/store/backup.ts';
import { BACKUP_COST, deriveKey } from '../../src/store/secrets/cipher.ts';
import { freeze } from '../../src/store/freeze.ts';
import { SAMPLE_SECRETS, sampleBoard, samplePage, sampleState } from '../support/sample-state.ts';

const test = suite('backup');

const AT = '2025-03-01T10:00:00.000Z';
/** Written by a build that knew one cost alone. */
const OLD: unknown = JSON.parse(readFileSync('test/store/files/backup-1.json', 'utf8'));
const PASSPHRASE = 'p4ssphr4';
const through = (value: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(value));
const fresh = (): State => ({
  boards: [sampleBoard('b9')],
  pages: [],
  schedules: [],
  collections: [],
  favourites: [],
  settings: defaultSettings(),
  plugins: {},
  programmes: {},
  devices: {},
  auth: { preference: 'disabled', user: null, revoked: [], token_hash: null, shares: [], closed: false, audit: [] },
});

const refusal = async (promise: Promise<unknown>): Promise<string> => {
  const error = await promise.then(
    () => null,
    (error_: unknown) => error_,
  );
  assert.instance(error, Fault);
  assert.is(error instanceof Fault && error.status, 400);
  return error instanceof Fault ? error.detail : '';
};

test('what drivers keep for their devices comes with the boards, but not where modules stood', async () => {
  const state: State = { ...sampleState(), devices: { b1: { offsets: { 0: 12 }, resting: { places: {} } } } };
  const backup = through(await exportBackup(state, null, AT));
  assert.equal((await importBackup(backup, null, fresh())).devices, { b1: { offsets: { 0: 12 } } });
  const { devices: _devices, ...older } = backup['data'] as Record<string, unknown>;
  assert.equal((await importBackup({ ...backup, data: older }, null, fresh())).devices, {});
});

test('a backup without a passphrase has no secret and no account', async () => {
  const backup = through(await exportBackup(sampleState(), null, AT));
  assert.equal(Object.keys(backup), ['format', 'version', 'created_at', 'schema_versions', 'data', 'secrets']);
  assert.equal(
    [backup['format'], backup['version'], backup['created_at'], backup['secrets']],
    ['flapbox-backup', 1, AT, null],
  );
  const text = JSON.stringify(backup);
  for (const secret of [...SAMPLE_SECRETS, 'password_hash', 'owner', 'auth'])
    assert.not.ok(text.includes(secret), secret);
});

test('a backup with a passphrase has the secrets, but not in clear', async () => {
  const text = JSON.stringify(await exportBackup(sampleState(), 'correct horse', AT));
  for (const secret of [...SAMPLE_SECRETS, 'correct horse', 'password_hash'])
    assert.not.ok(text.includes(secret), secret);
});

test('with the passphrase everything comes back but the account', async () => {
  const backup = through(await exportBackup(freeze(sampleState()), 'correct horse', AT));
  const restored = await importBackup(backup, 'correct horse', freeze(fresh()));
  assert.equal(restored, { ...sampleState(), auth: fresh().auth });
});

test('without a passphrase existing secrets of the same ids are kept, others are unset', async () => {
  const backup = through(await exportBackup(sampleState(), null, AT));
  const current: State = {
    ...fresh(),
    boards: [sampleBoard('other', { cloud_key: 'of-other' }), sampleBoard('b2', { cloud_key: 'present' })],
    settings: { ...defaultSettings(), mqtt: { ...defaultSettings().mqtt, secrets: { password: 'now' } } },
  };
  const restored = await importBackup(backup, null, current);
  assert.equal(
    restored.boards.map(({ id, secrets }) => [id, secrets]),
    [
      ['b1', {}],
      ['b2', { cloud_key: 'present' }],
    ],
  );
  assert.equal(restored.settings.mqtt.secrets, { password: 'now' });
  assert.equal(restored.plugins['weather']?.secrets, {});
});

test('a backup with secrets read without the passphrase keeps the existing ones too', async () => {
  const backup = through(await exportBackup(sampleState(), 'correct horse', AT));
  const restored = await importBackup(backup, null, {
    ...fresh(),
    boards: [sampleBoard('b1', { local_api_key: 'present' })],
  });
  assert.equal(
    restored.boards.map(({ secrets }) => secrets),
    [{ local_api_key: 'present' }, {}],
  );
});

test('with the passphrase secrets that the backup does not have are removed', async () => {
  const backup = through(await exportBackup({ ...sampleState(), boards: [sampleBoard('b1')] }, PASSPHRASE, AT));
  const restored = await importBackup(backup, PASSPHRASE, {
    ...fresh(),
    boards: [sampleBoard('b1', { local_api_key: 'present' })],
  });
  assert.equal(restored.boards[0]?.secrets, {});
});

test('a passphrase for a backup without secrets is no error', async () => {
  const backup = through(await exportBackup(sampleState(), null, AT));
  assert.is((await importBackup(backup, 'any', fresh())).boards.length, 2);
});

for (const short of ['', 'p', '1234567']) {
  test(`the passphrase "${short}" is too short`, async () =>
    assert.match(await refusal(exportBackup(sampleState(), short, AT)), /^passphrase: at least 8 characters/));
}

for (const wrong of ['wrong', '', 'P4ssphr4', 'p4ssphr4 ']) {
  test(`the passphrase "${wrong}" does not open it`, async () => {
    const backup = through(await sealed);
    assert.match(await refusal(importBackup(backup, wrong, fresh())), /passphrase does not open/);
  });
}

/** One backup for all of the following: making a key is slow on purpose. */
const sealed = exportBackup(sampleState(), PASSPHRASE, AT);

const withCost = (backup: Record<string, unknown>, change: object) => ({
  ...backup,
  secrets: { ...Object(backup['secrets']), params: { ...Object(backup['secrets']).params, ...change } },
});

const BAD: Record<string, [change: (backup: Record<string, unknown>) => unknown, sentence: RegExp]> = {
  null: [() => null, /no backup/],
  text: [() => 'backup', /no backup/],
  'a list': [() => [], /no backup/],
  'another format': [(backup) => ({ ...backup, format: 'other' }), /no backup/],
  'no version': [(backup) => ({ ...backup, version: undefined }), /no backup/],
  'a newer version': [(backup) => ({ ...backup, version: 2 }), /newer version/],
  'a key that takes gigabytes': [(backup) => withCost(backup, { N: 2 ** 24 }), /no backup/],
  'a key that takes hours': [(backup) => withCost(backup, { p: 1_000_000 }), /no backup/],
  'a key of large blocks': [(backup) => withCost(backup, { r: 1024 }), /no backup/],
  'a key of a cost that is none': [(backup) => withCost(backup, { N: 20_000 }), /no backup/],
  'a key of another cost': [(backup) => withCost(backup, { p: 1 }), /passphrase does not open/],
  'a newer version of another form': [
    () => ({ format: 'flapbox-backup', version: 9, everything: 'else' }),
    /newer version/,
  ],
  'newer pages': [
    (backup) => ({ ...backup, schema_versions: { pages: 2 } }),
    /The pages of the backup were made by a newer version/,
  ],
  'no data': [(backup) => ({ ...backup, data: undefined }), /no backup/],
  'no pages': [
    (backup) => ({ ...backup, data: { ...Object(backup['data']), pages: undefined } }),
    /pages of the backup are damaged/,
  ],
  'a bad page': [
    (backup) => ({ ...backup, data: { ...Object(backup['data']), pages: [{ id: 'x' }] } }),
    /pages of the backup are damaged: entry 1, name has the wrong shape/,
  ],
  'more pages than there can be of anything': [
    (backup) => ({ ...backup, data: { ...Object(backup['data']), pages: Array.from({ length: 5001 }, () => 0) } }),
    /pages of the backup are damaged: there are more than 5000/,
  ],
  'a text of pages': [
    (backup) => ({ ...backup, data: { ...Object(backup['data']), pages: 'x'.repeat(6000) } }),
    /pages of the backup are damaged: the content is no list/,
  ],
  'a page without a name to find it by': [
    (backup) => ({ ...backup, data: { ...Object(backup['data']), pages: [samplePage('')] } }),
    /pages of the backup are damaged: an id is empty/,
  ],
  'a page twice': [
    (backup) => ({ ...backup, data: { ...Object(backup['data']), pages: [samplePage('p'), samplePage('p')] } }),
    /pages of the backup are damaged: an id occurs twice/,
  ],
  'bad settings': [
    (backup) => ({ ...backup, data: { ...Object(backup['data']), settings: [] } }),
    /settings of the backup are damaged/,
  ],
  'no board': [(backup) => ({ ...backup, data: { ...Object(backup['data']), boards: [] } }), /no board/],
  'secrets in clear': [(backup) => ({ ...backup, secrets: {} }), /no backup/],
  'a changed token': [
    (backup) => ({
      ...backup,
      secrets: { ...Object(backup['secrets']), token: `${Object(backup['secrets']).token.slice(0, -8)}AAAAAAAA` },
    }),
    /changed/,
  ],
  'another salt': [
    (backup) => ({ ...backup, secrets: { ...Object(backup['secrets']), salt: 'AAAA' } }),
    /passphrase does not open/,
  ],
};
for (const [name, [change, sentence]] of Object.entries(BAD)) {
  test(`a backup with ${name} is refused and changes nothing`, async () => {
    const current = freeze(fresh());
    const backup = through(await sealed);
    assert.match(await refusal(importBackup(change(backup), PASSPHRASE, current)), sentence);
    assert.equal(current, fresh());
  });
}

test('the key is as slow as a Raspberry Pi allows, and the file has its cost', async () => {
  const { version, secrets } = await sealed;
  assert.equal([version, secrets?.kdf, secrets?.params], [1, 'scrypt', { N: 32_768, r: 8, p: 3 }]);
});

test('a key of that cost is what scrypt makes', async () => {
  // By itself a test takes a lower cost (test/running/bundle.mjs).
  process.env['TEST_FULL_COST'] = 'yes';
  try {
    const key = await deriveKey('words', 'salt', BACKUP_COST);
    assert.is(
      key.toString('hex'),
      scryptSync('words', 'salt', 32, { ...BACKUP_COST, maxmem: 2 ** 26 }).toString('hex'),
    );
  } finally {
    delete process.env['TEST_FULL_COST'];
  }
});

test('a backup of the version before is opened with the cost of its time', async () => {
  const { programmes, ...state } = await importBackup(OLD, 'old passphrase', fresh());
  const { programmes: sample, ...others } = sampleState();
  // That version had no favourites.
  assert.equal(state, { ...others, favourites: [], devices: {}, auth: fresh().auth });
  const [untimed, timed] = sample['b1']?.messages ?? [];
  assert.equal(programmes['b1']?.messages, [
    { ...untimed, id: 'untimed-b1', over: { page_id: 'p1', page_updated_at: null } },
    { ...timed, id: 'timed-b1', priority: 'normal', lasts_ms: 480 * 60_000 },
  ]);
});

test('keys are made one after the other', async () => {
  const order: number[] = [];
  await Promise.all(
    [0, 1, 2].map(async (each) => {
      await deriveKey('words', 'salt', { N: 1024, r: 8, p: each === 0 ? 4 : 1 });
      order.push(each);
    }),
  );
  assert.equal(order, [0, 1, 2]);
});

test('an older backup that lacks later settings gets their defaults', async () => {
  const backup = through(await exportBackup(sampleState(), null, AT));
  const data = Object(backup['data']);
  const restored = await importBackup(
    { ...backup, data: { ...data, settings: { output_target: 'ui' } } },
    null,
    fresh(),
  );
  assert.equal(restored.settings, { ...defaultSettings(), output_target: 'ui' });
});

test('an account in a backup is not taken', async () => {
  const backup = through(await exportBackup(sampleState(), null, AT));
  const restored = await importBackup(
    { ...backup, data: { ...Object(backup['data']), auth: sampleState().auth } },
    null,
    fresh(),
  );
  assert.equal(restored.auth, fresh().auth);
});

test.run();
