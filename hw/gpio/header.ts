import { readdir, readFile } from 'node:fs/promises';
import { findChip } from './chip.ts';
import { readConsumers, type PinConsumer, type RunProgram } from './consumers.ts';
import { gpioPaths } from './source.ts';

interface Reserved {
  readonly by: 'button' | 'light' | 'spi' | 'machine';
  readonly user: string;
}

/** Places of the pins on the header of every Raspberry Pi with 40 pins, by GPIO number. */
const POSITIONS = [
  27, 28, 3, 5, 7, 29, 31, 26, 24, 21, 19, 23, 32, 33, 8, 10, 36, 11, 12, 35, 38, 40, 15, 16, 18, 22, 37, 13,
];

const FUNCTIONS: Readonly<Record<number, string>> = {
  0: 'ID_SD',
  1: 'ID_SC',
  2: 'SDA',
  3: 'SCL',
  7: 'CE1',
  8: 'CE0',
  9: 'MISO',
  10: 'MOSI',
  11: 'SCLK',
  14: 'TXD',
  15: 'RXD',
};

const noteOf = (pin: number): string | null => {
  if (pin < 2) return 'It is asked for a HAT at every start.';
  if (pin < 4) return 'A resistor on the board pulls it up.';
  if (pin === 14) return 'The machine writes its first messages there at every start.';
  return pin < 9 ? 'It is pulled up until flapbox runs: good for a sensor.' : null;
};

const PLACES = POSITIONS.map((position, pin) => ({
  pin,
  position,
  name: FUNCTIONS[pin] ? `GPIO${pin} ${FUNCTIONS[pin]}` : `GPIO${pin}`,
  movesAtPowerUp: pin < 9 || pin === 14,
  note: noteOf(pin),
}));

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** Whom the kernel gave a pin. What it prepared for the button or the light is theirs. */
const reservationOf = ({ consumer }: PinConsumer): Reserved => {
  if (consumer === 'flapbox-button') return { by: 'button', user: 'the pause button' };
  if (/^flapbox(?::|$)/.test(consumer)) return { by: 'light', user: 'the light' };
  if (consumer.startsWith('spi0 ')) return { by: 'spi', user: 'SPI bus 0' };
  return { by: 'machine', user: `the kernel ("${consumer}")` };
};

/** What the machine does with pins now, by GPIO number. Never rejects. */
const readReservations = async (
  root: string,
  consumers: readonly PinConsumer[],
): Promise<ReadonlyMap<number, Reserved>> => {
  const found = new Map<number, Reserved>([0, 1].map((pin) => [pin, { by: 'machine', user: 'the memory of a HAT' }]));
  for (const one of consumers) found.set(one.pin, reservationOf(one));
  const devices = await namesIn(`${root}/dev`);
  const reserve = (pins: readonly number[], reserved: Reserved): void =>
    pins.forEach((pin) => void found.set(pin, reserved));
  if (devices.includes('i2c-1')) reserve([2, 3], { by: 'machine', user: 'I2C bus 1' });
  if (devices.some((name) => name.startsWith('spidev0.'))) reserve([7, 8, 9, 10, 11], { by: 'spi', user: 'SPI bus 0' });
  const consoles = await readFile(`${root}/sys/class/tty/console/active`, 'utf8').catch(() => '');
  if (/tty(?:S|AMA)\d/.test(consoles)) reserve([14, 15], { by: 'machine', user: 'the serial console' });
  return found;
};

/** The header of a Raspberry Pi as it is now; `label` names the chip of another computer. Never rejects. */
export const readHeader = async (root: string, label: string | undefined, runProgram?: RunProgram) => {
  const chip = findChip(gpioPaths(root).gpioFolder, label);
  const consumers = 'missing' in chip ? [] : await readConsumers(chip.label, runProgram);
  const reserved = await readReservations(root, consumers);
  return {
    reason: 'missing' in chip ? chip.missing : null,
    complete: label === undefined,
    pins: PLACES.map((place) => ({ ...place, reserved: reserved.get(place.pin) ?? null })),
  };
};
