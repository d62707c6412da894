import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { setHomeZone } from '../../src/core/time/zone.ts';
import type { JsonList } from '../../src/documents/json-document.ts';
import type { Parsed } from '../../src/documents/parsed.ts';
import type { Sieve } from '../../src/documents/sieve-document.ts';
import { SandboxDocuments } from '../../src/sandbox/documents.ts';
import { INLINE_BYTES, MOST_SIFTED, MOST_WAITING_BYTES } from '../../src/sandbox/limits.ts';
import { Sandbox } from '../../src/sandbox/sandbox.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { buildSandbox } from '../support/sandbox.ts';

const test = suite('sandbox/documents');

const root = mkdtempSync(join(tmpdir(), 'flapbox-documents-'));
const building = buildSandbox(join(root, 'worker'));
const buildingWitness = buildSandbox(join(root, 'witness'), 'test/support/hostile-parsers.ts');

const NOW = Date.parse('2026-11-20T13:30:00Z');
const SPAN = { from: NOW, to: NOW + 366 * 86_400_000, most: 100, zone: 'Europe/Berlin' };
const CALENDAR = 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20261121T100000\nSUMMARY:Tea\nEND:VEVENT\nEND:VCALENDAR\n';
const FEED = '<rss><channel><title>News</title><item><title>One</title></item></channel></rss>';

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));
const pad = (text: string, size: number): string => text.padEnd(size, ' ');

/** Documents over a worker of their own, which stops at the end; `sandbox` counts what is asked of it. */
const withDocuments = async (
  file: Promise<string>,
  use: (
    documents: SandboxDocuments,
    sandbox: Sandbox,
    jobs: () => number,
    clock: ReturnType<typeof createFakeClock>,
  ) => Promise<void>,
): Promise<void> => {
  let jobs = 0;
  const clock = createFakeClock('2026-11-20T13:30:00Z');
  const sandbox = new (class extends Sandbox {
    override run(job: Parameters<Sandbox['run']>[0]): Promise<unknown> {
      jobs++;
      return super.run(job);
    }
  })({ file: await file, clock });
  try {
    await use(new SandboxDocuments(sandbox), sandbox, () => jobs, clock);
  } finally {
    await sandbox.stop();
  }
};

test('a calendar and a feed are read on the worker, however small they are', () =>
  withDocuments(building, async (documents, _sandbox, jobs) => {
    const calendar = await documents.read('calendar', bytesOf(CALENDAR), SPAN);
    assert.equal('value' in calendar && calendar.value.occurrences.map(({ name, start }) => [name, start]), [
      ['Tea', Date.parse('2026-11-21T09:00:00Z')],
    ]);
    const feed = await documents.read('feed', bytesOf(FEED), {});
    assert.equal('value' in feed && [feed.value.title, feed.value.items.length], ['News', 1]);
    assert.is(jobs(), 2);
  }));

test('only large JSON goes to the worker', () =>
  withDocuments(building, async (documents, sandbox, jobs) => {
    assert.equal(await documents.read('json', bytesOf(pad('{"a": 1}', INLINE_BYTES)), {}), { value: { a: 1 } });
    assert.equal(await documents.read('json', bytesOf('['), {}), { error: 'the answer is no JSON' });
    assert.equal([jobs(), sandbox.isRunning], [0, false]);
    assert.equal(
      await documents.read('json', bytesOf(pad('{"a": 1}', INLINE_BYTES + 1)), { picks: [{ name: 'b', path: 'a' }] }),
      { value: { b: 1 } },
    );
    assert.equal([jobs(), sandbox.isRunning], [1, true]);
  }));

test('it is another thread that reads', () =>
  withDocuments(buildingWitness, async (documents) => {
    const read = async (parser: 'calendar' | 'feed' | 'json', size: number) =>
      (await documents.read(parser, bytesOf(pad('x', size)), SPAN)) as { readonly value: unknown };
    for (const [parser, size] of [
      ['calendar', 1],
      ['feed', 1],
      ['json', INLINE_BYTES + 1],
    ] as const)
      assert.is(((await read(parser, size)).value as { isMainThread: boolean }).isMainThread, false);
  }));

test('the worker ends when nothing more is to be read, and is started again', () =>
  withDocuments(building, async (documents, sandbox, _jobs, clock) => {
    for (let round = 0; round < 2; round++) {
      assert.ok('value' in (await documents.read('feed', bytesOf(FEED), {})));
      assert.is(sandbox.isRunning, true);
      await clock.advance(1999);
      assert.is(sandbox.isRunning, true);
      await clock.advance(1);
      assert.is(sandbox.isRunning, false);
    }
  }));

