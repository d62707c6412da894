import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGrid } from '../../../src/core/flaps/grid.ts';
import { parseManifest, type Manifest } from '../../../src/plugins/contract/manifest.ts';
import type { TransitionPlugin } from '../../../src/plugins/contract/plugin.ts';
import { createBodies } from '../../../src/plugins/network/body-budget.ts';
import { createExternalPlugin } from '../../../src/plugins/running/external.ts';
import type { MadeFrames } from '../../../src/sandbox/protocol.ts';
import type { Job, Sandbox } from '../../../src/sandbox/sandbox.ts';

// What a plugin of a folder asks of the sandbox, which is a stand-in here.
const test = suite('plugins/running/external');

const manifestOf = (more: object): Manifest => {
  const parsed = parseManifest({ id: 'mine', name: 'Mine', version: '1.0.0', ...more });
  if ('error' in parsed) throw new Error(parsed.error);
  return parsed.manifest;
};

const rig = (manifest: Manifest) => {
  const jobs: Job[] = [];
  const answers: ((result: MadeFrames) => void)[] = [];
  let closed = 0;
  const sandbox = {
    run: (job: Job) => {
      jobs.push(job);
      return new Promise((resolve) => answers.push(resolve));
    },
    close: () => void closed++,
  } as unknown as Sandbox;
  const lodging = { sandbox, folder: '/x', log: () => undefined, bodies: createBodies() };
  return { plugin: createExternalPlugin(manifest, lodging), jobs, answers, closed: () => closed };
};

test('the interpreter of an animation is given back with the last of those that are made at once', async () => {
  const { plugin, jobs, answers, closed } = rig(manifestOf({ plugin_type: 'transition' }));
  const grid = createGrid(1, 2);
  const request = { from: grid, to: grid, rows: 1, cols: 2, config: {}, random: () => 0.5 };
  const play = async (): Promise<number[]> => {
    const delays = [];
    for await (const { delay_ms } of (plugin as TransitionPlugin).frames(request)) delays.push(delay_ms);
    return delays;
  };
  const made = (delay: number): MadeFrames => ({ codes: grid.codes, delays: [delay], late: false, error: null });
  for (const round of [1, 2]) {
    const both = [play(), play()];
    answers.shift()?.(made(100));
    assert.equal([await both[0], closed()], [[100], round - 1]);
    answers.shift()?.(made(200));
    assert.equal([await both[1], closed()], [[200], round]);
  }
  assert.equal(
    jobs.map(({ room, task: { kind }, limits }) => [room, kind, limits.timeMs]),
    Array.from({ length: 4 }, () => ['mine', 'frames', 10_000]),
  );
});

test.run();
