import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { putFirst } from '../../../hw/steppers/real-time.ts';
import { until } from '../../support/until.ts';

const test = suite('real time');
const folder = mkdtempSync(join(tmpdir(), 'flapbox-first-'));
test.after(() => rmSync(folder, { recursive: true }));

test('the thread alone is put into the class of real time, first come first served', async () => {
  const [program, seen] = [join(folder, 'chrt'), join(folder, 'seen')];
  writeFileSync(program, `#!/bin/sh\necho "$@" > ${seen}.new && mv ${seen}.new ${seen}\nexit 1\n`);
  chmodSync(program, 0o755);
  const handles = () => process.getActiveResourcesInfo().filter((kind) => kind === 'PipeWrap').length;
  const before = handles();
  putFirst(4711, program);
  assert.is(handles(), before, 'nothing is held');
  await until(() => existsSync(seen));
  assert.is(readFileSync(seen, 'utf8'), '-f -p 10 4711\n');
});

test('a machine without the program goes on', async () => {
  putFirst(4711, join(folder, 'none'));
  await new Promise((resolve) => setImmediate(resolve));
});

test.run();
