import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { announcedPlaces } from '../../src/store/announced-places.ts';
import { createQuietLog } from '../support/quiet-log.ts';

const test = suite('store/announced places');

const PLACE = { base: 'flapbox', prefix: 'homeassistant', own: 'me' };
const fileIn = (dir: string): string => join(dir, 'announced.json');

const inFolder = (name: string, run: (dir: string) => Promise<void>) =>
  test(name, async () => {
    const dir = mkdtempSync(join(tmpdir(), 'flapbox-announced-'));
    await run(dir).finally(() => rmSync(dir, { recursive: true, force: true }));
  });

inFolder('what was kept last is there for the next run', async (dir) => {
  const places = announcedPlaces(dir, createQuietLog());
  assert.equal(await places.read(), []);
  void places.keep([PLACE]);
  await places.keep([PLACE, { ...PLACE, base: 'house' }]);
  assert.equal(await announcedPlaces(dir, createQuietLog()).read(), [PLACE, { ...PLACE, base: 'house' }]);
});

inFolder('what is the same is not written again', async (dir) => {
  await announcedPlaces(dir, createQuietLog()).keep([PLACE]);
  const { ino } = statSync(fileIn(dir));
  const places = announcedPlaces(dir, createQuietLog());
  await places.read();
  await places.keep([PLACE]);
  assert.is(statSync(fileIn(dir)).ino, ino);
  await places.keep([]);
  assert.is(readFileSync(fileIn(dir), 'utf8'), '[]');
});

for (const [what, content, isRead] of [
  ['half a file', '[{"base":"fl', false],
  ['another form', '[{"base":1}]', false],
  ['as much as is read', JSON.stringify([PLACE]).padEnd(16_384), true],
  ['more than is read', JSON.stringify([PLACE]).padEnd(16_385), false],
] as const)
  inFolder(`${what} is ${isRead ? 'read' : 'forgotten'}`, async (dir) => {
    writeFileSync(fileIn(dir), content);
    assert.equal(await announcedPlaces(dir, createQuietLog()).read(), isRead ? [PLACE] : []);
  });

inFolder('a disk that cannot be written is told, and tried again with the next change', async (dir) => {
  const log = createQuietLog();
  const places = announcedPlaces(dir, log);
  mkdirSync(fileIn(dir));
  await places.keep([PLACE]);
  assert.is(log.lines.length, 1);
  rmSync(fileIn(dir), { recursive: true });
  await places.keep([PLACE]);
  assert.equal(await announcedPlaces(dir, log).read(), [PLACE]);
});

test.run();
