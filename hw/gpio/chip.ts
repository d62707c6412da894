import { readFileSync, readdirSync } from 'node:fs';
import { readOr, type Missing } from './source.ts';

/**
 * The chips that the header pins of every Raspberry Pi sit on. Their numbers differ from kernel to kernel, their labels
 * do not.
 */
const RASPBERRY_PI = /^pinctrl-(?:bcm\d+|rp1)$/;

/** The number by which the kernel knows a pin. */
export interface PinNumber {
  readonly number: number;
  readonly chip: string;
}

/** A chip as the kernel numbers it: its pins go from `base` on. */
export interface Chip {
  readonly label: string;
  readonly base: number;
  readonly count: number;
}

const readChip = (folder: string): Chip[] => {
  const read = (file: string): string => readFileSync(`${folder}/${file}`, 'utf8').trim();
  // A chip may vanish between two looks; the others still count.
  return readOr<Chip[]>([], () => [{ label: read('label'), base: Number(read('base')), count: Number(read('ngpio')) }]);
};

/**
 * The chip that the header sits on, or that of another single-board computer by its label; why there is none,
 * otherwise. Never throws.
 */
export const findChip = (folder: string, label: string | null | undefined): Chip | Missing => {
  const names = readOr<string[]>([], () => readdirSync(folder));
  if (names.length === 0) return { missing: 'The kernel offers no GPIO pins to programs.' };
  const chip = names
    .filter((name) => /^gpiochip\d+$/.test(name))
    .flatMap((name) => readChip(`${folder}/${name}`))
    .find((one) => (label ? one.label === label : RASPBERRY_PI.test(one.label)));
  if (chip) return chip;
  return {
    missing: label ? `This machine has no GPIO chip "${label}".` : 'This machine has no GPIO header of a Raspberry Pi.',
  };
};

/** The kernel's number of a header pin: the base of its chip, plus the pin. Never throws. */
export const findPin = (folder: string, pin: number, label: string | null | undefined): PinNumber | Missing => {
  const chip = findChip(folder, label);
  if ('missing' in chip) return chip;
  return pin < chip.count
    ? { number: chip.base + pin, chip: chip.label }
    : { missing: `The GPIO chip "${chip.label}" has no pin ${pin}.` };
};
