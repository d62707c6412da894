import { tidyPath } from '../../core/device-path.ts';
import { wayTaken } from '../../core/ways.ts';
import type { StoredBoard } from '../../schema/boards/boards.ts';
import type { ConnectionField } from '../../schema/boards/connection-field.ts';
import type { GpioSettings } from '../../schema/boards/gpio.ts';
import type { PanelDriver } from '../../schema/boards/wiring.ts';

/** One use of a pin, as it is set. */
export interface PinClaim {
  readonly pin: number;
  readonly by: 'button' | 'light' | 'board' | 'spi';
  readonly boardId: string | null;
  /** The field that names the pin. */
  readonly field: string;
  /** Who uses it: "the button", `coil 2 of module 0 of the board "Wall"`. */
  readonly user: string;
}

/** Whose pins are looked at. */
export interface PinUsers {
  readonly boards: readonly StoredBoard[];
  readonly gpio: GpioSettings;
}

/** Wires of the two SPI buses, by the number of the bus. */
const SPI_WIRES: Readonly<Record<string, readonly (readonly [pin: number, wire: string])[]>> = {
  0: [
    [7, 'CE1'],
    [8, 'CE0'],
    [9, 'MISO'],
    [10, 'MOSI'],
    [11, 'SCLK'],
  ],
  1: [
    [16, 'CE2'],
    [17, 'CE1'],
    [18, 'CE0'],
    [19, 'MISO'],
    [20, 'MOSI'],
    [21, 'SCLK'],
  ],
};

type Wire = readonly [pin: number, wire: string];

const spiWires = (device: unknown, usual: unknown): readonly Wire[] => {
  const path = tidyPath(typeof device === 'string' ? device : '') || String(usual);
  return SPI_WIRES[/^\/dev\/spidev(\d)\.\d$/.exec(path)?.[1] ?? ''] ?? [];
};

const listedWires = (pins: unknown, { wires, title }: ConnectionField): readonly Wire[] =>
  (Array.isArray(pins) ? pins : [pins])
    .filter((pin): pin is number => typeof pin === 'number')
    .map((pin, index) => {
      if (wires.length === 0) return [pin, title.toLowerCase()];
      return [pin, `${wires[index % wires.length]} of module ${Math.floor(index / wires.length)}`];
    });

const claimsOfField = (board: StoredBoard, field: ConnectionField): PinClaim[] => {
  const value = (board.panel?.connection as Record<string, unknown> | undefined)?.[field.name];
  const isBus = field.ports === 'spi';
  const wires = isBus ? spiWires(value, field.usual) : listedWires(value, field);
  return wires.map(([pin, wire]) => ({
    pin,
    by: isBus ? 'spi' : 'board',
    boardId: board.id,
    field: `panel.connection.${field.name}`,
    user: `${wire} of the board "${board.name}"`,
  }));
};

/** The fields of a board's connection that name pins, in the way that it takes. */
export const pinFieldsOf = ({ panel }: StoredBoard, drivers: readonly PanelDriver[]): readonly ConnectionField[] => {
  const driver = drivers.find(({ kind }) => kind === panel?.driver);
  if (!panel || !driver) return [];
  const names = driver.ways[wayTaken(driver.ways, panel.connection)]?.fields;
  return driver.fields.filter(
    ({ name, ports }) => (ports === 'pins' || ports === 'spi') && (names?.includes(name) ?? true),
  );
};

const claimOfGpio = (by: 'button' | 'light', field: string, pin: number): PinClaim => ({
  pin,
  by,
  boardId: null,
  field,
  user: `the ${by}`,
});

/** Pins of the button and the light that were chosen outside the settings. */
export interface PreparedPins {
  readonly button?: number | undefined;
  readonly led?: number | undefined;
}

/** The button and the light with the pins that they have in the end. */
export const wiredPins = ({ button, led, ...more }: GpioSettings, prepared: PreparedPins): GpioSettings => ({
  ...more,
  button: { ...button, pin: prepared.button ?? button.pin },
  led: { ...led, pin: prepared.led ?? led.pin },
});

/** Every pin that a board wants, switched off or not. */
export const claimsOfBoard = (board: StoredBoard, drivers: readonly PanelDriver[]): PinClaim[] =>
  pinFieldsOf(board, drivers).flatMap((field) => claimsOfField(board, field));

/** Every use of a pin. What is switched off uses none. */
export const claimsOf = (
  { boards, gpio: { button, more_buttons = [], led } }: PinUsers,
  drivers: readonly PanelDriver[],
): PinClaim[] => [
  ...(button.enabled ? [claimOfGpio('button', 'button.pin', button.pin)] : []),
  ...more_buttons.flatMap(({ enabled, pin }, at) =>
    enabled ? [claimOfGpio('button', `more_buttons[${at}].pin`, pin)] : [],
  ),
  ...(led.enabled ? [claimOfGpio('light', 'led.pin', led.pin)] : []),
  ...boards.filter(({ enabled }) => enabled).flatMap((board) => claimsOfBoard(board, drivers)),
];

/**
 * Why a board may not have its pins: the button, the light or a board before it in the list has one of them. Null when
 * it may.
 */
export const findTakenPin = (board: StoredBoard, users: PinUsers, drivers: readonly PanelDriver[]): string | null => {
  const own = claimsOfBoard(board, drivers);
  // Most boards have no pins, and all others would be looked at for each of them.
  if (own.length === 0) return null;
  const at = users.boards.findIndex(({ id }) => id === board.id);
  const earlier = at < 0 ? users.boards : users.boards.slice(0, at);
  const others = claimsOf({ ...users, boards: earlier }, drivers);
  for (const { pin, user } of own) {
    const other = others.find((one) => one.pin === pin);
    if (other) return `GPIO${pin} is used by ${other.user}: ${user} needs another pin.`;
  }
  return null;
};
