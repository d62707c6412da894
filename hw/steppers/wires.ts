/** Names the wires of a module by its address, for sentences: `GPIO 4, 5, 6 and 12`. */
export interface Wires {
  coils(address: number): string;
  sensor(address: number): string;
}

const listed = (words: readonly number[]): string => `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** The wires of modules with five pins each: coils 1 to 4, then the sensor. */
export const pinWires = (pins: readonly number[]): Wires => ({
  coils: (address) => `GPIO ${listed(pins.slice(address * 5, address * 5 + 4))}`,
  sensor: (address) => `GPIO ${pins[address * 5 + 4]}`,
});

const ON_A_BOARD = 6;
const IN_A_BYTE = 8;

/** The places of modules on boards of six, counted from 1 as on the boards. */
export const boardWires: Wires = {
  coils: (address) => `motor ${(address % ON_A_BOARD) + 1} of board ${Math.floor(address / ON_A_BOARD) + 1}`,
  sensor: (address) => `sensor ${(address % ON_A_BOARD) + 1} of board ${Math.floor(address / ON_A_BOARD) + 1}`,
};

/** The places of modules in the bytes of a plain chain. */
export const byteWires: Wires = {
  coils: (address) =>
    `outputs ${address % 2 === 0 ? '0 to 3' : '4 to 7'} of the ${ordinal(Math.floor(address / 2))} output register`,
  sensor: (address) => `input ${address % IN_A_BYTE} of the ${ordinal(Math.floor(address / IN_A_BYTE))} input register`,
};

const ENDINGS = ['th', 'st', 'nd', 'rd'];

const ordinal = (from0: number): string => {
  const number = from0 + 1;
  const isTeen = number % 100 > 10 && number % 100 < 14;
  return `${number}${(isTeen ? undefined : ENDINGS[number % 10]) ?? 'th'}`;
};
