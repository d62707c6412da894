import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ChainBoard } from '../../hw/emulator/chainlink/board.ts';
import { EmulatedBus } from '../../hw/emulator/i2c-units/bus.ts';
import { ModuleBus } from '../../hw/emulator/mbus/bus.ts';
import { Wire } from '../../hw/emulator/serial/wire.ts';
import { Chainlink } from '../../hw/panel/chainlink/chainlink.ts';
import { FlapSet } from '../../hw/panel/flap-set.ts';
import { I2cUnits } from '../../hw/panel/i2c-units/i2c-units.ts';
import { UNIT_FLAPS } from '../../hw/panel/i2c-units/unit-flaps.ts';
import { Mbus } from '../../hw/panel/mbus/mbus.ts';
import type { Driver } from '../../src/board/driver.ts';
import { defaultSettings } from '../../src/schema/appliance/settings.ts';
import type { State } from '../../src/schema/state.ts';
import { SMALLEST, panelOf } from '../hw/panel/rig.ts';
import type { FakeClock } from '../support/fake-clock.ts';
import { seededRandom } from '../support/seeded.ts';
import { frameWith, storedBoard, storedPage, type Form, type ModelPage } from '../year/pages.ts';
import { startWorld, type World } from '../year/world.ts';

/**
 * Walls of modules on cables: unplugged, dead, half dead, noisy. The real drivers in the whole engine, beside a board
 * that works.
 */
const test = suite('panels that fail');

const FORM: Form = { device_type: 'panel', notes_wide: 1, notes_tall: 1, grid_rows: 3, grid_cols: 15 };

interface Wall {
  readonly make: (clock: FakeClock) => Driver;
  /** The code that the first cell is told to show. */
  first(): number;
  readonly faults: Readonly<Record<string, () => void>>;
  mend(): void;
}

const onWire = (
  build: (clock: FakeClock, wire: Wire) => { driver: Driver; first: () => number; mute: (muted: boolean) => void },
): Wall => {
  let wire: Wire | null = null;
  let built: ReturnType<typeof build> | null = null;
  const faults = {
    unplugged: () => wire?.unplug(),
    dead: () => built?.mute(true),
    noisy: () => wire && Object.assign(wire.faults, { noise: 0.4, loss: 0.3 }),
  };
  return {
    make: (clock) => {
      wire ??= new Wire({ clock, random: seededRandom(3) });
      built ??= build(clock, wire);
      return built.driver;
    },
    first: () => built?.first() ?? -1,
    faults,
    mend: () => {
      wire?.plug();
      built?.mute(false);
      if (wire) Object.assign(wire.faults, { noise: 0, loss: 0 });
    },
  };
};

const chain = (): Wall =>
  onWire((clock, wire) => {
    const board = new ChainBoard({ clock, modules: 45, speed: 0, send: (bytes) => wire.toHost(bytes) });
    const set = new FlapSet(board.flaps);
    wire.attach(board);
    return {
      driver: new Chainlink({ ...SMALLEST, panel: panelOf('chainlink') }, { clock, open: wire.open }),
      first: () => set.codeAt(board.modules[0]?.target ?? 0),
      mute: (muted) => (board.faults.deaf = muted),
    };
  });

const bus = (): Wall =>
  onWire((clock, wire) => {
    const modules = new ModuleBus({
      clock,
      modules: 45,
      speed: 0,
      random: seededRandom(7),
      send: (bytes) => wire.toHost(bytes),
    });
    wire.attach(modules);
    const driver = new Mbus({ ...SMALLEST, panel: panelOf('mbus') }, { clock, open: wire.open });
    const first = (): number => {
      const [module] = modules.modules;
      return module ? new FlapSet(module.flaps).codeAt(module.flap ?? 0) : -1;
    };
    return { driver, first, mute: (muted) => (modules.deaf = muted) };
  });

const units = (): Wall => {
  let i2c: EmulatedBus | null = null;
  let driver: Driver | null = null;
  const set = new FlapSet(UNIT_FLAPS);
  const fail = (fault: 'silent' | 'gone' | 'hanging') => () => i2c && (i2c.fault = fault);
  return {
    make: (clock) => {
      i2c ??= new EmulatedBus(
        clock,
        Array.from({ length: 45 }, (_, index) => index),
        'commands',
      );
      driver ??= new I2cUnits(
        { ...SMALLEST, panel: panelOf('i2c-units', { connection: { bus: 1 } }) },
        { clock, openBus: i2c.open },
      );
      return driver;
    },
    first: () => set.codeAt(i2c?.units.get(0)?.target ?? 0),
    faults: { silent: fail('silent'), gone: fail('gone'), stuck: fail('hanging') },
    mend: () => i2c && (i2c.fault = 'none'),
  };
};

const PLAIN = /^[A-Z\d].{10,}[.?]$/;

const live = async (wall: Wall, run: (world: World, edit: () => Promise<string>) => Promise<void>): Promise<void> => {
  const awake = setInterval(() => undefined, 60_000);
  const page: ModelPage = { id: 'x-1', kind: 'still', revision: 0 };
  let letter = 64;
  const initial = (state: State): Partial<State> => ({
    boards: [
      storedBoard('good', FORM, { default_page_id: 'x-1' }),
      storedBoard('wall', FORM, { default_page_id: 'x-1', name: 'The wall' }),
    ],
    pages: [storedPage(page, FORM)],
    settings: { ...state.settings, ...defaultSettings(), output_target: 'both' },
  });
  const world = await startWorld('2025-06-18T05:50:00Z', [{ id: 'good' }, { id: 'wall', make: wall.make }], initial);
  try {
    await run(world, async () => {
      const text = String.fromCharCode(++letter);
      await world.services.pages.update('x-1', { template: [text] });
      await world.clock.advance(1000);
      return text;
    });
  } finally {
    wall.mend();
    await world.close();
    clearInterval(awake);
  }
};

const WALLS: Readonly<Record<string, () => Wall>> = { chainlink: chain, mbus: bus, 'i2c units': units };

for (const [kind, makeWall] of Object.entries(WALLS)) {
  for (const fault of Object.keys(makeWall().faults)) {
    test(`${kind}, ${fault}: the other board is on time, the status has the fault, and the panel recovers by itself`, () => {
      const wall = makeWall();
      return live(wall, async (world, edit) => {
        const good = world.boards.get('good');
        const onGood = (text: string) => assert.is(good?.shown, frameWith(text, SMALLEST));
        await world.clock.advance(20_000);
        onGood(await edit());
        await world.clock.advance(60_000);
        assert.is(wall.first(), 1, 'all is well at first');
        wall.faults[fault]?.();
        for (let minute = 0; minute < 20; minute++) {
          onGood(await edit());
          await world.clock.advance(59_000);
        }
        if (fault !== 'noisy') {
          const error = world.engine.boards.get('wall')?.view.error ?? '';
          assert.match(error, PLAIN);
          assert.not.match(error, /\/dev|undefined|EREMOTE|ENOENT|Error/);
        }
        wall.mend();
        const last = await edit();
        await world.clock.advance(130_000);
        assert.is(wall.first(), last.charCodeAt(0) - 64, 'the wall shows what it missed');
        await world.clock.advance(40_000);
        assert.is(world.engine.boards.get('wall')?.view.error, null);
      });
    });
  }
}

test.run();
