import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FLAGSHIP } from '../plugins/fixture.ts';
import { GREEDY } from './hostile-plugins.ts';
import { leave, pluginsDir, root, withHost, withstand } from './sandbox-rig.ts';

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

test.after(leave);
test.run();
