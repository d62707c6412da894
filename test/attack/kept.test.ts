import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Geometry } from '../../src/core/flaps/geometry.ts';
import { KeptBudget } from '../../src/plugins/keeping/kept-budget.ts';
import { defineManifest } from '../../src/plugins/contract/manifest.ts';
import { createNet } from '../../src/plugins/network/net.ts';
import type { DataPlugin } from '../../src/plugins/contract/plugin.ts';
import { Triggers } from '../../src/plugins/running/triggers.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { withBroker } from '../support/small-broker.ts';
import { createHost, FLAGSHIP, startHost } from '../plugins/fixture.ts';
import { serveJson, withServer } from '../plugins/loopback.ts';
import { fileFor } from '../plugins/source-file.ts';
import { hostWith } from '../plugins/source-rig.ts';
import { createDirectDocuments } from '../support/documents.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { until } from '../support/until.ts';
import { usedHeap } from '../support/used-heap.ts';

const test = suite('attack/kept');

const MIB = 1024 * 1024;
const empties = (count: number): object[] => Array.from({ length: count }, () => ({}));
const ITEMS = Array.from({ length: 4000 }, (_, at) => ({ at, name: `item ${at}` }));
const plain = (id: string, more: Omit<DataPlugin, 'manifest'>): DataPlugin => ({
  manifest: defineManifest({ id, name: id, version: '1.0.0', description: '', settings_schema: {} }),
  ...more,
});
const enabled = (...ids: string[]) =>
  Object.fromEntries(ids.map((id) => [id, { enabled: true, config: {}, secrets: {} }]));
const panel = (cols: number): Geometry => ({ device_type: 'panel', rows: 8, cols });

test('equal data of many sizes are kept once', async () => {
  const fetchData = async () => ({ available: true, data: { items: ITEMS }, formatted_lines: ['one', 'two'] });
  const { host } = createHost({ builtins: [plain('lines', { fetchData })] }, enabled('lines'));
  await host.data('lines', panel(20));
  const before = await usedHeap();
  for (let cols = 21; cols < 61; cols++) assert.is((await host.data('lines', panel(cols))).error, null);
  const more = (await usedHeap()) - before;
  assert.ok(more < 1.5 * MIB, `${more} bytes`);
  assert.is(host.values.source('lines', panel(20), 0)?.data, host.values.source('lines', panel(60), 0)?.data);
});

test('other data for each size count together, and those of before stay', async () => {
  const fetchData = async ({ board }: { board: Geometry }) => ({
    available: true,
    data: { cols: board.cols, list: empties(25_000) },
    formatted_lines: ['one'],
  });
  const { host } = createHost({ builtins: [plain('lines', { fetchData })] }, enabled('lines'));
  const errors: (string | null)[] = [];
  for (let cols = 20; cols < 29; cols++) errors.push((await host.data('lines', panel(cols))).error);
  assert.equal(
    errors.map((error) => error === null),
    [true, true, true, ...new Array(6).fill(false)],
  );
  assert.match(errors[5] ?? '', /keeps more than its part of the memory: all that it keeps needs [\d.]+ MiB/);
  assert.is(host.values.source('lines', panel(20), 0)?.data['cols'], 20);
});

test('sizes that nobody asks for any more are forgotten', async () => {
  const fetchData = async ({ board }: { board: Geometry }) => ({ available: true, data: { cols: board.cols } });
  const { host } = createHost({ builtins: [plain('lines', { fetchData })] }, enabled('lines'));
  for (let cols = 1; cols <= 120; cols++) await host.data('lines', panel(cols));
  assert.is(host.values.source('lines', panel(120), 0)?.data['cols'], 120);
  assert.is(host.values.source('lines', panel(1), 0), undefined);
});

test('long lines are kept as they are shown, not with the text that they were cut out of', async () => {
  const fetchData = async () => ({
    available: true,
    data: {},
    formatted_lines: Array.from({ length: 5 }, (_, at) => String(at).repeat(2 * MIB)),
  });
  const { host } = createHost({ builtins: [plain('lines', { fetchData })] }, enabled('lines'));
  const before = await usedHeap();
  assert.is((await host.data('lines', FLAGSHIP)).error, null);
  assert.ok((await usedHeap()) - before < MIB);
});

