import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '../../../src/fault.ts';
import { PLAIN_BOARD, type StoredBoard } from '../../../src/schema/boards/boards.ts';
import { formOf, numberField, numbersField, textField } from '../../../src/schema/boards/connection-field.ts';
import type { GpioSettings } from '../../../src/schema/boards/gpio.ts';
import type { PanelDriver } from '../../../src/schema/boards/wiring.ts';
import { defaultSettings } from '../../../src/schema/appliance/settings.ts';
import { PinService } from '../../../src/service/pins/pins.ts';
import type { PinUsers } from '../../../src/service/pins/claims.ts';
import type { Header } from '../../../src/service/pins/header.ts';
import type { Store } from '../../../src/store/store.ts';

const test = suite('service/pins');

const notes = { description: 'Pins.' };
const driver = (kind: string, fields: PanelDriver['fields'], ways: PanelDriver['ways'] = []): PanelDriver => ({
  kind: kind as PanelDriver['kind'],
  label: kind,
  summary: kind,
  fields,
  ways,
  flaps: null,
  grid: null,
  most: null,
  modules: true,
  tells: { read_back: 'no', restart: false, health: true, actions: true },
  found: 'none',
  emulator: null,
});
const WIRES = ['coil 1', 'coil 2', 'coil 3', 'coil 4', 'sensor'];
const DRIVERS = [
  driver('direct', formOf({ pins: numbersField({ ...notes, title: 'Pins', ports: 'pins', wires: WIRES }, 0, 53, 40) })),
  driver(
    'chain',
    formOf({
      device: textField({ ...notes, title: 'Device', ports: 'spi', usual: '/dev/spidev0.0' }),
      data_pin: numberField({ ...notes, title: 'Data', ports: 'pins' }, 0, 53),
      clock_pin: numberField({ ...notes, title: 'Clock', ports: 'pins' }, 0, 53),
      spare_pins: numbersField({ ...notes, title: 'Spare', ports: 'pins' }, 0, 53, 8),
    }),
    [
      { label: 'SPI', fields: ['device'] },
      { label: 'Pins', fields: ['data_pin', 'clock_pin', 'spare_pins'] },
    ],
  ),
];

const HEADER: Header = {
  reason: null,
  complete: true,
  pins: Array.from({ length: 28 }, (_, pin) => ({
    pin,
    position: pin + 1,
    name: `GPIO${pin}`,
    reserved:
      pin === 2 || pin === 3
        ? { by: 'machine' as const, user: 'I2C bus 1' }
        : pin >= 7 && pin <= 11
          ? { by: 'spi' as const, user: 'SPI bus 0' }
          : pin === 17
            ? { by: 'button' as const, user: 'the button' }
            : null,
    movesAtPowerUp: pin < 9,
    note: null,
  })),
};

const board = (name: string, kind: string, connection: object, change: Partial<StoredBoard> = {}): StoredBoard => ({
  ...PLAIN_BOARD,
  id: name,
  name,
  device_type: 'panel',
  panel: {
    driver: kind as 'virtual',
    connection,
    flaps: null,
    modules: { layout: 'rows', first: 0 },
    max_moving: null,
    land_together: false,
  },
  ...change,
});
const gpio = (button: number, led: number): GpioSettings => {
  const { gpio: usual } = defaultSettings();
  return { button: { ...usual.button, pin: button }, led: { ...usual.led, pin: led } };
};
/** With further buttons at these pins; one at a negative pin is off. */
const withButtons = (...pins: number[]): GpioSettings => ({
  ...gpio(17, 27),
  more_buttons: pins.map((pin) => ({
    ...(gpio(17, 27).button as Required<GpioSettings['button']>),
    enabled: pin > 0,
    pin: Math.abs(pin),
  })),
});
const users = (...boards: StoredBoard[]): PinUsers => ({ boards, gpio: gpio(17, 27) });
const service = (
  { boards, gpio: pins }: PinUsers = users(),
  header: Header = HEADER,
  prepared: { button?: number; led?: number } = {},
): PinService =>
  new PinService({
    store: { state: { boards, settings: { ...defaultSettings(), gpio: pins } } } as unknown as Store,
    header: async () => header,
    drivers: DRIVERS,
    prepared,
    findUnusable: () => null,
  });

/** The sentence with which a change is refused; null when it is not. */
const refusalOf = async (before: PinUsers, after: PinUsers, header = HEADER): Promise<string | null> => {
  const check = await service(before, header).check();
  try {
    check(before, after);
    return null;
  } catch (error) {
    assert.instance(error, Fault);
    assert.is((error as Fault).status, 400);
    return (error as Fault).message;
  }
};

const FREE = [4, 5, 6, 12, 13];
const wall = (pins: readonly number[], name = 'Wall') => board(name, 'direct', { pins });

