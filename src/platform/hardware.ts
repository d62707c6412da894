import { readFileSync } from 'node:fs';

/** What a file of the system says, without the blanks around it; null for one that is empty or cannot be read. */
export const textOf = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8').trim() || null;
  } catch {
    return null;
  }
};

/** The model of the machine, as `Raspberry Pi Zero 2 W Rev 1.0`; null when it is not known. */
export const hardwareModel = (): string | null =>
  textOf('/proc/device-tree/model')?.replaceAll('\0', '').trim() || null;

/** Names this start of the machine; empty where the system has no such name. */
export const bootName = (): string => textOf('/proc/sys/kernel/random/boot_id') ?? '';
