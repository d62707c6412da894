import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DataPlugin, StreamRequest } from '../../../src/plugins/contract/plugin.ts';
import { Streams } from '../../../src/plugins/running/streams.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

// Connections that plugins keep: one for each key, opened anew with other settings.
const test = suite('plugins/running/streams');

const open = () => {
  const clock = createFakeClock('2026-03-02T10:00:00Z');
  const told: string[] = [];
  const opened: { settings: string; request: StreamRequest; isClosed: boolean }[] = [];
  const budget = { keep: (...what: unknown[]) => (told.push(`keep ${what.slice(0, 3).join(' ')}`), true) };
  const streams = new Streams(
    clock,
    budget as never,
    (key, message) => void told.push(`log ${key} ${message}`),
    (key, result) => void told.push(`push ${key} ${JSON.stringify(result)}`),
  );
  const plugin = {
    open: (request: StreamRequest) => {
      const one = { settings: JSON.stringify(request.config), request, isClosed: false };
      opened.push(one);
      return () => (one.isClosed = true);
    },
  } as unknown as DataPlugin;
  const wish = (key: string, config: object) => ({ key, plugin, config: config as never });
  return { clock, told, opened, streams, wish };
};

test('what is wished is opened once, and closed when it is not any more', () => {
  const { opened, streams, wish } = open();
  streams.sync([wish('a', { n: 1 }), wish('b', {})]);
  streams.sync([wish('a', { n: 1 }), wish('b', {})]);
  assert.equal(
    opened.map(({ settings, isClosed }) => [settings, isClosed]),
    [
      ['{"n":1}', false],
      ['{}', false],
    ],
  );
  streams.sync([wish('b', {})]);
  assert.equal(
    opened.map(({ isClosed }) => isClosed),
    [true, false],
  );
  streams.sync([]);
  assert.ok(opened[1]?.isClosed);
  streams.sync([wish('b', {})]);
  assert.is(opened.length, 3);
});

test('other settings close it and open another one', () => {
  const { opened, streams, wish } = open();
  streams.sync([wish('a', { n: 1 })]);
  streams.sync([wish('a', { n: 2 })]);
  assert.equal(
    opened.map(({ settings, isClosed }) => [settings, isClosed]),
    [
      ['{"n":1}', true],
      ['{"n":2}', false],
    ],
  );
});

test('what comes is told under its key, until it is closed', () => {
  const { told, opened, streams, wish } = open();
  streams.sync([wish('a', {})]);
  const request = opened[0]?.request as StreamRequest;
  request.push({ available: true, data: { n: 1 } });
  request.log('hello');
  request.keep('drawing', 100, () => undefined);
  streams.sync([]);
  request.push({ available: true, data: { n: 2 } });
  assert.is(told.length, 3);
  assert.match(told[0] ?? '', /^push a .*"n":1/);
  assert.equal(told.slice(1), ['log a hello', 'keep a drawing 100']);
});

test('it waits by the clock of the appliance', async () => {
  const { clock, opened, streams, wish } = open();
  streams.sync([wish('a', {})]);
  let calls = 0;
  const request = opened[0]?.request as StreamRequest;
  request.after(1000, () => calls++);
  await clock.advance(999);
  assert.is(calls, 0);
  await clock.advance(1);
  assert.is(calls, 1);
});

test.run();
