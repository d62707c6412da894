import { suite, type Test } from 'uvu';
import * as assert from 'uvu/assert';
import { MOST_CONNECTIONS_OF_ONE } from '../../src/http/wire/limits.ts';
import type { Attack, Seen } from './http-attacks.ts';
import { startTarget, witness } from './target.ts';

const MOST_MIB = 160;
/** The connections of two addresses, and what a service has open at rest. */
const MOST_FILES = 2 * MOST_CONNECTIONS_OF_ONE + 70;
/** How long connections are held, in ms. */
const SOON = 1000;

/** A suite that runs each against a service of its own, which stays, small and open to others. */
export const withstand = (name: string, attacks: readonly Attack[]): Test => {
  const test = suite(name);
  for (const { name: what, run, isRefused } of attacks) {
    test(`${what}: the service stays, small and open to others`, async () => {
      const target = await startTarget();
      try {
        let seen: Seen = { statuses: {} };
        const { failures, asked, p99, mostFiles } = await witness(
          target,
          async () => (seen = await run(target.port, SOON)),
        );
        const peak = target.peakMiB();
        console.log(
          `${what}: ${JSON.stringify(seen)} peak ${peak.toFixed(0)} MiB, files ${mostFiles}, health ${asked} p99 ${p99.toFixed(0)} ms`,
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
  return test;
};
