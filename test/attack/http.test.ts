import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { HTTP_ATTACKS } from './http-attacks.ts';
import { startTarget, witness } from './target.ts';

const test = suite('attack/http');

const MOST_MIB = 160;
/** How long connections are held, in ms. */
const SOON = 1000;

for (const { name, run } of HTTP_ATTACKS) {
  test(`${name}: the service stays, small and open to others`, async () => {
    const target = await startTarget();
    try {
      let seen: unknown;
      const { failures, asked, p99, mostFiles } = await witness(target, async () => (seen = await run(target.port, SOON)));
      const peak = target.peakMiB();
      console.log(`${name}: ${JSON.stringify(seen)} peak ${peak.toFixed(0)} MiB, files ${mostFiles}, health ${asked} p99 ${p99.toFixed(0)} ms`);
      assert.ok(target.isAlive(), 'it runs');
      assert.is(failures, 0, `${failures} of ${asked} requests from another address failed`);
      assert.ok(peak < MOST_MIB, `${peak} MiB`);
    } finally {
      await target.stop();
    }
  });
}

test.run();
