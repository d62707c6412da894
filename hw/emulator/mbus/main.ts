import { systemClock } from '../../../src/platform/clock.ts';
import { change, saying } from '../serial/console.ts';
import { runEmulator } from '../serial/run.ts';
import { ModuleBus } from './bus.ts';

runEmulator({
  name: 'mbus',
  mostModules: 255,
  flags: { collisions: 'answers take their time on the wire and can meet other bytes' },
  make: ({ rows, cols, speed, flags }, { send, onChange }) => {
    const bus = new ModuleBus({
      clock: systemClock,
      modules: rows * cols,
      speed: 1 / speed,
      collisions: flags.has('collisions'),
      send,
      onChange,
    });
    bus.advertise();
    return bus;
  },
  commands: (bus) => ({
    reboot: saying('reboot             starts all modules anew', 'rebooted', () => bus.reboot()),
    off: saying('off, on            cuts the power of all modules, and gives it back', 'switched off', () =>
      bus.switchOff(),
    ),
    on: saying('', 'switched on', () => bus.reboot()),
    sensor: {
      usage: 'sensor MODULE      breaks the sensor of a module, or mends it',
      run: ([word]) => change(bus, word, (module) => `sensor works: ${(module.sensorWorks = !module.sensorWorks)}`),
    },
    slow: {
      usage: 'slow MODULE N      lets a module take N times as long',
      run: ([word, factor]) => change(bus, word, (module) => `slowness ${(module.slowness = Number(factor) || 1)}`),
    },
    dead: {
      usage: 'dead MODULE        lets a module be silent, or speak again',
      run: ([word]) => change(bus, word, (module) => `dead: ${(module.dead = !module.dead)}`),
    },
    forget: {
      usage: 'forget MODULE      takes its id from a module',
      run: ([word]) => change(bus, word, (module) => `id ${(module.id = 255)}`),
    },
    deaf: {
      usage: 'deaf               lets the whole bus be silent, or speak again',
      run: () => `deaf: ${(bus.deaf = !bus.deaf)}`,
    },
  }),
});
