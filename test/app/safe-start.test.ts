import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { serveJson, withServer } from '../plugins/loopback.ts';
import { startAppliance } from '../support/appliance.ts';
import { until } from '../support/until.ts';

// What goes on again when a safe start is over.
const test = suite('app/safe-start');

/** What a run leaves behind that ended without being asked to, after another one. */
const endedTwice = (dir: string): void =>
  writeFileSync(join(dir, 'run.json'), JSON.stringify({ running: 'before', ends: 1, formulas_off: [] }));

const [DIGIT_2, QUESTION_MARK] = [28, 60];

test('formulas of pages are drawn from then on', async () => {
  const appliance = await startAppliance({ prepare: endedTwice });
  try {
    const template = ['{{=1+1}}', '', '', '', '', ''];
    const { body } = await appliance.call('POST', '/v1/pages', { name: 'Sum', type: 'template', template });
    await appliance.call('PUT', '/v1/boards/primary/active-page', { page_id: body['id'] });
    const firstCode = async () => {
      const shown = await appliance.call<{ characters: number[][] | null }>('GET', '/v1/boards/primary');
      return shown.body.characters?.[0]?.[0];
    };
    await until(async () => (await firstCode()) === QUESTION_MARK);
    assert.is((await appliance.call('POST', '/status/safe-start/end')).status, 200);
    await until(async () => (await firstCode()) === DIGIT_2);
  } finally {
    await appliance.close();
  }
});

test('the data that rules of collections read are fetched from then on', () =>
  withServer(serveJson({ value: 1 }), async (base, requests) => {
    const appliance = await startAppliance({ prepare: endedTwice });
    try {
      const send = async (method: string, path: string, body: object) => {
        const { status, body: answer } = await appliance.call(method, path, body);
        assert.ok(status < 300, `${path}: ${JSON.stringify(answer)}`);
        return answer;
      };
      await send('PATCH', '/v1/plugins/json', { enabled: true, config: { url: base } });
      const { id } = await send('POST', '/v1/pages', {
        name: 'A',
        type: 'template',
        template: ['A', '', '', '', '', ''],
      });
      const variable = { rules: [{ expression: 'json.value == 1', page_id: id }], default_page_id: id };
      await send('POST', '/v1/collections', { name: 'C', page_ids: [id], selection_mode: 'variable', variable });
      assert.ok((await appliance.call('GET', '/status')).body['safe_start']);
      assert.equal(requests, []);
      await send('POST', '/status/safe-start/end', {});
      await until(() => requests.length > 0);
    } finally {
      await appliance.close();
    }
  }));

test('whoever listens is told that what was switched off may be another now', async () => {
  const appliance = await startAppliance({ prepare: endedTwice });
  const listening = new AbortController();
  try {
    const { body } = await fetch(`${appliance.url}/api/events`, { signal: listening.signal });
    let told = '';
    const reading = (async () => {
      for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) told += chunk;
    })().catch(() => undefined);
    await until(() => told.includes('event: board'));
    await appliance.call('POST', '/status/safe-start/end');
    await until(() => /event: library\n.*"pages","collections","plugins","settings"/.test(told));
    listening.abort();
    await reading;
  } finally {
    await appliance.close();
  }
});

test.run();
