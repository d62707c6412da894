import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { MOST_CONNECTIONS_OF_ONE } from '../../src/http/limits.ts';
import { HTTP_ATTACKS } from './http-attacks.ts';
import type { Seen } from './http-attacks.ts';
import { startTarget, witness } from './target.ts';

const test = suite('attack/http');

const MOST_MIB = 160;
/** The connections of two addresses, and what a service has open at rest. */
const MOST_FILES = 2 * MOST_CONNECTIONS_OF_ONE + 70;
/** How long connections are held, in ms. */
const SOON = 1000;

for (const { name, run, isRefused } of HTTP_ATTACKS) {
  test(`${name}: the service stays, small and open to others`, async () => {
    const target = await startTarget();
    try {
      let seen: Seen = { statuses: {} };
      const { failures, asked, p99, mostFiles } = await witness(
        target,
        async () => (seen = await run(target.port, SOON)),
      );
      const peak = target.peakMiB();
      console.log(
        `${name}: ${JSON.stringify(seen)} peak ${peak.toFixed(0)} MiB, files ${mostFiles}, health ${asked} p99 ${p99.toFixed(0)} ms`,
      );
      assert.ok(target.isAlive(), 'it runs');
      assert.is(failures, 0, `${failures} of ${asked} requests from another address failed`);
      assert.ok(isRefused(seen), JSON.stringify(seen));
      assert.ok(mostFiles < MOST_FILES, `${mostFiles} files and sockets are open`);
      assert.ok(peak < MOST_MIB, `${peak} MiB`);
    } finally {
      await target.stop();
    }
  });
}

test.run();
