import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { textOf } from '../../src/platform/hardware.ts';
import { eachMetric, oneMetric } from '../../src/platform/metric.ts';

const test = suite('platform/hardware');

test('what a file of the system says has no blanks around it, and one that is blank or missing says nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'flapbox-hardware-'));
  const file = join(folder, 'file');
  try {
    assert.is(textOf(file), null);
    assert.is(textOf(folder), null);
    for (const [content, said] of [
      [' Pi Zero 2 W \n', 'Pi Zero 2 W'],
      [' \n', null],
    ] as const) {
      writeFileSync(file, content);
      assert.is(textOf(file), said);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a quantity is told once, or for each of several things by their labels', () => {
  assert.equal(oneMetric('up', 'Whether it runs.', 'gauge', 1), {
    name: 'up',
    help: 'Whether it runs.',
    type: 'gauge',
    samples: [{ value: 1 }],
  });
  const things = [
    { labels: { board: 'a' }, frames: 3 },
    { labels: { board: 'b' }, frames: 5 },
  ];
  assert.equal(eachMetric(things, 'frames', 'Frames.', 'counter', ({ frames }) => frames).samples, [
    { labels: { board: 'a' }, value: 3 },
    { labels: { board: 'b' }, value: 5 },
  ]);
});

test.run();
