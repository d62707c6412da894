import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { load } from '../support/load.ts';

const test = suite('running/groups');

interface Test {
  readonly file: string;
  readonly layer: string;
}

interface Groups {
  groupTests(
    tests: readonly Test[],
    options: { readonly times: Readonly<Record<string, readonly number[]>>; canJoin(test: Test): boolean },
  ): { readonly file: string; readonly members?: readonly Test[] }[];
}

const testAt = (file: string, layer = 'node'): Test => ({ file: `test/${file}.test.ts`, layer });

const group = async (tests: readonly Test[]): Promise<string[]> => {
  const { groupTests } = await load<Groups>('test/running/groups.mjs');
  const times = { 'test/core/long.test.ts': [20, 1] };
  const grouped = groupTests(tests, { times, canJoin: ({ file }) => !file.includes('alone') });
  return grouped.map(({ file, members }) => (members ? `${file}: ${members.map((one) => one.file).join(' ')}` : file));
};

test('short files of one room run together, everything else by itself', async () => {
  const tests = [
    testAt('core/a'),
    testAt('core/long'),
    testAt('core/deep/b'),
    testAt('core/alone'),
    testAt('core/system', 'system'),
    testAt('http/c'),
  ];
  assert.equal(await group(tests), [
    'test/core/long.test.ts',
    'test/core/alone.test.ts',
    'test/core/system.test.ts',
    'test/core, 2 files (1 of 1): test/core/a.test.ts test/core/deep/b.test.ts',
    'test/http/c.test.ts',
  ]);
});

test('a room with many files has several groups of about the same size', async () => {
  const groups = await group(Array.from({ length: 25 }, (_, at) => testAt(`core/t${at}`)));
  assert.equal(
    groups.map((one) => one.split(':')[0]),
    ['test/core, 9 files (1 of 3)', 'test/core, 8 files (2 of 3)', 'test/core, 8 files (3 of 3)'],
  );
  assert.is(new Set(groups.flatMap((one) => one.split(': ')[1]?.split(' ') ?? [])).size, 25);
});

test.run();
