import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CHAIN_TIMES, type ChainStatus } from '../../../../hw/panel/chainlink/link.ts';
import { TextLink } from '../../../../hw/panel/chainlink/text-link.ts';
import { FlapSet } from '../../../../hw/panel/flap-set.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { failureOf, never } from '../../rig.ts';

/** The older text protocol: `=` clears, a line end shows, `@` homes, `#` does nothing and is answered. */
const test = suite('text to a chain');

const REEL = new FlapSet([' ', 'A', 'B', 'C', 'red']);

/** A link whose board answers what `answer` says to each text. */
const rig = (answer: (text: string) => string | null = () => null) => {
  const clock = createFakeClock('2026-01-01T00:00:00Z', 2);
  const sent: [number, string][] = [];
  const statuses: ChainStatus[] = [];
  const told = { restarts: 0 };
  const link: TextLink = new TextLink({
    clock,
    times: CHAIN_TIMES,
    write: (bytes) => {
      const text = Buffer.from(bytes).toString('latin1');
      sent.push([clock.monotonic(), text]);
      const line = answer(text);
      if (line !== null) link.receive(Buffer.from(`${line}\n`));
      return Promise.resolve();
    },
    onStatus: (status) => statuses.push(status),
    onRestart: () => void told.restarts++,
  });
  const say = (line: unknown): void => link.receive(Buffer.from(`${JSON.stringify(line)}\r\n`));
  return { clock, sent, statuses, told, link, say };
};
const echo = (text: string): string | null => {
  if (text === '#') return '{"type":"no_op"}';
  const shown = /^=(.*)\n$/.exec(text)?.[1];
  return shown === undefined ? null : JSON.stringify({ type: 'move_echo', dest: shown });
};

test('a frame clears the buffer, names every module by its letter, and ends with a line', async () => {
  const { link, sent, say } = rig(echo);
  say({ type: 'init', num_modules: 6 });
  assert.is(await failureOf(link.show([1, undefined, 3, 4], REEL, never())), null);
  assert.equal(sent, [[0, '=A Cr  \n']]);
});

test('what the board does not repeat is sent once more after a second, then told', async () => {
  for (const dest of ['AC', '', 7]) {
    const { link, sent, clock } = rig(() => JSON.stringify({ type: 'move_echo', dest }));
    const showing = failureOf(link.show([1, 2], REEL, never()));
    await clock.advance(5000);
    assert.is(await showing, 'The panel did not repeat what it was asked to show.');
    assert.is(sent.length, 2);
  }
  const silent = rig();
  const showing = failureOf(silent.link.show([1, 2], REEL, never()));
  await silent.clock.advance(5000);
  assert.match(String(await showing), /did not repeat/);
  assert.equal(silent.sent, [
    [0, '=AB\n'],
    [1000, '=AB\n'],
  ]);
});

test('a board with fewer modules repeats as many letters as it has', async () => {
  const { link } = rig(() => '{"type":"move_echo","dest":"AB"}');
  assert.is(await failureOf(link.show([1, 2, 3], REEL, never())), null);
});

test('homing is one sign for all, and waits for no answer', async () => {
  const { link, sent } = rig();
  assert.is(await failureOf(link.home([2], never())), null);
  assert.equal(sent, [[0, '@']]);
});

test('what a board tells of itself when it starts', () => {
  const { link, say } = rig();
  for (const [line, count] of [
    [{ type: 'init', num_modules: 0 }, null],
    [{ type: 'init', num_modules: 256 }, null],
    [{ type: 'init', num_modules: 1.5 }, null],
    [{ type: 'other', num_modules: 5 }, null],
    [{ type: 'init', num_modules: 255 }, 255],
    [{ type: 'init', num_modules: 12, character_list: ' AB' }, 12],
    [{ type: 'init', num_modules: 1 }, 1],
  ] as const) {
    say(line);
    assert.is(link.moduleCount, count, JSON.stringify(line));
  }
  assert.is(link.deviceFlaps, ' AB');
});

