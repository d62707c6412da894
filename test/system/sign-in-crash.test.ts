import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../src/platform/clock.ts';
import type { PluginHost } from '../../src/plugins/host.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { createHost } from '../plugins/fixture.ts';
import { fileFor } from '../plugins/source-file.ts';
import { createQuietLog } from '../support/quiet-log.ts';
import { SignInServer } from '../support/sign-in-server.ts';

/** Power cuts while a refresh token takes the place of another. */
const test = suite('sign-in and power cuts');

const ROUNDS = 12;
const LONGEST_MS = 40;
const CALLER = { session: '', origin: 'http://flapbox.local' };

const [program = '', role, folder = ''] = process.argv.slice(1);

const open = (dir: string): Promise<Store> => openStore({ dir, clock: systemClock, log: createQuietLog() });

const hostOver = (store: Store): PluginHost =>
  createHost({
    builtins: [],
    clock: systemClock,
    store: {
      read: () => store.state.plugins,
      write: (change) => store.update(({ plugins }) => ({ plugins: change(plugins) })),
      rename: () => Promise.resolve([]),
    },
  }).host;

/** Renews the token until somebody ends this process. */
const renew = async (): Promise<void> => {
  const store = await open(folder);
  const held = await hostOver(store).signIns.token('probe');
  process.stdout.write(`${JSON.stringify(held)}\n`);
  setInterval(() => undefined, 1000);
};

const prepare = async (dir: string, server: SignInServer): Promise<void> => {
  const store = await open(dir);
  const file = JSON.stringify(fileFor(server.origin, { account: server.account() }));
  const confirmed = [{ destination: server.origin, home: true, secrets: ['client_secret', 'sign-in'] }];
  await store.update(() => ({
    plugins: {
      probe: {
        enabled: true,
        config: { client_id: 'client' },
        secrets: { client_secret: 'very-secret-client' },
        source: { text: file, local: false },
        confirmed,
      },
    },
  }));
  const { signIns } = hostOver(store);
  await signIns.begin('probe', 'paste', CALLER);
  const { waiting } = signIns.state('probe', CALLER);
  await signIns.finish('probe', await server.agree(waiting?.url ?? ''), CALLER);
  await store.close();
};

/** Has a process renew the token, and kills it when the service has made the new one: before its answer, or after. */
const renewAndKill = (dir: string, server: SignInServer, isEarly: boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, 'renewer', dir], { stdio: ['ignore', 'pipe', 'pipe'] });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    const closed = new Promise<void>((resolveClosed) => child.on('close', () => resolveClosed()));
    server.onTokens = async () => {
      if (!isEarly) setTimeout(() => child.kill('SIGKILL'), Math.random() * LONGEST_MS);
      else if (child.kill('SIGKILL')) await closed;
    };
    child.on('error', reject);
    child.on('close', (_, signal) => {
      if (signal === 'SIGKILL' && errors === '') resolve();
      else reject(new Error(`the renewer ended by itself: ${errors}`));
    });
  });

const secretsIn = ({ state }: Store) => state.plugins['probe']?.sign_in?.secrets as Record<string, string>;

if (role === 'renewer') void renew();
else {
  test('a power cut at any moment of a renewal leaves a token that the service takes', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'flapbox-sign-in-'));
    const server = new SignInServer();
    // Such services let the token before live until the new one is used.
    server.grace = true;
    server.life = 1;
    await server.listen();
    try {
      await prepare(dir, server);
      for (let round = 0; round < ROUNDS; round++) {
        const isEarly = round % 3 === 0;
        await renewAndKill(dir, server, isEarly);
        const store = await open(dir);
        assert.equal(store.damaged, [], 'no file is damaged');
        const { refresh = '' } = secretsIn(store);
        assert.ok([server.refreshToken, server.formerToken].includes(refresh), 'the service takes what is stored');
        if (isEarly) assert.is(refresh, server.formerToken, 'what never came is not stored');
        await store.close();
      }
      server.onTokens = () => undefined;
      const store = await open(dir);
      const held = await hostOver(store).signIns.token('probe');
      assert.ok('token' in held, JSON.stringify(held));
      assert.is(secretsIn(store)['refresh'], server.refreshToken);
      await store.close();
    } finally {
      await server.close();
      await rm(dir, { recursive: true, force: true });
    }
  });

  test.run();
}
