import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openStore } from '../../src/store/open-store.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createMemoryDisk } from '../support/memory-disk.ts';
import { createQuietLog } from '../support/quiet-log.ts';
import { sampleState } from '../support/sample-state.ts';

/** What the log says of a damaged file: whoever looks for the cause has nothing else. */
const test = suite('reasons of damage');

const open = (fs: ReturnType<typeof createMemoryDisk>, log = createQuietLog()) =>
  openStore({ dir: '/data', fs, clock: createFakeClock('2025-03-01T10:00:00.000Z'), log });

const reasonOf = async (content: string, file = 'pages.json'): Promise<string | undefined> => {
  const disk = createMemoryDisk();
  await (await open(disk)).update(sampleState);
  disk.files.set(file, Buffer.from(content));
  const log = createQuietLog();
  await open(disk, log);
  const told = log.lines.filter((line) => line.includes('a file was damaged'));
  assert.is(told.length, 1, told.join('\n'));
  return told[0];
};

for (const [what, content, why] of [
  ['nothing', '', 'it is empty'],
  ['one byte', '{', 'it is no JSON'],
  ['half a file', '{"schema_version":1,"data":{', 'it is no JSON'],
  ['zeros', '\0\0', 'it is no JSON'],
  ['a list', '[]', 'it is no object'],
  ['null', 'null', 'it is no object'],
  ['no version', '{"data":{},"secrets":{}}', 'schema_version is no version'],
  ['version zero', '{"schema_version":0,"data":{}}', 'schema_version is no version'],
  ['version one and a half', '{"schema_version":1.5,"data":{}}', 'schema_version is no version'],
  ['a version in text', '{"schema_version":"1","data":{}}', 'schema_version is no version'],
  ['no data', '{"schema_version":1,"secrets":{}}', 'data or secrets are missing'],
  ['a list for secrets', '{"schema_version":1,"data":{},"secrets":[]}', 'data or secrets are missing'],
] as const)
  test(`a file with ${what}: ${why}`, async () => assert.match((await reasonOf(content)) ?? '', `why="${why}"`));

const nested = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
const secrets = JSON.stringify(Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`/${at}`, {}])));
for (const [file, what, content, why] of [
  ['pages.json', 'an object of pages', '{"schema_version":1,"data":{}}', 'the content is no list'],
  ['pages.json', 'a number for a page', '{"schema_version":1,"data":[5]}', 'entry 1 has the wrong shape'],
  ['boards.json', 'a number for a board', '{"schema_version":1,"data":[5]}', 'entry 1 has the wrong shape'],
  ['collections.json', 'a number for a collection', '{"schema_version":1,"data":[5]}', 'entry 1 has the wrong shape'],
  ['programmes.json', 'a list of programmes', '{"schema_version":1,"data":[]}', 'the content is no object'],
  ['settings.json', 'deep settings', `{"schema_version":1,"data":${nested(201)}}`, 'the content is nested too deeply'],
  ['devices.json', 'a deep device', `{"schema_version":1,"data":{"b":${nested(201)}}}`, 'b is nested too deeply'],
  ['pages.json', 'a deep member', `{"schema_version":1,"data":[],"x":${nested(201)}}`, 'an unknown member is nested'],
  ['pages.json', 'many secrets', `{"schema_version":1,"data":[],"secrets":${secrets}}`, 'it has too many secrets'],
] as const)
  test(`${file} with ${what}: ${why}`, async () => assert.match((await reasonOf(content, file)) ?? '', `why="${why}`));

test.run();
