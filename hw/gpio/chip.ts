import { readFile, readdir } from 'node:fs/promises';
import type { Missing } from './source.ts';

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

const readText = async (path: string): Promise<string> => (await readFile(path, 'utf8')).trim();

/**
 * The kernel's number of a header pin: the base of the chip with the header's label, plus the pin. `label` names the
 * chip of
 * another single-board computer. Never rejects.
 */
export const findPin = async (folder: string, pin: number, label: string | undefined): Promise<PinNumber | Missing> => {
  const names = await readdir(folder).catch(() => []);
  if (names.length === 0) return { missing: 'The kernel offers no GPIO pins to programs.' };
  for (const name of names.filter((one) => /^gpiochip\d+$/.test(one))) {
    try {
      const chip = await readText(`${folder}/${name}/label`);
      if (label === undefined ? !RASPBERRY_PI.test(chip) : chip !== label) continue;
      const [base, count] = [
        Number(await readText(`${folder}/${name}/base`)),
        Number(await readText(`${folder}/${name}/ngpio`)),
      ];
      return pin < count ? { number: base + pin, chip } : { missing: `The GPIO chip "${chip}" has no pin ${pin}.` };
    } catch {
      // A chip may vanish between two looks; the others still count.
    }
  }
  return {
    missing:
      label === undefined
        ? 'This machine has no GPIO header of a Raspberry Pi.'
        : `This machine has no GPIO chip "${label}".`,
  };
};
