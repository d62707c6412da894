import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findModule, pollRange, type FoundModule } from '../../../../hw/panel/mbus/discovery.ts';
import { serialBus } from '../../../../hw/panel/mbus/serial-bus.ts';
import { busFor } from '../../../../hw/panel/mbus/connection.ts';
import { BUS_TIMES } from '../../../../hw/panel/mbus/times.ts';
import type { OpenLine } from '../../../../hw/panel/serial-line.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { never } from '../../rig.ts';
import { SEND_MS, openTalk } from './talk.ts';

/** Who speaks when on the wire of the m bus: what is sent between a question and its answer is lost. */
const test = suite('conversation on the m bus');

const SERIAL = 'A3F24C0018E7D29B3F01';

test('nothing is sent between a question and its answer', async () => {
  const { clock, talk, sent, say } = await openTalk();
  const asked = talk.askModule(5, 'Q', 250, never());
  const said = talk.say(() => (sent.length < 2 ? 'm01-A\n' : null));
  await clock.advance(100);
  assert.equal(sent, [[0, 'm05Q']]);
  say('m04Q:1:1:4984:1:0');
  say('m05v:31:5');
  await clock.advance(10);
  assert.is(sent.length, 1, 'neither another module nor another question is the answer');
  say('m05Q:1:1:4984:1:7');
  assert.is(await asked, '1:1:4984:1:7');
  await said;
  assert.equal(sent[1], [110, 'm01-A\n']);
});

for (const [name, delayMs, ms] of [
  ['on a cable', 0, 250],
  ['behind a gateway', 750, 1000],
] as const)
  test(`an answer that does not come is waited for ${ms} ms ${name}`, async () => {
    const { clock, talk } = await openTalk({ delayMs });
    let ended = -1;
    const asked = talk.askModule(5, 'v', 250, never()).finally(() => (ended = clock.monotonic()));
    await clock.advance(5000);
    assert.is(await asked, null);
    assert.is(ended, ms);
    const collecting = talk.collect('m*v0-1\n', 250, never()).finally(() => (ended = clock.monotonic()));
    await clock.advance(5000);
    assert.equal(await collecting, []);
    assert.is(ended, 5000 + ms);
  });

test('what nobody asked for is heard as well, noise is not', async () => {
  const { heard, say } = await openTalk();
  say(`mXadv:${SERIAL}`);
  say('\u00ff noise');
  say('m07v:31:7');
  assert.equal(heard, [
    { kind: 'unprovisioned', serial: SERIAL },
    { kind: 'answer', id: 7, letter: 'v', data: '31:7' },
  ]);
});

test('a bus that takes no bytes is given up with a sentence', async () => {
  const { clock, talk } = await openTalk({ takes: () => new Promise(() => undefined) });
  const frames = ['m01-A\n', null];
  const saying = talk
    .say(() => frames.shift() ?? null)
    .then(
      () => '',
      (error: Error) => error.message,
    );
  await clock.advance(SEND_MS - 1);
  assert.is(await Promise.race([saying, Promise.resolve('open')]), 'open');
  await clock.advance(1);
  assert.is(await saying, 'The bus of the panel takes no bytes: pull its adapter and plug it in again.');
});

test('a bus that went away is told once, and takes no frames', async () => {
  const { talk, lost, lose } = await openTalk();
  assert.ok(talk.isOpen);
  lose('The adapter was unplugged.');
  lose('The adapter was unplugged.');
  assert.equal(lost, ['The adapter was unplugged.']);
  assert.not.ok(talk.isOpen);
  await talk
    .say(() => 'm01-A\n')
    .then(
      () => assert.unreachable(),
      (error: Error) => assert.is(error.message, 'The bus of the panel is not open.'),
    );
});

test('a question that was called off before its turn is not asked', async () => {
  const { talk, sent } = await openTalk();
  assert.is(await talk.ask('m05v', () => true, 250, AbortSignal.abort()), null);
  assert.equal(sent, []);
});

const versionsOf = (ids: readonly number[]) => (frame: string) => {
  const id = Number(/^m(\d+)v$/.exec(frame)?.[1] ?? -1);
  return ids.includes(id) ? `m${String(id).padStart(2, '0')}v:31:${id}:${SERIAL}` : null;
};

