import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FLAGSHIP } from '../plugins/fixture.ts';
import { GREEDY } from './hostile-plugins.ts';
import { AMPLE_MS, callIn, install, leave, opening, pluginsDir, root, withHost, withstand } from './sandbox-rig.ts';

const test = suite('attack/sandbox');

withstand(test, GREEDY);
writeFileSync(join(root, 'secret.mjs'), 'export const secret = 1;');
for (const [index, [name]] of GREEDY.entries()) {
  if (name.includes('link')) symlinkSync(join(root, 'secret.mjs'), join(pluginsDir, `hostile_${index}`, 'link.mjs'));
  if (name.includes('linked folder')) symlinkSync(root, join(pluginsDir, `hostile_${index}`, 'folder'));
}

test('a plugin that is enabled works like before, and nothing is left of it afterwards', () =>
  withHost({}, async (host) => {
    const before = await host.data('neighbour', FLAGSHIP);
    assert.equal(before.data, { count: 1 });
  }));

const failingAfter = (texts: number): string =>
  `let calls = 0, kept; export const fetchData = () => { kept = Array.from({ length: ${texts} }, () => 'x'.repeat(1e6)); throw new Error('call ' + ++calls); };`;
install('fails_light', failingAfter(1));
install('fails_heavy', failingAfter(8));

for (const [id, second] of [
  ['fails_light', 'call 2'],
  ['fails_heavy', 'call 1'],
] as const)
  test(`a plugin that failed with ${id === 'fails_light' ? 'little memory goes on' : 'much memory gives it back'}`, async () => {
    const sandbox = await opening;
    assert.is(await callIn(sandbox, id, 15_000, [], AMPLE_MS), 'call 1');
    assert.is(await callIn(sandbox, id, 15_000, [], AMPLE_MS), second);
  });

test.after(leave);
test.run();
