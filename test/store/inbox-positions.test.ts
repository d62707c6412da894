import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { MINUTE_MS } from '../../src/core/time/durations.ts';
import { openInboxPositions } from '../../src/store/inbox-positions.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createQuietLog } from '../support/quiet-log.ts';
import { until } from '../support/until.ts';

const test = suite('up to where inboxes were read, on the disk');

const inFolder = (name: string, run: (dir: string) => Promise<void>) =>
  test(name, async () => {
    const dir = mkdtempSync(join(tmpdir(), 'flapbox-inboxes-'));
    await run(dir).finally(() => rmSync(dir, { recursive: true, force: true }));
  });
const stored = (dir: string): string => readFileSync(join(dir, 'inbox-positions.json'), 'utf8');

inFolder('after a quiet minute a position is on the disk at once, those that follow within a minute', async (dir) => {
  const clock = createFakeClock('2026-03-02T11:00:00Z');
  const positions = await openInboxPositions(dir, clock, createQuietLog());
  await positions.keep('one', 'here', '1');
  assert.match(stored(dir), /"1"/);
  for (const cursor of ['2', '3']) await positions.keep('one', 'here', cursor);
  await clock.advance(MINUTE_MS - 1);
  assert.match(stored(dir), /"1"/);
  await clock.advance(1);
  await until(() => stored(dir).includes('"3"'));
  await positions.keep('one', 'here', '4');
  await positions.close();
  const next = await openInboxPositions(dir, clock, createQuietLog());
  assert.equal([next.of('one', 'here'), next.of('one', 'there'), next.of('two', 'here')], ['4', null, null]);
  next.keepOnly(new Set());
  await next.close();
  assert.is(stored(dir), '{}');
});

inFolder('what stays as it is, or was never there, is not written', async (dir) => {
  const clock = createFakeClock('2026-03-02T11:00:00Z');
  const positions = await openInboxPositions(dir, clock, createQuietLog());
  await positions.keep('one', 'here', '1');
  const { ino } = statSync(join(dir, 'inbox-positions.json'));
  const isWritten = async (change: () => Promise<void>): Promise<boolean> => {
    await clock.advance(MINUTE_MS);
    await change();
    await positions.close();
    return statSync(join(dir, 'inbox-positions.json')).ino !== ino;
  };
  assert.is(await isWritten(() => positions.keep('one', 'here', '1')), false);
  assert.is(await isWritten(() => positions.keep('two', 'here', null)), false);
  assert.is(await isWritten(async () => positions.keepOnly(new Set(['one']))), false);
  assert.is(await isWritten(() => positions.keep('one', 'there', '1')), true);
});

inFolder('a position that is given up, or too long to keep, is forgotten', async (dir) => {
  const positions = await openInboxPositions(dir, createFakeClock('2026-03-02T11:00:00Z'), createQuietLog());
  for (const cursor of [null, 'x'.repeat(4097)]) {
    await positions.keep('one', 'here', '1');
    await positions.keep('one', 'here', cursor);
    assert.is(positions.of('one', 'here'), null);
  }
  await positions.keep('one', 'here', 'x'.repeat(4096));
  assert.is(positions.of('one', 'here')?.length, 4096);
  await positions.close();
});

for (const [what, content] of [
  ['half a file', '{"one":{"pla'],
  ['a list', '[1]'],
  ['entries of another form', '{"one":{"place":1,"cursor":"x"},"other":null}'],
] as const)
  inFolder(`${what} is forgotten`, async (dir) => {
    writeFileSync(join(dir, 'inbox-positions.json'), content);
    const positions = await openInboxPositions(dir, createFakeClock('2026-03-02T11:00:00Z'), createQuietLog());
    assert.is(positions.of('one', 'here'), null);
  });

for (const [bytes, cursor] of [
  [256 * 1024, '7'],
  [256 * 1024 + 1, null],
] as const)
  inFolder(`a file of ${bytes} bytes is ${cursor === null ? 'too large, which is told' : 'read'}`, async (dir) => {
    const content = JSON.stringify({ one: { place: 'here', cursor: '7' } });
    writeFileSync(join(dir, 'inbox-positions.json'), content.padEnd(bytes));
    const log = createQuietLog();
    const positions = await openInboxPositions(dir, createFakeClock('2026-03-02T11:00:00Z'), log);
    assert.is(positions.of('one', 'here'), cursor);
    assert.is(log.lines.length, cursor === null ? 1 : 0);
  });

inFolder('a disk that cannot be written costs the restart alone, is told, and gets it when it can', async (dir) => {
  const inTheWay = join(dir, 'inbox-positions.json.tmp');
  mkdirSync(inTheWay);
  const log = createQuietLog();
  const positions = await openInboxPositions(dir, createFakeClock('2026-03-02T11:00:00Z'), log);
  await positions.keep('one', 'here', '1');
  assert.is(positions.of('one', 'here'), '1');
  assert.equal(
    log.lines.map((line) => /could not be stored/.test(line)),
    [true],
  );
  rmSync(inTheWay, { recursive: true });
  await positions.close();
  assert.match(stored(dir), /"1"/);
});

test.run();
