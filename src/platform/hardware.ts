import { readFileSync } from 'node:fs';

/** The model of the machine, as `Raspberry Pi Zero 2 W Rev 1.0`; null when it is not known. */
export const hardwareModel = (file = '/proc/device-tree/model'): string | null => {
  try {
    return readFileSync(file, 'utf8').replaceAll('\0', '').trim() || null;
  } catch {
    return null;
  }
};
