import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { backUp, duplicate } from '../../src/store/files/committer.ts';
import { createMemoryDisk, diskError } from '../support/memory-disk.ts';

const test = suite('store: a second name for a file');

const diskWith = (code: string | null) => {
  const disk = createMemoryDisk(new Map([['a.json', Buffer.from('words')]]));
  disk.before = (step) => {
    if (code !== null && step.startsWith('link')) throw diskError(code);
  };
  return disk;
};
const told = (work: Promise<unknown>): Promise<unknown> => work.catch((error: { code: string }) => error.code);

for (const [code, answer] of [
  [null, true],
  ['EPERM', true],
  ['ENOTSUP', true],
  ['EOPNOTSUPP', true],
  ['ENOSYS', true],
  ['EMLINK', true],
  ['ENOENT', false],
  ['EIO', 'EIO'],
  ['ENOSPC', 'ENOSPC'],
] as const)
  test(`where links ${code === null ? 'are there' : `fail with ${code}`}: ${answer}`, async () => {
    const disk = diskWith(code);
    assert.is(await told(duplicate(disk, '/d/a.json', '/d/b.json')), answer);
    assert.is(disk.files.has('b.json'), answer === true);
    assert.is(disk.steps.includes('write b.json'), answer === true && code !== null, 'copied only where it must be');
  });

test('a file that went away meanwhile has no copy', async () => {
  const disk = diskWith('EPERM');
  disk.files.clear();
  assert.is(await duplicate(disk, '/d/a.json', '/d/b.json'), false);
  await backUp(disk, '/d/a.json');
  assert.equal([...disk.files], []);
});

test('a second version takes the place of the one before, and leaves nothing else', async () => {
  for (const code of [null, 'EPERM']) {
    const disk = diskWith(code);
    for (const text of ['one', 'two']) {
      disk.files.set('a.json', Buffer.from(text));
      await backUp(disk, '/d/a.json');
    }
    assert.equal([...disk.files.keys()].sort(), ['a.json', 'a.json.bak']);
    assert.is(Buffer.from(disk.files.get('a.json.bak') ?? []).toString(), 'two');
  }
});

test.run();