test('a status names each module by state, flap and counted faults', async () => {
  const { link, say, statuses } = rig(echo);
  await link.show([1], REEL, never());
  say({
    type: 'status',
    modules: [
      { state: 'normal', flap: 'C', count_missed_home: 2, count_unexpected_home: 3 },
      { state: 'sensor_error', flap: 4 },
      { state: 'unheard of', flap: 'Z' },
      { state: 'look_for_home', flap: 'r' },
      null,
    ],
  });
  const module = { moving: false, atHome: false, unexpectedHomes: 0, missedHomes: 0 };
  assert.equal(statuses.at(-1), {
    fault: null,
    modules: [
      { ...module, state: 'normal', flap: 3, unexpectedHomes: 3, missedHomes: 2 },
      { ...module, state: 'sensor_error', flap: 4 },
      { ...module, state: 'panic', flap: null },
      { ...module, state: 'look_for_home', flap: 4 },
      { ...module, state: 'panic', flap: null },
    ],
  });
  assert.is(link.moduleCount, 5);
  say({ type: 'status', modules: Array.from({ length: 256 }, () => ({})) });
  assert.is(link.moduleCount, 5, 'no chain has so many');
});

test('modules turn from a frame until the board tells that all is still', async () => {
  const { link, say } = rig(echo);
  say({ type: 'status', modules: [{ state: 'normal', flap: 1 }] });
  await link.show([2], REEL, never());
  const status = await link.status(never());
  assert.is(status?.modules[0]?.moving, true);
  say({ type: 'status', modules: [{ state: 'normal', flap: 2 }] });
  assert.is((await link.status(never()))?.modules[0]?.moving, false);
});

test('without a status of the board there is none, and silence is told', async () => {
  const { link, sent } = rig(echo);
  assert.is(await link.status(never()), null);
  assert.equal(sent, [[0, '#']]);
  const silent = rig();
  const asking = failureOf(silent.link.status(never()));
  await silent.clock.advance(2000);
  assert.is(await asking, 'The panel does not answer: is it switched on?');
});

test('a board that was greeted and starts again is told, and its modules are not known', async () => {
  const { link, say, told } = rig(echo);
  say({ type: 'init', num_modules: 2 });
  assert.is(told.restarts, 0, 'nobody had greeted it');
  assert.ok(await link.greet(never()));
  say({ type: 'status', modules: [{ state: 'normal', flap: 1 }] });
  say({ type: 'init', num_modules: 2 });
  assert.is(told.restarts, 1);
  assert.is(await link.status(never()), null);
});

test('lines in pieces are read, and what is no line of JSON is passed over', () => {
  const { link } = rig();
  const text = '\n\nnoise\n5\nnull\n{"type":"init","num_modules":7}\n';
  for (const character of text) link.receive(Buffer.from(character));
  assert.is(link.moduleCount, 7);
});

for (const [length, count] of [
  [64 * 1024, 6],
  [64 * 1024 + 1, null],
] as const)
  test(`a line of ${length} bytes ${count === null ? 'is too long' : 'is read'}, in whatever pieces it comes`, () => {
    const { link } = rig();
    const line = `${'{"type":"init","num_modules":6'.padEnd(length - 1)}}`;
    for (let at = 0; at < length; at += 1000) link.receive(Buffer.from(line.slice(at, at + 1000)));
    link.receive(Buffer.from('\n'));
    assert.is(link.moduleCount, count);
  });

test('a lost line ends what waits, with its reason', async () => {
  const { link, clock } = rig();
  const showing = failureOf(link.show([1], REEL, never()));
  await clock.advance(10);
  link.drop('The cable is gone.');
  link.drop('Something else.');
  assert.is(await showing, 'The cable is gone.');
  const caller = new AbortController();
  const other = rig();
  const asking = failureOf(other.link.status(caller.signal));
  caller.abort();
  assert.is(await asking, 'The request to the panel was cancelled.');
});

test.run();
