import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseTextCommand } from '../../../hw/emulator/mqtt-text/arguments.ts';
import { TextDisplay } from '../../../hw/emulator/mqtt-text/display.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const test = suite('emulator mqtt-text');

const make = () => {
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  const told: string[] = [];
  return {
    clock,
    told,
    display: new TextDisplay({ clock, width: 4, flaps: ' ABC', flapMs: 100, onRest: (text) => told.push(text) }),
  };
};

test('it tells what it shows when the longest way is over', async () => {
  const { clock, told, display } = make();
  display.show('AC');
  await clock.advance(299);
  assert.equal(told, []);
  assert.is(display.shown, '    ');
  await clock.advance(1);
  assert.equal(told, ['AC  ']);
});

test('reels turn forward only', async () => {
  const { clock, told, display } = make();
  display.show('B');
  await clock.advance(200);
  display.show('A');
  await clock.advance(299);
  assert.is(told.length, 1);
  await clock.advance(1);
  assert.equal(told, ['B   ', 'A   ']);
});

test('what is too long is cut, what is not on the reel is blank', async () => {
  const { clock, told, display } = make();
  display.show('A?aBC');
  await clock.advance(1000);
  assert.equal(told, ['A  B']);
});

test('a newer text takes the place of the one on its way', async () => {
  const { clock, told, display } = make();
  display.show('C');
  await clock.advance(100);
  display.show('B');
  await clock.advance(1000);
  assert.equal(told, ['B   ']);
});

test('a flap that is turned by hand is told', () => {
  const { told, display } = make();
  display.turnByHand(2, 'C');
  assert.equal(told, ['  C ']);
});

test('a closed display tells nothing more', async () => {
  const { clock, told, display } = make();
  display.show('C');
  display.close();
  await clock.advance(1000);
  assert.equal(told, []);
});

test('a display without power keeps what it shows and forgets the rest, and turns home when it is back', async () => {
  const { clock, told, display } = make();
  display.show('AB');
  await clock.advance(1000);
  display.show('CC');
  display.switchOff();
  await clock.advance(1000);
  assert.equal([display.target, display.shown, told], ['AB  ', 'AB  ', ['AB  ']]);
  display.switchOn();
  await clock.advance(300);
  assert.equal([display.shown, told.length], ['    ', 2]);
});

test('a flap that is turned by hand at the edge leaves its neighbours', () => {
  const { told, display } = make();
  display.turnByHand(0, 'A');
  display.turnByHand(3, 'B');
  assert.equal(told, ['A   ', 'A  B']);
});

const DEFAULTS = {
  url: 'mqtt://localhost:1883',
  username: undefined,
  password: undefined,
  commandTopic: 'splitflap/set',
  stateTopic: 'splitflap/state',
  rows: 1,
  cols: 12,
  flapMs: 60,
};

const COMMANDS: readonly [string[], RegExp | object][] = [
  [[], DEFAULTS],
  [
    [
      '--size',
      '3x15',
      '--flap-ms',
      '0',
      '--url',
      'mqtts://x',
      '--command-topic',
      'a',
      '--state-topic',
      'b',
      '--username',
      'u',
      '--password',
      'p',
    ],
    {
      url: 'mqtts://x',
      username: 'u',
      password: 'p',
      commandTopic: 'a',
      stateTopic: 'b',
      rows: 3,
      cols: 15,
      flapMs: 0,
    },
  ],
  [['--size', '8x128'], { ...DEFAULTS, rows: 8, cols: 128 }],
  [['--size', '9x128'], /up to 1024/],
  [['--size', '12'], /rows x columns/],
  [['--flap-ms', '-1'], /flap-ms|argument/],
  [['--flap-ms=-1'], /whole number from 0/],
  [['--flap-ms='], /whole number from 0/],
  [['--url', 'xmqtt://host'], /mqtt:\/\//],
  [['--size', '0x5'], /up to 1024/],
  [['--size', '1x1'], { ...DEFAULTS, rows: 1, cols: 1 }],
  [['--flap-ms', '1.5'], /whole number/],
  [['--url', 'http://x'], /mqtt:\/\//],
  [['--nothing'], /nothing/],
];

for (const [argv, expected] of COMMANDS) {
  test(`command line: ${argv.join(' ') || 'empty'}`, () => {
    const command = parseTextCommand(argv);
    if (expected instanceof RegExp) assert.match('complaint' in command ? command.complaint : '', expected);
    else assert.equal('options' in command ? command.options : null, expected);
  });
}

test('help', () => assert.ok('help' in parseTextCommand(['--help'])));

test.run();
