import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from './hardware.ts';

const foldersIn = (path: string): string[] => {
  try {
    return readdirSync(path).sort();
  } catch {
    return [];
  }
};

/**
 * The name of the chip that keeps the time of the machine while it has no power, as `DS3231`; null where there is none,
 * and for one that has lost the time, because its battery is empty or it was never set.
 */
export const readClockChip = (root = ''): string | null => {
  for (const name of foldersIn(join(root, '/sys/class/rtc'))) {
    const folder = join(root, '/sys/class/rtc', name);
    // The kernel refuses to tell a time that the chip itself does not trust.
    if (textOf(join(folder, 'since_epoch')) === null) continue;
    const chip = textOf(join(folder, 'device/name')) ?? textOf(join(folder, 'name'))?.split(' ')[0] ?? name;
    return chip.replace(/^rtc[-_]/, '').toUpperCase();
  }
  return null;
};
