import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SearchPauses } from '../../../../hw/panel/mbus/discovery.ts';
import { HealthChecks } from '../../../../hw/panel/mbus/health-checks.ts';
import { Restarts } from '../../../../hw/panel/mbus/restarts.ts';
import { Serials } from '../../../../hw/panel/mbus/serials.ts';
import { Whereabouts } from '../../../../hw/panel/mbus/whereabouts.ts';
import { parseReply } from '../../../../hw/panel/mbus/frames.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { never } from '../../rig.ts';
import { openTalk } from './talk.ts';

/** What the driver of the m bus keeps in mind of each module. */
const test = suite('what is known of modules of the m bus');

const SERIAL = 'A3F24C0018E7D29B3F01';
const OTHER = 'F0F1F2F3F4F5F6F7F8F9';
const MODULES = [
  { address: 10, row: 0, col: 0 },
  { address: 11, row: 0, col: 1 },
];

const counting = () => {
  const told = { count: 0 };
  return { told, restarts: new Restarts(MODULES, () => void told.count++) };
};

test('a module that counts another number of starts than before has started anew', () => {
  const { told, restarts } = counting();
  for (const [id, starts, count] of [
    [10, 3, 0],
    [10, 3, 0],
    [10, 4, 1],
    [10, 4, 1],
    [10, 1, 2],
    [99, 1, 2],
    [99, 2, 2],
  ] as const) {
    restarts.note(id, starts);
    assert.is(told.count, count, `module ${id} counts ${starts}`);
  }
});

test('after a restart all are counted afresh, and it is told once', () => {
  const { told, restarts } = counting();
  restarts.note(10, 3);
  restarts.note(11, 5);
  assert.ok(restarts.hasCounted(0) && restarts.hasCounted(1));
  restarts.note(10, 4);
  assert.ok(restarts.hasCounted(0) && restarts.canCompare(0));
  assert.not.ok(restarts.hasCounted(1) || restarts.canCompare(1));
  restarts.note(11, 6);
  assert.is(told.count, 1);
});

test('after a lost line counts are kept to compare, but are to be taken again', () => {
  const { told, restarts } = counting();
  restarts.note(10, 3);
  restarts.recount();
  assert.not.ok(restarts.hasCounted(0));
  assert.ok(restarts.canCompare(0));
  restarts.note(10, 4);
  assert.is(told.count, 1);
  restarts.presume();
  assert.is(told.count, 2);
  assert.not.ok(restarts.hasCounted(0) || restarts.canCompare(0));
});

test('silent modules are looked for after 2 minutes, then after pauses that double, up to an hour', async () => {
  const clock = createFakeClock('2026-01-01T00:00:00Z', 1);
  const pauses = new SearchPauses(clock);
  const minutes: number[] = [];
  for (let minute = 0; minute < 300; minute++) {
    if (pauses.take()) minutes.push(minute);
    await clock.advance(60_000);
  }
  assert.equal(minutes, [2, 6, 14, 30, 62, 122, 182, 242]);
  pauses.reset();
  const since: number[] = [];
  for (let minute = 0; minute < 10; minute++) {
    if (pauses.take()) since.push(minute);
    await clock.advance(60_000);
  }
  assert.equal(since, [2, 6]);
});

test('a module is asked for its health eight times at once, then every 3 h', async () => {
  const { clock, talk, sent } = await openTalk({ answer: () => 'm10Q:1:7:4984:1:3' });
  const health = new HealthChecks({ clock, talk, replyMs: 250 });
  const ask = async (): Promise<number | null> => (await health.ask(10, null, never()))?.starts ?? null;
  assert.is(health.lastOf(10), null);
  const asked = [];
  for (let turn = 0; turn < 10; turn++) asked.push(await ask());
  assert.equal(asked, [7, 7, 7, 7, 7, 7, 7, 7, null, null]);
  assert.is(sent.length, 8);
  assert.is(health.lastOf(10)?.starts, 7);
  const hours: number[] = [];
  for (let hour = 1; hour <= 9; hour++) {
    await clock.advance(3_600_000);
    if ((await ask()) !== null) hours.push(hour);
  }
  assert.equal(hours, [3, 6, 9]);
  await clock.advance(30 * 3_600_000);
  let more = 0;
  while ((await ask()) !== null) more++;
  assert.is(more, 8, 'no more than eight however long nobody asked');
});

test('a health that is damaged, or called off, is none, and what was told before is kept', async () => {
  let line = 'm10Q:1:7:4984:1:3';
  const { clock, talk, sent } = await openTalk({ answer: () => line });
  const health = new HealthChecks({ clock, talk, replyMs: 250 });
  await health.ask(10, SERIAL, never());
  line = 'm10Q:damaged';
  assert.is(await health.ask(10, null, never()), null);
  assert.is(await health.ask(10, null, AbortSignal.abort()), null);
  assert.is(health.lastOf(10)?.starts, 7);
  assert.is(health.lastOf(11), null);
  assert.equal(
    sent.map(([, frame]) => frame),
    ['mXQA3f24C0018E7D29B3f01\n', 'm10Q'],
  );
});

