import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FlapSet } from '../../../../hw/panel/flap-set.ts';
import { MqttText } from '../../../../hw/panel/mqtt-text/mqtt-text.ts';
import { encodeText, flapOfLetter, withoutLetter } from '../../../../hw/panel/mqtt-text/reel.ts';
import { TEXT_FLAPS } from '../../../../hw/panel/mqtt-text/text-flaps.ts';
import { INSTANT } from '../../../../src/board/driver.ts';
import { gridFromRows, gridToRows } from '../../../../src/core/flaps/grid.ts';
import { systemClock } from '../../../../src/platform/clock.ts';
import { createFakeClock, settle } from '../../../support/fake-clock.ts';
import { panelOf } from '../rig.ts';
import { textRig, type TextRig, type TextRigOptions } from './rig.ts';

const test = suite('mqtt-text');

const never = (): AbortSignal => new AbortController().signal;

/** Letters are codes 1 to 26. */
const gridOf = (text: string) =>
  gridFromRows([Array.from({ length: 15 }, (_, col) => Math.max(0, (text.charCodeAt(col) || 32) - 64))], 3, 15);

const start = async (options: TextRigOptions = {}): Promise<TextRig> => {
  const rig = textRig({ clock: createFakeClock('2026-01-01T00:00:00Z'), ...options });
  await rig.driver.start();
  return rig;
};

const write = async (rig: TextRig, text: string) =>
  rig.driver.write({ grid: gridOf(text), transition: INSTANT }, never());

const rowOf = async (rig: TextRig): Promise<number[] | null> => {
  const reading = await rig.driver.read(never());
  if (reading.status === 'failed') throw new Error(reading.reason);
  return reading.grid ? (gridToRows(reading.grid)[0]?.slice(0, 3) ?? null) : null;
};

test('a frame is one text of the width of the wall, row by row', async () => {
  const rig = await start();
  await rig.driver.write({ grid: gridFromRows([[8, 9], [1]], 3, 15), transition: INSTANT }, never());
  assert.equal(rig.texts, [`HI${' '.repeat(13)}A${' '.repeat(29)}`]);
});

test('a map decides which place of the text is which cell, and gaps are blank', async () => {
  const rig = await start({
    panel: {
      modules: [
        { row: 0, col: 0, address: 4 },
        { row: 0, col: 1, address: 1 },
        { row: 2, col: 14, address: 0 },
      ],
    },
  });
  await write(rig, 'AB');
  assert.equal(rig.texts, [' B  A']);
});

test('the same frame again is sent again', async () => {
  const rig = await start();
  await write(rig, 'A');
  await write(rig, 'A');
  assert.is(rig.texts.length, 2);
});

test('tiles that the owner names are sent by their letter', async () => {
  const rig = await start({ panel: { flaps: [' ', 'A', 'B', 'R', 'r', 'white', '{66}', '🟦'] } });
  const outcome = await rig.driver.write(
    { grid: gridFromRows([[1, 63, 69, 66, 67, 64]], 3, 15), transition: INSTANT },
    never(),
  );
  assert.is(rig.texts[0]?.slice(0, 6), 'Arwgbr');
  assert.equal(outcome, { status: 'sent', substitutions: { '{64}': '{63}' } });
});

test('without named tiles they are blank, and reported', async () => {
  const rig = await start();
  const outcome = await rig.driver.write({ grid: gridFromRows([[63, 1]], 3, 15), transition: INSTANT }, never());
  assert.is(rig.texts[0]?.slice(0, 2), ' A');
  assert.equal(outcome, { status: 'sent', substitutions: { '{63}': ' ' } });
});

test('flaps that no single character asks for are never asked for', () => {
  const set = new FlapSet([' ', 'A', '{71}', 'red', '⬛']);
  assert.equal([...withoutLetter(set)], ['{71}', '⬛']);
});

test('the text and the flaps of a state belong together', () => {
  const set = new FlapSet(TEXT_FLAPS);
  for (let flap = 0; flap < set.count; flap++)
    assert.is(flapOfLetter(set, encodeText(set, [{ address: 0, flap }])), flap);
});

test('a state may be in small letters, and what is not on the reel shows nothing', () => {
  const set = new FlapSet(TEXT_FLAPS);
  assert.is(flapOfLetter(set, 'a'), 1);
  assert.is(set.codeAt(flapOfLetter(set, '~')), 0);
});

