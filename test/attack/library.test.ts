import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isRunning, startService, withService, type RunningService } from './files-service.ts';

/** Pages, collections and documents that ask for more than there is, by what an owner may store and send. */
const test = suite('attack/library');

const root = mkdtempSync(join(tmpdir(), 'flapbox-library-'));
test.after(() => rmSync(root, { recursive: true, force: true }));

const MEMBERS = 60;

const idOf = async (service: RunningService, path: string, body: object): Promise<{ status: number; id: string }> => {
  const { status, body: answer } = await service.send('POST', path, body);
  return { status, id: String(answer['id']) };
};

const pagesOf = async (service: RunningService, count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let at = 0; at < count; at++)
    ids.push((await idOf(service, '/v1/pages', { name: `P${at}`, type: 'template', template: ['A'] })).id);
  return ids;
};

/** A condition of many letters, unlike all others. */
const long = (collection: number, member: number): string => `${collection}${member}${'+1'.repeat(499)}`;
const withConditions = (name: string, ids: readonly string[], condition: (member: number) => string): object => ({
  name,
  page_ids: ids,
  members: ids.map((page_id, at) => ({ page_id, condition: condition(at) })),
});

test('conditions of many letters fill no memory: those that fit are kept, and it starts with them', async () => {
  const dir = join(root, 'letters');
  await withService(dir, async (service) => {
    const ids = await pagesOf(service, MEMBERS);
    const statuses: number[] = [];
    for (let at = 0; at < 12; at++)
      statuses.push(
        (
          await idOf(
            service,
            '/collections',
            withConditions(`C${at}`, ids, (one) => long(at, one)),
          )
        ).status,
      );
    assert.equal(statuses, [201, 201, 201, 201, ...Array.from({ length: 8 }, () => 409)]);
    const tooLong = await service.send(
      'POST',
      '/collections',
      withConditions('C', ids, (one) => long(0, one).repeat(2)),
    );
    assert.is(tooLong.status, 400);
  });
  const service = await startService(dir);
  assert.ok(isRunning(service));
  if (isRunning(service)) await service.stop();
});

test('a document whose sections go through a list again and again is answered', async () => {
  await withService(join(root, 'document'), async (service) => {
    const props = {
      list: Array.from({ length: 20_000 }, () => 0),
      ...Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, at])),
    };
    const { status } = await service.send('POST', '/boards/primary/vbml', {
      components: [{ template: '{{#list}}{{#list}}{{/list}}{{/list}}HI' }, { template: '{{#list}}'.repeat(5000) }],
      props,
    });
    assert.is(status, 200);
    const fields = { components: [{ template: '{{long}}'.repeat(8000) }], props: { long: 'x'.repeat(900_000) } };
    assert.is((await service.send('POST', '/boards/primary/vbml', fields)).status, 200);
    assert.is((await service.get('/health')).status, 200);
  });
});

test.run();