test('three modules are asked singly, then ranges of fifty are polled in slots of 100 ms', async () => {
  const { clock, talk, sent } = await openTalk({ answer: versionsOf([3]) });
  const ids = Array.from({ length: 60 }, (_, id) => id);
  const found = findModule(talk, ids, BUS_TIMES, never());
  await clock.advance(20_000);
  assert.is(await found, null);
  assert.equal(sent, [
    [0, 'm00v'],
    [250, 'm01v'],
    [500, 'm02v'],
    [750, 'm*v0-49\n'],
    [750 + 30 + 49 * 100 + 250, 'm*v50-59\n'],
  ]);
});

test('the first of three that answers saves the poll', async () => {
  const { clock, talk, sent } = await openTalk({ answer: versionsOf([1, 2]) });
  const found = findModule(talk, [0, 1, 2, 3], BUS_TIMES, never());
  await clock.advance(1000);
  assert.is(await found, 1);
  assert.equal(sent, [
    [0, 'm00v'],
    [250, 'm01v'],
  ]);
});

test('a poll takes those that answer it, and a module of the wall alone counts', async () => {
  const { clock, talk, say, sent } = await openTalk();
  const found: FoundModule[] = [];
  const polling = (async () => {
    for await (const one of pollRange(talk, 10, 12, BUS_TIMES, never())) found.push(one);
  })();
  await clock.advance(100);
  for (const line of ['m10v:31:10', 'm11Q:1:1:5000:1:0', 'm12v:20:12']) say(line);
  await clock.advance(1000);
  await polling;
  assert.equal(found, [
    { id: 10, version: '31:10' },
    { id: 12, version: '20:12' },
  ]);
  sent.length = 0;
  const finding = findModule(talk, [20, 22], BUS_TIMES, never());
  await clock.advance(600);
  say('m21v:31:21');
  say('m22v:31:22');
  await clock.advance(1000);
  assert.is(await finding, 22);
});

const told = { onLine: () => undefined, onClose: () => undefined };

/** A line that lists what is written to it, with the time. */
const listed = (clock: ReturnType<typeof createFakeClock>) => {
  const sent: [number, string][] = [];
  const opened: { path: string; baudRate: number }[] = [];
  const open: OpenLine = (settings) => {
    opened.push(settings);
    return Promise.resolve({
      write: (bytes) => Promise.resolve(void sent.push([clock.monotonic(), Buffer.from(bytes).toString('latin1')])),
      setSignals: () => Promise.resolve(),
      close: () => Promise.resolve(),
    });
  };
  return { sent, opened, open };
};

for (const [name, baudRate, frame, times] of [
  ['the gap between frames', 9600, 'm05-A\n', [0, 14, 28]],
  ['their bytes, 10 bits each, where those take longer', 1200, 'm05-A\n', [0, 50, 100]],
] as const)
  test(`frames keep the distance of ${name}`, async () => {
    const clock = createFakeClock('2026-01-01T00:00:00Z', 2);
    const { sent, open } = listed(clock);
    const bus = await serialBus({ clock, open, path: '/dev/ttyX', baudRate, gapMs: BUS_TIMES.gapMs }).open(
      told,
      never(),
    );
    for (const from of [0, 1000]) {
      sent.length = 0;
      for (let turn = 0; turn < times.length; turn++) void bus.send(frame);
      await clock.advance(1000);
      assert.equal(
        sent,
        times.map((at) => [from + at, frame]),
      );
    }
  });

test('a serial bus runs at 9600 baud unless the owner says otherwise', async () => {
  const clock = createFakeClock('2026-01-01T00:00:00Z', 2);
  const { opened, open } = listed(clock);
  for (const baud_rate of [null, 19_200])
    await busFor({ path: '/dev/ttyX', baud_rate }, { clock, open, gapMs: 0 }).open(told, never());
  assert.equal(opened, [
    { path: '/dev/ttyX', baudRate: 9600 },
    { path: '/dev/ttyX', baudRate: 19_200 },
  ]);
});

test.run();