test('small letters that are tiles stay tiles', () => {
  const set = new FlapSet(' ABGRgr');
  assert.is(set.codeAt(flapOfLetter(set, 'g')), 66);
  assert.is(set.codeAt(flapOfLetter(set, 'G')), 7);
  assert.is(set.codeAt(flapOfLetter(set, 'b')), 2);
});

test('nothing is known before a display has told or been told anything', async () => {
  assert.is(await rowOf(await start()), null);
});

test('what a display tells first is taken', async () => {
  const rig = await start();
  rig.tell('XYZ');
  assert.equal(await rowOf(rig), [24, 25, 26]);
});

test('on its way a display is taken to arrive; what it tells afterwards counts', async () => {
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  const rig = await start({ clock, flapMs: 60 });
  rig.tell('XYZ');
  await write(rig, 'ABC');
  assert.equal(await rowOf(rig), [1, 2, 3]);
  await clock.advance(60 * 50);
  assert.equal(await rowOf(rig), [1, 2, 3]);
  rig.display.turnByHand(1, 'Z');
  assert.equal(await rowOf(rig), [1, 26, 3]);
});

test('a state that is too short is blank at its end, line ends do not count', async () => {
  const rig = await start();
  rig.tell('A\n');
  assert.equal(await rowOf(rig), [1, 0, 0]);
});

test('without a state topic nothing is listened to, and nothing is read back', async () => {
  const rig = await start({ connection: { state_topic: null } });
  assert.is(rig.driver.readBackMs, null);
  assert.equal(rig.opened[0]?.heard, ['wall/availability']);
  await write(rig, 'ABC');
  assert.is(await rowOf(rig), null);
});

test('user, password and topics reach the connection', async () => {
  const rig = await start({
    connection: { username: 'wall', command_topic: 'a/b', state_topic: 'c' },
    password: 'secret-word',
  });
  assert.equal(rig.opened, [
    {
      url: 'mqtt://broker.local',
      username: 'wall',
      password: 'secret-word',
      heard: ['c', 'a/availability'],
    },
  ]);
  await write(rig, 'A');
  assert.equal(rig.commandTopics, ['a/b']);
});

for (const [topic, beside] of [
  ['a/b/set', 'a/b/availability'],
  ['/set', '/availability'],
  ['set', null],
] as const)
  test(`beside the topic ${topic} a display tells whether it is there at ${beside ?? 'none'}`, async () => {
    const rig = await start({ connection: { command_topic: topic } });
    assert.equal(rig.opened[0]?.heard, ['wall/state', ...(beside === null ? [] : [beside])]);
  });

test('a connection that was lost is made anew by the next write', async () => {
  const rig = await start();
  rig.drop();
  assert.is((await write(rig, 'A')).status, 'sent');
  assert.is(rig.opened.length, 2);
});

test('a connection that was lost is made anew by the next read', async () => {
  const rig = await start();
  rig.drop();
  await rig.driver.read(never());
  assert.is(rig.opened.length, 2);
});

test('a read while the broker is away fails with the reason', async () => {
  const rig = await start();
  rig.setFault('unreachable');
  assert.equal(await rig.driver.read(never()), {
    status: 'failed',
    reason: 'The MQTT broker at broker.local cannot be reached.',
  });
});

test('two writes at once share one connection', async () => {
  const rig = textRig();
  rig.setFault('none');
  await Promise.all([rig.driver.start(), rig.driver.start()]);
  assert.is(rig.opened.length, 1);
  await rig.driver.stop();
});

test('a broker that does not acknowledge fails the write after a while, and is connected anew', async () => {
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  const rig = await start({ clock });
  rig.setFault('unacknowledged');
  const writing = write(rig, 'A');
  await clock.advance(5000);
  assert.equal(await writing, { status: 'failed', reason: 'The connection to the MQTT broker is lost.' });
  rig.setFault('none');
  assert.is((await write(rig, 'B')).status, 'sent');
  assert.is(rig.opened.length, 2);
});

test('a write that waits for the broker ends when it is called off', async () => {
  const rig = await start();
  rig.setFault('unacknowledged');
  const abort = new AbortController();
  const writing = rig.driver.write({ grid: gridOf('A'), transition: INSTANT }, abort.signal);
  await settle();
  abort.abort();
  assert.equal(await writing, { status: 'failed', reason: 'The write was called off.' });
});

