import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../src/platform/clock.ts';
import { createBodies } from '../../src/plugins/network/body-budget.ts';
import { GuestFetch } from '../../src/plugins/network/guest-fetch.ts';
import { createNet } from '../../src/plugins/network/net.ts';
import { SourceNet } from '../../src/plugins/network/source-net.ts';
import type { FetchReply } from '../../src/sandbox/protocol.ts';
import { Sandbox } from '../../src/sandbox/sandbox.ts';
import { createHost, FLAGSHIP, startHost } from '../plugins/fixture.ts';
import { withServer } from '../plugins/loopback.ts';
import { createDirectDocuments } from '../support/documents.ts';
import { buildSandbox } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

/** What plugins read at once, from servers that send nearly all and never end. */
const test = suite('attack/bodies');

const KIB = 1024;
const MOST = 12 * 1024 * KIB;
/** What is never refused, for each of twenty. */
const SMALL = 20 * 64 * KIB;
const never = new AbortController().signal;
const ask = (url: string) => ({ url, method: 'GET', headers: [], body: null });

/** A server whose answers end when it is told; `/small` ends at once. */
class Hold {
  readonly #waiting: ServerResponse[] = [];

  readonly serve = ({ url = '' }: { url?: string | undefined }, response: ServerResponse): void => {
    if (url === '/small') return void response.end('x'.repeat(40 * KIB));
    response.write(Buffer.alloc(900 * KIB, 120));
    this.#waiting.push(response);
  };

  get count(): number {
    return this.#waiting.length;
  }

  end(): void {
    for (const response of this.#waiting.splice(0)) response.end();
  }
}

const sentenceOf = (reply: FetchReply): string => ('error' in reply ? reply.error : String(reply.status));

test('twenty plugins that fetch at once have one room, and those who ask for little find it', () => {
  const hold = new Hold();
  return withServer(hold.serve, async (base) => {
    const bodies = createBodies();
    const allowed = new Set([base]);
    const calls = Array.from({ length: 20 }, (_, at) => new GuestFetch(allowed, undefined, bodies, `plugin${at}`));
    let most = 0;
    const looking = setInterval(() => (most = Math.max(most, bodies.used)), 1);
    const all = calls.flatMap((call) => Array.from({ length: 4 }, () => call.fetch(ask(base), never)));
    let refused = 0;
    for (const one of all) void one.then((reply) => (refused += Number('error' in reply)));
    // Nothing moves any more when each of the eighty is refused or waits for the rest of its body.
    await until(() => hold.count === 80 && bodies.used > MOST / 2 && refused > 40);
    const modest = new GuestFetch(allowed, undefined, bodies, 'modest');
    assert.is(sentenceOf(await modest.fetch(ask(`${base}/small`), never)), '200');
    hold.end();
    const told = (await Promise.all(all)).map(sentenceOf);
    clearInterval(looking);
    assert.ok(most <= MOST + SMALL, `${most} bytes`);
    assert.equal([...new Set(told)].sort(), ['200', 'too much is being read at once']);
    for (const call of [...calls, modest]) call.close();
    assert.is(bodies.used, 0);
  });
});

test('whoever reads most gives way to one who reads less', () => {
  const hold = new Hold();
  return withServer(hold.serve, async (base) => {
    const bodies = createBodies();
    const allowed = new Set([base]);
    const greedy = Array.from({ length: 4 }, () => new GuestFetch(allowed, undefined, bodies, 'greedy'));
    const all = greedy.flatMap((call) => Array.from({ length: 4 }, () => call.fetch(ask(base), never)));
    await until(() => hold.count === 16 && bodies.used > MOST - 1024 * KIB);
    const modest = new GuestFetch(allowed, undefined, bodies, 'modest');
    const reply = modest.fetch(ask(base), never);
    await until(() => hold.count === 17);
    const before = await Promise.race([reply, new Promise((resolve) => setImmediate(() => resolve(null)))]);
    assert.is(before, null);
    hold.end();
    assert.is(sentenceOf(await reply), '200');
    assert.ok((await Promise.all(all)).some((one) => sentenceOf(one) === 'too much is being read at once'));
  });
});

test('what sources and built-in plugins read counts as well, and is given back', () => {
  const hold = new Hold();
  return withServer(hold.serve, async (base) => {
    const bodies = createBodies();
    const net = createNet(createDirectDocuments(), bodies);
    const sources = new SourceNet({ documents: createDirectDocuments(), clock: systemClock, version: '0', bodies });
    const asker = { source: 'own', daily: undefined, hide: (text: string) => text };
    const planned = { method: 'GET' as const, url: base, headers: {}, body: null };
    const all = Promise.all([
      net.bytes(base),
      sources.ask(planned, { ...asker, allowed: new Set([base]), maxAgeMs: 0, signal: never }),
    ]);
    await until(() => bodies.used > 1800 * KIB);
    hold.end();
    const read = await all;
    assert.equal(
      read.map((one) => ('bytes' in one ? one.bytes.length : one)),
      [900 * KIB, 900 * KIB],
    );
    assert.is(bodies.used, 0);
    assert.match(JSON.stringify(await net.bytes(`${base.replace('127.0.0.1', '127.0.0.9')}/none`)), /error/);
    assert.is(bodies.used, 0);
  });
});

test('the answers of a plugin count as long as its call lasts', async () => {
  const root = mkdtempSync(join(tmpdir(), 'flapbox-bodies-'));
  const folder = join(root, 'plugins', 'reads');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ id: 'reads', name: 'Reads', version: '1.0.0' }));
  writeFileSync(
    join(folder, 'index.mjs'),
    `export const fetchData = async ({ config }) => {
       const small = await (await fetch(config.url + '/small')).text();
       const large = await (await fetch(config.url)).text();
       return { available: true, data: { size: small.length + large.length } };
     };`,
  );
  const bodies = createBodies();
  const sandbox = new Sandbox({ file: await buildSandbox(join(root, 'sandbox')), clock: systemClock });
  const hold = new Hold();
  try {
    await withServer(hold.serve, async (base) => {
      const stored = { reads: { enabled: true, config: { url: base }, secrets: {} } };
      const ports = { clock: systemClock, pluginsDir: join(root, 'plugins'), sandbox: () => sandbox, bodies };
      const { host } = createHost(ports, stored);
      await startHost(host);
      try {
        await until(() => host.installation.list().some(({ id }) => id === 'reads'));
        const data = host.data('reads', FLAGSHIP);
        await until(() => bodies.used > 900 * KIB).finally(() => hold.end());
        assert.equal((await data).data, { size: 940 * KIB });
        assert.is(bodies.used, 0);
      } finally {
        await host.stop();
      }
    });
  } finally {
    await sandbox.stop();
    rmSync(root, { recursive: true, force: true });
  }
});

test.run();
