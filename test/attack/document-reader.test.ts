import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../src/platform/clock.ts';
import type { Documents } from '../../src/documents/port.ts';
import { SandboxDocuments } from '../../src/sandbox/documents.ts';
import { Sandbox } from '../../src/sandbox/sandbox.ts';
import { buildSandbox } from '../support/sandbox.ts';
import { until } from '../support/until.ts';
import { serveText, withServer } from '../plugins/loopback.ts';
import { withService } from './files-service.ts';

// Documents that hang or fill whoever reads them, on the worker that plugins of others share (the parsers are made for
// it: ours do nothing of the kind), and the calendar that ended a service after ten readings, on dist/flapbox.cjs.

const test = suite('attack/document-reader');

const root = mkdtempSync(join(tmpdir(), 'flapbox-reader-'));
const building = buildSandbox(join(root, 'sandbox'), 'test/support/hostile-parsers.ts');
const LIMITS = { processorMs: 300, timeMs: 15_000 };

const install = (id: string, body: string): string => {
  const folder = join(root, id);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.mjs'), `export const fetchData = async ({ log }) => { ${body} };`);
  return folder;
};
const neighbour = install('neighbour', "await null; return 'answered';");
const hanging = install('hanging', 'log(1); return Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);');

const call = (sandbox: Sandbox, folder: string): Promise<string> =>
  sandbox
    .run({ room: folder, task: { kind: 'plugin', folder, name: 'fetchData', request: '{}' }, limits: LIMITS })
    .then(String, (error: Error) => error.message);

const read = async (documents: Documents, text: string, signal?: AbortSignal): Promise<string> => {
  const answer = await documents.read('feed', new Uint8Array(Buffer.from(text)), {}, signal);
  return 'error' in answer ? answer.error : (answer.value as unknown as { text: string }).text;
};

const withReader = async (use: (documents: Documents, sandbox: Sandbox) => Promise<void>): Promise<void> => {
  const sandbox = new Sandbox({ file: await building, clock: systemClock });
  try {
    await use(new SandboxDocuments(sandbox, LIMITS), sandbox);
  } finally {
    await sandbox.stop();
  }
};

for (const [text, error] of [
  ['never ends', 'the answer cannot be read: more than 0.3 s of processor time'],
  ['fills the memory', /^the answer cannot be read: (?:it needs too much memory|more than 0\.3 s of processor time)$/],
] as const) {
  test(`a document that ${text} costs only itself`, () =>
    withReader(async (documents, sandbox) => {
      assert.is(await call(sandbox, neighbour), '"answered"');
      const [bad, beside, other, further] = await Promise.all([
        read(documents, text),
        call(sandbox, neighbour),
        read(documents, 'a second one'),
        call(sandbox, neighbour),
      ]);
      if (typeof error === 'string') assert.is(bad, error);
      else assert.match(bad, error);
      assert.equal([beside, other, further], ['"answered"', 'a second one', '"answered"']);
      assert.equal(
        [await call(sandbox, neighbour), await read(documents, 'a third one')],
        ['"answered"', 'a third one'],
      );
    }));

  test(`a document that ${text} and is given up costs only itself`, () =>
    withReader(async (documents, sandbox) => {
      const controller = new AbortController();
      const bad = read(documents, text, controller.signal);
      const other = read(documents, 'a second one');
      await until(() => sandbox.isRunning);
      controller.abort();
      assert.is(await bad, 'no answer in time');
      assert.equal([await call(sandbox, neighbour), await other], ['"answered"', 'a second one']);
    }));
}

/** Calls a plugin that nothing inside can interrupt; resolves when it computes. */
const hang = async (sandbox: Sandbox, signal?: AbortSignal): Promise<{ readonly end: Promise<string> }> => {
  let computes = false;
  const task = { kind: 'plugin', folder: hanging, name: 'fetchData', request: '{}' } as const;
  const job = sandbox.run({
    room: hanging,
    task,
    limits: LIMITS,
    log: () => (computes = true),
    ...(signal ? { signal } : {}),
  });
  const end = job.then(String, (error: Error) => error.message);
  await until(() => computes);
  return { end };
};

test('a document is read although a plugin hangs the worker that it was handed to', () =>
  withReader(async (documents, sandbox) => {
    const { end } = await hang(sandbox);
    assert.is(await read(documents, 'a good one'), 'a good one');
    assert.is(await end, 'more than 0.3 s of processor time');
  }));

test('a plugin that hangs and is cancelled delays no others for long', () =>
  withReader(async (documents, sandbox) => {
    const controller = new AbortController();
    const { end } = await hang(sandbox, controller.signal);
    controller.abort();
    assert.is(await end, 'it was stopped');
    assert.equal([await call(sandbox, neighbour), await read(documents, 'a good one')], ['"answered"', 'a good one']);
  }));

const NEVER =
  'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:Never\nDTSTART:20200101T100000Z\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31\nEND:VEVENT\nEND:VCALENDAR\n';
const READINGS = 20;

test('a calendar with a rule that never matches is read twenty times on a worker, the service goes on, and the worker ends', () =>
  withServer(serveText(NEVER, 'text/calendar'), async (base, requests) => {
    const dir = mkdtempSync(join(root, 'data-'));
    await withService(dir, async ({ child, get, send }) => {
      const threads = (): number => readdirSync(`/proc/${child.pid}/task`).length;
      const atRest = threads();
      let most = 0;
      for (let reading = 1; reading <= READINGS; reading++) {
        assert.is(
          (await send('PUT', '/plugins/calendar/config', { config: { url: `${base}/${reading}` } })).status,
          200,
        );
        if (reading === 1) assert.is((await send('POST', '/plugins/calendar/enable')).status, 200);
        const { body } = await get('/plugins/calendar/data');
        assert.equal([body['available'], body['error']], [true, null]);
        most = Math.max(most, threads());
      }
      assert.ok(new Set(requests.map(({ url }) => url)).size >= READINGS);
      assert.is((await get('/health')).status, 200);
      assert.is(child.exitCode, null);
      assert.ok(most > atRest, `${most} threads, ${atRest} at rest`);
      await send('POST', '/plugins/calendar/disable');
      await until(() => threads() <= atRest);
    });
  }));

test.after(() => rmSync(root, { recursive: true, force: true }));
test.run();
