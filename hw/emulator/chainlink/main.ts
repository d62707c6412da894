import { systemClock } from '../../../src/platform/clock.ts';
import { onModule, saying } from '../serial/console.ts';
import { runEmulator } from '../serial/run.ts';
import { OLD_REEL } from '../../panel/chainlink/link.ts';
import { ChainBoard } from './board.ts';

const OVER_CURRENT = { type: 5, text: 'channel 1' };

runEmulator({
  name: 'chainlink',
  mostModules: 255,
  flags: {
    text: 'an older board that knows only text, at 38400 baud',
    supervised: 'a board that watches its power supply',
  },
  make: ({ rows, cols, speed, flags }, { send, onChange }) =>
    new ChainBoard({
      clock: systemClock,
      modules: rows * cols,
      speed: 1 / speed,
      textOnly: flags.has('text'),
      supervised: flags.has('supervised'),
      ...(flags.has('text') ? { flaps: OLD_REEL } : {}),
      send,
      onChange,
    }),
  commands: (board) => ({
    reboot: saying('reboot             starts the board anew', 'rebooted', () => board.reboot()),
    off: saying('off, on            cuts the power of the board, and gives it back', 'switched off', () =>
      board.switchOff(),
    ),
    on: saying('', 'switched on', () => board.reboot()),
    sensor: onModule('sensor MODULE      breaks the sensor of a module, or mends it', board.modules, (module) => {
      module.sensorWorks = !module.sensorWorks;
      return `sensor ${module.sensorWorks ? 'works' : 'is dead'}`;
    }),
    slow: onModule(
      'slow MODULE N      lets a module take N times as long',
      board.modules,
      (module, factor) => `slowness ${(module.slowness = Number(factor) || 1)}`,
    ),
    deaf: {
      usage: 'deaf               lets the board be silent, or speak again',
      run: () => `deaf: ${(board.faults.deaf = !board.faults.deaf)}`,
    },
    chain: {
      usage: 'chain              breaks the chain of drivers, or mends it',
      run: () => `chain broken: ${(board.faults.chainBroken = !board.faults.chainBroken)}`,
    },
    power: {
      usage: 'power              lets the power supply fail, or mends it',
      run: () => `power fault: ${(board.faults.powerFault = board.faults.powerFault ? null : OVER_CURRENT) !== null}`,
    },
  }),
});
