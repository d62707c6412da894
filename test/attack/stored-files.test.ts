import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isRunning, startService, withService } from './files-service.ts';

/** Valid JSON of a few MiB that takes more memory than there is: stored, and in a backup. */
const test = suite('attack/stored-files');

const root = mkdtempSync(join(tmpdir(), 'flapbox-stored-'));
test.after(() => rmSync(root, { recursive: true, force: true }));

const file = (data: string, secrets = '{}'): string => `{"schema_version":1,"data":${data},"secrets":${secrets}}`;
const members = (count: number, name: (at: number) => string, value = '0'): string =>
  `{${Array.from({ length: count }, (_, at) => `"${name(at)}":${value}`).join(',')}}`;
const elements = (count: number, value: string): string => `[${`${value},`.repeat(count)}${value}]`;

/** Each of them ended every start. */
const FILES: readonly (readonly [name: string, what: string, text: string])[] = [
  ['pages.json', 'millions of numbers', file(elements(4_000_000, '0'))],
  ['settings.json', 'a million objects', file(elements(1_000_000, '{}'))],
  ['boards.json', 'hundreds of thousands of names', file(members(400_000, (at) => `${at}a`))],
  ['programmes.json', 'hundreds of thousands of numbered names', file(members(550_000, String))],
  ['schedules.json', 'hundreds of thousands of secrets', file('[]', members(300_000, String, '{}'))],
];

for (const [name, what, text] of FILES)
  test(`it starts with ${what} in ${name}, and puts it aside`, async () => {
    const dir = join(root, name);
    mkdirSync(dir);
    writeFileSync(join(dir, name), text);
    await withService(dir, async (service) => {
      const { status, body } = await service.get('/status');
      assert.is(status, 200);
      assert.match(JSON.stringify(body), `${name}.damaged-`);
    });
  });

test('it starts, and answers, with a history of millions of objects', async () => {
  const dir = join(root, 'history');
  mkdirSync(dir);
  writeFileSync(join(dir, 'history.json'), `{"b":${elements(2_500_000, '{}')}}`);
  await withService(dir, async (service) => {
    const { boards } = (await service.get('/v1/boards')).body as { boards: { id: string }[] };
    assert.is((await service.get(`/boards/${boards[0]?.id}/history`)).status, 200);
  });
});

test('no backup ends it', async () => {
  const service = await startService(join(root, 'backup'));
  if (!isRunning(service)) throw new Error(service.said);
  const backup = (await service.get('/backup/export')).body as { data: Record<string, unknown> };
  for (const [member, value] of [
    ['pages', elements(900_000, '0')],
    ['pages', JSON.stringify('x'.repeat(7_900_000))],
    ['plugins', members(49_000, (at) => `p${at}`, '{"enabled":true,"config":{}}')],
    ['settings', members(400_000, (at) => `${at}a`)],
  ] as const) {
    const sent = { ...backup, data: { ...backup.data, [member]: JSON.parse(value) as unknown } };
    assert.is((await service.send('POST', '/backup/import', sent)).status, 400, member);
  }
  assert.is((await service.get('/health')).status, 200);
  await service.stop();
});

test.run();
