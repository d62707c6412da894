import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseStepperCommand } from '../../../../hw/emulator/steppers/arguments.ts';

const test = suite('steppers command line');

const hangingOf = (...words: string[]): unknown => {
  const command = parseStepperCommand(words);
  return 'options' in command ? command.options.hanging : command;
};

test('a wall hangs on a chain, on pins of a folder, or on pins of a simulated chip', () => {
  assert.equal(hangingOf(), { kind: 'chain', path: '/tmp/flapbox-spidev0', layout: 'six' });
  assert.equal(hangingOf('--path', '/tmp/x', '--layout', 'plain'), { kind: 'chain', path: '/tmp/x', layout: 'plain' });
  assert.equal(hangingOf('--folder', '/tmp/pins', '--pins', '5,6,12,13,4'), {
    kind: 'folder',
    folder: '/tmp/pins',
    pins: [5, 6, 12, 13, 4],
  });
  assert.equal(hangingOf('--chip', 'simulated', '--pins', '8,9,10,11,12'), {
    kind: 'simulated',
    label: 'simulated',
    pins: [8, 9, 10, 11, 12],
  });
});

test('the size is as large as the pins allow', () => {
  const command = parseStepperCommand(['--folder', '/tmp/pins', '--pins', '5,6,12,13,4,16,19,20,21,22']);
  assert.equal('options' in command && [command.options.rows, command.options.cols], [1, 2]);
});

test('the bounds of numbers count', () => {
  const optionsOf = (...words: string[]) => {
    const command = parseStepperCommand(words);
    return 'options' in command ? command.options : null;
  };
  assert.is(optionsOf('--steps', '16')?.stepsPerTurn, 16);
  assert.is(optionsOf('--supply', '1')?.supply, 1);
  assert.is(optionsOf('--size', '9x12')?.cols, 12);
  const usual = optionsOf();
  assert.equal(
    [usual?.rows, usual?.cols, usual?.stepsPerTurn, usual?.supply, usual?.untrimmed],
    [2, 6, 2037.886, Number.POSITIVE_INFINITY, false],
  );
  assert.is(optionsOf('--untrimmed')?.untrimmed, true);
});

for (const [words, complaint] of [
  [['--chip', 'x'], /five numbers for each module/],
  [['--chip', 'x', '--pins', '1,2,3,4,x'], /five numbers for each module/],
  [['--steps', 'many'], /--steps is a number from 16 on/],
  [['--supply', 'all'], /--supply is a number from 1 on/],
  [['--size', '10x11'], /up to 108 modules/],
  [['--folder', '/tmp/x', '--pins', '5,6,12,13,4', '--size', '1x2'], /up to 1 modules/],
  [['--folder', '/tmp/x', '--pins', '5,6,12'], /five numbers for each module/],
  [['--layout', 'seven'], /--layout is six or plain/],
  [['--steps', '3'], /--steps is a number from 16 on/],
  [['--supply', '0'], /--supply is a number from 1 on/],
  [['--nothing'], /nothing/],
] as const)
  test(`${words.join(' ')} is refused in one line`, () => {
    const command = parseStepperCommand(words);
    assert.match('complaint' in command ? command.complaint : '', complaint);
  });

test('the help names every option', () => {
  const command = parseStepperCommand(['--help']);
  for (const option of ['path', 'layout', 'folder', 'chip', 'pins', 'size', 'reel', 'steps', 'supply', 'untrimmed'])
    assert.ok('help' in command && command.help.includes(`--${option}`), option);
});

test.run();
