import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fileFor } from '../plugins/source-file.ts';
import { until } from '../support/until.ts';
import { isRunning, startService, type RunningService } from './files-service.ts';

const test = suite('attack/safe-start');

const root = mkdtempSync(join(tmpdir(), 'flapbox-safe-'));
const pluginsDir = join(root, 'plugins');
const env = { SERVICE_PLUGINS_DIR: pluginsDir, SERVICE_GPIO_LED: '17' };

mkdirSync(join(pluginsDir, 'door'), { recursive: true });
writeFileSync(
  join(pluginsDir, 'door', 'manifest.json'),
  JSON.stringify({ id: 'door', name: 'Front door', version: '1.0.0' }),
);
writeFileSync(join(pluginsDir, 'door', 'index.mjs'), 'export const fetchData = () => new Promise(() => {});');

const started: RunningService[] = [];
test.after.each(async () => {
  for (const service of started.splice(0)) await service.stop('SIGKILL');
});

const start = async (dir: string): Promise<RunningService> => {
  const service = await startService(dir, env);
  if (!isRunning(service)) throw new Error(`it ended with ${service.code}: ${service.said}`);
  started.push(service);
  return service;
};

const safeStartOf = async (service: RunningService) =>
  (await service.get('/status')).body['safe_start'] as {
    since: string;
    suspected: string | null;
    switched_off: string[];
  } | null;

const DIGIT_2 = 28;
const QUESTION_MARK = 60;

/** The first code on the board. */
const firstCode = async (service: RunningService): Promise<unknown> => {
  const { body } = await service.get('/v1/boards/primary');
  return (body['characters'] as number[][] | null)?.[0]?.[0];
};

/** Reads the stream of events until one of a name comes. */
const awaitEvent = async (service: RunningService, name: string, act: () => Promise<unknown>): Promise<void> => {
  const ending = new AbortController();
  const answer = await fetch(`${service.url}/api/events`, { signal: ending.signal });
  const decoder = new TextDecoder();
  let told = '';
  const reading = (async () => {
    for await (const bytes of answer.body ?? []) {
      told += decoder.decode(bytes as Uint8Array, { stream: true });
      if (told.includes(`event: ${name}`)) return;
    }
  })();
  await act();
  await reading;
  ending.abort();
};

test('two ends during work: the third start leaves out what others wrote, names the culprit, and is ended with one press', async () => {
  const dir = join(root, 'data');
  const first = await start(dir);
  assert.is(await safeStartOf(first), null);
  assert.is((await first.send('PATCH', '/v1/plugins/door', { enabled: true })).status, 200);
  const file = JSON.stringify(fileFor('https://api.example.com'));
  assert.is((await first.send('POST', '/plugins/own', { file })).status, 201);
  const template = ['{{=1+1}}', '{{door.visitor}}', '', '', '', ''];
  const { body: page } = await first.send('POST', '/v1/pages', { name: 'Sum', type: 'template', template });
  assert.is((await first.send('PUT', '/v1/boards/primary/active-page', { page_id: page['id'] })).status, 200);
  await until(async () => (await firstCode(first)) === DIGIT_2);
  assert.not.ok(existsSync(join(dir, 'work.json')), 'while all is well nothing is noted');
  await first.stop('SIGKILL');

  const second = await start(dir);
  assert.is(await safeStartOf(second), null, 'one end is none');
  void second.get('/v1/plugins/door/data').catch(() => undefined);
  const trail = () => readFileSync(join(dir, 'work.json'), 'utf8').trim();
  await until(() => trail().includes('the plugin door'));
  await second.stop('SIGKILL');

  const third = await start(dir);
  const safe = await safeStartOf(third);
  assert.is(safe?.suspected, 'the plugin door');
  assert.equal(safe?.switched_off, [
    'the plugin door',
    'the formulas of all pages, messages and collections',
    'the source probe',
  ]);
  assert.ok(Date.parse(safe?.since ?? '') > 0);
  await until(async () => (await firstCode(third)) === QUESTION_MARK);
  for (const id of ['door', 'probe'])
    assert.equal(await third.get(`/v1/plugins/${id}`), {
      status: 404,
      body: { detail: `There is no plugin "${id}" before the safe start ends.` },
    });
  assert.is((await third.get('/plugins/own/probe')).body['file'], file, 'what is stored is there');
  const pattern = async (service: RunningService) =>
    ((await service.get('/gpio/status')).body['led'] as { pattern: string }).pattern;
  assert.is(await pattern(third), 'double_blink');
  await awaitEvent(third, 'library', async () =>
    assert.equal(await third.send('POST', '/status/safe-start/end'), { status: 200, body: { safe_start: null } }),
  );
  assert.is(await safeStartOf(third), null);
  assert.is(await pattern(third), 'off');
  await until(async () => (await firstCode(third)) === DIGIT_2);
  for (const id of ['door', 'probe']) await until(async () => (await third.get(`/v1/plugins/${id}`)).status === 200);
  assert.is((await third.get('/v1/plugins/door')).body['enabled'], false, 'the culprit stays off');
  await third.stop();
  assert.not.ok(existsSync(join(dir, 'run.json')) || existsSync(join(dir, 'work.json')));

  const fourth = await start(dir);
  assert.is(await safeStartOf(fourth), null, 'after a planned end');
  assert.is((await fourth.get('/v1/plugins/door')).body['enabled'], false);
  await fourth.stop();
});

test('the page that was drawn when the process ended keeps its formulas off until it is changed', async () => {
  const dir = join(root, 'page');
  const first = await start(dir);
  const template = ['{{=1+1}}', '', '', '', '', ''];
  const { body: page } = await first.send('POST', '/v1/pages', { name: 'Bomb', type: 'template', template });
  await first.send('PUT', '/v1/boards/primary/active-page', { page_id: page['id'] });
  await first.stop('SIGKILL');
  // What a run leaves behind that ended while it drew that page; no such page is known, or it would be mended.
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  writeFileSync(join(dir, 'run.json'), JSON.stringify({ running: boot, ends: 1, formulas_off: [] }));
  const key = createHash('sha256').update(template.join('\n')).digest('base64url').slice(0, 22);
  writeFileSync(join(dir, 'work.json'), JSON.stringify([{ kind: 'formulas', key, name: 'the page "Bomb"' }]));

  const second = await start(dir);
  assert.is((await safeStartOf(second))?.suspected, 'the page "Bomb"');
  await second.send('POST', '/status/safe-start/end');
  await second.stop();

  const third = await start(dir);
  assert.is(await safeStartOf(third), null);
  await until(async () => (await firstCode(third)) === QUESTION_MARK);
  await third.send('PUT', `/v1/pages/${page['id']}`, { template: ['{{=1+1}}!', '', '', '', '', ''] });
  await until(async () => (await firstCode(third)) === DIGIT_2);
  await third.stop();
});

test.after(() => rmSync(root, { recursive: true, force: true }));

test.run();