test('pushed data are refused by name when they cost too much', async () => {
  const receive = ({ payload }: { payload: unknown }) => payload as Record<string, unknown>;
  const { host } = createHost({ builtins: [plain('pushed', { receive })] }, enabled('pushed'));
  const push = (payload: object) => host.receive('pushed', { payload, headers: {}, rawBody: '' });
  await push({ fine: 1 });
  await push({ list: empties(60_000) }).then(
    () => assert.unreachable(),
    (error: { detail?: string }) =>
      assert.match(error.detail ?? '', /"pushed" refuses the body: keeps more than its part of the memory/),
  );
  assert.equal(host.values.source('pushed', FLAGSHIP, 0)?.data, { fine: 1 });
});

test('messages of topics are paid for before they are read', () =>
  withBroker(async (broker) => {
    const topics = Array.from({ length: 20 }, (_, at) => ({ topic: `t/v${at}` }));
    const config = { connection: { url: broker.url }, topics };
    const { host } = createHost({ clock: systemClock }, { mqtt: { enabled: true, config, secrets: {} } });
    await startHost(host);
    try {
      await until(() => broker.topics.length === topics.length);
      const before = await usedHeap();
      const list = `[${new Array(21_000).fill('{}').join(',')}]`;
      for (const { topic } of topics) broker.publish(topic, list);
      await until(() => host.report.health('mqtt')?.error?.includes('keeps more than its part of the memory') === true);
      assert.ok((await usedHeap()) - before < 10 * MIB);
    } finally {
      await host.stop();
    }
  }));

test('answers of one source count together while it asks', () =>
  withServer(serveJson(empties(20_000)), async (base) => {
    const requests = [
      { id: 'list', url: `${base}/list` },
      ...Array.from({ length: 4 }, (_, at) => ({ id: `more_${at}`, url: `${base}/${at}` })),
    ];
    const file = fileFor(base, { requests, values: { n: { formula: 'COUNT(list)', type: 'number', max_length: 6 } } });
    const { host } = hostWith([file], {}, { clock: systemClock });
    const { error } = await host.data('probe', FLAGSHIP);
    assert.match(error ?? '', /keeps more than its part of the memory: all its answers need [\d.]+ MiB, at most 3.0/);
    await host.stop();
  }));

test('a server that sends byte by byte is read like any other', () =>
  withServer(
    (_request, response) => {
      response.socket?.setNoDelay(true);
      const piece = Buffer.from(`1\r\nx\r\n`.repeat(8192));
      response.writeHead(200, { 'transfer-encoding': 'chunked' });
      response.flushHeaders();
      for (let sent = 0; sent < 24; sent++) response.socket?.write(piece);
      response.socket?.write('0\r\n\r\n');
      response.socket?.end();
    },
    async (base) => {
      const before = await usedHeap();
      const answer = await createNet(createDirectDocuments()).bytes(base);
      assert.is('bytes' in answer ? answer.bytes.length : answer, 24 * 8192);
      assert.ok((await usedHeap()) - before < 2 * MIB);
    },
  ));

test('triggers of one plugin are no more than it may have, whatever they are called', () => {
  const clock = createFakeClock('2026-11-20T13:30:00Z');
  const budget = new KeptBudget();
  const triggers = new Triggers(clock, budget);
  let refusal: string | null = null;
  for (let at = 0; at < 200; at++)
    refusal = triggers.take('hungry', null, [{ trigger_id: `t${at}`, duration_seconds: 86_400, data: { at } }]);
  assert.is(triggers.list().length, 50);
  assert.match(refusal ?? '', /has 50 triggers already/);
  for (let at = 0; at < 50; at++) triggers.dismiss(`t${at}`);
  triggers.take('hungry', null, [{ trigger_id: 'again' }]);
  assert.is(triggers.list().length, 0);
  assert.is(budget.bytes, 0);
  triggers.take('neighbour', null, [{ trigger_id: 'fine' }]);
  assert.is(triggers.list().length, 1);
});

test('the data of triggers count, and those that end give their room back', async () => {
  const clock = createFakeClock('2026-11-20T13:30:00Z');
  const budget = new KeptBudget(4 * MIB, 2 * MIB);
  const triggers = new Triggers(clock, budget);
  const data = { list: empties(12_000) };
  const take = (id: string) => triggers.take('hungry', null, [{ trigger_id: id, duration_seconds: 60, data }]);
  assert.equal([take('a'), take('b')], [null, null]);
  assert.match(take('c') ?? '', /keeps more than its part/);
  await clock.advance(61_000);
  assert.is(budget.bytes, 0);
  assert.is(take('c'), null);
  triggers.drop('hungry');
  assert.is(budget.bytes, 0);
});

test.run();