test('the bytes are handed over, not copied', () =>
  withDocuments(building, async (documents) => {
    const bytes = bytesOf(FEED);
    assert.ok('value' in (await documents.read('feed', bytes, {})));
    assert.is(bytes.byteLength, 0);
    // What lies in a buffer with others stays there.
    const among = Buffer.from(`..${FEED}`).subarray(2);
    assert.ok('value' in (await documents.read('feed', among, {})));
    assert.is(among.byteLength, FEED.length);
  }));

test('of a large list the picked values are returned; all of it is too much', () =>
  withDocuments(building, async (documents) => {
    const states = JSON.stringify(
      Array.from({ length: 1000 }, (_, index) => ({
        id: `light.${index}`,
        state: 'on',
        more: { name: 'Light', long: 'x'.repeat(600) },
      })),
    );
    const read = async (list: JsonList) => documents.read('json', bytesOf(states), { list });
    assert.match(JSON.stringify(await read({})), /larger than 256 KiB/);
    const picked = await read({
      picks: [
        { name: 'id', path: 'id' },
        { name: 'name', path: 'more.name' },
      ],
    });
    assert.equal('value' in picked && [(picked.value as unknown[]).length, (picked.value as unknown[]).at(-1)], [
      1000,
      { id: 'light.999', name: 'Light' },
    ]);
  }));

for (const text of ['answers much', 'answers letters of many bytes']) {
  test(`a document that ${text} is refused`, () =>
    withDocuments(buildingWitness, async (documents) => {
      assert.equal(await documents.read('feed', bytesOf(text), {}), {
        error: 'what is wanted of the answer is larger than 256 KiB',
      });
      assert.ok('value' in (await documents.read('feed', bytesOf('x'), {})));
    }));
}

test('the error of a parser has nothing of this machine', () =>
  withDocuments(buildingWitness, async (documents) =>
    assert.equal(await documents.read('feed', bytesOf('throws'), {}), { error: 'the answer cannot be read' }),
  ));

test('a cancelled document is not waited for, and one that was not begun is not read', () =>
  withDocuments(buildingWitness, async (documents, _sandbox, jobs) => {
    const controller = new AbortController();
    const begun = documents.read('feed', bytesOf('one'), {}, controller.signal);
    const waiting = documents.read('feed', bytesOf('two'), {}, controller.signal);
    // The first is begun before anything else happens.
    await Promise.resolve();
    controller.abort();
    assert.equal([await begun, await waiting], [{ error: 'no answer in time' }, { error: 'no answer in time' }]);
    assert.equal(await documents.read('feed', bytesOf('three'), {}, controller.signal), { error: 'no answer in time' });
    assert.ok('value' in (await documents.read('feed', bytesOf('four'), {})));
    assert.is(jobs(), 2);
  }));

test('what waits is bounded, and the rest refused', () =>
  withDocuments(buildingWitness, async (documents) => {
    const all = await Promise.all(
      Array.from({ length: 5 }, () => documents.read('feed', new Uint8Array(MOST_WAITING_BYTES / 4), {})),
    );
    assert.equal(
      all.map((answer) => ('error' in answer ? answer.error : 'read')),
      ['read', 'read', 'read', 'read', 'too many large documents are being read'],
    );
    assert.ok('value' in (await documents.read('feed', new Uint8Array(MOST_WAITING_BYTES / 4), {})));
  }));

test("times are right in the process's own zone, and after it was changed", async () => {
  const before = process.env['TZ'];
  const enter = (zone: string): void => {
    process.env['TZ'] = zone;
    setHomeZone(zone);
  };
  try {
    await withDocuments(building, async (documents) => {
      const starts: number[] = [];
      for (const [home, zone] of [
        ['Asia/Tokyo', 'Asia/Tokyo'],
        ['America/New_York', 'America/New_York'],
        ['America/New_York', 'Asia/Tokyo'],
        ['Asia/Tokyo', 'Asia/Tokyo'],
      ] as const) {
        enter(home);
        const calendar = await documents.read('calendar', bytesOf(CALENDAR), { ...SPAN, zone });
        if ('value' in calendar) starts.push(calendar.value.occurrences[0]?.start ?? 0);
      }
      assert.equal(
        starts.map((at) => new Date(at).toISOString()),
        [
          '2026-11-21T01:00:00.000Z',
          '2026-11-21T15:00:00.000Z',
          '2026-11-21T01:00:00.000Z',
          '2026-11-21T01:00:00.000Z',
        ],
      );
    });
  } finally {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
    setHomeZone(null);
  }
});

