import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { KINDS, put } from './file-kinds.ts';
import { isRunning, startService, withService, type RunningService } from './files-service.ts';

/**
 * Files of the data folder are replaced by what is no file: the service starts all the same, and says so until its
 * owner knows.
 */
const test = suite('files that are none');

const LONGEST_START_MS = 5000;
const PASSWORD = 'a password of the owner';

let root = '';
/** A data folder in which every file is there, and a page that is looked for afterwards. */
let good = '';

const prepare = async (): Promise<void> => {
  await withService(good, async (service) => {
    await service.send('POST', '/v1/pages', { name: 'Kept', type: 'template', template: ['KEPT', '', '', '', '', ''] });
    await service.send('POST', '/settings/board/add', {
      device_type: 'flagship',
      name: 'Wall',
      id: 'wall',
      host: '127.0.0.1:9',
      local_api_key: 'key-of-the-wall',
      enabled: false,
    });
    await service.send('PUT', '/settings/mqtt', {
      enabled: false,
      broker_host: '127.0.0.1',
      password: 'key-of-the-broker',
    });
    await service.send('PUT', '/plugins/weather/config', {});
    await service.send('POST', '/v1/boards/primary/message', { text: 'HELLO' });
  });
  // Whatever is there once is there twice: a previous version of each file.
  for (const name of readdirSync(good).filter((one) => one.endsWith('.json')))
    cpSync(join(good, name), join(good, `${name}.bak`));
};

test.before(async () => {
  root = mkdtempSync(join(tmpdir(), 'flapbox-files-'));
  good = join(root, 'good');
  await prepare();
});
test.after(() => rmSync(root, { recursive: true, force: true }));

const copyOf = (name: string): string => {
  const dir = join(root, name.replaceAll(/[^\w-]/g, '_'));
  cpSync(good, dir, { recursive: true });
  return dir;
};

const STATE_FILES = ['boards', 'pages', 'schedules', 'collections', 'settings', 'plugins', 'programmes', 'auth'].map(
  (name) => `${name}.json`,
);
const OTHER_FILES = ['programmes.log', 'commit.json', 'damage.json', '.secret_key', '.session_key'];

const damagedIn = async (service: RunningService): Promise<string[]> => {
  const { body } = await service.get('/status');
  return (body['config_summary'] as { damaged_files: { file: string }[] }).damaged_files.map(({ file }) => file);
};

/** What the status calls it. */
const namedAs = (name: string): string => (name.startsWith('cache/payloads/') ? 'cache/payloads' : name);

/** What is replaced at once; a folder cannot be checked together with what lies in it. */
const GROUPS = [
  [...STATE_FILES, ...OTHER_FILES, 'cache'],
  ['cache/floors.json', 'cache/payloads'],
  ['cache/payloads/x'],
];

for (const kind of Object.keys(KINDS)) {
  test(`${kind} in the place of any file: it starts within 5 s, names each, and writes again`, async () => {
    for (const group of GROUPS) {
      const dir = copyOf(`${kind} ${group[0]}`);
      // A cache that is a folder is as it should be.
      const names = group.filter((name) => name !== 'cache' || kind !== 'a folder');
      for (const name of names) await put(dir, name, kind);
      await withService(dir, async (service) => {
        assert.ok(service.startMs < LONGEST_START_MS, `${kind}: ${service.startMs} ms`);
        // The cache is opened when a plugin first has something to keep or to forget.
        await service.send('PUT', '/plugins/weather/config', {});
        const forgotten = async () => names.map(namedAs).filter((name) => !damaged.includes(name));
        let damaged: string[] = [];
        for (let tries = 0; tries < 100 && (damaged.length === 0 || (await forgotten()).length > 0); tries++)
          damaged = await damagedIn(service);
        assert.equal(await forgotten(), [], `${kind}: ${damaged.join()}`);
        for (const name of names.map(namedAs))
          assert.is(
            readdirSync(join(dir, dirname(name))).filter((one) => one.startsWith(`${basename(name)}.damaged-`)).length,
            1,
            `${kind}: ${name} is kept`,
          );
        assert.ok(
          JSON.stringify((await service.get('/v1/pages')).body).includes('KEPT'),
          `${kind}: the pages are there`,
        );
        assert.is(
          (
            await service.send('POST', '/v1/pages', {
              name: 'New',
              type: 'template',
              template: ['NEW', '', '', '', '', ''],
            })
          ).status,
          201,
          kind,
        );
        assert.is((await service.send('PUT', '/settings/mqtt', { base_topic: 'walls' })).status, 200, kind);
      });
      rmSync(dir, { recursive: true, force: true });
    }
  });

  test(`${kind} under every name that is written on the way: it starts within 5 s, names each, and writes again`, async () => {
    const dir = copyOf(`${kind} temporary`);
    const names = [
      ...STATE_FILES.flatMap((name) => [`${name}.bak`, `${name}.tmp`, `${name}.bak.tmp`]),
      'commit.json.tmp',
      'damage.json.tmp',
      '.secret_key.tmp',
      '.session_key.tmp',
    ];
    // A large file that is only a remain is removed.
    const remains =
      kind === 'a file of a gigabyte' ? names.filter((name) => name.endsWith('.tmp') || name.endsWith('.bak')) : [];
    for (const name of names) await put(dir, name, kind);
    await withService(dir, async (service) => {
      assert.ok(service.startMs < LONGEST_START_MS, `${service.startMs} ms`);
      const damaged = await damagedIn(service);
      assert.equal(
        names.filter((name) => !damaged.includes(name) && !remains.includes(name)),
        [],
      );
      for (const number of [1, 2])
        assert.is(
          (
            await service.send('POST', '/v1/pages', {
              name: `New ${number}`,
              type: 'template',
              template: ['NEW', '', '', '', '', ''],
            })
          ).status,
          201,
        );
    });
  });
}

