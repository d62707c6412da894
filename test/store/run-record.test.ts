import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Work } from '../../src/core/work.ts';
import { GOOD_RUN_MS, openRunRecord } from '../../src/store/run-record.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createQuietLog } from '../support/quiet-log.ts';

const test = suite('store/run-record');

const root = mkdtempSync(join(tmpdir(), 'flapbox-run-'));
let folders = 0;
const newFolder = (): string => {
  const dir = join(root, String(folders++));
  mkdirSync(dir);
  return dir;
};
const clock = createFakeClock('2026-03-01T10:00:00Z');
const open = (dir: string, boot = 'boot') => openRunRecord({ dir, clock, log: createQuietLog(), boot });

const PAGE: Work = { kind: 'formulas', key: 'print', name: 'the page "Sum"' };
const PLUGIN: Work = { kind: 'plugin', key: 'door', name: 'the plugin door' };
const page = () => PAGE;

test('the first run after a planned end has no ends behind it and notes nothing', async () => {
  const dir = newFolder();
  for (let round = 0; round < 3; round++) {
    const record = await open(dir);
    assert.is(record.ends, 0);
    record.trail.during(
      () => {
        throw new Error('nobody asks for it');
      },
      () => assert.equal(readdirSync(dir), ['run.json']),
    );
    await record.close();
    assert.equal(readdirSync(dir), []);
  }
});

test('ends without a good run between them add up; ten minutes of running forget them', async () => {
  const dir = newFolder();
  for (const ends of [0, 1, 2, 3]) assert.is((await open(dir)).ends, ends);
  const record = await open(dir);
  let good = 0;
  record.onGood(() => good++);
  await clock.advance(GOOD_RUN_MS - 1);
  assert.is(good, 0);
  await clock.advance(1);
  assert.is(good, 1);
  while (!readFileSync(join(dir, 'run.json'), 'utf8').includes('"ends":0'))
    await new Promise((resolve) => setImmediate(resolve));
  record.trail.during(page, () => assert.not.ok(existsSync(join(dir, 'work.json')), 'nothing is noted any more'));
  await record.close();
  assert.equal(readdirSync(dir), []);
  await open(dir);
  assert.is((await open(dir)).ends, 1);
});

test('a run that cannot note what is worked on becomes a good one all the same', async () => {
  const dir = newFolder();
  await open(dir);
  const record = await openRunRecord({
    dir,
    clock,
    log: createQuietLog(),
    // The folder goes once the run before was read.
    get boot() {
      rmSync(dir, { recursive: true, force: true });
      return 'boot';
    },
  });
  let good = 0;
  record.onGood(() => good++);
  assert.is(record.ends, 1);
  await clock.advance(GOOD_RUN_MS);
  assert.is(good, 1);
});

test('a run that has ended as planned becomes no good one', async () => {
  const dir = newFolder();
  await open(dir);
  const record = await open(dir);
  let good = 0;
  record.onGood(() => good++);
  await record.close();
  await clock.advance(GOOD_RUN_MS);
  assert.is(good, 0);
});

test('what is worked on is in the file before it begins, the newest last, and is gone when it ends', async () => {
  const dir = newFolder();
  await open(dir);
  const record = await open(dir);
  const end = record.trail.begin(() => PLUGIN);
  assert.is(statSync(join(dir, 'work.json')).mode & 0o777, 0o600);
  const snapshot = join(root, 'during');
  record.trail.during(page, () => cpSync(dir, snapshot, { recursive: true }));
  assert.equal((await open(snapshot)).suspect, PAGE);
  const later = join(root, 'later');
  cpSync(dir, later, { recursive: true });
  assert.equal((await open(later)).suspect, PLUGIN);
  end();
  assert.is((await open(dir)).suspect, null);
});

test('after another start of the machine nobody is suspected: what was noted last may not be on the disk', async () => {
  const dir = newFolder();
  await open(dir);
  (await open(dir)).trail.begin(page);
  const record = await open(dir, 'another');
  assert.equal([record.ends, record.suspect], [2, null]);
});

test('formulas that were switched off stay off over planned ends', async () => {
  const dir = newFolder();
  const record = await open(dir);
  await record.switchOff('print');
  await record.close();
  const next = await open(dir);
  assert.equal([next.ends, next.formulasOff], [0, ['print']]);
});

test('of formulas that were switched off the newest fifty count, each once', async () => {
  const dir = newFolder();
  const record = await open(dir);
  const names = Array.from({ length: 51 }, (_, at) => `${at}`);
  for (const name of names) await record.switchOff(name);
  assert.equal(record.formulasOff, names.slice(1));
  await record.switchOff('7');
  assert.equal(record.formulasOff, [...names.slice(1).filter((name) => name !== '7'), '7']);
  await record.close();
  assert.equal((await open(dir)).formulasOff, record.formulasOff);
});

for (const [name, spoil] of Object.entries<(path: string) => void>({
  'no JSON': (path) => writeFileSync(path, '{'),
  'another form': (path) => writeFileSync(path, '{"running":1,"ends":-5,"formulas_off":[1]}'),
  'a folder': (path) => mkdirSync(path),
  'a large file': (path) => writeFileSync(path, Buffer.alloc(100_000)),
}))
  test(`a record that is ${name} is forgotten, and the next run is noted`, async () => {
    const dir = newFolder();
    spoil(join(dir, 'run.json'));
    spoil(join(dir, 'work.json'));
    const record = await open(dir);
    assert.equal([record.ends, record.suspect, record.formulasOff], [0, null, []]);
    assert.is((await open(dir)).ends, 1);
  });

test.after(() => rmSync(root, { recursive: true, force: true }));

test.run();
