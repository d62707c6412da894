import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defineManifest } from '../../../src/plugins/contract/manifest.ts';
import type { DataPlugin, FetchResult } from '../../../src/plugins/contract/plugin.ts';
import { createHost, FLAGSHIP, NOTE } from '../fixture.ts';

/** A plugin that is read for each size of board by itself. */
const test = suite('plugins/running/sizes');

const GOOD: FetchResult = { available: true, data: { value: 1 } };

const createSized = () => {
  let answer = (): FetchResult => GOOD;
  const plugin: DataPlugin = {
    manifest: defineManifest({ id: 'probe', name: 'Probe', version: '1.0.0' }),
    fetchData: async () => answer(),
  };
  const stored = { probe: { enabled: true, config: {}, secrets: {} } };
  const answers = (next: () => FetchResult): void => {
    answer = next;
  };
  return { ...createHost({ builtins: [plugin] }, stored), answers };
};

test('the health of a plugin is that of its youngest reading, whichever size it is of', async () => {
  const { host, clock, answers } = createSized();
  const told = () => {
    const { fetched_at = null, error = null } = host.report.health('probe') ?? {};
    return { fetched_at, error };
  };
  assert.is(host.report.health('probe'), null);
  answers(() => ({ available: false, error: 'away' }));
  await host.data('probe', FLAGSHIP);
  assert.equal(told(), { fetched_at: null, error: 'away' });
  answers(() => GOOD);
  const first = clock.now();
  await host.data('probe', NOTE);
  assert.equal(told(), { fetched_at: first, error: null });
  await clock.advance(60_000);
  await host.data('probe', FLAGSHIP);
  assert.equal(told(), { fetched_at: first + 60_000, error: null });
  await clock.advance(240_000);
  await host.data('probe', NOTE);
  assert.equal(told(), { fetched_at: first + 300_000, error: null });
});

for (const first of ['it', 'the other'])
  test(`a size in quarantine speaks before one that fares well, with ${first} asked for first`, async () => {
    const { host, clock, answers } = createSized();
    const told = () => {
      const { quarantined, error } = host.report.health('probe') ?? {};
      return { quarantined, error };
    };
    const fail = async (): Promise<void> => {
      answers(() => {
        throw new Error('broken');
      });
      for (let count = 0; count < 3; count++) await host.data('probe', NOTE);
    };
    if (first === 'it') await fail();
    answers(() => GOOD);
    await host.data('probe', FLAGSHIP);
    if (first !== 'it') await fail();
    assert.equal(told(), { quarantined: true, error: 'broken' });
    await clock.advance(300_000);
    assert.equal(told(), { quarantined: false, error: null });
  });

test.run();