test('damage stays named over restarts until it is dismissed', async () => {
  const dir = copyOf('dismissed');
  writeFileSync(join(dir, 'pages.json'), '{');
  for (let round = 0; round < 3; round++)
    await withService(dir, async (service) => assert.equal(await damagedIn(service), ['pages.json']));
  await withService(dir, async (service) => {
    const { body } = await service.get('/v1/status');
    assert.match(JSON.stringify(body), 'pages.json.damaged-', 'v1 names it too');
    assert.equal(await service.send('POST', '/status/damage/dismiss'), { status: 200, body: { dismissed: 1 } });
    assert.equal(await damagedIn(service), []);
  });
  await withService(dir, async (service) => assert.equal(await damagedIn(service), []));
  assert.ok(
    readdirSync(dir).some((name) => name.startsWith('pages.json.damaged-')),
    'what was kept stays',
  );
});

for (const [name, spoil] of Object.entries({
  'cut off': (path: string) => writeFileSync(path, '{"schema_version":1,'),
  empty: (path: string) => writeFileSync(path, ''),
  'a folder': (path: string) => {
    rmSync(path);
    mkdirSync(path);
  },
})) {
  test(`an account whose file is ${name} and has no backup: closed for everybody, over restarts, until the file is deleted`, async () => {
    const dir = join(root, `account-${name.replaceAll(' ', '-')}`);
    const env = { SERVICE_AUTH_ENABLED: '' };
    await withService(
      dir,
      async (service) =>
        assert.is((await service.send('POST', '/auth/setup', { username: 'owner', password: PASSWORD })).status, 201),
      env,
    );
    rmSync(join(dir, 'auth.json.bak'), { force: true });
    spoil(join(dir, 'auth.json'));
    for (let round = 0; round < 2; round++) {
      await withService(
        dir,
        async (service) => {
          const asked = [
            service.get('/v1/boards'),
            service.get('/status'),
            service.send('POST', '/mcp', {}),
            service.send('POST', '/auth/preference', { enabled: false }),
            service.send('POST', '/auth/setup', { username: 'thief', password: PASSWORD }),
            service.send('POST', '/auth/login', { username: 'owner', password: PASSWORD }),
            service.send('POST', '/auth/mcp-token'),
          ];
          for (const { status, body } of await Promise.all(asked)) {
            assert.is(status, 503);
            assert.match(String(body['detail']), /reset_login=yes[\s\S]*delete auth\.json/);
          }
          const { body } = await service.get('/auth/status');
          assert.equal([body['first_run'], body['setup_required'], body['enabled']], [false, false, true]);
          assert.match(String(body['problem']), /delete auth\.json/);
          assert.is((await service.get('/health')).status, 200);
        },
        env,
      );
    }
    rmSync(join(dir, 'auth.json'));
    await withService(
      dir,
      async (service) => assert.equal((await service.get('/auth/status')).body['first_run'], true),
      env,
    );
  });
}

const boardIds = async (service: RunningService) =>
  ((await service.get('/v1/boards')).body['boards'] as { id: string }[])
    .filter(({ id }) => id !== 'wall')
    .map(({ id }) => ({ id }));

test('a damaged key of the secrets: it starts without them, keeps the file, and asks for each until it is given', async () => {
  const dir = copyOf('key');
  writeFileSync(join(dir, '.secret_key'), 'no key');
  const missing = async (service: RunningService) =>
    (
      (await service.get('/status')).body['config_summary'] as { missing_secrets: { of: string; secret: string }[] }
    ).missing_secrets.map(({ of, secret }) => `${of} ${secret}`);
  const encrypted = readFileSync(join(dir, 'boards.json'), 'utf8');
  for (let round = 0; round < 2; round++) {
    await withService(dir, async (service) => {
      assert.equal(await missing(service), ['board local_api_key', 'mqtt password']);
      assert.ok((await damagedIn(service)).includes('.secret_key'));
      assert.match(JSON.stringify((await service.get('/config/validate')).body), 'enter it again');
    });
  }
  assert.is(readFileSync(join(dir, 'boards.json'), 'utf8'), encrypted, 'what is encrypted stays');
  const kept = readdirSync(dir).find((name) => name.startsWith('.secret_key.damaged-')) ?? '';
  assert.is(readFileSync(join(dir, kept), 'utf8'), 'no key');
  await withService(dir, async (service) => {
    assert.is(
      (
        await service.send('PUT', '/settings/board', {
          boards: [...(await boardIds(service)), { id: 'wall', local_api_key: 'another-key' }],
        })
      ).status,
      200,
    );
    assert.equal(await missing(service), ['mqtt password']);
  });
  await withService(dir, async (service) => assert.equal(await missing(service), ['mqtt password']));
});

test('what cannot be moved away ends the start with one line and code 2', async () => {
  const dir = copyOf('stuck');
  await put(dir, 'commit.json', 'a pipe');
  chmodSync(dir, 0o500);
  // Root may write everywhere: nothing can be stuck for it.
  const service = await startService(dir);
  chmodSync(dir, 0o700);
  if (isRunning(service)) {
    await service.stop();
    return assert.is(process.getuid?.(), 0);
  }
  assert.is(service.code, 2);
  assert.match(service.said, /^SERVICE_DATA_DIR: [^\n]+\n$/);
});

test.run();