const REFUSED: readonly [string, object, RegExp][] = [
  ['no address', { url: undefined }, /needs the address of its MQTT broker/],
  ['an address of another kind', { url: 'http://broker.local' }, /needs the address/],
  ['an address with a path', { url: 'mqtt://broker.local/wall' }, /needs the address/],
  ['an address without a host', { url: 'mqtt://' }, /needs the address/],
  ['an impossible port', { url: 'mqtt://broker.local:99999' }, /needs the address/],
  ['no command topic', { command_topic: undefined }, /needs the topic/],
  ['an empty command topic', { command_topic: '' }, /needs the topic/],
  ['a wildcard in the command topic', { command_topic: 'wall/+' }, /wildcards/],
  ['a wildcard in the state topic', { state_topic: 'wall/#' }, /wildcards/],
  ['a control character in the command topic', { command_topic: 'wall\n' }, /control characters/],
  ['a topic of the broker itself', { command_topic: '$SYS/wall' }, /begin with \$/],
];

for (const [name, change, pattern] of REFUSED) {
  test(`settings are refused: ${name}`, () => {
    const connection = { url: 'mqtt://broker.local', command_topic: 'wall/set', ...change };
    assert.throws(
      () => new MqttText({ rows: 3, cols: 15, panel: panelOf('mqtt-text', { connection }) }, { clock: systemClock }),
      pattern,
    );
  });
}

for (const url of [
  'mqtt://broker.local',
  'mqtt://192.168.1.10:1883',
  'mqtts://broker.local:8883/',
  'MQTT://[fd00::1]:1883',
]) {
  test(`an address: ${url}`, () => {
    assert.not.throws(
      () =>
        new MqttText(
          { rows: 3, cols: 15, panel: panelOf('mqtt-text', { connection: { url, command_topic: 'a' } }) },
          { clock: systemClock },
        ),
    );
  });
}

test('a place beyond the widest display is refused', () => {
  const panel = panelOf('mqtt-text', {
    connection: { url: 'mqtt://a', command_topic: 'a' },
    modules: [{ row: 0, col: 0, address: 1024 }],
  });
  assert.throws(() => new MqttText({ rows: 3, cols: 15, panel }, { clock: systemClock }), /0 to 1023/);
});

/** A display that counts how often it is taken to have started anew. */
const counting = async () => {
  const rig = await start();
  let restarts = 0;
  rig.driver.listen({ onRestart: () => void restarts++ });
  return {
    ...rig,
    restarts: () => {
      const count = restarts;
      restarts = 0;
      return count;
    },
  };
};
test('a display that goes blank by itself has started anew', async () => {
  const rig = await counting();
  rig.tell(' '.repeat(45));
  assert.is(rig.restarts(), 0, 'nothing was asked of it');
  await write(rig, 'AB');
  rig.tell('ab');
  rig.tell('A');
  rig.tell('   ');
  assert.is(rig.restarts(), 0, 'it was last seen with something else');
  rig.tell('AB');
  rig.tell(' \r\n');
  assert.is(rig.restarts(), 1);
  rig.tell(' ');
  assert.is(rig.restarts(), 0, 'it is told once');
});
test('a display that says whether it is there has started anew when it says so', async () => {
  const rig = await counting();
  rig.say('hello');
  assert.is(rig.restarts(), 0);
  rig.say('online', true);
  assert.is(rig.restarts(), 0, 'the broker had it from before');
  rig.say(' ONLINE ');
  assert.is(rig.restarts(), 1);
  rig.say('offline');
  assert.is(rig.restarts(), 0);
  rig.say('online', true);
  assert.is(rig.restarts(), 1);
  await write(rig, 'AB');
  rig.tell('AB');
  rig.tell(' ');
  assert.is(rig.restarts(), 0, 'it would have said so');
});

test('a display that says it is offline takes nothing and tells nothing, until it is there again', async () => {
  const rig = await counting();
  const statuses = async () => [(await write(rig, 'AB')).status, (await rig.driver.read(never())).status];
  assert.equal(await statuses(), ['sent', 'read']);
  rig.say('offline', true);
  assert.equal(await statuses(), ['failed', 'failed']);
  assert.is(rig.texts.length, 1);
  const { reason } = (await write(rig, 'AB')) as { reason?: string };
  assert.match(reason ?? '', /offline/);
  rig.say('online');
  assert.is(rig.restarts(), 1);
  assert.equal(await statuses(), ['sent', 'read']);
});

test.run();
