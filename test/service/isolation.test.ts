import type { ServerResponse } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Preview } from '../../src/schema/content/pages.ts';
import { startEmulator } from '../../hw/emulator/vestaboard/emulator.ts';
import { withServer } from '../plugins/loopback.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { startFlatRig, type FlatRig } from '../support/flat-rig.ts';
import { until } from '../support/until.ts';

const test = suite('service/isolation');

const clock = createFakeClock('2026-03-02T10:00:30Z');
let rig: FlatRig;
test.before.each(async () => {
  rig = await startFlatRig(clock);
});
test.after.each(() => rig.close());

/** Runs with a source that was asked and does not answer before `answer` is called. */
const withHanging = (run: (answer: () => void, asked: () => number) => Promise<void>): Promise<void> => {
  const waiting: ServerResponse[] = [];
  return withServer(
    (_request, response) => void waiting.push(response),
    async (base, requests) => {
      await rig.call('PUT', '/plugins/json/config', { url: base });
      await rig.call('POST', '/plugins/json/enable');
      await run(
        () => waiting.splice(0).forEach((response) => response.end('{"word":"LATE"}')),
        () => requests.length,
      );
    },
  );
};
/** Whether a promise is still open once everything that can happen has happened. */
const isPending = async (promise: Promise<unknown>): Promise<boolean> => {
  let done = false;
  void promise.then(() => (done = true));
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  return !done;
};

test('while a source hangs, pages without it are drawn, alone and by the API of templates', () =>
  withHanging(async (answer, asked) => {
    const [hung, free] = [
      await rig.page('Hung', ['{{json.word}}']),
      await rig.page('Free', ['{{date_time.time_24h}}']),
    ];
    const late = rig.call<Preview>('POST', `/pages/${hung}/preview`);
    await until(() => asked() > 0);
    assert.ok((await rig.call<Preview>('POST', `/pages/${free}/preview`)).body.message.startsWith('11:00'));
    assert.is((await rig.call('POST', '/v1/render', { template: '{{date_time.time_24h}}' })).status, 200);
    assert.is((await rig.call('GET', '/plugins/date_time/data')).status, 200);
    assert.is((await rig.call('GET', '/templates/variables')).status, 200);
    assert.is((await rig.call('GET', '/plugins/variables/all')).status, 200);
    assert.is((await rig.call('POST', '/templates/validate', { template: '{{json.word}}' })).status, 200);
    assert.ok(await isPending(late));
    answer();
    assert.ok((await late).body.message.startsWith('LATE'));
  }));

test('while a source hangs, boards whose pages do not need it are written, by hand and by the programme', () =>
  withHanging(async (answer, asked) => {
    const [hung, free] = [await rig.page('Hung', ['{{json.word}}']), await rig.page('Free', ['F'])];
    const late = rig.call<{ sent: boolean }>('PUT', '/v1/boards/primary/active-page', { page_id: hung });
    await until(() => asked() > 0);
    assert.is(
      (await rig.call<{ sent: boolean }>('PUT', `/v1/boards/${rig.wall}/active-page`, { page_id: free })).body.sent,
      true,
    );
    assert.is(rig.first(), 6);
    await rig.call('PUT', `/pages/${free}`, { template: ['G'] });
    await until(() => rig.first() === 7);
    assert.is(
      (await rig.call<{ sent: boolean }>('POST', `/v1/boards/${rig.wall}/message`, { fill: 9 })).body.sent,
      true,
    );
    assert.ok(await isPending(late));
    answer();
    await late;
  }));

test('a page that needs a source that hangs is drawn without it when its time is over', () =>
  withHanging(async (_answer, asked) => {
    const hung = await rig.page('Hung', ['A {{json.word}}']);
    let done = false;
    const late = rig.call<Preview>('POST', `/pages/${hung}/preview`).finally(() => (done = true));
    await until(() => asked() > 0);
    await until(async () => {
      if (!done) await clock.advance(1000);
      return done;
    });
    assert.ok((await late).body.message.startsWith('A ???'));
    assert.match(
      (await rig.call<{ errors: { error: string }[] }>('GET', '/plugins/errors')).body.errors[0]?.error ?? '',
      /no answer/,
    );
  }));

test('a page is drawn at once while its own source is asked again', () =>
  withHanging(async (answer, asked) => {
    const page = await rig.page('P', ['{{json.word}}']);
    const first = rig.call('PUT', `/v1/boards/${rig.wall}/active-page`, { page_id: page });
    await until(() => asked() === 1);
    answer();
    await first;
    await clock.advance(301_000);
    await until(() => asked() === 2);
    assert.ok((await rig.call<Preview>('POST', `/pages/${page}/preview`)).body.message.startsWith('LATE'));
    answer();
  }));

/** Runs while the first wall takes requests and does not answer; `second` is a wall beside it, and what it shows. */
const withHangingBoard = async (run: (second: string, shows: () => number | undefined) => Promise<void>) => {
  const emulator = await startEmulator({ type: 'flagship', port: 0, key: 'k' });
  const settings = { id: 'second', device_type: 'flagship', host: `127.0.0.1:${emulator.port}`, local_api_key: 'k' };
  await rig.call('POST', '/settings/board/add', settings);
  try {
    await run('second', () => emulator.shown()[0]?.[0]);
  } finally {
    await emulator.close();
  }
};
test('while a board hangs, a refresh of all writes the others', () =>
  withHangingBoard(async (second, shows) => {
    const page = await rig.page('B', ['{left}B']);
    for (const board_id of [rig.wall, second])
      await rig.call('PUT', '/settings/active-page', { page_id: page, board_id });
    await rig.call('POST', `/v1/boards/${second}/message`, { fill: 1 });
    await until(() => shows() === 1);
    rig.emulator.switches.fault = 'hang';
    const refresh = rig.call('POST', '/force-refresh');
    await until(() => shows() === 2);
    assert.ok(await isPending(refresh));
    await clock.advance(60_000);
    assert.is((await refresh).status, 500);
  }));

test.run();
