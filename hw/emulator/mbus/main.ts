import { systemClock } from '../../../src/platform/clock.ts';
import { onModule, saying } from '../serial/console.ts';
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
    sensor: onModule(
      'sensor MODULE      breaks the sensor of a module, or mends it',
      bus.modules,
      (module) => `sensor works: ${(module.sensorWorks = !module.sensorWorks)}`,
    ),
    slow: onModule(
      'slow MODULE N      lets a module take N times as long',
      bus.modules,
      (module, factor) => `slowness ${(module.slowness = Number(factor) || 1)}`,
    ),
    dead: onModule(
      'dead MODULE        lets a module be silent, or speak again',
      bus.modules,
      (module) => `dead: ${(module.dead = !module.dead)}`,
    ),
    forget: onModule(
      'forget MODULE      takes its id from a module',
      bus.modules,
      (module) => `id ${(module.id = 255)}`,
    ),
    deaf: {
      usage: 'deaf               lets the whole bus be silent, or speak again',
      run: () => `deaf: ${(bus.deaf = !bus.deaf)}`,
    },
  }),
});
