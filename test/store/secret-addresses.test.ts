import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openStore } from '../../src/store/open-store.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createMemoryDisk, diskError } from '../support/memory-disk.ts';
import { createQuietLog } from '../support/quiet-log.ts';
import { sampleBoard } from '../support/sample-state.ts';

const test = suite('store: addresses of earlier versions');

const ADDRESS = 'https://calendar.google.com/calendar/ical/me%40example.org/private-S3CR3Tcal/basic.ics';
const BROKER = 'mqtt://flaps:S3CR3Tbroker@broker:1883';
const LIST = ['https://u:S3CR3Tlist@h/'];

const bytes = (data: unknown) => Buffer.from(`${JSON.stringify({ schema_version: 1, data, secrets: {} })}\n`);
/** The files as the version before wrote them. */
const OLD_FILES: Record<string, Buffer> = {
  'plugins.json': bytes({
    calendar: { enabled: true, config: { url: ADDRESS, max_events: 3 } },
    mqtt: { enabled: false, config: { connection: { url: BROKER, username: 'u' }, topics: [{ topic: 'a' }] } },
    other: { enabled: true, config: { list: LIST, url: 'https://example.org/feed' } },
  }),
  'boards.json': bytes([
    { ...sampleBoard('b1'), secrets: undefined },
    {
      ...sampleBoard('b2'),
      secrets: undefined,
      device_type: 'panel',
      grid_rows: 3,
      grid_cols: 15,
      panel: {
        driver: 'mqtt-text',
        connection: { url: BROKER, command_topic: 't' },
        flaps: null,
        modules: { layout: 'rows', first: 0 },
        max_moving: null,
        land_together: false,
      },
    },
  ]),
};

const olderDisk = () =>
  createMemoryDisk(new Map(Object.entries({ ...OLD_FILES, 'plugins.json.bak': OLD_FILES['plugins.json'] as Buffer })));
const open = (fs: ReturnType<typeof createMemoryDisk>, log = createQuietLog()) =>
  openStore({ dir: '/data', fs, clock: createFakeClock('2026-03-01T10:00:00Z'), log });
const everything = (fs: ReturnType<typeof createMemoryDisk>) =>
  [...fs.files.values()].map((file) => Buffer.from(file).toString('latin1')).join('\n');

test('the old files have them in the open', () =>
  assert.match(everything(olderDisk()), /S3CR3Tcal[\s\S]*S3CR3Tbroker[\s\S]*S3CR3Tlist/));

test('after the first start no file has a secret of an address in the open, previous versions neither', async () => {
  const disk = olderDisk();
  await open(disk);
  assert.not.match(everything(disk), 'S3CR3T');
  assert.match(everything(disk), '"url":"https://example.org/feed"');
  assert.ok(disk.files.has('plugins.json.bak'));
});

test('the state has them masked in the open and whole among the secrets', async () => {
  const { boards, plugins } = (await open(olderDisk())).state;
  assert.equal(plugins['calendar'], {
    enabled: true,
    config: { url: ADDRESS.replace('S3CR3Tcal', '***'), max_events: 3 },
    secrets: { url: ADDRESS },
  });
  assert.equal(plugins['mqtt']?.config, {
    connection: { url: 'mqtt://***:***@broker:1883', username: 'u' },
    topics: [{ topic: 'a' }],
  });
  assert.equal(plugins['mqtt']?.secrets, { connection: { url: BROKER } });
  assert.equal(plugins['other'], {
    enabled: true,
    config: { list: ['https://***:***@h/'], url: 'https://example.org/feed' },
    secrets: { list: LIST },
  });
  assert.equal(
    [boards[1]?.panel?.connection.url, boards[1]?.secrets],
    ['mqtt://***:***@broker:1883', { panel_url: BROKER }],
  );
});

test('the second start changes nothing more', async () => {
  const disk = olderDisk();
  const { state } = await open(disk);
  const before = new Map(disk.files);
  assert.equal((await open(disk)).state, state);
  assert.equal([...disk.files], [...before]);
});

test('a disk that cannot be written stops no start; the next one tries again', async () => {
  const disk = olderDisk();
  const log = createQuietLog();
  disk.before = (step) => {
    if (step.startsWith('write')) throw diskError('EROFS');
  };
  const { state } = await open(disk, log);
  assert.is(state.boards.length, 2);
  assert.ok(log.lines.some((line) => line.includes('the secrets in stored addresses cannot be encrypted now')));
  assert.match(everything(disk), 'S3CR3Tcal');
  disk.before = () => undefined;
  await open(disk);
  assert.not.match(everything(disk), 'S3CR3T');
});

test('files that have none are not written', async () => {
  const disk = createMemoryDisk(
    new Map([['plugins.json', bytes({ other: { enabled: true, config: { url: 'https://example.org/feed' } } })]]),
  );
  await open(disk);
  assert.equal([...disk.files.keys()], ['plugins.json']);
});

test.run();