const KNOWN: readonly (readonly [string, readonly string[], number, string | null | undefined])[] = [
  ['nobody said anything', [], 5, undefined],
  ['firmware without serial numbers answers', ['m05v:20:5'], 5, null],
  ['firmware with serial numbers answers', [`m05v:31:5:${SERIAL}`], 5, SERIAL],
  ['small letters', [`m05v:31:5:${SERIAL.toLowerCase()}`], 5, SERIAL],
  ['an answer names another id', [`m05v:31:6:${SERIAL}`], 5, undefined],
  ['an answer is damaged', ['m05v:31:5:A3F2'], 5, undefined],
  ['it answers something else', ['m05Q:1:1:5000:1:0'], 5, undefined],
  ['it is given an id', [`mXack:${SERIAL}:5`], 5, SERIAL],
  ['it is given another id', [`m05v:31:5:${SERIAL}`, `mXack:${SERIAL}:6`], 5, undefined],
  ['another one takes its place', [`m05v:31:5:${SERIAL}`, `m05v:31:5:${OTHER}`], 5, OTHER],
  ['an answer without a number after one with it', [`m05v:31:5:${SERIAL}`, 'm05v:31:5'], 5, SERIAL],
];
for (const [name, lines, id, expected] of KNOWN)
  test(`the serial number when ${name}`, () => {
    const serials = new Serials();
    for (const line of lines) {
      const reply = parseReply(line);
      if (reply) serials.hear(reply);
    }
    assert.is(serials.of(id), expected);
  });

/** Modules 10 and 11; what 10 answers to `v` and to `A`. */
const locating = async (version: string | null, description: () => string | null) => {
  const rig = await openTalk({
    answer: (frame) => {
      if (frame.startsWith('m10v')) return version;
      return /^mXA|^m10A/.test(frame) ? description() : null;
    },
  });
  const idOf = (module: number): number => MODULES[module]?.address ?? 0;
  const whereabouts = new Whereabouts({ talk: rig.talk, replyMs: 250, idOf });
  const reply = version === null ? null : parseReply(version);
  return { ...rig, whereabouts, introduce: () => reply && whereabouts.hear(reply) };
};

const DESCRIPTION = `m10A:31:10:${SERIAL}:2832:4096:1:12:`;

test('a module is asked who it is once, then by its serial number where it is', async () => {
  const { clock, whereabouts, introduce, sent } = await locating(`m10v:31:10:${SERIAL}`, () => DESCRIPTION);
  introduce();
  assert.is(await whereabouts.locate(0, never()), 12);
  assert.is(whereabouts.at(0), 12);
  assert.is(whereabouts.serialOf(0), SERIAL);
  await whereabouts.locate(0, never());
  assert.equal(
    sent.map(([, frame]) => frame),
    ['mXAA3f24C0018E7D29B3f01\n', 'mXAA3f24C0018E7D29B3f01\n'],
  );
  whereabouts.forget();
  assert.is(whereabouts.at(0), null);
  const silent = whereabouts.locate(1, never());
  await clock.advance(5000);
  assert.is(await silent, null, 'one that does not say who it is');
  assert.equal(sent.slice(2), [[0, 'm11v']]);
  assert.is(whereabouts.serialOf(1), null);
});

test('firmware without serial numbers is asked by its id', async () => {
  const { whereabouts, introduce, sent } = await locating('m10v:20:10', () => 'm10A:20:10::2832:4096:1:5:');
  introduce();
  assert.is(await whereabouts.locate(0, never()), 5);
  assert.equal(sent, [[0, 'm10A\n']]);
});

test('a description that cannot be read tells nothing', async () => {
  const { whereabouts, introduce } = await locating('m10v:20:10', () => 'm10A:damaged');
  introduce();
  assert.is(await whereabouts.locate(0, never()), null);
  assert.is(whereabouts.at(0), null);
});

test('a first description is waited for four times as long, another as long as its bytes take', async () => {
  let line: string | null = null;
  const { clock, whereabouts, introduce } = await locating('m10v:20:10', () => line);
  introduce();
  const waited = async (): Promise<number> => {
    const from = clock.monotonic();
    let ended = from;
    const locating_ = whereabouts.locate(0, never()).finally(() => (ended = clock.monotonic()));
    await clock.advance(5000);
    await locating_;
    return ended - from;
  };
  assert.is(await waited(), 1000);
  line = `m10A:20:10::2832:4096:1:5:${'x'.repeat(48 - 25)}`;
  await whereabouts.locate(0, never());
  const length = line.length - 'm10A:'.length;
  line = null;
  // A byte is 10 bits at 9600 baud.
  assert.ok(Math.abs((await waited()) - (250 + (length * 10_000) / 9600)) < 1);
});

test('a module that is silent is asked again who it is, and then where', async () => {
  const { clock, whereabouts, introduce, sent } = await locating('m10v:20:10', () => 'm10A:20:10::2832:4096:1:5:');
  introduce();
  assert.is(await whereabouts.locateAgain(0, never()), 5);
  assert.equal(
    sent.map(([, frame]) => frame),
    ['m10v', 'm10A\n'],
  );
  const again = whereabouts.locateAgain(1, never());
  await clock.advance(1000);
  assert.is(await again, null);
});

test.run();
