import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { connect } from '../mcp/rig.ts';
import { serveJson, withServer } from '../plugins/loopback.ts';
import { fileFor } from '../plugins/source-file.ts';
import { until } from '../support/until.ts';
import { BOMBS } from './work-attacks.ts';
import { withService, type RunningService } from './files-service.ts';

/**
 * Formulas that once ended the process, brought in every way but by the form of a page: the built service under
 * the heap of `npm start` answers what it would answer for any mistake, and goes on, now and at its next start.
 */
const test = suite('attack/brought-formulas');

const ROWS = BOMBS.map((bomb) => `{{= ${bomb} }}`);
const MOST_MIB = 160;
const TOKEN = 'token-of-the-assistant';
const ENV = { SERVICE_MCP_TOKEN: TOKEN };

const QUESTION_MARK = 60;

let dir = '';
test.before.each(() => {
  dir = mkdtempSync(join(tmpdir(), 'flapbox-brought-'));
});
test.after.each(() => rmSync(dir, { recursive: true, force: true }));

type Board = { characters: number[][] | null; resolved_page_id: string | null };
const boardOf = async (service: RunningService): Promise<Board> =>
  (await service.get('/v1/boards/primary')).body as unknown as Board;

const readsQuestions = async (service: RunningService): Promise<boolean> => {
  const rows = (await boardOf(service)).characters?.slice(0, ROWS.length) ?? [];
  return rows.length === ROWS.length && rows.every((row) => row.filter((code) => code === QUESTION_MARK).length === 3);
};

/** It lives, is small, and still computes. */
const isWell = async (service: RunningService): Promise<void> => {
  const { body } = await service.send('POST', '/v1/render', { template: ['{{= 1 + 1 }}'] });
  assert.is((body['lines'] as string[])[0]?.trim(), '2');
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${service.child.pid}/status`, 'utf8'))?.[1]) / 1024;
  assert.ok(peak < MOST_MIB, `${peak} MiB`);
};

const make = async (service: RunningService, path: string, body: object): Promise<Record<string, unknown>> => {
  const answer = await service.send('POST', path, body);
  assert.ok(answer.status < 300, JSON.stringify(answer));
  return answer.body;
};
const page = (name: string, template: readonly string[]) => ({ name, type: 'template', template });

test('a backup brings a pinned page of them: it reads ???, also at the next start', async () => {
  await withService(dir, async (service) => {
    const { id } = await make(service, '/v1/pages', page('Bomb', ['A', 'B', 'C']));
    await service.send('PUT', '/v1/boards/primary/active-page', { page_id: id });
    const { body: backup } = await service.get('/backup/export');
    const { pages } = backup['data'] as { pages: { id: string; template: string[] }[] };
    for (const one of pages) if (one.id === id) one.template = ROWS;
    const imported = await service.send('POST', '/backup/import', backup);
    assert.is(imported.status, 200, JSON.stringify(imported.body));
    await until(() => readsQuestions(service));
    assert.is((await boardOf(service)).resolved_page_id, id);
    await isWell(service);
  });
  await withService(dir, async (service) => {
    await until(() => readsQuestions(service));
    await isWell(service);
  });
});

test('an assistant previews, keeps and pins them', async () => {
  await withService(
    dir,
    async (service) => {
      const assistant = await connect(service.url, { token: TOKEN });
      try {
        const shown = await assistant.call('render_preview', { template: ROWS });
        assert.equal(
          (shown.value['lines'] as string[]).slice(0, ROWS.length).map((line) => line.trim()),
          ROWS.map(() => '???'),
        );
        const kept = await assistant.call('create_page', page('Bomb', ROWS));
        const pinned = await assistant.call('pin_page', { page_id: kept.value['id'] });
        assert.is(pinned.refused, false, pinned.text);
        await until(() => readsQuestions(service));
        await isWell(service);
      } finally {
        await assistant.close();
      }
    },
    ENV,
  );
  await withService(dir, isWell, ENV);
});

test('a rule of a collection that is one of them is false', async () => {
  const use = async (service: RunningService, expected: string): Promise<void> => {
    await until(async () => (await boardOf(service)).resolved_page_id === expected);
    await isWell(service);
  };
  let usual = '';
  await withService(dir, async (service) => {
    const never = String((await make(service, '/v1/pages', page('Never', ['N'])))['id']);
    usual = String((await make(service, '/v1/pages', page('Usual', ['U'])))['id']);
    const rules = BOMBS.map((expression) => ({ expression, page_id: never }));
    const { id } = await make(service, '/v1/collections', {
      name: 'Choice',
      page_ids: [never, usual],
      selection_mode: 'variable',
      variable: { rules, default_page_id: usual },
    });
    assert.is((await service.send('PUT', '/v1/boards/primary/active-page', { page_id: id })).status, 200);
    await use(service, usual);
  });
  await withService(dir, (service) => use(service, usual));
});

test('a source of them is checked, and tried out to a sentence', () =>
  withServer(serveJson({ t: 1 }), (base) =>
    withService(dir, async (service) => {
      const confirm = [{ destination: base, home: true, secrets: [] }];
      for (const bomb of BOMBS) {
        const values = { temp: { formula: bomb, max_length: 5 } };
        const file = JSON.stringify(fileFor(base, { values }));
        const checked = await service.send('POST', '/plugins/own/check', { file });
        assert.equal([checked.status, checked.body['problems']], [200, []]);
        const tried = await service.send('POST', '/plugins/own/try', { file, confirm });
        assert.is(tried.status, 200, JSON.stringify(tried.body));
        assert.is(tried.body['error'], 'the formulas of the source ask for too much work', bomb);
        const planned = JSON.stringify(fileFor('', { requests: [{ id: 'one', url: `${base}/{{${bomb}}}` }] }));
        const asked = await service.send('POST', '/plugins/own/try', { file: planned, confirm });
        assert.ok(asked.status === 200 && asked.body['error'] !== null, JSON.stringify(asked.body));
      }
      await isWell(service);
    }),
  ));

test('a condition of a trigger that is one of them does not hold, and others do', () =>
  withServer(serveJson({ t: 1 }), async (base) => {
    const trigger = (when: string, at: number | string) => ({ id: `t${at}`, when, message: 'NOW', seconds: 60 });
    const files = [
      fileFor(base, { id: 'hostile', triggers: BOMBS.map(trigger) }),
      fileFor(base, { id: 'usual', triggers: [trigger('data.temp > 0', 'rue')] }),
    ];
    const use = async (service: RunningService): Promise<void> => {
      for (const { id } of files as { id: string }[])
        await until(async () => (await service.get(`/displays/${id}/raw`)).body['available'] === true);
      await until(async () => Number((await service.send('POST', '/triggers/check')).body['active']) > 0);
      const { body } = await service.get('/triggers');
      assert.equal(
        (body['triggers'] as { plugin_id: string }[]).map(({ plugin_id }) => plugin_id),
        ['usual'],
      );
      await isWell(service);
    };
    await withService(dir, async (service) => {
      const confirm = [{ destination: base, home: true, secrets: [] }];
      for (const file of files) {
        await make(service, '/plugins/own', { file: JSON.stringify(file), confirm });
        await make(service, `/plugins/${String(file['id'])}/enable`, {});
      }
      await use(service);
    });
    await withService(dir, use);
  }));

test.run();