/** Stations as a large list tells them, in pieces as the network brings them; `count` is told of each piece. */
async function* stations(most: number, count: () => void = () => undefined): AsyncGenerator<Uint8Array> {
  yield bytesOf('{"data": {"stations": [');
  for (let at = 0; at < most; at += 10) {
    count();
    const ten = Array.from({ length: 10 }, (_, more) => ({
      id: at + more,
      name: `Stop ${at + more}`,
      x: 'y'.repeat(500),
    }));
    yield bytesOf(`${at > 0 ? ',' : ''}${JSON.stringify(ten).slice(1, -1)}`);
  }
  yield bytesOf(']}}');
}

const SIEVE: Sieve = {
  kind: 'json',
  contentType: '',
  list: ['data', 'stations'],
  where: [{ paths: ['name'], words: ['99'] }],
  near: null,
  fields: ['id'],
  witnesses: 0,
  most: 3,
  csv: { separator: ',', columns: null, skip: 0 },
};

const leftOf = (read: Parsed<Uint8Array>): unknown =>
  'error' in read ? read : (JSON.parse(new TextDecoder().decode(read.value)) as unknown);

const FOUND = { data: { stations: [{ id: 99 }, { id: 199 }, { id: 299 }] } };

test('a long answer is read on the worker while it comes, many of them at once', () =>
  withDocuments(building, async (documents, _sandbox, jobs) => {
    const all = await Promise.all(Array.from({ length: MOST_SIFTED + 3 }, () => documents.sift(SIEVE, stations(2000))));
    assert.equal(
      all.map(leftOf),
      all.map(() => FOUND),
    );
    assert.is(jobs(), MOST_SIFTED + 3);
    assert.equal(leftOf(await documents.sift(SIEVE, stations(10))), { data: { stations: [] } });
    assert.is(jobs(), MOST_SIFTED + 3);
  }));

test('an answer is read at once up to the bytes that any JSON is, and no further', () =>
  withDocuments(building, async (documents, _sandbox, jobs) => {
    for (const [bytes, count] of [
      [INLINE_BYTES, 0],
      [INLINE_BYTES + 1, 1],
    ] as const) {
      const whole = async function* () {
        const text = bytesOf(pad('{"data": {"stations": [{"name": "99", "id": 1}]}}', bytes));
        for (let at = 0; at < text.length; at += 5000) yield text.slice(at, at + 5000);
      };
      assert.equal(leftOf(await documents.sift(SIEVE, whole())), { data: { stations: [{ id: 1 }] } });
      assert.is(jobs(), count);
    }
  }));

test('a piece is asked for when the one before was read, and no more after an error', () =>
  withDocuments(building, async (documents) => {
    let pieces = 0;
    const refused = await documents.sift(
      { ...SIEVE, where: [], fields: null, most: 2000 },
      stations(100_000, () => pieces++),
    );
    assert.equal(refused, { error: 'what is wanted of the answer is larger than 256 KiB' });
    assert.ok(pieces < 100, `${pieces} pieces`);
  }));

test('what the pieces reject with is what it rejects with, and its place is free again', () =>
  withDocuments(building, async (documents) => {
    const broken = async function* () {
      yield* stations(200);
      throw new Error('the server ended the connection');
    };
    for (let round = 0; round <= MOST_SIFTED; round++) {
      const problem = await documents.sift(SIEVE, broken()).catch((error: unknown) => error);
      assert.is((problem as Error).message, 'the server ended the connection');
    }
    assert.equal(leftOf(await documents.sift(SIEVE, stations(2000))), FOUND);
  }));

test('pieces that do not come are waited for until the caller has no more time', () =>
  withDocuments(building, async (documents) => {
    const controller = new AbortController();
    const stuck = async function* () {
      yield* stations(200);
      controller.abort();
      await new Promise(() => undefined);
    };
    assert.equal(await documents.sift(SIEVE, stuck(), controller.signal), { error: 'no answer in time' });
    assert.equal(leftOf(await documents.sift(SIEVE, stations(2000))), FOUND);
  }));

test.after(() => rmSync(root, { recursive: true, force: true }));
test.run();