/** [what, the boards after the change, what the refusal says; null for none] */
const CHANGES: [what: string, after: PinUsers, refusal: RegExp | null][] = [
  ['free pins', users(wall(FREE)), null],
  [
    'the pin of the button',
    users(wall([4, 17, 6, 12, 13])),
    /^panel\.connection\.pins: GPIO17 \(pin 18\) is used by the button; coil 2 of module 0 of the board "Wall" needs another pin\.$/,
  ],
  ['the pin of the light', users(wall([4, 5, 6, 12, 27])), /GPIO27 .*the light; sensor of module 0/],
  ['one pin for two modules', users(wall([...FREE, 16, 18, 12, 20, 21])), /GPIO12 .*coil 4 of module 0.*coil 3 of mod/],
  ['one pin for two boards', users(wall(FREE), wall([13, 16, 18, 19, 20], 'Other')), /GPIO13 .*"Wall"; .*"Other"/],
  ['a pin of I2C', users(wall([2, 5, 6, 12, 13])), /GPIO2 \(pin 3\) is used by I2C bus 1/],
  ['a pin of SPI', users(wall([4, 5, 6, 12, 10])), /GPIO10 .*SPI bus 0/],
  ['a pin that is not there', users(wall([4, 5, 6, 12, 40])), /^panel\.connection\.pins: GPIO40 is not on the header/],
  ['half a module', users(wall([4, 5, 6])), /^panel\.connection\.pins: 3 pins; each module has 5: coil 1, /],
  ['no pins at all', users(board('Wall', 'direct', {})), null],
  ['two whole modules', users(wall([...FREE, 16, 18, 19, 20, 21])), null],
  [
    'pins that belong to no module',
    users(board('Chain', 'chain', { data_pin: 5, clock_pin: 6, spare_pins: [12, 13, 16] })),
    null,
  ],
  ['a chain on SPI', users(board('Chain', 'chain', {})), null],
  [
    'two chains on one bus',
    users(board('A', 'chain', {}), board('B', 'chain', { device: '/dev/spidev0.0' })),
    /^panel\.connection\.device: GPIO7 .*CE1 of the board "A"/,
  ],
  ['a chain on pins', users(board('Chain', 'chain', { data_pin: 5, clock_pin: 6 })), null],
  [
    'a chain with one pin for two lines',
    users(board('Chain', 'chain', { data_pin: 5, clock_pin: 5 })),
    /^panel\.connection\.clock_pin: GPIO5 .*data of the board "Chain"; clock of the board "Chain"/,
  ],
  ['a board that is switched off', users({ ...wall([17, 27, 2, 3, 40]), enabled: false }), null],
  ['the button on a pin of I2C', { boards: [], gpio: gpio(3, 27) }, /^button\.pin: GPIO3 .*I2C bus 1; the button/],
  ['the button on a high pin', { boards: [], gpio: gpio(40, 27) }, null],
  ['a further button at a free pin', { boards: [], gpio: withButtons(4, 5) }, null],
  ['a further button at a pin of SPI', { boards: [], gpio: withButtons(4, 9) }, /^more_buttons\[1\]\.pin: GPIO9 .*SPI/],
  ['a wall on the pin of a further button', { boards: [wall(FREE)], gpio: withButtons(12) }, /GPIO12 .*the button;/],
  ['a further button that is off', { boards: [wall(FREE)], gpio: withButtons(-12) }, null],
  [
    'a chain on the second bus, which has the pin of the button',
    users(board('Chain', 'chain', { device: '/dev/spidev1.2' })),
    /^panel\.connection\.device: GPIO17 .*the button; CE1 of the board "Chain"/,
  ],
  ['a chain on a device that is none', users(board('Chain', 'chain', { device: '/dev/other' })), null],
];
for (const [what, after, refusal] of CHANGES)
  test(`each pin has one user: ${what}`, async () => {
    const said = await refusalOf(users(), after);
    if (refusal === null) assert.is(said, null);
    else assert.match(said ?? 'It was not refused.', refusal);
  });

test('the newcomer is refused, whoever stands first', async () => {
  const before = users(wall(FREE));
  assert.match(
    (await refusalOf(before, { ...before, gpio: gpio(12, 27) })) ?? '',
    /^button\.pin: GPIO12 \(pin 13\) is used by coil 4 of module 0 of the board "Wall"; the button needs another pin\.$/,
  );
});

test('what was wrong before stands in the way of no other change', async () => {
  const before = users(wall([2, 5, 6, 12, 17]));
  assert.is(await refusalOf(before, users({ ...wall([2, 5, 6, 12, 17]), name: 'Hall' })), null);
  assert.match((await refusalOf(before, users(wall([3, 5, 6, 12, 17])))) ?? '', /GPIO3 /);
});

test('the chip of another computer may have more pins', async () => {
  const after = users(wall([4, 5, 6, 12, 40]));
  assert.is(await refusalOf(users(), after, { ...HEADER, complete: false }), null);
});

test('the list tells who has a pin', async () => {
  const { pins, reason } = await service(users(wall(FREE))).list();
  const told = (pin: number) => {
    const { free, use, used_by, board_id } = pins[pin] ?? {};
    return [free, use, used_by, board_id];
  };
  assert.is(reason, null);
  assert.is(pins.length, 28);
  assert.equal(told(4), [false, 'board', 'coil 1 of module 0 of the board "Wall"', 'Wall']);
  assert.equal(told(2), [false, 'machine', 'I2C bus 1', null]);
  assert.equal(told(9), [false, 'machine', 'SPI bus 0', null]);
  assert.equal(told(17), [false, 'button', 'the button', null]);
  assert.equal(told(16), [true, null, null, null]);
});

test('pins that were chosen outside the settings count', async () => {
  const prepared = service(users(), HEADER, { button: 16 });
  const { pins } = await prepared.list();
  assert.is(pins[16]?.use, 'button');
  const check = await prepared.check();
  assert.throws(() => check(users(), users(wall([4, 5, 6, 12, 16]))), /GPIO16 .*the button/);
});

test.run();
