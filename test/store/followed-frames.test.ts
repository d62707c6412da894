import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { followedFrames } from '../../src/store/followed-frames.ts';
import { createQuietLog } from '../support/quiet-log.ts';

const test = suite('frames that are followed, on the disk');

const inFolder = (name: string, run: (dir: string) => Promise<void>) =>
  test(name, async () => {
    const dir = mkdtempSync(join(tmpdir(), 'flapbox-followed-'));
    await run(dir).finally(() => rmSync(dir, { recursive: true, force: true }));
  });

inFolder('what was written is there for the next run', async (dir) => {
  const log = createQuietLog();
  assert.equal(await followedFrames(dir, log).read(), {});
  const frames = { wall: { place: 'mqtt://broker topic', text: '{"v":1}' } };
  await followedFrames(dir, log).write(frames);
  assert.equal(await followedFrames(dir, log).read(), frames);
});

inFolder('they outlive a power cut that costs the cache, which earlier versions kept them in', async (dir) => {
  const frames = { wall: { place: 'mqtt://broker topic', text: '{"v":1}' } };
  mkdirSync(join(dir, 'cache'));
  writeFileSync(join(dir, 'cache/followed.json'), JSON.stringify(frames));
  const kept = followedFrames(dir, createQuietLog());
  assert.equal(await kept.read(), frames);
  await kept.write(frames);
  assert.not.ok(existsSync(join(dir, 'cache/followed.json')), 'they are kept once');
  rmSync(join(dir, 'cache'), { recursive: true });
  assert.equal(await kept.read(), frames);
});

for (const [what, content] of [
  ['half a file', '{"wall":{"pla'],
  ['a list', '[1]'],
  ['entries of another form', '{"wall":{"place":1,"text":"x"},"other":null}'],
] as const)
  inFolder(`${what} is forgotten`, async (dir) => {
    writeFileSync(join(dir, 'followed.json'), content);
    assert.equal(await followedFrames(dir, createQuietLog()).read(), {});
  });

for (const [bytes, isRead] of [
  [2 * 1024 * 1024, true],
  [2 * 1024 * 1024 + 1, false],
] as const)
  inFolder(`a file of ${bytes} bytes is ${isRead ? 'read' : 'too large, which is told'}`, async (dir) => {
    const frames = { wall: { place: 'mqtt://broker topic', text: '{"v":1}' } };
    writeFileSync(join(dir, 'followed.json'), JSON.stringify(frames).padEnd(bytes));
    const log = createQuietLog();
    assert.equal(await followedFrames(dir, log).read(), isRead ? frames : {});
    assert.is(log.lines.length, isRead ? 0 : 1);
  });

inFolder('a disk that cannot be written rejects, and says nothing else', async (dir) => {
  mkdirSync(join(dir, 'followed.json'));
  let failed = false;
  await followedFrames(dir, createQuietLog())
    .write({})
    .catch(() => (failed = true));
  assert.ok(failed);
});

test.run();
